/**
 * Follows one log from the remembered checkpoint to the one served now.
 *
 * @packageDocumentation
 */
import { parseCheckpoint } from '../../core/checkpoint.js'
import { equalBytes } from '../../core/digest.js'
import type { Engine } from '../../core/engine.js'
import { MerkleTree } from '../../core/merkle.js'
import { formatNote, parseNote, respellLines, verifyNote, type VerifierKey } from '../../core/note.js'
import { formatTime } from '../../core/time.js'
import { DrawauditError, type Where } from '../../errors.js'
import type { ClaimCode } from '../../model/report.js'
import type { TrustRoot } from '../../model/trust.js'
import type { EntryVerifier, VerifiedEntries } from './entry.js'
import { compareCheckpoints, type CheckpointComparison, type SignedCheckpoint } from './fork.js'
import { takeStatement, type MonitoredRaffle } from './raffle.js'
import type { LogEntryFault, LogState, MonitorState } from './state.js'
import type { LogSource } from '../read/log-source.js'

/** A log's verifier key. */
export interface LogKey {
  readonly origin: string
  readonly key: VerifierKey
}

/** What a look at a log needs. */
export interface LookContext {
  readonly logs: readonly LogKey[]
  readonly trust: TrustRoot
  readonly engine: Engine
  readonly verifier: EntryVerifier
  readonly now: Date
  readonly signal?: AbortSignal
  /** Called with the number of entries read, and of all new entries. */
  readonly onProgress?: (done: number, of: number) => void
}

/** Two checkpoints that contradict each other, or may. */
export type CheckpointContradiction = Exclude<CheckpointComparison, { readonly kind: 'consistent' }> & {
  readonly checkpoints: readonly [SignedCheckpoint, SignedCheckpoint]
}

/** Why something could not be determined. A DrawauditError is one. */
export interface LookFault {
  readonly code: ClaimCode
  readonly message: string
  readonly where?: Where
}

/** Result of a look at a log. */
export interface LogLook {
  readonly place: string
  /** The served checkpoint, if the log's key signed it; otherwise why there is none. */
  readonly served?: SignedCheckpoint
  readonly fault?: LookFault
  /** Earlier state of the log of that origin, or read at this place; undefined for a new log. */
  readonly before?: LogState
  /** State to remember from now on: the earlier one, unless something new is certain. */
  readonly after?: LogState
  /**
   * Relation of the served checkpoint to the remembered one: `new`, the first; `grown`, or the same;
   * `behind`, an earlier one of the same history; or why that is not known.
   */
  readonly relation?: 'new' | 'grown' | 'behind' | CheckpointContradiction | LookFault
}

/**
 * Takes a look at a log.
 *
 * @throws only the reason of `signal`, and defects.
 */
export async function lookAtLog(
  source: LogSource,
  state: MonitorState,
  context: LookContext,
): Promise<LogLook> {
  const { place } = source
  const known = [...state.values()].find(log => log.place === place)
  let served: SignedCheckpoint | LookFault
  try {
    served = verifyCheckpoint(await source.readCheckpoint(context.signal), context)
  } catch (error) {
    served = catchFault(error, context)
  }
  if (!('code' in served) && known !== undefined && known.origin !== served.origin) {
    const message = `the log here was ${known.origin} before, and now is ${served.origin}`
    served = { code: 'log-other', message } as const
  }
  if ('code' in served) return { place, fault: served, ...(known && { before: known, after: known }) }
  const before = state.get(served.origin)
  const followed = await follow(source, served, before, context)
  return { place, served, ...(before && { before }), ...followed }
}

/**
 * Verifies a checkpoint's signature by its log's key. The signature line may use any spelling of base64:
 * other readers accept it, and unused bits must not hide a fork.
 *
 * @throws DrawauditError `note-invalid`, `checkpoint-invalid`, `note-signature`.
 */
export function verifyCheckpoint(
  text: string,
  { logs, engine }: Pick<LookContext, 'logs' | 'engine'>,
): SignedCheckpoint | LookFault {
  const note = parseNote(text)
  const { origin, size, root } = parseCheckpoint(note.text)
  const log = logs.find(one => one.origin === origin)
  if (log === undefined) {
    return { code: 'log-unknown', message: `the trust file does not have the log ${origin}` }
  }
  const respelt = respellLines(note, log.key)
  if (verifyNote(respelt, [log.key], engine).length === 0) {
    return { code: 'key-unknown', message: `the key that the trust file has of ${origin} did not sign it` }
  }
  return { origin, size, root, note: formatNote(respelt) }
}

function catchFault(error: unknown, { signal }: LookContext): LookFault {
  signal?.throwIfAborted()
  if (error instanceof DrawauditError) return error
  throw error
}

