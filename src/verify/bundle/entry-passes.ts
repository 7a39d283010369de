/**
 * The work on each entry of a list, pass by pass.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import { decodeUtf8, encodeUtf8 } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { fingerprintLength, Fingerprints, hashBits } from '../../core/fingerprints.js'
import { MerkleTree, type NodeListener } from '../../core/merkle.js'
import { describeIdFault, type Entry, type EntryKind } from '../../model/entry.js'
import type { LeafBuffer, LineFault } from '../../model/entry-lines.js'
import type { EntryBlock } from './entry-block.js'

/** Summary of a list. Positions count from 0. */
export interface ListSummary {
  /** Number of entries; with a `fault`, of those before it, as in all members below. */
  readonly count: number
  /** Number of entries of kind `paid`. */
  readonly paid: number
  /** Number of entries of kind `free`. */
  readonly free: number
  /** RFC 6962 root over the entries, 32 bytes. */
  readonly root: Uint8Array
  /** SHA-256 of the whole file, even with a malformed line; absent if entries were given instead of bytes. */
  readonly digest?: Uint8Array
  /** The first malformed line. Nothing after it is read, and duplicates are not looked for. */
  readonly fault?: LineFault
  /**
   * A duplicate id, of any kinds: the first duplicate in the list, unless more than 65,536 ids are
   * duplicates; then one of them.
   */
  readonly repeated?: {
    /** The duplicate id. */
    readonly id: string
    /** Its first position. */
    readonly first: number
    /** A later position. */
    readonly second: number
  }
  /** The id that was looked for; `found` says nothing about any other. */
  readonly sought?: string
  /** The entry with the id that was looked for, if it is in the list. */
  readonly found?: {
    /** Its position. */
    readonly index: number
    /** Its kind. */
    readonly kind: EntryKind
    /** 64 lower-case hex digits; absent without a nonce. */
    readonly nonceHash?: string
  }
  /** The entry at a requested position; undefined if the list is too short. */
  readonly at: (index: number) => Entry | undefined
}

/** A streaming hash. */
export interface StreamedDigest {
  /** Takes the next piece. */
  update: (piece: Uint8Array) => unknown
  /** The hash of all pieces. */
  digest: () => Uint8Array
}

/** How a list is read, and what to look for. */
export interface ListOptions {
  /** Engine for hashes; portable by default. */
  readonly engine?: Engine
  /** Creates the streaming SHA-256 of a whole file: `() => createHash('sha256')`; portable by default. */
  readonly createDigest?: () => StreamedDigest
  /** Id of an entry to look for. */
  readonly find?: string
  /** Positions of requested entries, from 0. */
  readonly at?: Iterable<number>
  /** Called for every complete subtree over the list: `InclusionProofs.add`. */
  readonly onNode?: NodeListener
  /** For tests: replaces the hash whose first 56 bits are an id's fingerprint, so that they collide. */
  readonly fingerprint?: (hash: Uint8Array) => Uint8Array
}

/** Tools of every pass. */
export interface PassTools {
  /** Holds the entry to add. */
  readonly leaf: LeafBuffer
  readonly engine: Engine
  readonly fingerprint: (hash: Uint8Array) => Uint8Array
}

/** Max duplicate fingerprints resolved in one pass, with their ids in memory. */
const candidateLimit = 65_536

/** The pass that builds the tree, counts, and looks for what was requested. */
export class FirstPass {
  readonly #tools: PassTools
  readonly #tree: MerkleTree
  readonly #fingerprints = new Fingerprints()
  readonly #repeated = this.#fingerprints.repeated()
  readonly #find: Uint8Array | undefined
  readonly #sought: string | undefined
  readonly #wanted: readonly number[]
  readonly #entries = new Map<number, Entry>()
  #nextWanted: number
  #paid = 0
  #found: ListSummary['found']

  constructor(tools: PassTools, { find, at = [], onNode }: ListOptions) {
    this.#tools = tools
    this.#tree = new MerkleTree(tools.engine, onNode)
    this.#find = find === undefined || describeIdFault(find) !== undefined ? undefined : encodeUtf8(find)
    this.#sought = find
    this.#wanted = [...new Set(at)].sort((a, b) => b - a)
    this.#nextWanted = this.#wanted.length - 1
  }

  get count(): number {
    return this.#tree.size
  }

  add(): void {
    const { leaf, engine, fingerprint } = this.#tools
    const index = this.#tree.size
    const { kind } = leaf
    const leafHash = this.#tree.appendMessage(leaf.leaf())
    if (kind === 'paid') this.#paid += 1
    this.#fingerprints.add(fingerprint(leaf.isPaidLeaf ? leafHash : engine.hash('sha256', leaf.paidLeaf())))
    if (this.#find !== undefined && this.#found === undefined && equalBytes(leaf.idBytes, this.#find)) {
      const { nonceHash } = leaf
      this.#found = { index, kind, ...(nonceHash !== undefined && { nonceHash }) }
    }
    if (this.#wanted[this.#nextWanted] === index) {
      this.#nextWanted -= 1
      const { nonceHash } = leaf
      const id = decodeUtf8(leaf.idBytes)
      this.#entries.set(index, { id, kind, ...(nonceHash !== undefined && { nonceHash }) })
    }
  }

  /** Adds the entries of a block that was read elsewhere. */
  addBlock({ count, paid, frontier, found }: EntryBlock, prints: Uint8Array): void {
    if (found !== undefined) this.#found ??= { ...found, index: this.count + found.index }
    this.#tree.appendTree(count, frontier)
    this.#paid += paid
    for (let index = 0; index < count; index += 1) this.#fingerprints.add(prints, index * fingerprintLength)
  }

  summarize(): ListSummary {
    return {
      count: this.count,
      paid: this.#paid,
      free: this.count - this.#paid,
      root: this.#tree.root(),
      ...(this.#sought !== undefined && { sought: this.#sought }),
      ...(this.#found !== undefined && { found: this.#found }),
      at: index => this.#entries.get(index),
    }
  }

  /** The next fingerprints with more than one entry, up to the max of a pass. */
  takeCandidates(): Set<number> {
    const candidates = new Set<number>()
    for (let taken = 0; taken < candidateLimit; taken++) {
      const { value, done } = this.#repeated.next()
      if (done === true) break
      candidates.add(value)
    }
    return candidates
  }
}

/** A pass that compares the ids behind equal fingerprints. */
export class Settling {
  readonly #tools: PassTools
  readonly #candidates: ReadonlySet<number>
  readonly #indices = new Map<string, number>()
  #count = 0
  #repeated: ListSummary['repeated']

  constructor(tools: PassTools, candidates: ReadonlySet<number>) {
    this.#tools = tools
    this.#candidates = candidates
  }

  get count(): number {
    return this.#count
  }

  get repeated(): ListSummary['repeated'] {
    return this.#repeated
  }

  add(): void {
    const second = this.#count
    this.#count += 1
    if (this.#repeated !== undefined) return
    const { leaf, engine, fingerprint } = this.#tools
    const hash = engine.hash('sha256', leaf.paidLeaf())
    if (!this.#candidates.has(hashBits(fingerprint(hash)))) return
    const id = decodeUtf8(leaf.idBytes)
    const first = this.#indices.get(id)
    if (first === undefined) this.#indices.set(id, second)
    else this.#repeated = { id, first, second }
  }
}
