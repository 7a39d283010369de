/**
 * Self-contained proofs: the index of an entry in a log, its inclusion proof, and the signed checkpoint
 * (c2sp.org/tlog-proof).
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { encodeBase64 } from './encoding.js'
import { parseBase64, parseDecimal, parseHash } from './note-values.js'

/** A parsed proof. Nothing in it has been verified. */
export interface TlogProof {
  /** Free data of the application. Nobody signed it. */
  readonly extra?: Uint8Array
  /** Position of the entry in the log, from 0. */
  readonly index: number
  /** Sibling hashes, the leaf's first, 32 bytes each. */
  readonly proof: readonly Uint8Array[]
  /** A signed note, verbatim: `parseNote` reads it. */
  readonly checkpoint: string
}

const header = 'c2sp.org/tlog-proof@v1'
const maxHashes = 63

/**
 * Reads a proof.
 *
 * ```
 * "c2sp.org/tlog-proof@v1" LF ( "extra" SP base64 LF )? "index" SP index LF ( base64( hash ) LF )* LF checkpoint
 * ```
 *
 * @param text - content of a `.tlog-proof` file.
 * @throws DrawauditError `proof-invalid` for anything else. The checkpoint is not parsed.
 */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n')
  if (end === -1) throw invalid('there is no blank line before the checkpoint')
  const checkpoint = text.slice(end + 2)
  if (checkpoint === '') throw invalid('there is no checkpoint')
  const [first, ...lines] = text.slice(0, end).split('\n')
  if (first !== header) throw invalid(`it does not begin with ${header}`)

  const extra = parseExtra(lines[0])
  if (extra !== undefined) lines.shift()
  const indexLine = lines.shift() ?? ''
  const index = indexLine.startsWith('index ') ? parseDecimal(indexLine.slice('index '.length)) : undefined
  if (index === undefined) throw invalid(`expected an index, found ${JSON.stringify(indexLine.slice(0, 80))}`)
  if (lines.length > maxHashes) throw invalid(`it has at most ${maxHashes} hashes, found ${lines.length}`)
  const proof = lines.map(line => {
    const hash = parseHash(line)
    if (hash === undefined) throw invalid(`${JSON.stringify(line.slice(0, 80))} is not a hash`)
    return hash
  })
  return { ...(extra !== undefined && { extra }), index, proof, checkpoint }
}

/** Extra data is never empty: without it, the line is left out. */
function parseExtra(line = ''): Uint8Array | undefined {
  if (!line.startsWith('extra ')) return undefined
  const extra = parseBase64(line.slice('extra '.length))
  if (extra === undefined || extra.length === 0) throw invalid('the extra data are not base64')
  return extra
}

/**
 * Writes a proof as {@link parseTlogProof} reads it.
 *
 * @throws DrawauditError `proof-invalid` for parts that it would not read back unchanged.
 */
export function formatTlogProof({ extra, index, proof, checkpoint }: TlogProof): string {
  const lines = [
    header,
    ...(extra !== undefined && extra.length > 0 ? [`extra ${encodeBase64(extra)}`] : []),
    `index ${index}`,
    ...proof.map(encodeBase64),
  ]
  const text = `${lines.join('\n')}\n\n${checkpoint}`
  parseTlogProof(text)
  return text
}

function invalid(message: string): DrawauditError {
  return new DrawauditError('proof-invalid', `not a proof of a log: ${message}`)
}
