/**
 * Signed notes (c2sp.org/signed-note) and the cosignatures of witnesses (c2sp.org/tlog-cosignature, Ed25519).
 *
 * @packageDocumentation
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { DrawauditError } from '../errors.js'
import { concatBytes, decodeHex, decodeUtf8, encodeBase64, encodeHex, encodeUtf8 } from './encoding.js'
import type { Engine } from './engine.js'
import { isKeyName, isNoteText, parseBase64 } from './note-values.js'
import { portable } from './portable.js'
import { parsePublicKey, verifySignature } from './signature.js'
import { createVerifierKey, type VerifierKey, type VerifierKeyType } from './verifier-key.js'

export {
  createVerifierKey,
  formatVerifierKey,
  parseVerifierKey,
  type VerifierKey,
  type VerifierKeyType,
} from './verifier-key.js'

/** One line below a note. Of which type it is, only its key says. */
export interface NoteSignature {
  readonly name: string
  /** 8 lower-case hex digits. */
  readonly keyId: string
  /** What follows the key id: 64 bytes of Ed25519, 72 of a cosignature, any number of other types. */
  readonly signature: Uint8Array
}

/** A note with its parts taken apart. Nothing in it has been verified. */
export interface Note {
  /** Ends in a newline: what is signed. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

const maxBytes = 2 ** 20
const maxSignatures = 100
const timeLength = 8

/**
 * Reads a note of up to 1 MiB and 100 signatures. The last blank line is where the text ends.
 *
 * ```
 * text "\n"   "\n"   ( "— " name " " base64( key id ‖ signature ) "\n" )+
 * ```
 *
 * @param bytes - UTF-8; a byte order mark is part of the text.
 * @throws DrawauditError `note-invalid` for anything else.
 */
export function parseNote(bytes: Uint8Array | string): Note {
  if (bytes.length > maxBytes) throw invalid(`a note has at most ${maxBytes} bytes, found more`)
  const note = typeof bytes === 'string' ? bytes : decodeText(bytes)
  assertNoteText(note)
  if (typeof bytes === 'string' && encodeUtf8(note).length > maxBytes) {
    throw invalid(`a note has at most ${maxBytes} bytes, found more`)
  }
  const end = note.lastIndexOf('\n\n')
  if (end === -1) throw invalid('no blank line stands between the text and its signatures')
  return { text: note.slice(0, end + 1), signatures: parseSignatureLines(note.slice(end + 2)) }
}

/**
 * Writes a note as {@link parseNote} reads it.
 *
 * @throws DrawauditError `note-invalid` for what would be read as another note, or as none.
 */
export function formatNote({ text, signatures }: Note): string {
  assertSignable(text)
  if (signatures.length === 0 || signatures.length > maxSignatures) {
    throw invalid(`a note has 1 to ${maxSignatures} signatures, found ${signatures.length}`)
  }
  return `${text}\n${signatures.map(formatSignatureLine).join('')}`
}

/**
 * Writes one line below a note, its newline included.
 *
 * @throws DrawauditError `note-invalid` for a name, key id or signature that cannot stand there.
 */
export function formatSignatureLine({ name, keyId, signature }: NoteSignature): string {
  if (!isKeyName(name) || !/^[0-9a-f]{8}$/.test(keyId) || signature.length === 0) {
    throw invalid(
      `no signature line has the name ${JSON.stringify(name)}, the id ${JSON.stringify(keyId)} and ${signature.length} bytes`,
    )
  }
  return `\u2014 ${name} ${encodeBase64(concatBytes(decodeHex(keyId), signature))}\n`
}

/**
 * Reads one to 100 signature lines, such as a witness answers.
 *
 * @throws DrawauditError `note-invalid` for anything else, a last line without its newline included.
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
  const bytes = parseBase64(base64)
  if (!isKeyName(name) || bytes === undefined || bytes.length < 5) {
    throw invalid(`not a signature line: ${JSON.stringify(line.slice(0, 200))}`)
  }
  return { name, keyId: encodeHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) }
}

/** A signature that was verified. */
export interface VerifiedSignature {
  readonly key: VerifierKey
  /** When a witness cosigned, as it says: seconds since 1970. Of a cosignature only. */
  readonly time?: number
}

/**
 * Verifies the signatures of the keys that are known: of every such name and key id the first line, which has to
 * verify. Further lines of the same are skipped, those of others ignored, whatever stands in them.
 *
 * @param engine - what verifies; portable when left out.
 * @returns one element for every key that signed, in the order of the lines; none when no key did, and then the text
 * is nobody's.
 * @throws DrawauditError `note-signature` when the signature of a known key fails, `note-invalid` for two keys of the
 * same name and id.
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
  } else {
    const time = decodeTime(signature)
    if (time !== undefined) {
      const message = encodeCosigned(text, time)
      if (verifySignature(key.key, message, signature.subarray(timeLength), engine)) return { key, time }
    }
  }
  throw new DrawauditError('note-signature', `the signature of ${identify(key)} does not verify`)
}

/**
 * Signs the text of a note, with the key of a log.
 *
 * @param name - of the key; in a checkpoint the origin.
 * @param secretKey - 32 bytes.
 * @throws DrawauditError `note-invalid` for a text that no note has, `key-invalid` for a name that no key has.
 */
export function signNote(text: string, name: string, secretKey: Uint8Array): NoteSignature {
  assertSignable(text)
  return signLine('ed25519', name, secretKey, encodeUtf8(text), new Uint8Array())
}

/**
 * Cosigns the text of a checkpoint, with the key of a witness.
 *
 * @param time - seconds since 1970.
 * @param secretKey - 32 bytes.
 * @throws as {@link signNote}; RangeError for a time that is not an integer from 0 to 2^53 − 1.
 */
export function signCosignature(
  text: string,
  name: string,
  time: number,
  secretKey: Uint8Array,
): NoteSignature {
  assertSignable(text)
  return signLine('cosignature/v1', name, secretKey, encodeCosigned(text, time), encodeTime(time))
}

function signLine(
  type: VerifierKeyType,
  name: string,
  secretKey: Uint8Array,
  message: Uint8Array,
  prefix: Uint8Array,
): NoteSignature {
  const publicKey = parsePublicKey('ed25519', ed25519.getPublicKey(secretKey))
  const { keyId } = createVerifierKey(name, type, publicKey)
  return { name, keyId, signature: concatBytes(prefix, ed25519.sign(message, secretKey)) }
}

/**
 * What a witness signs: tlog-cosignature, Ed25519 signed message. TIME is in decimal.
 *
 * ```
 * "cosignature/v1" LF "time" SP TIME LF text
 * ```
 */
function encodeCosigned(text: string, time: number): Uint8Array {
  return encodeUtf8(`cosignature/v1\ntime ${time}\n${text}`)
}

/** u64, big-endian. */
function encodeTime(time: number): Uint8Array {
  if (!Number.isSafeInteger(time) || time < 0) {
    throw new RangeError(`time must be an integer from 0 to 2^53 - 1, found ${time}`)
  }
  const bytes = new Uint8Array(timeLength)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time))
  return bytes
}

/** The time of a cosignature; undefined for other bytes, or a time that is not exact in a number. */
function decodeTime(signature: Uint8Array): number | undefined {
  if (signature.length !== timeLength + 64) return undefined
  const time = new DataView(signature.buffer, signature.byteOffset, timeLength).getBigUint64(0)
  return time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : undefined
}

/** What tells signature lines and keys apart. */
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
