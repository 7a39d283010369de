/**
 * The ticket box: takes numbers, or the nonce of a receipt, and asks for consent before sending anything.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import type { PageModel, PageWinner } from '../model.js'
import { createField, el, type Child } from './elements.js'
import { renderFileButton } from './file-button.js'
import { renderLate } from './later.js'
import type { TicketLookup } from './ticket-question.js'

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

export function createTicketBox({ hint, lookUp, take, useNonce }: TicketActions): TicketBox {
  const answer = el('div', { class: 'said', role: 'status' })
  const input = createField('ticket')
  const nonce = el('div', {})
  const label = el('label', { for: 'ticket' }, labels.ticketLabel)
  const hinted = el('p', { id: 'ticket-hint', class: 'soft small' }, hint())
  const form = el(
    'form',
    { class: 'ticket' },
    label,
    hinted,
    el('div', { class: 'field' }, input, el('button', { type: 'submit' }, labels.ticketButton)),
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
    element: el('div', {}, form, nonce),
    say,
    askNonce(isAsked) {
      nonce.hidden = !isAsked
      if (isAsked && nonce.querySelector('form') === null) {
        nonce.replaceChildren(renderLate(later => later.createNonceForm(useNonce)))
      }
    },
    askFor({ hasNames = false, winners, totals }) {
      const digits = countDigits(winners)
      const said =
        totals?.hasList === true
          ? [labels.asPrinted(digits), labels.several, labels.staysHere].join(' ')
          : hint(digits)
      label.textContent = hasNames ? labels.nameLabel : labels.ticketLabel
      hinted.textContent = hasNames ? labels.nameHint : said
    },
    fill(id) {
      input.value = id
    },
    focus() {
      input.focus({ preventScroll: true })
    },
    ask(question) {
      if (question.id === asked) return
      asked = question.id
      const refuse = (): void => {
        show(labels.askRefused)
        input.focus()
      }
      show(renderLate(later => later.renderQuestion(question, refuse)))
    },
  }
}

/** The number of digits that all tickets seem to have, judging by the winners. */
function countDigits(winners: readonly PageWinner[]): number | undefined {
  const [count, ...others] = new Set(
    winners.map(({ entryId }) => (/^\d+$/.test(entryId) ? entryId.length : 0)),
  )
  return count === 0 || others.length > 0 ? undefined : count
}
