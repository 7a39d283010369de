/**
 * Sources with one JSON document, or one per line (NDJSON).
 *
 * @packageDocumentation
 */
import { concatBytes } from '../../core/encoding.js'
import { defaultJsonLimits } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { createSource, standardInput, type DocumentSource } from '../../io/files.js'

/** A document, not read yet. */
export interface JsonDocument {
  readonly source: DocumentSource
  /** Line number from 1 in a source with a document per line; `source` then has only its bytes. */
  readonly line?: number
  /** Byte offset of the next line in the file; absent for a document that is a whole file. */
  readonly end?: number
}

/** Streams the documents of a source; keeps only one in memory. */
export function* streamDocuments(source: DocumentSource): Generator<JsonDocument> {
  const small = readSmall(source)
  const held: Uint8Array[] = []
  const pieces = (small ?? source).pieces()[Symbol.iterator]()
  if (/\.(?:ndjson|jsonl)$/i.test(source.name) || hasLines(pieces, held)) {
    yield* readLines(source.name, chain(held, pieces))
  } else if (source.name === standardInput) {
    yield { source: createSource(source.name, () => chain(held, pieces)) }
  } else {
    // A file can be reopened.
    pieces.return?.()
    yield { source: small ?? source }
  }
}

/** Maximum bytes of a file that is read once and kept: reopening it would cost more than everything else here. */
const smallFile = 64 * 1024

function readSmall(source: DocumentSource): DocumentSource | undefined {
  if (source.size === undefined || source.size > smallFile) return undefined
  try {
    return bytesSource(source.name, source.read())
  } catch (error) {
    // Reading the document will report it.
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

/** Name of a document in reports. */
export function nameDocument({ source, line }: JsonDocument): string {
  return line === undefined ? source.name : `${source.name}:${line}`
}

/** Bytes within which the second line must begin to be recognised; files with longer lines need the file extension. */
const longestLook = 1024 * 1024

const [lineFeed, open, close] = [0x0a, 0x7b, 0x7d]
const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === lineFeed

/** Whether the first line is an object and the next line begins another. Bytes read for this are added to `held`. */
function hasLines(pieces: Iterator<Uint8Array>, held: Uint8Array[]): boolean {
  for (let length = 0; length < longestLook;) {
    const read = pieces.next()
    if (read.done === true) return false
    const { value } = read
    // Copied, since the next piece may reuse the memory.
    held.push(value.slice())
    length += value.length
    const bytes = concatBytes(...held)
    const start = bytes.findIndex(byte => !isSpace(byte))
    if (start !== -1 && bytes[start] !== open) return false
    const end = start === -1 ? -1 : bytes.indexOf(lineFeed, start)
    const rest = end === -1 ? undefined : bytes.subarray(end + 1)
    const next = rest?.find(byte => !isSpace(byte))
    if (next === undefined) continue
    const last = bytes.subarray(start, end).findLast(byte => !isSpace(byte))
    return last === close && next === open
  }
  return false
}

function* chain(held: readonly Uint8Array[], rest: Iterator<Uint8Array>): Generator<Uint8Array> {
  try {
    yield* held
    for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value
  } finally {
    rest.return?.()
  }
}

function* readLines(file: string, pieces: Iterable<Uint8Array>): Generator<JsonDocument> {
  let line = 0
  let end = 0
  const begun: Uint8Array[] = []
  let length = 0
  const take = function* (last: Uint8Array): Generator<JsonDocument> {
    line += 1
    const total = length + last.length
    const bytes = total > defaultJsonLimits.bytes ? undefined : concatBytes(...begun.splice(0), last)
    begun.length = 0
    length = 0
    if (bytes?.every(isSpace) === true) return
    yield { source: bytes === undefined ? refuseLine(file, line) : bytesSource(file, bytes), line, end }
  }
  for (const piece of pieces) {
    let start = 0
    for (let at = piece.indexOf(lineFeed); at !== -1; at = piece.indexOf(lineFeed, start)) {
      end += at + 1 - start
      yield* take(piece.subarray(start, at))
      start = at + 1
    }
    const rest = piece.subarray(start)
    end += rest.length
    length += rest.length
    // Of a line over the limit, only the length is kept.
    if (length <= defaultJsonLimits.bytes) begun.push(rest.slice())
  }
  yield* take(new Uint8Array())
}

function bytesSource(name: string, bytes: Uint8Array): DocumentSource {
  return { name, size: bytes.length, read: () => bytes, pieces: () => [bytes] }
}

function refuseLine(name: string, line: number): DocumentSource {
  const read = (): never => {
    const message = `larger than ${defaultJsonLimits.bytes} bytes`
    throw new DrawauditError('file-too-large', message, { where: { file: name, line } })
  }
  return { name, read, pieces: read }
}
