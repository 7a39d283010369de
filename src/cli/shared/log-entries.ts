/**
 * Reads the entries of an operator's log once for any number of bundles.
 *
 * @packageDocumentation
 */
import { parseCheckpoint } from '../../core/checkpoint.js'
import type { Engine } from '../../core/engine.js'
import { parseNote } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import type { LogSource } from '../../log/read/log-source.js'
import type { TrustRoot } from '../../model/trust.js'
import { LogEntryCheck, type LoggedBundle, type LogSummary } from '../../verify/bundle/log-entries.js'
import type { Progress } from './terminal.js'

/** Options for reading entries. */
export interface EntriesReading {
  readonly trust: TrustRoot
  readonly engine: Engine
  readonly progress: Progress
  readonly signal?: AbortSignal
}

/**
 * Reads a log from first to last entry.
 *
 * @returns the log evidence of each bundle, in order; also for a damaged log, which reports describe.
 * @throws DrawauditError `file-…` or `remote-…` if there is no log; the reason of the signal.
 */
export async function readLogEntries(
  source: LogSource,
  bundles: readonly LoggedBundle[],
  { trust, engine, progress, signal }: EntriesReading,
): Promise<readonly LogSummary[]> {
  const checkpoint = await source.readCheckpoint(signal)
  const checks = bundles.map(bundle => new LogEntryCheck({ bundle, trust, checkpoint, engine }))
  try {
    const { size } = parseCheckpoint(parseNote(checkpoint).text)
    let read = 0
    for await (const entry of source.readEntries(0, size, signal && { signal })) {
      for (const check of checks) check.add(entry)
      read += 1
      if (read % 1000 === 0) progress.show(`reading the log: ${Math.floor((100 * read) / size)} %`)
    }
  } catch (error) {
    // A damaged log is a finding for the report, not an error.
    if (!(error instanceof DrawauditError) || !damages.includes(error.code)) throw error
    const fault = `${error.message}${error.where.file === undefined ? '' : `, ${error.where.file}`}`
    return checks.map(check => check.end(fault))
  }
  return checks.map(check => check.end())
}

const damages: readonly string[] = ['note-invalid', 'checkpoint-invalid', 'tile-invalid', 'file-missing']
