/**
 * The journal: what was ever signed, beside the store and not in it, so that an older copy of the store is noticed
 * before it signs a second history. It is read and written only while the store is locked.
 *
 * @packageDocumentation
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseJson } from '../core/json.js'
import { parseUuid } from '../core/uuid.js'
import { DrawauditError } from '../errors.js'
import type { StatementDigest } from '../store/ceremonies.js'

/** A payload that is about to be signed, or was. */
export type JournalLine = Pick<StatementDigest, 'raffleId' | 'sequence' | 'digest'>

/** What a journal holds. */
export interface Journal {
  /** False where there is no file. */
  readonly exists: boolean
  readonly lines: readonly JournalLine[]
  /** Raffles whose later statements are lost with a store: nothing more may be signed of them. */
  readonly lost: ReadonlySet<string>
  /** Bytes of the lines that are complete. */
  readonly length: number
}

/** The journal of a store file. */
export const journalOf = (store: string): string => `${store}.signed`

/**
 * Reads a journal. A last line without its end was torn by a kill: it was never synced to the disk, and so nothing
 * was signed.
 *
 * @throws DrawauditError `journal-invalid`, `file-access`.
 */
export function readJournal(file: string): Journal {
  const bytes = readIfThere(file)
  if (bytes === undefined) return { exists: false, lines: [], lost: new Set(), length: 0 }
  const length = bytes.lastIndexOf(0x0a) + 1
  const lines: JournalLine[] = []
  const lost = new Set<string>()
  const texts = bytes.subarray(0, length).toString().split('\n').slice(0, -1)
  texts.forEach((text, index) => {
    const line = readLine(text)
    if (line === undefined) {
      throw new DrawauditError('journal-invalid', 'is not a line of the journal', {
        hint: 'restore the journal from a copy; drawaudit store adopt makes a new one once it is moved away',
        where: { file, line: index + 1 },
      })
    }
    if ('lost' in line) lost.add(line.lost)
    else lines.push(line)
  })
  return { exists: true, lines, lost, length }
}

/**
 * Adds lines at the end of what {@link readJournal} read, and returns when they are on the disk.
 *
 * @throws DrawauditError `file-access`; then nothing may be signed.
 */
export function appendJournal(
  file: string,
  { exists, length }: Pick<Journal, 'exists' | 'length'>,
  lines: readonly (JournalLine | { readonly lost: string })[],
): void {
  const text = lines.map(line => `${formatLine(line)}\n`).join('')
  attempt(file, () => {
    const descriptor = openSync(file, exists ? 'r+' : 'wx+', 0o600)
    try {
      // What a kill has torn would become a part of the next line.
      ftruncateSync(descriptor, length)
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length;) {
        at += writeSync(descriptor, bytes, at, bytes.length - at, length + at)
      }
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    if (!exists) syncFolder(dirname(file))
  })
}

/**
 * Compares a journal with the statements of its store.
 *
 * @throws DrawauditError `store-rolled-back` when the journal has what the store lacks, `journal-missing` when the
 * store has what the journal lacks.
 */
export function compareJournal(file: string, journal: Journal, digests: readonly StatementDigest[]): void {
  const key = ({ raffleId, sequence }: Pick<JournalLine, 'raffleId' | 'sequence'>): string =>
    `${raffleId} ${sequence}`
  const stored = new Map(digests.map(one => [key(one), one.digest]))
  const ahead = journal.lines.find(
    line => stored.get(key(line)) !== line.digest && !journal.lost.has(line.raffleId),
  )
  if (ahead !== undefined) {
    throw new DrawauditError(
      'store-rolled-back',
      `statement ${ahead.sequence} of raffle ${ahead.raffleId} was signed, and the store does not have it`,
      {
        hint: 'the store is an older copy: restore the newer one; drawaudit store adopt gives that raffle up. Nothing was signed',
        where: { file },
      },
    )
  }
  const noted = new Set(journal.lines.map(key))
  const behind = digests.find(one => one.signed && !noted.has(key(one)))
  if (behind === undefined) return
  throw new DrawauditError(
    'journal-missing',
    journal.exists
      ? `the journal lacks statement ${behind.sequence} of raffle ${behind.raffleId}, which the store has`
      : 'the store has signed statements, and there is no journal beside it',
    {
      hint: 'put the journal back beside the store; drawaudit store adopt makes one from the store, if it is the newest copy. Nothing was signed',
      where: { file },
    },
  )
}

/**
 * Makes a journal say what a store says, where someone who knows has decided that the store is the newest copy.
 * Raffles of which the journal knows more are given up: nothing more is signed of them.
 *
 * @returns how many lines were added, and the raffles that were given up.
 */
export function adoptStore(
  file: string,
  digests: readonly StatementDigest[],
): { readonly added: number; readonly lost: readonly string[] } {
  const journal = readJournal(file)
  const stored = new Map(digests.map(one => [`${one.raffleId} ${one.sequence}`, one]))
  const ahead = journal.lines.filter(
    line => stored.get(`${line.raffleId} ${line.sequence}`)?.digest !== line.digest,
  )
  const lost = [...new Set(ahead.map(({ raffleId }) => raffleId))].filter(id => !journal.lost.has(id))
  const known = new Set(journal.lines.map(line => `${line.raffleId} ${line.sequence}`))
  const missing = digests.filter(one => one.signed && !known.has(`${one.raffleId} ${one.sequence}`))
  const lines = [...missing, ...lost.map(raffle => ({ lost: raffle }))]
  if (lines.length > 0 || !journal.exists) appendJournal(file, journal, lines)
  return { added: missing.length, lost }
}

function formatLine(line: JournalLine | { readonly lost: string }): string {
  if ('lost' in line) return JSON.stringify({ lost: line.lost })
  const { raffleId, sequence, digest } = line
  return JSON.stringify({ raffle_id: raffleId, sequence, digest })
}

function readLine(text: string): JournalLine | { readonly lost: string } | undefined {
  const value = tryParse(text)
  if (typeof value !== 'object' || value === null) return undefined
  const { raffle_id: raffleId, sequence, digest, lost } = value as Readonly<Record<string, unknown>>
  if (isUuid(lost)) return { lost }
  if (!isUuid(raffleId) || !isDigest(digest) || typeof sequence !== 'number') return undefined
  return { raffleId, sequence, digest }
}

const isUuid = (value: unknown): value is string => typeof value === 'string' && parseUuid(value) === value

const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value)

function tryParse(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw describe(file, error)
  }
}

/** A new name survives a loss of power only when its folder is synced too. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function attempt(file: string, action: () => void): void {
  try {
    action()
  } catch (error) {
    throw describe(file, error)
  }
}

function describe(file: string, error: unknown): DrawauditError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  return new DrawauditError('file-access', `the journal cannot be read or written (${code})`, {
    hint: 'look at the disk and the permissions; nothing was signed',
    where: { file },
    cause: error,
  })
}
