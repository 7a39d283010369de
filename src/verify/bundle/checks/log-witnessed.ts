/**
 * `log.witnessed`
 *
 * @packageDocumentation
 */
import { describeWitnesses } from '../log-evidence.js'
import { speak, type Ending, type Evidence } from './evidence.js'
import { endSilent, findCovering } from './log-included.js'

const speaker = speak('the log shows everyone the same history')

/**
 * A checkpoint under which every statement stands carries cosignatures of as many trusted witnesses as the trust root
 * asks for, and nothing that was given shows that the log signed two histories.
 */
export function checkLogWitnessed(evidence: Evidence): Ending {
  const { log, trust } = evidence
  const { proven, refuted, notProvable } = speaker
  const silent = endSilent(log, speaker)
  if (silent !== undefined) return silent
  if (log.badCosignature !== undefined) return refuted('signature-invalid', log.badCosignature)
  if (log.fork !== undefined) return refuted('log-forked', log.fork)
  // The history that the auditor was shown is not the one that was cosigned.
  if (log.damage !== undefined) return notProvable('log-damaged', log.damage)
  if (trust.witnesses.length === 0) {
    return notProvable('witness-unknown', 'the trust root has no witness that counts')
  }
  const covering = findCovering(evidence)
  const found = covering.find(({ witnessed }) => witnessed !== undefined)
  if (found?.witnessed !== undefined) {
    const { size, witnessed } = found
    return proven('log-witnessed', `${describeWitnesses(witnessed.names)} cosigned its ${size} entries`)
  }
  if (covering.length > 0) {
    const most = Math.max(...covering.map(({ cosigned }) => cosigned.length))
    const why = `${most} of ${trust.witnessThreshold} witnesses cosigned a checkpoint that covers every statement`
    return notProvable('witnesses-short', why)
  }
  return notProvable('evidence-missing', 'no checkpoint covers every statement')
}
