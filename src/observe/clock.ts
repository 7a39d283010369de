/**
 * Compares this machine's clock, which dates observations, with that of a service.
 *
 * @packageDocumentation
 */
import { headerValue, type Exchange } from '../model/exchange.js'

/**
 * Seconds by which this clock is ahead; undefined if the service does not state its time. Ignores differences
 * that latency or a cache may explain.
 */
export function readClock(exchange: Exchange): number | undefined {
  const date = Date.parse(headerValue(exchange, 'date') ?? '')
  if (Number.isNaN(date)) return undefined
  const age = Number(/^\d{1,9}$/.exec(headerValue(exchange, 'age') ?? '')?.[0] ?? 0)
  const served = date + age * 1000
  const [sent, received] = [Date.parse(exchange.sentAt), Date.parse(exchange.receivedAt)]
  // The field has whole seconds.
  if (sent > served + 1000) return Math.round((sent - served) / 1000)
  return received < served ? Math.round((received - served) / 1000) : 0
}

/** Clock error in seconds that is not worth a warning. */
const tolerance = 60

/** A clock error in words: lower case, no full stop. Undefined if within tolerance. */
export function describeClockError(ahead = 0): string | undefined {
  if (Math.abs(ahead) <= tolerance) return undefined
  const relation = ahead > 0 ? 'ahead of' : 'behind'
  return `the clock of this machine is ${Math.abs(ahead)} s ${relation} the service's; one of the two is wrong, and the observation has the time of this machine`
}
