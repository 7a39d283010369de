/**
 * Large files written by commands in pieces: completely, or not at all.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { withFile } from './errno.js'
import { findTarget, isEndless, openEndless, partialOf } from './written-files.js'

/** Whether the complete file may replace an existing one. */
export type MayReplace = (target: string, partial: string) => Promise<boolean>

/**
 * Writes text to a temporary file, and renames it when complete.
 *
 * @param mayReplace - asked if the file exists; anything but a regular file is always written to.
 * @returns its length, and its digest as the protocol writes it.
 * @throws DrawauditError `file-access` and the like, with the file unchanged.
 */
export async function writePieces(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  mayReplace?: MayReplace,
): Promise<{ readonly bytes: number; readonly digest: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* watch(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      const chunk = Buffer.from(piece)
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await withFile(path, 'write', () =>
    isEndless(path) ? writeInto(path, watch()) : replaceWith(findTarget(path), watch(), mayReplace),
  )
  return { bytes, digest: `sha256:${hash.digest('hex')}` }
}

async function writeInto(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const open = openEndless(path)
  try {
    for await (const piece of pieces) open.piece(piece)
  } finally {
    open.close()
  }
}

async function replaceWith(
  target: string,
  pieces: AsyncIterable<Uint8Array>,
  mayReplace: MayReplace = () => Promise.resolve(true),
): Promise<void> {
  const partial = partialOf(target)
  try {
    await pipeline(Readable.from(pieces, { objectMode: false }), createWriteStream(partial, { flush: true }))
    if (!existsSync(target) || (await mayReplace(target, partial))) await rename(partial, target)
    else await rm(partial)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
