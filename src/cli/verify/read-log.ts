/**
 * `--log`: the entries of an operator's log, read for one bundle.
 *
 * @packageDocumentation
 */
import { parseCheckpoint } from '../../core/checkpoint.js'
import type { Engine } from '../../core/engine.js'
import { parseNote } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import type { Bundle } from '../../model/bundle.js'
import type { TrustRoot } from '../../model/trust.js'
import { LogEntryCheck, type LogSummary } from '../../verify/bundle/log-entries.js'
import { valueOption } from '../shared/options.js'
import type { Progress } from '../shared/terminal.js'

export const logOption = {
  ...valueOption,
  describe:
    'The operator’s log: a folder (drawaudit log export), or its URL; shows that there was no second draw',
}

/** How the log is read. */
export interface LogReading {
  /** A folder, or a URL. */
  readonly place: string
  readonly trust: TrustRoot
  readonly engine: Engine
  readonly allowPrivate: boolean
  readonly progress: Progress
}

/**
 * Reads a log from its first entry to its last, for a bundle.
 *
 * @throws DrawauditError `url-invalid`, `file-…` or `remote-…` where there is no log.
 */
export async function readLog(bundle: Bundle, reading: LogReading): Promise<LogSummary> {
  const { place, trust, engine, allowPrivate, progress } = reading
  // Most calls read no log, and what asks the network takes memory.
  const { isLogUrl, openLogSource } = await import('../../log/read/log-source.js')
  const { openClient } = await import('../shared/remote.js')
  const client = isLogUrl(place)
    ? openClient({ header: undefined, 'ca-file': undefined, timeout: '20', 'allow-private': allowPrivate })
    : undefined
  const source = openLogSource(place, client && { client })
  try {
    const checkpoint = await source.readCheckpoint()
    const check = new LogEntryCheck({ bundle, trust, checkpoint, engine })
    try {
      const { size } = parseCheckpoint(parseNote(checkpoint).text)
      let read = 0
      for await (const entry of source.readEntries(0, size)) {
        check.add(entry)
        read += 1
        if (read % 1000 === 0) progress.show(`reading the log: ${Math.floor((100 * read) / size)} %`)
      }
    } catch (error) {
      // What is there is a log that is broken, which is for the report to say.
      if (!(error instanceof DrawauditError) || !damages.includes(error.code)) throw error
      return check.end(`${error.message}${error.where.file === undefined ? '' : `, ${error.where.file}`}`)
    }
    return check.end()
  } finally {
    source.close()
    client?.close()
  }
}

const damages: readonly string[] = ['note-invalid', 'checkpoint-invalid', 'tile-invalid', 'file-missing']
