/**
 * drand: public randomness that a network of many parties signs, one round each period.
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { DrawauditError, type ErrorCode } from '../errors.js'
import { schemeNames, schemes, type SchemeName } from './beacon-scheme.js'
import { evmnet } from './bn254.js'
import { equalBytes } from './digest.js'
import { concatBytes, decodeHex, encodeHex, encodeUtf8, isWellFormed } from './encoding.js'
import { assertRound } from './timetable.js'

export { schemeNames, type SchemeName } from './beacon-scheme.js'
export { firstRoundAfter, firstRoundAtOrAfter, roundAt, roundTime, type Timetable } from './timetable.js'

/** What identifies a drand chain. The chain hash covers all of it except the scheme: pin both. */
export interface ChainInfo {
  /** 64 lower-case hex digits. */
  readonly chainHash: string
  /** drand’s name of the signature scheme. */
  readonly scheme: SchemeName
  /**
   * Compressed point of BLS12-381: 48 bytes on G1 when signatures are on G2, otherwise 96 bytes on G2. On BN254 128 bytes,
   * not compressed.
   */
  readonly publicKey: Uint8Array
  /** Seconds from one round to the next, at least 1. */
  readonly period: number
  /** Time of round 1, in seconds since 1970. */
  readonly genesisTime: number
  /** drand's group hash: 32 bytes. */
  readonly genesisSeed: Uint8Array
  /** Empty or `default` for the default chain. */
  readonly beaconId: string
}

/** One round of a chain as published. Nothing in it has been verified. */
export interface Beacon {
  /** 1 or more. */
  readonly round: number
  /** Compressed point: the group and its length depend on the scheme. */
  readonly signature: Uint8Array
  /** Present when the scheme is chained. */
  readonly previousSignature?: Uint8Array
  /** The randomness as the publisher states it; {@link beaconRandomness} computes the true one. */
  readonly randomness?: Uint8Array
}

/** Why a beacon does not belong to its chain. */
export type BeaconFault =
  /** The scheme is chained and there is no previous signature. */
  | 'previous-missing'
  /** The scheme is not chained but there is a previous signature, which nothing would verify. */
  | 'previous-unexpected'
  /**
   * In round 1 the previous signature is not the genesis seed; later its length is not that of a signature.
   */
  | 'previous-invalid'
  /** The signature is not the canonical encoding of a point of the scheme's group, or is the identity. */
  | 'signature-encoding'
  /** The signature is not by the chain's key over this round. */
  | 'signature'
  /** The signature is good but the randomness beside it is not its hash. */
  | 'randomness'

/** What checks beacons in place of {@link verifyBeacon}, if it can. */
export interface BeaconVerifier {
  /** Checks a beacon. Optional, for speed; without it, {@link verifyBeacon} does. */
  verifyBeacon?(beacon: Beacon, chain: ChainInfo): BeaconCheck
}

/** Outcome of {@link verifyBeacon}. */
export type BeaconCheck =
  | {
      /** The beacon belongs to its chain. */
      readonly valid: true
    }
  | {
      /** The beacon does not belong to its chain. */
      readonly valid: false
      /** Why it does not. */
      readonly reason: BeaconFault
    }

/** drand's first chain: a round every 30 seconds, each signing the one before. */
export const defaultChain: ChainInfo = Object.freeze({
  chainHash: '8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce',
  scheme: 'pedersen-bls-chained',
  publicKey: decodeHex(
    '868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31',
  ),
  period: 30,
  genesisTime: 1595431050,
  genesisSeed: decodeHex('176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a'),
  beaconId: 'default',
})

