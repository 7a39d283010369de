/**
 * Replaces the hash functions that only other platforms use, in the worker of a page that shows only raffles:
 * raffles use SHA-256. Inserted by scripts/build-page.js.
 *
 * @packageDocumentation
 */
const absent = (): never => {
  throw new Error('this program has SHA-256 and SHA-512 alone')
}

export const blake256 = absent
export const blake2b = absent
export const blake3 = absent
export const keccak_256 = absent
export const keccak_512 = absent
export const md5 = absent
export const ripemd160 = absent
export const sha1 = absent
export const sha3_256 = absent
export const sha3_512 = absent
