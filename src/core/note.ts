/**
 * Signed notes (c2sp.org/signed-note) and the cosignatures of witnesses (c2sp.org/tlog-cosignature).
 *
 * @packageDocumentation
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { DrawauditError } from '../errors.js'
import { parseCheckpoint, type Checkpoint } from './checkpoint.js'
import { concatBytes, decodeHex, decodeUtf8, encodeBase64, encodeHex, encodeUtf8 } from './encoding.js'
import type { Engine } from './engine.js'
import { deriveMlDsa44Key, mlDsa44SignatureLength, signMlDsa44 } from './ml-dsa.js'
import { isKeyName, isNoteText, parseBase64 } from './note-values.js'
import { portable } from './portable.js'
import { parsePublicKey, verifySignature } from './signature.js'
import { readTreeHead } from './tree-head.js'
import { createVerifierKey, type VerifierKey, type VerifierKeyType } from './verifier-key.js'

export {
  createVerifierKey,
  formatVerifierKey,
  isWitnessKey,
  parseLogKey,
  parseVerifierKey,
  type VerifierKey,
  type VerifierKeyType,
} from './verifier-key.js'

/** A signature line of a note. Only the key tells its type. */
export interface NoteSignature {
  /** Name of the key, without spaces and plus signs. */
  readonly name: string
  /** 8 lower-case hex digits. */
  readonly keyId: string
  /**
   * The bytes after the key id: 64 for Ed25519, 72 or 2428 for a cosignature, any number for other types such
   * as tree heads.
   */
  readonly signature: Uint8Array
  /** The base64 as written, if it is not canonical; refused for a known key. */
  readonly spelling?: string
}

/** A parsed note. Nothing in it has been verified. */
export interface Note {
  /** The signed text, which ends in a newline. */
  readonly text: string
  /** In the order of the lines. */
  readonly signatures: readonly NoteSignature[]
}

const maxBytes = 2 ** 20
const maxSignatures = 100

/** Lines that a note has room for below that of its log. */
export const mostCosignatures = maxSignatures - 1

const timeLength = 8

/**
 * Reads a note of up to 1 MiB and 100 signatures. The text ends at the last blank line.
 *
 * ```
 * text "\n"   "\n"   ( "— " name " " base64( key id ‖ signature ) "\n" )+
 * ```
 *
 * @param bytes - UTF-8; a byte order mark is part of the text.
 * @throws DrawauditError `note-invalid` for anything else.
 *
 * @example
 * ```js
 * const text = `example.org/log\n3\n${encodeBase64(new Uint8Array(32))}\n`
 * const line = `— example.org/log ${encodeBase64(new Uint8Array(68))}\n`
 * parseNote(`${text}\n${line}`).signatures[0].name // example.org/log
 * ```
 */
export function parseNote(bytes: Uint8Array | string): Note {
  if (bytes.length > maxBytes) throw invalid(`a note has at most ${maxBytes} bytes, found more`)
  const note = typeof bytes === 'string' ? bytes : decodeText(bytes)
  assertNoteText(note)
  if (typeof bytes === 'string' && encodeUtf8(note).length > maxBytes) {
    throw invalid(`a note has at most ${maxBytes} bytes, found more`)
  }
  const end = note.lastIndexOf('\n\n')
  if (end === -1) throw invalid('there is no blank line between the text and its signatures')
  return { text: note.slice(0, end + 1), signatures: parseSignatureLines(note.slice(end + 2)) }
}

/**
 * Writes a note as {@link parseNote} reads it.
 *
 * @throws DrawauditError `note-invalid` for parts that would not read back as the same note.
 */
export function formatNote({ text, signatures }: Note): string {
  assertSignable(text)
  if (signatures.length === 0 || signatures.length > maxSignatures) {
    throw invalid(`a note has 1 to ${maxSignatures} signatures, found ${signatures.length}`)
  }
  return `${text}\n${signatures.map(formatSignatureLine).join('')}`
}

