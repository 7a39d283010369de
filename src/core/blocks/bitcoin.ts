/**
 * Bitcoin's headers: 80 bytes, the target of their proof of work, and how it changes (Bitcoin Core, `pow.cpp`
 * and `arith_uint256.cpp`). Test networks have other rules.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../encoding.js'
import type { Engine } from '../engine.js'
import type { BlockHeader } from './header.js'
import { periodLength } from './pins.js'

export const headerLength = 80

/**
 * Reads a header of 80 bytes: version, previous block hash, Merkle root, time, bits and nonce, numbers
 * little-endian.
 */
export function readBitcoinHeader(bytes: Uint8Array, engine: Engine): BlockHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerLength)
  return {
    chain: 'bitcoin',
    hash: printReversed(engine.hash('sha256', engine.hash('sha256', bytes))),
    previous: printReversed(bytes.subarray(4, 36)),
    time: view.getUint32(68, true),
    bits: view.getUint32(72, true),
  }
}

function printReversed(bytes: Uint8Array): string {
  return encodeHex(Uint8Array.from(bytes).reverse())
}

const powLimit = (1n << 224n) - 1n

/** Target duration of a period, in seconds. */
const timespan = 14 * 24 * 60 * 60

/**
 * The target of compact bits; undefined if not valid on the main chain: negative, zero or above the limit.
 */
export function targetOf(bits: number): bigint | undefined {
  const size = bits >>> 24
  const mantissa = BigInt(bits & 0x7fffff)
  if ((bits & 0x800000) !== 0 && mantissa !== 0n) return undefined
  const target = size <= 3 ? mantissa >> BigInt(8 * (3 - size)) : mantissa << BigInt(8 * (size - 3))
  return target === 0n || target > powLimit ? undefined : target
}

/**
 * The compact form of a target: its first three bytes, or two where the highest bit would be read as a sign.
 */
export function bitsOf(target: bigint): number {
  const digits = target.toString(16)
  let size = Math.ceil(digits.length / 2)
  let mantissa = Number(size <= 3 ? target << BigInt(8 * (3 - size)) : target >> BigInt(8 * (size - 3)))
  if ((mantissa & 0x800000) !== 0) {
    mantissa >>>= 8
    size += 1
  }
  return size * 0x1000000 + mantissa
}

/**
 * The bits of the next period: the target times the duration of this one (2015 intervals, from its first
 * header to its last) over two weeks; at most four times easier or harder.
 */
export function retarget(bits: number, first: number, last: number): number | undefined {
  const target = targetOf(bits)
  if (target === undefined) return undefined
  const took = Math.min(Math.max(last - first, timespan / 4), timespan * 4)
  const next = (target * BigInt(took)) / BigInt(timespan)
  return bitsOf(next > powLimit ? powLimit : next)
}

/**
 * The average number of hashes needed to find one that meets the target; undefined if the header's own hash
 * does not.
 */
export function workOf({ hash, bits = 0 }: BlockHeader): bigint | undefined {
  const target = targetOf(bits)
  return target === undefined || BigInt(`0x${hash}`) > target ? undefined : (1n << 256n) / (target + 1n)
}

/** Height of the first block of the period of a block. */
export function periodStart(height: number): number {
  return height - (height % periodLength)
}
