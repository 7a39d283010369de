/**
 * `--log`: reads the entries of an operator's log for a bundle.
 *
 * @packageDocumentation
 */
import type { Bundle } from '../../model/bundle.js'
import type { LogSummary } from '../../verify/bundle/log-entries.js'
import { readLogEntries, type EntriesReading } from '../shared/log-entries.js'
import { valueOption } from '../shared/options.js'

export const logOption = {
  ...valueOption,
  describe:
    'The operator’s log: a folder (drawaudit log export), or its URL; shows that there was no second draw',
}

/** Options for reading the log. */
export interface LogReading extends EntriesReading {
  /** Folder or URL. */
  readonly place: string
  readonly allowPrivate: boolean
}

/**
 * Reads a log from first to last entry for a bundle.
 *
 * @throws DrawauditError `url-invalid`; `file-…` or `remote-…` if there is no log.
 */
export async function readBundleLog(bundle: Bundle, reading: LogReading): Promise<LogSummary | undefined> {
  const { place, allowPrivate } = reading
  // Loaded only when needed: network modules take memory.
  const { isLogUrl, openLogSource } = await import('../../log/read/log-source.js')
  const { openClient } = await import('../shared/remote.js')
  const client = isLogUrl(place)
    ? openClient({ header: undefined, 'ca-file': undefined, timeout: '20', 'allow-private': allowPrivate })
    : undefined
  const source = openLogSource(place, client && { client })
  try {
    const [summary] = await readLogEntries(source, [bundle], reading)
    return summary
  } finally {
    source.close()
    client?.close()
  }
}
