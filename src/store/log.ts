/**
 * What a store keeps of the operator's transparency log (C2SP tlog-tiles): entries, tiles, signed heads.
 *
 * @packageDocumentation
 */
import type { NoteSignature } from '../core/note.js'

/** Where the secret of a log stands. */
export const logPlace = (origin: string): string => `log ${origin}`

/** The log of a store. */
export interface LogRow {
  /** Its name, and that of its key. */
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
  /** The leaf's hash when it was appended. */
  readonly hash: Uint8Array
}

/** A head that was signed. All are kept: their cosignatures say when the log had what. */
export interface Head {
  readonly size: number
  readonly root: Uint8Array
  readonly signedAt: string
  readonly signature: NoteSignature
  /** In the order in which they came. */
  readonly cosignatures: readonly NoteSignature[]
}

/** A tile as it is now: a full one never changes. */
export interface Tile {
  /** As in the paths of tlog-tiles: its hashes are of 256^level leaves each. */
  readonly level: number
  readonly index: number
  /** 32 bytes each. */
  readonly hashes: Uint8Array
}

/** A key of a witness that is asked to cosign; one that has keys of two types stands twice. */
export interface WitnessRow {
  /** Below which it takes `add-checkpoint`. */
  readonly url: string
  readonly vkey: string
}

/** What can be read of the log. Methods reject as those of a store do. */
export interface LogReader {
  readLog(): Promise<LogRow | undefined>
  /** How many were appended, whether or not a head covers them. */
  countEntries(): Promise<number>
  /** Entries from a place to before another. */
  readLogEntries(start: number, end: number): Promise<readonly LogEntryRow[]>
  findLogEntry(raffleId: string, sequence: number): Promise<number | undefined>
  /** The hashes of a tile, as far as a head covers them; undefined where there is none. Levels as in {@link Tile}. */
  readTile(level: number, index: number): Promise<Uint8Array | undefined>
  /** The latest. */
  readHead(): Promise<Head | undefined>
  /** By size, from that size on. */
  listHeads(from: number, limit: number): Promise<readonly Head[]>
  /** The first head of that size or a larger one that has at least so many cosignatures. */
  findHead(from: number, cosignatures: number): Promise<Head | undefined>
  /** The last head below a size that has at least so many cosignatures. */
  findHeadBelow(size: number, cosignatures: number): Promise<Head | undefined>
  /** The size of the largest head that a witness cosigned. */
  findCosigned(name: string, keyId: string): Promise<number | undefined>
  listWitnesses(): Promise<readonly WitnessRow[]>
}

/** What can be written of the log, in a transaction. */
export interface LogWriter extends LogReader {
  /** Makes the log; what was there of another one is removed. */
  writeLog(log: LogRow): Promise<void>
  /** Changes how the secret of the log is encrypted. */
  writeLogSecret(secret: Uint8Array): Promise<void>
  /** Adds entries after those that are there. */
  append(entries: readonly Omit<LogEntryRow, 'place'>[]): Promise<void>
  writeHead(head: Omit<Head, 'cosignatures'>, tiles: readonly Tile[]): Promise<void>
  /** Adds a cosignature to a head; one of the same witness is replaced. */
  writeCosignature(size: number, cosignature: NoteSignature): Promise<void>
  /** Adds a key of a witness; one of the same type and URL is replaced. */
  writeWitness(witness: WitnessRow): Promise<void>
  /** Removes all keys of it. */
  removeWitness(url: string): Promise<void>
}
