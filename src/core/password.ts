/**
 * Slow password-based key derivation, against guessing.
 *
 * @packageDocumentation
 */
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2 as derive } from '@noble/hashes/pbkdf2.js'
import { scrypt as deriveInMemory } from '@noble/hashes/scrypt.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { sha3_256, sha3_512 } from '@noble/hashes/sha3.js'
import type { HmacAlgorithm } from './hmac.js'

const hashes = { md5, sha1, sha256, sha512, 'sha3-256': sha3_256, 'sha3-512': sha3_512 } as const

/** Input of a key derivation. */
export interface PasswordInput {
  readonly password: Uint8Array
  readonly salt: Uint8Array
}

/**
 * PBKDF2 with HMAC, RFC 8018 section 5.2. Not by way of an engine's one-shot hash, which takes twice as long.
 *
 * @param iterations - at least 1.
 * @param length - bytes to derive, at least 1.
 */
export function pbkdf2(
  algorithm: HmacAlgorithm,
  { password, salt }: PasswordInput,
  iterations: number,
  length: number,
): Uint8Array {
  return derive(hashes[algorithm], password, salt, { c: iterations, dkLen: length })
}

/** The cost parameters of RFC 7914 section 2. */
export interface ScryptCost {
  /** CPU and memory cost: a power of two from 2; below 2^16 where `r` is 1. */
  readonly n: number
  /** Block size, from 1. */
  readonly r: number
  /** Parallelization, from 1. */
  readonly p: number
}

/** Bytes of memory that {@link scrypt} needs. */
export const scryptMemory = ({ n, r, p }: ScryptCost): number => 128 * r * (n + p + 1)

/**
 * scrypt, RFC 7914.
 *
 * @param length - bytes to derive, at least 1.
 */
export function scrypt({ password, salt }: PasswordInput, cost: ScryptCost, length: number): Uint8Array {
  const { n, r, p } = cost
  return deriveInMemory(password, salt, { N: n, r, p, dkLen: length, maxmem: scryptMemory(cost) })
}
