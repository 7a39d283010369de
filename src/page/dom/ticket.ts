/**
 * The ticket box: asks for a number, or for the nonce of a receipt, and before anything is sent says so and asks again.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'
import * as labels from '../catalogue/labels.js'
import type { PageModel, PageWinner } from '../model.js'
import { button, el, type Child } from './elements.js'
import { renderFileButton } from './file-button.js'

export interface TicketBox {
  readonly element: HTMLElement
  /** Says something below the field. */
  say(...children: readonly Child[]): void
  /** Shows or hides the field for the nonce. */
  askNonce(isAsked: boolean): void
  /** Asks for a name where the list has names, and otherwise for a number, with an example. */
  askFor(model: PageModel): void
  /** Shows what is looked up without having been typed. */
  fill(id: string): void
  /** Puts the reader back where the number was typed. */
  focus(): void
  /** Asks before anything is sent; what was asked of this ticket, or answered, stays as it is. */
  ask(question: TicketLookup): void
}

/** What may be sent, and what else may be done. */
export interface TicketLookup {
  /** The ticket. */
  readonly id: string
  /** The server that would be asked. */
  readonly host: string
  /** Tickets in the list, where downloading all of it is an alternative. */
  readonly entries?: number
  readonly send: () => void
  readonly download: () => void
}

interface TicketActions {
  /** What is said of where the number goes. */
  /** @param digits - so many every ticket seems to have. */
  readonly hint: (digits?: number) => string
  /** Told of a number that is not empty. */
  readonly lookUp: (id: string) => void
  /** Given a receipt, or whatever somebody takes for one. */
  readonly take: (files: readonly File[]) => void
  /** Told of 32 hex digits. */
  readonly useNonce: (nonce: string) => void
}

/** A field of which no spelling service and no memory of forms learns what is typed. */
const createField = (id: string): HTMLInputElement =>
  el('input', {
    id,
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 200,
    'aria-describedby': `${id}-hint`,
  })

export function createTicketBox({ hint, lookUp, take, useNonce }: TicketActions): TicketBox {
  const answer = el('div', { class: 'said', role: 'status' })
  const input = createField('ticket')
  const nonce = createNonceForm(useNonce)
  const label = el('label', { for: 'ticket' }, labels.ticketLabel)
  const hinted = el('p', { id: 'ticket-hint', class: 'soft small' }, hint())
  const form = el(
    'form',
    { class: 'ticket' },
    label,
    el('div', { class: 'field' }, input, el('button', { type: 'submit' }, labels.ticketButton)),
    hinted,
    answer,
    el('p', { class: 'screen-only receipt' }, renderFileButton(labels.receiptButton, take)),
  )
  /** The ticket that was asked about last, until something else is said. */
  let asked: string | undefined
  const show = (...children: readonly Child[]): void => {
    answer.replaceChildren(...children.filter(child => child !== undefined))
  }
  const say = (...children: readonly Child[]): void => {
    asked = undefined
    show(...children)
  }
  form.addEventListener('submit', event => {
    event.preventDefault()
    const id = input.value.trim()
    if (id === '') say(labels.ticketEmpty)
    else lookUp(id)
  })
  return {
    element: el('div', {}, nonce, form),
    say,
    askNonce(isAsked) {
      nonce.hidden = !isAsked
    },
    askFor({ hasNames = false, winners }) {
      const digits = hasNames ? undefined : countDigits(winners)
      label.textContent = hasNames ? labels.nameLabel : labels.ticketLabel
      hinted.textContent = hasNames ? labels.nameHint : hint(digits)
    },
    fill(id) {
      input.value = id
    },
    focus() {
      input.focus({ preventScroll: true })
    },
    ask({ id, host, entries, send, download }) {
      if (id === asked) return
      asked = id
      const first = button(labels.askSend, send)
      show(
        el(
          'div',
          { class: 'ask' },
          el('h3', {}, labels.askTitle),
          el('p', {}, labels.askText(escapeText(host, 100))),
          entries === undefined ? undefined : el('p', {}, labels.askList(entries)),
          el(
            'div',
            { class: 'buttons' },
            first,
            entries === undefined ? undefined : button(labels.askDownload, download),
            button(
              labels.askNo,
              () => {
                show(labels.askRefused)
                input.focus()
              },
              { class: 'quiet' },
            ),
          ),
        ),
      )
    },
  }
}

/** A form for the nonce of a receipt, as a shop shows it to its buyer: spaces and capitals do not matter. */
function createNonceForm(useNonce: (nonce: string) => void): HTMLFormElement {
  const input = createField('nonce')
  const said = el('p', { class: 'said', role: 'status' })
  const form = el(
    'form',
    { class: 'ticket', hidden: true },
    el('label', { for: 'nonce' }, labels.nonceLabel),
    el('div', { class: 'field' }, input, el('button', { type: 'submit' }, labels.nonceButton)),
    el('p', { id: 'nonce-hint', class: 'soft small' }, labels.nonceHint),
    said,
  )
  form.addEventListener('submit', event => {
    event.preventDefault()
    const text = input.value.replaceAll(/[\s-]/g, '').toLowerCase()
    const isNonce = /^[0-9a-f]{32}$/.test(text)
    said.textContent = isNonce ? '' : labels.nonceWrong
    if (isNonce) useNonce(text)
  })
  return form
}

/** So many digits all tickets seem to have: those that won have. */
function countDigits(winners: readonly PageWinner[]): number | undefined {
  const [count, ...others] = new Set(
    winners.map(({ entryId }) => (/^\d+$/.test(entryId) ? entryId.length : 0)),
  )
  return count === 0 || others.length > 0 ? undefined : count
}
