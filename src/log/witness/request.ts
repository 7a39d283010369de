/**
 * The request that a log posts to a witness, and the answer if the witness has recorded another size
 * (c2sp.org/tlog-witness).
 *
 * @packageDocumentation
 */
import { decodeUtf8, encodeBase64, encodeUtf8 } from '../../core/encoding.js'
import { parseDecimal, parseHash } from '../../core/note-values.js'
import { DrawauditError } from '../../errors.js'

/** A request to cosign. Nothing in it is verified yet. */
export interface AddCheckpoint {
  /** Size of the checkpoint at which the proof begins; 0 for none. */
  readonly oldSize: number
  /** 32 bytes each. */
  readonly proof: readonly Uint8Array[]
  /** The checkpoint as a signed note with all its signature lines. */
  readonly note: string
}

/** Max lines of a consistency proof. */
export const mostProofLines = 63

/** Media type of a 409 answer. */
export const sizeType = 'text/x.tlog.size'

/**
 * The body of a request.
 *
 * ```
 * "old " size LF
 * (base64 of a hash LF)*
 * LF
 * signed note
 * ```
 */
export function formatAddCheckpoint({ oldSize, proof, note }: AddCheckpoint): Uint8Array {
  const lines = proof.map(hash => `${encodeBase64(hash)}\n`)
  return encodeUtf8(`old ${oldSize}\n${lines.join('')}\n${note}`)
}

/**
 * Parses the body of a request, except for the note.
 *
 * @throws DrawauditError `checkpoint-invalid` or `utf8-invalid`.
 */
export function parseAddCheckpoint(body: Uint8Array): AddCheckpoint {
  const text = decodeUtf8(body)
  const oldSize = parseDecimal(/^old ([0-9]+)\n/.exec(text)?.[1] ?? '')
  if (oldSize === undefined) {
    throw malformed('the first line has to be "old ", a decimal size from 0 to 2^53 - 1, and a line feed')
  }
  const proof: Uint8Array[] = []
  let at = text.indexOf('\n') + 1
  for (;;) {
    const end = text.indexOf('\n', at)
    if (end === -1) throw malformed('an empty line has to stand before the checkpoint')
    if (end === at) return { oldSize, proof, note: text.slice(at + 1) }
    if (proof.length === mostProofLines) {
      throw malformed(`a consistency proof has at most ${mostProofLines} lines`)
    }
    const hash = parseHash(text.slice(at, end))
    if (hash === undefined) throw malformed('a line of the consistency proof is not the base64 of 32 bytes')
    proof.push(hash)
    at = end + 1
  }
}

/** Body of a 409 answer: a size and a line feed. */
export function formatSize(size: number): string {
  return `${size}\n`
}

/** Reads the output of {@link formatSize}; undefined for any other text. */
export function parseSize(body: Uint8Array): number | undefined {
  const text = new TextDecoder('latin1').decode(body)
  return text.endsWith('\n') ? parseDecimal(text.slice(0, -1)) : undefined
}

function malformed(message: string): DrawauditError {
  return new DrawauditError('checkpoint-invalid', message)
}
