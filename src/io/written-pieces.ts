/**
 * Large files that commands write piece by piece: whole, or not at all.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describeErrno } from './errno.js'

/**
 * Writes text beside the file and puts it in its place when it is complete.
 *
 * @returns its length, and its digest as the protocol writes it.
 * @throws DrawauditError `file-access` and the like; then the file is as it was.
 */
export async function writePieces(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
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
  const partial = `${path}.${process.pid}.partial`
  try {
    await pipeline(Readable.from(watch(), { objectMode: false }), createWriteStream(partial, { flush: true }))
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw describeErrno(path, 'write', error)
  }
  return { bytes, digest: `sha256:${hash.digest('hex')}` }
}
