/**
 * A private drand chain for rehearsals and tests: its key reveals every round in advance.
 *
 * @packageDocumentation
 */
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bn254 } from '@noble/curves/bn254.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  beaconMessage,
  beaconRandomness,
  computeChainHash,
  type Beacon,
  type ChainInfo,
  type SchemeName,
} from '../core/beacon.js'
import { encodeG1, encodeG2, hashToG1 } from '../core/bn254.js'
import { concatBytes, encodeHex, encodeUtf8 } from '../core/encoding.js'
import { assertRound } from '../core/timetable.js'
import { DrawauditError } from '../errors.js'

/** Parameters of a chain; they determine it completely. */
export interface ChainOptions {
  /** 32 bytes, as {@link createSecretKey} makes them. */
  readonly secretKey: Uint8Array
  /** Seconds from one round to the next, at least 1. */
  readonly period: number
  /** Time of round 1, in whole seconds since 1970. */
  readonly genesisTime: number
  /** `rehearsal` by default. */
  readonly beaconId?: string
  /** `bls-unchained-g1-rfc9380`, quicknet's, by default. */
  readonly scheme?: SchemeName
}

/** A chain with its signing key. */
export interface RelayChain {
  readonly chain: ChainInfo
  /**
   * The beacon of a round, past or future. A chained scheme first signs all earlier rounds, once.
   *
   * @throws DrawauditError `beacon-invalid` for a round that is not an integer from 1 to 2^53 − 1.
   */
  readonly sign: (round: number) => Beacon
}

const { longSignatures, shortSignatures } = bls12_381
const g1Domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const g2Domain = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_'

interface BlsSigner {
  /** The order of its groups. */
  readonly order: bigint
  readonly derivePublicKey: (secretKey: Uint8Array) => Uint8Array
  readonly sign: (message: Uint8Array, secretKey: Uint8Array) => Uint8Array
}

function createLongSigner(domain: string): BlsSigner {
  return {
    order: bls12_381.fields.Fr.ORDER,
    derivePublicKey: secretKey => longSignatures.getPublicKey(secretKey).toBytes(true),
    sign: (message, secretKey) =>
      longSignatures.sign(longSignatures.hash(message, domain), secretKey).toBytes(true),
  }
}

function createShortSigner(domain: string): BlsSigner {
  return {
    order: bls12_381.fields.Fr.ORDER,
    derivePublicKey: secretKey => shortSignatures.getPublicKey(secretKey).toBytes(true),
    sign: (message, secretKey) =>
      shortSignatures.sign(shortSignatures.hash(message, domain), secretKey).toBytes(true),
  }
}

const bn254Signer: BlsSigner = {
  order: bn254.fields.Fr.ORDER,
  derivePublicKey: secretKey => encodeG2(bn254.G2.Point.BASE.multiply(bytesToNumberBE(secretKey))),
  sign: (message, secretKey) => encodeG1(hashToG1(message).multiply(bytesToNumberBE(secretKey))),
}

const signers: Readonly<Record<SchemeName, BlsSigner>> = {
  'pedersen-bls-chained': createLongSigner(g2Domain),
  'pedersen-bls-unchained': createLongSigner(g2Domain),
  'bls-unchained-on-g1': createShortSigner(g2Domain),
  'bls-unchained-g1-rfc9380': createShortSigner(g1Domain),
  'bls-bn254-unchained-on-g1': bn254Signer,
}

/** A new secret key, 32 bytes, for the BLS12-381 schemes, which are all but one. */
export function createSecretKey(): Uint8Array {
  return bls12_381.utils.randomSecretKey()
}

/**
 * Creates a chain from a key. Pure: no clock, no network, no randomness.
 *
 * @throws DrawauditError `key-invalid` for a secret key that is not a number from 1 up to the order of the group,
 * `chain-invalid` for a period or genesis time out of range.
 */
export function createChain(options: ChainOptions): RelayChain {
  const { period, genesisTime, beaconId = 'rehearsal', scheme = 'bls-unchained-g1-rfc9380' } = options
  assertInteger('period', period, 1, 0xffffffff)
  assertInteger('genesis time', genesisTime, 0, Number.MAX_SAFE_INTEGER)
  const secretKey = Uint8Array.from(options.secretKey)
  const signer = signers[scheme]
  assertSecretKey(secretKey, signer.order)
  const publicKey = signer.derivePublicKey(secretKey)
  const genesisSeed = sha256(concatBytes(encodeUtf8('drawaudit/v1/rehearsal-genesis\0'), publicKey))
  const described = { publicKey, period, genesisTime, genesisSeed, beaconId }
  const chain = Object.freeze({ ...described, scheme, chainHash: encodeHex(computeChainHash(described)) })

  function signAfter(round: number, previousSignature?: Uint8Array): Beacon {
    const asked = { round, ...(previousSignature && { previousSignature }) }
    const signature = signer.sign(beaconMessage(asked, chain), secretKey)
    return { ...asked, signature, randomness: beaconRandomness(signature) }
  }

  // The signatures of rounds 1, 2, …: each signs its predecessor.
  const signatures: Uint8Array[] = []

  function signChained(round: number): Beacon {
    const previous = (next: number) => signatures[next - 2] ?? genesisSeed
    while (signatures.length < round) {
      const next = signatures.length + 1
      signatures.push(signAfter(next, previous(next)).signature)
    }
    const signature = signatures[round - 1] ?? new Uint8Array()
    return { round, previousSignature: previous(round), signature, randomness: beaconRandomness(signature) }
  }

  return {
    chain,
    sign(round) {
      assertRound(round)
      return scheme === 'pedersen-bls-chained' ? signChained(round) : signAfter(round)
    },
  }
}

function assertSecretKey(secretKey: Uint8Array, order: bigint): void {
  // A larger number would be a second spelling of its remainder.
  const number = secretKey.length === 32 ? bytesToNumberBE(secretKey) : 0n
  if (number > 0n && number < order) return
  throw new DrawauditError('key-invalid', 'the secret key of the chain is not one of its scheme', {
    hint: 'make a new one: 32 bytes, a number from 1 up to the order of the group',
  })
}

function assertInteger(name: string, value: number, least: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  throw new DrawauditError('chain-invalid', `expected a ${name} from ${least} to ${most}, found ${value}`)
}
