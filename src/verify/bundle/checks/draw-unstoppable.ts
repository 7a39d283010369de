/**
 * `draw.unstoppable`
 *
 * @packageDocumentation
 */
import { parseTime } from '../../../core/time.js'
import type { Claim } from '../../../model/report.js'
import { findCommittedRoundTime, speak, type BundleClaimResult, type Evidence } from './evidence.js'

const { proven, refuted, notProvable, notApplicable } = speak(
  'once the list was sealed, nobody could keep the result back',
)

/** Claims about what is fixed with the list: if one fails, it is unknown what the winners follow from. */
const basis = ['statement.signed', 'statement.chain', 'seed.committed', 'beacon.rule', 'entries.sealed']

/**
 * The seeds are public, and an observer in the trust file had read the sealed list before the round: anyone
 * with seal, list and round can compute the winners. A cancellation dated after the round withdraws a public
 * result.
 */
export function checkDrawUnstoppable(evidence: Evidence, before: readonly Claim[]): BundleClaimResult {
  const { chain, attestations } = evidence
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
  if (reader.at >= round) {
    return notProvable('observed-late', `${reader.who} had read the list at ${reader.atUtc}, after the round`)
  }
  const wrong = before.find(({ id, status }) => status === 'refuted' && basis.includes(id))
  if (wrong !== undefined) {
    return notProvable('basis-refuted', `${wrong.id}, which says what the winners follow from, is refuted`)
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
