/**
 * Public keys in the form that logs and witnesses publish (c2sp.org/signed-note, verifier keys).
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { DrawauditError } from '../errors.js'
import { concatBytes, encodeBase64, encodeHex, encodeUtf8 } from './encoding.js'
import { isKeyName, parseBase64 } from './note-values.js'
import { mlDsa44KeyLength } from './ml-dsa.js'
import { parsePublicKey, type KeyAlgorithm, type PublicKey } from './signature.js'
import { encodeTreeHeadKey, isTreeHeadKey, parseTreeHeadKey } from './tree-head.js'

/**
 * What a key signs: the text of a note, with Ed25519 (0x01); for a witness, a checkpoint with the time, with
 * Ed25519 (`cosignature/v1`, 0x04) or ML-DSA-44 (`subtree/v1`, 0x06); for a Certificate Transparency log, its
 * tree head without the origin, with ECDSA on P-256 (`tree-head`, 0x05).
 */
export type VerifierKeyType = 'ed25519' | 'cosignature/v1' | 'subtree/v1' | 'tree-head'

/** A named public key. Signature lines are matched by name and id. */
export interface VerifierKey {
  /** Name of the key, without spaces and plus signs; for a log usually its origin. */
  readonly name: string
  /** 8 lower-case hex digits. */
  readonly keyId: string
  /** Algorithm and use of the key. */
  readonly type: VerifierKeyType
  /** The public key itself. */
  readonly key: PublicKey
}

interface KeyForm {
  readonly typeByte: number
  readonly algorithm: KeyAlgorithm
  /** Bytes after the type; absent if those name their algorithm themselves. */
  readonly keyLength?: number
}

const forms: Readonly<Record<VerifierKeyType, KeyForm>> = {
  ed25519: { typeByte: 0x01, algorithm: 'ed25519', keyLength: 32 },
  'cosignature/v1': { typeByte: 0x04, algorithm: 'ed25519', keyLength: 32 },
  'subtree/v1': { typeByte: 0x06, algorithm: 'ml-dsa-44', keyLength: mlDsa44KeyLength },
  'tree-head': { typeByte: 0x05, algorithm: 'ecdsa-p256-sha256' },
}

/** Whether it is the key of a witness rather than a log. */
export function isWitnessKey({ type }: Pick<VerifierKey, 'type'>): boolean {
  return type === 'cosignature/v1' || type === 'subtree/v1'
}

/** Types used by others. */
const otherTypes: Readonly<Record<number, string>> = {
  0x02: 'ECDSA',
  0x05: 'RFC 6962 tree heads',
}

/** Types that {@link parseVerifierKey} accepts: a trusted key of these types binds the log's origin. */
const usualTypes: readonly VerifierKeyType[] = ['ed25519', 'cosignature/v1', 'subtree/v1']

/**
 * Reads a verifier key. The base64 may have plus signs too, so the text is split at the first two.
 *
 * ```
 * name "+" hex(key id) "+" base64( type ‖ key )
 * ```
 *
 * @param vkey - `NAME+KEYID+KEY`.
 * @throws DrawauditError `key-invalid` for another form, a wrong key id, or bytes that are not a key,
 * `key-weak` for a key whose signatures prove nothing, `algorithm-unsupported` for a type other than 0x01,
 * 0x04 and 0x06.
 *
 * @example
 * ```js
 * const key = parsePublicKey('ed25519', decodeHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'))
 * const vkey = formatVerifierKey(createVerifierKey('example.org/log', 'ed25519', key))
 * parseVerifierKey(vkey).name // example.org/log
 * ```
 */
export function parseVerifierKey(vkey: string): VerifierKey {
  return parseKey(vkey, usualTypes)
}

/**
 * Reads the key of a monitored log, which is trusted for nothing else: like {@link parseVerifierKey}, and
 * also type 0x05, whose signatures do not cover the origin. For that type the id may be omitted, as in lists
 * of logs.
 *
 * ```
 * origin "+" hex(key id) "+" base64( 05 ‖ SubjectPublicKeyInfo )
 * origin "+"                 base64(      SubjectPublicKeyInfo )
 * ```
 *
 * @throws DrawauditError as {@link parseVerifierKey} does, and `algorithm-unsupported` for a key of type 0x05
 * that is not ECDSA on P-256.
 */
