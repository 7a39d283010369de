/**
 * One bit of one value of a store turned over, as a disk does it.
 *
 * @packageDocumentation
 */
import type { Database } from 'better-sqlite3'
import { native } from '../../src/native/engine.js'
import { findStoreProblems } from '../../src/store/check/check-tables.js'
import { checkSecrets } from '../../src/operator/check-secrets.js'
import { createSql } from '../../src/store/sqlite/sql.js'
import { StoreTables } from '../../src/store/tables/store-tables.js'
import { keyFile } from '../operator/stage.js'

/** A column, and its table. */
export interface Column {
  readonly table: string
  readonly column: string
  /** What tells a row from the others. */
  readonly key: readonly string[]
  /** Rows that have a value in it. */
  readonly values: number
}

/** All columns of all tables. */
export function listColumns(database: Database): readonly Column[] {
  const columns = database
    .prepare<[], { table: string; column: string; isKey: number; isRowid: number }>(
      `SELECT m.name AS "table", c.name AS "column", c.pk > 0 AS isKey, m.sql NOT LIKE '%WITHOUT ROWID%' AS isRowid
       FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1, c.cid`,
    )
    .all()
  return columns.map(({ table, column, isRowid }) => {
    const ofTable = columns.filter(one => one.table === table && one.isKey === 1)
    const key = isRowid === 1 ? ['rowid'] : ofTable.map(one => one.column)
    return { table, column, key, values: countValues(database, table, column) }
  })
}

const countValues = (database: Database, table: string, column: string): number =>
  database
    .prepare<[], number>(`SELECT count(*) FROM ${table} WHERE ${column} IS NOT NULL AND ${column} <> ''`)
    .pluck()
    .get() ?? 0

/**
 * Turns one bit over, looks what a check finds first, and turns it back.
 *
 * @param random - a whole number from 0 to below its argument.
 * @returns the problem, undefined where none is found; `refused` where the database does not take the value.
 */
export async function flip(
  database: Database,
  { table, column, key, values }: Column,
  random: (below: number) => number,
): Promise<string | undefined> {
  const row = database
    .prepare<[number], Record<string, unknown>>(
      `SELECT ${key.map((name, at) => `${name} AS key${at}`).join(', ')}, ${column} AS value, typeof(${column}) AS type FROM ${table}
       WHERE ${column} IS NOT NULL AND ${column} <> '' LIMIT 1 OFFSET ?`,
    )
    .get(random(values))
  if (row === undefined) throw new Error(`${table}.${column} is empty`)
  const { value, type } = row
  const where = key.map(name => `${name} = ?`).join(' AND ')
  const keys = key.map((_, at) => row[`key${at}`])
  database.pragma('ignore_check_constraints = ON')
  database.exec('BEGIN')
  try {
    const isText = type === 'text'
    const flipped =
      type === 'integer'
        ? flipNumber(value as number, random)
        : flipBytes(Buffer.from(value as string), random)
    const change = database.prepare(
      `UPDATE ${table} SET ${column} = ${isText ? 'CAST(? AS TEXT)' : '?'} WHERE ${where}`,
    )
    try {
      const { changes } = change.run(flipped, ...keys)
      if (changes !== 1) throw new Error(`${table}.${column}: ${changes} rows changed`)
    } catch (error) {
      // Another row has that key: a disk would make an index that SQLite finds to be wrong.
      if ((error as { readonly code?: string }).code?.startsWith('SQLITE_CONSTRAINT_') === true)
        return 'refused'
      throw error
    }
    database.pragma('ignore_check_constraints = OFF')
    const [damage] = database.prepare<[], string>('PRAGMA integrity_check(1)').pluck().all()
    if (damage !== 'ok') return damage
    for await (const problem of findStoreProblems(createSql(database), native)) return problem
    const tables = new StoreTables(createSql(database), 'read')
    const { problems } = await checkSecrets(tables, keyFile, length => new Uint8Array(length))
    return problems[0]
  } finally {
    database.exec('ROLLBACK')
  }
}

function flipNumber(value: number, random: (below: number) => number): bigint {
  return BigInt.asIntN(64, BigInt(value) ^ (1n << BigInt(random(64))))
}

function flipBytes(bytes: Buffer, random: (below: number) => number): Buffer {
  const at = random(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
  return bytes
}