/**
 * Writes one signature line, including its newline.
 *
 * @throws DrawauditError `note-invalid` for a name, key id or signature that is not allowed there.
 */
export function formatSignatureLine({ name, keyId, signature, spelling }: NoteSignature): string {
  if (!isKeyName(name) || !/^[0-9a-f]{8}$/.test(keyId) || signature.length === 0) {
    throw invalid(
      `no signature line has the name ${JSON.stringify(name)}, the id ${JSON.stringify(keyId)} and ${signature.length} bytes`,
    )
  }
  return `\u2014 ${name} ${spelling ?? encodeBase64(concatBytes(decodeHex(keyId), signature))}\n`
}

/**
 * Reads one to 100 signature lines, such as a witness's response.
 *
 * @throws DrawauditError `note-invalid` for anything else, including a last line without newline.
 */
export function parseSignatureLines(text: string): readonly NoteSignature[] {
  if (!text.endsWith('\n')) throw invalid('the last signature line does not end in a newline')
  const lines = text.slice(0, -1).split('\n', maxSignatures + 1)
  if (lines.length > maxSignatures)
    throw invalid(`a note has at most ${maxSignatures} signatures, found more`)
  return lines.map(parseSignatureLine)
}

function parseSignatureLine(line: string): NoteSignature {
  const [, name = '', base64 = ''] = /^\u2014 ([^ ]+) ([^ ]+)$/.exec(line) ?? []
  const canonical = parseBase64(base64)
  const bytes = canonical ?? parseAnyBase64(base64)
  if (!isKeyName(name) || bytes === undefined || bytes.length < 5) {
    throw invalid(`not a signature line: ${JSON.stringify(line.slice(0, 200))}`)
  }
  return {
    name,
    keyId: encodeHex(bytes.subarray(0, 4)),
    signature: bytes.subarray(4),
    ...(canonical === undefined && { spelling: base64 }),
  }
}

/**
 * Reads base64 of either alphabet, with or without padding and with any spare bits.
 *
 * @returns undefined for anything else.
 */
function parseAnyBase64(text: string): Uint8Array | undefined {
  const digits = text
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const spare = digits.length % 4
  if (!/^[A-Za-z0-9+/]+$/.test(digits) || spare === 1) return undefined
  const last = digits.slice(-1)
  const kept = spare === 0 ? last : clearSpare(last, spare === 2 ? 4 : 2)
  return parseBase64(digits.slice(0, -1) + kept + '='.repeat((4 - spare) % 4))
}

const digitsOfBase64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** A base64 digit with its spare bits cleared. */
function clearSpare(digit: string, bits: number): string {
  return digitsOfBase64.charAt((digitsOfBase64.indexOf(digit) >> bits) << bits)
}

/**
 * A note with the lines of a key in canonical base64. What a log signed counts against it in any spelling; for
 * all other uses {@link verifyNote} refuses non-canonical lines.
 */
export function respellLines(note: Note, { name, keyId }: Pick<VerifierKey, 'name' | 'keyId'>): Note {
  const respell = ({ spelling, ...line }: NoteSignature): NoteSignature =>
    spelling !== undefined && (line.name !== name || line.keyId !== keyId) ? { ...line, spelling } : line
  return { ...note, signatures: note.signatures.map(respell) }
}

/** A signature that was verified. */
export interface VerifiedSignature {
  /** The known key that signed. */
  readonly key: VerifierKey
  /** Time of a cosignature as stated by the witness, in seconds since 1970. */
  readonly time?: number
}

/**
 * Verifies the signatures of known keys. For each name and key id the first line must verify; further lines
 * of the same key are skipped, lines of other keys ignored.
 *
 * @param engine - the verifying engine; portable by default.
 * @param keys - keys whose signatures count.
 * @returns one element for every known key that signed, in the order of the lines; if there is none, nobody
 * vouches for the text.
 * @throws DrawauditError `note-signature` when the signature of a known key fails, `note-invalid` for two
 * keys of the same name and id, and for a line of a known key in non-canonical base64,
 * `algorithm-unsupported` for a cosignature with ML-DSA-44 if the engine does not support it.
 */
