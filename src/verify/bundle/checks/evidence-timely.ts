/**
 * `evidence.timely`, and code shared with `evidence.unique`.
 *
 * @packageDocumentation
 */
import { parseTime } from '../../../core/time.js'
import { margin } from '../../observer.js'
import type { StatementChain } from '../chain.js'
import type { Sighting } from '../sighting.js'
import type { Sightings } from '../sightings.js'
import {
  findCommittedRoundTime,
  speak,
  type BundleClaimResult,
  type Evidence,
  type Speaker,
} from './evidence.js'

const speaker = speak('someone else saw the commitment and the seal in time')

/**
 * Observers in the trust file saw the commitment before entries closed, and the seal at least 30 s before the
 * time of the round; or by then the log's witnesses had cosigned a log with both, or a time-stamper had
 * stamped both. The operator's own times do not count.
 */
export function checkEvidenceTimely(evidence: Evidence): BundleClaimResult {
  const { commitment } = evidence.chain
  if (commitment?.beacon === null)
    return speaker.notApplicable('beacon-none', 'the commitment names no beacon')
  const seen = checkSeen(evidence, speaker, evidence.sightings.earliest)
  if ('status' in seen) return seen
  return checkEarly(evidence) ?? speaker.proven('observed-in-time', seen.words)
}

/** Tolerated lag of a clock in nanoseconds. */
const slowest = 60_000_000_000n

/**
 * Nobody can see a seal before entries close, or a draw before its round: a clock that shows so is wrong, and
 * none of its times count.
 */
function checkEarly(evidence: Evidence): BundleClaimResult | undefined {
  const { chain, sightings } = evidence
  const { commitment, seal, picks } = chain
  const roundTime = findCommittedRoundTime(evidence)
  const closes = commitment && parseTime(commitment.entries_close_at_utc)
  const round = roundTime === undefined ? undefined : BigInt(roundTime) * 1_000_000_000n
  const isPick = (statement: unknown): boolean => picks.some(pick => pick === statement)
  for (const [place, { statement }] of chain.links.entries()) {
    const sighting = sightings.earliest[place]
    const isSeal = statement === seal?.statement
    const limit = isSeal ? closes : isPick(statement) ? round : undefined
    if (sighting === undefined || limit === undefined || sighting.at >= limit - slowest) continue
    const what = isSeal ? 'the seal, before entries closed' : 'a draw, before its round was out'
    return speaker.notProvable(
      'observed-early',
      `the clock of ${sighting.who} is wrong: at ${sighting.atUtc} it ${sighting.by === 'timestamper' ? 'stamped' : 'saw'} ${what}`,
    )
  }
  return undefined
}

/**
 * Describes who saw what in time, or why nobody did.
 *
 * @param seen - who saw each statement of the bundle.
 */
export function checkSeen(
  evidence: Evidence,
  { notProvable }: Speaker,
  seen: Sightings['earliest'],
): BundleClaimResult | { readonly words: string } {
  const { chain, sightings } = evidence
  const { commitment, seal } = chain
  if (commitment === undefined || seal === undefined) {
    return notProvable('evidence-missing', 'the commitment or the seal is missing')
  }
  const sawCommitment = seen[placeOf(chain, commitment)]
  const sawSeal = seen[placeOf(chain, seal.statement)]
  if (sawCommitment === undefined || sawSeal === undefined) {
    const isAnyone = seen === sightings.earliest
    const [other] = isAnyone ? [...sightings.discounted, ...sightings.unstamped] : sightings.discounted
    if (other !== undefined) return notProvable(other.code, other.why)
    const missing = sawCommitment === undefined ? 'the commitment' : 'the seal'
    const isStamped = isAnyone && sightings.earliest.some(sighting => sighting?.by === 'timestamper')
    const others = isStamped ? ', no time-stamp and no witnessed log' : ' and no witnessed log'
    const who = `no observation${seen === sightings.observed ? '' : others}`
    return notProvable('evidence-missing', `${who} shows ${missing} with the operator’s signature`)
  }
  const deadline = findSealDeadline(evidence)
  if (deadline === undefined) {
    return notProvable(
      'beacon-unknown',
      'the time of the round is not known: its chain is not in the trust file',
    )
  }
  if (sawCommitment.at >= parseTime(commitment.entries_close_at_utc)) {
    return notProvable(
      'observed-late',
      `the commitment was seen at ${sawCommitment.atUtc}, and entries closed at ${commitment.entries_close_at_utc}`,
    )
  }
  if (sawSeal.at > deadline) {
    return notProvable('observed-late', `the seal was seen at ${sawSeal.atUtc}, which is too late`)
  }
  if (sawCommitment.isOutdated || sawSeal.isOutdated) {
    return notProvable('observed-late', 'its key was not valid any more when it was seen')
  }
  return { words: describeSightings(sawCommitment, sawSeal) }
}

/** Latest time at which the seal may be seen; without a beacon, just before `draw_at_utc`. */
function findSealDeadline(evidence: Evidence): bigint | undefined {
  const { commitment } = evidence.chain
  if (commitment?.beacon === null) return parseTime(commitment.draw_at_utc) - 1n
  const roundTime = findCommittedRoundTime(evidence)
  return roundTime === undefined ? undefined : BigInt(roundTime) * 1_000_000_000n - margin
}

function placeOf({ links }: StatementChain, statement: object): number {
  return links.findIndex(link => link.statement === statement)
}

function describeSightings(commitment: Sighting, seal: Sighting): string {
  const isSame = seal.who === commitment.who && seal.by === commitment.by
  const rest = isSame ? describeSight(seal, 'the seal') : describeSighting(seal, 'the seal')
  return `${describeSighting(commitment, 'the commitment')} and ${rest}`
}

function describeSighting(sighting: Sighting, what: string): string {
  const { who, by } = sighting
  return `${who} ${verbs[by]} ${describeSight(sighting, what)}`
}

const verbs = { observer: 'saw', witnesses: 'cosigned the log', timestamper: 'time-stamped' }

function describeSight({ by, atUtc }: Sighting, what: string): string {
  return by === 'witnesses' ? `with ${what} in it at ${atUtc}` : `${what} at ${atUtc}`
}
