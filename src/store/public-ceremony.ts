/**
 * The public views of a ceremony, built from any store.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../core/digest.js'
import { encodeEnvelope, type EnvelopeJson } from '../core/dsse.js'
import { encodeBase64, encodeHex } from '../core/encoding.js'
import { parseVerifierKey } from '../core/verifier-key.js'
import { mostTimestamps, type BundleJson, type TimestampJson } from '../model/bundle.js'
import { formatEntryLine, listParts, type Entry } from '../model/entry.js'
import { hashWithdrawn, type WithdrawalJson } from '../model/receipt.js'
import { parseStatement, statementType, type Draw, type Replacement, type Seal } from '../model/statement.js'
import { findVoters } from '../model/trust-log.js'
import { emptyTrust, findChain, type TrustJson } from '../model/trust.js'
import type { CeremonyReader, CeremonyRow, StatementRow } from './ceremonies.js'
import { deriveProof, listEntries } from './entry-tree.js'
import type { LogReader } from './log.js'
import { buildLogEvidence, formatLogKey } from './log-tree.js'
import type { EntryProofJson, Store } from './store.js'

/** Max chains of rehearsals named in the trust file, the latest ones. */
const mostChains = 100

/** The part of a store that streaming a sealed list needs. */
type ListStore = Pick<Store, 'readBundle' | 'readEntries'>

/** The envelopes of the signed statements. */
export function listEnvelopes(statements: readonly StatementRow[]): readonly EnvelopeJson[] {
  return statements.flatMap(({ payload, keyId, signature }) =>
    signature === undefined
      ? []
      : [encodeEnvelope({ payloadType: statementType, payload, keyId, signature })],
  )
}

/** The statements view of a raffle. */
export function formatStatements(raffleId: string, envelopes: readonly EnvelopeJson[]): string {
  return JSON.stringify({
    raffle_id: raffleId,
    total_statements: envelopes.length,
    statements: envelopes,
  })
}

/** The signed seal of a raffle. */
export function findSeal({ statements }: CeremonyRow): Seal | undefined {
  const row = statements[1]
  if (row?.signature === undefined) return undefined
  const statement = parseStatement(row.payload)
  return statement.type === 'seal' ? statement : undefined
}

/** The light bundle of the signed statements so far, and their log evidence. */
export async function buildLightBundle(
  reader: CeremonyReader,
  logReader: LogReader,
  ceremony: CeremonyRow,
): Promise<BundleJson> {
  const { raffleId } = ceremony
  const envelopes = listEnvelopes(ceremony.statements)
  const statements = envelopes.map((_, index) =>
    parseStatement(ceremony.statements[index]?.payload ?? new Uint8Array()),
  )
  const seal = statements.find(statement => statement.type === 'seal')
  const picks = statements.filter(
    (statement): statement is Draw | Replacement =>
      statement.type === 'draw' || statement.type === 'replacement',
  )
  const log = await buildLogEvidence(logReader, raffleId, envelopes.length)
  const withdrawn = seal?.withdrawn && (await listWithdrawn(reader, raffleId, seal.withdrawn))
  const timestamps = await listTimestamps(reader, raffleId, envelopes.length)
  const base = {
    bundle: 'drawaudit/v1',
    statements: envelopes,
    ...(withdrawn && { withdrawn }),
    ...(timestamps.length > 0 && { timestamps }),
  } as const
  if (seal === undefined || picks.length === 0) return { ...base, ...(log && { log }) }
  const beacon = await reader.readBeacon(raffleId)
  const winners: NonNullable<BundleJson['winners']>[number][] = []
  for (const pick of picks) {
    const index = pick.winner_index
    const [entry] = await reader.readEntries(raffleId, index, index + 1)
    const inclusion = await deriveProof(reader, raffleId, index, seal.total_entries)
    winners.push({
      position: pick.position,
      attempt: pick.type === 'draw' ? 0 : pick.attempt,
      entry_id: entry?.id ?? '',
      kind: entry?.kind ?? 'paid',
      ...(entry?.nonceHash !== undefined && { nonce_hash: entry.nonceHash }),
      index,
      inclusion,
    })
  }
  return {
    ...base,
    ...(beacon !== undefined &&
      ceremony.chain !== undefined && {
        beacon: {
          chain_hash: ceremony.chain.chain_hash,
          round: beacon.round,
          signature: encodeHex(beacon.signature),
          ...(beacon.previousSignature && { previous_signature: encodeHex(beacon.previousSignature) }),
        },
      }),
    winners,
    ...(log && { log }),
  }
}

/** The time-stamp tokens for a bundle, up to its limit for each statement. */
async function listTimestamps(
  reader: CeremonyReader,
  raffleId: string,
  statements: number,
): Promise<readonly TimestampJson[]> {
  const counts = new Map<number, number>()
  return (await reader.readTokens(raffleId)).flatMap(({ sequence, token }) => {
    const before = counts.get(sequence) ?? 0
    counts.set(sequence, before + 1)
    return sequence < statements && before < mostTimestamps ? [{ sequence, token: encodeBase64(token) }] : []
  })
}

