/**
 * Asks for consent before the server learns which ticket is looked up.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'
import * as labels from '../catalogue/en/labels.js'
import { button, el } from './elements.js'

/** The data that may be sent, and the alternatives. */
export interface TicketLookup {
  /** The ticket. */
  readonly id: string
  /** The server that would receive it. */
  readonly host: string
  /** Number of tickets in the list, if downloading the whole list is an alternative. */
  readonly entries?: number
  /** Missing for several tickets: they are looked up in the list. */
  readonly send?: (() => void) | undefined
  readonly download: () => void
}

/** @param refuse - called if nothing is to be sent. */
export function renderQuestion(
  { host, entries, send, download }: TicketLookup,
  refuse: () => void,
): HTMLElement {
  return el(
    'div',
    { class: 'ask' },
    el('h3', {}, labels.askTitle),
    send && el('p', {}, labels.askText(escapeText(host, 100))),
    entries === undefined ? undefined : el('p', {}, labels.askList(entries)),
    el(
      'div',
      { class: 'buttons' },
      send && button(labels.askSend, send),
      entries === undefined ? undefined : button(labels.askDownload, download),
      button(labels.askNo, refuse, { class: 'quiet' }),
    ),
  )
}
