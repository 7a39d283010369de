/**
 * Reads the operator's log, from the service or from the reader's files, for what it shows about a bundle.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import { decodeEntries } from '../core/tiles.js'
import { DrawauditError } from '../errors.js'
import type { Bundle } from '../model/bundle.js'
import type { TrustRoot } from '../model/trust.js'
import { LogEntryCheck, type LogSummary } from '../verify/bundle/log-entries.js'
import type { LogRequest } from './messages.js'

/** Reads a log from its first entry to its last. The claims report a damaged log. */
export function readLog(
  { checkpoint, entries }: LogRequest,
  { bundle, trust, engine }: { readonly bundle: Bundle; readonly trust: TrustRoot; readonly engine: Engine },
): LogSummary {
  const check = new LogEntryCheck({ bundle, trust, checkpoint, engine })
  try {
    for (const piece of entries) {
      const bytes = new Uint8Array(piece)
      for (const entry of decodeEntries(bytes, countEntries(bytes))) check.add(entry)
    }
    return check.end()
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return check.end(error.message)
  }
}

/** Counts entries by their length prefixes. Whether the number matches the checkpoint is checked later. */
export function countEntries(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.length; count += 1) at += 2 + ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0)
  return count
}

/** Type of a log reader: `readLog`, or a program loaded when there is a log. */
export type PageLogReader = typeof readLog
