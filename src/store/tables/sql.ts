/**
 * The database interface of the tables: statements are written once for both databases, except for what
 * {@link Dialect} covers.
 *
 * - Parameters are `?` in their order, or `@name`.
 * - A type is given by `CAST(… AS bigint)`; booleans are 1 or 0.
 * - Upserts name their columns: `ON CONFLICT (…) DO UPDATE`.
 *
 * @packageDocumentation
 */

/** A value of a column. */
export type Cell = string | number | Uint8Array | null

/** The value of a parameter; lists are for {@link Dialect.listed}. */
export type SqlValue = Cell | readonly Cell[]

/** The parameters of a statement, by position or by name. */
export type SqlValues = readonly SqlValue[] | Readonly<Record<string, SqlValue>>

/** The column types. */
export type ColumnType = 'text' | 'bigint' | 'bytea'

/** Columns of a table with their types. */
export type Columns = Readonly<Record<string, ColumnType>>

/**
 * Runs statements. Integers are numbers, bytes a Uint8Array of their own. Methods reject as those of a store
 * do.
 */
export interface Sql {
  readonly dialect: Dialect
  all<Row>(text: string, values?: SqlValues): Promise<readonly Row[]>
  get<Row>(text: string, values?: SqlValues): Promise<Row | undefined>
  /** The values of a single column: a third of the time of rows, which matters for lists of millions. */
  column<T extends Cell>(text: string, values?: SqlValues): Promise<readonly T[]>
  /** @returns the number of changed rows. */
  run(text: string, values?: SqlValues): Promise<number>
  /**
   * Inserts any number of rows, in order.
   *
   * @param columns - the columns of the rows.
   * @param onConflict - such as `ON CONFLICT (…) DO UPDATE SET …`, with `excluded` for the conflicting row.
   */
  insert<C extends Columns>(
    table: string,
    columns: C,
    rows: readonly Readonly<Record<keyof C, Cell>>[],
    onConflict?: string,
  ): Promise<void>
}

/** The differences between the databases. */
export interface Dialect {
  /** A writer has the whole store to itself: rows need no locks. */
  readonly hasOneWriter: boolean
  /** The connection stays ours: a temporary table may live as long. */
  readonly ownsConnections: boolean
  /** SQL for the database's own clock in milliseconds since 1970; undefined if it is the machine's. */
  readonly clock: string | undefined
  /** The schema of temporary tables. */
  readonly temporary: 'temp' | 'pg_temp'
  /** Translates table declarations from SQLite's SQL. */
  declare(tables: string): string
  /** A query for the items of a list parameter; its texts may not contain U+0000. */
  listed(parameter: string, type: 'text' | 'bigint'): string
  /** Whether a column is among the results of a query, which runs once. */
  isAmong(column: string, query: string): string
  /** Whether a text contains another. */
  contains(text: string, part: string): string
  /** The lower-case hex digits of bytes, null for null: the database is faster for millions of rows. */
  hex(bytes: string): string
  /** Statements to run in a transaction before it fills or reads a table with millions of rows. */
  readonly beforeFilling: readonly string[]
  /** Statements to run once a table is filled. */
  afterFilling(table: string): readonly string[]
}
