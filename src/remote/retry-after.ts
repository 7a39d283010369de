/**
 * How long a service asks to wait.
 *
 * @packageDocumentation
 */
import { headerValue, type Exchange } from '../model/exchange.js'

/** A 429 without a Retry-After that can be read is waited out for so many seconds. */
const usualWait = 5

/**
 * The seconds that an answer asks to wait before it is asked for again: one of 429 always does, one of 503 where it
 * says so. Undefined for any other.
 *
 * @param usual - what a 429 asks for that does not say.
 */
export function readWait(exchange: Exchange, usual = usualWait): number | undefined {
  const { status } = exchange
  if (status !== 429 && status !== 503) return undefined
  const stated = parseRetryAfter(headerValue(exchange, 'retry-after'), new Date(exchange.receivedAt))
  return stated ?? (status === 429 ? usual : undefined)
}

const weekday = '(Mon|Tue|Wed|Thu|Fri|Sat|Sun)'

/**
 * The seconds to wait by a Retry-After field (RFC 9110, section 10.2.3): whole seconds, or an HTTP-date in any of
 * its three forms, where a date in the past gives 0. Undefined for everything else, also for a missing field.
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  if (/^[0-9]+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
  const date = modernize(value, now)
  const time = Date.parse(date)
  // Date.parse is lenient; printing gives the one form that the standard has.
  if (Number.isNaN(time) || new Date(time).toUTCString() !== date) return undefined
  return Math.max(0, Math.ceil((time - now.getTime()) / 1000))
}

/** The two obsolete forms of a date in the form of today: `Sun, 06 Nov 1994 08:49:37 GMT`. */
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

/** RFC 9110, section 5.6.7: two digits that seem more than 50 years ahead are of the past. */
function fullYear(twoDigits: number, thisYear: number): number {
  const year = thisYear - (thisYear % 100) + twoDigits
  return year > thisYear + 50 ? year - 100 : year
}
