/**
 * The table of many winners.
 *
 * @packageDocumentation
 */
import { number } from '../catalogue/en/grammar.js'
import * as labels from '../catalogue/en/labels.js'
import type { PageWinner } from '../model.js'
import { el, untrusted } from './elements.js'

export function renderTable(winners: readonly PageWinner[]): HTMLElement {
  const head = [labels.prize, labels.winningTicket, labels.place].map(name =>
    el('th', { scope: 'col' }, name),
  )
  const rows = winners.map(({ prize, entryId, index, replaced }) =>
    el(
      'tr',
      { class: replaced ? 'replaced' : undefined },
      el('th', { scope: 'row' }, untrusted(prize, 300)),
      el(
        'td',
        {},
        el('strong', {}, untrusted(entryId, 300)),
        replaced ? el('span', { class: 'soft' }, ` ${labels.replaced}`) : undefined,
      ),
      el('td', {}, index === undefined ? '' : number(index)),
    ),
  )
  // Wider than a phone it scrolls, by keyboard too.
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': labels.winners(winners.length) },
    el('table', {}, el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...rows)),
  )
}
