/**
 * Verifies the entries of a log on all processors.
 *
 * @packageDocumentation
 */
import type { EntryBundle } from '../../log/read/log-source.js'
import { verifyEntries, type EntryReading, type EntryVerifier } from '../../log/monitor/entry.js'
import { emptyTrust, parseTrust, type TrustJson } from '../../model/trust.js'
import { native } from '../../native/engine.js'
import { Threads } from '../../io/threads.js'

/** `workerData` of a thread. */
export interface MonitorThreadData {
  readonly trust: TrustJson | undefined
}

/** A bundle to verify. */
export interface MonitorTask {
  readonly bundle: EntryBundle
  readonly start: number
  readonly end: number
  /** Time for `Date.parse`. */
  readonly now: string
}

/** Hashes and readings of a bundle; readings as JSON, since text passes between threads faster than objects. */
export interface HashedReadings {
  readonly hashes: Uint8Array<ArrayBuffer>
  readonly readings: string
}

/** A verifier on several threads. */
export interface ThreadedVerifier extends EntryVerifier {
  close(): Promise<void>
}

/** Bundles verified before threads are used: starting them takes longer. */
const alone = 4

/**
 * Creates a verifier that starts threads once there is enough to do.
 *
 * @param trust - a valid trust file.
 * @param now - called for every bundle.
 */
export function createThreads(trust: TrustJson | undefined, now: () => Date): ThreadedVerifier {
  const root = trust === undefined ? emptyTrust : parseTrust(trust)
  const data: MonitorThreadData = { trust }
  const threads = new Threads<MonitorTask, HashedReadings>(
    new URL('./monitor-thread.js', import.meta.url),
    data,
  )
  let bundles = 0

  return {
    width: threads.width,

    async verify(bundle, start, end) {
      bundles += 1
      if (bundles <= alone) {
        return verifyEntries(bundle, start, end, { trust: root, engine: native, now: now() })
      }
      // Copied: transferring a view would transfer its whole buffer.
      const bytes = bundle.bytes.slice()
      const task = { bundle: { ...bundle, bytes }, start, end, now: now().toISOString() }
      const { hashes, readings } = await threads.ask(task, [bytes.buffer])
      return { hashes, readings: JSON.parse(readings) as readonly EntryReading[] }
    },

    close: async () => threads.close(),
  }
}
