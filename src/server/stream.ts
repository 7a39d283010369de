/**
 * A body that is sent piece by piece, as fast as its client reads it.
 *
 * @packageDocumentation
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

/** How long a client may take to read what is sent it at once, in milliseconds. */
const longestWrite = 30_000

/** Where the text of a body comes from. */
export interface Pieces {
  readonly text: AsyncIterable<string | Uint8Array>
  /** Waits until a piece may be made. */
  readonly takeTurn: () => Promise<void>
}

/** The pieces of a body as gzip has them (RFC 1952), made as they are read; ending early ends what they come from. */
export function gzipPieces(pieces: AsyncIterable<string | Uint8Array>): AsyncIterable<Uint8Array> {
  const gzip = createGzip()
  // What fails is thrown to whoever reads.
  pipeline(Readable.from(pieces, { highWaterMark: 1 }), gzip, () => undefined)
  return gzip
}

/**
 * Sends a body whose end nobody knows beforehand. At most one piece waits to be read.
 *
 * @param writeHead - called when the first piece is there, so that a failure before it can still be told.
 * @returns the bytes that were sent, and whether the body is whole: the connection may end before.
 * @throws whatever `text` throws; the connection is reset then, lest what was sent look whole.
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
    // Without the length of a chunked body (HTTP/1.0) an orderly end would be the end of the body.
    if (response.headersSent) socket.resetAndDestroy()
    throw error
  } finally {
    await iterator.return?.()
  }
  return { bytes, isWhole: !isGone() }
}

/** Resolves when what was written is taken off our hands, or the connection is gone. */
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
    // Not the response's: one whose turn never comes does not close.
    socket.once('close', end)
  })
}

/**
 * Ends the connection of a client that takes too long to read. Without this one that reads a byte a second would hold
 * its response for ever.
 *
 * @returns what stops it.
 */
export function limitReading(socket: Socket, response: ServerResponse): () => void {
  if (socket.destroyed) return () => undefined
  const timer = setInterval(() => {
    // A response without a socket waits for the one before it, which may be long.
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
 * What stops with a connection. A response whose turn never comes does not close: its timer would keep it, and all
 * that it was made of, for clients that are long gone.
 */
const stopsOfSockets = new WeakMap<Socket, Set<() => void>>()

/** With one listener, since hundreds of responses may wait for their turn. */
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

/** A text as far as it is short, and what comes after that. */
export interface BufferedStart {
  readonly pieces: readonly Uint8Array[]
  /** Whether that is all of it. */
  readonly isWhole: boolean
}

/** Of a text that is not read. */
export const unreadStart: BufferedStart = { pieces: [], isWhole: false }

/**
 * Reads a text to its end, or until it is longer than what is kept of one.
 *
 * @param takeTurn - waits until a piece may be made.
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

/** A text from its beginning, of which some was read before. */
export async function* goOn(
  { pieces }: BufferedStart,
  rest: AsyncIterator<string | Uint8Array, unknown>,
): AsyncGenerator<string | Uint8Array> {
  yield* pieces
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}
