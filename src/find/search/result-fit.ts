/**
 * The formula of results, and its evidence.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import { isEnough, type SearchEvidence } from './evidence.js'
import type { Variable } from '../values/scope.js'

/** A number, and the results that follow from it. */
export interface ResultFit {
  /** How the number is made, and brought into range. */
  readonly says: string
  /** The place, an integer from 0, if all results follow from one place. */
  readonly place?: Expression
  readonly results: readonly FittedResult[]
  readonly evidence: SearchEvidence
  /** What these draws, and nearly all others, do not decide. */
  readonly undecided?: string
  /** How another rule with the same results here differs; no rule is found until draws tell them apart. */
  readonly alternative?: string
}

/** A result that follows from a fit's number. */
export interface FittedResult {
  readonly result: Variable
  readonly says: string
  /** The result, in terms of `$place` if the fit has a place. */
  readonly expression: Expression
  /** For winners removed from a list one by one: all results, where `place` is an index among those left. */
  readonly drawn?: (count: Expression, place: Expression) => Expression
  /** The expression is a list that begins with the results of all turns. */
  readonly isWhole?: true
  /** Evidence of this result's relation; the number has its own in the fit. */
  readonly evidence: SearchEvidence
}

/** Separates `sure` results, whose number and relation are both more than chance. Only these get claims. */
export function splitResults(fit: ResultFit | undefined): {
  readonly sure: readonly FittedResult[]
  readonly possible: readonly FittedResult[]
} {
  if (fit === undefined) return { sure: [], possible: [] }
  const isSure = ({ evidence }: FittedResult): boolean => isEnough(fit.evidence) && isEnough(evidence)
  return {
    sure: fit.results.filter(isSure),
    possible: fit.results.filter(result => !isSure(result)),
  }
}

/** Describes how a result follows from its place or number, and how that was made. */
export function describeResult(fit: ResultFit, { says }: FittedResult): string {
  if (fit.place === undefined) return `${says}: ${fit.says}`
  return `${says}; that ${says.includes('that place') ? 'place' : 'number'} is ${fit.says}`
}
