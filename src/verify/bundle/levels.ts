/**
 * Assurance levels: what the claims of a bundle amount to (docs/PROTOCOL.md, "Levels").
 *
 * @packageDocumentation
 */
import { levelNames, type Claim } from '../../model/report.js'

/** The claims that each level adds to those below it. */
export const claimsOfLevel: readonly (readonly string[])[] = [
  [],
  ['record.schema', 'record.consistent'],
  ['statement.signed', 'statement.chain', 'record.matches'],
  ['seed.committed', 'entries.sealed', 'winner.derived'],
  ['beacon.genuine', 'beacon.rule', 'evidence.timely', 'evidence.unique'],
  ['log.included', 'log.witnessed'],
]

/** The highest level of a draw whose operator picked another winner after the draw. */
const highestReplaced = 3

export interface Reached {
  readonly level: number
  /** What keeps it from the next level: the id of a claim, or the code of a finding. Absent at the highest. */
  readonly stoppedBy?: string
}

/**
 * The highest level all of whose claims are proven; 0 when any claim is refuted. Without a record its claims do not
 * count; any other claim that is not applicable blocks the level.
 *
 * @param replaced - a winner was replaced, and the auditor did not say that this is accepted.
 */
export function findReached(claims: readonly Claim[], replaced: boolean): Reached {
  const refuted = claims.find(({ status }) => status === 'refuted')
  if (refuted !== undefined) return { level: 0, stoppedBy: refuted.id }
  const isShort = (id: string): boolean => {
    const claim = claims.find(one => one.id === id)
    return claim?.status !== 'proven' && claim?.code !== 'record-not-given'
  }
  for (let level = 0; level < levelNames.length; level += 1) {
    if (replaced && level > highestReplaced) return { level: level - 1, stoppedBy: 'winner-replaced' }
    const stoppedBy = claimsOfLevel[level]?.find(isShort)
    if (stoppedBy !== undefined) return { level: level - 1, stoppedBy }
  }
  return { level: levelNames.length - 1 }
}
