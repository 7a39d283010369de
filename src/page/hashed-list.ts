/**
 * A list of tickets that was read and hashed once, with the whole tree over it: whoever looks for a ticket afterwards does
 * not wait.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import { joinSubtrees, planInclusion } from '../core/proof-plan.js'
import type { ProvenEntry } from '../explain/explain-pick.js'
import type { Entry } from '../model/entry.js'
import { summarizeEntries, type ListSummary } from '../verify/bundle/entry-list.js'

/** Bytes of a hash. */
const width = 32

export class HashedList {
  readonly #entries: readonly Entry[]
  readonly #engine: Engine
  readonly #summary: ListSummary
  /** By level, the hashes of all complete subtrees from left to right. */
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

  /** What the list is, once `sought` was looked for in it. */
  summarize(sought: string | undefined): ListSummary {
    if (sought === undefined) return this.#summary
    const index = this.#find(sought)
    const entry = this.#entries[index]
    return { ...this.#summary, sought, ...(entry && { found: { index, ...entry } }) }
  }

  /** An entry with its path to the root; undefined where the list does not have it. */
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
