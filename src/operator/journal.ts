/**
 * The signing journal: everything ever signed, beside the store, so that an older copy of the store is
 * noticed before it signs a second history. It is read and written only while the store is locked.
 *
 * @packageDocumentation
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
  type BigIntStats,
  type Stats,
} from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { parseUuid } from '../core/uuid.js'
import { DrawauditError } from '../errors.js'
import type { StatementDigest } from '../store/ceremonies.js'
import type { ConsoleRow, LastSigned } from '../store/consoles.js'
import { syncPath } from '../io/durable-files.js'
import { errnoOf, isAbsent } from '../io/errno.js'

/** A payload that was, or is about to be, signed. */
export type JournalLine = Pick<StatementDigest, 'raffleId' | 'sequence' | 'digest'>

/** A log head that was, or is about to be, signed. */
export interface JournalHead {
  readonly origin: string
  readonly size: number
  /** `sha256:` and 64 lower-case hex digits. */
  readonly root: string
}

/** The number of receipts of a raffle at the time of writing. */
export interface JournalReceipts {
  readonly raffleId: string
  readonly count: number
}

/** The name of a journal in its database, and the identity of that database. */
export type JournalSelf = { readonly [Name in 'journal' | 'database']: string }

/** Another journal that signs from the same database. */
export type OtherConsole = Pick<ConsoleRow, 'journal' | 'place'>

/** The content of a journal line. */
export type JournalContent =
  | JournalLine
  | { readonly head: JournalHead }
  | { readonly receipts: JournalReceipts }
  | { readonly lost: string }
  | { readonly lostLog: string }
  /** Null if it came back. */
  | { readonly movedTo: string | null }
  | { readonly self: JournalSelf }
  | { readonly console: OtherConsole }
  | { readonly last: LastSigned }

/** The content of a journal. */
export interface Journal {
  /** False if there is no file. */
  readonly exists: boolean
  readonly lines: readonly JournalLine[]
  /** The latest head of each log, by origin. */
  readonly heads: Map<string, JournalHead>
  /** Known minimum number of receipts, by raffle id. */
  readonly receipts: Map<string, number>
  /** Raffles whose later statements are lost with a store: nothing more may be signed for them. */
  readonly lost: Set<string>
  /** Logs whose later heads are lost with a store: nothing more may be signed for them. */
  readonly lostLogs: Set<string>
  /** The database that the store was copied to: nothing more may be signed here. */
  readonly movedTo?: string
  /** Databases only: the journal's name there, and the database it was last compared with. */
  readonly self?: JournalSelf
  /** The other journals of that database, by their names there. */
  readonly consoles: Map<string, OtherConsole>
  /** The database's last signature when last read. */
  readonly last?: LastSigned
  /** Number of complete lines, of any kind, and their bytes. */
  readonly count: number
  readonly length: number
  /** By what it is known again; absent where there is no file. */
  readonly mark?: JournalMark
}

/** Number of the set of line kinds that this program knows: raise it with each new kind. */
export const journalForm = 1

/** What a file was: two of one name are told apart by it, and one that was written to from what it was before. */
export type FileState = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'ctimeNs'>

/** A file as it was, and what was in it before the end of the last complete line. */
export interface JournalMark {
  readonly stats: FileState
  readonly ending: Buffer
}

/** The state of a journal's file; undefined where there is none. */
export const readFileState = (file: string): FileState | undefined =>
  attempt(file, () => ifThere(() => statSync(file, { bigint: true })))

/** File name of a store's journal. */
export const journalOf = (store: string): string => `${store}.signed`

/**
 * Asserts that a journal is a file or missing: opening a pipe would block for ever, with the store locked.
 *
 * @throws DrawauditError `file-kind`, `file-access`.
 */
export function assertJournalFile(file: string): void {
  const stats = attempt(file, () => statIfThere(file))
  if (stats === undefined || stats.isFile()) return
  const kind = stats.isDirectory() ? 'a folder' : 'not a regular file'
  throw new DrawauditError('file-kind', `the journal is ${kind}`, {
    hint: 'move away what is there, and put the journal in its place; nothing was signed',
    where: { file },
  })
}

/**
 * Reads a journal. A broken end was torn by a kill or a power failure: it was never synced to disk, so
 * nothing was signed. A broken line before a later append, or a complete one with a wrong checksum, is
 * damage.
 *
 * @throws DrawauditError `journal-invalid`, `file-kind`, `file-access`.
 */
export function readJournal(file: string): Journal {
  const nothing = {
    ...{ exists: false, lines: [], count: 0, length: 0 },
    ...{ heads: new Map(), receipts: new Map(), consoles: new Map() },
    ...{ lost: new Set<string>(), lostLogs: new Set<string>() },
  }
  const read = readBytes(file, 0)
  return read === undefined ? nothing : takeLines(file, nothing, read)
}

/**
 * Reads what was appended to a journal since it was read.
 *
 * @param before - what was read of it then, which from here on has what was appended too, but for its lines.
 * @returns all that it holds, with the new lines alone; undefined where the file is not known again: it is another one,
 * is shorter, ends otherwise at that place, or was written without growing.
 * @throws DrawauditError as {@link readJournal} does.
 */
