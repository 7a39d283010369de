/**
 * Files written by commands: completely, or not at all. Anything but a regular file (a pipe, a device, our
 * standard output) is written to, never replaced.
 *
 * @packageDocumentation
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { makeFolders, replaceFile, syncPath } from './durable-files.js'
import { errnoOf, withFile } from './errno.js'

/**
 * Replaces a file atomically: readers see the old or the complete new content. Durable on return, since it
 * may be a revocation.
 *
 * @throws DrawauditError `file-access`, with the file unchanged, or new if only the final sync failed.
 */
export function writeWhole(path: string, content: Uint8Array | string): void {
  withFile(path, 'write', () => {
    if (isEndless(path)) {
      const write = openEndless(path)
      try {
        write.piece(Buffer.from(content))
      } finally {
        write.close()
      }
      return
    }
    const target = findTarget(path)
    replaceFile(target, [content], partialOf(target))
    syncPath(dirname(resolve(target)))
  })
}

/** The temporary file for a target. */
export const partialOf = (target: string): string => `${target}.${process.pid}.partial`

/** Follows links: their target is replaced, not the link. */
export function findTarget(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path)
}

/** Whether a path leads to something that cannot be replaced: a pipe, a device, our own output. */
export function isEndless(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isDirectory()) return false
  return !stats.isFile() || findOwn(stats) !== undefined
}

/** The descriptor of our own output, if it goes to this file. */
function findOwn(stats: Inode): number | undefined {
  return [1, 2].find(descriptor => isOpenAs(descriptor, stats))
}

/** Whether a path leads to our own standard output (1) or standard error (2). */
export function isOwnOutput(path: string, descriptor: 1 | 2): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && isOpenAs(descriptor, stats)
}

interface Inode {
  readonly dev: number
  readonly ino: number
}

function isOpenAs(descriptor: number, { dev, ino }: Inode): boolean {
  try {
    const open = fstatSync(descriptor)
    return open.dev === dev && open.ino === ino
  } catch {
    // It was closed before we started.
    return false
  }
}

/** A sink that is written in pieces, without being replaced. */
export interface Endless {
  piece(bytes: Uint8Array): void
  close(): void
}

/** Opens a path for which {@link isEndless} is true. */
export function openEndless(path: string): Endless {
  const own = findOwn(statSync(path))
  // Without O_NONBLOCK, opening a named pipe waits for a reader that may never come.
  const { O_WRONLY, O_NONBLOCK } = constants
  const descriptor = own ?? openSync(path, O_WRONLY | O_NONBLOCK)
  return {
    piece(bytes) {
      for (let start = 0; start < bytes.length;) start += tryToWrite(descriptor, bytes, start)
    },
    close() {
      if (own === undefined) closeSync(descriptor)
    },
  }
}

function tryToWrite(descriptor: number, bytes: Uint8Array, start: number): number {
  try {
    return writeSync(descriptor, bytes, start)
  } catch (error) {
    if (errnoOf(error) !== 'EAGAIN') throw error
    // The reader has not consumed the data yet.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    return 0
  }
}

/** Writes a new file durably, since it may be a key. */
export function writeNew(path: string, content: Uint8Array, mode = 0o644): void {
  withFile(path, 'write', () => {
    const descriptor = openSync(path, 'wx', mode)
    try {
      writeFileSync(descriptor, content)
      fsyncSync(descriptor)
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    } finally {
      closeSync(descriptor)
    }
    syncPath(dirname(resolve(path)))
  })
}

/** Creates a folder and its missing parents. */
export function makeFolder(path: string): void {
  withFile(path, 'write', () => {
    makeFolders(path, 0o755)
  })
}
