/**
 * The key file of a witness. Secrets are in plain text, so that a witness can restart unattended.
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

/** A signing key of a witness. */
export interface WitnessKey {
  /** Public part, of type `cosignature/v1` or `subtree/v1`. */
  readonly verifier: VerifierKey
  /** 32 bytes; for ML-DSA-44 the seed. */
  readonly secretKey: Uint8Array
}

/** All keys of a witness, under one name; at least one. */
export type WitnessKeys = readonly [WitnessKey, ...WitnessKey[]]

const format = 'drawaudit/v1'

/** Max bytes of a name and of an origin in the message signed with ML-DSA-44. */
export const longestName = 255

/** One of each type. */
const mostKeys = 2

/**
 * The key with a name and a secret.
 *
 * @throws DrawauditError `key-invalid` for an invalid name: empty, or with white space or a plus; for
 * ML-DSA-44 also longer than 255 bytes.
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

/** Whether all keys can cosign checkpoints of an origin: ML-DSA-44 messages limit its length. */
export function canCosign(keys: WitnessKeys, origin: string): boolean {
  const hasBound = keys.some(({ verifier: { type } }) => type === 'subtree/v1')
  return !hasBound || encodeUtf8(origin).length <= longestName
}

/**
 * Signs with each key, all at one time.
 *
 * @throws as `signCosignature` does.
 */
export function cosignWithAll(keys: WitnessKeys, text: string, time: number): readonly NoteSignature[] {
  return keys.map(({ verifier: { name, type }, secretKey }) =>
    signCosignature(text, name, time, secretKey, type === 'subtree/v1' ? type : 'cosignature/v1'),
  )
}

/** The file's content: JSON with a newline at the end. */
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
 * Reads the output of {@link encodeWitnessKeys}.
 *
 * @param value - parsed JSON.
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
