/**
 * The clock of this machine beside that of a service: an observation has the time of this machine.
 *
 * @packageDocumentation
 */
import { headerValue, type Exchange } from '../model/exchange.js'

/**
 * Seconds by which this clock is ahead; undefined where the service does not say its time. The answer may have been on
 * its way for as long as the request took, and be cached.
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

/** A clock that is off by more seconds than this is worth a word. */
const tolerance = 60

/** A clock that is off, in words: lower case, no full stop. Undefined where it is not. */
export function describeClock(ahead = 0): string | undefined {
  if (Math.abs(ahead) <= tolerance) return undefined
  const relation = ahead > 0 ? 'ahead of' : 'behind'
  return `the clock of this machine is ${Math.abs(ahead)} s ${relation} the service's; one of the two is wrong, and the observation has the time of this machine`
}
