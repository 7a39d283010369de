/**
 * Files named by users: opened before anything is verified, and read within a limit.
 *
 * @packageDocumentation
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { defaultJsonLimits } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { describeErrno, isAbsent, withFile } from './errno.js'

/** A document to read: its name in the report, and its bytes. */
export interface DocumentSource {
  readonly name: string
  /** Size in bytes, if known in advance. */
  readonly size?: number
  /** @throws DrawauditError `file-too-large`. */
  read(): Uint8Array
  /** The bytes in pieces, without a limit. */
  pieces(): Iterable<Uint8Array>
}

/** The name of standard input. */
export const standardInput = '-'

const limit = defaultJsonLimits.bytes

/**
 * The documents at paths: files, the `.json` files in and below folders, `-` for standard input.
 *
 * @throws DrawauditError `file-missing`, `file-access` or `file-kind` for the first path that cannot be read.
 */
export function findSources(paths: readonly string[]): readonly DocumentSource[] {
  refuseSecondInput(paths)
  return paths.flatMap(path => {
    if (path === standardInput) return [findSource(path)]
    const files = withFile(path, 'read', () => statSync(path)).isDirectory() ? listJson(path) : [path]
    return files.map(file => openSource(file))
  })
}

/**
 * The document at a path: a file, or `-` for standard input.
 *
 * @throws DrawauditError as {@link findSources} does, and `file-kind` for a folder.
 */
export function findSource(path: string): DocumentSource {
  if (path === standardInput) return createSource(path, () => readPieces(0, path))
  return openSource(path)
}

/**
 * A file of any size, in large pieces that are valid until the next one is read.
 *
 * @throws DrawauditError as {@link findSources} does.
 */
export function openLarge(path: string): {
  readonly size: number
  readonly pieces: () => Iterable<Uint8Array>
} {
  const descriptor = openFile(path)
  const { size } = fstatSync(descriptor)
  closeSync(descriptor)
  return {
    size,
    *pieces() {
      const piece = new Uint8Array(1024 * 1024)
      const opened = openFile(path)
      try {
        for (let count = readPiece(opened, piece, path); count > 0; count = readPiece(opened, piece, path)) {
          yield piece.subarray(0, count)
        }
      } finally {
        closeSync(opened)
      }
    },
  }
}

/** Reads a file that must exist. */
export function readFile(path: string): Uint8Array {
  return openSource(path).read()
}

/**
 * Reads a trusted file of any size; undefined if there is none.
 *
 * @throws DrawauditError `file-access` or `file-kind`.
 */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw describeErrno(path, 'read', error)
  }
}

/**
 * Standard input can be read once.
 *
 * @throws DrawauditError `usage`.
 */
export function refuseSecondInput(paths: readonly string[]): void {
  if (paths.filter(path => path === standardInput).length < 2) return
  throw new DrawauditError('usage', 'standard input is named more than once', {
    hint: 'leave out all but one -',
  })
}

/** Asserts that the file opens now; reads it later. */
function openSource(path: string): DocumentSource {
  return new FileSource(path, openLarge(path).size)
}

/** Minimal, since there may be a hundred thousand. */
class FileSource implements DocumentSource {
  readonly name: string
  readonly size: number

  constructor(name: string, size: number) {
    this.name = name
    this.size = size
  }

  read(): Uint8Array {
    return collect(this.name, this.pieces(), this.size)
  }

  *pieces(): Generator<Uint8Array> {
    const descriptor = openFile(this.name)
    try {
      // Virtual files, such as those in /proc, report size 0.
      const length = this.size === 0 ? longestPiece : Math.min(this.size + 1, longestPiece)
      yield* readPieces(descriptor, this.name, length)
    } finally {
      closeSync(descriptor)
    }
  }
}

/** A source that is not a file. */
export function createSource(name: string, pieces: () => Iterable<Uint8Array>): DocumentSource {
  return { name, pieces, read: () => collect(name, pieces(), 0) }
}

function openFile(path: string): number {
  // Without O_NONBLOCK, opening a named pipe waits for a writer that may never come.
  const descriptor = withFile(path, 'read', () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK))
  const stats = fstatSync(descriptor)
  if (stats.isFile()) return descriptor
  closeSync(descriptor)
  throw new DrawauditError('file-kind', stats.isDirectory() ? 'is a folder' : 'is not a regular file', {
    where: { file: path },
    hint: 'name a file, or - for standard input',
  })
}

/** In one buffer: pieces beside the whole would take twice the memory. */
function collect(name: string, pieces: Iterable<Uint8Array>, expected: number): Uint8Array {
  if (expected > limit) throw tooLarge(name)
  let whole = new Uint8Array(expected)
  let total = 0
  for (const piece of pieces) {
    const end = total + piece.length
    if (end > limit) throw tooLarge(name)
    if (end > whole.length) {
      const larger = new Uint8Array(Math.min(2 * end, limit))
      larger.set(whole.subarray(0, total))
      whole = larger
    }
    whole.set(piece, total)
    total = end
  }
  return whole.subarray(0, total)
}

function tooLarge(name: string): DrawauditError {
  return new DrawauditError('file-too-large', `larger than ${limit} bytes`, { where: { file: name } })
}

const longestPiece = 64 * 1024

function* readPieces(descriptor: number, name: string, length = longestPiece): Generator<Uint8Array> {
  for (;;) {
    const piece = new Uint8Array(length)
    const count = readPiece(descriptor, piece, name)
    if (count === 0) return
    yield piece.subarray(0, count)
  }
}

function readPiece(descriptor: number, piece: Uint8Array, name: string): number {
  for (;;) {
    try {
      return readSync(descriptor, piece)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      // Standard input may be a non-blocking pipe without data yet.
      if (code !== 'EAGAIN') throw describeErrno(name, 'read', error)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/**
 * The JSON files in and below a folder. Links to folders are not followed, since some are cyclic; `recursive`
 * of newer Node versions would.
 */
function listJson(folder: string): readonly string[] {
  return withFile(folder, 'read', () => readdirSync(folder, { withFileTypes: true }))
    .flatMap(entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listJson(path)
      return entry.name.endsWith('.json') ? path : []
    })
    .sort()
}
