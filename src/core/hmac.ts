/**
 * HMAC and HKDF on top of any hash engine.
 *
 * @packageDocumentation
 */
import { concatBytes } from './encoding.js'
import type { Engine, HashAlgorithm } from './engine.js'

/** Block and digest size of each supported hash, in bytes. */
const sizes = {
  md5: { block: 64, digest: 16 },
  sha1: { block: 64, digest: 20 },
  sha256: { block: 64, digest: 32 },
  sha512: { block: 128, digest: 64 },
  'sha3-256': { block: 136, digest: 32 },
  'sha3-512': { block: 72, digest: 64 },
} as const satisfies Partial<Record<HashAlgorithm, { block: number; digest: number }>>

/** A hash that {@link hmac} supports. */
export type HmacAlgorithm = keyof typeof sizes

/** Length of a MAC, in bytes. */
export const macLength = (algorithm: HmacAlgorithm): number => sizes[algorithm].digest

/**
 * HMAC, RFC 2104; with SHA-3 as FIPS 202 section 7.
 *
 * ```
 * H(key ⊕ 5c…5c ‖ H(key ⊕ 36…36 ‖ message))     key: filled up with zeros to a block; hashed first if longer
 * ```
 */
export function hmac(
  engine: Engine,
  algorithm: HmacAlgorithm,
  key: Uint8Array,
  message: Uint8Array,
): Uint8Array {
  const { block } = sizes[algorithm]
  const short = key.length > block ? engine.hash(algorithm, key) : key
  const inner = engine.hash(algorithm, afterKey(block, short, 0x36, message))
  return engine.hash(algorithm, afterKey(block, short, 0x5c, inner))
}

/** `key ⊕ pad…pad ‖ rest` */
function afterKey(block: number, key: Uint8Array, pad: number, rest: Uint8Array): Uint8Array {
  const input = new Uint8Array(block + rest.length)
  // Not map, which takes as long as the hash.
  for (let index = 0; index < block; index += 1) input[index] = pad ^ (key[index] ?? 0)
  input.set(rest, block)
  return input
}

/** Longest output of {@link hkdf}, in bytes: 255 digests. */
export const longestDerived = (algorithm: HmacAlgorithm): number => 255 * macLength(algorithm)

/**
 * HKDF, RFC 5869: extract and expand.
 *
 * @param length - bytes to derive, from 1 to {@link longestDerived}.
 */
export function hkdf(
  engine: Engine,
  algorithm: HmacAlgorithm,
  input: { readonly key: Uint8Array; readonly salt: Uint8Array; readonly info: Uint8Array },
  length: number,
): Uint8Array {
  const pseudorandom = hmac(engine, algorithm, input.salt, input.key)
  const derived = new Uint8Array(length)
  let previous = new Uint8Array()
  for (let start = 0, counter = 1; start < length; start += previous.length, counter += 1) {
    previous = hmac(
      engine,
      algorithm,
      pseudorandom,
      concatBytes(previous, input.info, Uint8Array.of(counter)),
    ).slice()
    derived.set(previous.subarray(0, length - start), start)
  }
  return derived
}
