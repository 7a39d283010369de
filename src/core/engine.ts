/**
 * The interface of hash and signature engines. There are two: `portable`, which runs anywhere, and `native`,
 * which is OpenSSL. They accept exactly the same inputs, so either can check the other.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { BeaconVerifier } from './beacon.js'
import type { PublicKey } from './key.js'

/** Every hash that an engine computes. The protocol uses SHA-256; the others serve other people's draws. */
export const hashAlgorithms = [
  'sha1',
  'sha256',
  'sha512',
  'sha3-256',
  'sha3-512',
  /** With the original padding, as in Ethereum. */
  'keccak-256',
  'blake2b-256',
  'blake2b-512',
  'blake3',
  'md5',
  'sha224',
  'sha384',
  /** Truncated SHA-512 with its own initial values: not the first half of SHA-512. */
  'sha512-256',
  'ripemd160',
  'keccak-512',
  /** BLAKE as submitted to the SHA-3 final, with 14 rounds: not BLAKE2. */
  'blake-256',
] as const

/** A hash function that every engine has. */
export type HashAlgorithm = (typeof hashAlgorithms)[number]

/**
 * The form in which a digest enters the next hash of a chain: its bytes, or its lower-case hex digits as
 * ASCII.
 */
export type DigestForm = 'bytes' | 'hex'

/** See {@link verifySignature} for which signatures are accepted: this is the layer below the encodings. */
export interface Engine extends BeaconVerifier {
  /** Name in messages: `portable`, `native`. */
  readonly name: string

  /** The digest of `bytes`. */
  hash(algorithm: HashAlgorithm, bytes: Uint8Array): Uint8Array

  /**
   * Like {@link Engine.hash}, into an existing array exactly as long as the digest. Optional, for speed.
   */
  hashInto?(algorithm: HashAlgorithm, bytes: Uint8Array, digest: Uint8Array): void

  /**
   * The last of `times` digests, at least one: the first of `from`, each other of its predecessor. Optional,
   * for speed; without it, {@link Engine.hash} is called repeatedly.
   */
  chain?(algorithm: HashAlgorithm, from: Uint8Array, times: number, form: DigestForm): Uint8Array

  /**
   * Whether `signature` is by `key` over `message`.
   *
   * @param signature - exactly 64 bytes: R‖S for Ed25519, r‖s for ECDSA, BIP-340's own. Any s from 1 to n − 1
   * passes here; low s is checked elsewhere. RSA: a number below the modulus, as long as it; ML-DSA-44: 2420
   * bytes.
   * @throws DrawauditError `algorithm-unsupported` if the engine does not support the algorithm.
   */
  verify(key: PublicKey, message: Uint8Array, signature: Uint8Array): boolean

  /**
   * A signer for many messages under one Ed25519 key. Optional, for speed: signatures are the same without
   * it.
   *
   * @param secretKey - 32 bytes, RFC 8032 section 5.1.5.
   */
  signer?(secretKey: Uint8Array): Signer
}

/** An Ed25519 signer (RFC 8032): deterministic. */
export interface Signer {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Ed25519 (RFC 8032): 64 bytes over the message. */
  readonly sign: (message: Uint8Array) => Uint8Array
  /** Signs many messages at once, on all cores; only where the engine supports it. */
  readonly signAll?: (messages: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>
}

/** Hashes into an existing array: for millions of digests, allocating each takes half the time. */
export function hashInto(
  engine: Engine,
  algorithm: HashAlgorithm,
  bytes: Uint8Array,
  digest: Uint8Array,
): void {
  if (engine.hashInto === undefined) digest.set(engine.hash(algorithm, bytes))
  else engine.hashInto(algorithm, bytes, digest)
}

/** A hash computed by an engine. */
export interface TracedHash {
  readonly bytes: Uint8Array
  readonly digest: Uint8Array
}

/** An engine that records every hash it computes, so that the shown computation is the real one. */
export function traceHashes(engine: Engine): {
  readonly traced: Engine
  readonly hashes: readonly TracedHash[]
} {
  const hashes: TracedHash[] = []
  const traced: Engine = {
    name: engine.name,
    verify: (key, message, signature) => engine.verify(key, message, signature),
    hash(algorithm, bytes) {
      const digest = engine.hash(algorithm, bytes)
      hashes.push({ bytes, digest })
      return digest
    },
  }
  return { traced, hashes }
}

/** The error of an engine that does not support a signature algorithm: the signature remains undecided. */
export function unsupportedAlgorithm(algorithm: string, engine: string): DrawauditError {
  return new DrawauditError('algorithm-unsupported', `the ${engine} engine cannot verify ${algorithm}`, {
    hint: 'the native engine can, and in a browser verifyPublishedOnWeb of drawaudit/web',
  })
}

/** The result of `ask`, or undefined if the engine does not support the algorithm. */
export function unlessUnsupported<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof DrawauditError && error.code === 'algorithm-unsupported') return undefined
    throw error
  }
}
