/**
 * The consoles that sign from a database: each has its own journal, and none may sign raffles or logs that
 * another one knows to have been rolled back.
 *
 * @packageDocumentation
 */

/** Raffles and logs that nobody signs any more. */
export interface GivenUp {
  readonly raffles: readonly string[]
  readonly logs: readonly string[]
}

/** A signing journal that uses this database. */
export interface ConsoleRow {
  /** A UUID, also in the journal. */
  readonly journal: string
  /** Its location, for people: machine and file. */
  readonly place: string
  /** Identity of the database at the last comparison; null if the journal is lost. */
  readonly database: string | null
}

/** Number of signatures made from a database, and the digest of the last one. */
export interface LastSigned {
  readonly number: number
  /** `sha256:` and 64 lower-case hex digits; empty before the first. */
  readonly digest: string
}

/** What consoles know about each other, in a transaction. */
export interface ConsoleWriter {
  /**
   * The identity of the database, which changes with a failover, a point-in-time recovery or a restored dump:
   * system identifier, timeline and object id, `-` for what the user may not query.
   */
  readIdentity(): Promise<string>
  listConsoles(): Promise<readonly ConsoleRow[]>
  /** Adds a console. @returns its UUID. */
  addConsole(console: Omit<ConsoleRow, 'journal'>): Promise<string>
  /** Adds or updates a console. */
  writeConsole(console: ConsoleRow): Promise<void>
  /** Raffles and logs of which a journal knows more than the store. */
  readGivenUp(): Promise<GivenUp>
  giveUp(raffles: readonly string[], logs: readonly string[]): Promise<void>
  readLastSigned(): Promise<LastSigned>
  /**
   * Compare-and-swap of the last signature.
   *
   * @returns false if it was another one.
   */
  swapLastSigned(from: LastSigned, digest: string): Promise<boolean>
}
