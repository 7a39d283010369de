/**
 * All the evidence of one raffle (docs/PROTOCOL.md, "The bundle").
 *
 * @packageDocumentation
 */
import type { Beacon } from '../core/beacon.js'
import { decodeEnvelope, type Envelope, type EnvelopeJson } from '../core/dsse.js'
import { decodeBase64, decodeHex } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import { describeIdFault, type Entry, type EntryKind, type EntryParts } from './entry.js'
import type { Withdrawal, WithdrawalJson } from './receipt.js'
import { describeProblems, findProblems } from './schema.js'
import { validateBundle } from './validators/bundle.js'
import { validateEntryProof } from './validators/entry-proof.js'

/** The proof that the entry of a pick is in the sealed list. */
export interface Winner {
  /** Position of the prize, from 1. */
  readonly position: number
  /** 0 for the draw, 1, 2, … for its replacements. */
  readonly attempt: number
  /** The winning entry. */
  readonly entry: Entry
  /** Place in the sealed list, from 0. */
  readonly index: number
  /** The leaf's sibling first, 32 bytes each. */
  readonly inclusion: readonly Uint8Array[]
}

/** The place of a statement in a log. */
export interface LogPlace {
  /** Sequence number of the statement. */
  readonly sequence: number
  /** Place in the log, from 0. */
  readonly index: number
  /** The leaf's sibling first, 32 bytes each. */
  readonly inclusion: readonly Uint8Array[]
}

/** The log evidence of a bundle. Notes are kept verbatim: claims report their faults. */
export interface BundleLog {
  /** A signed note. */
  readonly checkpoint: string
  /** Places in the log at that checkpoint. */
  readonly proofs: readonly LogPlace[]
  /** Places in the log at earlier checkpoints, for the times of their cosignatures. */
  readonly cosigned: readonly (LogPlace & {
    /** A signed note. */
    readonly checkpoint: string
  })[]
}

/** A decoded bundle. Nothing in it has been verified. */
export interface Bundle {
  /** In sequence. */
  readonly statements: readonly Envelope[]
  /** The committed round; absent before the draw, and for raffles without a beacon. */
  readonly beacon?: Beacon & {
    /** Chain of the beacon: 64 lower-case hex digits. */
    readonly chainHash: string
  }
  /** One for each pick, in the order of the statements. */
  readonly winners?: readonly Winner[]
  /** The whole list, in a full bundle. */
  readonly entries?: readonly Entry[]
  /** Name and digest of the list file beside the bundle. */
  readonly entriesFile?: {
    /** Name without folders. */
    readonly name: string
    /** SHA-256 of the file: `sha256:` and 64 lower-case hex digits. */
    readonly digest: string
  }
  /** All receipts withdrawn before the seal, by digest in ascending order. */
  readonly withdrawn?: readonly Withdrawal[]
  /** Checkpoint of the operator’s log, with a proof for each statement. */
  readonly log?: BundleLog
  /** In sequence. */
  readonly timestamps?: readonly BundleTimestamp[]
}

/** A time-stamp token of a statement's envelope: DER, unverified. */
export interface BundleTimestamp {
  /** Sequence number of the statement. */
  readonly sequence: number
  /** An RFC 3161 TimeStampToken in DER. */
  readonly token: Uint8Array
}

interface WinnerJson {
  readonly position: number
  readonly attempt: number
  readonly entry_id: string
  readonly kind: EntryKind
  /** 64 lower-case hex digits. */
  readonly nonce_hash?: string
  readonly index: number
  readonly inclusion: readonly string[]
}

/** {@link LogPlace} in JSON. */
export interface LogPlaceJson {
  readonly sequence: number
  readonly index: number
  readonly inclusion: readonly string[]
}

/** {@link BundleLog} in JSON. */
export interface BundleLogJson {
  readonly checkpoint: string
  readonly proofs: readonly LogPlaceJson[]
  readonly cosigned?: readonly (LogPlaceJson & { readonly checkpoint: string })[]
}

/** A bundle in JSON, as schemas/bundle.json defines it. */
export interface BundleJson {
  readonly bundle: 'drawaudit/v1'
  readonly statements: readonly EnvelopeJson[]
  readonly beacon?: {
    readonly chain_hash: string
    readonly round: number
    readonly signature: string
    readonly previous_signature?: string
  }
  readonly winners?: readonly WinnerJson[]
  readonly entries?: readonly EntryParts[]
  readonly entries_file?: { readonly name: string; readonly digest: string }
  readonly withdrawn?: readonly WithdrawalJson[]
  readonly log?: BundleLogJson
  readonly timestamps?: readonly TimestampJson[]
}

