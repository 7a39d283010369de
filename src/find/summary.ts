/**
 * Summarizes the result of a search for programs: what was explained and how surely, what was tried, what
 * would help.
 *
 * @packageDocumentation
 */
import type { Derived } from './search/derived.js'
import { drawsToDecide, expectedByChance, netBits, type SearchEvidence } from './search/evidence.js'
import type { ExplainedDigest } from './search/explain-digests.js'
import type { FoundRecipe, SearchOutcome } from './find-recipe.js'
import { describeDigest } from './formulas/formula.js'
import { isCalledHash, isCalledRandom } from './values/names.js'
import { describeResult, splitResults, type FittedResult, type ResultFit } from './search/result-fit.js'
import { resultName } from './values/scope.js'
import type { ScopeFindings } from './search/search.js'
import type { ValueShape } from './values/shape.js'

/** The content of `describeFound` for programs. */
export interface FoundSummary {
  readonly outcome: SearchOutcome
  readonly results: readonly string[]
  /** How results were recognized; `--result` overrides it. */
  readonly results_by: FoundRecipe['resultsBy']
  /** Explained by formulas in the recipe, each with at least 40 bits of evidence. */
  readonly explained: readonly ValueExplanation[]
  /** Formulas that fit, but are not in the recipe: they may fit by chance. */
  readonly possible: readonly Possibility[]
  /**
   * Differences between rules that all give these results; further draws must decide. One of the rules is in
   * the recipe.
   */
  readonly undecided: readonly string[]
  /** Results without a fitting formula. */
  readonly unexplained: readonly string[]
  /** Values that may be hashes, but are neither explained nor part of a formula. */
  readonly unmatched: readonly string[]
  readonly would_help: readonly string[]
  readonly draws: number
  readonly candidates: number
  readonly seconds: number
  readonly end: FoundRecipe['search']['end']
  readonly unwritten?: string
}

/** The formula of a value, and its bits of evidence. */
export interface ValueExplanation {
  readonly value: string
  readonly is: string
  readonly bits: number
}

/** A formula that may fit by chance. */
export interface Possibility extends ValueExplanation {
  /** Number of candidates tried before it fitted, and how many of them would fit by chance. */
  readonly tried: number
  readonly expected_by_chance: number
  /** Number of further draws of this size that would decide; absent if none would. */
  readonly more_draws?: number
}

/** Summarizes the result as JSON. */
export function summarizeFound(found: FoundRecipe): FoundSummary {
  const { outcome, results, resultsBy, search, published, unwritten } = found
  const { scopes } = search
  const draws = published.draws.length
  const searched = new Set(scopes.flatMap(({ scope }) => scope.results.map(one => resultName(scope, one))))
  return {
    outcome,
    results,
    results_by: resultsBy,
    explained: scopes.flatMap(explanationsOf),
    possible: scopes.flatMap(scope => possibilitiesOf(scope, draws)),
    undecided: scopes.flatMap(({ fit }) => fit?.alternative ?? []),
    unexplained: [
      ...scopes.flatMap(({ open }) => open.map(nameOf)),
      ...results.filter(name => !searched.has(name)),
    ],
    unmatched: unmatchedIn(found),
    would_help: findHelp(found),
    draws,
    candidates: search.tried,
    seconds: Math.round(search.milliseconds / 100) / 10,
    end: search.end,
    ...(unwritten !== undefined && { unwritten }),
  }
}

function explanationsOf({ digests, derived, fit }: ScopeFindings): readonly ValueExplanation[] {
  return [
    ...digests.map(explainDigest),
    ...derived.map(explainDerived),
    ...splitResults(fit).sure.map(result => explainResult(fit, result)),
  ]
}

function possibilitiesOf(
  { possibleDigests, possibleDerived, fit }: ScopeFindings,
  draws: number,
): readonly Possibility[] {
  return [
    ...possibleDigests.map(digest => mayBe(explainDigest(digest), digest.evidence, draws)),
    ...possibleDerived.map(derived => mayBe(explainDerived(derived), derived.evidence, draws)),
    ...splitResults(fit).possible.map(result =>
      mayBe(explainResult(fit, result), weaker(fit, result), draws),
    ),
  ]
}

function explainDigest({ target, formula, evidence }: ExplainedDigest): ValueExplanation {
  return explain(target, describeDigest(formula), evidence)
}

function explainDerived({ result, says, evidence }: Derived): ValueExplanation {
  return explain(result, says, evidence)
}

function explainResult(fit: ResultFit | undefined, fitted: FittedResult): ValueExplanation {
  const says = fit === undefined ? fitted.says : describeResult(fit, fitted)
  return explain(fitted.result, says, weaker(fit, fitted))
}

function explain(of: { readonly reference: string }, is: string, evidence: SearchEvidence): ValueExplanation {
  return { value: nameOf(of), is, bits: Math.max(0, Math.floor(10 * netBits(evidence)) / 10) }
}

/** A result is only as certain as its number and as its relation to that number. */
function weaker(fit: ResultFit | undefined, { evidence }: FittedResult): SearchEvidence {
  return fit !== undefined && netBits(fit.evidence) < netBits(evidence) ? fit.evidence : evidence
}

function mayBe(explanation: ValueExplanation, evidence: SearchEvidence, draws: number): Possibility {
  const more = drawsToDecide(evidence, draws)
  return {
    ...explanation,
    tried: evidence.tried,
    expected_by_chance: Number(expectedByChance(evidence).toPrecision(2)),
    ...(more !== undefined && { more_draws: more }),
  }
}

function unmatchedIn({ search }: FoundRecipe): readonly string[] {
  return search.scopes.flatMap(({ unexplained }) => unexplained.map(nameOf))
}

/** Unpublished values that would help the search. */
function findHelp(found: FoundRecipe): readonly string[] {
  const { search, published, outcome } = found
  if (outcome === 'found') return []
  const help = unmatchedIn(found)
    .filter(name => isCalledHash(name) || !isCalledRandom(name))
    .map(helpFor)
  const isOpen = ({ open, fit }: ScopeFindings): boolean =>
    open.length + splitResults(fit).possible.length > 0 || fit?.alternative !== undefined
  if (!search.scopes.some(isOpen)) return help
  const kinds = [...published.shapes.values()].map(({ kind }) => kind)
  const has = (...wanted: readonly ValueShape['kind'][]): boolean => kinds.some(kind => wanted.includes(kind))
  const hasDigest = search.scopes.some(({ digests }) =>
    digests.some(({ formula }) => formula.parts.length > 1 || formula.key !== undefined),
  )
  return [
    ...help,
    ...(has('hex', 'base64', 'beacon') ? [] : ['the seed, or the public randomness and its round']),
    ...(hasDigest ? [] : ['the hash, or other number, from which the result was computed']),
    ...(has('list', 'table') ? [] : ['the list of entries in its order, or how many there were']),
    'more draws of the same platform, in one JSON list',
  ]
}

function helpFor(name: string): string {
  if (/list|ticket|entr|snapshot|pool/.test(name))
    return `the list that ${name} may be the hash of, in its exact form`
  if (/seed|commit/.test(name)) return `the seed that ${name} may be the hash of`
  return `what ${name} may be the hash of`
}

function nameOf({ reference }: { readonly reference: string }): string {
  return reference.replace(/^row\./, '')
}
