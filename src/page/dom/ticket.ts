/**
 * The ticket box: takes a number, or the nonce of a receipt, and asks for consent before sending anything.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'
import * as labels from '../catalogue/en/labels.js'
import type { PageModel, PageWinner } from '../model.js'
import { button, el, type Child } from './elements.js'
import { renderFileButton } from './file-button.js'

export interface TicketBox {
  readonly element: HTMLElement
  /** Shows a message below the field. */
  say(...children: readonly Child[]): void
  /** Shows or hides the nonce field. */
  askNonce(isAsked: boolean): void
  /** Asks for a name if the list contains names, otherwise for a number, with an example. */
  askFor(model: PageModel): void
  /** Shows a ticket that is looked up without having been typed. */
  fill(id: string): void
  /** Moves the focus to the field. */
  focus(): void
  /** Asks for consent before anything is sent; an open question or answer about the same ticket is kept. */
  ask(question: TicketLookup): void
}

/** The data that may be sent, and the alternatives. */
export interface TicketLookup {
  /** The ticket. */
  readonly id: string
  /** The server that would receive it. */
  readonly host: string
  /** Number of tickets in the list, if downloading the whole list is an alternative. */
  readonly entries?: number
  readonly send: () => void
  readonly download: () => void
}

interface TicketActions {
  /**
   * A hint about where the number is sent.
   *
   * @param digits - number of digits that every ticket seems to have.
   */
  readonly hint: (digits?: number) => string
  /** Receives a non-empty number. */
  readonly lookUp: (id: string) => void
  /** Receives a receipt, or any other chosen file. */
  readonly take: (files: readonly File[]) => void
  /** Receives 32 hex digits. */
  readonly useNonce: (nonce: string) => void
}

/** A field without spell-checking and autocompletion, which could disclose the input. */
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
  /** The ticket in the latest question, until another message is shown. */
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

/** A form for a receipt's nonce, as a shop shows it to its buyer; spaces and letter case are ignored. */
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

/** The number of digits that all tickets seem to have, judging by the winners. */
function countDigits(winners: readonly PageWinner[]): number | undefined {
  const [count, ...others] = new Set(
    winners.map(({ entryId }) => (/^\d+$/.test(entryId) ? entryId.length : 0)),
  )
  return count === 0 || others.length > 0 ? undefined : count
}