export function parseLogKey(vkey: string): VerifierKey {
  const [, name = '', base64 = ''] = /^([^+]*)\+(?![0-9a-f]{8}\+)(.*)$/s.exec(vkey) ?? []
  const spki = parseBase64(base64)
  // DER of a SEQUENCE.
  if (spki?.[0] === 0x30) return createVerifierKey(name, 'tree-head', parseTreeHeadKey(spki))
  return parseKey(vkey, [...usualTypes, 'tree-head'])
}

function parseKey(vkey: string, types: readonly VerifierKeyType[]): VerifierKey {
  const [, name = '', keyId = '', base64 = ''] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(vkey) ?? []
  const bytes = parseBase64(base64)
  const typeByte = bytes?.[0]
  if (bytes === undefined || typeByte === undefined || !isKeyName(name) || !/^[0-9a-f]{8}$/.test(keyId)) {
    throw new DrawauditError('key-invalid', `not a verifier key: ${JSON.stringify(vkey.slice(0, 200))}`, {
      hint: 'it is written name+id+key, the id 8 lower-case hex digits, the key base64',
    })
  }
  const type = types.find(one => forms[one].typeByte === typeByte)
  if (type === undefined) {
    const known = otherTypes[typeByte]
    const described = `0x${encodeHex(bytes.subarray(0, 1))}${known === undefined ? '' : ` (${known})`}`
    throw new DrawauditError('algorithm-unsupported', `signatures of type ${described} are not verified`, {
      hint: 'give a key of type 0x01, or of a witness 0x04 or 0x06',
    })
  }
  const { algorithm, keyLength } = forms[type]
  const typed = bytes.subarray(1)
  if (keyLength !== undefined && typed.length !== keyLength) {
    throw new DrawauditError(
      'key-invalid',
      `expected an ${algorithm} key of ${keyLength} bytes, found ${typed.length}`,
    )
  }
  const key = type === 'tree-head' ? parseTreeHeadKey(typed) : parsePublicKey(algorithm, typed)
  const computed = computeNoteKeyId(name, type, key)
  if (keyId !== computed) {
    throw new DrawauditError('key-invalid', `the id of this key is ${computed}, found ${keyId}`, {
      hint: 'copy the verifier key again, its name included',
    })
  }
  return { name, keyId, type, key }
}

/** Writes a key as {@link parseVerifierKey} reads it. */
export function formatVerifierKey({ name, keyId, type, key }: VerifierKey): string {
  return `${name}+${keyId}+${encodeBase64(encodeTypedKey(type, encodeKey(type, key)))}`
}

/**
 * A key under a name.
 *
 * @param name - without spaces and plus signs.
 * @param key - the public key.
 * @throws DrawauditError `key-invalid` for a name that is empty or has spaces, plus signs or control
 * characters, or for a key whose algorithm does not fit the type.
 */
export function createVerifierKey(name: string, type: VerifierKeyType, key: PublicKey): VerifierKey {
  assertKeyName(name)
  const { algorithm } = forms[type]
  if (key.algorithm !== algorithm) {
    throw new DrawauditError('key-invalid', `expected an ${algorithm} key, found ${key.algorithm}`)
  }
  if (type === 'tree-head' && !isTreeHeadKey(key)) {
    throw new DrawauditError('key-invalid', 'expected a key in 65 bytes whose signatures are in DER')
  }
  return { name, keyId: computeNoteKeyId(name, type, key), type, key }
}

/** @throws DrawauditError `key-invalid` for an illegal key name. */
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
 * SHA-256( name ‖ 0A ‖ 05   ‖ SHA-256( SubjectPublicKeyInfo ) )
 * ```
 */
function computeNoteKeyId(name: string, type: VerifierKeyType, key: PublicKey): string {
  const encoded = encodeKey(type, key)
  const typed = encodeTypedKey(type, type === 'tree-head' ? sha256(encoded) : encoded)
  return encodeHex(sha256(concatBytes(encodeUtf8(`${name}\n`), typed)).subarray(0, 4))
}

function encodeKey(type: VerifierKeyType, key: PublicKey): Uint8Array {
  return type === 'tree-head' ? encodeTreeHeadKey(key) : key.bytes
}

function encodeTypedKey(type: VerifierKeyType, key: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(forms[type].typeByte), key)
}