/** {@link BundleTimestamp} in JSON. */
export interface TimestampJson {
  readonly sequence: number
  /** base64 of DER */
  readonly token: string
}

export function isBundle(value: object): boolean {
  return 'bundle' in value
}

/**
 * Reads a bundle.
 *
 * @param value - from {@link parseJson}.
 * @throws DrawauditError `bundle-invalid` with everything that its schema (schemas/bundle.json) refuses, or
 * for base64 that is not canonical, for an invalid entry id, or for too many log proofs;
 * `document-unsupported` for another version.
 *
 * @example
 * ```js
 * parseBundle(read('bundle.json')).statements.length // 5
 * ```
 */
export function parseBundle(value: unknown): Bundle {
  refuseOtherVersion(value)
  const problems = findProblems(validateBundle, value)
  if (problems.length > 0) throw invalid(describeProblems(problems), problems[0]?.pointer)
  const { statements, beacon, winners, entries, entries_file, withdrawn, log, timestamps } =
    value as BundleJson
  return {
    statements: statements.map((envelope, index) => readEnvelope(envelope, `/statements/${index}`)),
    ...(beacon && { beacon: { chainHash: beacon.chain_hash, ...readBeacon(beacon) } }),
    ...(winners && {
      winners: winners.map(({ entry_id, kind, nonce_hash, inclusion, ...rest }, index) => ({
        ...rest,
        entry: readEntry([entry_id, kind, nonce_hash], `/winners/${index}/entry_id`),
        inclusion: inclusion.map(decodeHex),
      })),
    }),
    ...(entries && {
      entries: entries.map((parts, index) => readEntry(parts, `/entries/${index}/0`)),
    }),
    ...(entries_file && { entriesFile: entries_file }),
    ...(withdrawn && { withdrawn: readWithdrawn(withdrawn) }),
    ...(log && { log: readLog(log, statements.length) }),
    ...(timestamps && { timestamps: readTimestamps(timestamps, statements.length) }),
  }
}

function readWithdrawn(withdrawn: readonly WithdrawalJson[]): readonly Withdrawal[] {
  const unordered = withdrawn.findIndex(([digest], at) => digest <= (withdrawn[at - 1]?.[0] ?? ''))
  if (unordered !== -1) {
    const pointer = `/withdrawn/${unordered}`
    throw invalid(`${pointer} is out of order, or a duplicate`, pointer)
  }
  return withdrawn.map(([digest, nonce]) => ({
    digest: decodeHex(digest),
    ...(nonce !== undefined && { nonce: decodeHex(nonce) }),
  }))
}

/** Max earlier checkpoints for a statement: more add nothing. */
const mostCosigned = 2

function readLog({ checkpoint, proofs, cosigned = [] }: BundleLogJson, statements: number): BundleLog {
  if (proofs.length > statements) {
    throw invalid('/log/proofs there are more of them than statements', '/log/proofs')
  }
  if (cosigned.length > mostCosigned * statements) {
    throw invalid(`/log/cosigned there are more than ${mostCosigned} for each statement`, '/log/cosigned')
  }
  const unordered = proofs.findIndex(({ sequence }, at) => sequence <= (proofs[at - 1]?.sequence ?? -1))
  if (unordered !== -1)
    throw invalid(`/log/proofs/${unordered} is not in sequence`, `/log/proofs/${unordered}`)
  const repeated = cosigned.findIndex(({ sequence, checkpoint: note }, at) => {
    const before = cosigned[at - 1]
    if (before === undefined || sequence > before.sequence) return false
    const isThird = cosigned[at - mostCosigned]?.sequence === sequence
    return sequence < before.sequence || isThird || note === before.checkpoint
  })
  if (repeated !== -1) {
    const pointer = `/log/cosigned/${repeated}`
    throw invalid(`${pointer} is out of sequence, a duplicate, or one too many`, pointer)
  }
  return { checkpoint, proofs: proofs.map(readPlace), cosigned: cosigned.map(readPlace) }
}

