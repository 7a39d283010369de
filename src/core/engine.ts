/**
 * What hashes and verifies. Two engines stand behind this: `portable`, which runs anywhere, and `native`, which
 * is OpenSSL. They accept exactly the same inputs, so either may check the other.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { PublicKey } from './key.js'

/** Every hash that an engine computes. Ours are made with SHA-256; the others are here for draws of other people. */
export const hashAlgorithms = [
  'sha1',
  'sha256',
  'sha512',
  'sha3-256',
  'sha3-512',
  /** The original padding, as Ethereum has it. */
  'keccak-256',
  'blake2b-256',
  'blake2b-512',
  'blake3',
  'md5',
  'sha224',
  'sha384',
  /** SHA-512 from other values to begin with, cut: not the first half of SHA-512. */
  'sha512-256',
  'ripemd160',
  'keccak-512',
  /** BLAKE as it was among the last five for SHA-3, with 14 rounds: not BLAKE2. */
  'blake-256',
] as const

/** One of {@link hashAlgorithms}. */
export type HashAlgorithm = (typeof hashAlgorithms)[number]

/** What of a digest goes into the next hash of a chain: its bytes, or its lower-case hex digits as ASCII. */
export type DigestForm = 'bytes' | 'hex'

/** See {@link verifySignature} for which signatures are accepted: this is the part below the encodings. */
export interface Engine {
  /** For messages: `portable`, `native`. */
  readonly name: string

  /** The digest of `bytes`. */
  hash(algorithm: HashAlgorithm, bytes: Uint8Array): Uint8Array

  /** {@link Engine.hash} into memory that is there, exactly as long as the digest. {@link hashInto} takes either way. */
  hashInto?(algorithm: HashAlgorithm, bytes: Uint8Array, digest: Uint8Array): void

  /**
   * The last of `times` digests, at least one, the first of `from` and each other of the one before. An engine
   * that has this is faster than by `hash`; {@link chainHashes} takes either way.
   */
  chain?(algorithm: HashAlgorithm, from: Uint8Array, times: number, form: DigestForm): Uint8Array

  /**
   * `signature` is of `key` over `message`.
   *
   * @param signature - exactly 64 bytes: R‖S for Ed25519, r‖s for ECDSA, BIP-340's own. Any s from 1 to n − 1
   * passes here; low s is not the engine's affair. For RSA a number below the modulus, in as many bytes; 2420 of ML-DSA-44.
   * @throws DrawauditError `algorithm-unsupported` from an engine that cannot tell.
   */
  verify(key: PublicKey, message: Uint8Array, signature: Uint8Array): boolean

  /**
   * What signs many messages under one Ed25519 key. An engine that has this is faster than {@link createSigner}, and
   * makes the same signatures.
   *
   * @param secretKey - 32 bytes, RFC 8032 section 5.1.5.
   */
  signer?(secretKey: Uint8Array): Signer
}

/** What signs with Ed25519 (RFC 8032), which gives the same signature every time. */
export interface Signer {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  readonly sign: (message: Uint8Array) => Uint8Array
  /** The same for many messages at once, on all cores, where the engine can do that. */
  readonly signAll?: (messages: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>
}

/** Hashes into memory that is there: where there are millions of digests, making each anew takes half of the time. */
export function hashInto(
  engine: Engine,
  algorithm: HashAlgorithm,
  bytes: Uint8Array,
  digest: Uint8Array,
): void {
  if (engine.hashInto === undefined) digest.set(engine.hash(algorithm, bytes))
  else engine.hashInto(algorithm, bytes, digest)
}

/** A hash that an engine made. */
export interface TracedHash {
  readonly bytes: Uint8Array
  readonly digest: Uint8Array
}

/** An engine that notes every hash that it makes: what is shown of a computation is then what was computed. */
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

/** What an engine throws that cannot verify signatures of an algorithm: nothing is known of the signature. */
export function unsupportedAlgorithm(algorithm: string, engine: string): DrawauditError {
  return new DrawauditError('algorithm-unsupported', `the ${engine} engine cannot verify ${algorithm}`, {
    hint: 'the native engine can, and in a browser verifyPublishedOnWeb of drawaudit/web',
  })
}

/** What `ask` finds out of an engine; undefined when the engine cannot tell. */
export function unlessUnsupported<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof DrawauditError && error.code === 'algorithm-unsupported') return undefined
    throw error
  }
}
