/**
 * The file with a witness's key. It has the secret in plain: a witness starts again by itself.
 *
 * @packageDocumentation
 */
import { derivePublicKey } from '../../core/dsse.js'
import { decodeHex, encodeHex } from '../../core/encoding.js'
import { createVerifierKey, formatVerifierKey, type VerifierKey } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'

/** A witness's key, with the power to sign. */
export interface WitnessKey {
  /** What others are given: of type `cosignature/v1`. */
  readonly verifier: VerifierKey
  /** 32 bytes. */
  readonly secretKey: Uint8Array
}

const format = 'drawaudit/v1'

/**
 * The key of a name and a secret.
 *
 * @throws DrawauditError `key-invalid` for a name that a key cannot have: an empty one, or with white space or a plus.
 */
export function createWitnessKey(name: string, secretKey: Uint8Array): WitnessKey {
  return { verifier: createVerifierKey(name, 'cosignature/v1', derivePublicKey(secretKey)), secretKey }
}

/** The content of the file: JSON, ended by a newline. */
export function encodeWitnessKey({ verifier, secretKey }: WitnessKey): string {
  const value = {
    witness_key: format,
    vkey: formatVerifierKey(verifier),
    secret_key: encodeHex(secretKey),
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

/**
 * Reads what {@link encodeWitnessKey} wrote.
 *
 * @param value - JSON, parsed.
 * @throws DrawauditError `key-invalid`.
 */
export function parseWitnessKey(value: unknown): WitnessKey {
  const members = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >
  const { vkey, secret_key: secret } = members
  if (
    members['witness_key'] !== format ||
    typeof vkey !== 'string' ||
    typeof secret !== 'string' ||
    !/^[0-9a-f]{64}$/.test(secret)
  ) {
    throw new DrawauditError('key-invalid', 'not the key file of a witness', {
      hint: 'drawaudit witness init makes one',
    })
  }
  const key = createWitnessKey(vkey.split('+')[0] ?? '', decodeHex(secret))
  if (formatVerifierKey(key.verifier) === vkey) return key
  throw new DrawauditError('key-invalid', 'the public key is not that of the secret one', {
    hint: 'restore the file from a copy',
  })
}
