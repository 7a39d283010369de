/**
 * What a rule is, how it ends on one answer, and how several endings are decided.
 *
 * @packageDocumentation
 */
import type { DrawauditError } from '../errors.js'
import type { ClaimCode } from '../model/report.js'
import type { Answered, Seen } from './answer.js'
import type { ProbeName } from './probe-names.js'

/** `must`: broken, it is refuted. `should`: broken, it is a finding. `open`: reported, never broken. */
export type Severity = 'must' | 'should' | 'open'

/** How a rule ends on one answer. */
export type Ending =
  | { readonly is: 'kept'; /** Of an open rule: what the service does. */ readonly says?: string }
  | { readonly is: 'broken'; readonly expected: string; readonly found: string }
  /** The answer does not show it; another one may. */
  | { readonly is: 'undecided'; readonly code: ClaimCode; readonly because: string }
  /** There is nothing that the rule is about. */
  | { readonly is: 'absent'; readonly because: string }

/** What a rule is judged on beside the answers. */
export interface Setting {
  readonly baseUrl: string
  /** As it was asked for, in lower case. */
  readonly raffle: string
  readonly vendorType: string
}

export interface AboutRule {
  /** Stable: `AUD-06`. */
  readonly id: string
  /** The number of a section of docs/INTERFACE.md, which has the line that the rule comes from. */
  readonly section: string
  readonly severity: Severity
  /** What is required, in a short sentence: lower case, no full stop. */
  readonly requires: string
  /** What is sent. */
  readonly sends: string
}

/** A rule that is judged on single answers. */
export interface AnswerRule extends AboutRule {
  /** Each is judged by itself: the probe whose answer is judged, then others that it takes. */
  readonly on: readonly (readonly ProbeName[])[]
  /** Judged on the answer to each generated request as well. */
  readonly generated?: true
  /** Judged on each answer with status 429 as well. */
  readonly limited?: true
  /** @param main - the answer to the first of the probes. */
  readonly judge: (main: Answered, seen: Seen, setting: Setting) => Ending
}

/** Many requests that try the rate limit, and what came of them. */
export interface Burst {
  /** How many of this run's requests, in the minute before the first 429, were answered otherwise. */
  readonly answered: number
  /** The answers with 429. */
  readonly limited: readonly Answered[]
  /** The first answer after the time that Retry-After gave. */
  readonly after?: Answered
  /** The names, in lower case, of the header fields that any answer of this run had. */
  readonly fields: ReadonlySet<string>
  /** Why not all requests were answered by the service. */
  readonly fault?: DrawauditError
}

/** A rule that is judged only with `--probe-rate-limit`. */
export interface BurstRule extends AboutRule {
  readonly judgeBurst: (burst: Burst) => Ending
}

export type Rule = AnswerRule | BurstRule

export const kept: Ending = { is: 'kept' }

export function broken(expected: string, found: string): Ending {
  return { is: 'broken', expected, found }
}

export function absent(because: string): Ending {
  return { is: 'absent', because }
}

export function undecided(because: string, code: ClaimCode = 'rule-undecided'): Ending {
  return { is: 'undecided', because, code }
}

/** Broken only when the condition does not hold. */
export function require(holds: boolean, expected: string, found: string): Ending {
  return holds ? kept : broken(expected, found)
}

/** What was done where the specification leaves it open. */
export function does(says: string): Ending {
  return { is: 'kept', says }
}

/** A rule is called broken when so many answers in a row break it: one may have been spoilt on its way. */
export const confirmations = 5

/** More than one answer was judged: kept in some and broken in others. */
export interface Unsteady {
  readonly is: 'unsteady'
  readonly expected: string
  readonly found: string
  readonly times: number
  readonly of: number
}

export type Decision = Ending | Unsteady

/** Decides on all endings of one question, in the order of the answers. */
export function decide(endings: readonly Ending[], needed = confirmations): Decision {
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

/** Of several decisions the one that counts: the worst. */
const byWeight = ['broken', 'unsteady', 'undecided', 'kept', 'absent'] as const

/** A decision with the answer that it was made on, of all the alternatives of one rule. */
export function worst<T extends { readonly decision: Decision }>(judged: readonly T[]): T | undefined {
  return byWeight.flatMap(is => judged.filter(({ decision }) => decision.is === is))[0]
}
