/**
 * A monitor as tests run it: everything real but the clock.
 *
 * @packageDocumentation
 */
import { emptyTrust, parseTrust, type TrustRoot } from '../../src/model/trust.js'
import type { Claim, Subject } from '../../src/model/report.js'
import { openLogSource, type LogSource } from '../../src/log/read/log-source.js'
import { createEntryVerifier } from '../../src/log/monitor/entry.js'
import { openState } from '../../src/log/monitor/file.js'
import { runMonitor, type RunOptions } from '../../src/log/monitor/monitor.js'
import { createReport, decideExitCode, decideSubject } from '../../src/verify/verdict.js'
import { createTrust, type Signer } from '../protocol/factory.js'
import { createCachingEngine } from '../protocol/judge.js'
import { operator, type TestLog } from './make-log.js'

export const engine = createCachingEngine()

export const later = new Date('2026-06-01T12:00:00Z')

/** Believes these operators, and the keys of these logs. */
export function trustIn(operators: readonly Signer[], logs: readonly TestLog[]): TrustRoot {
  const root = parseTrust(createTrust(operators, [], []))
  return { ...root, logs: logs.map(({ origin, key }) => ({ origin, key })) }
}

export interface Watched {
  readonly subjects: readonly Subject[]
  readonly exitCode: number
  /** The claims of the first log, by their id. */
  readonly claims: Readonly<Record<string, Claim>>
}

export interface WatchOptions extends Partial<Omit<RunOptions, 'sources' | 'file'>> {
  readonly state: string
  readonly log: TestLog
}

/** One run of a monitor over a log's places. */
export async function watch(
  places: readonly (string | LogSource)[],
  { state, log, ...options }: WatchOptions,
): Promise<Watched> {
  const trust = options.trust ?? trustIn([operator], [log])
  const now = options.now ?? later
  const file = await openState(state, engine)
  try {
    const examinations = await runMonitor({
      sources: places.map(place => (typeof place === 'string' ? openLogSource(place) : place)),
      others: [],
      file,
      logs: trust.logs,
      trust,
      engine,
      verifier: createEntryVerifier({ trust, engine, now }),
      now,
      grace: { seal: 3600, draw: 86_400 },
      patience: 86_400,
      proofs: state,
      ...options,
    })
    const subjects = examinations.map(examination => decideSubject(examination))
    const [first] = subjects
    return {
      subjects,
      exitCode: first === undefined ? 3 : createReport(subjects).exit_code,
      claims: Object.fromEntries(first?.claims.map(claim => [claim.id, claim]) ?? []),
    }
  } finally {
    file.close()
  }
}

/** Status and code of every claim. */
export function codesOf({ claims }: Watched): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(claims).map(({ id, status, code }) => [id, `${status} ${code}`]))
}

export { decideExitCode, emptyTrust }
