/**
 * `log.included`
 *
 * @packageDocumentation
 */
import { speak, type Ending, type Evidence } from './evidence.js'

const { notProvable } = speak('every statement is in the log')

/** Logs are not verified yet: nothing about them is ever proven. */
export function checkLogIncluded({ bundle }: Evidence): Ending {
  return bundle.log === undefined
    ? notProvable('evidence-missing', 'there is no log in the bundle')
    : notProvable('log-unchecked', 'this version does not verify logs')
}
