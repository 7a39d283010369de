/**
 * The one way to a database that the tables know: a statement is written once, and each database takes it as it is,
 * but for what {@link Dialect} names.
 *
 * - Parameters are `?` in their order, or `@name`.
 * - A type is given by `CAST(… AS bigint)`; truth is 1 or 0.
 * - What is replaced is named: `ON CONFLICT (…) DO UPDATE`.
 *
 * @packageDocumentation
 */

/** A value of a column. */
export type Cell = string | number | Uint8Array | null

/** What a parameter takes; a list is for {@link Dialect.listed}. */
export type Value = Cell | readonly Cell[]

/** The parameters of a statement, in their order or by name. */
export type Values = readonly Value[] | Readonly<Record<string, Value>>

/** The types that columns have. */
export type ColumnType = 'text' | 'bigint' | 'bytea'

/** Columns of a table with their types. */
export type Columns = Readonly<Record<string, ColumnType>>

/**
 * Runs statements. Whole numbers come as numbers, bytes as a Uint8Array of their own. Methods reject as those of a
 * store do.
 */
export interface Sql {
  readonly dialect: Dialect
  all<Row>(text: string, values?: Values): Promise<readonly Row[]>
  get<Row>(text: string, values?: Values): Promise<Row | undefined>
  /** What a statement of one column gives: a third of the time of rows, which lists of millions feel. */
  column<T extends Cell>(text: string, values?: Values): Promise<readonly T[]>
  /** @returns how many rows were changed. */
  run(text: string, values?: Values): Promise<number>
  /**
   * Adds rows in their order, any number of them.
   *
   * @param columns - those that the rows have.
   * @param onConflict - as `ON CONFLICT (…) DO UPDATE SET …`, with `excluded` for what could not be added.
   */
  insert<C extends Columns>(
    table: string,
    columns: C,
    rows: readonly Readonly<Record<keyof C, Cell>>[],
    onConflict?: string,
  ): Promise<void>
}

/** What the databases have no common words for. */
export interface Dialect {
  /** Whoever writes has the whole store to itself: no row has to be locked. */
  readonly hasOneWriter: boolean
  /** Nobody else gets a connection after us: a temporary table of ours may stay with it. */
  readonly ownsConnections: boolean
  /** Milliseconds since 1970 by the database's own clock; undefined where that is the machine's. */
  readonly clock: string | undefined
  /** The schema of temporary tables. */
  readonly temporary: 'temp' | 'pg_temp'
  /** Tables, as SQLite has them, in this database's words. */
  declare(tables: string): string
  /** Selects the items of a list that is given as a parameter; none of its texts may have U+0000. */
  listed(parameter: string, type: 'text' | 'bigint'): string
  /** Whether a column is among what a query selects, which is carried out once. */
  isAmong(column: string, query: string): string
  /** Whether a text has another one in it. */
  contains(text: string, part: string): string
  /** The lower-case hex digits of bytes, null of null: for millions of rows the database writes them faster. */
  hex(bytes: string): string
  /** Run in a transaction before it fills a table with millions of rows, or reads them all. */
  readonly beforeFilling: readonly string[]
  /** Run once a table is filled. */
  afterFilling(table: string): readonly string[]
}
