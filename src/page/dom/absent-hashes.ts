/**
 * Stands for the hashes that only draws of other platforms use, in the worker of a page that shows raffles alone: those
 * are made with SHA-256. scripts/build-page.js puts it there.
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
