/**
 * Moments, in universal time and on the reader's clock.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/labels.js'
import { formatMoment } from '../sentence.js'
import { el } from './elements.js'

const date = { year: 'numeric', month: 'long', day: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
const local = new Intl.DateTimeFormat('en-GB', { ...date, ...clock, timeZoneName: 'short' })
const localClock = new Intl.DateTimeFormat('en-GB', { ...clock, timeZoneName: 'short' })

/** A moment, with the reader's own time where that is another one. */
export function moment(at: number): HTMLElement {
  const then = new Date(at)
  const isOther = then.getTimezoneOffset() !== 0
  const here = (then.getDate() === then.getUTCDate() ? localClock : local).format(at)
  return el(
    'span',
    { class: 'moment' },
    el('time', { datetime: then.toISOString() }, formatMoment(at)),
    isOther ? el('span', { class: 'soft' }, ` (${labels.yourTime(here)})`) : undefined,
  )
}
