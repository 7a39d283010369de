/**
 * A parsed and hashed list of tickets with its whole Merkle tree, so that later look-ups are immediate.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import { joinSubtrees, planInclusion } from '../core/proof-plan.js'
import type { ProvenEntry } from '../explain/explain-pick.js'
import type { Entry } from '../model/entry.js'
import { summarizeEntries, type ListSummary } from '../verify/bundle/entry-list.js'

/** Length of a hash in bytes. */
const width = 32

export class HashedList {
  readonly #entries: readonly Entry[]
  readonly #engine: Engine
  readonly #summary: ListSummary
  /** Hashes of all complete subtrees from left to right, by level. */
  readonly #levels: Uint8Array[] = []

  constructor(entries: readonly Entry[], engine: Engine) {
    this.#entries = entries
    this.#engine = engine
    const onNode = (level: number, index: number, hash: Uint8Array): void => {
      this.#levels[level] ??= new Uint8Array(width * Math.floor(entries.length / 2 ** level))
      this.#levels[level].set(hash, width * index)
    }
    this.#summary = { ...summarizeEntries(entries, { engine, onNode }), at: index => entries[index] }
  }

  /** Summary of the list after looking for `sought`. */
  summarize(sought: string | undefined): ListSummary {
    if (sought === undefined) return this.#summary
    const index = this.#find(sought)
    const entry = this.#entries[index]
    return { ...this.#summary, sought, ...(entry && { found: { index, ...entry } }) }
  }

  /** An entry with its path to the root; undefined if it is not in the list. */
  place(id: string): ProvenEntry | undefined {
    const index = this.#find(id)
    const entry = this.#entries[index]
    if (entry === undefined) return undefined
    const inclusion = planInclusion(index, this.#entries.length).map(nodes => {
      const hashes = nodes.map(node => {
        const start = width * node.index
        return this.#levels[node.level]?.subarray(start, start + width) ?? new Uint8Array()
      })
      return joinSubtrees(hashes, this.#engine)
    })
    return { entry, index, inclusion }
  }

  #find(id: string): number {
    return this.#entries.findIndex(entry => entry.id === id)
  }
}
