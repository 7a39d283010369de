/**
 * Checks a store: everything readable in its tables, compared with what was signed.
 *
 * @packageDocumentation
 */
import type { Engine } from '../../core/engine.js'
import type { Sql } from '../tables/sql.js'
import { checkCeremonies, checkCeremonyViews } from './check-ceremonies.js'
import { checkDesk } from './check-desk.js'
import { checkLog } from './check-log.js'
import { checkPublished, type PublishedCounts } from './check-published.js'
import { checkReferences } from './check-references.js'
import { checkSummaries } from './check-summaries.js'
import { checkWebhooks } from './check-webhooks.js'

/** What a check covered, and every problem it found. */
export interface StoreCheck {
  readonly raffles: number
  readonly versions: number
  /** One sentence each: lower case, no full stop. */
  readonly problems: readonly string[]
}

/**
 * Checks all tables: hashes of stored bodies, views, signatures and links of statements, roots of sealed
 * lists, the log, the list of raffles, webhooks, desk tokens, and references between rows.
 *
 * @param sql - reads a snapshot of the store, whatever others write meanwhile.
 */
export async function checkTables(sql: Sql, engine: Engine): Promise<StoreCheck> {
  const counts: PublishedCounts = { raffles: 0, versions: 0 }
  const problems: string[] = []
  for await (const problem of findStoreProblems(sql, engine, counts)) problems.push(problem)
  return { ...counts, problems }
}

/** Yields problems as they are found. */
export async function* findStoreProblems(
  sql: Sql,
  engine: Engine,
  counts: PublishedCounts = { raffles: 0, versions: 0 },
): AsyncGenerator<string> {
  yield* checkPublished(sql, counts)
  yield* checkCeremonies(sql, engine)
  yield* await checkLog(sql, engine)
  yield* checkCeremonyViews(sql)
  yield* await checkSummaries(sql)
  yield* checkWebhooks(sql)
  yield* checkDesk(sql)
  yield* checkReferences(sql)
}
