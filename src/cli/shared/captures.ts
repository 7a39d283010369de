/**
 * Capture folders: the recorded answers of a service, and their manifest `capture.json`.
 *
 * @packageDocumentation
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { describeErrno, isAbsent } from '../../io/errno.js'
import {
  describeCapture,
  digestContent,
  largestContent,
  parseCapture,
  restoreExchange,
  type AlteredFile,
  type Capture,
  type Captured,
  type CapturedExchange,
  type CaptureEntry,
} from '../../model/capture.js'
import { makeFolder, writeNew, writeWhole } from '../../io/written-files.js'

const manifestName = 'capture.json'

/** Name of the log's folder in a capture. */
export const logName = 'log'

const largestManifest = 64 * 1024 * 1024

/** A capture as read. */
export interface LoadedCapture {
  readonly manifest: Capture
  /** In the order of the manifest; without altered files, whose original content is unknown. */
  readonly exchanges: readonly CapturedExchange[]
  /** Files that are missing or differ from the manifest. */
  readonly altered: readonly AlteredFile[]
}

/** Whether a folder has a manifest. */
export function isCapture(folder: string): boolean {
  return existsSync(join(folder, manifestName))
}

/**
 * Saves the answers of a service to a folder that is absent, or empty but for the log. The manifest is written
 * last: a folder without one is incomplete.
 *
 * @returns the manifest.
 * @throws DrawauditError `file-exists`, or `capture-schema` for answers that a capture cannot hold, both before
 * anything is written; `file-access`.
 */
export function writeCapture(folder: string, captured: Captured): Capture {
  const manifest = describeCapture(captured)
  refuseOccupied(folder)
  makeFolder(folder)
  manifest.exchanges.forEach(({ file }, index) => {
    const path = join(folder, file)
    makeFolder(dirname(path))
    writeNew(path, captured.exchanges[index]?.exchange.body ?? new Uint8Array())
  })
  writeWhole(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/**
 * Reads a folder saved by {@link writeCapture}. Opens no file outside it, and follows no symbolic link in it.
 *
 * @throws DrawauditError `file-missing` without a manifest; `capture-schema` or `json-…` for an invalid one;
 * `file-kind` for a link or a file that is not regular; `file-too-large`; `file-access`.
 */
export function readCapture(folder: string): LoadedCapture {
  const manifest = readManifest(join(folder, manifestName))
  const exchanges: CapturedExchange[] = []
  const altered: AlteredFile[] = []
  for (const entry of manifest.exchanges) {
    const body = readBody(folder, entry)
    const found = typeof body === 'string' ? body : describeContent(body, entry)
    if (typeof body !== 'string' && found === entry.sha256) exchanges.push(restoreExchange(entry, body))
    else altered.push({ file: entry.file, expected: entry.sha256, found })
  }
  return { manifest, exchanges, altered }
}

function readManifest(path: string): Capture {
  const bytes = readRegular(path, largestManifest)
  if (bytes === tooLarge) {
    throw new DrawauditError('file-too-large', `larger than ${largestManifest} bytes`, {
      where: { file: path },
    })
  }
  if (bytes === missing) {
    throw new DrawauditError('file-missing', 'there is no such file or folder', {
      where: { file: path },
      hint: 'a folder without capture.json is not a capture, or an incomplete one',
    })
  }
  return DrawauditError.within({ file: path }, () => parseCapture(parseJson(bytes)))
}

function readBody(folder: string, { file }: CaptureEntry): FileContent {
  return readInside(folder, file, largestContent)
}

/**
 * Reads a file inside a capture; follows no link.
 *
 * @param file - name relative to the folder, with slashes.
 * @param limit - maximum size in bytes.
 * @throws DrawauditError `file-kind`, `file-access`.
 */
export function readInside(folder: string, file: string, limit: number): FileContent {
  // Defence in depth: the schema allows no other names, but no path outside the folder may ever be opened.
  const parts = file.split('/')
  if (!parts.every(part => /^[a-z0-9][a-z0-9.-]*$/.test(part))) {
    throw new DrawauditError('file-kind', 'is not in the folder of the capture', { where: { file } })
  }
  for (let depth = 1; depth < parts.length; depth += 1) {
    const path = join(folder, ...parts.slice(0, depth))
    const stats = inspect(path)
    if (stats === undefined) return missing
    if (!stats.isDirectory()) throw notRegular(path, stats)
  }
  return readRegular(join(folder, file), limit)
}

/** The digest of a body, with its length if that differs from the manifest. */
function describeContent(body: Uint8Array, { bytes }: CaptureEntry): string {
  const digest = digestContent(body)
  return body.length === bytes ? digest : `${digest} (${body.length} bytes instead of ${bytes})`
}

const missing = 'no such file'
const tooLarge = 'a file larger than a capture allows'

/** The content of a file, or why there is none. */
export type FileContent = Uint8Array | typeof missing | typeof tooLarge

/** Reads a regular file; follows no link. */
function readRegular(path: string, limit: number): FileContent {
  const before = inspect(path)
  if (before === undefined) return missing
  if (!before.isFile()) throw notRegular(path, before)
  try {
    // In case the file is replaced meanwhile: follow no link, and do not block on a pipe.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      const stats = fstatSync(descriptor)
      if (!stats.isFile()) throw notRegular(path, stats)
      if (stats.size > limit) return tooLarge
      return readFileSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw describeErrno(path, 'read', error)
  }
}

/** Status of a path, links not followed; undefined if absent. */
function inspect(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw describeErrno(path, 'read', error)
  }
}

/**
 * Checks that a capture can be saved to a folder.
 *
 * @throws DrawauditError `file-exists` unless the folder is absent, empty, or has only a log, which is added to.
 */
export function refuseOccupied(folder: string): void {
  const stats = inspect(folder)
  if (stats === undefined) return
  let occupied = true
  try {
    occupied = readdirSync(folder).some(name => name !== logName)
  } catch (error) {
    // A file or dangling link occupies the path.
    if (!isAbsent(error)) throw describeErrno(folder, 'read', error)
  }
  if (!occupied) return
  throw new DrawauditError('file-exists', 'the path is in use', {
    where: { file: folder },
    hint: 'name a folder that does not exist yet or is empty; one without capture.json is incomplete and can be deleted',
  })
}

function notRegular(path: string, stats: Stats): DrawauditError {
  const message = stats.isSymbolicLink() ? 'is a symbolic link' : 'is not a regular file'
  return new DrawauditError('file-kind', stats.isDirectory() ? 'is a folder' : message, {
    where: { file: path },
    hint: 'a capture has the files that drawaudit fetch wrote, and no links',
  })
}
