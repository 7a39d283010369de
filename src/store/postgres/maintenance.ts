/**
 * Maintenance of a PostgreSQL store: the check.
 *
 * @packageDocumentation
 */
import type { Engine } from '../../core/engine.js'
import { checkTables, type StoreCheck } from '../check/check-tables.js'
import { checkVersion, withConnection } from './database.js'
import { createSql } from './sql.js'

/**
 * Runs all checks of {@link checkTables}. For damage to the database files use `pg_amcheck`.
 *
 * @throws DrawauditError as `openPostgresStore` does, if it cannot be read at all.
 */
export function checkPostgresStore(url: string, engine: Engine): Promise<StoreCheck> {
  return withConnection(url, async client => {
    const sql = createSql(client)
    // A snapshot, whatever others write meanwhile.
    await sql.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    for (const text of sql.dialect.beforeFilling) await sql.run(text)
    await checkVersion(sql)
    return checkTables(sql, engine)
  })
}
