/**
 * The logs and witnesses of a trust root (docs/PROTOCOL.md, "The trust root").
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

/** Why a key does not count as a witness's, or not once more. */
export type WitnessFault = 'operator' | 'log' | 'repeated'

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

/**
 * Why witnesses do not count, each by its place: a key that is an operator's or a log's too vouches for itself, and
 * one that stands twice, under two names, is one witness.
 */
export function findWitnessFaults(
  witnesses: readonly VerifierKey[],
  operators: Iterable<Uint8Array>,
  logs: readonly TrustedLog[],
): readonly (WitnessFault | undefined)[] {
  const known = new Map<string, WitnessFault>()
  for (const { key } of logs) known.set(encodeHex(key.key.bytes), 'log')
  for (const bytes of operators) known.set(encodeHex(bytes), 'operator')
  return witnesses.map(({ key }) => {
    const bytes = encodeHex(key.bytes)
    const fault = known.get(bytes)
    known.set(bytes, fault ?? 'repeated')
    return fault
  })
}
