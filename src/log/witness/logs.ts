/**
 * The logs that a witness cosigns.
 *
 * @packageDocumentation
 */
import { formatVerifierKey, isWitnessKey, type VerifierKey } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'

/** A log with one signing key; a log with two keys is listed twice. */
export interface WitnessedLog {
  readonly origin: string
  /** Of type `ed25519`. */
  readonly key: VerifierKey
}

/**
 * The distinct keys of each origin.
 *
 * @throws DrawauditError `key-invalid` for a witness key, or two keys that cannot be told apart.
 */
export function groupKeys(logs: readonly WitnessedLog[]): ReadonlyMap<string, readonly VerifierKey[]> {
  const groups = new Map<string, VerifierKey[]>()
  for (const { origin, key } of logs) {
    if (isWitnessKey(key)) {
      throw new DrawauditError(
        'key-invalid',
        `${formatVerifierKey(key)} is the key of a witness, not of a log`,
        {
          hint: 'give the key that the log signs its checkpoints with',
        },
      )
    }
    const group = groups.get(origin) ?? []
    groups.set(origin, group)
    const same = group.find(one => one.name === key.name && one.keyId === key.keyId)
    if (same === undefined) group.push(key)
    else if (formatVerifierKey(same) !== formatVerifierKey(key)) {
      throw new DrawauditError('key-invalid', `two keys of one log are known as ${key.name}+${key.keyId}`)
    }
  }
  return groups
}
