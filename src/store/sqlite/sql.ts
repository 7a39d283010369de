/**
 * Statements for SQLite.
 *
 * @packageDocumentation
 */
import type { Database, Statement } from 'better-sqlite3'
import type { Cell, Columns, Dialect, Sql, SqlValue, SqlValues } from '../tables/sql.js'
import { withSqliteErrors } from './errors.js'

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

type SqlRow = Record<string, unknown>

interface PreparedStatement {
  readonly statement: Statement<unknown[], SqlRow>
  /** Result columns that may contain bytes. */
  readonly bytes: readonly string[]
  /** Whether there are lists among its parameters. */
  readonly takesLists: boolean
}

/** Statements on a connection, each prepared once. SQLite runs them synchronously, in call order. */
export function createSql(database: Database): Sql {
  const known = new Map<string, PreparedStatement>()

  function prepare(text: string): PreparedStatement {
    const found = known.get(text)
    if (found !== undefined) return found
    const statement = database.prepare<unknown[], SqlRow>(text)
    const columns = statement.reader ? statement.columns() : []
    // Computed columns have no declared type.
    const bytes = columns.filter(({ type }) => type === 'BLOB' || type === null).map(({ name }) => name)
    const prepared = { statement, bytes, takesLists: text.includes('json_each') }
    known.set(text, prepared)
    return prepared
  }

  return {
    dialect,
    all: <R>(text: string, values: SqlValues = []) =>
      settle(() => {
        const { statement, bytes, takesLists } = prepare(text)
        const rows = statement.all(takesLists ? encodeLists(values) : values)
        if (bytes.length > 0) for (const row of rows) plain(row, bytes)
        return rows as readonly R[]
      }),
    get: <R>(text: string, values: SqlValues = []) =>
      settle(() => {
        const { statement, bytes, takesLists } = prepare(text)
        const row = statement.get(takesLists ? encodeLists(values) : values)
        return (row && plain(row, bytes)) as R | undefined
      }),
    column: <T extends Cell>(text: string, values: SqlValues = []) =>
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
    resolve(withSqliteErrors(action))
  })
}

/** Parameters with lists encoded as JSON. */
function encodeLists(values: SqlValues): object {
  if (isList(values)) return values.map(encode)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encode(value)]))
}

const isList = (values: SqlValues): values is readonly SqlValue[] => Array.isArray(values)

const encode = (value: SqlValue): unknown => (Array.isArray(value) ? JSON.stringify(value) : value)

function plain(row: SqlRow, columns: readonly string[]): SqlRow {
  for (const column of columns) row[column] = plainCell(row[column])
  return row
}

/** Turns the driver's buffers into plain byte arrays. */
function plainCell<T>(value: T): T | Uint8Array {
  if (!(value instanceof Uint8Array)) return value
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
}
