/**
 * Entries of a log verified on all processors.
 *
 * @packageDocumentation
 */
import type { EntryBundle } from '../../log/read/log-source.js'
import { verifyEntries, type EntryReading, type EntryVerifier } from '../../log/monitor/entry.js'
import { emptyTrust, parseTrust, type TrustJson } from '../../model/trust.js'
import { native } from '../../native/engine.js'
import { Threads } from '../../io/threads.js'

/** What a thread is started with. */
export interface MonitorThreadData {
  readonly trust: TrustJson | undefined
}

/** A bundle to verify. */
export interface Task {
  readonly bundle: EntryBundle
  readonly start: number
  readonly end: number
  /** As `Date.parse` reads it. */
  readonly now: string
}

/** What came of it; the readings as JSON, since text passes from thread to thread faster than objects do. */
export interface HashedReadings {
  readonly hashes: Uint8Array<ArrayBuffer>
  readonly readings: string
}

/** A verifier on several threads. */
export interface ThreadedVerifier extends EntryVerifier {
  close(): Promise<void>
}

/** Starting threads takes longer than so many bundles. */
const alone = 4

/**
 * Creates a verifier that starts threads when there is enough to do.
 *
 * @param trust - as a file has it, and valid.
 * @param now - asked at every bundle.
 */
export function createThreads(trust: TrustJson | undefined, now: () => Date): ThreadedVerifier {
  const root = trust === undefined ? emptyTrust : parseTrust(trust)
  const data: MonitorThreadData = { trust }
  const threads = new Threads<Task, HashedReadings>(new URL('./monitor-thread.js', import.meta.url), data)
  let bundles = 0

  return {
    width: threads.width,

    async verify(bundle, start, end) {
      bundles += 1
      if (bundles <= alone) {
        return verifyEntries(bundle, start, end, { trust: root, engine: native, now: now() })
      }
      // A view would take all of the memory that it is a view of along.
      const bytes = bundle.bytes.slice()
      const task = { bundle: { ...bundle, bytes }, start, end, now: now().toISOString() }
      const { hashes, readings } = await threads.ask(task, [bytes.buffer])
      return { hashes, readings: JSON.parse(readings) as readonly EntryReading[] }
    },

    close: async () => threads.close(),
  }
}
