/**
 * `evidence.unique`
 *
 * @packageDocumentation
 */
import { describeFew, isSplittable } from '../../../model/quorum.js'
import { nameStatement } from '../chain.js'
import { describeEntries } from '../log-head.js'
import { describeSecond } from '../sightings.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'
import { checkSeen } from './evidence-timely.js'
import { findCovering } from './log-included.js'
import { splits } from './log-witnessed.js'

const speaker = speak('there was no second commitment or seal')

/**
 * Observers in the trust file saw this commitment and this seal in time, and no other that the operator
 * signed for this raffle; it rests on their word, and the report names them. Each was seen while its key was
 * valid: what is seen later accuses nobody, so there may be a thousand. Or both were in the log in time,
 * and its entries contain no other: witnesses cosign without reading, so this needs the entries. In time by
 * the log's own witnesses: an observer may be the only one who saw that seal, and the log may have the one of
 * several that the operator liked afterwards. Time-stampers see only digests, and would stamp a thousand
 * seals: their time-stamps do not count here.
 */
export function checkEvidenceUnique(evidence: Evidence): BundleClaimResult {
  const { second, observed } = evidence.sightings
  if (second !== undefined) return speaker.refuted('statement-second', describeSecond(second))
  const logged = checkLogged(evidence)
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

/** Whether the log alone shows it; undefined without its entries. */
export function checkLogged(evidence: Evidence): BundleClaimResult | undefined {
  const { log, trust } = evidence
  const { proven, notProvable } = speaker
  if (!log.hasEntries) return undefined
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
  const [outdated] = log.outdated
  if (outdated !== undefined) {
    const what = `entry ${outdated.index} of the log is another ${nameStatement(outdated.signed.statement)}`
    const why = 'by a key of the operator that is not valid any more, and was there by the same time'
    return notProvable('statement-outdated', `${what}, ${why}`)
  }
  const seen = checkSeen(evidence, speaker, log.sightings)
  if ('status' in seen) return seen
  return proven(
    'logged-once',
    `${seen.words}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of ${describeEntries(found.size)}`,
  )
}
