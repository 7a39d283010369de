/**
 * The entries of an operator's log, read once for any number of bundles.
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

/** How entries are read. */
export interface EntriesReading {
  readonly trust: TrustRoot
  readonly engine: Engine
  readonly progress: Progress
  readonly signal?: AbortSignal
}

/**
 * Reads a log from its first entry to its last.
 *
 * @returns what it shows of each bundle, in their order; also where the log is damaged, which is for reports to say.
 * @throws DrawauditError `file-…` or `remote-…` where there is no log; the reason of the signal.
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
    // What is there is a log that is broken, which is for the report to say.
    if (!(error instanceof DrawauditError) || !damages.includes(error.code)) throw error
    const fault = `${error.message}${error.where.file === undefined ? '' : `, ${error.where.file}`}`
    return checks.map(check => check.end(fault))
  }
  return checks.map(check => check.end())
}

const damages: readonly string[] = ['note-invalid', 'checkpoint-invalid', 'tile-invalid', 'file-missing']
