/**
 * The operator’s log, as a service serves it or a reader gives it: what it shows of a bundle.
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

/** Reads a log from its first entry to its last. A damaged one is for the claims to say. */
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

/** By their lengths: whatever there is, is read. That there are as many as the head says is among what is checked. */
export function countEntries(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.length; count += 1) at += 2 + ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0)
  return count
}

/** What reads a log: `readLog`, or a program that is loaded where there is one. */
export type PageLogReader = typeof readLog
