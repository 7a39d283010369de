/**
 * Which of many millions of hashes may be equal, in eight bytes a hash.
 *
 * @packageDocumentation
 */

const chunkLength = 1024

/** Of a hash, so many bytes are looked at. */
export const fingerprintLength = 8

/** The hashes that begin with one byte: chunks, so that nothing is copied while they become more. */
interface Bucket {
  readonly chunks: Float64Array[]
  length: number
}

/** Bits 8 to 60 of a hash of at least eight bytes, which begins at `at`: as many as a number holds. */
export function hashBits(hash: Uint8Array, at = 0): number {
  const high =
    byteOf(hash, at + 1) * 2 ** 24 +
    byteOf(hash, at + 2) * 2 ** 16 +
    byteOf(hash, at + 3) * 2 ** 8 +
    byteOf(hash, at + 4)
  return (
    high * 2 ** 21 +
    byteOf(hash, at + 5) * 2 ** 13 +
    byteOf(hash, at + 6) * 2 ** 5 +
    (byteOf(hash, at + 7) >> 3)
  )
}

function byteOf(hash: Uint8Array, index: number): number {
  return hash[index] ?? 0
}

/**
 * The first 61 bits of hashes. Equal hashes have equal bits; that different ones have, too, takes chance (one in 46,000
 * among ten million) or somebody who searched for it, so it has to be looked at.
 */
export class Fingerprints {
  readonly #buckets: readonly Bucket[] = Array.from({ length: 256 }, () => ({ chunks: [], length: 0 }))

  /** Adds a hash of at least eight bytes, which begins at `at`. */
  add(hash: Uint8Array, at = 0): void {
    const bucket = this.#buckets[byteOf(hash, at)]
    if (bucket === undefined) return
    const place = bucket.length % chunkLength
    if (place === 0) bucket.chunks.push(new Float64Array(chunkLength))
    const chunk = bucket.chunks[bucket.chunks.length - 1]
    if (chunk !== undefined) chunk[place] = hashBits(hash, at)
    bucket.length += 1
  }

  /** The {@link hashBits} of hashes whose first 61 bits were added more than once, each of these once. */
  *repeated(): Generator<number, void, undefined> {
    // One for all buckets: they are about as long as each other, and together as much as all that is kept.
    const longest = Math.max(...this.#buckets.map(({ chunks }) => chunks.length))
    const scratch = new Float64Array(longest * chunkLength)
    for (const { chunks, length } of this.#buckets) {
      chunks.forEach((chunk, number) => {
        scratch.set(chunk, number * chunkLength)
      })
      const bits = scratch.subarray(0, length).sort()
      for (let index = 1; index < length; index++) {
        const value = bits[index]
        if (value !== undefined && value === bits[index - 1] && value !== bits[index - 2]) yield value
      }
    }
  }
}