export function verifyNote(
  note: Note,
  keys: readonly VerifierKey[],
  engine: Engine = portable,
): readonly VerifiedSignature[] {
  const waiting = new Map<string, VerifierKey>()
  for (const key of keys) {
    if (waiting.has(identify(key))) throw invalid(`two keys are known as ${identify(key)}`)
    waiting.set(identify(key), key)
  }
  // The spelling of an unknown key's line does not matter.
  const odd = note.signatures.find(line => line.spelling !== undefined && waiting.has(identify(line)))
  if (odd !== undefined) throw invalid(`a signature line of ${identify(odd)} is not in canonical base64`)
  const verified: VerifiedSignature[] = []
  for (const line of note.signatures) {
    const key = waiting.get(identify(line))
    if (key === undefined) continue
    waiting.delete(identify(line))
    verified.push(verifyLine(note.text, line, key, engine))
  }
  return verified
}

function verifyLine(
  text: string,
  { signature }: NoteSignature,
  key: VerifierKey,
  engine: Engine,
): VerifiedSignature {
  if (key.type === 'ed25519') {
    if (verifySignature(key.key, encodeUtf8(text), signature, engine)) return { key }
  } else if (key.type === 'tree-head') {
    const head = readTreeHead(text, signature)
    if (head !== undefined && verifySignature(key.key, head.message, head.signature, engine)) return { key }
  } else {
    const time = decodeTime(signature, key.type)
    const message = time === undefined ? undefined : encodeMessage(key.type, key.name, text, time)
    if (message !== undefined && verifySignature(key.key, message, signature.subarray(timeLength), engine)) {
      return { key, ...(time !== undefined && { time }) }
    }
  }
  throw new DrawauditError('note-signature', `the signature of ${identify(key)} does not verify`)
}

/**
 * Signs the text of a note with the key of a log.
 *
 * @param name - of the key; in a checkpoint the origin.
 * @param secretKey - 32 bytes.
 * @throws DrawauditError `note-invalid` for a text that is illegal in a note, `key-invalid` for an illegal
 * key name.
 */
export function signNote(text: string, name: string, secretKey: Uint8Array): NoteSignature {
  assertSignable(text)
  const { keyId } = deriveVerifierKey(name, 'ed25519', secretKey)
  return { name, keyId, signature: ed25519.sign(encodeUtf8(text), secretKey) }
}

/** The key types that cosign. */
export type CosignatureType = Exclude<VerifierKeyType, 'ed25519' | 'tree-head'>

/**
 * Cosigns the text of a checkpoint, with the key of a witness.
 *
 * @param time - seconds since 1970.
 * @param secretKey - 32 bytes: for ML-DSA-44 the seed.
 * @throws as {@link signNote}, also for names and origins of more than 255 bytes with the type `subtree/v1`;
 * RangeError for a time that is not an integer from 0 to 2^53 − 1; `algorithm-unsupported` if ML-DSA-44 is
 * not loaded.
 */
export function signCosignature(
  text: string,
  name: string,
  time: number,
  secretKey: Uint8Array,
  type: CosignatureType = 'cosignature/v1',
): NoteSignature {
  assertSignable(text)
  const prefix = encodeTime(time)
  const { keyId } = deriveVerifierKey(name, type, secretKey)
  const message = encodeMessage(type, name, text, time)
  if (message === undefined) {
    throw invalid('the text is not a checkpoint, or its name or origin is too long for ML-DSA-44')
  }
  const sign = type === 'subtree/v1' ? signMlDsa44 : ed25519.sign
  return { name, keyId, signature: concatBytes(prefix, sign(message, secretKey)) }
}

