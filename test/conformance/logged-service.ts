/**
 * A service that has a raffle, its bundle, and the log that all its statements are in.
 *
 * @packageDocumentation
 */
import type { Evidence } from '../protocol/factory.js'
import { logged } from '../protocol/scenarios/logged.js'
import { tilesOf } from '../protocol/tiles.js'
import { startService, type Service, type ServiceOptions } from './service.js'
import { refuse, type Outcome } from './switches.js'

/** Of level 5 for whoever reads the log. */
export const plain = logged(() => undefined)

export const absent = refuse(404, 'NOT_FOUND', 'there is no such file')

export const filesOf = ({ log }: Evidence): Map<string, Uint8Array> => tilesOf(log!.checkpoint, log!.entries)

/** Answers of a log that has these files. */
export const serveFiles =
  (files: ReadonlyMap<string, Uint8Array>) =>
  (path: string): Outcome => {
    const content = files.get(path)
    return content === undefined ? absent : { status: 200, headers: {}, content }
  }

export interface LoggedOptions {
  readonly evidence?: Evidence
  /** Members in place of those of the bundle. */
  readonly bundle?: object
  readonly answers?: ServiceOptions['log']
  readonly list?: ServiceOptions['list']
}

/** Starts it on a free port of loopback; it is never waited for. */
export async function startLogged(
  test: Parameters<typeof startService>[0],
  { evidence = plain, bundle = {}, answers = serveFiles(filesOf(evidence)), list }: LoggedOptions = {},
): Promise<Service> {
  const record = evidence.record as object
  const { raffle_id } = record as { readonly raffle_id: string }
  const counts = { total_entries: 5, paid_entries: 5, free_entries: 0, max_entries: 5 }
  return startService(test, {
    record,
    statistics: { raffle_id, ...counts, updated_at: '2023-08-01T00:00:00+00:00' },
    enforced: false,
    bundle: () => ({ status: 200, headers: {}, content: { ...evidence.bundle, ...bundle } }),
    log: answers,
    ...(list && { list }),
  })
}