/** drand's quicknet: a round every 3 seconds, each independent. */
export const quicknetChain: ChainInfo = Object.freeze({
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  scheme: 'bls-unchained-g1-rfc9380',
  publicKey: decodeHex(
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c' +
      '8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb' +
      '5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  ),
  period: 3,
  genesisTime: 1692803367,
  genesisSeed: decodeHex('f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e'),
  beaconId: 'quicknet',
})

/** drand's evmnet: like quicknet, on the curve that Ethereum contracts can verify. */
export const evmnetChain: ChainInfo = evmnet

/** The built-in chains, by drand's names. */
export const builtInChains = { default: defaultChain, quicknet: quicknetChain, evmnet: evmnetChain } as const

/** One of the names of {@link builtInChains}. */
export type ChainName = keyof typeof builtInChains

const builtInHashes: readonly string[] = Object.values(builtInChains).map(({ chainHash }) => chainHash)

/** Whether a chain is built in, by its hash in hex. */
export const isBuiltInChain = (hash: string): boolean => builtInHashes.includes(hash)

/**
 * Reads drand's `/info`, with the member names of version 1 (`hash`, `groupHash`, `schemeID`,
 * `metadata.beaconID`) or of version 2 (`chain_hash`, `genesis_seed`, `scheme`, `beacon_id`). Other members
 * are ignored.
 *
 * @param pinned - the expected chain; the chain hash covers everything except the scheme.
 * @param value - the JSON of a chain’s `/info`, from {@link parseJson}.
 * @throws DrawauditError `chain-invalid` with a pointer for a missing or malformed member, a public key that
 * is not a point of the scheme's group, or a scheme other than the pinned one; `scheme-unknown`;
 * `chain-hash-mismatch` when the recomputed chain hash differs from the stated or the pinned one.
 */
export function parseChainInfo(
  value: unknown,
  pinned: { readonly chainHash?: string; readonly scheme?: string } = {},
): ChainInfo {
  const members = readObject(value, 'chain-invalid', '')
  const version = 'chain_hash' in members ? 2 : 1
  const names = memberNames[version]
  const scheme = readSchemeName(members, names.scheme)
  if (pinned.scheme !== undefined && pinned.scheme !== scheme) {
    throw new DrawauditError('chain-invalid', `expected scheme ${pinned.scheme}, found ${scheme}`, {
      where: { pointer: `/${names.scheme}` },
    })
  }
  const chain: ChainInfo = Object.freeze({
    chainHash: encodeHex(readBytes(members, names.chainHash, 'chain-invalid', 32)),
    scheme,
    publicKey: readBytes(members, 'public_key', 'chain-invalid'),
    period: readInteger(members, 'period', 'chain-invalid', 1, 0xffffffff),
    genesisTime: readInteger(members, 'genesis_time', 'chain-invalid', 0, Number.MAX_SAFE_INTEGER),
    genesisSeed: readBytes(members, names.genesisSeed, 'chain-invalid', 32),
    beaconId: readBeaconId(members, version),
  })
  assertChainHash(chain, chain.chainHash, names.chainHash)
  if (pinned.chainHash !== undefined) {
    assertChainHash(chain, pinned.chainHash.toLowerCase(), names.chainHash)
  }
  if (!schemes[scheme].isPublicKey(chain.publicKey)) throw badPublicKey()
  return chain
}

/**
 * The chain hash, 32 bytes. The scheme is not part of it.
 *
 * ```
 * SHA-256( period u32 BE | genesis time i64 BE | public key | genesis seed | beacon id, UTF-8 )
 * ```
 *
 * The beacon id is left out when it is `default`.
 */
export function computeChainHash(info: Omit<ChainInfo, 'chainHash' | 'scheme'>): Uint8Array {
  const numbers = new DataView(new ArrayBuffer(12))
  numbers.setUint32(0, info.period)
  numbers.setBigInt64(4, BigInt(info.genesisTime))
  const beaconId = info.beaconId === 'default' ? '' : info.beaconId
  return sha256(
    concatBytes(new Uint8Array(numbers.buffer), info.publicKey, info.genesisSeed, encodeUtf8(beaconId)),
  )
}

/**
 * Reads a beacon as drand publishes it: `round`, `signature`, and possibly `previous_signature` and `randomness`,
 * in hex. Other members are ignored.
 *
 * @param value - the JSON of a round as drand serves it, from {@link parseJson}.
 * @throws DrawauditError `beacon-invalid` with a pointer for a missing or malformed member.
 */
export function parseBeacon(value: unknown): Beacon {
  const members = readObject(value, 'beacon-invalid', '')
  const round = readInteger(members, 'round', 'beacon-invalid', 1, Number.MAX_SAFE_INTEGER)
  const signature = readBytes(members, 'signature', 'beacon-invalid')
  const optional = (name: string) =>
    members[name] === undefined ? undefined : readBytes(members, name, 'beacon-invalid')
  const previousSignature = optional('previous_signature')
  const randomness = optional('randomness')
  return {
    round,
    signature,
    ...(previousSignature && { previousSignature }),
    ...(randomness && { randomness }),
  }
}

/**
 * Checks that `beacon` belongs to `chain`: the first fault in the order of {@link BeaconFault}, or none.
 * About 20 ms.
 *
 * @param chain - built in, or from {@link parseChainInfo}; never from the author of the draw.
 * @param engine - checks in place of this function, if it can.
 * @throws DrawauditError `beacon-invalid` for a round that is not an integer from 1 to 2^53 − 1, `chain-invalid`
 * for a chain whose public key is not a point of its group: neither comes from `parseBeacon` or `parseChainInfo`.
 *
 * @example
 * ```js
 * verifyBeacon(parseBundle(read('bundle.json')).beacon, quicknetChain).valid // true
 * ```
 */
export function verifyBeacon(beacon: Beacon, chain: ChainInfo, engine?: BeaconVerifier): BeaconCheck {
  if (engine?.verifyBeacon !== undefined) return engine.verifyBeacon(beacon, chain)
  assertRound(beacon.round)
  const reason = previousFault(beacon, chain) ?? signatureFault(beacon, chain) ?? randomnessFault(beacon)
  return reason === undefined ? { valid: true } : { valid: false, reason }
}

/**
 * The 32 bytes that the network signs for a round.
 *
 * ```
 * SHA-256( previous signature | round u64 BE )   chained
 * SHA-256( round u64 BE )                        unchained
 * Keccak-256( round u64 BE )                     unchained, on BN254
 * ```
 *
 * @throws DrawauditError `beacon-invalid` for a round that is not an integer from 1 to 2^53 − 1, or when the scheme
 * is chained and there is no previous signature.
 */
export function beaconMessage(
  beacon: Pick<Beacon, 'round' | 'previousSignature'>,
  chain: Pick<ChainInfo, 'scheme'>,
): Uint8Array {
  assertRound(beacon.round)
  const round = new DataView(new ArrayBuffer(8))
  round.setBigUint64(0, BigInt(beacon.round))
  const roundBytes = new Uint8Array(round.buffer)
  const { chained, digest } = schemes[chain.scheme]
  if (!chained) return digest(roundBytes)
  if (beacon.previousSignature === undefined) {
    throw new DrawauditError(
      'beacon-invalid',
      `${chain.scheme} signs the previous signature, which is missing`,
    )
  }
  return digest(concatBytes(beacon.previousSignature, roundBytes))
}

/**
 * The randomness of a round: SHA-256 of the published signature.
 *
 * @param signature - bytes of the round’s signature.
 */
export function beaconRandomness(signature: Uint8Array): Uint8Array {
  return sha256(signature)
}

/**
 * Whether `next` is the round after `previous` and repeats its signature. The beacons themselves are not
 * verified: see {@link verifyBeacon}.
 */
export function followsBeacon(previous: Beacon, next: Beacon): boolean {
  return (
    next.round === previous.round + 1 &&
    next.previousSignature !== undefined &&
    equalBytes(next.previousSignature, previous.signature)
  )
}

function assertChainHash(chain: ChainInfo, expected: string, name: string): void {
  const computed = encodeHex(computeChainHash(chain))
  if (expected === computed) return
  throw new DrawauditError('chain-hash-mismatch', `expected chain hash ${expected}, computed ${computed}`, {
    where: { pointer: `/${name}` },
    hint: 'the description is of another chain, or it was altered',
  })
}

/** The fault of the previous signature, as {@link verifyBeacon} reports it. */
export function previousFault(beacon: Beacon, chain: ChainInfo): BeaconFault | undefined {
  const { chained, signatureLength } = schemes[chain.scheme]
  const { previousSignature } = beacon
  if (!chained) return previousSignature === undefined ? undefined : 'previous-unexpected'
  if (previousSignature === undefined) return 'previous-missing'
  const right =
    beacon.round === 1
      ? equalBytes(previousSignature, chain.genesisSeed)
      : previousSignature.length === signatureLength
  return right ? undefined : 'previous-invalid'
}

function signatureFault(beacon: Beacon, chain: ChainInfo): BeaconFault | undefined {
  const message = beaconMessage(beacon, chain)
  const fault = schemes[chain.scheme].findFault(chain.publicKey, message, beacon.signature)
  if (fault === 'public-key') throw badPublicKey()
  return fault
}

/** The fault of the randomness beside the signature, as {@link verifyBeacon} reports it. */
export function randomnessFault(beacon: Beacon): BeaconFault | undefined {
  const { randomness, signature } = beacon
  if (randomness === undefined) return undefined
  return equalBytes(randomness, beaconRandomness(signature)) ? undefined : 'randomness'
}

/** The error for a chain whose public key is not a point of its group. */
export function badPublicKey(): DrawauditError {
  return new DrawauditError('chain-invalid', 'the public key is not a point of its group', {
    where: { pointer: '/public_key' },
  })
}

/** The member names in which the two versions of `/info` differ. */
const memberNames = {
  1: { chainHash: 'hash', genesisSeed: 'groupHash', scheme: 'schemeID' },
  2: { chainHash: 'chain_hash', genesisSeed: 'genesis_seed', scheme: 'scheme' },
} as const

type UncheckedObject = Readonly<Record<string, unknown>>

function readObject(value: unknown, code: ErrorCode, pointer: string): UncheckedObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DrawauditError(code, 'expected an object', { where: { pointer } })
  }
  return value as UncheckedObject
}

