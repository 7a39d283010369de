/**
 * How the page formats report messages, times, places and tickets.
 *
 * @packageDocumentation
 */
import { escapeText } from '../render/escape.js'

const date = { year: 'numeric', month: 'long', day: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const
const universal = { ...date, ...clock }
const minutes = new Intl.DateTimeFormat('en-GB', universal)
const seconds = new Intl.DateTimeFormat('en-GB', { ...universal, second: '2-digit' })
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `31 August 2026 at 18:45 UTC`, from milliseconds since 1970. */
export const formatMoment = (at: number): string => minutes.format(at)

/** `31 August 2026`, from milliseconds since 1970. */
export const formatDay = (at: number): string => days.format(at)

/** RFC 3339 times in UTC. */
const times = /(\bat )?\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g

function formatTime(text: string, before = ''): string {
  const at = Date.parse(text.slice(before.length))
  return Number.isNaN(at) ? text : `${before === '' ? '' : 'on '}${seconds.format(at)}`
}

/**
 * Turns a report's message into a sentence: reports write in lower case, without a full stop, and with
 * machine-readable times.
 */
export function asSentence(message: string, length = 600): string {
  const text = escapeText(message.replace(times, formatTime), length)
  return `${capital(text)}${/[.…!?)]$/u.test(text) ? '' : '.'}`
}

/** Capitalizes the first letter. */
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/**
 * `ticket 10007`, or `ticket “Ada”`: quotation marks enclose what could be mistaken for the page's words. An
 * id that already contains the word ticket is used alone.
 */
export function sayTicket(id: string): string {
  if (/^ticket[-_ #]*\p{N}+$/iu.test(id)) return id
  const isPlain = /\p{N}/u.test(id) && /^[\p{L}\p{N}#_./-]{1,60}$/u.test(id)
  if (isPlain) return `ticket ${id}`
  return /^ticket(?!\p{L})/iu.test(id) ? `“${id}”` : `ticket “${id}”`
}

/** A name within a sentence, in quotation marks if it could be mistaken for the page's words. */
export const sayName = (name: string): string =>
  /^[\p{L}\p{N}](?:[\p{L}\p{N} '’&()+#/_-]|[,.](?! )){0,59}$/u.test(name) ? name : `“${name}”`

const endings: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  ...{ one: 'st', two: 'nd', few: 'rd' },
  ...{ zero: 'th', many: 'th', other: 'th' },
}
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

/** `103rd` for place 102: places are counted from 0. */
export function sayOrdinal(place: number): string {
  const count = place + 1
  return `${count.toLocaleString('en')}${endings[ordinals.select(count)]}`
}

/** `A, B and C` */
export const listWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`

/** `1 ticket`, `10,000 tickets` */
export const quantity = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const units: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
]

/**
 * A duration in its two largest non-zero units: `13 days 4 hours`, `5 minutes`, `10 seconds`.
 *
 * @param milliseconds - not negative; fractions of a second are dropped.
 * @param most - max units.
 */
export function formatDuration(milliseconds: number, most = 2): string {
  let rest = Math.floor(milliseconds / 1000)
  const parts = units.map(([seconds, one, many]) => {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    return count === 0 ? '' : quantity(count, one, many)
  })
  const first = parts.findIndex(part => part !== '')
  if (first === -1) return quantity(0, 'second', 'seconds')
  return parts
    .slice(first, first + most)
    .filter(part => part !== '')
    .join(' ')
}
