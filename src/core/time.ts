/**
 * RFC 3339 timestamps, read exactly.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'

const pattern = /^\d{4}-\d{2}-(\d{2})T\d{2}:\d{2}:\d{2}(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/

/** Whether `text` is an RFC 3339 time with an offset, and exists. Leap seconds are refused. */
export function isTime(text: string): boolean {
  return readTime(text) !== undefined
}

/**
 * Reads an RFC 3339 timestamp, any offset, up to nine fractional digits.
 *
 * @returns nanoseconds since 1970-01-01T00:00:00Z.
 * @throws DrawauditError `time-invalid` for another form, a date that does not exist, a leap second, or the
 * offset `-00:00`, which means unknown.
 *
 * @example
 * ```js
 * parseTime('2026-09-01T08:00:00+00:00') // 1788249600000000000
 * ```
 */
export function parseTime(text: string): bigint {
  const time = readTime(text)
  if (time === undefined) {
    throw new DrawauditError('time-invalid', 'expected a time like 2026-11-20T16:15:00+00:00', {
      hint: 'write date, T, time with seconds, and an offset (Z or +00:00), as in RFC 3339',
    })
  }
  return time
}

/** Formats a time as drawaudit writes it: RFC 3339, UTC, whole seconds, `+00:00`. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+00:00`
}

/**
 * The same time in UTC with the offset `+00:00` and without trailing zeros: one text for one instant.
 *
 * @returns `text` itself if it is not a time, or its year in UTC does not have four digits.
 */
export function normalizeTime(text: string): string {
  const time = readTime(text)
  if (time === undefined) return text
  const fraction = ((time % second) + second) % second
  const date = new Date(Number((time - fraction) / 1_000_000n))
  if (date.getUTCFullYear() < 0 || date.getUTCFullYear() > 9999) return text
  const digits = fraction === 0n ? '' : `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`
  return formatTime(date).replace('+', `${digits}+`)
}

/** Nanoseconds in a second. */
const second = 1_000_000_000n

/** The latest times by their texts: those of a raffle are read again by every check. */
const latest = new Map<string, bigint>()
const mostLatest = 1000

function readTime(text: string): bigint | undefined {
  const known = latest.get(text)
  if (known !== undefined) return known
  const time = computeTime(text)
  if (time === undefined) return undefined
  if (latest.size >= mostLatest) latest.clear()
  latest.set(text, time)
  return time
}

function computeTime(text: string): bigint | undefined {
  const [, day, fraction = '', sign, hours = 0, minutes = 0] = pattern.exec(text) ?? []
  if (day === undefined || +hours > 23 || +minutes > 59) return undefined
  if (sign === '-' && +hours === 0 && +minutes === 0) return undefined
  // Date rolls 30 February over to March, and 24:00 to the next day, so the day must survive the round trip.
  const date = new Date(`${text.slice(0, 19)}Z`)
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== +day) return undefined
  const offset = (sign === '-' ? -60 : 60) * (60 * +hours + +minutes)
  return BigInt(date.getTime() / 1000 - offset) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))
}
