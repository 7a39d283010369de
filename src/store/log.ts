/**
 * Store interface for the operator's transparency log (C2SP tlog-tiles): entries, tiles, signed heads.
 *
 * @packageDocumentation
 */
import type { NoteSignature } from '../core/note.js'

/** Associated data of the encrypted secret of a log. */
export const logPlace = (origin: string): string => `log ${origin}`

/** The log of a store. */
export interface LogRow {
  /** The name of the log and of its key. */
  readonly origin: string
  /** 32 bytes, Ed25519. */
  readonly publicKey: Uint8Array
  /** Encrypted. */
  readonly secret: Uint8Array
  /** RFC 3339, whole seconds, `+00:00`. */
  readonly createdAt: string
}

/** An entry: the envelope of a statement. */
export interface LogEntryRow {
  /** From 0. */
  readonly place: number
  readonly raffleId: string
  readonly sequence: number
  /** RFC 8785 form of the envelope. */
  readonly data: Uint8Array
  /** Leaf hash at the time of appending. */
  readonly hash: Uint8Array
}

/** A signed head. All are kept: their cosignatures date the log's content. */
export interface Head {
  readonly size: number
  readonly root: Uint8Array
  readonly signedAt: string
  readonly signature: NoteSignature
  /** In order of arrival. */
  readonly cosignatures: readonly NoteSignature[]
}

/** The current state of a tile; a full one never changes. */
export interface Tile {
  /** Level in tlog-tiles paths: each hash is over 256^level leaves. */
  readonly level: number
  readonly index: number
  /** 32 bytes each. */
  readonly hashes: Uint8Array
}

/** A key of a witness that is asked to cosign. A witness with keys of two types has two rows. */
export interface WitnessRow {
  /** Base URL of `add-checkpoint`. */
  readonly url: string
  readonly vkey: string
}

/** Read access to the log. Methods reject as those of a store do. */
export interface LogReader {
  readLog(): Promise<LogRow | undefined>
  /** Number of appended entries, covered by a head or not. */
  countEntries(): Promise<number>
  /** Entries from `start` to before `end`. */
  readLogEntries(start: number, end: number): Promise<readonly LogEntryRow[]>
  findLogEntry(raffleId: string, sequence: number): Promise<number | undefined>
  /**
   * The hashes of a tile that are covered by a head; undefined if there is none. Levels as in {@link Tile}.
   */
  readTile(level: number, index: number): Promise<Uint8Array | undefined>
  /** The latest. */
  readHead(): Promise<Head | undefined>
  /** Heads by size, from that size on. */
  listHeads(from: number, limit: number): Promise<readonly Head[]>
  /** The smallest head of at least that size with this number of cosignatures or more. */
  findHead(from: number, cosignatures: number): Promise<Head | undefined>
  /** The largest head below a size with this number of cosignatures or more. */
  findHeadBelow(size: number, cosignatures: number): Promise<Head | undefined>
  /** Size of the largest head that a witness cosigned. */
  findCosigned(name: string, keyId: string): Promise<number | undefined>
  listWitnesses(): Promise<readonly WitnessRow[]>
}

/** Write access to the log, in a transaction. */
export interface LogWriter extends LogReader {
  /** Creates the log, removing the data of another one. */
  writeLog(log: LogRow): Promise<void>
  /** Replaces the encrypted secret of the log. */
  writeLogSecret(secret: Uint8Array): Promise<void>
  /** Appends entries. */
  append(entries: readonly Omit<LogEntryRow, 'place'>[]): Promise<void>
  writeHead(head: Omit<Head, 'cosignatures'>, tiles: readonly Tile[]): Promise<void>
  /** Adds a cosignature to a head, replacing one of the same witness. */
  writeCosignature(size: number, cosignature: NoteSignature): Promise<void>
  /** Adds a key of a witness, replacing one of the same type and URL. */
  writeWitness(witness: WitnessRow): Promise<void>
  /** Removes all keys of a witness. */
  removeWitness(url: string): Promise<void>
}
