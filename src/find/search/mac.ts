/**
 * HMAC over a message that is in a buffer already, after the inner key: two hashes, and no copy of the message.
 *
 * @packageDocumentation
 */
import type { Engine, HashAlgorithm } from '../../core/engine.js'

/** An HMAC under one key, of message after message in one buffer. */
export interface BufferedMac {
  /** Where the message begins in the buffer. */
  readonly start: number
  /** @param message - the buffer up to the end of the message, the inner key included. */
  readonly end: (message: Uint8Array) => Uint8Array
}

/** Bytes of a block, where it is not 64. */
const blocks: Partial<Record<HashAlgorithm, number>> = { sha512: 128, 'sha3-256': 136, 'sha3-512': 72 }

/** Bytes of the longest digest. */
const longestDigest = 64

/** Writes the inner key to the beginning of the buffer. */
export function createBufferedMac(
  engine: Engine,
  algorithm: HashAlgorithm,
  key: Uint8Array,
  buffer: Uint8Array,
): BufferedMac {
  const block = blocks[algorithm] ?? 64
  const padded = new Uint8Array(block)
  padded.set(key.length > block ? engine.hash(algorithm, key) : key)
  buffer.set(padded.map(byte => byte ^ 0x36))
  const outer = new Uint8Array(block + longestDigest)
  outer.set(padded.map(byte => byte ^ 0x5c))
  return {
    start: block,
    end(message) {
      const inner = engine.hash(algorithm, message)
      outer.set(inner, block)
      return engine.hash(algorithm, outer.subarray(0, block + inner.length))
    },
  }
}
