/**
 * What results were found to follow from, and how sure that is.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import { isEnough, type SearchEvidence } from './evidence.js'
import type { Variable } from '../values/scope.js'

/** One number, and the results that follow from it. */
export interface ResultFit {
  /** What the number is made of, and how it is brought into range. */
  readonly says: string
  /** The place, from 0, as an integer, where one place is what all results follow from. */
  readonly place?: Expression
  readonly results: readonly FittedResult[]
  readonly evidence: SearchEvidence
  /** What these draws do not decide, and hardly any draw would. */
  readonly undecided?: string
  /** What another rule does otherwise that gives the same results here: the rule is not found until draws tell them apart. */
  readonly alternative?: string
}

/** A result that follows from the number of a fit. */
export interface FittedResult {
  readonly result: Variable
  readonly says: string
  /** The result, of `$place` where the fit has a place. */
  readonly expression: Expression
  /** All results, where winners are taken out of a list one after the other: `place` is an index among those left. */
  readonly drawn?: (count: Expression, place: Expression) => Expression
  /** The expression gives a list that begins with the results of all turns. */
  readonly isWhole?: true
  /** That this result follows so; what shows the number itself is the fit's. */
  readonly evidence: SearchEvidence
}

/** Claims are written about `sure` results only: neither the number nor what became of it is a chance there. */
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

/** How a result follows, in words: of its place or number, and how that was made. */
export function describeResult(fit: ResultFit, { says }: FittedResult): string {
  if (fit.place === undefined) return `${says}: ${fit.says}`
  return `${says}; that ${says.includes('that place') ? 'place' : 'number'} is ${fit.says}`
}