async function follow(
  source: LogSource,
  served: SignedCheckpoint,
  before: LogState | undefined,
  context: LookContext,
): Promise<Pick<LogLook, 'after' | 'relation'>> {
  const { engine, signal } = context
  const remembered = before && signedOf(before)
  const keep = before === undefined ? {} : { after: before }
  if (remembered !== undefined && before !== undefined && served.size <= remembered.size) {
    const comparison = await compareCheckpoints(served, remembered, [source], engine, signal)
    if (comparison.kind !== 'consistent') {
      return { ...keep, relation: { ...comparison, checkpoints: [served, remembered] } }
    }
    if (served.size < remembered.size) return { ...keep, relation: 'behind' }
    return { after: { ...before, place: source.place }, relation: 'grown' }
  }
  const start = remembered?.size ?? 0
  let fault: LookFault
  try {
    const after = await readOn(source, served, before, context)
    if (equalBytes(after.root, served.root)) {
      return { after, relation: before === undefined ? 'new' : 'grown' }
    }
    const message = `the entries from ${start} to ${served.size} do not lead to the root of the checkpoint`
    fault = { code: 'log-unproven', message }
  } catch (error) {
    fault = catchFault(error, context)
  }
  if (remembered === undefined) return { relation: fault }
  const comparison = await compareCheckpoints(remembered, served, [source], engine, signal)
  if (comparison.kind === 'forked' || (comparison.kind === 'unproven' && fault.code === 'log-unproven')) {
    return { ...keep, relation: { ...comparison, checkpoints: [remembered, served] } }
  }
  return { ...keep, relation: fault }
}

/** The remembered checkpoint. */
export function signedOf({ origin, size, root, checkpoint }: LogState): SignedCheckpoint {
  return { origin, size, root, note: checkpoint }
}

/** Reads the new entries; gives the new state if their root is the checkpoint's. */
async function readOn(
  source: LogSource,
  served: SignedCheckpoint,
  before: LogState | undefined,
  context: LookContext,
): Promise<LogState> {
  const { engine, now, onProgress } = context
  const start = before?.size ?? 0
  const tree = MerkleTree.resume(start, before?.frontier ?? [], engine)
  const notes = new Notebook(before)
  for await (const { hashes, readings } of verifyAhead(source, start, served.size, context)) {
    readings.forEach(({ said, fault }, index) => {
      const entry = tree.size
      // A copy, since the tree would keep the whole buffer alive.
      tree.append(hashes.slice(32 * index, 32 * index + 32))
      if (fault !== undefined) notes.add({ claim: 'log.entries', entry, ...fault })
      if (said === undefined) return
      const raffle = said.statement.raffle_id
      const taken = takeStatement(notes.raffle(raffle), said, context.trust, now)
      if (taken.repeated === true) notes.repeated += 1
      if (taken.state !== undefined) notes.raffles.set(raffle, taken.state)
      for (const { code, why } of taken.breaches) {
        const claim = claimOf(code)
        notes.add({ claim, status: 'refuted', code, entry, why: `raffle ${raffle}: ${why}` })
      }
    })
    onProgress?.(tree.size - start, served.size - start)
  }
  return {
    origin: served.origin,
    place: source.place,
    size: tree.size,
    root: tree.root(),
    frontier: tree.frontier,
    checkpoint: served.note,
    seen: formatTime(now),
    ...(before?.fork && { fork: before.fork }),
    ...notes.finish(),
  }
}

function claimOf(code: LogEntryFault['code']): LogEntryFault['claim'] {
  if (code === 'statement-second') return 'log.unique'
  return code === 'draw-early' || code === 'round-wrong' || code === 'cancelled-after-round'
    ? 'log.draws'
    : 'log.chains'
}

/** Verified entries in order; the next ones are verified meanwhile. */
async function* verifyAhead(
  source: LogSource,
  start: number,
  end: number,
  { verifier, signal }: LookContext,
): AsyncGenerator<VerifiedEntries> {
  const waiting: Promise<VerifiedEntries>[] = []
  try {
    for await (const bundle of source.readBundles(start, end, signal && { signal })) {
      const verified = verifier.verify(bundle, start, end)
      // Awaited in its turn, unless an earlier one fails.
      verified.catch(() => undefined)
      waiting.push(verified)
      const next = waiting.length >= verifier.width ? waiting.shift() : undefined
      if (next !== undefined) yield await next
    }
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield await next
  } finally {
    await Promise.allSettled(waiting)
  }
}

/** Faults of one kind that are kept with their text. */
const keptOfKind = 20

/** Changes from a look, kept apart until the root shows that the entries are the log's. */
class Notebook {
  /** Only the changed ones. */
  readonly raffles = new Map<string, MonitoredRaffle>()
  repeated = 0
  readonly #before: LogState | undefined
  readonly #faults: LogEntryFault[]
  readonly #counts: Record<string, number>

  constructor(before: LogState | undefined) {
    this.#before = before
    this.#faults = [...(before?.faults ?? [])]
    this.#counts = { ...before?.counts }
  }

  raffle(id: string): MonitoredRaffle | undefined {
    return this.raffles.get(id) ?? this.#before?.raffles.get(id)
  }

  add(fault: LogEntryFault): void {
    const kind = kindOf(fault)
    const count = (this.#counts[kind] ?? 0) + 1
    this.#counts[kind] = count
    // Text that nobody known has signed may be of any length.
    if (count <= keptOfKind) this.#faults.push({ ...fault, why: fault.why.slice(0, 500) })
  }

  finish(): Pick<LogState, 'faults' | 'counts' | 'repeated' | 'raffles'> {
    const raffles = new Map(this.#before?.raffles)
    for (const [id, raffle] of this.raffles) raffles.set(id, raffle)
    const repeated = (this.#before?.repeated ?? 0) + this.repeated
    return { faults: this.#faults, counts: this.#counts, repeated, raffles }
  }
}

/** Kind of a fault: its key in `counts`. */
export function kindOf({ claim, status, code }: LogEntryFault): string {
  return `${claim} ${status} ${code}`
}
