/**
 * The tables of a store as they are copied: in which order, by which keys, and a row of them as text.
 *
 * @packageDocumentation
 */
import type { Database } from 'better-sqlite3'
import { encodeHex } from '../../core/encoding.js'
import type { Cell, Columns, ColumnType } from '../tables/sql.js'
import { attempt } from '../sqlite/errors.js'

/** Every table, after those that its rows refer to. */
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

/** The columns of rows that are never taken out and never change: a copy that has others is of another store. */
export const lastingColumns: ReadonlyMap<string, readonly string[]> = new Map([
  ['audit_version', ['raffle_id', 'version', 'record']],
  ['signing_key', ['key_id', 'public_key']],
  ['receipt', ['ceremony', 'id', 'payload']],
  ['log_entry', ['place', 'data']],
  ['log_head', ['size', 'root']],
])

/** A value of each column of a table, in their order. */
export type Row = readonly Cell[]

/** The key of a row. */
export type Key = readonly (string | number)[]

/** What is between two keys, without the first and with the last; a key that is left out is the end. */
export interface Range {
  readonly after?: Key | undefined
  readonly until?: Key | undefined
}

export interface Column {
  readonly name: string
  readonly type: ColumnType
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** The places of the columns that make up the primary key, in its order. */
  readonly key: readonly number[]
}

const types: Readonly<Record<string, Column['type']>> = { TEXT: 'text', INTEGER: 'bigint', BLOB: 'bytea' }

/** A table as it is in an SQLite file. */
export function describeTable(database: Database, name: string): Table {
  const rows = attempt(() =>
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

/** The same table with some of its columns, among them its key. */
export function narrowTable({ name, columns, key }: Table, names: readonly string[]): Table {
  const kept = columns.filter(column => names.includes(column.name))
  return { name, columns: kept, key: key.map(place => kept.findIndex(one => one === columns[place])) }
}

/** The names of columns in a statement. */
export const listColumns = (columns: readonly Column[]): string =>
  columns.map(({ name }) => `"${name}"`).join(', ')

/** The columns of a table, with their types. */
export const typesOf = ({ columns }: Table): Columns =>
  Object.fromEntries(columns.map(({ name, type }) => [name, type]))

export const keyColumns = ({ columns, key }: Table): readonly Column[] =>
  key.flatMap(place => columns[place] ?? [])

export const keyOf = ({ key }: Table, row: Row): Key => key.map(place => row[place] as string | number)

/** A row as a line of text, which no other row of its table has. */
export function formatRow(row: Row): string {
  return JSON.stringify(row.map(cell => (cell instanceof Uint8Array ? { hex: encodeHex(cell) } : cell)))
}

/**
 * What selects the first rows of a range in the order of their keys, and its parameters in their order. The end of the
 * range is looked at afterwards: PostgreSQL would look for one row more up to the end of the first column of the key.
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
