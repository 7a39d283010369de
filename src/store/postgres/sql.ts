/**
 * Statements for PostgreSQL.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { DrawauditError } from '../../errors.js'
import type { Cell, Columns, Dialect, Sql, Value, Values } from '../tables/sql.js'
import { describeFailure } from './errors.js'

/** What PostgreSQL says in its own words. */
export const dialect: Dialect = {
  hasOneWriter: false,
  temporary: 'pg_temp',
  listed: (parameter, type) => `(SELECT unnest(${parameter}::${type}[]))`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  // Millions of entries take their time, and so may whoever sends them.
  beforeFilling: [
    'SET LOCAL statement_timeout = 0',
    'SET LOCAL idle_in_transaction_session_timeout = 0',
  ],
  // A table that was just made is taken for a small one.
  afterFilling: table => [`ANALYZE ${table}`],
}

/** What the driver's pool and its connections have in common. */
export interface Queryable {
  query(statement: { readonly name: string; readonly text: string; readonly values: unknown[] }): Promise<{
    readonly rows: unknown[]
    readonly rowCount: number | null
  }>
}

/** Statements on a pool or a connection, each prepared once on a connection. */
export function createSql(queryable: Queryable): Sql {
  const query = async (text: string, values: Values): ReturnType<Queryable['query']> => {
    const statement = translate(text)
    try {
      return await queryable.query({ ...statement, values: statement.list(values).map(encodeValue) })
    } catch (error) {
      throw describeFailure(error)
    }
  }
  return {
    dialect,
    all: async <Row>(text: string, values: Values = []) => (await query(text, values)).rows as Row[],
    get: async <Row>(text: string, values: Values = []) =>
      (await query(text, values)).rows[0] as Row | undefined,
    run: async (text, values = []) => (await query(text, values)).rowCount ?? 0,
    insert: async (table, columns, rows, onConflict) => {
      if (rows.length === 0) return
      const lists = Object.keys(columns).map(name => listCells(rows.map(row => row[name] ?? null)))
      await query(formatInsert(table, columns, onConflict), lists)
    },
  }
}

/** All rows at once: one list for each column. */
export function formatInsert(table: string, columns: Columns, onConflict = ''): string {
  const lists = Object.values(columns).map(type => `?::${type}[]`)
  return `INSERT INTO ${table} (${Object.keys(columns).join(', ')})
    SELECT * FROM unnest(${lists.join(', ')}) ${onConflict}`
}

/** Cells of a column as an array. Numbers are written here, since the driver puts each into quotes. */
export function listCells(cells: readonly Cell[]): Value {
  if (cells.some(cell => cell !== null && typeof cell !== 'number')) return cells
  return `{${cells.map(cell => (cell === null ? 'NULL' : String(cell as number))).join(',')}}`
}

/** A statement as PostgreSQL takes it. */
interface Translated {
  /** Under which it is prepared. */
  readonly name: string
  readonly text: string
  /** Puts parameters into the order of `$1`, `$2`, … */
  readonly list: (values: Values) => readonly Value[]
}

const translated = new Map<string, Translated>()

/** String literals, names in quotes, comments, and parameters. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\?|@([a-z]\w*)/gi

function translate(text: string): Translated {
  const known = translated.get(text)
  if (known !== undefined) return known
  const names: string[] = []
  let count = 0
  const numbered = text.replace(tokens, (token, name: string | undefined) => {
    if (token === '?') return `$${(count += 1)}`
    if (name === undefined) return token
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const statement: Translated = {
    name: createHash('sha256').update(text).digest('hex').slice(0, 32),
    text: numbered,
    list: values => (isList(values) ? values : names.map(name => find(values, name))),
  }
  translated.set(text, statement)
  return statement
}

const isList = (values: Values): values is readonly Value[] => Array.isArray(values)

function find(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name]
  if (value === undefined) throw new DrawauditError('internal', `the parameter ${name} is missing`)
  return value
}

/**
 * PostgreSQL keeps every character but U+0000, which may stand in the name of a raffle. It is kept as two characters,
 * of which the first, a noncharacter that hardly any text has, is kept as two as well.
 */
const escape = '\u{10fffe}'

function encodeText(text: string): string {
  if (!text.includes('\0') && !text.includes(escape)) return text
  return text.replaceAll(escape, `${escape}1`).replaceAll('\0', `${escape}0`)
}

/** What {@link encodeText} was given. */
export function decodeText(text: string): string {
  if (!text.includes(escape)) return text
  return text.replaceAll(`${escape}0`, '\0').replaceAll(`${escape}1`, escape)
}

function encodeValue(value: Value): Value {
  if (typeof value === 'string') return encodeText(value)
  return isCellList(value) ? value.map(one => (typeof one === 'string' ? encodeText(one) : one)) : value
}

const isCellList = (value: Value): value is readonly Cell[] => Array.isArray(value)
