/**
 * Files that commands write: whole, or not at all. What is no regular file (a pipe, a device, where standard output
 * goes) is written to and never replaced.
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
 * Puts a file in its place in one step: who reads it sees what was there before, or all of the new content. Returns when
 * that would survive the loss of power: it may be a revocation.
 *
 * @throws DrawauditError `file-access`, and then the file is as it was, or where only what makes it last failed, the new one.
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

/** Where a file is written before it is whole. */
export const partialOf = (target: string): string => `${target}.${process.pid}.partial`

/** A link stays one: what it leads to is replaced. */
export function findTarget(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync(path)
}

/** Whether a path leads to what has no whole that could be replaced: a pipe, a device, what our own output goes to. */
export function isEndless(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isDirectory()) return false
  return !stats.isFile() || findOwn(stats) !== undefined
}

/** The descriptor of our own output that goes to a file. */
function findOwn(stats: Inode): number | undefined {
  return [1, 2].find(descriptor => isOpenAs(descriptor, stats))
}

/** Whether a path leads to where our own standard output (1) or standard error (2) goes. */
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
    // It was closed before we began.
    return false
  }
}

/** What is written to piece by piece, and has its content at once. */
export interface Endless {
  piece(bytes: Uint8Array): void
  close(): void
}

/** Opens what {@link isEndless}. */
export function openEndless(path: string): Endless {
  const own = findOwn(statSync(path))
  // Without O_NONBLOCK the open of a named pipe waits for a reader that may never come.
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
    // Whoever reads has not taken what is there yet.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    return 0
  }
}

/** Writes a file that is not there yet, and returns when it would survive the loss of power: it may be a key. */
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

/** Makes a folder and those above it, where they are missing. */
export function makeFolder(path: string): void {
  withFile(path, 'write', () => {
    makeFolders(path, 0o755)
  })
}