export function readAppended(file: string, before: Journal): Journal | undefined {
  const { mark, length } = before
  if (mark === undefined) return undefined
  const read = readBytes(file, length - mark.ending.length)
  if (read === undefined) return undefined
  const { stats, bytes } = read
  const isSame =
    stats.dev === mark.stats.dev &&
    stats.ino === mark.stats.ino &&
    (stats.size > mark.stats.size ||
      (stats.size === mark.stats.size && stats.ctimeNs === mark.stats.ctimeNs)) &&
    mark.ending.equals(bytes.subarray(0, mark.ending.length))
  return isSame ? takeLines(file, before, read) : undefined
}

/** Bytes before the end of what was read by which a journal is known again. */
const knownBytes = 4096

/** Of a file, from a place on. */
interface ReadBytes {
  readonly stats: FileState
  readonly bytes: Buffer
}

/** @returns undefined where there is no file. */
function readBytes(file: string, from: number): ReadBytes | undefined {
  assertJournalFile(file)
  return attempt(file, () => {
    const descriptor = openIfThere(file)
    if (descriptor === undefined) return undefined
    try {
      const stats = fstatSync(descriptor, { bigint: true })
      const bytes = Buffer.alloc(Math.max(Number(stats.size) - from, 0))
      let length = 0
      for (let count = -1; count !== 0 && length < bytes.length; length += count) {
        count = readSync(
          descriptor,
          bytes,
          length,
          Math.min(bytes.length - length, mostAtOnce),
          from + length,
        )
      }
      return { stats, bytes: bytes.subarray(0, length) }
    } finally {
      closeSync(descriptor)
    }
  })
}

/** Bytes that one read gives: the system gives no more than 2 GiB. */
const mostAtOnce = 2 ** 30

/** Adds what was read to a journal. @param read - from the beginning of what it is known again by. */
function takeLines(file: string, before: Journal, { stats, bytes }: ReadBytes): Journal {
  const { heads, receipts, lost, lostLogs, consoles } = before
  let { movedTo = null, self, last, count } = before
  const lines: JournalLine[] = []
  const known = before.mark?.ending.length ?? 0
  let end = known
  for (const { line, end: place } of readLines(file, bytes, known, count + 1)) {
    end = place
    count += 1
    if ('head' in line) heads.set(line.head.origin, line.head)
    else if ('receipts' in line) receipts.set(line.receipts.raffleId, line.receipts.count)
    else if ('lost' in line) lost.add(line.lost)
    else if ('lostLog' in line) lostLogs.add(line.lostLog)
    else if ('movedTo' in line) ({ movedTo } = line)
    else if ('self' in line) ({ self } = line)
    else if ('console' in line) consoles.set(line.console.journal, line.console)
    else if ('last' in line) ({ last } = line)
    else lines.push(line)
  }
  return {
    ...{ exists: true, lines, count, length: before.length + end - known },
    ...{ heads, receipts, lost, lostLogs, consoles },
    ...(movedTo !== null && { movedTo }),
    ...(self && { self }),
    ...(last && { last }),
    // A copy: the rest of what was read is not kept for it.
    mark: { stats, ending: Buffer.from(bytes.subarray(Math.max(end - knownBytes, 0), end)) },
  }
}

/** A line, and its end offset. */
interface WholeLine {
  readonly line: JournalContent
  readonly end: number
}

/** @param first - number of the line at `from`. */
function readLines(file: string, bytes: Buffer, from: number, first: number): readonly WholeLine[] {
  const whole: WholeLine[] = []
  let broken: number | undefined
  for (let start = from, number = first; ; number += 1) {
    const end = bytes.indexOf(0x0a, start) + 1
    if (end === 0) return whole
    const text = bytes.toString('utf8', start, end - 1)
    // If the end of a broken line is lost, a good line follows it.
    const from = Math.max(text.lastIndexOf('{"'), 0)
    if (from > 0) broken ??= number
    const [, json = '', mark, sum] = lineForm.exec(text.slice(from)) ?? []
    const isRight = sum === checksumOf(json)
    const read = mark === undefined ? undefined : readLine(json)
    // A line of a newer program is valid but not understood.
    const isDamage =
      broken === undefined ? isRight !== (read !== undefined) : isRight && mark === firstOfAppend
    if (isDamage) throw damaged(file, broken ?? number)
    if (read === undefined) broken ??= number
    else if (broken === undefined) whole.push({ line: read, end })
    start = end
  }
}

function damaged(file: string, line: number): DrawauditError {
  return new DrawauditError('journal-invalid', 'is not a line of the journal', {
    hint: 'restore the journal from a copy; drawaudit store adopt makes a new one once it is moved away',
    where: { file, line },
  })
}

/**
 * Appends lines after the part that {@link readJournal} read, and syncs them to disk.
 *
 * @throws DrawauditError `file-access`; then nothing may be signed.
 */
