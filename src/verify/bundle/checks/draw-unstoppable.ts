/**
 * `draw.unstoppable`
 *
 * @packageDocumentation
 */
import { parseTime } from '../../../core/time.js'
import type { Claim } from '../../../model/report.js'
import { margin } from '../../observer.js'
import { findCommittedRoundTime, speak, type BundleClaimResult, type Evidence } from './evidence.js'
import { checkEvidenceTimely, checkSeen } from './evidence-timely.js'

const speaker = speak('once the list was sealed, nobody could keep the result back')
const { proven, refuted, notProvable, notApplicable } = speaker

/** Without these there may be another seal of the same list, with other winners. */
const needed = ['statement.signed', 'beacon.rule', 'evidence.timely']

/**
 * The seeds are public, and 30 s before the round observers in the trust file had commitment, seal and list,
 * of which there are no others: they can compute the winners. A cancellation dated after the round withdraws
 * a public result.
 */
export function checkDrawUnstoppable(evidence: Evidence, before: readonly Claim[]): BundleClaimResult {
  const { chain, attestations, sightings } = evidence
  const { commitment, seal } = chain
  if (commitment === undefined) return notProvable('evidence-missing', 'there is no commitment')
  if (commitment.seeds !== 'public')
    return notApplicable('seeds-secret', 'the seeds were secret until the draw')
  const roundTime = findCommittedRoundTime(evidence)
  const round = roundTime === undefined ? undefined : BigInt(roundTime) * 1_000_000_000n
  if (chain.cancellation !== undefined) return checkCancelled(evidence, round)
  if (seal === undefined) return notProvable('evidence-missing', 'the list is not sealed')
  const { reader, discounted } = attestations
  if (reader === undefined) {
    const [other] = discounted
    if (other !== undefined) return notProvable(other.code, other.why)
    return notProvable('evidence-missing', 'nobody whom the trust file knows says to have read the list')
  }
  if (round === undefined) return notProvable('beacon-unknown', unknownRound)
  if (reader.at > round - margin) {
    return notProvable(
      'observed-late',
      `${reader.who} had read the list at ${reader.atUtc}, which is too late`,
    )
  }
  const claims = [...before, { id: 'evidence.timely', ...checkEvidenceTimely(evidence) }]
  const wrong = claims.find(
    ({ id, status }) => status === 'refuted' || (status !== 'proven' && needed.includes(id)),
  )
  // Witnesses and time-stampers have not read the seal.
  const isSeenOnce =
    sightings.second === undefined && !('status' in checkSeen(evidence, speaker, sightings.observed))
  if (wrong !== undefined || !isSeenOnce) {
    return notProvable('basis-unproven', `${wrong?.id ?? 'evidence.unique by observers'} is not proven`)
  }
  return proven(
    'draw-unstoppable',
    `the seeds are public, and ${reader.who} had read the list at ${reader.atUtc}`,
  )
}

const unknownRound = 'the time of the round is not known: its chain is not in the trust file'

/** After the seal the operator may have known the winners. */
function checkCancelled({ chain, sightings }: Evidence, round: bigint | undefined): BundleClaimResult {
  const { cancellation, seal } = chain
  if (seal === undefined || cancellation === undefined)
    return notApplicable('raffle-cancelled', 'the raffle was cancelled before its list was sealed')
  if (round === undefined) return notProvable('beacon-unknown', unknownRound)
  if (parseTime(cancellation.issued_at_utc) >= round) {
    return refuted(
      'cancelled-after-round',
      `the raffle was cancelled at ${cancellation.issued_at_utc}, when its winners could be known`,
    )
  }
  const seen = sightings.earliest[chain.links.findIndex(({ statement }) => statement === cancellation)]
  if (seen !== undefined && seen.at < round)
    return notApplicable('raffle-cancelled', 'the raffle was cancelled before its round')
  return notProvable(
    'cancelled-unseen',
    'the raffle was cancelled after the seal, and nobody saw that before the round',
  )
}
