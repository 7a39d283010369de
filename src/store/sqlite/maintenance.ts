/**
 * What an operator does with a store file: check it, copy it, put a copy back.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import { DrawauditError } from '../../errors.js'
import { isAuditRecord, parseAuditRecord } from '../../model/audit-record.js'
import { parseStatistics } from '../../model/statistics.js'
import { syncFolder } from '../../io/durable-files.js'
import { createView, formatAuditHistory, type VersionRow } from '../views.js'
import { portable } from '../../core/portable.js'
import { checkCeremonies } from './check-ceremonies.js'
import { checkLog } from './check-log.js'
import { checkWebhooks } from './check-webhooks.js'
import { openDatabase, refuseMissingFolder } from './database.js'
import { attempt, describeFailure } from './errors.js'
import { checkSummaries } from './summary-table.js'

export { migrateDatabase as migrateSqliteStore } from './database.js'

/** What a check went through, and everything that it found wrong. */
export interface StoreCheck {
  readonly raffles: number
  readonly versions: number
  /** One sentence each: lower case, no full stop. */
  readonly problems: readonly string[]
}

/**
 * Reads a whole store: that SQLite finds no damage, that every body still has the hashes it was stored with, that
 * the views say what was published, that statements are signed and linked, that sealed lists have their roots, that
 * the log is what was signed, that lists show what was signed, and that webhooks are events and belong together.
 *
 * @throws DrawauditError as `openSqliteStore` does, when it cannot be read at all.
 */
export async function checkSqliteStore(file: string): Promise<StoreCheck> {
  const database = await openDatabase(file, { access: 'read' })
  try {
    // One state of the store from here to the end, whatever others write meanwhile.
    attempt(() => database.exec('BEGIN'))
    const { problems, ...counts } = attempt(() => check(database))
    const ceremonies = await checkCeremonies(database)
    const log = await checkLog(database, portable)
    const others = [...attempt(() => checkSummaries(database)), ...checkWebhooks(database)]
    return { ...counts, problems: [...problems, ...ceremonies, ...log, ...others] }
  } finally {
    database.close()
  }
}

/**
 * Copies a store, while others use it, to a file that does not exist yet.
 *
 * @returns when it would survive the loss of power.
 * @throws DrawauditError `file-exists`, `file-access`, or as `openSqliteStore` does.
 */
export async function backupSqliteStore(file: string, to: string): Promise<StoreCheck> {
  refuseExisting(to, 'name a new file')
  const database = await openDatabase(file, { access: 'read' })
  const partial = `${to}.partial`
  try {
    await copy(database, partial)
    const result = await checkSqliteStore(partial)
    await putInPlace(partial, to)
    return result
  } finally {
    database.close()
    await rm(partial, { force: true })
  }
}

/**
 * Puts a backup back. What stands in `file` is kept unless `replace` is given; then it is overwritten in one
 * transaction, which whoever serves from it sees.
 *
 * @throws DrawauditError `store-damaged` for a backup that does not pass its check, `file-exists`, `store-kind` for a
 * file that is no store, or as `openSqliteStore` does.
 */
export async function restoreSqliteStore(
  from: string,
  file: string,
  { replace = false } = {},
): Promise<StoreCheck> {
  if (!replace) refuseExisting(file, 'move it away, or give --replace to overwrite it')
  else if (existsSync(file)) await refuseOther(file)
  const result = await checkSqliteStore(from)
  const [problem] = result.problems
  if (problem !== undefined) {
    throw new DrawauditError('store-damaged', problem, {
      hint: `drawaudit store check --store ${from} lists all that is wrong`,
      where: { file: from },
    })
  }
  const database = await openDatabase(from, { access: 'read' })
  try {
    await copy(database, file)
    return result
  } finally {
    database.close()
  }
}

function refuseExisting(file: string, hint: string): void {
  if (existsSync(file))
    throw new DrawauditError('file-exists', 'there is such a file', { hint, where: { file } })
}

/** A new name survives a loss of power only when its folder is synced too. */
async function putInPlace(partial: string, to: string): Promise<void> {
  try {
    await rename(partial, to)
    syncFolder(dirname(resolve(to)))
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new DrawauditError('file-access', `the backup cannot be given its name (${code})`, {
      hint: 'look at the disk and the permissions',
      where: { file: to },
      cause,
    })
  }
}

