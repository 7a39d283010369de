/**
 * `evidence.unique`
 *
 * @packageDocumentation
 */
import { describeSecond } from '../sightings.js'
import { speak, type Ending, type Evidence } from './evidence.js'
import { checkSeen } from './evidence-timely.js'

const speaker = speak('there was no second commitment or seal')

/**
 * Observers of the trust root saw this commitment and this seal in time, and no other that the operator signed for
 * this raffle. It is their word: the report names them.
 */
export function checkEvidenceUnique(evidence: Evidence): Ending {
  const { second } = evidence.sightings
  if (second !== undefined) return speaker.refuted('statement-second', describeSecond(second))
  const seen = checkSeen(evidence, speaker)
  return 'status' in seen ? seen : speaker.proven('observed-once', seen.words)
}
