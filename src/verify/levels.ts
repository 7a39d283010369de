/**
 * The ladder: levels one above the other, each with the claims that it adds.
 *
 * @packageDocumentation
 */
import type { Claim } from '../model/report.js'

/** The ids of claims that each level adds to those below it, from level 0. */
export type Ladder = readonly (readonly string[])[]

export interface ReachedLevel {
  readonly level: number
  /** What keeps it from the next level: the id of a claim, or the code of a finding. Absent at the highest. */
  readonly stoppedBy?: string
}

/**
 * The highest level all of whose claims hold, with those of the levels below; 0 when any claim is refuted.
 *
 * @param holds - whether a claim is enough for its level; undefined where the claim is not made.
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
