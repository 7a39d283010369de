/**
 * Times in options, in the forms that people write.
 *
 * @packageDocumentation
 */
import { formatTime, parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { describeWait } from '../../operator/describe-wait.js'
import { talk } from './terminal.js'

/** Accepted forms, for the description of an option. */
export const momentForms = 'like "2030-12-20 18:00" (this machine’s zone, or with one), or +2h'

/** The present time and zone. */
export interface Clock {
  readonly now: Date
  /** IANA name of the default zone; undefined if the machine's zone has no name. */
  readonly zone: string | undefined
}

/** A parsed time. */
export interface ParsedMoment {
  /** Whole seconds since 1970. */
  readonly seconds: number
  /** Local time and zone, to confirm; undefined if the text is unambiguous, as in RFC 3339. */
  readonly understood?: string
}

/**
 * The value of a time option, in whole seconds since 1970. Prints how an ambiguous text was understood.
 *
 * @throws DrawauditError `usage`.
 */
export function readMoment(name: string, text: string): number {
  const clock = { now: new Date(), zone: findMachineZone() }
  const { seconds, understood } = parseMoment(name, text, clock)
  if (understood !== undefined) {
    const at = formatTime(new Date(seconds * 1000))
    talk(`${name} ${understood} (${at}), ${describeDistance(seconds - toSeconds(clock.now))}\n`)
  }
  return seconds
}

/** For some values of TZ, Node reports no zone name. */
function findMachineZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { readonly timeZone?: string }
  return timeZone === 'Etc/Unknown' ? undefined : timeZone
}

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

function describeDistance(seconds: number): string {
  if (seconds === 0) return 'now'
  return seconds > 0 ? `in ${describeWait(seconds)}` : `${describeWait(-seconds)} ago`
}

/**
 * Parses a time: RFC 3339; a date with or without time of day, in a given zone (`Z`, `UTC`, an offset, or an IANA
 * name such as Europe/London) or in the clock's zone; or a duration from now, such as `+2h` or `in 1d 12h`.
 *
 * @param name - name of the option, for errors.
 * @throws DrawauditError `usage` for anything else, and for a local time that clocks skip or repeat.
 */
export function parseMoment(name: string, text: string, { now, zone }: Clock): ParsedMoment {
  const given = text.trim()
  const exact = readExact(given)
  if (exact !== undefined) return { seconds: exact }
  const wait = readWait(given)
  if (wait !== undefined) {
    const seconds = toSeconds(now) + wait
    if (seconds < end) {
      const where = zone ?? 'UTC'
      return { seconds, understood: `${formatLocal(findLocal(seconds, where))} ${where}` }
    }
  }
  const { date = '', time = '00:00', offset, place } = written.exec(given)?.groups ?? {}
  const local = Date.parse(`${date}T${time}Z`) / 1000
  const east = offset === undefined ? undefined : readOffset(offset)
  const isWrong = offset !== undefined && (east === undefined || place !== undefined)
  if (!isDay(date, local) || isWrong) throw refuse(name, text)
  if (offset !== undefined && east !== undefined) {
    const where = /^[zu]/i.test(offset) ? 'UTC' : offset
    return { seconds: local - east, understood: `${formatLocal(local)} ${where}` }
  }
  const where = place === undefined ? zone : findZone(name, place)
  if (where === undefined) {
    throw new DrawauditError(
      'usage',
      `--${name} takes a time with a zone: that of this machine has no name`,
      {
        hint: `write ${JSON.stringify(`${given} Europe/London`)}, or ${JSON.stringify(`${given}Z`)} for UTC`,
      },
    )
  }
  return { seconds: resolve(name, local, where), understood: `${formatLocal(local)} ${where}` }
}

/** No short zone names: BST is British Summer Time or Bangladesh Standard Time. */
const written =
  /^(?<date>\d{4}-\d\d-\d\d)(?:(?:T| +)(?<time>\d\d:\d\d(?::\d\d)?)(?: *(?<offset>Z|UTC|[+-]\d\d:?\d\d))?)?(?: +(?<place>[A-Z]\w*(?:\/[\w+-]+)+))?$/i

/** 10000-01-01T00:00:00Z in seconds: the end of four-digit years. */
const end = 253_402_300_800

