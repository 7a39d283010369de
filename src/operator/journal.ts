/**
 * The signing journal: everything ever signed, beside the store, so that an older copy of the store is
 * noticed before it signs a second history. It is read and written only while the store is locked.
 *
 * @packageDocumentation
 */
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
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
import { readIfThere } from '../io/files.js'

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
export type Line =
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
  readonly heads: ReadonlyMap<string, JournalHead>
  /** Known minimum number of receipts, by raffle id. */
  readonly receipts: ReadonlyMap<string, number>
  /** Raffles whose later statements are lost with a store: nothing more may be signed for them. */
  readonly lost: ReadonlySet<string>
  /** Logs whose later heads are lost with a store: nothing more may be signed for them. */
  readonly lostLogs: ReadonlySet<string>
  /** The database that the store was copied to: nothing more may be signed here. */
  readonly movedTo?: string
  /** Databases only: the journal's name there, and the database it was last compared with. */
  readonly self?: JournalSelf
  /** The other journals of that database, by their names there. */
  readonly consoles: ReadonlyMap<string, OtherConsole>
  /** The database's last signature when last read. */
  readonly last?: LastSigned
  /** Bytes of complete lines. */
  readonly length: number
}

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
  assertJournalFile(file)
  const bytes = attempt(file, () => readIfThere(file))
  const lines: JournalLine[] = []
  const heads = new Map<string, JournalHead>()
  const receipts = new Map<string, number>()
  const lost = new Set<string>()
  const lostLogs = new Set<string>()
  const consoles = new Map<string, OtherConsole>()
  const found = { lines, heads, receipts, lost, lostLogs, consoles }
  let movedTo = null as string | null
  let self: JournalSelf | undefined
  let last: LastSigned | undefined
  if (bytes === undefined) return { exists: false, ...found, length: 0 }
  let length = 0
  for (const { line, end } of readWhole(file, bytes)) {
    length = end
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
    exists: true,
    ...found,
    length,
    ...(movedTo !== null && { movedTo }),
    ...(self && { self }),
    ...(last && { last }),
  }
}

/** A line, and its end offset. */
interface WholeLine {
  readonly line: Line
  readonly end: number
}

/** The known beginning of a journal: every transaction reads it, and it only grows. */
interface Beginning {
  readonly bytes: Buffer
  readonly lines: WholeLine[]
}

/** By file name. */
const beginnings = new Map<string, Beginning>()

/** The lines before the torn end. */
function readWhole(file: string, bytes: Buffer): readonly WholeLine[] {
  const before = beginnings.get(file)
  const isSame = before?.bytes.equals(bytes.subarray(0, before.bytes.length)) === true
  const lines = isSame ? before.lines : []
  const from = lines.at(-1)?.end ?? 0
  for (const line of readLines(file, bytes, from, lines.length + 1)) lines.push(line)
  beginnings.set(file, { bytes: bytes.subarray(0, lines.at(-1)?.end ?? 0), lines })
  return lines
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
  lines: readonly Line[],
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

function formatLine(line: Line): string {
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

function readLine(text: string): Line | undefined {
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

/** Every transaction reads every line, and all are our own: not the strict reader, which is far slower. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function statIfThere(file: string): Stats | undefined {
  try {
    return statSync(file)
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
