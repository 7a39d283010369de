/**
 * `evidence.unique`
 *
 * @packageDocumentation
 */
import { describeFew, isSplittable } from '../../../model/quorum.js'
import { describeEntries } from '../log-head.js'
import { describeSecond } from '../sightings.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'
import { checkSeen } from './evidence-timely.js'
import { findCovering } from './log-included.js'
import { splits } from './log-witnessed.js'

const speaker = speak('there was no second commitment or seal')

/**
 * Observers in the trust file saw this commitment and this seal in time, and no other that the operator
 * signed for this raffle; it rests on their word, and the report names them. Or both were in the log in time,
 * and its entries contain no other: witnesses cosign without reading, so this needs the entries.
 * Time-stampers see only digests, and would stamp a thousand seals: their time-stamps do not count here.
 */
export function checkEvidenceUnique(evidence: Evidence): BundleClaimResult {
  const { second, observed } = evidence.sightings
  if (second !== undefined) return speaker.refuted('statement-second', describeSecond(second))
  const logged = evidence.log.hasEntries ? checkLogged(evidence) : undefined
  if (logged?.status === 'proven') return logged
  const seen = checkSeen(evidence, speaker, observed)
  if (!('status' in seen)) return speaker.proven('observed-once', seen.words)
  if (logged !== undefined) return logged
  if (evidence.log.heads.length === 0 || seen.code !== 'evidence-missing') return seen
  return {
    ...seen,
    message: `${seen.message}; witnesses do not read what they cosign: give the log’s entries as well`,
  }
}

function checkLogged(evidence: Evidence): BundleClaimResult {
  const { log, trust } = evidence
  const { proven, notProvable } = speaker
  if (log.fault?.code === 'log-unknown') return notProvable('log-unknown', log.fault.why)
  // The claims about the log report what is wrong with it.
  if (log.fault !== undefined) return notProvable('evidence-missing', log.fault.why)
  if (log.damage !== undefined) return notProvable('log-damaged', log.damage)
  const read = findCovering(evidence).filter(({ isBacked }) => isBacked)
  if (read.length === 0) {
    return notProvable('evidence-missing', 'the entries of the log do not have every statement')
  }
  if (isSplittable(trust.quorum)) return notProvable('quorum-splits', splits)
  const found = read.find(({ witnessed }) => witnessed !== undefined)
  if (found === undefined) {
    return notProvable('witnesses-short', `${describeFew(trust.quorum)} cosigned the entries of the log`)
  }
  const seen = checkSeen(evidence, speaker, evidence.sightings.shown)
  if ('status' in seen) return seen
  return proven('logged-once', `${seen.words}, and no other is in the log of ${describeEntries(found.size)}`)
}
