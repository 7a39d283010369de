/**
 * Reads a log's files from a folder.
 *
 * @packageDocumentation
 */
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { DrawauditError } from '../../errors.js'
import { describeErrno, isAbsent } from '../../io/errno.js'
import type { FileReader } from './file-reader.js'

/** Reads files relative to a folder. */
export function openFolder(folder: string): FileReader {
  return {
    name: path => join(folder, path),

    async read(path, maxBytes, signal) {
      signal?.throwIfAborted()
      const file = join(folder, path)
      try {
        // Without O_NONBLOCK, opening a named pipe would wait for a writer, maybe forever.
        const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
        try {
          return await readBounded(handle, maxBytes, file)
        } finally {
          await handle.close()
        }
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw describeErrno(file, 'read', error)
      }
    },

    close: () => undefined,
  }
}

async function readBounded(handle: FileHandle, maxBytes: number, file: string): Promise<Uint8Array> {
  const stats = await handle.stat()
  if (!stats.isFile()) {
    const message = stats.isDirectory() ? 'is a folder' : 'is not a regular file'
    throw new DrawauditError('file-kind', message, { where: { file } })
  }
  if (stats.size > maxBytes) {
    throw new DrawauditError('file-too-large', `larger than ${maxBytes} bytes`, { where: { file } })
  }
  const bytes = new Uint8Array(stats.size)
  let length = 0
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}
