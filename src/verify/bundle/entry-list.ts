/**
 * Reads an entry list of any length: its root, its counts, and whether an id is a duplicate. Exact, in
 * bounded memory.
 *
 * @packageDocumentation
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { equalBytes } from '../../core/digest.js'
import { portable } from '../../core/portable.js'
import { DrawauditError } from '../../errors.js'
import { describeIdFault, describeNonceFault, type Entry } from '../../model/entry.js'
import { EntryLines, LeafBuffer, type LineFault } from '../../model/entry-lines.js'
import type { EntryBlock } from './entry-block.js'
import {
  FirstPass,
  Settling,
  type ListOptions,
  type ListSummary,
  type PassTools,
  type StreamedDigest,
} from './entry-passes.js'

export type { ListOptions, ListSummary, StreamedDigest }

/**
 * Checks a list while it is read. The list is given from its beginning, as bytes or entries, and again as
 * long as {@link EntryListCheck.endPass} returns undefined: ids are compared by 56-bit fingerprints, and only
 * for equal ones the ids themselves in another pass. In practice only lists with duplicates need it.
 *
 * @example
 * ```ts
 * const check = new EntryListCheck({ engine })
 * let summary
 * do {
 *   for (const piece of readPieces(file)) check.addBytes(piece)
 *   summary = check.endPass()
 * } while (summary === undefined)
 * ```
 */
export class EntryListCheck {
  readonly #tools: PassTools
  readonly #first: FirstPass
  #settling: Settling | undefined
  #onEntry: () => void
  #lines: EntryLines
  readonly #createDigest: () => StreamedDigest
  #digest: StreamedDigest
  #asEntries = false
  /** The first malformed line in a block. */
  #fault: LineFault | undefined
  /** Result of the first pass; undefined while it runs. */
  #summary: ListSummary | undefined

  constructor(options: ListOptions = {}) {
    const { engine = portable, fingerprint = (hash: Uint8Array) => hash } = options
    this.#tools = { leaf: new LeafBuffer(), engine, fingerprint }
    this.#createDigest = options.createDigest ?? (() => sha256.create())
    this.#digest = this.#createDigest()
    const first = new FirstPass(this.#tools, options)
    this.#first = first
    this.#onEntry = () => {
      first.add()
    }
    this.#lines = new EntryLines(this.#tools.leaf, this.#onEntry)
  }

  /** Number of entries read in this pass, for a progress display. */
  get count(): number {
    return this.#settling?.count ?? this.#first.count
  }

  /** Reads the next bytes of a list file. They are not kept. */
  addBytes(piece: Uint8Array): void {
    this.#digest.update(piece)
    this.#lines.add(piece)
  }

  /** Hashes and passes on the bytes of a list file whose lines are read elsewhere, block by block. */
  *hashPieces(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
    for (const piece of pieces) {
      this.#digest.update(piece)
      yield piece
    }
  }

  /**
   * Takes the next block of a list file in the first pass, instead of its bytes. No block may follow one with
   * a fault.
   *
   * @param prints - as `readBlock` filled them.
   */
  addBlock(block: EntryBlock, prints: Uint8Array): void {
    if (this.#fault !== undefined) return
    const { fault } = block
    if (fault !== undefined) this.#fault = { ...fault, line: this.#first.count + fault.line }
    this.#first.addBlock(block, prints)
  }

  /**
   * Reads the next entry of a list that is not a file.
   *
   * @throws DrawauditError `text-invalid` for an invalid id or nonce.
   */
  addEntry(entry: Entry): void {
    const { id, nonceHash } = entry
    const problem =
      describeIdFault(id) ?? (nonceHash === undefined ? undefined : describeNonceFault(nonceHash))
    if (problem !== undefined) throw new DrawauditError('text-invalid', `entry ${this.count}: ${problem}`)
    this.#asEntries = true
    this.#tools.leaf.setEntry(entry)
    this.#onEntry()
  }

  /** Reads the next entries of a list that is not a file, possibly none: there are no bytes to hash. */
  addEntries(entries: readonly Entry[]): void {
    this.#asEntries = true
    for (const entry of entries) this.addEntry(entry)
  }

  /**
   * Ends a pass.
   *
   * @returns the summary, or undefined: then the list must be given again from its beginning.
   * @throws DrawauditError `file-access` if the list differed between passes.
   */
  endPass(): ListSummary | undefined {
    this.#lines.end()
    const digest = new Uint8Array(this.#digest.digest())
    const before = this.#summary
    if (before === undefined) {
      const fault = this.#fault ?? this.#lines.fault
      this.#summary = {
        ...this.#first.summarize(),
        ...(!this.#asEntries && { digest }),
        ...(fault !== undefined && { fault }),
      }
      if (fault !== undefined) return this.#summary
    } else {
      // A duplicate counts only if it is in the list that was hashed.
      if (
        this.count !== before.count ||
        (before.digest !== undefined && !equalBytes(before.digest, digest))
      ) {
        throw new DrawauditError('file-access', 'the list of entries changed while it was read', {
          hint: 'check a copy that nobody writes to',
        })
      }
      const repeated = this.#settling?.repeated
      if (repeated !== undefined) return { ...before, repeated }
    }
    const candidates = this.#first.takeCandidates()
    if (candidates.size === 0) return this.#summary
    const settling = new Settling(this.#tools, candidates)
    this.#settling = settling
    this.#onEntry = () => {
      settling.add()
    }
    this.#lines = new EntryLines(this.#tools.leaf, this.#onEntry)
    this.#digest = this.#createDigest()
    return undefined
  }
}

/**
 * Reads a list file of any length, in bounded memory.
 *
 * @param pieces - called for each pass; gives the file's bytes.
 * @param options - what to look for.
 */
export function readEntryList(pieces: () => Iterable<Uint8Array>, options: ListOptions = {}): ListSummary {
  const check = new EntryListCheck(options)
  for (;;) {
    for (const piece of pieces()) check.addBytes(piece)
    const summary = check.endPass()
    if (summary !== undefined) return summary
  }
}

/**
 * Like {@link readEntryList}, for a list in memory.
 *
 * @example
 * ```js
 * const list = [{ id: 'a', kind: 'paid' }, { id: 'b', kind: 'free' }, { id: 'a', kind: 'free' }]
 * summarizeEntries(list).count // 3
 * summarizeEntries(list).repeated.id // a
 * ```
 */
export function summarizeEntries(entries: readonly Entry[], options: ListOptions = {}): ListSummary {
  const check = new EntryListCheck(options)
  for (;;) {
    check.addEntries(entries)
    const summary = check.endPass()
    if (summary !== undefined) return summary
  }
}
