/**
 * Log keys given as options.
 *
 * @packageDocumentation
 */
import { isWitnessKey, parseLogKey } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import type { TrustedLog } from '../../model/trust-log.js'

/**
 * Parses the values of `--vkey`; the name of a log's key is its origin.
 *
 * @throws DrawauditError `usage` for the key of a witness; as `parseLogKey` does.
 */
export function readLogKeys(vkeys: readonly string[] = []): readonly TrustedLog[] {
  return vkeys.map(vkey => {
    const key = parseLogKey(vkey)
    if (!isWitnessKey(key)) return { origin: key.name, key }
    throw new DrawauditError('usage', '--vkey takes the key of a log, and this is one of a witness')
  })
}
