/**
 * Reads a list of entries on all processors.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fingerprintLength } from '../../core/fingerprints.js'
import { blockLines, cutLines, mostBlockBytes, type EntryBlock } from '../../verify/bundle/entry-block.js'
import { EntryListCheck, readEntryList, type ListSummary } from '../../verify/bundle/entry-list.js'
import { findEngine, type EngineName } from './options.js'
import { Threads } from '../../io/threads.js'

/** A list file. */
export interface ListFile {
  readonly size: number
  /** Its bytes; may be called several times. */
  readonly pieces: () => Iterable<Uint8Array>
}

/** How a list is read, and what to look for. */
export interface ListRules {
  readonly engine: EngineName
  readonly find?: string
  /** Positions of wanted entries, from 0; these are read on this thread. */
  readonly at?: readonly number[]
}

/** Shared memory for one block, reused for all blocks. */
export interface BlockMemory {
  readonly bytes: SharedArrayBuffer
  readonly prints: SharedArrayBuffer
}

/** `workerData` of a thread. */
export interface ListThreadData {
  readonly rules: ListRules
  readonly slots: readonly BlockMemory[]
}

/** A block to read: its slot and its length in bytes. */
export interface ListTask {
  readonly slot: number
  readonly length: number
}

/** Maximum bytes of a list that is read without threads: starting them takes longer. */
const alone = 16 * 1024 * 1024

/** `readEntryList` on all processors. */
export async function readList(list: ListFile, rules: ListRules): Promise<ListSummary> {
  const isHere = rules.at !== undefined && rules.at.length > 0
  if (isHere || list.size < alone || availableParallelism() === 1) return readListHere(list, rules)
  const check = new EntryListCheck(optionsOf(rules))
  const slots: BlockMemory[] = []
  const data: ListThreadData = { rules, slots }
  const threads = new Threads<ListTask, EntryBlock>(new URL('./list-thread.js', import.meta.url), data)
  for (let count = 0; count < threads.width; count += 1) {
    slots.push({
      bytes: new SharedArrayBuffer(mostBlockBytes),
      prints: new SharedArrayBuffer(blockLines * fingerprintLength),
    })
  }
  const views = slots.map(({ bytes, prints }) => ({
    bytes: new Uint8Array(bytes),
    prints: new Uint8Array(prints),
  }))
  const pending: Promise<EntryBlock>[] = []
  let sent = 0
  const take = async (most: number): Promise<void> => {
    while (pending.length > most) {
      const view = views[(sent - pending.length) % views.length]
      const block = await pending.shift()
      if (block !== undefined && view !== undefined) check.addBlock(block, view.prints)
    }
  }
  try {
    for (const [first, second] of cutLines(check.hashPieces(list.pieces()))) {
      await take(slots.length - 1)
      const slot = sent % slots.length
      views[slot]?.bytes.set(first)
      views[slot]?.bytes.set(second, first.length)
      const answer = threads.ask({ slot, length: first.length + second.length })
      // Handled when the block is taken; without this, it would be an unhandled rejection.
      answer.catch(() => undefined)
      pending.push(answer)
      sent += 1
    }
    await take(0)
  } finally {
    await threads.close()
  }
  // Further passes happen only if ids may repeat, which is rare.
  for (let summary = check.endPass(); ; summary = check.endPass()) {
    if (summary !== undefined) return summary
    for (const piece of list.pieces()) check.addBytes(piece)
  }
}

/** `readEntryList` on this thread. */
export function readListHere({ pieces }: ListFile, rules: ListRules): ListSummary {
  return readEntryList(pieces, optionsOf(rules))
}

function optionsOf({ engine, find, at }: ListRules) {
  return {
    engine: findEngine(engine),
    createDigest: () => createHash('sha256'),
    ...(find !== undefined && { find }),
    ...(at && { at }),
  }
}
