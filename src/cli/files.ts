/**
 * Files that people name: opened before anything is verified, read within a limit.
 *
 * @packageDocumentation
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { defaultJsonLimits } from '../core/json.js'
import { DrawauditError, type ErrorCode } from '../errors.js'

/** A document to read: its name for the report, and its bytes. */
export interface Source {
  readonly name: string
  /** @throws DrawauditError `file-too-large`. */
  read(): Uint8Array
}

/** The name of standard input. */
export const standardInput = '-'

const limit = defaultJsonLimits.bytes

/**
 * The documents that paths name: files as they are, folders for the `.json` files in them and below, `-` for
 * standard input.
 *
 * @throws DrawauditError `file-missing`, `file-access` or `file-kind` for the first path that cannot be read.
 */
export function findSources(paths: readonly string[]): readonly Source[] {
  refuseSecondInput(paths)
  return paths.flatMap(path => {
    if (path === standardInput) return [findSource(path)]
    const files = attempt(path, () => statSync(path)).isDirectory() ? listJson(path) : [path]
    return files.map(file => openSource(file))
  })
}

/**
 * The one document that a path names: a file, or `-` for standard input.
 *
 * @throws DrawauditError as {@link findSources} does, and `file-kind` for a folder.
 */
export function findSource(path: string): Source {
  if (path === standardInput) return { name: path, read: () => readAll(0, path) }
  return openSource(path)
}

/** Reads one file that has to be there. */
export function readFile(path: string): Uint8Array {
  return openSource(path).read()
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

/** Makes sure that the file opens now; reads it when asked. */
function openSource(path: string): Source {
  withFile(path, () => undefined)
  return { name: path, read: () => withFile(path, descriptor => readAll(descriptor, path)) }
}

function withFile<T>(path: string, use: (descriptor: number) => T): T {
  // Without O_NONBLOCK the open of a named pipe waits for a writer that may never come.
  const descriptor = attempt(path, () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK))
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) {
      throw new DrawauditError('file-kind', stats.isDirectory() ? 'is a folder' : 'is not a regular file', {
        where: { file: path },
        hint: 'name a file, or - for standard input',
      })
    }
    return use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function readAll(descriptor: number, name: string): Uint8Array {
  const chunks: Uint8Array[] = []
  let total = 0
  for (;;) {
    const chunk = new Uint8Array(64 * 1024)
    const count = readChunk(descriptor, chunk, name)
    if (count === 0) return Buffer.concat(chunks, total)
    total += count
    if (total > limit) {
      throw new DrawauditError('file-too-large', `larger than ${limit} bytes`, { where: { file: name } })
    }
    chunks.push(chunk.subarray(0, count))
  }
}

function readChunk(descriptor: number, chunk: Uint8Array, name: string): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      // Standard input may be a pipe that does not block and has nothing yet.
      if (code !== 'EAGAIN') throw fileError(name, error)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

function listJson(folder: string): readonly string[] {
  return attempt(folder, () => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => !entry.isDirectory() && entry.name.endsWith('.json'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw fileError(path, error)
  }
}

function fileError(path: string, error: unknown): DrawauditError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  const kinds: Readonly<Record<string, readonly [ErrorCode, string]>> = {
    ENOENT: ['file-missing', 'there is no such file or folder'],
    ENOTDIR: ['file-missing', 'there is no such file or folder'],
    EACCES: ['file-access', 'permission denied'],
    EPERM: ['file-access', 'permission denied'],
    EISDIR: ['file-kind', 'is a folder'],
    ELOOP: ['file-access', 'too many symbolic links'],
  }
  const [kind, message] = kinds[code] ?? ['file-access', `cannot be read (${code})`]
  return new DrawauditError(kind, message, { where: { file: path }, cause: error })
}
