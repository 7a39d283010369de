/** What a verifier is given: its forms, and how it is signed. Forms are those of docs/PROTOCOL.md, open to lies. */
import { ed25519 } from '@noble/curves/ed25519.js'
import type { ChainJson, Round } from './rounds.js'
import {
  base64,
  digest,
  hex,
  jcs,
  keyIdOf,
  pae,
  sha256,
  sign,
  unbase64,
  utc,
  utf8,
  type Entry,
  type Json,
  type Members,
} from './second-opinion.js'

export const statementType = 'application/vnd.drawaudit.statement.v1+json'
export const observationType = 'application/vnd.drawaudit.observation.v1+json'
export const receiptType = 'application/vnd.drawaudit.receipt.v1+json'
export const listType = 'application/vnd.drawaudit.list.v1+json'

export interface EnvelopeJson {
  payloadType: string
  payload: string
  signatures: { keyid?: string; sig: string }[]
}

export interface WinnerJson {
  position: number
  attempt: number
  entry_id: string
  kind: string
  nonce_hash?: string
  index: number
  inclusion: string[]
}

export interface LogPlaceJson {
  sequence: number
  index: number
  inclusion: string[]
}

export interface LogJson {
  checkpoint: string
  proofs: LogPlaceJson[]
  cosigned?: (LogPlaceJson & { checkpoint: string })[]
}

export interface BundleJson {
  bundle: string
  statements: EnvelopeJson[]
  beacon?: { chain_hash: string; round: number; signature: string; previous_signature?: string }
  winners?: WinnerJson[]
  entries?: Entry[]
  entries_file?: { name: string; digest: string }
  withdrawn?: [digest: string, nonce?: string][]
  log?: LogJson
  timestamps?: { sequence: number; token: string }[]
}

export interface KeyJson {
  algorithm: string
  public_key: string
  valid_from: string
  valid_until?: string
  revoked_at?: string
  use?: string
}

export interface TrustJson {
  trust: string
  operators: { name: string; keys: KeyJson[]; log_origin?: string }[]
  observers?: { name: string; public_key: string }[]
  beacons?: ChainJson[]
  logs?: { origin: string; vkey: string }[]
  witnesses?: string[]
  witness_threshold?: number
  witness_policy?: string
  timestampers?: { name: string; certificates: string[]; valid_from?: string; valid_until?: string }[]
}

export interface DrawJson {
  draw_id: string
  prize_name: string
  drawn_at_utc: string
  total_entries: number
  rng_seed_hash: string
  winner_entry_id: string
  signature_hash: string
}

export interface RecordJson {
  raffle_id: string
  total_draws: number
  draws: DrawJson[]
}

/** All that a verifier is given. */
export interface Evidence {
  bundle: BundleJson
  trust: TrustJson
  record?: RecordJson
  /** One item a file: a list of envelopes. */
  observations: EnvelopeJson[][]
  /** Statements of the same raffle in other documents. */
  companions?: EnvelopeJson[]
  /** The bytes of the list file that a bundle names. */
  list?: string
  /** A receipt that somebody holds. */
  receipt?: EnvelopeJson
  /** The entries of the operator's log, and the checkpoint that came with them. */
  log?: { checkpoint: string; entries: string[] }
  /** Time-stamp tokens beside the bundle, in base64. */
  tokens?: string[]
  now: string
}

/** Whoever signs: an operator or an observer. */
export interface Signer {
  readonly name: string
  readonly secretKey: Uint8Array
  readonly publicKey: Uint8Array
}

/** A name with a key of its own; two names may share a key. */
export function createSigner(name: string, keyName: string = name): Signer {
  const secretKey = sha256(utf8(`signer ${keyName}`))
  return { name, secretKey, publicKey: ed25519.getPublicKey(secretKey) }
}

/** Signs a payload. */
export function envelop(payloadType: string, payload: Uint8Array, signer: Signer): EnvelopeJson {
  return {
    payloadType,
    payload: base64(payload),
    signatures: [
      { keyid: keyIdOf(signer.publicKey), sig: base64(sign(pae(payloadType, payload), signer.secretKey)) },
    ],
  }
}

/** What an envelope carries. */
export const payloadOf = ({ payload }: EnvelopeJson): Members =>
  JSON.parse(Buffer.from(payload, 'base64').toString()) as Members

/** What an observer saw, as a signed envelope. */
export function observe(
  observer: Signer,
  at: number,
  envelopes: readonly EnvelopeJson[],
  changes: Members = {},
): EnvelopeJson {
  const observation = {
    raffle_id: envelopes[0] === undefined ? '' : payloadOf(envelopes[0])['raffle_id']!,
    source: 'https://raffles.example/',
    observed_at_utc: utc(at),
    envelopes: envelopes as unknown as Json,
    ...changes,
  }
  return envelop(observationType, utf8(jcs(observation)), observer)
}

/** What an observer says of the list that a seal names, which it read whole, as a signed envelope. */
export function attest(
  observer: Signer,
  at: number,
  seal: EnvelopeJson,
  changes: Members = {},
): EnvelopeJson {
  const statement = payloadOf(seal)
  const attestation: Members = {
    type: 'list',
    raffle_id: statement['raffle_id']!,
    entries_root: statement['entries_root']!,
    total_entries: statement['total_entries']!,
    paid_entries: statement['paid_entries']!,
    free_entries: statement['free_entries']!,
    source: 'https://raffles.example/',
    checked_at_utc: utc(at),
    observer: observer.name,
    ...changes,
  }
  return envelop(listType, utf8(jcs(attestation)), observer)
}

