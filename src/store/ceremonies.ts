/**
 * Store interface for an operator's ceremonies: keys, statements, entries, and the tree over them.
 *
 * @packageDocumentation
 */
import type { Beacon } from '../core/beacon.js'
import type { Entry, EntryKind } from '../model/entry.js'
import type { Withdrawal } from '../model/receipt.js'
import type { KeyUse } from '../model/trust.js'
import type { ChainJson } from '../core/beacon-json.js'

/** How the key that encrypts the secrets of a store is derived, and a proof that it is the right one. */
export interface SecretBoxRow {
  /** Absent for a key file, which needs no derivation. */
  readonly scrypt?: {
    readonly cost: number
    readonly blockSize: number
    readonly parallelization: number
    readonly salt: Uint8Array
  }
  /** An encrypted empty text: only the right key opens it. */
  readonly proof: Uint8Array
}

/** Associated data of a signing key's encrypted secret: its operator and its use. */
export const signingKeyPlace = ({
  keyId,
  operator,
  use,
}: Pick<SigningKeyRow, 'keyId' | 'operator' | 'use'>): string =>
  `key ${JSON.stringify([keyId, operator, use])}`

/** An operator's key. Times are RFC 3339, whole seconds, `+00:00`. */
export interface SigningKeyRow {
  readonly keyId: string
  readonly operator: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  readonly validFrom: string
  readonly validUntil?: string
  readonly revokedAt?: string
  readonly use: KeyUse
  /** Encrypted. */
  readonly secret: Uint8Array
}

/** A time-stamp token of a statement: DER, unverified. */
export interface TokenRow {
  readonly sequence: number
  /** The authority's URL. */
  readonly authority: string
  readonly token: Uint8Array
}

/** A receipt as issued. */
export interface ReceiptRow {
  readonly entryId: string
  readonly issuedAt: string
  readonly payload: Uint8Array
  readonly keyId: string
  readonly signature: Uint8Array
}

/** An entry withdrawn before the seal. */
export interface WithdrawalRow {
  readonly entryId: string
  readonly withdrawnAt: string
  readonly reason: string
  /** SHA-256 of its receipt's payload, in hex; absent without a receipt. */
  readonly digest?: string
  /** The buyer's nonce, 16 bytes. */
  readonly nonce?: Uint8Array
}

/** Number of entries withdrawn for one reason. */
export interface WithdrawalCount {
  readonly reason: string
  readonly count: number
  /** Time of the last withdrawal. */
  readonly lastAt: string
}

/** A signed or noted statement. A noted one will be signed exactly as it is, or is discarded unsigned. */
export interface StatementRow {
  readonly sequence: number
  readonly payload: Uint8Array
  readonly keyId: string
  readonly signature?: Uint8Array
}

/** The digest of a statement and its place, for all raffles. */
export interface StatementDigest {
  readonly raffleId: string
  readonly sequence: number
  /** `sha256:` and 64 lower-case hex digits. */
  readonly digest: string
  readonly signed: boolean
  /** Its place among all statements that were signed, from 1. */
  readonly signing?: number
}

/** Which digests are read: those of one raffle, or of what was signed at that place and later, in its order. */
export type DigestsOf = { readonly raffleId: string } | { readonly from: number }

/** A raffle drawn by the protocol. */
export interface CeremonyRow {
  /** A UUID in lower case. */
  readonly raffleId: string
  /** The chain chosen when the raffle was created; absent without a beacon. */
  readonly chain?: ChainJson
  readonly paidEntries: number
  readonly freeEntries: number
  /** Number of receipts ever issued. */
  readonly receipts: number
  /** In sequence; noted ones follow the signed ones. */
  readonly statements: readonly StatementRow[]
}

/** A complete subtree over the entries, at a level that is a multiple of 8. Level 0 is not stored. */
export interface TreeNode {
  readonly level: number
  readonly index: number
  readonly hash: Uint8Array
}

/** Statements about to be signed, and the data stored with them. */
export interface PendingStatements {
  /** Their date: RFC 3339, whole seconds, `+00:00`. */
  readonly issuedAt: string
  readonly statements: readonly StatementRow[]
  /** With a commitment: one encrypted seed for each prize. */
  readonly seeds?: readonly Uint8Array[]
  /** With a commitment. */
  readonly chain?: ChainJson
  /** With a seal. */
  readonly nodes?: readonly TreeNode[]
  /** With the draws. */
  readonly beacon?: Beacon
}

/** An entry and its line in the import, from 1. */
export interface NumberedEntry extends Entry {
  readonly line: number
}

/** Why an entry cannot be added: its id is on an earlier line, or in the store with another kind or nonce. */
export interface EntryConflict {
  readonly line: number
  readonly id: string
  /** The earlier line; absent if the duplicate is in the store. */
  readonly earlier?: number
  /**
   * The difference to the stored entry; `withdrawn`: the id belongs to a withdrawn entry and cannot be
   * reused. Absent for an earlier line.
   */
  readonly other?: 'kind' | 'nonce' | 'withdrawn'
}

export interface StageOptions {
  /** Skip withdrawn entries; otherwise they are conflicts. */
  readonly leaveOutWithdrawn?: boolean
}

