/**
 * Checkpoints: a log's signed statement of its whole content (c2sp.org/tlog-checkpoint).
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { DrawauditError } from '../errors.js'
import { equalBytes } from './digest.js'
import { encodeBase64 } from './encoding.js'
import { isNoteText, parseDecimal, parseHash } from './note-values.js'

/** The head of a log. */
export interface Checkpoint {
  /** The name of the log. */
  readonly origin: string
  /** Number of entries. */
  readonly size: number
  /** 32 bytes: the root of the RFC 6962 tree over them. */
  readonly root: Uint8Array
  /** Further lines, ignored here. */
  readonly extensions: readonly string[]
}

const emptyRoot = sha256(new Uint8Array())

/**
 * Reads the text of a note as a checkpoint. Signatures are verified separately: `verifyNote`.
 *
 * ```
 * origin LF size LF base64( root ) LF ( extension LF )*
 * ```
 *
 * @param text - the text of a note, without its signatures.
 * @throws DrawauditError `checkpoint-invalid` for anything else: an empty line, a size with a sign, with zeros in
 * front or above 2^53 − 1, a root that is not the canonical base64 of 32 bytes, or an empty log whose root is not
 * that of the empty tree.
 *
 * @example
 * ```js
 * const text = `example.org/log\n3\n${encodeBase64(new Uint8Array(32))}\n`
 * parseCheckpoint(text).size // 3
 * ```
 */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n')
  if (!isNoteText(text)) throw invalid('a checkpoint has no control characters but newlines')
  if (lines.pop() !== '') throw invalid('the last line does not end in a newline')
  const [origin, sizeLine, rootLine, ...extensions] = lines
  if (origin === undefined || sizeLine === undefined || rootLine === undefined) {
    throw invalid(`expected lines of origin, size and root, found ${lines.length}`)
  }
  if (lines.includes('')) throw invalid('there is an empty line')
  const size = parseDecimal(sizeLine)
  if (size === undefined) throw invalid(`${JSON.stringify(sizeLine.slice(0, 40))} is not the size of a log`)
  const root = parseHash(rootLine)
  if (root === undefined) throw invalid(`${JSON.stringify(rootLine.slice(0, 80))} is not a root`)
  if (size === 0 && !equalBytes(root, emptyRoot)) throw invalid('a log without entries has another root')
  return { origin, size, root, extensions }
}

/**
 * Writes the text of a checkpoint, without extensions: it ends in a newline and is ready to be signed.
 *
 * @throws DrawauditError `checkpoint-invalid` for values that {@link parseCheckpoint} would not read back
 * unchanged.
 */
export function formatCheckpoint({
  origin,
  size,
  root,
}: Pick<Checkpoint, 'origin' | 'size' | 'root'>): string {
  if (origin.includes('\n')) throw invalid('an origin is one line')
  const text = `${origin}\n${size}\n${encodeBase64(root)}\n`
  parseCheckpoint(text)
  return text
}

function invalid(message: string): DrawauditError {
  return new DrawauditError('checkpoint-invalid', `not a checkpoint: ${message}`)
}
