/**
 * HMAC over a message already in a buffer behind the inner key: two hashes, without copying the message.
 *
 * @packageDocumentation
 */
import type { Engine, HashAlgorithm } from '../../core/engine.js'

/** HMACs under one key of successive messages in one buffer. */
export interface BufferedMac {
  /** Offset of the message in the buffer. */
  readonly start: number
  /** @param message - the buffer up to the end of the message, including the inner key. */
  readonly end: (message: Uint8Array) => Uint8Array
}

/** Block size in bytes, if it is not 64. */
const blocks: Partial<Record<HashAlgorithm, number>> = { sha512: 128, 'sha3-256': 136, 'sha3-512': 72 }

/** Bytes of the longest digest. */
const longestDigest = 64

/** Writes the inner key to the start of the buffer. */
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
