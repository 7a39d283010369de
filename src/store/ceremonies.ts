/**
 * What an operator's ceremony needs of a store: keys, statements, entries, and the tree over them.
 *
 * @packageDocumentation
 */
import type { Beacon } from '../core/beacon.js'
import type { Entry, EntryKind } from '../model/entry.js'
import type { Withdrawal } from '../model/receipt.js'
import type { KeyUse } from '../model/trust.js'
import type { ChainJson } from '../core/beacon-json.js'

/** How the key that encrypts the secrets of a store is made, and what shows that it is the right one. */
export interface SecretBoxRow {
  /** Absent where a key file is used, which needs no derivation. */
  readonly scrypt?: {
    readonly cost: number
    readonly blockSize: number
    readonly parallelization: number
    readonly salt: Uint8Array
  }
  /** An encryption of nothing: only the right key opens it. */
  readonly proof: Uint8Array
}

/** Where the secret of a signing key stands: with whose it is, and what it signs. */
export const signingKeyPlace = ({
  keyId,
  operator,
  use,
}: Pick<SigningKeyRow, 'keyId' | 'operator' | 'use'>): string =>
  `key ${JSON.stringify([keyId, operator, use])}`

/** A key of an operator. Times are RFC 3339, whole seconds, `+00:00`. */
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

/** A time-stamp token of a statement: DER, which nobody but its authority vouches for. */
export interface TokenRow {
  readonly sequence: number
  /** The URL that was asked. */
  readonly authority: string
  readonly token: Uint8Array
}

/** A receipt as it was issued. */
export interface ReceiptRow {
  readonly entryId: string
  readonly issuedAt: string
  readonly payload: Uint8Array
  readonly keyId: string
  readonly signature: Uint8Array
}

/** An entry that was taken back before the seal. */
export interface WithdrawalRow {
  readonly entryId: string
  readonly withdrawnAt: string
  readonly reason: string
  /** SHA-256 of its receipt's payload, in hex; absent where there was none. */
  readonly digest?: string
  /** Of its buyer, 16 bytes. */
  readonly nonce?: Uint8Array
}

/** Entries that were taken back for one reason. */
export interface WithdrawalCount {
  readonly reason: string
  readonly count: number
  /** When the last of them was. */
  readonly lastAt: string
}

/** A statement that is signed, or noted: it will be signed exactly so, or was never signed and is discarded. */
export interface StatementRow {
  readonly sequence: number
  readonly payload: Uint8Array
  readonly keyId: string
  readonly signature?: Uint8Array
}

/** Which payload stands where, of every raffle. */
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

/** A raffle that is drawn by the protocol. */
export interface CeremonyRow {
  /** A UUID in lower case. */
  readonly raffleId: string
  /** The chain that the raffle was created for; absent without a beacon. */
  readonly chain?: ChainJson
  readonly paidEntries: number
  readonly freeEntries: number
  /** How many were ever issued. */
  readonly receipts: number
  /** In sequence; noted ones come after all that are signed. */
  readonly statements: readonly StatementRow[]
}

/** A complete subtree over the entries, at a level that is a multiple of 8, of which only level 0 is not kept. */
export interface TreeNode {
  readonly level: number
  readonly index: number
  readonly hash: Uint8Array
}

/** Statements that will be signed, and what becomes true with them. */
export interface Noted {
  /** The date that they bear: RFC 3339, whole seconds, `+00:00`. */
  readonly issuedAt: string
  readonly statements: readonly StatementRow[]
  /** With a commitment: encrypted, one for each prize. */
  readonly seeds?: readonly Uint8Array[]
  /** With a commitment. */
  readonly chain?: ChainJson
  /** With a seal. */
  readonly nodes?: readonly TreeNode[]
  /** With the draws. */
  readonly beacon?: Beacon
}

/** An entry and the line on which it stands in what is imported, from 1. */
export interface NumberedEntry extends Entry {
  readonly line: number
}

/** Why an entry cannot be added: it stands on an earlier line too, or is in the store with another kind or nonce. */
export interface EntryConflict {
  readonly line: number
  readonly id: string
  /** The earlier line; absent where it is in the store. */
  readonly earlier?: number
  /**
   * What is another there; `withdrawn`: it was in the raffle and was taken back, and no other entry has its id. Absent
   * for an earlier line.
   */
  readonly other?: 'kind' | 'nonce' | 'withdrawn'
}

export interface StageOptions {
  /** Entries that were taken back before are left out; otherwise they are conflicts. */
  readonly leaveOutWithdrawn?: boolean
}

/** Entries that wait to be added. */
export interface StagedEntries {
  readonly paid: number
  readonly free: number
  /** In the store with the same kind and nonce. */
  readonly alreadyThere: number
  /** Taken back before, and left out here where that was asked for. */
  readonly leftOut: number
  /** The first of them, by line. */
  readonly conflicts: readonly EntryConflict[]
  readonly totalConflicts: number
}

