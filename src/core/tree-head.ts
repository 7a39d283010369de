/**
 * Tree heads of Certificate Transparency logs as note signatures (RFC 6962 section 3.5,
 * c2sp.org/static-ct-api).
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { parseCheckpoint, type Checkpoint } from './checkpoint.js'
import { concatBytes, decodeHex } from './encoding.js'
import { equalBytes } from './digest.js'
import { parsePublicKey, type PublicKey } from './key.js'

/** SubjectPublicKeyInfo of a P-256 key up to its point (RFC 5480): 04 and 64 bytes follow. */
const spkiPrefix = decodeHex('3059301306072a8648ce3d020106082a8648ce3d030107034200')

const pointLength = 65

/** The AlgorithmIdentifier of a key of RSA (RFC 8017, appendix A.1). */
const rsaIdentifier = decodeHex('300d06092a864886f70d0101010500')

/** SHA-256 and ECDSA, as TLS 1.2 numbers them (RFC 5246 section 7.4.1.4.1). */
const algorithm = Uint8Array.of(4, 3)

/**
 * Reads the key of a log: a SubjectPublicKeyInfo, whose SHA-256 is the log id.
 *
 * @throws DrawauditError `algorithm-unsupported` unless it is an ECDSA key on P-256, `key-invalid` for an
 * invalid point.
 */
export function parseTreeHeadKey(spki: Uint8Array): PublicKey {
  const point = spki.subarray(spkiPrefix.length)
  if (isRsa(spki)) {
    throw new DrawauditError(
      'algorithm-unsupported',
      'it is a key of RSA, with which heads of logs are not verified',
      {
        hint: 'logs of the form static-ct-api sign with ECDSA on P-256: follow such a log',
      },
    )
  }
  if (!equalBytes(spki.subarray(0, spkiPrefix.length), spkiPrefix) || point.length !== pointLength) {
    throw new DrawauditError('algorithm-unsupported', 'it is not an ECDSA key on P-256', {
      hint: 'expected a SubjectPublicKeyInfo in DER, with the point uncompressed: 91 bytes',
    })
  }
  return parsePublicKey('ecdsa-p256-sha256', point, { encoding: 'der' })
}

/** Whether it begins with SEQUENCE, its length in two or three bytes, and the AlgorithmIdentifier of RSA: keys of 1024 bits and more. */
function isRsa(spki: Uint8Array): boolean {
  const start = spki[1] === 0x81 ? 3 : 4
  return equalBytes(spki.subarray(start, start + rsaIdentifier.length), rsaIdentifier)
}

/** Writes a key as {@link parseTreeHeadKey} reads it. */
export function encodeTreeHeadKey(key: PublicKey): Uint8Array {
  return concatBytes(spkiPrefix, key.bytes)
}

/** Whether {@link encodeTreeHeadKey} can write a key. */
export function isTreeHeadKey(key: PublicKey): boolean {
  return (
    key.algorithm === 'ecdsa-p256-sha256' && key.form.encoding === 'der' && key.bytes.length === pointLength
  )
}

/** The signed message, and the signature in DER. */
export interface SignedTreeHead {
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/**
 * Reads an RFC6962NoteSignature.
 *
 * ```
 * u64 timestamp   04 03   u16 length, signature
 * ```
 *
 * @param text - of the note. The origin of a checkpoint is not signed, so two logs with one key are
 * indistinguishable.
 * @param body - the bytes after the key id.
 * @returns undefined for another form, a text that is not a checkpoint, or one with unsigned lines after its
 * root.
 */
export function readTreeHead(text: string, body: Uint8Array): SignedTreeHead | undefined {
  const checkpoint = tryParse(text)
  const length = ((body[10] ?? 0) << 8) + (body[11] ?? 0)
  if (checkpoint === undefined || checkpoint.extensions.length > 0 || body.length !== 12 + length) {
    return undefined
  }
  if (!equalBytes(body.subarray(8, 10), algorithm)) return undefined
  return { message: encodeTreeHead(checkpoint, body.subarray(0, 8)), signature: body.subarray(12) }
}

/**
 * The message of a TreeHeadSignature.
 *
 * ```
 * 00 (v1)   01 (tree_hash)   u64 timestamp   u64 size   root
 * ```
 *
 * @param timestamp - 8 bytes: milliseconds since 1970.
 */
export function encodeTreeHead(
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  timestamp: Uint8Array,
): Uint8Array {
  const encoded = new Uint8Array(8)
  new DataView(encoded.buffer).setBigUint64(0, BigInt(size))
  return concatBytes(Uint8Array.of(0, 1), timestamp, encoded, root)
}

function tryParse(text: string): Checkpoint | undefined {
  try {
    return parseCheckpoint(text)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
