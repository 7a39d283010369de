/**
 * All the evidence of one raffle (docs/PROTOCOL.md, "The bundle").
 *
 * @packageDocumentation
 */
import type { Beacon } from '../core/beacon.js'
import { decodeEnvelope, type Envelope, type EnvelopeJson } from '../core/dsse.js'
import { decodeHex } from '../core/encoding.js'
import type { JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { describeIdFault, type Entry, type EntryKind } from './entry.js'
import { describeProblems, findProblems } from './schema.js'
import { validateBundle, validateEntryProof } from './validators.js'

/** The proof that the entry of one pick stands in the sealed list. */
export interface Winner {
  /** Of the prize, from 1. */
  readonly position: number
  /** 0 for the draw, 1, 2, … for its replacements. */
  readonly attempt: number
  readonly entry: Entry
  /** Place in the sealed list, from 0. */
  readonly index: number
  /** From the leaf's sibling upwards, 32 bytes each. */
  readonly inclusion: readonly Uint8Array[]
}

/** A bundle with its texts decoded. Nothing in it has been verified. */
export interface Bundle {
  /** In sequence. */
  readonly statements: readonly Envelope[]
  readonly beacon?: Beacon & { readonly chainHash: string }
  /** One for each pick, in the order of the statements. */
  readonly winners?: readonly Winner[]
  /** The whole list, in a full bundle. */
  readonly entries?: readonly Entry[]
  /** The file beside the bundle that has the list: its name and digest. */
  readonly entriesFile?: { readonly name: string; readonly digest: string }
  readonly log?: JsonValue
}

interface WinnerJson {
  readonly position: number
  readonly attempt: number
  readonly entry_id: string
  readonly kind: EntryKind
  readonly index: number
  readonly inclusion: readonly string[]
}

/** A bundle as it stands in JSON: its form is that of schemas/bundle.json. */
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
  readonly entries?: readonly (readonly [id: string, kind: EntryKind])[]
  readonly entries_file?: { readonly name: string; readonly digest: string }
  readonly log?: JsonValue
}

export function isBundle(value: object): boolean {
  return 'bundle' in value
}

/**
 * Reads a bundle.
 *
 * @throws DrawauditError `bundle-invalid` with everything that its schema (schemas/bundle.json) refuses, or for base64
 * that is not canonical, or for an entry id that cannot be one; `document-unsupported` for another version.
 */
export function parseBundle(value: unknown): Bundle {
  refuseOtherVersion(value)
  const problems = findProblems(validateBundle, value)
  if (problems.length > 0) throw invalid(describeProblems(problems), problems[0]?.pointer)
  const { statements, beacon, winners, entries, entries_file, log } = value as BundleJson
  return {
    statements: statements.map((envelope, index) => readEnvelope(envelope, `/statements/${index}`)),
    ...(beacon && { beacon: { chainHash: beacon.chain_hash, ...readBeacon(beacon) } }),
    ...(winners && {
      winners: winners.map(({ entry_id, kind, inclusion, ...rest }, index) => ({
        ...rest,
        entry: readEntry(entry_id, kind, `/winners/${index}/entry_id`),
        inclusion: inclusion.map(decodeHex),
      })),
    }),
    ...(entries && {
      entries: entries.map(([id, kind], index) => readEntry(id, kind, `/entries/${index}/0`)),
    }),
    ...(entries_file && { entriesFile: entries_file }),
    ...(log !== undefined && { log }),
  }
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

/** The proof that one entry stands in a sealed list. */
export interface EntryProof {
  readonly raffleId: string
  readonly entry: Entry
  readonly index: number
  readonly totalEntries: number
  /** `sha256:` and 64 lower-case hex digits. */
  readonly entriesRoot: string
  readonly inclusion: readonly Uint8Array[]
}

/**
 * Reads the proof of one entry.
 *
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
    entry: { id: proof.entry_id, kind: proof.kind },
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

function readEntry(id: string, kind: EntryKind, pointer: string): Entry {
  const fault = describeIdFault(id)
  if (fault !== undefined) throw invalid(`${pointer}: ${fault}`, pointer)
  return { id, kind }
}

function invalid(message: string, pointer = ''): DrawauditError {
  return new DrawauditError('bundle-invalid', `not a bundle: ${message}`, {
    where: { pointer },
    hint: 'docs/PROTOCOL.md has the form of a bundle',
  })
}