/** Entries waiting to be added. */
export interface StagedEntries {
  readonly paid: number
  readonly free: number
  /** Already in the store with the same kind and nonce. */
  readonly alreadyThere: number
  /** Withdrawn entries that were skipped on request. */
  readonly leftOut: number
  /** The first conflicts, by line. */
  readonly conflicts: readonly EntryConflict[]
  readonly totalConflicts: number
}

/** Read access to ceremonies. Methods reject as those of a store do. */
export interface CeremonyReader {
  readSecretBox(): Promise<SecretBoxRow | undefined>
  /** All keys, by operator and `validFrom`. */
  readSigningKeys(): Promise<readonly SigningKeyRow[]>
  readCeremony(raffleId: string): Promise<CeremonyRow | undefined>
  /** Up to `limit` raffle ids after `after`, in order. */
  listCeremonies(after: string, limit: number): Promise<readonly string[]>
  /** All of them by default. */
  readDigests(which?: DigestsOf): Promise<readonly StatementDigest[]>
  /** The distinct chains of raffles, that of the latest raffle first; up to `limit`. */
  listChains(limit: number): Promise<readonly ChainJson[]>
  /** The latest date of a signed statement: RFC 3339, `+00:00`. */
  readLastDate(): Promise<string | undefined>
  /** Encrypted, in prize order. */
  readSeeds(raffleId: string): Promise<readonly Uint8Array[]>
  readBeacon(raffleId: string): Promise<Beacon | undefined>
  /** Time-stamp tokens of statements, in sequence. */
  readTokens(raffleId: string): Promise<readonly TokenRow[]>
  /** Entries in import order, from `start` to before `end`. */
  readEntries(raffleId: string, start: number, end: number): Promise<readonly Entry[]>
  /** The hashed text of the leaves of those entries, as `encodeLeaf` makes it. */
  readLeaves(raffleId: string, start: number, end: number): Promise<readonly string[]>
  /** Position of an entry, from 0. */
  findEntry(raffleId: string, id: string): Promise<number | undefined>
  readReceipt(raffleId: string, entryId: string): Promise<ReceiptRow | undefined>
  /** Existing receipts of the given entries, by entry id. */
  readReceipts(raffleId: string, entryIds: readonly string[]): Promise<ReadonlyMap<string, ReceiptRow>>
  /** Up to `limit` entries without a receipt, with ids after `after`, by id. */
  listUnreceipted(raffleId: string, after: string, limit: number): Promise<readonly string[]>
  /** Date of the latest receipt signed with a key. */
  readLastReceipt(keyId: string): Promise<string | undefined>
  readWithdrawal(raffleId: string, entryId: string): Promise<WithdrawalRow | undefined>
  /** Number of withdrawals for each reason, the most recent reason last. */
  countWithdrawals(raffleId: string): Promise<readonly WithdrawalCount[]>
  /** Withdrawn receipts, by digest in ascending order. */
  readWithdrawn(raffleId: string): Promise<readonly Withdrawal[]>
  /** Hashes of a level, from `start` to before `end`. */
  readNodes(raffleId: string, level: number, start: number, end: number): Promise<readonly Uint8Array[]>
}

/** Write access to ceremonies, in a transaction. */
export interface CeremonyWriter extends CeremonyReader {
  writeSecretBox(box: SecretBoxRow): Promise<void>
  /** Adds a key, or updates its times and its secret. */
  writeSigningKey(key: SigningKeyRow): Promise<void>
  /** Notes statements after the existing ones; a commitment creates the ceremony. */
  note(raffleId: string, noted: PendingStatements): Promise<void>
  /** Replaces the seeds of a raffle. */
  writeSeeds(raffleId: string, seeds: readonly Uint8Array[]): Promise<void>
  /** Removes unsigned noted statements, with the data noted beside them. */
  discardNoted(raffleId: string): Promise<void>
  /** Stores a token: the first of each authority for each statement. */
  writeToken(raffleId: string, token: TokenRow): Promise<void>
  /** Signs a noted statement. */
  writeSignature(raffleId: string, sequence: number, signature: Uint8Array): Promise<void>
  /** Writes the public views beside record and statistics, which must exist. */
  writeCeremonyViews(
    raffleId: string,
    views: { readonly statements: string; readonly bundle: string },
  ): Promise<void>
  /** Stages entries, and compares them with each other and with the stored ones. */
  stageEntries(
    raffleId: string,
    batches: AsyncIterable<readonly NumberedEntry[]>,
    options?: StageOptions,
  ): Promise<StagedEntries>
  /** Adds receipts for entries without one. */
  writeReceipts(raffleId: string, receipts: readonly ReceiptRow[]): Promise<void>
  /** Removes an entry from an unsealed list; the last entry takes its place. */
  withdrawEntry(raffleId: string, kind: EntryKind, withdrawal: WithdrawalRow): Promise<void>
  /** Stores the nonce that a buyer handed over later. */
  writeWithdrawalNonce(raffleId: string, entryId: string, nonce: Uint8Array): Promise<void>
  /** Appends the new staged entries, in line order. */
  addStagedEntries(raffleId: string): Promise<void>
}
