/**
 * The state of a monitor: the last checkpoint of each log with what is needed to continue from there, and a
 * summary of each raffle by which later statements are judged. One JSON value a line (schemas/monitor.json).
 *
 * @packageDocumentation
 */
import { parseCheckpoint } from '../../core/checkpoint.js'
import { equalBytes } from '../../core/digest.js'
import { decodeHex, encodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { parseJson } from '../../core/json.js'
import { MerkleTree } from '../../core/merkle.js'
import { parseNote } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import type { ClaimCode } from '../../model/report.js'
import { describeProblems, findProblems } from '../../model/schema.js'
import { validateMonitor } from '../../model/validators/monitor.js'
import type { MonitoredRaffle } from './raffle.js'

/** The claims about a log's entries. */
export const entryClaims = ['log.entries', 'log.chains', 'log.unique', 'log.draws'] as const

/** A fault of an entry, kept because the log will always contain it. */
export interface LogEntryFault {
  readonly claim: (typeof entryClaims)[number]
  readonly status: 'refuted' | 'not-provable'
  readonly code: ClaimCode
  /** Index in the log, from 0. */
  readonly entry: number
  readonly why: string
}

/** A proven fork of a log; the proof is in a file. */
export interface Fork {
  /** Sizes of the two checkpoints, the smaller first. */
  readonly sizes: readonly [number, number]
  /** Suffix of the file's name. */
  readonly name: string
}

/** State of one log. */
export interface LogState {
  readonly origin: string
  /** Where it was last read. */
  readonly place: string
  readonly size: number
  readonly root: Uint8Array
  /** Roots of the complete subtrees, largest first: `MerkleTree.resume`. */
  readonly frontier: readonly Uint8Array[]
  /** Signed note of that size. */
  readonly checkpoint: string
  /** First seen: RFC 3339, whole seconds, `+00:00`. */
  readonly seen: string
  /** The first faults of each kind. */
  readonly faults: readonly LogEntryFault[]
  /** Number of faults by kind: claim, status and code, separated by spaces. */
  readonly counts: Readonly<Record<string, number>>
  /** Number of repeated statements. */
  readonly repeated: number
  /** The first proven contradiction: the log will always have signed both. */
  readonly fork?: Fork
  /** By UUID. */
  readonly raffles: ReadonlyMap<string, MonitoredRaffle>
}

/** Logs by origin. */
export type MonitorState = ReadonlyMap<string, LogState>

interface LogLine extends Omit<LogState, 'origin' | 'root' | 'frontier' | 'raffles'> {
  readonly log: string
  readonly frontier: readonly string[]
  readonly raffles: number
}

const version = { monitor: 'drawaudit/v1' } as const

/** Lines of a state, each with its newline; the file adds the line with their hash. */
export function* formatState(state: MonitorState): Generator<string> {
  yield `${JSON.stringify(version)}\n`
  for (const { origin, place, size, frontier, checkpoint, seen, ...rest } of state.values()) {
    const { faults, counts, repeated, fork, raffles } = rest
    const line: LogLine = {
      ...{ log: origin, place, size, frontier: frontier.map(encodeHex), checkpoint, seen },
      ...{ faults, counts, repeated, ...(fork && { fork }), raffles: raffles.size },
    }
    yield `${JSON.stringify(line)}\n`
    for (const raffle of raffles.values()) yield `${JSON.stringify(raffle)}\n`
  }
}

/**
 * Reads the lines of a state.
 *
 * @throws DrawauditError `monitor-state` if they are not a state.
 */
export function parseState(lines: Iterable<Uint8Array>, engine: Engine): MonitorState {
  const state = new Map<string, LogState>()
  let raffles = new Map<string, MonitoredRaffle>()
  let missing = 0
  let number = 0
  for (const line of lines) {
    number += 1
    const value = readLine(line, number)
    if (number === 1) {
      if (value['monitor'] !== version.monitor) throw damaged('it does not begin as a state does', number)
    } else if ('raffle' in value && missing > 0) {
      const raffle = value as unknown as MonitoredRaffle
      raffles.set(raffle.raffle, raffle)
      missing -= 1
    } else if ('log' in value && missing === 0) {
      raffles = new Map()
      const log = readLog(value as unknown as LogLine, raffles, engine, number)
      state.set(log.origin, log)
      missing = (value as unknown as LogLine).raffles
    } else throw damaged('a line stands where none of its kind should', number)
  }
  if (number === 0 || missing > 0) throw damaged('lines are missing', number)
  return state
}

function readLine(line: Uint8Array, number: number): Readonly<Record<string, unknown>> {
  let value
  try {
    value = parseJson(line)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw damaged(error.message, number, error)
  }
  const problems = findProblems(validateMonitor, value)
  if (problems.length > 0) throw damaged(describeProblems(problems), number)
  return value as Readonly<Record<string, unknown>>
}

function readLog(
  { log: origin, frontier, ...line }: LogLine,
  raffles: ReadonlyMap<string, MonitoredRaffle>,
  engine: Engine,
  number: number,
): LogState {
  const hashes = frontier.map(decodeHex)
  try {
    const checkpoint = parseCheckpoint(parseNote(line.checkpoint).text)
    const root = MerkleTree.resume(line.size, hashes, engine).root()
    const agrees = checkpoint.origin === origin && checkpoint.size === line.size
    if (agrees && equalBytes(root, checkpoint.root)) {
      return { ...line, origin, root, frontier: hashes, raffles }
    }
  } catch (error) {
    // The number of hashes does not match the size.
    if (!(error instanceof DrawauditError) && !(error instanceof RangeError)) throw error
  }
  throw damaged('what is remembered of a log does not agree with its checkpoint', number)
}

/** The error for an unusable state. */
export function damaged(why: string, line?: number, cause?: unknown): DrawauditError {
  return new DrawauditError('monitor-state', `not the state of a monitor, or damaged: ${why}`, {
    hint: 'restore it from a copy; without it a fork since then cannot be noticed, and drawaudit never begins anew by itself',
    ...(line !== undefined && { where: { line } }),
    ...(cause !== undefined && { cause }),
  })
}
