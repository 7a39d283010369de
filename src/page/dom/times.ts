/**
 * Formats times in the reader's time zone and in UTC.
 *
 * @packageDocumentation
 */
import { dates } from '../catalogue/en/grammar.js'
import { el } from './elements.js'

const date = { year: 'numeric', month: 'long', day: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const

/**
 * `31 August 2026 at 20:45 CEST (18:45 UTC)`; the part in brackets only if it differs.
 *
 * @param second - `2-digit` to show seconds.
 */
export function moment(at: number, second?: '2-digit'): HTMLElement {
  const then = new Date(at)
  const isOther = then.getTimezoneOffset() !== 0
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(dates, { ...options, ...clock, ...(second && { second }) }).format(at)
  const there = { ...(then.getDate() === then.getUTCDate() ? {} : date), timeZone: 'UTC' }
  return el(
    'span',
    { class: 'moment' },
    el('time', { datetime: then.toISOString() }, format(date)),
    isOther ? el('span', { class: 'soft' }, ` (${format(there)})`) : undefined,
  )
}
