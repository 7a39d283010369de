/**
 * Statements for SQLite.
 *
 * @packageDocumentation
 */
import type { Database, Statement } from 'better-sqlite3'
import type { Cell, Columns, Dialect, Sql, Value, Values } from '../tables/sql.js'
import { attempt } from './errors.js'

/** The SQLite dialect. */
export const dialect: Dialect = {
  hasOneWriter: true,
  ownsConnections: true,
  clock: undefined,
  temporary: 'temp',
  declare: tables => tables,
  listed: parameter => `SELECT value FROM json_each(${parameter})`,
  isAmong: (column, query) => `${column} IN (${query})`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  hex: bytes => `CASE WHEN ${bytes} IS NOT NULL THEN lower(hex(${bytes})) END`,
  beforeFilling: [],
  afterFilling: () => [],
}

type Row = Record<string, unknown>

interface Prepared {
  readonly statement: Statement<unknown[], Row>
  /** Result columns that may contain bytes. */
  readonly bytes: readonly string[]
  /** Whether there are lists among its parameters. */
  readonly takesLists: boolean
}

/** Statements on a connection, each prepared once. SQLite runs them synchronously, in call order. */
export function createSql(database: Database): Sql {
  const known = new Map<string, Prepared>()

  function prepare(text: string): Prepared {
    const found = known.get(text)
    if (found !== undefined) return found
    const statement = database.prepare<unknown[], Row>(text)
    const columns = statement.reader ? statement.columns() : []
    // Computed columns have no declared type.
    const bytes = columns.filter(({ type }) => type === 'BLOB' || type === null).map(({ name }) => name)
    const prepared = { statement, bytes, takesLists: text.includes('json_each') }
    known.set(text, prepared)
    return prepared
  }

  return {
    dialect,
    all: <R>(text: string, values: Values = []) =>
      settle(() => {
        const { statement, bytes, takesLists } = prepare(text)
        const rows = statement.all(takesLists ? encodeLists(values) : values)
        if (bytes.length > 0) for (const row of rows) plain(row, bytes)
        return rows as readonly R[]
      }),
    get: <R>(text: string, values: Values = []) =>
      settle(() => {
        const { statement, bytes, takesLists } = prepare(text)
        const row = statement.get(takesLists ? encodeLists(values) : values)
        return (row && plain(row, bytes)) as R | undefined
      }),
    column: <T extends Cell>(text: string, values: Values = []) =>
      settle(() => {
        const { statement, bytes, takesLists } = prepare(text)
        const cells: readonly unknown[] = statement.pluck().all(takesLists ? encodeLists(values) : values)
        statement.pluck(false)
        return (bytes.length > 0 ? cells.map(plainCell) : cells) as readonly T[]
      }),
    run: (text, values = []) =>
      settle(() => {
        const { statement, takesLists } = prepare(text)
        return statement.run(takesLists ? encodeLists(values) : values).changes
      }),
    insert: (table, columns, rows, onConflict) =>
      settle(() => {
        const names = Object.keys(columns)
        const { statement } = prepare(formatInsert(table, columns, onConflict))
        for (const row of rows) statement.run(...names.map(name => row[name]))
      }),
  }
}

function formatInsert(table: string, columns: Columns, onConflict = ''): string {
  const names = Object.keys(columns)
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${onConflict}`
}

/** The result of a synchronous call as a promise, like that of other drivers. */
function settle<T>(action: () => T): Promise<T> {
  return new Promise(resolve => {
    resolve(attempt(action))
  })
}

/** Parameters with lists encoded as JSON. */
function encodeLists(values: Values): object {
  if (isList(values)) return values.map(encode)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encode(value)]))
}

const isList = (values: Values): values is readonly Value[] => Array.isArray(values)

const encode = (value: Value): unknown => (Array.isArray(value) ? JSON.stringify(value) : value)

function plain(row: Row, columns: readonly string[]): Row {
  for (const column of columns) row[column] = plainCell(row[column])
  return row
}

/** Turns the driver's buffers into plain byte arrays. */
function plainCell<T>(value: T): T | Uint8Array {
  if (!(value instanceof Uint8Array)) return value
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
}
