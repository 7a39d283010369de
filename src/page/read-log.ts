/**
 * The operator’s log, as a service serves it or a reader gives it: what it shows of a bundle.
 *
 * @packageDocumentation
 */
import { parseCheckpoint } from '../core/checkpoint.js'
import type { Engine } from '../core/engine.js'
import { parseNote } from '../core/note.js'
import { decodeEntries, tileWidth } from '../core/tiles.js'
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
    const { size } = parseCheckpoint(parseNote(checkpoint).text)
    for (const [at, bytes] of entries.entries()) {
      const count = Math.max(0, Math.min(tileWidth, size - at * tileWidth))
      for (const entry of decodeEntries(new Uint8Array(bytes), count)) check.add(entry)
    }
    return check.end()
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return check.end(error.message)
  }
}

/** What reads a log: `readLog`, or a program that is loaded where there is one. */
export type LogReader = typeof readLog
