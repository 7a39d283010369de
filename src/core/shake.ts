/**
 * SHAKE, the extendable-output functions of FIPS 202.
 *
 * @packageDocumentation
 */
import { shake128, shake256 } from '@noble/hashes/sha3.js'

const functions = { shake128, shake256 } as const

/** A SHAKE function, named by its security strength in bits. */
export type ShakeName = keyof typeof functions

/**
 * SHAKE128 or SHAKE256 (FIPS 202 section 6.2).
 *
 * @param length - output bytes, from 1. A longer output begins with the shorter one.
 */
export function hashShake(name: ShakeName, bytes: Uint8Array, length: number): Uint8Array {
  return functions[name](bytes, { dkLen: length })
}
