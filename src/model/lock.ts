/**
 * What services were seen to publish, kept to notice a change: `drawaudit.lock.json`, which people keep with their code.
 * Its JSON Schema is schemas/lock.json.
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
import { normalizeAuditRecord, type AuditRecord } from './audit-record.js'
import { describeProblems, findProblems, type Problem } from './schema.js'
import { validateLock } from './validators/lock.js'

export interface LockedDraw {
  readonly draw_id: string
  readonly sha256: string
}

export interface LockedRecord {
  readonly sha256: string
  /** RFC 3339, whole seconds, `+00:00`. */
  readonly first_seen: string
}

/** What was seen of one raffle. */
export interface LockedRaffle {
  /** The draws of the record that was seen last, in their order. */
  readonly draws: readonly LockedDraw[]
  /** Every record that was seen, at least one, in that order; one that came back stands again. */
  readonly records: readonly LockedRecord[]
}

export interface Lock {
  readonly lock: 'drawaudit/v1'
  /** By base URL, then by the raffle's UUID in lower case. */
  readonly services: { readonly [baseUrl: string]: { readonly [raffle: string]: LockedRaffle } }
}

/** A lock of someone who has seen nothing yet. */
export function createLock(): Lock {
  return { lock: 'drawaudit/v1', services: {} }
}

/**
 * Reads a lock.
 *
 * @throws DrawauditError `lock-schema` with everything that its schema (schemas/lock.json) refuses.
 */
export function parseLock(value: unknown): Lock {
  const problems = [...findProblems(validateLock, value)]
  if (problems.length === 0) problems.push(...findContradictions(value as Lock))
  if (problems.length === 0) return value as Lock
  throw new DrawauditError('lock-schema', `not a lock file: ${describeProblems(problems)}`, {
    where: { pointer: problems[0]?.pointer ?? '' },
    hint: 'take the file as it was committed last; drawaudit check adds what is new',
  })
}

/** A lock that says two things of one draw, or of when records were seen, was not written by drawaudit alone. */
function findContradictions({ services }: Lock): readonly Problem[] {
  return Object.entries(services).flatMap(([url, raffles]) =>
    Object.entries(raffles).flatMap(([raffle, { draws, records }]): Problem[] => {
      const at = (...rest: readonly (string | number)[]): string =>
        pointerOf(['services', url, raffle, ...rest])
      const twice = draws.findIndex(
        ({ draw_id }, index) => draws.findIndex(one => one.draw_id === draw_id) < index,
      )
      const early = records.findIndex(({ first_seen }, index) => {
        const before = records[index - 1]
        return before !== undefined && parseTime(first_seen) < parseTime(before.first_seen)
      })
      const again = records.findIndex(({ sha256 }, index) => sha256 === records[index - 1]?.sha256)
      return [
        ...(twice === -1
          ? []
          : [{ pointer: at('draws', twice), message: 'a draw with this id stands before it' }]),
        ...(early === -1
          ? []
          : [{ pointer: at('records', early), message: 'is seen before the record before it' }]),
        ...(again === -1 ? [] : [{ pointer: at('records', again), message: 'is the record before it' }]),
      ]
    }),
  )
}

/** The text of a lock: the same for the same content, in an order of its own, with a line end at the end. */
export function formatLock({ lock, services }: Lock): string {
  const sorted = sortMembers(services, raffles =>
    sortMembers(raffles, ({ draws, records }) => ({
      draws: draws.map(({ draw_id, sha256 }) => ({ draw_id, sha256 })),
      records: records.map(({ sha256, first_seen }) => ({ sha256, first_seen })),
    })),
  )
  return `${JSON.stringify({ lock, services: sorted }, null, 2)}\n`
}

/** What was seen of a raffle, or undefined when nothing was. */
export function lookUp({ services }: Lock, baseUrl: string, raffle: string): LockedRaffle | undefined {
  const raffles = Object.hasOwn(services, baseUrl) ? services[baseUrl] : undefined
  const id = raffle.toLowerCase()
  return raffles !== undefined && Object.hasOwn(raffles, id) ? raffles[id] : undefined
}

/**
 * The lock after a record was seen: the same object when nothing in it changes, because that record was seen last.
 *
 * @param raffle - the UUID that was asked about.
 */
export function withSeen(lock: Lock, baseUrl: string, raffle: string, record: AuditRecord, now: Date): Lock {
  const seen = lookUp(lock, baseUrl, raffle)
  const before = seen?.records ?? []
  const sha256 = digestRecord(record)
  const isNew = before.at(-1)?.sha256 !== sha256
  const locked: LockedRaffle = {
    draws: lockDraws(record),
    records: isNew ? [...before, { sha256, first_seen: formatTime(now) }] : before,
  }
  if (!isNew && JSON.stringify(locked.draws) === JSON.stringify(seen?.draws)) return lock
  const raffles = Object.hasOwn(lock.services, baseUrl) ? lock.services[baseUrl] : {}
  const services = { ...lock.services, [baseUrl]: { ...raffles, [raffle.toLowerCase()]: locked } }
  return { ...lock, services }
}

/** The draws of a record as a lock has them: each the digest of the RFC 8785 form of the draw as a server writes it. */
export function lockDraws(record: AuditRecord): readonly LockedDraw[] {
  return normalizeAuditRecord(record).draws.map(draw => ({
    draw_id: draw.draw_id,
    sha256: digest({ ...draw }),
  }))
}

/** The digest of the RFC 8785 form of `raffle_id` and `draws` as a server writes them, whatever the shape of the record. */
export function digestRecord(record: AuditRecord): string {
  const { raffle_id, draws } = normalizeAuditRecord(record)
  return digest({ raffle_id, draws: draws.map(draw => ({ ...draw })) })
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
