/**
 * `log.witnessed`
 *
 * @packageDocumentation
 */
import { speak, type Ending, type Evidence } from './evidence.js'
import { endUnlogged } from './open.js'

const speaker = speak('the log shows everyone the same history')

/** Not provable in this version. */
export function checkLogWitnessed({ bundle }: Evidence): Ending {
  return endUnlogged(bundle, speaker)
}
