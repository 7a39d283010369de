/**
 * Statements for PostgreSQL, written as they are for SQLite: parameters are `?` in their order, or `@name`.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { DrawauditError } from '../../errors.js'
import { describeFailure } from './errors.js'

type Scalar = string | number | Uint8Array | null

/** What a parameter takes: a list is an array of PostgreSQL. */
export type Value = Scalar | readonly Scalar[]

/** The parameters of a statement, in their order or by name. */
export type Values = readonly Value[] | Readonly<Record<string, Value>>

/**
 * What runs statements: the pool for what is only read, one connection for a transaction. A bigint comes as a number,
 * a bytea as a Uint8Array of its own. Methods reject as those of a store do.
 */
export interface Sql {
  all<Row>(text: string, values?: Values): Promise<readonly Row[]>
  get<Row>(text: string, values?: Values): Promise<Row | undefined>
  /** @returns how many rows were changed. */
  run(text: string, values?: Values): Promise<number>
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
    all: async <Row>(text: string, values: Values = []) => (await query(text, values)).rows as Row[],
    get: async <Row>(text: string, values: Values = []) =>
      (await query(text, values)).rows[0] as Row | undefined,
    run: async (text, values = []) => (await query(text, values)).rowCount ?? 0,
  }
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
  return isScalarList(value) ? value.map(one => (typeof one === 'string' ? encodeText(one) : one)) : value
}

const isScalarList = (value: Value): value is readonly Scalar[] => Array.isArray(value)
