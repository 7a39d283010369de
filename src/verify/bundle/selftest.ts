/**
 * Verifies known-good and known-bad bundles with this very code, so that its users can first see that it
 * tells them apart.
 *
 * @packageDocumentation
 */
import type { EnvelopeJson } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { decodeHex, encodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { parseBundle, parseEntryProof, type Bundle } from '../../model/bundle.js'
import { parseObservations } from '../../model/observation.js'
import { parseReceiptFile } from '../../model/receipt.js'
import type { Status, Subject, Verdict } from '../../model/report.js'
import { parseTrust, type TrustRoot } from '../../model/trust.js'
import type { CheckedTimestamp } from '../timestamps.js'
import { checks, receiptCheck, ticketCheck, type Check } from './checks/index.js'
import type { ReceiptGiven } from '../options.js'
import { readEntryList } from './entry-list.js'
import { findSought } from './gather-evidence.js'
import { LogEntryCheck, type LogSummary } from './log-entries.js'
import { verifyBundle } from './verify-bundle.js'

/** Evidence, and the expected result of its verification. Its other members are parsed as from files. */
export interface Scenario {
  /** `<bundle>`, or `<claim>/<what is wrong>`. */
  readonly name: string
  readonly description?: string
  /** For a known-good bundle the level; for a known-bad one the claim that detects it. */
  readonly expect: {
    readonly claim?: string
    readonly status?: Status
    readonly code?: string
    readonly level?: number
    readonly verdict?: Verdict
  }
  /** Current time of the verification. */
  readonly now: string
  readonly bundle: unknown
  readonly trust: unknown
  readonly record?: object
  /** Files of observations. */
  readonly observations?: readonly unknown[]
  /** Statements of the same raffle in other documents. */
  readonly companions?: readonly EnvelopeJson[]
  /** Content of the list file that the bundle names. */
  readonly list?: string
  /** Entries of the operator's log, and the checkpoint given with them. */
  readonly log?: { readonly checkpoint: string; readonly entries: readonly string[] }
  /** Time-stamp tokens beside the bundle, in base64. */
  readonly tokens?: readonly string[]
  /** Results of checking those and the bundle's tokens: asynchronous, so made by the caller. */
  readonly timestamps?: readonly CheckedTimestamp[]
  readonly options?: {
    readonly raffle?: string
    readonly ticket?: { readonly id: string; readonly proof?: unknown }
    /** `nonce` in hex. */
    readonly receipt?: { readonly envelope: unknown; readonly nonce?: string; readonly proof?: unknown }
    readonly acceptReplacements?: boolean
    readonly require?: readonly string[]
  }
}

/** Result of one scenario. */
export interface ScenarioResult {
  readonly name: string
  readonly description?: string
  readonly kind: 'good' | 'bad'
  readonly passed: boolean
  /** Expected and actual results, in words. */
  readonly expected: string
  readonly found: string
}

export interface SelfTestResult {
  /** Whether every scenario ended as expected, and every code occurred. */
  readonly passed: boolean
  /** Number of known-good and known-bad bundles verified. */
  readonly good: number
  readonly bad: number
  readonly failed: readonly ScenarioResult[]
  /** Number of codes listed in `checks` that occurred. */
  readonly codes: number
  /** Codes that did not occur: `<claim> <code>`. */
  readonly missing: readonly string[]
  /** Codes that occurred but are not listed. */
  readonly unlisted: readonly string[]
}

export interface SelfTestOptions {
  readonly engine: Engine
  /** Called after each scenario. */
  readonly onOutcome?: (outcome: ScenarioResult) => void
}

const listed: readonly Omit<Check, 'check'>[] = [...checks, ticketCheck, receiptCheck]

/**
 * Verifies each scenario, and tests whether every code of every claim of a bundle occurred at least once.
 *
 * @throws DrawauditError `internal` for a malformed scenario.
 */
export function runSelfTest(scenarios: Iterable<unknown>, options: SelfTestOptions): SelfTestResult {
  const fired = new Set<string>()
  const failed: ScenarioResult[] = []
  const counts = { good: 0, bad: 0 }
  for (const value of scenarios) {
    const scenario = parseScenario(value)
    const subject = verifyScenario(scenario, options.engine)
    const outcome = judge(scenario, subject)
    counts[outcome.kind] += 1
    if (!outcome.passed) failed.push(outcome)
    if (!(subject instanceof Error)) for (const { id, code } of subject.claims) fired.add(`${id} ${code}`)
    options.onOutcome?.(outcome)
  }
  const all = listed.flatMap(({ id, codes }) => codes.map(code => `${id} ${code}`))
  const missing = all.filter(one => !fired.has(one))
  const ids = listed.map(({ id }) => id)
  const unlisted = [...fired].filter(one => ids.includes(one.replace(/ .*/, '')) && !all.includes(one))
  return {
    passed: failed.length + missing.length + unlisted.length === 0,
    ...counts,
    failed,
    codes: all.length - missing.length,
    missing,
    unlisted,
  }
}

function parseScenario(value: unknown): Scenario {
  const { name, expect, now, bundle, trust } = Object(value) as Partial<Record<keyof Scenario, unknown>>
  const isWhole = typeof name === 'string' && typeof now === 'string' && typeof expect === 'object'
  if (isWhole && expect !== null && bundle !== undefined && trust !== undefined) return value as Scenario
  throw new DrawauditError('internal', 'a scenario of the self-test is damaged', {
    hint: 'reinstall drawaudit',
  })
}

/** The subject, or any exception: no bundle may make the verifier throw. */
function verifyScenario(scenario: Scenario, engine: Engine): Subject | Error {
  const { name, bundle, record, observations = [], companions, list, now, options = {} } = scenario
  const { ticket, receipt, ...asked } = options
  const given = receipt && readGiven(receipt)
  try {
    const trust = parseTrust(scenario.trust)
    const log = readLog(scenario, trust, engine)
    const { subjects } = verifyBundle(bundle, trust, {
      source: name,
      now: new Date(now),
      engine,
      ...asked,
      ...(record !== undefined && { record }),
      observations: observations.flatMap(parseObservations),
      ...(companions && { companions }),
      ...(list !== undefined && {
        list: readEntryList(() => [encodeUtf8(list)], { engine, ...findIn(given) }),
      }),
      ...(log && { log }),
      ...(scenario.timestamps && { timestamps: scenario.timestamps }),
      ...(ticket && {
        ticket: {
          id: ticket.id,
          ...(ticket.proof !== undefined && { proof: parseEntryProof(ticket.proof) }),
        },
      }),
      ...(given && { receipt: given }),
    })
    return subjects[0] ?? new Error('there is no report on it')
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Parses what a scenario gives for a receipt. */
export function readGiven({
  envelope,
  nonce,
  proof,
}: NonNullable<NonNullable<Scenario['options']>['receipt']>): ReceiptGiven {
  return {
    envelope: parseReceiptFile(envelope),
    ...(nonce !== undefined && { nonce: decodeHex(nonce) }),
    ...(proof !== undefined && { proof: parseEntryProof(proof) }),
  }
}

/** The id of a receipt's entry, to look for in a list. */
function findIn(receipt: ReceiptGiven | undefined): { readonly find?: string } {
  const find = receipt && findSought({ receipt })
  return find === undefined ? {} : { find }
}

function readLog({ bundle, log }: Scenario, trust: TrustRoot, engine: Engine): LogSummary | undefined {
  const parsed = log && tryParse(bundle)
  if (log === undefined || parsed === undefined) return undefined
  const { checkpoint, entries } = log
  const check = new LogEntryCheck({ bundle: parsed, trust, checkpoint, engine })
  for (const entry of entries) check.add(encodeUtf8(entry))
  return check.end()
}

function tryParse(bundle: unknown): Bundle | undefined {
  try {
    return parseBundle(bundle)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

function judge({ name, description, expect }: Scenario, subject: Subject | Error): ScenarioResult {
  const outcome = {
    name,
    ...(description !== undefined && { description }),
    kind: expect.claim === undefined ? 'good' : 'bad',
  } as const
  const expected = describe(expect)
  if (subject instanceof Error) {
    return { ...outcome, passed: false, expected, found: `an exception: ${subject.message}` }
  }
  const { claim: id, level, verdict } = expect
  const claim = subject.claims.find(one => one.id === id)
  const found = describe({
    ...(id !== undefined && { claim: id }),
    ...(claim && { status: claim.status, code: claim.code }),
    ...(level !== undefined && { level: subject.level ?? -1 }),
    ...(verdict !== undefined && { verdict: subject.verdict }),
  })
  // Without an expectation anything would pass.
  return { ...outcome, passed: found === expected && (id ?? level) !== undefined, expected, found }
}

function describe({ claim, status, code, level, verdict }: Scenario['expect']): string {
  return [
    ...(claim === undefined
      ? []
      : [`${claim} ${status ?? 'is not there'}${code === undefined ? '' : ` (${code})`}`]),
    ...(level === undefined ? [] : [level < 0 ? 'no level' : `level ${level}`]),
    ...(verdict === undefined ? [] : [verdict]),
  ].join(', ')
}
