/**
 * Assurance levels: what the claims of a bundle amount to (docs/PROTOCOL.md, "Levels").
 *
 * @packageDocumentation
 */
import type { Claim } from '../../model/report.js'
import { climb, type Ladder, type ReachedLevel } from '../levels.js'

/** The claims that each level adds to those below it. */
export const claimsOfLevel: Ladder = [
  [],
  ['record.schema', 'record.consistent'],
  ['statement.signed', 'statement.chain', 'record.matches'],
  ['seed.committed', 'entries.sealed', 'winner.derived'],
  ['beacon.genuine', 'beacon.rule', 'evidence.timely', 'evidence.unique'],
  ['log.included', 'log.witnessed'],
]

/** The level that takes the entries of the log. */
const highest = claimsOfLevel.length - 1

/** The highest level of a draw whose operator picked another winner after the draw, or whose list nobody read. */
const highestCapped = 3

/**
 * The highest level all of whose claims are proven; 0 when any claim is refuted. Without a record its claims do not
 * count; any other claim that is not applicable blocks the level.
 *
 * @param replaced - a winner was replaced, and the auditor did not say that this is accepted.
 * @param attested - an observer of the trust file read the sealed list whole.
 */
export function findReachedLevel(
  claims: readonly Claim[],
  replaced: boolean,
  attested = false,
): ReachedLevel {
  const reached = climb(
    claimsOfLevel,
    claims,
    claim => claim?.status === 'proven' || claim?.code === 'record-not-given',
  )
  if (reached.level < highestCapped) return reached
  if (replaced) return { level: highestCapped, stoppedBy: 'winner-replaced' }
  // A list that nobody has read whole may have the winner in it a hundred times.
  const sealed = claims.find(({ id }) => id === 'entries.sealed')
  if (sealed?.code === 'entries-light' && !attested) return { level: highestCapped, stoppedBy: sealed.id }
  // Witnesses do not read what they cosign: two commitments may stand in one log, each shown to somebody.
  const unique = claims.find(({ id }) => id === 'evidence.unique')
  return reached.level === highest && unique?.code !== 'logged-once'
    ? { level: highest - 1, stoppedBy: 'log-unread' }
    : reached
}