export function appendJournal(
  file: string,
  { exists, length }: Pick<Journal, 'exists' | 'length'>,
  lines: readonly JournalContent[],
): void {
  const text = lines
    .map(formatLine)
    .map((json, index) => `${json}${index === 0 ? firstOfAppend : laterOfAppend}${checksumOf(json)}\n`)
    .join('')
  attempt(file, () => {
    const descriptor = openSync(file, exists ? 'r+' : 'wx+', 0o600)
    try {
      // Before the first line, so that a journal with lines never loses its name.
      if (length === 0) syncPath(dirname(file))
      // Otherwise a torn line would merge with the next one.
      ftruncateSync(descriptor, length)
      writeDurably(descriptor, Buffer.from(text), length)
    } finally {
      closeSync(descriptor)
    }
  })
}

/**
 * Syncs what {@link readJournal} read: its writer may have died first. After a failed sync the system may
 * wrongly consider data written, so everything is written again.
 *
 * @throws DrawauditError `file-access`; then nothing may be signed.
 */
export function confirmJournal(file: string, { length }: Pick<Journal, 'length'>): void {
  attempt(file, () => {
    const bytes = readFileSync(file).subarray(0, length)
    const descriptor = openSync(file, 'r+')
    try {
      writeDurably(descriptor, bytes, 0)
    } finally {
      closeSync(descriptor)
    }
  })
}

function writeDurably(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(descriptor, bytes, at, bytes.length - at, position + at)
  }
  fsyncSync(descriptor)
}

/**
 * A line: its JSON, a mark, and the CRC-32 of the JSON. An append starts only after the previous one was
 * synced. After a broken line, a later line that starts an append proves damage; one that continues an append
 * does not, since a disk writes the pages of one append in any order.
 */
const lineForm = /^(\{.*\})([ +])([0-9a-f]{8})$/
const firstOfAppend = ' '
const laterOfAppend = '+'

const checksumOf = (json: string): string => crc32(json).toString(16).padStart(8, '0')

function formatLine(line: JournalContent): string {
  if ('head' in line)
    return JSON.stringify({ log: line.head.origin, size: line.head.size, root: line.head.root })
  if ('receipts' in line) {
    return JSON.stringify({ receipts: line.receipts.raffleId, count: line.receipts.count })
  }
  if ('lost' in line) return JSON.stringify({ lost: line.lost })
  if ('lostLog' in line) return JSON.stringify({ lost_log: line.lostLog })
  if ('movedTo' in line) return JSON.stringify({ moved_to: line.movedTo })
  if ('self' in line) return JSON.stringify(line.self)
  if ('console' in line) return JSON.stringify({ console: line.console.journal, place: line.console.place })
  if ('last' in line) return JSON.stringify({ last: line.last.number, digest: line.last.digest })
  const { raffleId, sequence, digest } = line
  return JSON.stringify({ raffle_id: raffleId, sequence, digest })
}

function readLine(text: string): JournalContent | undefined {
  const value = tryParse(text)
  if (typeof value !== 'object' || value === null) return undefined
  const {
    raffle_id: raffleId,
    sequence,
    digest,
    lost,
    lost_log: lostLog,
    moved_to: movedTo,
    log: origin,
    size,
    root,
    journal,
    database,
    console: other,
    place,
    last,
    receipts,
    count,
  } = value as Readonly<Record<string, unknown>>
  if (isUuid(receipts) && typeof count === 'number') return { receipts: { raffleId: receipts, count } }
  if (isUuid(lost)) return { lost }
  if (typeof lostLog === 'string') return { lostLog }
  if (typeof movedTo === 'string' || movedTo === null) return { movedTo }
  if (typeof origin === 'string' && typeof size === 'number' && isDigest(root)) {
    return { head: { origin, size, root } }
  }
  if (isUuid(journal) && typeof database === 'string') return { self: { journal, database } }
  if (isUuid(other) && typeof place === 'string') return { console: { journal: other, place } }
  if (typeof last === 'number' && (isDigest(digest) || digest === ''))
    return { last: { number: last, digest } }
  if (!isUuid(raffleId) || !isDigest(digest) || typeof sequence !== 'number') return undefined
  return { raffleId, sequence, digest }
}

const isUuid = (value: unknown): value is string => typeof value === 'string' && parseUuid(value) === value

const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value)

/** There may be millions of lines, and none is a stranger's: not the strict reader, which takes far longer. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const statIfThere = (file: string): Stats | undefined => ifThere(() => statSync(file))

const openIfThere = (file: string): number | undefined => ifThere(() => openSync(file, 'r'))

function ifThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

function attempt<T>(file: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw describe(file, error)
  }
}

function describe(file: string, error: unknown): DrawauditError {
  const cause = error instanceof DrawauditError ? error.cause : error
  return new DrawauditError(
    'file-access',
    `the journal cannot be read or written (${errnoOf(cause) ?? 'unknown'})`,
    { hint: 'look at the disk and the permissions; nothing was signed', where: { file }, cause },
  )
}
