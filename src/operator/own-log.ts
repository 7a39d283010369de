/**
 * The log of a store, as a verifier with all entries reads it.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import type { TrustRoot } from '../model/trust.js'
import type { LogReader } from '../store/log.js'
import { formatHead } from '../store/log-tree.js'
import { summarizeLog, type LoggedBundle, type LogSummary } from '../verify/bundle/log-entries.js'

/** Entries a page. */
const pageSize = 1000

/**
 * Reads the log for a bundle.
 *
 * @returns undefined for a store without a log, and before its first head.
 */
export async function readOwnLog(
  log: LogReader,
  bundle: LoggedBundle,
  trust: TrustRoot,
  engine: Engine,
): Promise<LogSummary | undefined> {
  const row = await log.readLog()
  const head = await log.readHead()
  if (row === undefined || head === undefined) return undefined
  const { size } = head
  async function* readEntries(): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < size; from += pageSize) {
      for (const { data } of await log.readLogEntries(from, Math.min(from + pageSize, size))) yield data
    }
  }
  return summarizeLog(readEntries(), { bundle, trust, checkpoint: formatHead(row.origin, head), engine })
}