function readInteger(
  members: UncheckedObject,
  name: string,
  code: ErrorCode,
  least: number,
  most: number,
): number {
  const value = members[name]
  if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most) {
    throw new DrawauditError(code, `expected an integer from ${least} to ${most}`, {
      where: { pointer: `/${name}` },
    })
  }
  return value as number
}

function readBytes(members: UncheckedObject, name: string, code: ErrorCode, length?: number): Uint8Array {
  const value = members[name]
  const isHex = typeof value === 'string' && /^(?:[0-9a-fA-F]{2})+$/.test(value)
  if (!isHex || (length !== undefined && value.length !== 2 * length)) {
    const wanted = length === undefined ? 'hex digits, two for each byte' : `${2 * length} hex digits`
    throw new DrawauditError(code, `expected ${wanted}`, { where: { pointer: `/${name}` } })
  }
  return decodeHex(value)
}

function readSchemeName(members: UncheckedObject, name: string): SchemeName {
  const value = members[name]
  const where = { pointer: `/${name}` }
  if (typeof value !== 'string') throw new DrawauditError('chain-invalid', 'expected text', { where })
  const scheme = schemeNames.find(known => known === value)
  if (scheme === undefined) {
    throw new DrawauditError('scheme-unknown', `unknown scheme ${JSON.stringify(value)}`, {
      where,
      hint: `known are ${schemeNames.join(', ')}`,
    })
  }
  return scheme
}

/** Absent for the default chain, which published none at first. */
function readBeaconId(members: UncheckedObject, version: 1 | 2): string {
  const id = version === 2 ? members['beacon_id'] : readMetadata(members)['beaconID']
  if (id !== undefined && (typeof id !== 'string' || !isWellFormed(id))) {
    throw new DrawauditError('chain-invalid', 'expected text', {
      where: { pointer: version === 2 ? '/beacon_id' : '/metadata/beaconID' },
    })
  }
  return id ?? ''
}

function readMetadata(members: UncheckedObject): UncheckedObject {
  const { metadata } = members
  return metadata === undefined ? {} : readObject(metadata, 'chain-invalid', '/metadata')
}
