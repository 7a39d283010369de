/**
 * `log.witnessed`
 *
 * @packageDocumentation
 */
import { speak, type Ending, type Evidence } from './evidence.js'

const { notProvable } = speak('the log shows everyone the same history')

/** Logs are not verified yet: nothing about them is ever proven. */
export function checkLogWitnessed({ bundle }: Evidence): Ending {
  return bundle.log === undefined
    ? notProvable('evidence-missing', 'there is no log in the bundle')
    : notProvable('log-unchecked', 'this version does not verify logs')
}
