/**
 * Finds possible duplicates among millions of hashes, with six bytes a hash.
 *
 * @packageDocumentation
 */

const chunkLength = 1024

/** Bytes of a hash that are compared. */
export const fingerprintLength = 7

/** Hashes with the same first byte, six further bytes each. */
interface Chunk {
  readonly high: Uint32Array
  readonly low: Uint16Array
}

/** All hashes with the same first byte, in chunks so that growing copies nothing. */
interface Bucket {
  readonly chunks: Chunk[]
  length: number
}

/** Bits 8 to 55 of a hash of at least seven bytes at offset `at`. */
export function hashBits(hash: Uint8Array, at = 0): number {
  return highBits(hash, at) * 2 ** 16 + lowBits(hash, at)
}

function highBits(hash: Uint8Array, at: number): number {
  const [first, others] = [byteOf(hash, at + 1), byteOf(hash, at + 2) * 2 ** 16]
  return first * 2 ** 24 + others + byteOf(hash, at + 3) * 2 ** 8 + byteOf(hash, at + 4)
}

function lowBits(hash: Uint8Array, at: number): number {
  return byteOf(hash, at + 5) * 2 ** 8 + byteOf(hash, at + 6)
}

function byteOf(hash: Uint8Array, index: number): number {
  return hash[index] ?? 0
}

/**
 * The first 56 bits of hashes. Equal hashes have equal bits; different ones collide by chance (one in 1,400
 * among ten million) or on purpose, so a match must be checked.
 */
export class Fingerprints {
  readonly #buckets: readonly Bucket[] = Array.from({ length: 256 }, () => ({ chunks: [], length: 0 }))

  /** Adds a hash of at least seven bytes at offset `at`. */
  add(hash: Uint8Array, at = 0): void {
    const bucket = this.#buckets[byteOf(hash, at)]
    if (bucket === undefined) return
    const place = bucket.length % chunkLength
    if (place === 0) {
      bucket.chunks.push({ high: new Uint32Array(chunkLength), low: new Uint16Array(chunkLength) })
    }
    const chunk = bucket.chunks[bucket.chunks.length - 1]
    if (chunk !== undefined) {
      chunk.high[place] = highBits(hash, at)
      chunk.low[place] = lowBits(hash, at)
    }
    bucket.length += 1
  }

  /** The {@link hashBits} of every hash whose first 56 bits were added more than once, each once. */
  *repeated(): Generator<number, void, undefined> {
    // One scratch array for all buckets, which have similar lengths.
    const longest = Math.max(...this.#buckets.map(({ chunks }) => chunks.length))
    const scratch = new Float64Array(longest * chunkLength)
    for (const { chunks, length } of this.#buckets) {
      chunks.forEach(({ high, low }, number) => {
        for (let place = 0; place < chunkLength; place += 1) {
          scratch[number * chunkLength + place] = (high[place] ?? 0) * 2 ** 16 + (low[place] ?? 0)
        }
      })
      const bits = scratch.subarray(0, length).sort()
      for (let index = 1; index < length; index++) {
        const value = bits[index]
        if (value !== undefined && value === bits[index - 1] && value !== bits[index - 2]) yield value
      }
    }
  }
}
