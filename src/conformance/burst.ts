/**
 * Tests the rate limit: sends more requests than allowed.
 *
 * @packageDocumentation
 */
import type { DrawauditError } from '../errors.js'
import type { Answered } from './answer.js'
import type { ProbeRequest } from './probes.js'
import { confirmations, type Burst } from './rule.js'
import type { Session } from './session.js'

/** Max requests sent: more than the 60 allowed in a minute. */
export const mostRequests = 75

/**
 * Sends requests until one is answered with 429, a few more to confirm it, waits as long as the service asks,
 * and sends a last one. A few unanswered requests end it, too.
 *
 * @param longestWait - in seconds; longer waits are skipped.
 */
export async function tryLimit(session: Session, request: ProbeRequest, longestWait: number): Promise<Burst> {
  const limited: Answered[] = []
  const faults: DrawauditError[] = []
  let answered = 0
  await session.outwaitOthers()
  for (let sent = 0; sent < mostRequests && limited.length < confirmations; sent++) {
    const answer = await session.ask('burst', request)
    if ('fault' in answer) {
      faults.push(answer.fault)
      if (faults.length === confirmations) break
      continue
    }
    if (answer.exchange.status === 429) limited.push(answer)
    else if (limited.length === 0) answered = session.answeredLately
  }
  const [fault] = faults
  const seen = { answered, limited, fields: session.fields, ...(fault && { fault }) }
  const last = limited.at(-1)
  const wait = last === undefined ? undefined : session.readWait(last)
  if (wait === undefined || wait > longestWait) return seen
  // A service that counts whole seconds may be half a second behind.
  await session.wait(wait + 0.5)
  const after = await session.ask('burst', request)
  return { ...seen, ...(!('fault' in after) && { after }) }
}
