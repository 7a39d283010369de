/**
 * Streams a body at the pace of its client.
 *
 * @packageDocumentation
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

/** Max milliseconds in which a client must read what was sent. */
const longestWrite = 30_000

/** Source of a streamed body. */
export interface Pieces {
  readonly text: AsyncIterable<string | Uint8Array>
  /** Resolves when a piece may be made. */
  readonly takeTurn: () => Promise<void>
}

/** Compresses pieces with gzip (RFC 1952) as they are read; ending early ends their source. */
export function gzipPieces(pieces: AsyncIterable<string | Uint8Array>): AsyncIterable<Uint8Array> {
  const gzip = createGzip()
  // Failures are thrown to the reader of the stream.
  pipeline(Readable.from(pieces, { highWaterMark: 1 }), gzip, () => undefined)
  return gzip
}

/**
 * Streams a body of unknown length. At most one piece waits to be read.
 *
 * @param writeHead - called with the first piece at hand, so that an earlier failure can still get an error
 * response.
 * @returns the number of bytes sent, and whether the body is complete: the connection may end early.
 * @throws the error of `text`; the connection is then reset, so that a partial body does not look complete.
 */
export async function streamBody(
  socket: Socket,
  response: ServerResponse,
  { text, takeTurn }: Pieces,
  writeHead: () => void,
): Promise<{ readonly bytes: number; readonly isWhole: boolean }> {
  const iterator = text[Symbol.asyncIterator]()
  const isGone = (): boolean => socket.destroyed
  let bytes = 0
  try {
    await takeTurn()
    let piece = await iterator.next()
    writeHead()
    while (piece.done !== true && !isGone()) {
      const { value } = piece
      const chunk = typeof value === 'string' ? Buffer.from(value) : value
      bytes += chunk.length
      if (!response.write(chunk)) await waitForReader(socket, response)
      await takeTurn()
      if (!isGone()) piece = await iterator.next()
    }
    response.end()
  } catch (error) {
    // Without chunked encoding (HTTP/1.0) an orderly close would mark the body as complete.
    if (response.headersSent) socket.resetAndDestroy()
    throw error
  } finally {
    await iterator.return?.()
  }
  return { bytes, isWhole: !isGone() }
}

/** Resolves when the written data was taken over, or the connection is gone. */
function waitForReader(socket: Socket, response: ServerResponse): Promise<void> {
  if (socket.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    const stop = limitReading(socket, response)
    const end = (): void => {
      stop()
      response.off('drain', end)
      socket.off('close', end)
      resolve()
    }
    response.once('drain', end)
    // Not on the response: one whose turn never comes does not emit `close`.
    socket.once('close', end)
  })
}

/**
 * Closes connections that read too slowly. Otherwise a client reading a byte a second would hold its response
 * forever.
 *
 * @returns a function that stops the limit.
 */
export function limitReading(socket: Socket, response: ServerResponse): () => void {
  if (socket.destroyed) return () => undefined
  const timer = setInterval(() => {
    // A response without a socket is queued behind another, possibly long one.
    if (response.socket === null && !socket.destroyed) return
    stop()
    socket.destroy()
  }, longestWrite)
  timer.unref()
  const stops = stopsOf(socket)
  const stop = (): void => {
    clearInterval(timer)
    stops.delete(stop)
  }
  stops.add(stop)
  return stop
}

/**
 * Functions to call when a socket closes. A queued response never emits `close`: its timer would keep it, and
 * all that it refers to, in memory.
 */
const stopsOfSockets = new WeakMap<Socket, Set<() => void>>()

/** One listener per socket, since hundreds of responses may be queued. */
function stopsOf(socket: Socket): Set<() => void> {
  const known = stopsOfSockets.get(socket)
  if (known !== undefined) return known
  const stops = new Set<() => void>()
  stopsOfSockets.set(socket, stops)
  socket.once('close', () => {
    for (const stop of stops) stop()
  })
  return stops
}

/** The beginning of a text, read up to a limit. */
export interface BufferedStart {
  readonly pieces: readonly Uint8Array[]
  /** Whether it is the whole text. */
  readonly isWhole: boolean
}

/** For a text that was not read. */
export const unreadStart: BufferedStart = { pieces: [], isWhole: false }

/**
 * Reads a text to its end, or until it exceeds the max length kept.
 *
 * @param takeTurn - resolves when a piece may be made.
 */
export async function readBeginning(
  text: AsyncIterator<string | Uint8Array, unknown>,
  longest: number,
  takeTurn: () => Promise<void>,
): Promise<BufferedStart> {
  const pieces: Uint8Array[] = []
  for (let length = 0; length <= longest;) {
    await takeTurn()
    const next = await text.next()
    if (next.done === true) return { pieces, isWhole: true }
    const piece = typeof next.value === 'string' ? Buffer.from(next.value) : next.value
    pieces.push(piece)
    length += piece.length
  }
  return { pieces, isWhole: false }
}

/** The whole text, given its beginning that was already read. */
export async function* goOn(
  { pieces }: BufferedStart,
  rest: AsyncIterator<string | Uint8Array, unknown>,
): AsyncGenerator<string | Uint8Array> {
  yield* pieces
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}