/** Max tokens for a statement, one for each authority. */
export const mostTimestamps = 4

function readTimestamps(
  timestamps: readonly TimestampJson[],
  statements: number,
): readonly BundleTimestamp[] {
  return timestamps.map(({ sequence, token }, index) => {
    const pointer = `/timestamps/${index}`
    if (sequence >= statements)
      throw invalid(`${pointer} is for statement ${sequence}, which does not exist`, pointer)
    if (sequence < (timestamps[index - 1]?.sequence ?? 0))
      throw invalid(`${pointer} is not in sequence`, pointer)
    if (timestamps[index - mostTimestamps]?.sequence === sequence) {
      throw invalid(`${pointer} is one of more than ${mostTimestamps} of statement ${sequence}`, pointer)
    }
    try {
      return { sequence, token: decodeBase64(token) }
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      throw invalid(`${pointer}/token: ${error.message}`, `${pointer}/token`)
    }
  })
}

function readPlace<T extends LogPlaceJson>(
  place: T,
): Omit<T, 'inclusion'> & { readonly inclusion: readonly Uint8Array[] } {
  return { ...place, inclusion: place.inclusion.map(decodeHex) }
}

function refuseOtherVersion(value: unknown): void {
  const { bundle: version } = Object(value) as { readonly bundle?: unknown }
  if (typeof version !== 'string' || !/^drawaudit\/v\d+$/.test(version) || version === 'drawaudit/v1') return
  throw new DrawauditError(
    'document-unsupported',
    `a bundle of ${version}, which this version does not know`,
    {
      where: { pointer: '/bundle' },
      hint: 'update drawaudit',
    },
  )
}

/** The proof that an entry is in a sealed list. */
export interface EntryProof {
  /** A UUID in lower case. */
  readonly raffleId: string
  /** The entry that the proof is for. */
  readonly entry: Entry
  /** Position of the entry in the sealed list, from 0. */
  readonly index: number
  /** Number of entries in the sealed list. */
  readonly totalEntries: number
  /** `sha256:` and 64 lower-case hex digits. */
  readonly entriesRoot: string
  /** Sibling hashes, 32 bytes each, the leaf’s first. */
  readonly inclusion: readonly Uint8Array[]
}

/**
 * Reads an entry proof.
 *
 * @param value - from {@link parseJson}.
 * @throws DrawauditError `proof-invalid` with everything that its schema (schemas/entry-proof.json) refuses.
 */
export function parseEntryProof(value: unknown): EntryProof {
  const problems = findProblems(validateEntryProof, value)
  if (problems.length > 0) {
    throw new DrawauditError('proof-invalid', `not the proof of an entry: ${describeProblems(problems)}`, {
      where: { pointer: problems[0]?.pointer ?? '' },
      hint: 'a service gives it at /raffles/…/entries/…/proof',
    })
  }
  const proof = value as WinnerJson & { raffle_id: string; total_entries: number; entries_root: string }
  return {
    raffleId: proof.raffle_id,
    entry: joinParts([proof.entry_id, proof.kind, proof.nonce_hash]),
    index: proof.index,
    totalEntries: proof.total_entries,
    entriesRoot: proof.entries_root,
    inclusion: proof.inclusion.map(decodeHex),
  }
}

function readEnvelope(envelope: EnvelopeJson, pointer: string): Envelope {
  try {
    return decodeEnvelope(envelope)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw invalid(`${pointer}: ${error.message}`, pointer)
  }
}

function readBeacon({ round, signature, previous_signature }: NonNullable<BundleJson['beacon']>): Beacon {
  return {
    round,
    signature: decodeHex(signature),
    ...(previous_signature !== undefined && { previousSignature: decodeHex(previous_signature) }),
  }
}

function readEntry(parts: EntryParts, pointer: string): Entry {
  const fault = describeIdFault(parts[0])
  if (fault !== undefined) throw invalid(`${pointer}: ${fault}`, pointer)
  return joinParts(parts)
}

function joinParts([id, kind, nonceHash]: EntryParts): Entry {
  return nonceHash === undefined ? { id, kind } : { id, kind, nonceHash }
}

function invalid(message: string, pointer = ''): DrawauditError {
  return new DrawauditError('bundle-invalid', `not a bundle: ${message}`, {
    where: { pointer },
    hint: 'docs/PROTOCOL.md has the form of a bundle',
  })
}
