/**
 * The file with a witness's keys. It has their secrets in plain: a witness starts again by itself.
 *
 * @packageDocumentation
 */
import { decodeHex, encodeHex, encodeUtf8 } from '../../core/encoding.js'
import {
  deriveVerifierKey,
  formatVerifierKey,
  parseVerifierKey,
  signCosignature,
  type CosignatureType,
  type NoteSignature,
  type VerifierKey,
} from '../../core/note.js'
import { DrawauditError } from '../../errors.js'

/** A key of a witness, with the power to sign. */
export interface WitnessKey {
  /** What others are given: of type `cosignature/v1` or `subtree/v1`. */
  readonly verifier: VerifierKey
  /** 32 bytes: of ML-DSA-44 the seed. */
  readonly secretKey: Uint8Array
}

/** All that a witness cosigns with, under one name; at least one. */
export type WitnessKeys = readonly [WitnessKey, ...WitnessKey[]]

const format = 'drawaudit/v1'

/** Bytes that the message has room for, which is cosigned with ML-DSA-44: of the name, and of an origin. */
export const longestName = 255

/** Each type once. */
const mostKeys = 2

/**
 * The key of a name and a secret.
 *
 * @throws DrawauditError `key-invalid` for a name that a key cannot have: an empty one, or with white space or a plus; of
 * ML-DSA-44 also one of more than 255 bytes.
 */
export function createWitnessKey(
  name: string,
  secretKey: Uint8Array,
  type: CosignatureType = 'cosignature/v1',
): WitnessKey {
  if (type === 'subtree/v1' && encodeUtf8(name).length > longestName) {
    throw new DrawauditError('key-invalid', `the name has more than ${longestName} bytes`)
  }
  return { verifier: deriveVerifierKey(name, type, secretKey), secretKey }
}

/** Whether all of the keys can cosign checkpoints with an origin: the message of ML-DSA-44 has no room for longer ones. */
export function canCosign(keys: WitnessKeys, origin: string): boolean {
  const hasBound = keys.some(({ verifier: { type } }) => type === 'subtree/v1')
  return !hasBound || encodeUtf8(origin).length <= longestName
}

/** A line of each key, all with one time. @throws as `signCosignature` does. */
export function cosignWithAll(keys: WitnessKeys, text: string, time: number): readonly NoteSignature[] {
  return keys.map(({ verifier: { name, type }, secretKey }) =>
    signCosignature(text, name, time, secretKey, type === 'subtree/v1' ? type : 'cosignature/v1'),
  )
}

/** The content of the file: JSON, ended by a newline. */
export function encodeWitnessKeys(keys: WitnessKeys): string {
  const value = {
    witness_key: format,
    keys: keys.map(({ verifier, secretKey }) => ({
      vkey: formatVerifierKey(verifier),
      secret_key: encodeHex(secretKey),
    })),
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

/**
 * Reads what {@link encodeWitnessKeys} wrote.
 *
 * @param value - JSON, parsed.
 * @throws DrawauditError `key-invalid`.
 */
export function parseWitnessKeys(value: unknown): WitnessKeys {
  const { witness_key: mark, keys } = readMembers(value)
  if (mark !== format || !Array.isArray(keys) || keys.length > mostKeys) throw notWitnessKeys()
  const [first, ...others] = keys.map(readKey)
  if (first === undefined) throw notWitnessKeys()
  const { name, type } = first.verifier
  if (others.some(({ verifier }) => verifier.name !== name || verifier.type === type)) {
    throw new DrawauditError('key-invalid', 'the two keys of a witness have one name and different types', {
      hint: 'restore the file from a copy',
    })
  }
  return [first, ...others]
}

function readKey(value: unknown): WitnessKey {
  const { vkey, secret_key: secret } = readMembers(value)
  if (typeof vkey !== 'string' || typeof secret !== 'string' || !/^[0-9a-f]{64}$/.test(secret)) {
    throw notWitnessKeys()
  }
  const { name, type } = parseVerifierKey(vkey)
  if (type === 'ed25519' || type === 'tree-head') throw notWitnessKeys()
  const key = createWitnessKey(name, decodeHex(secret), type)
  if (formatVerifierKey(key.verifier) === vkey) return key
  throw new DrawauditError('key-invalid', 'the public key is not that of the secret one', {
    hint: 'restore the file from a copy',
  })
}

const readMembers = (value: unknown): Readonly<Record<string, unknown>> =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>

function notWitnessKeys(): DrawauditError {
  return new DrawauditError('key-invalid', 'not the key file of a witness', {
    hint: 'drawaudit witness init makes one',
  })
}
