/**
 * Checks that the store is the newest copy, before anything is signed.
 *
 * The first time all of the journal is compared with all of the store. From then on, in this process and in later ones
 * (`compared-journal`), what came since is, as long as both go on from where they were: the journal is the same file and
 * ends there as before, and in the store the statement that was signed last then is still the one at its place. Whatever
 * is not so, or does not agree, is compared wholly again, which alone says what is wrong. So a step takes no longer in
 * an old store than in a young one.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../core/digest.js'
import { DrawauditError } from '../errors.js'
import type { CeremonyReader, StatementDigest } from '../store/ceremonies.js'
import type { ConsoleWriter } from '../store/consoles.js'
import type { LogReader } from '../store/log.js'
import { checkConsoles, joinConsoles } from './check-consoles.js'
import {
  compareHeads,
  compareJournal,
  findUnnoted,
  findUnnotedHead,
  keyOf,
  refuseMoved,
  type ComparedLog,
} from './compare-journal.js'
import type { Desk } from './desk.js'
import {
  dropCompared,
  keepCompared,
  readCompared,
  type Agreed,
  type CheckedJournal,
} from './compared-journal.js'
import {
  appendJournal,
  confirmJournal,
  readAppended,
  readFileState,
  readJournal,
  type Journal,
  type JournalLine,
  type JournalContent,
} from './journal.js'

/** The parts of a transaction that are checked. */
interface CheckedStores {
  readonly ceremonies: CeremonyReader
  readonly log: LogReader
  readonly consoles?: ConsoleWriter | undefined
}

/** By the file of the journal: what agreed, and what of it is kept for the next process. */
const known = new Map<string, { readonly agreed: Agreed; readonly kept: string | undefined }>()

/**
 * Asserts that the store is the newest copy.
 *
 * @throws DrawauditError `store-rolled-back`, `journal-missing`, `journal-invalid`.
 */
export async function checkJournal(
  { journal: file, isShared }: Pick<Desk, 'journal' | 'isShared'>,
  transaction: CheckedStores,
  raffleId?: string,
): Promise<CheckedJournal> {
  const checked = isShared ? transaction : { ...transaction, consoles: undefined }
  const before = known.get(file)
  known.delete(file)
  try {
    const found = await compare(file, before?.agreed ?? readCompared(file), isShared, checked)
    keep(file, found, before?.kept)
    return refuseLost(file, found.journal, raffleId)
  } catch (error) {
    // After whatever went wrong, all is compared again.
    if (!known.has(file)) dropCompared(file)
    throw error
  }
}

/** Appends lines to a journal that was checked, as `appendJournal` does. */
export function appendChecked(file: string, ...rest: AppendArguments): void {
  appendJournal(file, ...rest)
  noteWritten(file)
}

/** Syncs a journal that was checked, as `confirmJournal` does. */
export function confirmChecked(file: string, journal: CheckedJournal): void {
  confirmJournal(file, journal)
  noteWritten(file)
}

type AppendArguments = Parameters<typeof appendJournal> extends [string, ...infer Rest] ? Rest : never

/** Knows a journal as this process left it: whatever is written to it from here on is somebody else's. */
function noteWritten(file: string): void {
  const one = known.get(file)
  const stats = readFileState(file)
  if (one?.agreed.journal.mark === undefined || stats === undefined) return
  const { journal, last } = one.agreed
  const mark = { ...one.agreed.journal.mark, stats }
  keep(file, { journal: { ...journal, mark }, last }, one.kept)
}

function keep(file: string, agreed: Agreed, before: string | undefined): void {
  known.set(file, { agreed, kept: keepCompared(file, agreed, before) })
}

async function compare(
  file: string,
  before: Agreed | undefined,
  isShared: boolean,
  stores: CheckedStores,
): Promise<Agreed> {
  const news = before && (await checkNews(file, before, isShared, stores))
  return news ?? (await checkAll(file, isShared, stores))
}

function refuseLost(file: string, journal: CheckedJournal, raffleId: string | undefined): CheckedJournal {
  if (raffleId === undefined || !journal.lost.has(raffleId)) return journal
  throw new DrawauditError('store-rolled-back', 'this raffle was given up: later statements of it are lost', {
    hint: 'run the raffle again under another id, and say so where it is announced',
    where: { file },
  })
}

async function checkAll(
  file: string,
  isShared: boolean,
  { ceremonies, log, consoles }: CheckedStores,
): Promise<Agreed> {
  const digests = await ceremonies.readDigests()
  const state = await readLogState(log)
  let journal = readJournal(file)
  refuseMoved(file, journal)
  const news = consoles === undefined ? [] : await checkConsoles(file, journal, consoles)
  if (isShared && journal.exists) {
    const unnoted = findUnnoted(journal, digests)
    journal = takeUp(file, journal, [...news, ...unnoted, ...findNewHead(journal, state)])
  }
  compareJournal(file, journal, digests)
  compareHeads(file, journal, state)
  if (consoles !== undefined && journal.self === undefined) {
    const joined = await joinConsoles(file, consoles)
    journal = takeUp(file, journal, journal.exists ? joined : [...news, ...joined])
  }
  const noted = new Set(digests.filter(({ signed }) => !signed).map(keyOf))
  const { lines, ...rest } = journal
  forgetReceipts(rest, lines)
  const unsigned = lines.filter(line => noted.has(keyOf(line)) && !rest.lost.has(line.raffleId))
  let last: StatementDigest | undefined
  for (const one of digests) if ((one.signing ?? 0) > (last?.signing ?? 0)) last = one
  return { journal: { ...rest, unsigned }, last }
}

