/**
 * Rules about times.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { isTime, parseTime } from '../../core/time.js'
import { show, type Answered } from '../answer.js'
import { absent, require, type RuleResult } from '../rule.js'

/** The timestamp format of the specification. */
export function judgeUtc(value: JsonValue | undefined, pointer: string): RuleResult {
  const holds = typeof value === 'string' && isTime(value) && value.endsWith('+00:00')
  return require(holds, `${pointer} is a time like 2026-11-20T16:15:00+00:00`, show(value))
}

/** Tolerated clock difference in seconds. */
const slack = 300

export function judgeNotInFuture(
  value: JsonValue | undefined,
  pointer: string,
  answer: Answered,
): RuleResult {
  const late = secondsAfter(value, answer.exchange.receivedAt)
  if (late === undefined) return absent(`${pointer} is not a time`)
  return require(late <= slack, `${pointer} is not after ${answer.exchange.receivedAt}`, show(value))
}

/** The time of the request, within the tolerated clock difference. */
export function judgeNow(value: JsonValue | undefined, pointer: string, { exchange }: Answered): RuleResult {
  const early = secondsAfter(exchange.sentAt, value)
  const late = secondsAfter(value, exchange.receivedAt)
  if (early === undefined || late === undefined) return absent(`${pointer} is not a time`)
  const holds = early <= slack && late <= slack
  return require(holds, `${pointer} is within five minutes of ${exchange.receivedAt}`, show(value))
}

/** Seconds from `b` to `a`. */
function secondsAfter(a: JsonValue | undefined, b: JsonValue | undefined): number | undefined {
  if (typeof a !== 'string' || typeof b !== 'string' || !isTime(a) || !isTime(b)) return undefined
  return Number(parseTime(a) - parseTime(b)) / 1e9
}
