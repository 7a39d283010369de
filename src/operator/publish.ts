/**
 * Publishes audit records and statistics of an operator with a draw system of its own, checked first.
 *
 * @packageDocumentation
 */
import { pointerOf } from '../core/json.js'
import { formatTime, parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import {
  isAuditRecord,
  isReason,
  normalizeAuditRecord,
  parseAuditRecord,
  type AuditDraw,
  type AuditRecord,
} from '../model/audit-record.js'
import { describeProblems } from '../model/schema.js'
import { isStatistics, normalizeStatistics, parseStatistics, type Statistics } from '../model/statistics.js'
import type { Store, Transaction } from '../store/store.js'
import { examineRecord } from '../verify/verify-record.js'
import { announce, type Announcement } from './announce.js'
import type { RandomBytes } from './secrets.js'

/** A document to publish. */
export interface PublishRequest {
  /** Where it came from, for errors. */
  readonly file: string
  /** Line number, if the file holds several documents. */
  readonly line?: number
  /** Returns its value, or throws a DrawauditError. */
  readonly read: () => unknown
}

export interface PublishOptions {
  readonly now: Date
  readonly random: RandomBytes
  /** Replace published data, with a public reason; otherwise a published draw does not change. */
  readonly replace?: { readonly reason: string }
  /** Allow statistics to replace newer ones. They are no evidence, and have no history. */
  readonly olderStatistics?: boolean
}

/** The result for one document. */
export interface PublishedDocument {
  readonly file: string
  readonly raffle_id: string
  readonly view: 'audit' | 'statistics'
  /** `added`: draws after the published ones. */
  readonly outcome: 'published' | 'added' | 'replaced' | 'unchanged'
  /** Oddities that are not refused: lower case, no full stop. */
  readonly notes: readonly string[]
}

/** All errors that prevented publication; nothing was published. */
export class RefusedError extends Error {
  readonly refusals: readonly DrawauditError[]

  constructor(refusals: readonly DrawauditError[]) {
    super('documents were refused')
    this.refusals = refusals
  }
}

/**
 * Publishes all documents or none, in order, and queues the events for subscribers.
 *
 * @throws DrawauditError `usage` for an empty reason; RefusedError with an error for each refused document:
 * those of reading it, `document-unknown`, `record-schema`, `record-inconsistent`, `record-changed`,
 * `record-signed`, `statistics-schema`, `statistics-inconsistent`, `statistics-older`; DrawauditError as the
 * store and `announce` do.
 */
export async function publish(
  store: Store,
  publications: Iterable<PublishRequest>,
  options: PublishOptions,
): Promise<readonly PublishedDocument[]> {
  checkReason(options)
  return store.transact(async transaction => {
    const published: PublishedDocument[] = []
    const announcements: Announcement[] = []
    const isHeard = (await transaction.outbox.readWebhookSettings()) !== undefined
    const refusals: DrawauditError[] = []
    for (const publication of publications) {
      try {
        const { news = [], ...one } = await publishOne(transaction, publication, options)
        published.push(one)
        if (isHeard) announcements.push(...news)
      } catch (error) {
        const { file, line } = publication
        if (!(error instanceof DrawauditError) || error.code.startsWith('store-')) throw error
        refusals.push(error.at({ file, ...(line !== undefined && { line }) }))
      }
    }
    if (refusals.length > 0) throw new RefusedError(refusals)
    await announce(transaction, announcements, options.now, options.random)
    return published
  })
}

/** @throws DrawauditError `usage`. A caller without types may leave it out. */
function checkReason({ replace }: PublishOptions): void {
  if (replace === undefined) return
  const reason: unknown = replace.reason
  if (typeof reason === 'string' && isReason(reason)) return
  throw new DrawauditError('usage', 'what replaces something published needs a reason', {
    hint: 'say in a sentence what was wrong: the history shows it to everyone',
  })
}

/** The result for a document, and the events it causes. */
type PublishResult = PublishedDocument & { readonly news?: readonly Announcement[] }

async function publishOne(
  transaction: Transaction,
  { file, read }: PublishRequest,
  options: PublishOptions,
): Promise<PublishResult> {
  const value = read()
  if (typeof value === 'object' && value !== null) {
    if (isAuditRecord(value)) return { file, ...(await publishRecord(transaction, value, options)) }
    if (isStatistics(value)) return { file, ...(await publishStatistics(transaction, value, options)) }
  }
  throw new DrawauditError('document-unknown', 'neither an audit record nor entry statistics', {
    hint: 'an audit record has raffle_id and draws, statistics have raffle_id, total_entries and max_entries',
  })
}

async function publishRecord(
  transaction: Transaction,
  value: object,
  { now, replace }: PublishOptions,
): Promise<Omit<PublishResult, 'file'>> {
  const parsed = parseAuditRecord(value)
  if ('problems' in parsed) throw refuseSchema('record-schema', parsed.problems)
  const oddities = checkConsistent(value)
  const given = normalizeAuditRecord(parsed)
  await refuseSigned(transaction, given.raffle_id)
  const before = await transaction.readAuditRecord(given.raffle_id)
  // The flat shape is a single draw: it says nothing about the others.
  const record = 'draws' in value || before === undefined ? given : mergeDraws(before, given)
  const findings = record === given ? oddities : checkConsistent(record)
  const about = {
    raffle_id: record.raffle_id,
    view: 'audit' as const,
    notes: [
      ...parsed.unknown.map(pointer => `${pointer} is not in the specification, and is not published`),
      ...findings,
    ],
  }
  const kept = before?.draws ?? []
  const changed = kept.findIndex((draw, index) => !equalDraws(draw, record.draws[index]))
  if (changed === -1 && before !== undefined && kept.length === record.draws.length) {
    return { ...about, outcome: 'unchanged' }
  }
  if (changed !== -1 && replace === undefined) {
    const id = kept[changed]?.draw_id ?? ''
    throw new DrawauditError('record-changed', `draw ${id} was published, and this would change it`, {
      hint: 'draws can be added after those that are published; --replace changes them for a --reason, and keeps the old record in the history',
      where: { pointer: 'draws' in value ? pointerOf(['draws', changed]) : '' },
    })
  }
  await transaction.writeAuditRecord(record, {
    publishedAt: formatTime(now),
    ...(changed !== -1 && replace),
  })
  const news = listNews(kept, record, replace?.reason ?? '')
  if (changed !== -1) return { ...about, outcome: 'replaced', news }
  return { ...about, outcome: kept.length === 0 ? 'published' : 'added', news }
}

/** The new and the changed draws. */
function listNews(
  before: readonly AuditDraw[],
  { raffle_id: raffleId, draws }: AuditRecord,
  reason: string,
): readonly Announcement[] {
  const known = new Map(before.map(draw => [draw.draw_id, draw]))
  return draws.flatMap((draw): Announcement | readonly Announcement[] => {
    const old = known.get(draw.draw_id)
    if (old === undefined) return { type: 'draw.completed', raffleId, draw }
    return equalDraws(old, draw) ? [] : { type: 'draw.replaced', raffleId, draw, reason }
  })
}

/**
 * @throws DrawauditError `record-inconsistent`.
 * @returns oddities.
 */
function checkConsistent(record: object): readonly string[] {
  const { claims, findings } = examineRecord(record, '')
  const refuted = claims.find(({ status }) => status === 'refuted')
  if (refuted !== undefined) {
    const { message, expected, found } = refuted
    const values = expected === undefined ? '' : `: expected ${expected}, found ${found ?? 'nothing'}`
    throw new DrawauditError('record-inconsistent', message + values, {
      hint: 'mend the record where it was made',
    })
  }
  return findings.filter(({ code }) => code !== 'record-unknown-member').map(({ message }) => message)
}

/** The draws of `record` with one added or replaced by id. */
function mergeDraws(record: AuditRecord, { draws: [draw] }: AuditRecord): AuditRecord {
  if (draw === undefined) return record
  const index = record.draws.findIndex(({ draw_id }) => draw_id === draw.draw_id)
  const draws = index === -1 ? [...record.draws, draw] : record.draws.with(index, draw)
  return { ...record, total_draws: draws.length, draws }
}

function equalDraws(one: AuditDraw, other: AuditDraw | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

async function publishStatistics(
  transaction: Transaction,
  value: object,
  { now, replace, olderStatistics = replace !== undefined }: PublishOptions,
): Promise<Omit<PublishedDocument, 'file'>> {
  const parsed = parseStatistics(value)
  if ('problems' in parsed) throw refuseSchema('statistics-schema', parsed.problems)
  const statistics = normalizeStatistics(parsed)
  checkCounts(statistics)
  await refuseSigned(transaction, statistics.raffle_id)
  const before = await transaction.readStatistics(statistics.raffle_id)
  const unknown = Object.keys(value).filter(name => !Object.hasOwn(statistics, name))
  const about = {
    raffle_id: statistics.raffle_id,
    view: 'statistics' as const,
    notes: unknown.map(name => `${pointerOf([name])} is not in the specification, and is not published`),
  }
  if (before === undefined) {
    await transaction.writeStatistics(statistics, formatTime(now))
    return { ...about, outcome: 'published' }
  }
  if (JSON.stringify(before) === JSON.stringify(statistics)) return { ...about, outcome: 'unchanged' }
  if (parseTime(statistics.updated_at) < parseTime(before.updated_at) && !olderStatistics) {
    throw new DrawauditError(
      'statistics-older',
      `updated at ${statistics.updated_at}, which is before the published ones of ${before.updated_at}`,
      { hint: 'publish newer statistics, or --replace them by these', where: { pointer: '/updated_at' } },
    )
  }
  await transaction.writeStatistics(statistics, formatTime(now))
  return { ...about, outcome: 'replaced' }
}

/** @throws DrawauditError `record-signed` for a raffle drawn by the protocol. */
async function refuseSigned({ ceremonies }: Transaction, raffleId: string): Promise<void> {
  if ((await ceremonies.readCeremony(raffleId)) === undefined) return
  throw new DrawauditError('record-signed', 'the raffle is drawn by the protocol', {
    hint: 'its record and statistics follow from signed statements: drawaudit raffle status shows the next step',
    where: { pointer: '/raffle_id' },
  })
}

function checkCounts({ total_entries, paid_entries, free_entries, max_entries }: Statistics): void {
  if (BigInt(paid_entries) + BigInt(free_entries) !== BigInt(total_entries)) {
    throw new DrawauditError(
      'statistics-inconsistent',
      `${paid_entries} paid and ${free_entries} free entries are not ${total_entries} in total`,
      { hint: 'total_entries is paid_entries plus free_entries', where: { pointer: '/total_entries' } },
    )
  }
  if (total_entries > max_entries) {
    throw new DrawauditError(
      'statistics-inconsistent',
      `${total_entries} entries, and at most ${max_entries}`,
      {
        hint: 'max_entries is the capacity of the raffle',
        where: { pointer: '/max_entries' },
      },
    )
  }
}

function refuseSchema(
  code: 'record-schema' | 'statistics-schema',
  problems: Parameters<typeof describeProblems>[0],
): DrawauditError {
  return new DrawauditError(code, describeProblems(problems), {
    hint: `the form is that of schemas/${code === 'record-schema' ? 'audit-record' : 'statistics'}.json`,
    where: { pointer: problems[0]?.pointer ?? '' },
  })
}