/** @returns undefined where all has to be compared. */
async function checkNews(
  file: string,
  before: Agreed,
  isShared: boolean,
  { ceremonies, log, consoles }: CheckedStores,
): Promise<Agreed | undefined> {
  const appended = readAppended(file, { ...before.journal, lines: [] })
  const signed = await readSignedSince(ceremonies, before.last)
  if (appended === undefined || signed === undefined) return undefined
  const { lines, ...journal } = appended
  const noted = [...before.journal.unsigned, ...lines]
  const unsigned = await findUnsigned(ceremonies, noted, signed, journal.lost)
  const unnoted = findUnnoted({ lines: noted }, signed)
  // Of what was given up the journal may have an older line.
  const isStrange = unnoted.some(({ raffleId }) => !isShared || journal.lost.has(raffleId))
  if (unsigned === undefined || isStrange) return undefined

  refuseMoved(file, journal)
  const state = await readLogState(log)
  const news = consoles === undefined ? [] : await checkConsoles(file, journal, consoles)
  const missing = isShared ? [...news, ...unnoted, ...findNewHead(journal, state)] : []
  if (missing.length > 0) appendJournal(file, journal, missing)
  const whole = missing.length > 0 ? readAppended(file, { ...journal, lines }) : journal
  if (whole === undefined || (consoles !== undefined && whole.self === undefined)) return undefined
  compareHeads(file, whole, state)
  forgetReceipts(whole, lines)
  return { journal: { ...whole, unsigned }, last: signed.at(-1) ?? before.last }
}

/**
 * Forgets how many receipts a raffle has whose list is sealed, or that is cancelled: it gets no further ones, and a copy of
 * the store from before lacks that statement. So what is kept is as long as there are open lists, not raffles.
 */
function forgetReceipts({ receipts }: Pick<Journal, 'receipts'>, lines: readonly JournalLine[]): void {
  for (const { raffleId, sequence } of lines) if (sequence > 0) receipts.delete(raffleId)
}

/** What was signed after a statement, in its order; undefined where that is not at its place any more. */
async function readSignedSince(
  ceremonies: CeremonyReader,
  last: StatementDigest | undefined,
): Promise<readonly StatementDigest[] | undefined> {
  if (last === undefined) return ceremonies.readDigests({ from: 1 })
  const [first, ...rest] = await ceremonies.readDigests({ from: last.signing ?? 0 })
  const isThere = first !== undefined && first.signing === last.signing && isSame(first, last)
  return isThere ? rest : undefined
}

/** Which lines are of statements that are only noted; undefined where the store lacks one, or has another. */
async function findUnsigned(
  ceremonies: CeremonyReader,
  lines: readonly JournalLine[],
  signed: readonly StatementDigest[],
  lost: ReadonlySet<string>,
): Promise<readonly JournalLine[] | undefined> {
  const stored = new Map(signed.map(one => [keyOf(one), one]))
  const unsigned: JournalLine[] = []
  for (const line of lines) {
    if (lost.has(line.raffleId)) continue
    const { raffleId } = line
    const row =
      stored.get(keyOf(line)) ??
      (await ceremonies.readDigests({ raffleId })).find(one => one.sequence === line.sequence)
    if (row === undefined || !isSame(row, line)) return undefined
    if (!row.signed) unsigned.push(line)
  }
  return unsigned
}

const isSame = (one: JournalLine, other: JournalLine): boolean =>
  keyOf(one) === keyOf(other) && one.digest === other.digest

/** What was signed elsewhere: each machine has a journal of its own. */
function findNewHead(
  journal: Pick<Journal, 'heads'>,
  state: ComparedLog | undefined,
): readonly JournalContent[] {
  const head = findUnnotedHead(journal, state)
  return head === undefined ? [] : [{ head }]
}

function takeUp(file: string, journal: Journal, lines: readonly JournalContent[]): Journal {
  if (lines.length === 0) return journal
  appendJournal(file, journal, lines)
  return readJournal(file)
}

/** The state of a store's log for comparison with its journal; undefined without a log. */
export async function readLogState(log: LogReader): Promise<ComparedLog | undefined> {
  const row = await log.readLog()
  if (row === undefined) return undefined
  const { origin } = row
  const head = await log.readHead()
  return {
    origin,
    entries: await log.countEntries(),
    ...(head && { head: { origin, size: head.size, root: formatSha256(head.root) } }),
  }
}
