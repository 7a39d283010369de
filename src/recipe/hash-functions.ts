/**
 * The hash functions that recipes name.
 *
 * @packageDocumentation
 */
import type { HashAlgorithm } from '../core/engine.js'

/** A hash function of recipes. */
export interface HashFunction {
  readonly algorithm: HashAlgorithm
  /** Length of a digest in bytes. */
  readonly length: number
  /** Units of work for a short input, and bytes a unit for a long one. */
  readonly cost: { readonly short: number; readonly bytesPerUnit: number }
  /** Units of work for a step of a hash chain, which creates no intermediate values. */
  readonly step: number
}

/** Costs are measured with the portable engine. */
export const hashFunctions = {
  sha1: { algorithm: 'sha1', length: 20, cost: { short: 16, bytesPerUnit: 8 }, step: 10 },
  sha256: { algorithm: 'sha256', length: 32, cost: { short: 16, bytesPerUnit: 8 }, step: 8 },
  sha512: { algorithm: 'sha512', length: 64, cost: { short: 28, bytesPerUnit: 6 }, step: 40 },
  sha3_256: { algorithm: 'sha3-256', length: 32, cost: { short: 64, bytesPerUnit: 2 }, step: 64 },
  sha3_512: { algorithm: 'sha3-512', length: 64, cost: { short: 64, bytesPerUnit: 1 }, step: 128 },
  keccak256: { algorithm: 'keccak-256', length: 32, cost: { short: 64, bytesPerUnit: 2 }, step: 64 },
  md5: { algorithm: 'md5', length: 16, cost: { short: 16, bytesPerUnit: 8 }, step: 10 },
  blake2b_256: { algorithm: 'blake2b-256', length: 32, cost: { short: 52, bytesPerUnit: 2 }, step: 52 },
  blake2b_512: { algorithm: 'blake2b-512', length: 64, cost: { short: 52, bytesPerUnit: 2 }, step: 52 },
  blake3: { algorithm: 'blake3', length: 32, cost: { short: 28, bytesPerUnit: 4 }, step: 20 },
  sha224: { algorithm: 'sha224', length: 28, cost: { short: 16, bytesPerUnit: 8 }, step: 12 },
  sha384: { algorithm: 'sha384', length: 48, cost: { short: 28, bytesPerUnit: 6 }, step: 40 },
  sha512_256: { algorithm: 'sha512-256', length: 32, cost: { short: 28, bytesPerUnit: 6 }, step: 40 },
  ripemd160: { algorithm: 'ripemd160', length: 20, cost: { short: 28, bytesPerUnit: 8 }, step: 12 },
  keccak512: { algorithm: 'keccak-512', length: 64, cost: { short: 64, bytesPerUnit: 1 }, step: 128 },
  blake256: { algorithm: 'blake-256', length: 32, cost: { short: 36, bytesPerUnit: 2 }, step: 40 },
} as const satisfies Record<string, HashFunction>

/** The name of a hash function in a recipe. */
export type HashName = keyof typeof hashFunctions

/** Every {@link HashName}. */
export const hashNames = Object.keys(hashFunctions) as readonly HashName[]
