/**
 * The content of a response: decoded while streaming, and limited after decoding.
 *
 * @packageDocumentation
 */
import { Writable, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { DrawauditError } from '../errors.js'

type Decoder = Transform & { readonly bytesWritten: number }

/** The content codings of RFC 9110, section 8.4.1, and br (RFC 7932). */
const decoders = new Map<string, () => Decoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

const firstSize = 16 * 1024

/** A stream that counts received bytes, like got's. */
type CountingStream = Readable & { readonly downloadProgress: { readonly transferred: number } }

/**
 * Reads a stream to its end, decoding one content coding.
 *
 * @param encodings - the values of Content-Encoding
 * @param maxBytes - max bytes of content, after decoding
 * @param signal - ends the reading
 * @throws DrawauditError `remote-encoding` or `remote-too-large`; what the stream itself fails with.
 */
export async function readContent(
  source: CountingStream,
  encodings: readonly string[],
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const decoder = createDecoder(encodings)
  const content = new Content(maxBytes)
  if (decoder === undefined) {
    await pipeline(source, content, { signal })
    return content.bytes()
  }
  try {
    await pipeline(source, decoder, content, { signal })
  } catch (error) {
    // Errors of neither the source, the limit nor the deadline come from the decoder.
    const { RequestError } = await import('got')
    if (signal.aborted || error instanceof RequestError || error instanceof DrawauditError) throw error
    // Services also name an encoding for empty content.
    if (source.downloadProgress.transferred === 0) return content.bytes()
    throw new DrawauditError('remote-encoding', `the content is not valid ${encodings.join(', ')}`, {
      cause: error,
    })
  }
  if (decoder.bytesWritten !== source.downloadProgress.transferred) {
    throw new DrawauditError('remote-encoding', `the content goes on after its ${encodings.join(', ')} data`)
  }
  return content.bytes()
}

/** How much to read of a stream that need not end. */
export interface PartialRead {
  readonly bytes: number
  readonly milliseconds: number
}

/**
 * Reads the start of a stream, until it ends, fails or reaches a limit, and closes it.
 *
 * @param signal - ends the reading, too
 */
export async function readStart(
  source: Readable,
  cut: PartialRead,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const length = cut.bytes
  const start = new Uint8Array(length)
  let filled = 0
  const stop = () => source.destroy()
  const timer = setTimeout(stop, cut.milliseconds)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      const taken = chunk.subarray(0, length - filled)
      start.set(taken, filled)
      filled += taken.length
      if (filled === length) break
    }
  } catch {
    // On any error, the start read so far counts.
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
  return start.slice(0, filled)
}

function createDecoder(encodings: readonly string[]): Decoder | undefined {
  const codings = encodings
    .flatMap(value => value.split(','))
    .map(coding => coding.trim().toLowerCase())
    .filter(coding => coding !== '' && coding !== 'identity')
  const [coding, ...more] = codings
  if (coding === undefined) return undefined
  if (more.length > 0) {
    throw new DrawauditError(
      'remote-encoding',
      `the content is encoded more than once: ${codings.join(', ')}`,
    )
  }
  const create = decoders.get(coding)
  if (create === undefined) {
    throw new DrawauditError(
      'remote-encoding',
      `the content has an encoding that was not requested: ${coding}`,
    )
  }
  return create()
}

/** One growing array: a list of one-byte chunks would take a hundred times the memory. */
class Content extends Writable {
  readonly #maxBytes: number
  #buffer = new Uint8Array(0)
  #length = 0

  constructor(maxBytes: number) {
    super()
    this.#maxBytes = maxBytes
  }

  override _write(chunk: Uint8Array, _: BufferEncoding, done: (error?: Error) => void): void {
    const needed = this.#length + chunk.length
    if (needed > this.#maxBytes) {
      const message = `the content is larger than ${this.#maxBytes} bytes`
      const hint = 'a raffle service answers with far less: check that this is one'
      done(new DrawauditError('remote-too-large', message, { hint }))
      return
    }
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(
        Math.min(this.#maxBytes, Math.max(needed, firstSize, 2 * this.#buffer.length)),
      )
      larger.set(this.#buffer.subarray(0, this.#length))
      this.#buffer = larger
    }
    this.#buffer.set(chunk, this.#length)
    this.#length = needed
    done()
  }

  /** The bytes written so far. */
  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length)
  }
}
