/**
 * SHAKE, the hashes of FIPS 202 that give as many bytes as are asked for.
 *
 * @packageDocumentation
 */
import { shake128, shake256 } from '@noble/hashes/sha3.js'

const functions = { shake128, shake256 } as const

/** One of the two, by the strength that it has where the output is twice as long. */
export type ShakeName = keyof typeof functions

/**
 * SHAKE128 or SHAKE256 (FIPS 202 section 6.2).
 *
 * @param length - bytes to give, from 1. More of them begin with the same ones.
 */
export function hashShake(name: ShakeName, bytes: Uint8Array, length: number): Uint8Array {
  return functions[name](bytes, { dkLen: length })
}
