/**
 * Reads how long a service asks to wait.
 *
 * @packageDocumentation
 */
import { headerValue, type Exchange } from '../model/exchange.js'

/** Seconds to wait after a 429 without a readable Retry-After. */
const usualWait = 5

/**
 * The seconds to wait before retrying: for every 429, and for a 503 with Retry-After. Undefined otherwise.
 *
 * @param usual - default for a 429 without Retry-After.
 */
export function readWait(exchange: Exchange, usual = usualWait): number | undefined {
  const { status } = exchange
  if (status !== 429 && status !== 503) return undefined
  const stated = parseRetryAfter(headerValue(exchange, 'retry-after'), new Date(exchange.receivedAt))
  return stated ?? (status === 429 ? usual : undefined)
}

const weekday = '(Mon|Tue|Wed|Thu|Fri|Sat|Sun)'

/**
 * The seconds in a Retry-After field (RFC 9110, section 10.2.3): an integer, or an HTTP-date in any of its
 * three forms, where a past date gives 0. Undefined for anything else, including a missing field.
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  if (/^[0-9]+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
  const date = modernize(value, now)
  const time = Date.parse(date)
  // Date.parse is lenient; formatting the result gives the standard form for comparison.
  if (Number.isNaN(time) || new Date(time).toUTCString() !== date) return undefined
  return Math.max(0, Math.ceil((time - now.getTime()) / 1000))
}

/** Converts the two obsolete date forms to the current one: `Sun, 06 Nov 1994 08:49:37 GMT`. */
function modernize(value: string, now: Date): string {
  const rfc850 = new RegExp(`^${weekday}[a-z]*day, (\\d\\d)-([A-Z][a-z]{2})-(\\d\\d) (.{8}) GMT$`).exec(value)
  if (rfc850 !== null) {
    const [, name = '', day = '', month = '', year = '', time = ''] = rfc850
    return `${name}, ${day} ${month} ${fullYear(Number(year), now.getUTCFullYear())} ${time} GMT`
  }
  const asctime = new RegExp(`^${weekday} ([A-Z][a-z]{2}) ([ \\d]\\d) (.{8}) (\\d{4})$`).exec(value)
  if (asctime !== null) {
    const [, name = '', month = '', day = '', time = '', year = ''] = asctime
    return `${name}, ${day.replace(' ', '0')} ${month} ${year} ${time} GMT`
  }
  return value
}

/** RFC 9110, section 5.6.7: a two-digit year more than 50 years ahead is in the past. */
function fullYear(twoDigits: number, thisYear: number): number {
  const year = thisYear - (thisYear % 100) + twoDigits
  return year > thisYear + 50 ? year - 100 : year
}
