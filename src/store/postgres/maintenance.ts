/**
 * What an operator does with a database that is a store: check it.
 *
 * @packageDocumentation
 */
import type { Engine } from '../../core/engine.js'
import { checkTables, type StoreCheck } from '../check/check-tables.js'
import { checkVersion, withConnection } from './database.js'
import { createSql } from './sql.js'

/**
 * Reads a whole store: all that {@link checkTables} looks for. Damage to the files of the database is amcheck's to
 * find (`pg_amcheck`).
 *
 * @throws DrawauditError as `openPostgresStore` does, when it cannot be read at all.
 */
export function checkPostgresStore(url: string, engine: Engine): Promise<StoreCheck> {
  return withConnection(url, async client => {
    const sql = createSql(client)
    // One state of the store from here to the end, whatever others write meanwhile.
    await sql.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    for (const text of sql.dialect.beforeFilling) await sql.run(text)
    await checkVersion(sql)
    return checkTables(sql, engine)
  })
}
