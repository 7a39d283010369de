/**
 * Folders with what a service said, and their manifest `capture.json`.
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

/** The folder of the log in that of a capture. */
export const logName = 'log'

const largestManifest = 64 * 1024 * 1024

/** A folder as it was read. */
export interface ReadCapture {
  readonly manifest: Capture
  /** In the order of the manifest, without those of altered files: nobody knows what was in them. */
  readonly exchanges: readonly CapturedExchange[]
  /** Files that are missing or not as the manifest says. */
  readonly altered: readonly AlteredFile[]
}

/** The path names a folder with a manifest, as far as one can see. */
export function isCapture(folder: string): boolean {
  return existsSync(join(folder, manifestName))
}

/**
 * Saves what a service said into a folder that does not exist yet or is empty but for the log. The manifest comes last:
 * a folder without one was not finished.
 *
 * @returns the manifest.
 * @throws DrawauditError `file-exists`, or `capture-schema` for what no capture can hold, and then nothing was written;
 * `file-access`.
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
 * Reads a folder that {@link writeCapture} saved. No file outside it is opened, and none through a symbolic link in it.
 *
 * @throws DrawauditError `file-missing` without a manifest, `capture-schema` or a code that begins with `json-` for one
 * that is none, `file-kind` for a link or what is no file, `file-too-large`, `file-access`.
 */
export function readCapture(folder: string): ReadCapture {
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
      hint: 'a folder without capture.json is no capture, or one that was broken off',
    })
  }
  return DrawauditError.within({ file: path }, () => parseCapture(parseJson(bytes)))
}

function readBody(folder: string, { file }: CaptureEntry): ReadFile {
  return readInside(folder, file, largestContent)
}

/**
 * Reads a file of a capture: none outside of it, and through no link.
 *
 * @param file - its name in the folder, with slashes.
 * @throws DrawauditError `file-kind`, `file-access`.
 */
export function readInside(folder: string, file: string, limit: number): ReadFile {
  // The schema lets no other name pass; a path that leads elsewhere is never to be opened, whatever reads the manifest.
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

/** The digest of a content; its length where that alone shows that it is another one. */
function describeContent(body: Uint8Array, { bytes }: CaptureEntry): string {
  const digest = digestContent(body)
  return body.length === bytes ? digest : `${digest} (${body.length} bytes instead of ${bytes})`
}

const missing = 'no such file'
const tooLarge = 'a larger file than a capture has'

/** A content, or why there is none. */
export type ReadFile = Uint8Array | typeof missing | typeof tooLarge

/** Reads a file that is one and no link. */
function readRegular(path: string, limit: number): ReadFile {
  const before = inspect(path)
  if (before === undefined) return missing
  if (!before.isFile()) throw notRegular(path, before)
  try {
    // Should the file be replaced meanwhile: no link is followed, and no pipe waited for.
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

/** What a path names, links not followed; undefined where there is nothing. */
function inspect(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw describeErrno(path, 'read', error)
  }
}

/**
 * Makes sure that a folder can be saved to.
 *
 * @throws DrawauditError `file-exists` unless there is nothing in its place, an empty folder, or one with a log alone,
 * which is added to.
 */
export function refuseOccupied(folder: string): void {
  const stats = inspect(folder)
  if (stats === undefined) return
  let occupied = true
  try {
    occupied = readdirSync(folder).some(name => name !== logName)
  } catch (error) {
    // A file, or a link that leads nowhere, is something else in this place.
    if (!isAbsent(error)) throw describeErrno(folder, 'read', error)
  }
  if (!occupied) return
  throw new DrawauditError('file-exists', 'there is something in this place', {
    where: { file: folder },
    hint: 'name a folder that does not exist yet or is empty; one without capture.json was broken off and can be deleted',
  })
}

function notRegular(path: string, stats: Stats): DrawauditError {
  const message = stats.isSymbolicLink() ? 'is a symbolic link' : 'is not a regular file'
  return new DrawauditError('file-kind', stats.isDirectory() ? 'is a folder' : message, {
    where: { file: path },
    hint: 'a capture has the files that drawaudit fetch wrote, and no links',
  })
}
