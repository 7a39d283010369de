/**
 * The ticket box: asks for a number, and before anything is sent says so and asks again.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'
import { labels } from '../labels.js'
import { button, el, type Child } from './elements.js'
import { renderFileButton } from './file-button.js'

export interface TicketBox {
  readonly element: HTMLElement
  /** Says something below the field. */
  say(...children: readonly Child[]): void
  /** Puts the reader back where the number was typed. */
  focus(): void
  /** Asks before anything is sent. */
  ask(question: Question): void
}

/** What may be sent, and what else may be done. */
export interface Question {
  /** The server that would be asked. */
  readonly host: string
  /** Tickets in the list, where downloading all of it is an alternative. */
  readonly entries?: number
  readonly send: () => void
  readonly download: () => void
}

/**
 * @param hint - what is said of where the number goes.
 * @param lookUp - told of a number that is not empty.
 * @param take - given a receipt, or whatever somebody takes for one.
 */
export function createTicketBox(
  hint: string,
  lookUp: (id: string) => void,
  take: (files: readonly File[]) => void,
): TicketBox {
  const answer = el('div', { class: 'said', role: 'status' })
  // No spelling service and no memory of forms learns of the number.
  const input = el('input', {
    id: 'ticket',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 200,
    'aria-describedby': 'ticket-hint',
  })
  const form = el(
    'form',
    { class: 'ticket' },
    el('label', { for: 'ticket' }, labels.ticketLabel),
    el('div', { class: 'field' }, input, el('button', { type: 'submit' }, labels.ticketButton)),
    el('p', { id: 'ticket-hint', class: 'soft small' }, hint),
    answer,
    el('p', { class: 'screen-only' }, renderFileButton(labels.receiptButton, take)),
  )
  const say = (...children: readonly Child[]): void => {
    answer.replaceChildren(...children.filter(child => child !== undefined))
  }
  form.addEventListener('submit', event => {
    event.preventDefault()
    const id = input.value.trim()
    if (id === '') say(labels.ticketEmpty)
    else lookUp(id)
  })
  return {
    element: form,
    say,
    focus() {
      input.focus({ preventScroll: true })
    },
    ask({ host, entries, send, download }) {
      const first = button(labels.askSend, send)
      say(
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
                say(labels.askRefused)
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
