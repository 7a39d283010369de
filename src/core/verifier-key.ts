/**
 * Public keys as logs and witnesses publish them (c2sp.org/signed-note, verifier keys).
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { DrawauditError } from '../errors.js'
import { concatBytes, encodeBase64, encodeHex, encodeUtf8 } from './encoding.js'
import { isKeyName, parseBase64 } from './note-values.js'
import { mlDsa44KeyLength } from './ml-dsa.js'
import { parsePublicKey, type KeyAlgorithm, type PublicKey } from './signature.js'

/**
 * What a key signs: the text of a note, with Ed25519 (0x01); or, of a witness, a checkpoint together with the time, with
 * Ed25519 (`cosignature/v1`, 0x04) or ML-DSA-44 (`subtree/v1`, 0x06).
 */
export type VerifierKeyType = 'ed25519' | 'cosignature/v1' | 'subtree/v1'

/** A public key under a name. Name and id together say which signature lines are of this key. */
export interface VerifierKey {
  readonly name: string
  /** 8 lower-case hex digits. */
  readonly keyId: string
  readonly type: VerifierKeyType
  readonly key: PublicKey
}

interface KeyForm {
  readonly typeByte: number
  readonly algorithm: KeyAlgorithm
  readonly keyLength: number
}

const forms: Readonly<Record<VerifierKeyType, KeyForm>> = {
  ed25519: { typeByte: 0x01, algorithm: 'ed25519', keyLength: 32 },
  'cosignature/v1': { typeByte: 0x04, algorithm: 'ed25519', keyLength: 32 },
  'subtree/v1': { typeByte: 0x06, algorithm: 'ml-dsa-44', keyLength: mlDsa44KeyLength },
}

/** Whether it is the key of a witness, and not of a log. */
export function isWitnessKey({ type }: Pick<VerifierKey, 'type'>): boolean {
  return type !== 'ed25519'
}

/** Types that others use. */
const otherTypes: Readonly<Record<number, string>> = {
  0x02: 'ECDSA',
  0x05: 'RFC 6962 tree heads',
}

/**
 * Reads a verifier key. The base64 may have plus signs too, so the text is split at the first two.
 *
 * ```
 * name "+" hex(key id) "+" base64( type ‖ key )
 * ```
 *
 * @throws DrawauditError `key-invalid` for another form, a key id that is not the key's, or bytes that are not a key,
 * `key-weak` for a key whose signatures prove nothing, `algorithm-unsupported` for a type other than 0x01, 0x04 and 0x06.
 */
export function parseVerifierKey(vkey: string): VerifierKey {
  const [, name = '', keyId = '', base64 = ''] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(vkey) ?? []
  const bytes = parseBase64(base64)
  const typeByte = bytes?.[0]
  if (bytes === undefined || typeByte === undefined || !isKeyName(name) || !/^[0-9a-f]{8}$/.test(keyId)) {
    throw new DrawauditError('key-invalid', `not a verifier key: ${JSON.stringify(vkey.slice(0, 200))}`, {
      hint: 'it is written name+id+key, the id 8 lower-case hex digits, the key base64',
    })
  }
  const type = findType(typeByte)
  if (type === undefined) {
    const known = otherTypes[typeByte]
    const described = `0x${encodeHex(bytes.subarray(0, 1))}${known === undefined ? '' : ` (${known})`}`
    throw new DrawauditError('algorithm-unsupported', `signatures of type ${described} are not verified`, {
      hint: 'give a key of type 0x01, or of a witness 0x04 or 0x06',
    })
  }
  const { algorithm, keyLength } = forms[type]
  if (bytes.length !== 1 + keyLength) {
    throw new DrawauditError(
      'key-invalid',
      `expected an ${algorithm} key of ${keyLength} bytes, found ${bytes.length - 1}`,
    )
  }
  const computed = computeNoteKeyId(name, bytes)
  if (keyId !== computed) {
    throw new DrawauditError('key-invalid', `the id of this key is ${computed}, found ${keyId}`, {
      hint: 'copy the verifier key again, its name included',
    })
  }
  return { name, keyId, type, key: parsePublicKey(algorithm, bytes.subarray(1)) }
}

/** Writes a key as {@link parseVerifierKey} reads it. */
export function formatVerifierKey({ name, keyId, type, key }: VerifierKey): string {
  return `${name}+${keyId}+${encodeBase64(encodeTypedKey(type, key.bytes))}`
}

/**
 * A key under a name.
 *
 * @throws DrawauditError `key-invalid` for a name that is empty or has spaces, plus signs or control characters, or
 * for a key of another algorithm than that of the type.
 */
export function createVerifierKey(name: string, type: VerifierKeyType, key: PublicKey): VerifierKey {
  assertKeyName(name)
  const { algorithm } = forms[type]
  if (key.algorithm !== algorithm) {
    throw new DrawauditError('key-invalid', `expected an ${algorithm} key, found ${key.algorithm}`)
  }
  return { name, keyId: computeNoteKeyId(name, encodeTypedKey(type, key.bytes)), type, key }
}

/** @throws DrawauditError `key-invalid` for what cannot be the name of a key. */
export function assertKeyName(name: string): void {
  if (!isKeyName(name)) {
    throw new DrawauditError('key-invalid', `${JSON.stringify(name)} cannot be the name of a key`, {
      hint: 'a name has neither spaces nor plus signs, such as example.com/log',
    })
  }
}

/**
 * The id of a key under a name: the first 4 bytes, as lower-case hex.
 *
 * ```
 * SHA-256( name ‖ 0A ‖ type ‖ key )
 * ```
 */
function computeNoteKeyId(name: string, typedKey: Uint8Array): string {
  return encodeHex(sha256(concatBytes(encodeUtf8(`${name}\n`), typedKey)).subarray(0, 4))
}

function encodeTypedKey(type: VerifierKeyType, key: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(forms[type].typeByte), key)
}

function findType(typeByte: number): VerifierKeyType | undefined {
  return (Object.keys(forms) as VerifierKeyType[]).find(type => forms[type].typeByte === typeByte)
}
