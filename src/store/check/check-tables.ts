/**
 * What is wrong with a store: all that can be read of its tables, compared with what was signed.
 *
 * @packageDocumentation
 */
import type { Engine } from '../../core/engine.js'
import type { Sql } from '../tables/sql.js'
import { checkCeremonies, checkCeremonyViews } from './check-ceremonies.js'
import { checkDesk } from './check-desk.js'
import { checkLog } from './check-log.js'
import { checkPublished, type Counts } from './check-published.js'
import { checkReferences } from './check-references.js'
import { checkSummaries } from './check-summaries.js'
import { checkWebhooks } from './check-webhooks.js'

/** What a check went through, and everything that it found wrong. */
export interface StoreCheck {
  readonly raffles: number
  readonly versions: number
  /** One sentence each: lower case, no full stop. */
  readonly problems: readonly string[]
}

/**
 * Goes through all tables: that every body still has the hashes it was stored with, that the views say what was
 * published, that statements are signed and linked, that sealed lists have their roots, that the log is what was
 * signed, that lists show what was signed, that webhooks are events, that tokens of the desk are some, and that rows belong
 * together.
 *
 * @param sql - reads one state of the store from here to the end, whatever others write meanwhile.
 */
export async function checkTables(sql: Sql, engine: Engine): Promise<StoreCheck> {
  const counts: Counts = { raffles: 0, versions: 0 }
  const problems: string[] = []
  for await (const problem of findProblems(sql, engine, counts)) problems.push(problem)
  return { ...counts, problems }
}

/** One problem after the other, as they are found. */
export async function* findProblems(
  sql: Sql,
  engine: Engine,
  counts: Counts = { raffles: 0, versions: 0 },
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