/** Whatever is wrong with a store, a backup may take its place; a file of someone else stays. */
async function refuseOther(file: string): Promise<void> {
  try {
    const database = await openDatabase(file, { access: 'read' })
    database.close()
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code === 'store-kind') throw error
  }
}

async function copy(database: Database, to: string): Promise<void> {
  refuseMissingFolder(to)
  try {
    const { totalPages } = await database.backup(resolve(to))
    if (totalPages > 0) return
  } catch (error) {
    const described = describeFailure(error)
    throw described instanceof DrawauditError ? described.at({ file: to }) : described
  }
  // The driver says that it is done when another process has the lock.
  throw new DrawauditError('store-busy', 'the store is locked by another process', {
    hint: 'try again when that one is done',
    where: { file: to },
  })
}

interface ViewRow {
  readonly raffle_id: string
  readonly name: string
  readonly body: Uint8Array
  readonly etag: string
  readonly sha256: string
}

function check(database: Database): StoreCheck {
  const problems = new Set<string>()
  const integrity = database.pragma('integrity_check(20)', { simple: false }) as { integrity_check: string }[]
  for (const { integrity_check: line } of integrity) if (line !== 'ok') problems.add(`SQLite: ${line}`)
  const orphans = database.prepare<[], string>(
    'SELECT raffle_id FROM audit_version UNION SELECT raffle_id FROM view EXCEPT SELECT raffle_id FROM raffle',
  )
  for (const id of orphans.pluck().all()) problems.add(`raffle ${id}: it is not in the list of raffles`)

  const views = database.prepare<[string], ViewRow>('SELECT * FROM view WHERE raffle_id = ?')
  const versions = database.prepare<[string], VersionRow & { version: number }>(
    'SELECT * FROM audit_version WHERE raffle_id = ? ORDER BY version',
  )
  const raffles = database.prepare<
    [],
    { raffle_id: string; total_draws: number; total_entries: number | null }
  >('SELECT * FROM raffle ORDER BY raffle_id')

  let countOfRaffles = 0
  let countOfVersions = 0
  for (const { raffle_id: id, total_draws, total_entries } of raffles.iterate()) {
    const fail = (what: string): void => void problems.add(`raffle ${id}: ${what}`)
    const bodies = new Map<string, string>()
    for (const { name, body, etag, sha256 } of views.all(id)) {
      const text = Buffer.from(body).toString()
      bodies.set(name, text)
      if (createHash('sha256').update(body).digest('hex') !== sha256)
        fail(`the view ${name} is not what was stored`)
      if (createView(text).etag !== etag) fail(`the ETag of the view ${name} is not that of its body`)
    }
    const published = versions.all(id)
    countOfRaffles += 1
    countOfVersions += published.length
    published.forEach(({ version }, index) => {
      if (version !== index + 1) fail(`version ${index + 1} of the audit record is missing`)
    })

    if (bodies.get('audit-history') !== formatAuditHistory(id, published))
      fail('the history is not that of the published versions')

    const audit = bodies.get('audit')
    const last = published.at(-1)
    if (last !== undefined && last.record !== audit) fail('the audit view is not the last published version')
    const record = readJson(audit)
    const parsed = isAuditRecord(record) ? parseAuditRecord(record) : { problems: [] }
    if ('problems' in parsed) fail('the audit view is not an audit record')
    else {
      if (parsed.raffle_id !== id) fail('the audit view is that of another raffle')
      if (parsed.draws.length !== total_draws) fail('the number of draws is not that of the audit view')
    }

    const statistics = bodies.get('statistics')
    if (statistics === undefined) {
      if (total_entries !== null) fail('the statistics are missing')
      continue
    }
    const counted = parseStatistics(readJson(statistics))
    if ('problems' in counted) fail('the statistics view is not statistics')
    else {
      if (counted.raffle_id !== id) fail('the statistics view is that of another raffle')
      if (counted.total_entries !== total_entries) fail('the number of entries is not that of the statistics')
    }
  }
  return { raffles: countOfRaffles, versions: countOfVersions, problems: [...problems] }
}

function readJson(text = ''): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
