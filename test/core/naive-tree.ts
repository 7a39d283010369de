// RFC 6962 section 2.1 word for word, by recursion over ranges of leaves: what the implementation is measured by.
import { hash } from 'node:crypto'

/** Where the hashes of a proof stand, beside those that are known: `l` to the left, `r` to the right. */
export type Shape = string

/** The trees over the first leaves of one list. */
export class NaiveTrees {
  readonly #leafHashes: readonly Uint8Array[]
  readonly #known = new Map<string, Uint8Array>()

  constructor(leafHashes: readonly Uint8Array[]) {
    this.#leafHashes = leafHashes
  }

  /** MTH(D[start:end]) */
  root(start: number, end: number): Uint8Array {
    const key = `${start}:${end}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    let root: Uint8Array
    if (end - start === 0) root = sha256()
    else if (end - start === 1) root = this.#leafHashes[start]!
    else {
      const k = start + split(end - start)
      root = sha256(Uint8Array.of(1), this.root(start, k), this.root(k, end))
    }
    this.#known.set(key, root)
    return root
  }

  /** PATH(index, D[start:end]) */
  inclusion(index: number, end: number, start = 0): Uint8Array[] {
    if (end - start === 1) return []
    const k = start + split(end - start)
    return index < k
      ? [...this.inclusion(index, k, start), this.root(k, end)]
      : [...this.inclusion(index, end, k), this.root(start, k)]
  }

  /** SUBPROOF(m, D[start:end], whole), where m is the end of the first tree */
  consistency(m: number, end: number, start = 0, whole = true): Uint8Array[] {
    if (m === end) return whole ? [] : [this.root(start, end)]
    const k = start + split(end - start)
    return m <= k
      ? [...this.consistency(m, k, start, whole), this.root(k, end)]
      : [...this.consistency(m, end, k, false), this.root(start, k)]
  }
}

/** What is computed from an inclusion proof depends on no more than this. */
export function inclusionShape(index: number, end: number, start = 0): Shape {
  if (end - start === 1) return ''
  const k = start + split(end - start)
  return index < k ? `${inclusionShape(index, k, start)}r` : `${inclusionShape(index, end, k)}l`
}

/** What is computed from a consistency proof depends on no more than this. */
export function consistencyShape(m: number, end: number, start = 0, whole = true): Shape {
  if (m === end) return whole ? 'known ' : 'given '
  const k = start + split(end - start)
  return m <= k ? `${consistencyShape(m, k, start, whole)}r` : `${consistencyShape(m, end, k, false)}l`
}

function split(count: number): number {
  let k = 1
  while (2 * k < count) k *= 2
  return k
}

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(hash('sha256', Buffer.concat(parts), 'buffer'))
}