function readExact(text: string): number | undefined {
  try {
    const time = parseTime(text)
    return time % 1_000_000_000n === 0n ? Number(time / 1_000_000_000n) : undefined
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

/** Seconds per unit, by its first letter; m is minutes, never months. */
const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

const unitNames = 's(?:ec(?:onds?)?)?|m(?:in(?:utes?)?)?|h(?:ours?)?|d(?:ays?)?|w(?:eeks?)?'

/** Seconds from now, of `+2h`, `in 2h` or `in 1 day 12 hours`. */
function readWait(text: string): number | undefined {
  const [, rest] = /^(?:\+ *|in +)(.+)$/i.exec(text) ?? []
  if (rest === undefined) return undefined
  const part = `(\\d{1,9}) *(${unitNames})`
  if (!new RegExp(`^${part}(?: *${part})*$`, 'i').test(rest)) return undefined
  const parts = [...rest.matchAll(new RegExp(part, 'gi'))]
  return parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (units[unit.charAt(0).toLowerCase()] ?? 0),
    0,
  )
}

/** Date turns 30 February into 1 March, and 24:00 into the next day. */
const isDay = (date: string, seconds: number): boolean =>
  !Number.isNaN(seconds) && new Date(seconds * 1000).toISOString().startsWith(date)

/** Seconds east of UTC; undefined for invalid text and for -00:00, which means unknown. */
function readOffset(text: string): number | undefined {
  if (/^(?:z|utc)$/i.test(text)) return 0
  const [, sign, hours = '', minutes = ''] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? []
  const seconds = 3600 * +hours + 60 * +minutes
  if (+hours > 23 || +minutes > 59 || (sign === '-' && seconds === 0)) return undefined
  return sign === '-' ? -seconds : seconds
}

/** The canonical name of a zone. */
function findZone(name: string, text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new DrawauditError('usage', `--${name} names an unknown time zone: ${JSON.stringify(text)}`, {
      hint: 'a zone is named like Europe/London, or by its offset: +01:00',
    })
  }
}

/** Local time in a zone, as seconds since 1970 as if it were UTC. */
function findLocal(seconds: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  const parts = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]))
  const get = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  const date = `${get('year').padStart(4, '0')}-${get('month')}-${get('day')}`
  return Date.parse(`${date}T${get('hour')}:${get('minute')}:${get('second')}Z`) / 1000
}

/**
 * Seconds since 1970 at which clocks in a zone show a local time.
 *
 * @throws DrawauditError `usage` if they never show it, or twice.
 */
function resolve(name: string, local: number, zone: string): number {
  // Offsets are below a day, so these two lie on either side of a clock change near this time.
  const offsets = [local - 86_400, local + 86_400].map(at => findLocal(at, zone) - at)
  const readings = [...new Set(offsets)].map(offset => local - offset).sort((a, b) => a - b)
  const [only, ...more] = readings.filter(at => findLocal(at, zone) === local)
  if (only !== undefined && more.length === 0) return only
  const what =
    only === undefined ? 'does not exist: clocks go forward then' : 'comes twice: clocks go back then'
  const times = readings.map(at => formatTime(new Date(at * 1000)))
  throw new DrawauditError('usage', `--${name}: ${formatLocal(local)} ${zone} ${what}`, {
    hint: `give ${times.join(' or ')}`,
  })
}

/** `2030-12-20 18:00`, with seconds unless they are 0. */
function formatLocal(local: number): string {
  const text = new Date(local * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return text.endsWith(':00') ? text.slice(0, 16) : text
}

function refuse(name: string, text: string): DrawauditError {
  const found = `--${name} takes a time, found ${JSON.stringify(text)}`
  const [, first = '', second = '', year = ''] =
    /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/.exec(text) ?? []
  if (year === '') {
    return new DrawauditError('usage', found, {
      hint: 'like 2026-11-20T16:15:00+00:00, "2026-11-20 16:15", "2026-11-20 16:15 Europe/London", or +2h',
    })
  }
  const write = (month: string, day: string): string =>
    `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const readings = [write(second, first), write(first, second)].filter(one =>
    isDay(one, Date.parse(one) / 1000),
  )
  return new DrawauditError('usage', `${found}: is the day first, or the month?`, {
    hint: `write the year first: ${[...new Set(readings)].join(' or ') || 'YYYY-MM-DD'}`,
  })
}