/** What can be read of ceremonies. Methods reject as those of a store do. */
export interface CeremonyReader {
  readSecretBox(): Promise<SecretBoxRow | undefined>
  /** All keys, in the order of operators and of `validFrom`. */
  readSigningKeys(): Promise<readonly SigningKeyRow[]>
  readCeremony(raffleId: string): Promise<CeremonyRow | undefined>
  /** The ids of at most `limit` raffles after that one, in their order. */
  listCeremonies(after: string, limit: number): Promise<readonly string[]>
  /** Those of all statements when nothing is said. */
  readDigests(which?: DigestsOf): Promise<readonly StatementDigest[]>
  /** The chains that raffles were created for, each once, at most `limit`: that of the latest raffle first. */
  listChains(limit: number): Promise<readonly ChainJson[]>
  /** The latest date that a signed statement bears: RFC 3339, `+00:00`. */
  readLastDate(): Promise<string | undefined>
  /** Encrypted, in the order of the prizes. */
  readSeeds(raffleId: string): Promise<readonly Uint8Array[]>
  readBeacon(raffleId: string): Promise<Beacon | undefined>
  /** Time-stamp tokens of statements, in sequence. */
  readTokens(raffleId: string): Promise<readonly TokenRow[]>
  /** Entries in the order of their import, from a place to before another. */
  readEntries(raffleId: string, start: number, end: number): Promise<readonly Entry[]>
  /** What the leaf hashes of those entries are over, each as `encodeLeaf` has it, as text. */
  readLeaves(raffleId: string, start: number, end: number): Promise<readonly string[]>
  /** Where an entry stands, from 0. */
  findEntry(raffleId: string, id: string): Promise<number | undefined>
  readReceipt(raffleId: string, entryId: string): Promise<ReceiptRow | undefined>
  /** Those that there are of some entries, by their ids. */
  readReceipts(raffleId: string, entryIds: readonly string[]): Promise<ReadonlyMap<string, ReceiptRow>>
  /** Entries that have no receipt and come after that id, at most `limit`, in the order of their ids. */
  listUnreceipted(raffleId: string, after: string, limit: number): Promise<readonly string[]>
  /** The latest date of a receipt under a key. */
  readLastReceipt(keyId: string): Promise<string | undefined>
  readWithdrawal(raffleId: string, entryId: string): Promise<WithdrawalRow | undefined>
  /** Why entries were taken back, and how many each time; by the reason, the latest last. */
  countWithdrawals(raffleId: string): Promise<readonly WithdrawalCount[]>
  /** Receipts that were taken back, by their digests in ascending order. */
  readWithdrawn(raffleId: string): Promise<readonly Withdrawal[]>
  /** Hashes of a level from a place to before another. */
  readNodes(raffleId: string, level: number, start: number, end: number): Promise<readonly Uint8Array[]>
}

/** What can be written of ceremonies, in a transaction. */
export interface CeremonyWriter extends CeremonyReader {
  writeSecretBox(box: SecretBoxRow): Promise<void>
  /** Adds a key, or changes its times and its secret. */
  writeSigningKey(key: SigningKeyRow): Promise<void>
  /** Notes statements after those that are there; a commitment makes the ceremony. */
  note(raffleId: string, noted: Noted): Promise<void>
  /** Puts seeds in the place of those of a raffle. */
  writeSeeds(raffleId: string, seeds: readonly Uint8Array[]): Promise<void>
  /** Removes what is noted and not signed, with all that was noted beside it. */
  discardNoted(raffleId: string): Promise<void>
  /** Keeps a token; of one authority the first for each statement. */
  writeToken(raffleId: string, token: TokenRow): Promise<void>
  /** Signs what is noted. */
  writeSignature(raffleId: string, sequence: number, signature: Uint8Array): Promise<void>
  /** Makes the views that are public beside the record and the statistics; the raffle has to have those. */
  writeCeremonyViews(
    raffleId: string,
    views: { readonly statements: string; readonly bundle: string },
  ): Promise<void>
  /** Puts entries aside and compares them with each other and with those in the store. */
  stageEntries(
    raffleId: string,
    batches: AsyncIterable<readonly NumberedEntry[]>,
    options?: StageOptions,
  ): Promise<StagedEntries>
  /** Adds receipts of entries that have none. */
  writeReceipts(raffleId: string, receipts: readonly ReceiptRow[]): Promise<void>
  /** Takes an entry out of a list that is not sealed: the last one takes its place. */
  withdrawEntry(raffleId: string, kind: EntryKind, withdrawal: WithdrawalRow): Promise<void>
  /** Says that a buyer handed over its nonce after all. */
  writeWithdrawalNonce(raffleId: string, entryId: string, nonce: Uint8Array): Promise<void>
  /** Adds what is staged and new, after those that are there, in the order of their lines. */
  addStagedEntries(raffleId: string): Promise<void>
}