/**
 * The verifier key of a secret key under a name.
 *
 * @param secretKey - 32 bytes: for ML-DSA-44 the seed.
 * @throws DrawauditError `key-invalid` for an illegal key name, `algorithm-unsupported` if ML-DSA-44 is not
 * loaded.
 */
export function deriveVerifierKey(
  name: string,
  type: Exclude<VerifierKeyType, 'tree-head'>,
  secretKey: Uint8Array,
): VerifierKey {
  const key =
    type === 'subtree/v1'
      ? parsePublicKey('ml-dsa-44', deriveMlDsa44Key(secretKey))
      : parsePublicKey('ed25519', ed25519.getPublicKey(secretKey))
  return createVerifierKey(name, type, key)
}

/** The message that a witness signs; undefined if the text cannot be cosigned with this type. */
function encodeMessage(
  type: CosignatureType,
  name: string,
  text: string,
  time: number,
): Uint8Array | undefined {
  return type === 'subtree/v1' ? encodeSubtree(name, text, time) : encodeCosigned(text, time)
}

/**
 * The Ed25519 signed message of tlog-cosignature. TIME is in decimal.
 *
 * ```
 * "cosignature/v1" LF "time" SP TIME LF text
 * ```
 */
function encodeCosigned(text: string, time: number): Uint8Array {
  return encodeUtf8(`cosignature/v1\ntime ${time}\n${text}`)
}

/**
 * The ML-DSA-44 signed message of tlog-cosignature, of the whole tree: unlike Ed25519's it contains the name
 * of the witness, but not the lines after the root.
 *
 * ```
 * "subtree/v1" LF 00   u8 length, name   u64 time   u8 length, origin   u64 0   u64 size   root
 * ```
 *
 * @returns undefined for a text that is not a checkpoint, and a name or an origin of more than 255 bytes.
 */
function encodeSubtree(name: string, text: string, time: number): Uint8Array | undefined {
  const checkpoint = tryToRead(text)
  const cosigner = encodeUtf8(name)
  if (checkpoint === undefined || cosigner.length > 255) return undefined
  const origin = encodeUtf8(checkpoint.origin)
  if (origin.length > 255) return undefined
  return concatBytes(
    encodeUtf8('subtree/v1\n\0'),
    Uint8Array.of(cosigner.length),
    cosigner,
    encodeTime(time),
    Uint8Array.of(origin.length),
    origin,
    encodeU64(0),
    encodeU64(checkpoint.size),
    checkpoint.root,
  )
}

function tryToRead(text: string): Checkpoint | undefined {
  try {
    return parseCheckpoint(text)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

/** u64, big-endian. */
function encodeTime(time: number): Uint8Array {
  if (!Number.isSafeInteger(time) || time < 0) {
    throw new RangeError(`time must be an integer from 0 to 2^53 - 1, found ${time}`)
  }
  return encodeU64(time)
}

function encodeU64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/** The time of a cosignature; undefined for a malformed one or a time beyond 2^53 − 1. */
function decodeTime(signature: Uint8Array, type: CosignatureType): number | undefined {
  const length = type === 'subtree/v1' ? mlDsa44SignatureLength : 64
  if (signature.length !== timeLength + length) return undefined
  const time = new DataView(signature.buffer, signature.byteOffset, timeLength).getBigUint64(0)
  return time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : undefined
}

/** Identifies a signature line or key. */
function identify({ name, keyId }: { readonly name: string; readonly keyId: string }): string {
  return `${name}+${keyId}`
}

function decodeText(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes)
  } catch (error) {
    if (error instanceof DrawauditError) throw invalid(`in a note, ${error.message}`)
    throw error
  }
}

function assertNoteText(text: string): void {
  if (!isNoteText(text)) throw invalid('a note has no control characters but newlines')
}

function assertSignable(text: string): void {
  assertNoteText(text)
  if (!text.endsWith('\n')) throw invalid('the text of a note ends in a newline')
}

function invalid(message: string): DrawauditError {
  return new DrawauditError('note-invalid', message)
}
