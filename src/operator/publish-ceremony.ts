/**
 * Publishes what a signature makes public: the statements, the light bundle, the audit record, the
 * statistics.
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { formatSha256 } from '../core/digest.js'
import type { Engine } from '../core/engine.js'
import { describeSignedDraw, type AuditDraw } from '../model/audit-record.js'
import type { BundleJson } from '../model/bundle.js'
import { parseStatement, type Commitment, type Statement } from '../model/statement.js'
import type { CeremonyRow } from '../store/ceremonies.js'
import { buildLightBundle, formatStatements } from '../store/public-ceremony.js'
import type { Transaction } from '../store/store.js'
import { summarizeStatements } from '../store/summaries.js'
import { findOwnLevel } from './own-level.js'

/** Log entries a page. */
const pageSize = 1000

/**
 * Rebuilds all views of a raffle from its signed statements, in the transaction of the signatures.
 *
 * @param at - time, as in statements.
 * @param engine - engine for a final check of the draw.
 */
export async function publishCeremony(
  transaction: Transaction,
  raffleId: string,
  at: string,
  engine: Engine,
): Promise<void> {
  const { ceremonies } = transaction
  const ceremony = await ceremonies.readCeremony(raffleId)
  const statements = (ceremony?.statements ?? []).map(({ payload }) => parseStatement(payload))
  const [commitment] = statements
  if (ceremony === undefined || commitment?.type !== 'commitment') return
  if ((await transaction.readStatistics(raffleId)) === undefined) {
    await publishStatistics(transaction, ceremony, commitment, at)
  }
  const bundle = await publishEvidence(transaction, ceremony)
  const draws = listDraws(ceremony, statements)
  const before = await transaction.readAuditRecord(raffleId)
  if (draws.length > 0 && JSON.stringify(before?.draws) !== JSON.stringify(draws)) {
    const last = statements.at(-1)
    await transaction.writeAuditRecord(
      { raffle_id: raffleId, draws, unknown: [] },
      { publishedAt: at, ...(last?.type === 'replacement' && { reason: last.reason }) },
    )
  }
  const summary = summarizeStatements(statements)
  if (summary === undefined) return
  const isDrawn = summary.state === 'drawn'
  const level = isDrawn ? await findOwnLevel(transaction, raffleId, bundle, at, engine) : undefined
  await transaction.writeSummary(raffleId, { ...summary, ...(level !== undefined && { level }) })
}

/** Rebuilds the bundles of raffles with entries in a part of the log. */
export async function publishLogEvidence(
  transaction: Transaction,
  start: number,
  end: number,
): Promise<void> {
  const { log } = transaction
  const raffles = new Set<string>()
  for (let from = start; from < end; from += pageSize) {
    const page = await log.readLogEntries(from, Math.min(from + pageSize, end))
    for (const { raffleId } of page) raffles.add(raffleId)
  }
  for (const raffleId of raffles) await publishBundle(transaction, raffleId)
}

/** Rebuilds the bundle of a raffle when there is new evidence for its statements. */
export async function publishBundle(transaction: Transaction, raffleId: string): Promise<void> {
  const ceremony = await transaction.ceremonies.readCeremony(raffleId)
  if (ceremony !== undefined) await publishEvidence(transaction, ceremony)
}

async function publishEvidence({ ceremonies, log }: Transaction, ceremony: CeremonyRow): Promise<BundleJson> {
  const bundle = await buildLightBundle(ceremonies, log, ceremony)
  await ceremonies.writeCeremonyViews(ceremony.raffleId, {
    statements: formatStatements(ceremony.raffleId, bundle.statements),
    bundle: JSON.stringify(bundle),
  })
  return bundle
}

/** Publishes the number of entries of a raffle. */
export async function publishStatistics(
  transaction: Transaction,
  { raffleId, paidEntries, freeEntries }: CeremonyRow,
  { max_entries }: Commitment,
  at: string,
): Promise<void> {
  await transaction.writeStatistics(
    {
      raffle_id: raffleId,
      total_entries: paidEntries + freeEntries,
      paid_entries: paidEntries,
      free_entries: freeEntries,
      max_entries,
      updated_at: at,
    },
    at,
  )
}

/** The draws of the audit record: winner, time and signature from the latest pick, the rest from the draw. */
function listDraws(ceremony: CeremonyRow, statements: readonly Statement[]): readonly AuditDraw[] {
  const hashSignature = (sequence: number): string =>
    formatSha256(sha256(ceremony.statements[sequence]?.signature ?? new Uint8Array()))
  return statements.flatMap((draw): readonly AuditDraw[] => {
    if (draw.type !== 'draw') return []
    const latest =
      statements.findLast(one => one.type === 'replacement' && one.position === draw.position) ?? draw
    const pick = latest.type === 'replacement' ? latest : draw
    return [describeSignedDraw(draw, pick, hashSignature(pick.sequence))]
  })
}
