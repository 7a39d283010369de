/**
 * Assurance levels of a bundle, by its claims (docs/PROTOCOL.md, "Levels").
 *
 * @packageDocumentation
 */
import type { Claim } from '../../model/report.js'
import { climb, type Ladder, type ReachedLevel } from '../levels.js'

/** Claims that each level adds to those below it. */
export const claimsOfLevel: Ladder = [
  [],
  ['record.schema', 'record.consistent'],
  ['statement.signed', 'statement.chain', 'record.matches'],
  ['seed.committed', 'entries.sealed', 'winner.derived'],
  ['beacon.genuine', 'beacon.rule', 'evidence.timely', 'evidence.unique'],
  ['log.included', 'log.witnessed'],
]

/** The level that needs the entries of the log. */
const highest = claimsOfLevel.length - 1

/** Highest level if a winner was replaced after the draw, or nobody read the list. */
const highestCapped = 3

/**
 * The highest level whose claims are all proven; 0 if any claim is refuted. Without a record its claims do
 * not count; any other claim that is not applicable blocks the level.
 *
 * @param replaced - whether a winner was replaced and the auditor did not accept that.
 * @param attested - whether an observer in the trust file read the sealed list in full.
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
  // A list that nobody has read in full may contain the winner a hundred times.
  const sealed = claims.find(({ id }) => id === 'entries.sealed')
  if (sealed?.code === 'entries-light' && !attested) return { level: highestCapped, stoppedBy: sealed.id }
  // Witnesses do not read what they cosign: a log may contain two commitments, each shown to different
  // people.
  const unique = claims.find(({ id }) => id === 'evidence.unique')
  return reached.level === highest && unique?.code !== 'logged-once'
    ? { level: highest - 1, stoppedBy: 'log-unread' }
    : reached
}
