/**
 * How sentences, numbers, dates and lists are formed; what depends on the language is a parameter.
 *
 * @packageDocumentation
 */
import { escapeText } from '../render/escape.js'

const date = { year: 'numeric', month: 'long', day: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const

/** Formats milliseconds since 1970: `31 August 2026 at 18:45 UTC`. */
export const momentFormat = (locale: string, options: Intl.DateTimeFormatOptions = {}): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...date, ...clock, ...options })

/** Formats milliseconds since 1970: `31 August 2026`. */
export const dayFormat = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })

/** RFC 3339 times in UTC. */
const times = /(\bat )?\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g
const seconds = momentFormat('en-GB', { second: '2-digit' })

function formatTime(text: string, before = ''): string {
  const at = Date.parse(text.slice(before.length))
  return Number.isNaN(at) ? text : `${before === '' ? '' : 'on '}${seconds.format(at)}`
}

/**
 * Turns a report's message, which is English, into a sentence: reports write in lower case, without a full
 * stop, and with machine-readable times.
 */
export const readReport = (message: string, length = 600): string =>
  finish(escapeText(message.replace(times, formatTime), length))

/** Begins with a capital letter, and ends with a full stop. */
export const finish = (text: string): string => `${capital(text)}${/[.…!?)]\u2069?$/u.test(text) ? '' : '.'}`

/** The same of a text in brackets at its end, which is no sentence of its own. */
export const sentenceOf = (text: string): string => `${capital(text)}${/[.…!?]$/u.test(text) ? '' : '.'}`

/** Capitalizes the first letter. */
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Marks English words within a sentence of another language, for {@link splitEnglish}. */
export const markEnglish = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`)

/** The parts of a text with marked English words: these at odd indices. */
export const splitEnglish = (text: string): readonly string[] => text.split(/[\u2068\u2069]/)

/** Whether a name cannot be mistaken for words of the page. */
export const isPlainName = (name: string): boolean =>
  /^[\p{L}\p{N}](?:[\p{L}\p{N} '’&()+#/_-]|[,.](?! )){0,59}$/u.test(name)

/** Whether the id of a ticket cannot be mistaken for words of the page. */
export const isPlainTicket = (id: string): boolean =>
  /\p{N}/u.test(id) && /^[\p{L}\p{N}#_./-]{1,60}$/u.test(id)

/** A noun by grammatical number, in the categories of `Intl.PluralRules` that its language has. */
export type Plurals = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/**
 * A duration in its two largest non-zero units: `13 days 4 hours`, `5 minutes`, `10 seconds`.
 *
 * @param milliseconds - not negative; fractions of a second are dropped.
 * @param most - max units.
 */
export function formatDuration(locale: string, milliseconds: number, most = 2): string {
  let rest = Math.floor(milliseconds / 1000)
  const say = (count: number, unit: string): string =>
    count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' })
  const parts = units.map(([size, unit]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? '' : say(count, unit)
  })
  const first = parts.findIndex(part => part !== '')
  if (first === -1) return say(0, 'second')
  return parts
    .slice(first, first + most)
    .filter(part => part !== '')
    .join(' ')
}
