/**
 * The record of what services were seen to publish, for detecting changes: `drawaudit.lock.json`, which
 * people keep with their code. Its JSON Schema is schemas/lock.json.
 *
 * @packageDocumentation
 */
import { canonicalize } from '../core/canonical.js'
import { formatSha256 } from '../core/digest.js'
import { encodeUtf8 } from '../core/encoding.js'
import { pointerOf, type JsonValue } from '../core/json.js'
import { portable } from '../core/portable.js'
import { formatTime, parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import { normalizeAuditRecord, type AuditDraw, type AuditRecord } from './audit-record.js'
import { listDraws, type DrawChange } from './draw-changes.js'
import { describeProblems, findProblems, type Problem } from './schema.js'
import { validateLock } from './validators/lock.js'

/** An accepted change from one record to the next. */
export interface LockedCorrection {
  readonly changes: readonly DrawChange[]
  readonly reasons: readonly string[]
  /** Signed with a key that the auditor trusts; otherwise the reasons are the service's word. */
  readonly signed: boolean
}

export interface LockedRecord {
  readonly sha256: string
  /** RFC 3339, whole seconds, `+00:00`. */
  readonly first_seen: string
  readonly correction?: LockedCorrection
}

/** What was seen of a raffle. */
export interface LockedRaffle {
  /** The draws of the record seen last, in order, as {@link listDraws} gives them. */
  readonly draws: readonly AuditDraw[]
  /** Every record seen, at least one, in order of sight; one that came back is listed again. */
  readonly records: readonly LockedRecord[]
}

export interface Lock {
  readonly lock: 'drawaudit/v1'
  /** By base URL, then by raffle UUID in lower case. */
  readonly services: { readonly [baseUrl: string]: { readonly [raffle: string]: LockedRaffle } }
}

/** An empty lock. */
export function createLock(): Lock {
  return { lock: 'drawaudit/v1', services: {} }
}

/** Hint for a lock that cannot be read. */
export const lockHint = 'restore the last committed version of the file; drawaudit watch adds what is new'

/** Nanoseconds that the time of a sight may be ahead of now: two good clocks differ by less. */
const mostSkew = 300_000_000_000n

/**
 * Reads a lock.
 *
 * @param now - the current time: sights may not be later, except for some minutes of clock skew.
 * @throws DrawauditError `lock-schema` with everything that its schema (schemas/lock.json) refuses, or with
 * its contradictions.
 */
export function parseLock(value: unknown, now?: Date): Lock {
  const problems = [...findProblems(validateLock, value)]
  if (problems.length === 0) problems.push(...findContradictions(value as Lock, now))
  if (problems.length === 0) return value as Lock
  throw new DrawauditError('lock-schema', `not a lock file: ${describeProblems(problems)}`, {
    where: { pointer: problems[0]?.pointer ?? '' },
    hint: lockHint,
  })
}

/** Contradictions about a draw, or about times of sight: signs of changes not made by drawaudit. */
function findContradictions({ services }: Lock, now: Date | undefined): readonly Problem[] {
  const latest = now && BigInt(now.getTime()) * 1_000_000n + mostSkew
  return Object.entries(services).flatMap(([url, raffles]) =>
    Object.entries(raffles).flatMap(([raffle, seen]) => {
      const at = (path: readonly (string | number)[]): string => pointerOf(['services', url, raffle, ...path])
      return [...findTwice(seen), ...findDisorder(seen, latest), ...findUnbound(raffle, seen)].map(
        ({ path, message }) => ({ pointer: at(path), message }),
      )
    }),
  )
}

interface LockContradiction {
  /** Path from the raffle on. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

function findTwice({ draws }: LockedRaffle): readonly LockContradiction[] {
  const known = new Set<string>()
  return draws.flatMap(({ draw_id }, index) => {
    if (known.has(draw_id)) {
      return [{ path: ['draws', index, 'draw_id'], message: 'is the id of a draw before it too' }]
    }
    known.add(draw_id)
    return []
  })
}

function findDisorder({ records }: LockedRaffle, latest: bigint | undefined): readonly LockContradiction[] {
  return records.flatMap(({ sha256, first_seen, correction }, index): readonly LockContradiction[] => {
    const path = ['records', index]
    const before = records[index - 1]
    const time = parseTime(first_seen)
    return [
      ...(before !== undefined && time < parseTime(before.first_seen)
        ? [{ path: [...path, 'first_seen'], message: 'is before the time of the record before it' }]
        : []),
      ...(latest !== undefined && time > latest
        ? [{ path: [...path, 'first_seen'], message: 'is in the future, by the clock of this machine' }]
        : []),
      ...(before?.sha256 === sha256
        ? [{ path: [...path, 'sha256'], message: 'is that of the record before it' }]
        : []),
      ...(before === undefined && correction !== undefined
        ? [{ path: [...path, 'correction'], message: 'has no record before it to correct' }]
        : []),
    ]
  })
}

/**
 * The draws must be those of the record seen last: its digest covers them, and they say what it corrected.
 */
function findUnbound(raffle: string, { draws, records }: LockedRaffle): readonly LockContradiction[] {
  const last = records.at(-1)
  const path = ['records', records.length - 1]
  if (digestRecord({ raffle_id: raffle, draws, unknown: [] }) !== last?.sha256) {
    return [{ path: [...path, 'sha256'], message: 'does not match the digest of the draws' }]
  }
  return (last.correction?.changes ?? []).flatMap((change, index) => {
    const { draw_id, member } = change
    const draw = draws.find(one => one.draw_id === draw_id)
    const isSaid =
      member === 'draw'
        ? draw === undefined
        : draw !== undefined && (member === 'place' || draw[member] === change.new)
    return isSaid
      ? []
      : [{ path: [...path, 'correction', 'changes', index], message: 'is not what the draws beside it say' }]
  })
}

/** The text of a lock: deterministic, in a fixed order, with a final line feed. */
export function formatLock({ lock, services }: Lock): string {
  const sorted = sortMembers(services, raffles =>
    sortMembers(raffles, ({ draws, records }) => ({
      draws: draws.map(formatDraw),
      records: records.map(({ sha256, first_seen, correction }) => ({
        sha256,
        first_seen,
        ...(correction && { correction: formatCorrection(correction) }),
      })),
    })),
  )
  return `${JSON.stringify({ lock, services: sorted }, null, 2)}\n`
}

/** What was seen of a raffle, or undefined if nothing was. */
export function lookUp({ services }: Lock, baseUrl: string, raffle: string): LockedRaffle | undefined {
  const raffles = Object.hasOwn(services, baseUrl) ? services[baseUrl] : undefined
  const id = raffle.toLowerCase()
  return raffles !== undefined && Object.hasOwn(raffles, id) ? raffles[id] : undefined
}

/** Members in a fixed order, so that the text is deterministic. */
function formatDraw(draw: AuditDraw): AuditDraw {
  return {
    draw_id: draw.draw_id,
    prize_name: draw.prize_name,
    drawn_at_utc: draw.drawn_at_utc,
    total_entries: draw.total_entries,
    rng_seed_hash: draw.rng_seed_hash,
    winner_entry_id: draw.winner_entry_id,
    signature_hash: draw.signature_hash,
  }
}

function formatCorrection({ changes, reasons, signed }: LockedCorrection): LockedCorrection {
  return {
    changes: changes.map(change => ({
      draw_id: change.draw_id,
      member: change.member,
      old: change.old,
      new: change.new,
    })),
    reasons,
    signed,
  }
}

/** A record that was seen, and why it may differ from the previous one. */
export interface SeenRecord {
  readonly record: AuditRecord
  readonly correction?: LockedCorrection
}

/**
 * Returns the lock with a record added: the same object if that record was the last one already.
 *
 * @param raffle - the requested UUID.
 * @param now - if earlier than the last sight, that time is used: a lock says nothing about clocks.
 */
export function withSeen(
  lock: Lock,
  baseUrl: string,
  raffle: string,
  { record, correction }: SeenRecord,
  now: Date,
): Lock {
  const before = lookUp(lock, baseUrl, raffle)?.records ?? []
  const last = before.at(-1)
  const sha256 = digestRecord(record)
  if (last?.sha256 === sha256) return lock
  const time = formatTime(now)
  const isBack = last !== undefined && parseTime(time) < parseTime(last.first_seen)
  const first_seen = isBack ? last.first_seen : time
  const locked: LockedRaffle = {
    draws: listDraws(record),
    records: [...before, { sha256, first_seen, ...(correction && { correction }) }],
  }
  const raffles = Object.hasOwn(lock.services, baseUrl) ? lock.services[baseUrl] : {}
  const services = { ...lock.services, [baseUrl]: { ...raffles, [raffle.toLowerCase()]: locked } }
  return { ...lock, services }
}

/** The digest of the RFC 8785 form of `raffle_id` and the draws from {@link listDraws}. */
export function digestRecord(record: AuditRecord): string {
  const { raffle_id } = normalizeAuditRecord(record)
  return digest({ raffle_id, draws: listDraws(record).map(draw => ({ ...draw })) })
}

function digest(value: JsonValue): string {
  return formatSha256(portable.hash('sha256', encodeUtf8(canonicalize(value))))
}

function sortMembers<T, U>(
  members: { readonly [name: string]: T },
  format: (member: T) => U,
): { readonly [name: string]: U } {
  const entries = Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, format(member)]))
}
