/**
 * Judges whether statements were seen in time, as `evidence.timely` will.
 *
 * @packageDocumentation
 */
import type { ChainInfo } from '../core/beacon.js'
import { formatTime, parseTime } from '../core/time.js'
import type { SeenStatement } from './statements-view.js'

/** When a commitment or seal was first seen, and its deadline. */
export interface Timing {
  readonly type: 'commitment' | 'seal'
  /** RFC 3339. */
  readonly seenAt: string
  /** RFC 3339. Exclusive for the commitment and without a beacon; inclusive for a seal before a round. */
  readonly deadline?: string
  /** Absent without a deadline: the beacon chain, or the commitment, is unknown. */
  readonly inTime?: boolean
}

/** Seconds before the round by which a seal must be seen. */
const margin = 30

/** End of the year 9999, the last of RFC 3339, in seconds since 1970. */
const lastSecond = 253_402_300_799

/**
 * @param firstSeen - first sighting of each statement, by digest: whole seconds, RFC 3339.
 * @param chains - those whose rounds have a time.
 */
export function judgeTiming(
  statements: readonly SeenStatement[],
  firstSeen: ReadonlyMap<string, string>,
  chains: readonly ChainInfo[],
): readonly Timing[] {
  const commitment = statements.map(({ statement }) => statement).find(({ type }) => type === 'commitment')
  return statements.flatMap(({ statement, digest }): Timing[] => {
    const { type } = statement
    const seenAt = firstSeen.get(digest)
    if ((type !== 'commitment' && type !== 'seal') || seenAt === undefined) return []
    const at = parseTime(seenAt)
    if (type === 'commitment') {
      const deadline = statement.entries_close_at_utc
      return [{ type, seenAt, deadline, inTime: at < parseTime(deadline) }]
    }
    if (commitment?.type !== 'commitment') return [{ type, seenAt }]
    const { beacon, draw_at_utc: drawAt } = commitment
    if (beacon === null) return [{ type, seenAt, deadline: drawAt, inTime: at < parseTime(drawAt) }]
    const chain = chains.find(({ chainHash }) => chainHash === beacon.chain_hash)
    if (chain === undefined) return [{ type, seenAt }]
    const time = chain.genesisTime + (beacon.round - 1) * chain.period
    if (time > lastSecond) return [{ type, seenAt }]
    const deadline = formatTime(new Date((time - margin) * 1000))
    return [{ type, seenAt, deadline, inTime: at <= parseTime(deadline) }]
  })
}

/** A timing in words: lower case, no full stop. */
export function describeTiming({ type, seenAt, deadline, inTime }: Timing): string {
  if (deadline === undefined || inTime === undefined) {
    return `${type} seen at ${seenAt}; whether that is in time cannot be said without its beacon chain (--trust)`
  }
  const relation = type === 'commitment' ? 'entries close at' : 'it had to be seen by'
  return `${type} seen at ${seenAt}, ${inTime ? 'in time' : 'TOO LATE'}: ${relation} ${deadline}`
}