/** The withdrawn receipts; undefined if the store lacks some that were sealed. */
async function listWithdrawn(
  reader: CeremonyReader,
  raffleId: string,
  { count, root }: NonNullable<Seal['withdrawn']>,
): Promise<readonly WithdrawalJson[] | undefined> {
  const rows = await reader.readWithdrawn(raffleId)
  if (rows.length !== count || formatSha256(hashWithdrawn(rows)) !== root) return undefined
  return rows.map(({ digest, nonce }) =>
    nonce === undefined ? [encodeHex(digest)] : [encodeHex(digest), encodeHex(nonce)],
  )
}

/** The proof that an entry is in the sealed list; undefined before the seal, or for an unknown entry. */
export async function findEntryProof(
  reader: CeremonyReader,
  raffleId: string,
  entryId: string,
): Promise<EntryProofJson | undefined> {
  const ceremony = await reader.readCeremony(raffleId)
  const seal = ceremony && findSeal(ceremony)
  if (seal === undefined) return undefined
  const index = await reader.findEntry(raffleId, entryId)
  if (index === undefined) return undefined
  const [entry] = await reader.readEntries(raffleId, index, index + 1)
  if (entry === undefined) return undefined
  return {
    raffle_id: raffleId,
    entry_id: entry.id,
    kind: entry.kind,
    ...(entry.nonceHash !== undefined && { nonce_hash: entry.nonceHash }),
    index,
    total_entries: seal.total_entries,
    entries_root: seal.entries_root,
    inclusion: await deriveProof(reader, raffleId, index, seal.total_entries),
  }
}

/** The sealed list, in pages; undefined before the seal. */
export async function findSealedEntries(
  reader: CeremonyReader,
  raffleId: string,
): Promise<AsyncIterable<readonly Entry[]> | undefined> {
  const ceremony = await reader.readCeremony(raffleId)
  const seal = ceremony && findSeal(ceremony)
  return seal && listEntries(reader, raffleId, seal.total_entries)
}

/** The keys of a store and its log, and the chains of rehearsals, as a trust file to review. */
export async function buildTrust(
  reader: CeremonyReader,
  log: Pick<LogReader, 'readLog' | 'listWitnesses'>,
): Promise<TrustJson> {
  const operators = new Map<string, NonNullable<TrustJson['operators']>[number]['keys'][number][]>()
  for (const key of await reader.readSigningKeys()) {
    const { operator, publicKey, validFrom, validUntil, revokedAt, use } = key
    const keys = operators.get(operator) ?? []
    operators.set(operator, keys)
    keys.push({
      algorithm: 'ed25519',
      public_key: encodeHex(publicKey),
      valid_from: validFrom,
      ...(validUntil !== undefined && { valid_until: validUntil }),
      ...(revokedAt !== undefined && { revoked_at: revokedAt }),
      ...(use === 'receipts' && { use }),
    })
  }
  const row = await log.readLog()
  const witnesses = row ? [...new Set((await log.listWitnesses()).map(({ vkey }) => vkey))] : []
  const voters = new Set(findVoters(witnesses.map(parseVerifierKey)))
  const chains = new Map((await reader.listChains(mostChains)).map(chain => [chain.chain_hash, chain]))
  const beacons = [...chains.values()].filter(
    ({ chain_hash: hash }) => findChain(emptyTrust, hash) === undefined,
  )
  return {
    trust: 'drawaudit/v1',
    operators: [...operators].map(([name, keys]) => ({ name, ...(row && { log_origin: row.origin }), keys })),
    ...(row && { logs: [{ origin: row.origin, vkey: formatLogKey(row) }] }),
    // A majority, so that no two disjoint halves suffice.
    ...(witnesses.length > 0 && { witnesses, witness_threshold: Math.floor(voters.size / 2) + 1 }),
    ...(beacons.length > 0 && { beacons }),
  }
}

/** The text of the full bundle, in pieces; undefined before the seal. */
export async function streamFullBundle(
  store: ListStore,
  raffleId: string,
): Promise<AsyncIterable<string> | undefined> {
  const bundle = await store.readBundle(raffleId)
  const pages = await store.readEntries(raffleId)
  if (bundle === undefined || pages === undefined) return undefined
  return joinFullBundle(Buffer.from(bundle.body).toString(), pages)
}

/** The lines of the list file, some thousand a piece; undefined before the seal. */
export async function streamEntryLines(
  store: ListStore,
  raffleId: string,
): Promise<AsyncIterable<string> | undefined> {
  const pages = await store.readEntries(raffleId)
  return pages && joinLines(pages)
}

async function* joinFullBundle(
  light: string,
  pages: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<string> {
  yield `${light.slice(0, -1)},"entries":[`
  let before = ''
  for await (const page of pages) {
    yield before + page.map(entry => JSON.stringify(listParts(entry))).join(',')
    before = ','
  }
  yield ']}'
}

async function* joinLines(pages: AsyncIterable<readonly Entry[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map(formatEntryLine).join('')
}
