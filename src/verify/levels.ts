/**
 * The ladder of levels, each with the claims that it adds.
 *
 * @packageDocumentation
 */
import type { Claim } from '../model/report.js'

/** Per level, from 0, the ids of claims that it adds to those below. */
export type Ladder = readonly (readonly string[])[]

export interface ReachedLevel {
  readonly level: number
  /** What blocks the next level: the id of a claim, or the code of a finding. Absent at the highest. */
  readonly stoppedBy?: string
}

/**
 * The highest level whose claims, and those of all lower levels, hold; 0 if any claim is refuted.
 *
 * @param holds - whether a claim is good enough for its level; undefined if the claim is not made.
 */
export function climb(
  ladder: Ladder,
  claims: readonly Claim[],
  holds: (claim: Claim | undefined) => boolean,
): ReachedLevel {
  const refuted = claims.find(({ status }) => status === 'refuted')
  if (refuted !== undefined) return { level: 0, stoppedBy: refuted.id }
  for (const [level, ids] of ladder.entries()) {
    const stoppedBy = ids.find(id => !holds(claims.find(claim => claim.id === id)))
    if (stoppedBy !== undefined) return { level: level - 1, stoppedBy }
  }
  return { level: ladder.length - 1 }
}
