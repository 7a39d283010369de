/**
 * Who signs from a database: each console has a journal of its own, and none may sign on what another knows to have
 * fallen back.
 *
 * @packageDocumentation
 */

/** Raffles and logs of which nothing more is signed. */
export interface GivenUp {
  readonly raffles: readonly string[]
  readonly logs: readonly string[]
}

/** A journal that signs from this database. */
export interface ConsoleRow {
  /** A UUID, which the journal has too. */
  readonly journal: string
  /** Where it is, for people: machine and file. */
  readonly place: string
  /** The identity of the database that it was last compared with; null when the journal is lost. */
  readonly database: string | null
}

/** How often something was signed from a database, and the digest of the last. */
export interface LastSigned {
  readonly number: number
  /** `sha256:` and 64 lower-case hex digits; empty before the first. */
  readonly digest: string
}

/** What consoles know of each other, in a transaction. */
export interface ConsoleWriter {
  /**
   * What is another one after a failover, a recovery to a point in time, or a dump that was restored: system
   * identifier, timeline and object id of the database, with `-` for what its user may not ask.
   */
  readIdentity(): Promise<string>
  listConsoles(): Promise<readonly ConsoleRow[]>
  /** Adds one. @returns its UUID. */
  addConsole(console: Omit<ConsoleRow, 'journal'>): Promise<string>
  /** Adds it or changes it. */
  writeConsole(console: ConsoleRow): Promise<void>
  /** Raffles and logs of which some journal knows more than the store. */
  readGivenUp(): Promise<GivenUp>
  giveUp(raffles: readonly string[], logs: readonly string[]): Promise<void>
  readLastSigned(): Promise<LastSigned>
  /**
   * Compares and swaps what was signed last.
   *
   * @returns false where it was another one.
   */
  swapLastSigned(from: LastSigned, digest: string): Promise<boolean>
}
