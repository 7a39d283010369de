/**
 * The logs and witnesses of a trust file (docs/PROTOCOL.md, "The trust file").
 *
 * @packageDocumentation
 */
import {
  createVerifierKey,
  formatVerifierKey,
  parseVerifierKey,
  type VerifierKey,
  type VerifierKeyType,
} from '../core/note.js'
import { encodeHex } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'

/** A transparency log. */
export interface TrustedLog {
  /** The first line of its checkpoints. */
  readonly origin: string
  readonly key: VerifierKey
}

/**
 * Reads a vkey that has to be of a type: of another, the key would verify nothing, or something else.
 *
 * @throws DrawauditError `trust-invalid`, or as `parseVerifierKey` does.
 */
export function readVerifierKey(vkey: string, type: VerifierKeyType): VerifierKey {
  const key = parseVerifierKey(vkey)
  if (key.type === type) return key
  if (type === 'ed25519') {
    throw new DrawauditError('trust-invalid', 'it is the key of a witness: a log signs with another one')
  }
  const same = formatVerifierKey(createVerifierKey(key.name, type, key.key))
  throw new DrawauditError('trust-invalid', `it is no key of a witness; the same key as one is ${same}`, {
    hint: 'only if you know that this key cosigns: whoever signs notes with it could be made to cosign',
  })
}

/** Which witnesses do not count once more: a key that stands there under two names is one witness. */
export function findRepeatedWitnesses(witnesses: readonly VerifierKey[]): readonly boolean[] {
  const known = new Set<string>()
  return witnesses.map(({ key }) => {
    const bytes = encodeHex(key.bytes)
    const isRepeated = known.has(bytes)
    known.add(bytes)
    return isRepeated
  })
}
