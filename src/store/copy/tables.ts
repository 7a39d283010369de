/**
 * The tables of a store for copying: their order, keys, and rows as text.
 *
 * @packageDocumentation
 */
import type { Database } from 'better-sqlite3'
import { encodeHex } from '../../core/encoding.js'
import type { Cell, Columns, ColumnType } from '../tables/sql.js'
import { withSqliteErrors } from '../sqlite/errors.js'

/** Every table, after the ones it refers to. */
export const tableNames = [
  'raffle',
  'audit_version',
  'view',
  'raffle_summary',
  'secret_box',
  'signing_key',
  'ceremony',
  'statement',
  'statement_token',
  'seed',
  'beacon',
  'entry',
  'entry_place',
  'receipt',
  'withdrawal',
  'tree_node',
  'log',
  'log_entry',
  'log_tile',
  'log_head',
  'log_cosignature',
  'log_witness',
  'webhook_setting',
  'webhook_endpoint',
  'webhook_message',
  'webhook_worker',
  'webhook_delivery',
  'webhook_attempt',
  'desk_token',
  'desk_request',
] as const

/** Columns of rows that are never removed or changed: a copy that differs here is of another store. */
export const lastingColumns: ReadonlyMap<string, readonly string[]> = new Map([
  ['audit_version', ['raffle_id', 'version', 'record']],
  ['signing_key', ['key_id', 'public_key']],
  ['receipt', ['ceremony', 'id', 'payload']],
  ['log_entry', ['place', 'data']],
  ['log_head', ['size', 'root']],
])

/** The values of a row, in column order. */
export type Row = readonly Cell[]

/** The key of a row. */
export type RowKey = readonly (string | number)[]

/** Rows between two keys, `after` exclusive, `until` inclusive; unbounded if left out. */
export interface Range {
  readonly after?: RowKey | undefined
  readonly until?: RowKey | undefined
}

export interface Column {
  readonly name: string
  readonly type: ColumnType
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Column indexes of the primary key, in its order. */
  readonly key: readonly number[]
}

const types: Readonly<Record<string, Column['type']>> = { TEXT: 'text', INTEGER: 'bigint', BLOB: 'bytea' }

/** The structure of a table in an SQLite file. */
export function describeTable(database: Database, name: string): Table {
  const rows = withSqliteErrors(() =>
    database
      .prepare<[string], { name: string; type: string; pk: number }>(
        'SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid',
      )
      .all(name),
  )
  const places = rows.map((row, place) => ({ pk: row.pk, place })).filter(({ pk }) => pk > 0)
  return {
    name,
    columns: rows.map(row => ({ name: row.name, type: types[row.type] ?? 'text' })),
    key: places.toSorted((a, b) => a.pk - b.pk).map(({ place }) => place),
  }
}

/** The same table with only some of its columns, including its key. */
export function narrowTable({ name, columns, key }: Table, names: readonly string[]): Table {
  const kept = columns.filter(column => names.includes(column.name))
  return { name, columns: kept, key: key.map(place => kept.findIndex(one => one === columns[place])) }
}

/** Column names for use in a statement. */
export const listColumns = (columns: readonly Column[]): string =>
  columns.map(({ name }) => `"${name}"`).join(', ')

/** Column types of a table. */
export const typesOf = ({ columns }: Table): Columns =>
  Object.fromEntries(columns.map(({ name, type }) => [name, type]))

export const keyColumns = ({ columns, key }: Table): readonly Column[] =>
  key.flatMap(place => columns[place] ?? [])

export const keyOf = ({ key }: Table, row: Row): RowKey => key.map(place => row[place] as string | number)

/** A row as a line of text, unique in its table. */
export function formatRow(row: Row): string {
  return JSON.stringify(row.map(cell => (cell instanceof Uint8Array ? { hex: encodeHex(cell) } : cell)))
}

/**
 * A query for the first rows of a range in key order, and its parameters. The end of the range is checked
 * afterwards: PostgreSQL would scan for one row more up to the end of the first key column.
 */
export function selectRange(
  table: Table,
  { after, until }: Range,
  limit: number,
): { readonly text: string; readonly values: readonly (string | number)[] } {
  const names = listColumns(keyColumns(table))
  const places = keyColumns(table)
    .map(() => '?')
    .join(', ')
  const columns = listColumns(table.columns)
  const where = after === undefined ? '' : `WHERE (${names}) > (${places})`
  const page = `SELECT ${columns} FROM "${table.name}" ${where} ORDER BY ${names} LIMIT ?`
  const values = [...(after ?? []), limit]
  if (until === undefined) return { text: page, values }
  return {
    text: `SELECT ${columns} FROM (${page}) AS page WHERE (${names}) <= (${places}) ORDER BY ${names}`,
    values: [...values, ...until],
  }
}