export function beaconOf({
  chain,
  round,
  signature,
  previous_signature,
}: Round): NonNullable<BundleJson['beacon']> {
  return {
    chain_hash: chain.chain_hash,
    round,
    signature,
    ...(previous_signature !== undefined && { previous_signature }),
  }
}

/** A trust file with all of these, each once; signers of one name are one operator with several keys. */
export function createTrust(
  operators: readonly Signer[],
  observers: readonly Signer[],
  rounds: readonly Round[],
): TrustJson {
  const chains = new Map(
    rounds.filter(({ builtIn }) => !builtIn).map(({ chain }) => [chain.chain_hash, chain]),
  )
  const keys = new Map(operators.map(({ name }) => [name, new Set<string>()]))
  for (const { name, publicKey } of operators) keys.get(name)!.add(hex(publicKey))
  return {
    trust: 'drawaudit/v1',
    operators: [...keys].map(([name, publicKeys]) => ({ name, keys: [...publicKeys].map(trustedKey) })),
    observers: [...new Map(observers.map(signer => [signer.name, signer])).values()].map(
      ({ name, publicKey }) => ({ name, public_key: hex(publicKey) }),
    ),
    ...(chains.size > 0 && { beacons: [...chains.values()] }),
  }
}

/** The same trust files as one: each operator with all its keys. */
export function mergeTrust(roots: readonly TrustJson[]): TrustJson {
  const merged: TrustJson = { trust: 'drawaudit/v1', operators: [], observers: [], beacons: [] }
  for (const { operators, observers = [], beacons = [], logs = [], witnesses = [], ...rest } of roots) {
    for (const timestamper of rest.timestampers ?? []) {
      merged.timestampers ??= []
      if (!merged.timestampers.some(({ name }) => name === timestamper.name))
        merged.timestampers.push(timestamper)
    }
    if (logs.length > 0) {
      merged.logs = [...(merged.logs ?? []), ...logs.filter(log => !isKnown(merged.logs, log))]
      const named = [...witnesses, ...(rest.witness_policy?.match(/[^\s+]+\+[0-9a-f]{8}\+\S+/g) ?? [])]
      merged.witnesses = [...new Set([...(merged.witnesses ?? []), ...named])]
      // Never less than a majority, which proves nothing.
      merged.witness_threshold = Math.max(
        merged.witness_threshold ?? 1,
        rest.witness_threshold ?? 1,
        Math.floor(merged.witnesses.length / 2) + 1,
      )
    }
    for (const { name, keys, log_origin } of operators) {
      const known = merged.operators.find(operator => operator.name === name)
      if (known === undefined) {
        merged.operators.push({ name, keys: [...keys], ...(log_origin !== undefined && { log_origin }) })
      } else {
        if (log_origin !== undefined) known.log_origin = log_origin
        const others = keys.filter(key => !known.keys.some(({ public_key }) => public_key === key.public_key))
        known.keys.push(...others)
      }
    }
    for (const observer of observers) {
      if (!merged.observers!.some(({ name }) => name === observer.name)) merged.observers!.push(observer)
    }
    for (const chain of beacons) {
      if (!merged.beacons!.some(({ chain_hash }) => chain_hash === chain.chain_hash))
        merged.beacons!.push(chain)
    }
  }
  return merged
}

const isKnown = (logs: TrustJson['logs'] = [], { origin }: { origin: string }): boolean =>
  logs.some(log => log.origin === origin)

const trustedKey = (public_key: string): KeyJson => ({
  algorithm: 'ed25519',
  public_key,
  valid_from: '2020-01-01T00:00:00+00:00',
})

/** A key with a use, as a trust file has it. */
export const keyOf = ({ publicKey }: Signer, use: string): KeyJson => ({ ...trustedKey(hex(publicKey)), use })

/** The audit record that follows from statements; what they say, where the payloads cannot be read. */
export function deriveRecord(
  envelopes: readonly EnvelopeJson[],
  statements: readonly Members[] = envelopes.map(payloadOf),
): RecordJson {
  const draws = new Map<string, DrawJson>()
  for (const [at, envelope] of envelopes.entries()) {
    const statement = statements[at] as unknown as DrawJson & { type: string }
    const { type, draw_id, drawn_at_utc, winner_entry_id } = statement
    const signature_hash = digest(unbase64(envelope.signatures[0]!.sig))
    if (type === 'draw') {
      const { prize_name, total_entries, rng_seed_hash } = statement
      draws.set(draw_id, {
        draw_id,
        prize_name,
        drawn_at_utc,
        total_entries,
        rng_seed_hash,
        winner_entry_id,
        signature_hash,
      })
    }
    const draw = draws.get(draw_id)
    if (type === 'replacement' && draw !== undefined) {
      draws.set(draw_id, { ...draw, drawn_at_utc, winner_entry_id, signature_hash })
    }
  }
  const [first = {}] = statements
  return { raffle_id: first['raffle_id'] as string, total_draws: draws.size, draws: [...draws.values()] }
}
