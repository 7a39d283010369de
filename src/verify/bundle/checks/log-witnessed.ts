/**
 * `log.witnessed`
 *
 * @packageDocumentation
 */
import { describeCosigners, describeShort, isSplittable } from '../../../model/quorum.js'
import { describeEntries } from '../log-head.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'
import { endSilent, findCovering } from './log-included.js'

const speaker = speak('the log shows everyone the same history')

/** Why some quorums do not exclude a second history. */
export const splits =
  'the quorum of the trust file can be reached by two halves of the witnesses that were each shown another history'

/**
 * A checkpoint that covers every statement has the cosignatures required by the trust file's quorum, no
 * second history could have as many too, and nothing given shows that the log signed two histories.
 */
export function checkLogWitnessed(evidence: Evidence): BundleClaimResult {
  const { log, trust } = evidence
  const { proven, refuted, notProvable } = speaker
  const silent = endSilent(log, speaker)
  if (silent !== undefined) return silent
  if (log.badCosignature !== undefined) return refuted('signature-invalid', log.badCosignature)
  if (log.fork !== undefined) return refuted('log-forked', log.fork)
  // The history shown to the auditor is not the cosigned one.
  if (log.damage !== undefined) return notProvable('log-damaged', log.damage)
  if (trust.witnesses.length === 0) {
    return notProvable('witness-unknown', 'the trust file has no witness that counts')
  }
  if (isSplittable(trust.quorum)) return notProvable('quorum-splits', splits)
  const covering = findCovering(evidence)
  const found = covering.find(({ witnessed }) => witnessed !== undefined)
  if (found?.witnessed !== undefined) {
    const { size, witnessed } = found
    return proven(
      'log-witnessed',
      `${describeCosigners(witnessed)} cosigned the checkpoint of a log of ${describeEntries(size)}`,
    )
  }
  if (covering.length > 0) {
    const [best] = covering.map(({ cosigned }) => cosigned).sort((a, b) => b.length - a.length)
    const why = `${describeShort(trust.quorum, best ?? [])} cosigned a checkpoint that covers every statement`
    return notProvable('witnesses-short', why)
  }
  return notProvable('evidence-missing', 'no checkpoint covers every statement')
}
