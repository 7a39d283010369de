/**
 * Rules, their results on single answers, and decisions from several results.
 *
 * @packageDocumentation
 */
import type { DrawauditError } from '../errors.js'
import type { ClaimCode } from '../model/report.js'
import type { Answered, AnswersByProbe } from './answer.js'
import type { ProbeName } from './probe-names.js'

/** `must`: breaking it refutes. `should`: breaking it is a finding. `open`: reported, never broken. */
export type Severity = 'must' | 'should' | 'open'

/** The result of a rule on one answer. */
export type RuleResult =
  | { readonly is: 'kept'; /** Of an open rule: what the service does. */ readonly says?: string }
  | { readonly is: 'broken'; readonly expected: string; readonly found: string }
  /** Not shown by this answer, but perhaps by another. */
  | { readonly is: 'undecided'; readonly code: ClaimCode; readonly because: string }
  /** The rule does not apply. */
  | { readonly is: 'absent'; readonly because: string }

/** What a rule needs beside the answers. */
export interface RuleContext {
  readonly baseUrl: string
  /** As requested, in lower case. */
  readonly raffle: string
  readonly vendorType: string
}

export interface AboutRule {
  /** Stable: `AUD-06`. */
  readonly id: string
  /** Section of docs/INTERFACE.md that contains the rule's line. */
  readonly section: string
  readonly severity: Severity
  /** The requirement in a short sentence: lower case, no full stop. */
  readonly requires: string
  /** The requests sent. */
  readonly sends: string
}

/** A rule judged on single answers. */
export interface AnswerRule extends AboutRule {
  /** Alternatives, each judged separately: the judged probe, then others that it needs. */
  readonly on: readonly (readonly ProbeName[])[]
  /** Also judged on the answer to each generated request. */
  readonly generated?: true
  /** Also judged on each answer with status 429. */
  readonly limited?: true
  /** @param main - the answer to the first probe. */
  readonly judge: (main: Answered, seen: AnswersByProbe, setting: RuleContext) => RuleResult
}

/** Many requests that test the rate limit, and their results. */
export interface Burst {
  /** Requests of this run in the minute before the first 429 that had another status. */
  readonly answered: number
  /** The answers with 429. */
  readonly limited: readonly Answered[]
  /** The first answer after the time in Retry-After. */
  readonly after?: Answered
  /** Lower-case names of all header fields seen in this run. */
  readonly fields: ReadonlySet<string>
  /** Why the service did not answer all requests. */
  readonly fault?: DrawauditError
}

/** A rule judged only with `--probe-rate-limit`. */
export interface BurstRule extends AboutRule {
  readonly judgeBurst: (burst: Burst) => RuleResult
}

export type Rule = AnswerRule | BurstRule

export const kept: RuleResult = { is: 'kept' }

export function broken(expected: string, found: string): RuleResult {
  return { is: 'broken', expected, found }
}

export function absent(because: string): RuleResult {
  return { is: 'absent', because }
}

export function undecided(because: string, code: ClaimCode = 'rule-undecided'): RuleResult {
  return { is: 'undecided', because, code }
}

/** Broken unless the condition holds. */
export function require(holds: boolean, expected: string, found: string): RuleResult {
  return holds ? kept : broken(expected, found)
}

/** An observation where the specification leaves a choice. */
export function does(says: string): RuleResult {
  return { is: 'kept', says }
}

/** Number of consecutive answers that must break a rule: a single one may be damaged in transit. */
export const confirmations = 5

/** Several answers were judged: some kept the rule, others broke it. */
export interface Unsteady {
  readonly is: 'unsteady'
  readonly expected: string
  readonly found: string
  readonly times: number
  readonly of: number
}

export type Decision = RuleResult | Unsteady

/** Decides on all results of a question, in answer order. */
export function decide(endings: readonly RuleResult[], needed = confirmations): Decision {
  const last = endings.at(-1) ?? absent('nothing was asked')
  const wrong = endings.filter(ending => ending.is === 'broken')
  const [first] = wrong
  if (first === undefined) {
    return endings.find(({ is }) => is === 'kept') ?? endings.find(({ is }) => is === 'absent') ?? last
  }
  const steady = endings.every(({ is }) => is === 'broken' || is === 'undecided')
  if (steady && wrong.length >= needed) return first
  return { ...first, is: 'unsteady', times: wrong.length, of: endings.length }
}

/** Decisions by precedence, worst first. */
const byWeight = ['broken', 'unsteady', 'undecided', 'kept', 'absent'] as const

/** The worst decision of a rule's alternatives, with its answer. */
export function worst<T extends { readonly decision: Decision }>(judged: readonly T[]): T | undefined {
  return byWeight.flatMap(is => judged.filter(({ decision }) => decision.is === is))[0]
}
