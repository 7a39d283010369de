/**
 * The search: digests first, since each explained one shows what the organiser hashed; then results.
 *
 * @packageDocumentation
 */
import type { Engine } from '../../core/engine.js'
import { Bound, type SearchLimits, type SearchRun } from './bound.js'
import { withCounts } from '../values/counts.js'
import { withXors } from '../values/xors.js'
import { findDerived, type Derived } from './derived.js'
import { isEnough } from './evidence.js'
import { withChained } from './chained.js'
import { DigestTargets, type ExplainedDigest } from './explain-digests.js'
import { ResultTargets } from './explain-results.js'
import { referencesOf, searchedHashes } from '../formulas/formula.js'
import { ingredientsOf, type Ingredient } from '../formulas/ingredients.js'
import { madeOf } from '../formulas/made.js'
import { makeScopes } from '../values/make-scopes.js'
import { levels, withLengths, type MessagePlan } from './plans.js'
import { isCalledSeed } from '../values/names.js'
import type { SearchedValues } from '../values/published.js'
import { searchColumns, searchRanking, type RankedResult } from './rank.js'
import type { ResultFit } from './result-fit.js'
import type { Case, Scope, Variable } from '../values/scope.js'
import { tryChains } from './hash-chains.js'
import { tryPlan, type DigestObserver } from './try-plan.js'

/** Limits, tools and results of the search. */
export interface SearchOptions extends SearchLimits {
  readonly engine: Engine
  /** Names of results: a value, or `table.column`. */
  readonly results: readonly string[]
}

/** Findings in one scope. */
export interface ScopeFindings {
  readonly scope: Scope
  /** Digests, and values derived without a hash, explained by more than chance. */
  readonly digests: readonly ExplainedDigest[]
  readonly derived: readonly Derived[]
  /** Digests with a formula that may fit by chance. */
  readonly possibleDigests: readonly ExplainedDigest[]
  readonly possibleDerived: readonly Derived[]
  /** Digests that are neither explained nor used. */
  readonly unexplained: readonly Variable[]
  /** The formula of results; `splitResults` tells which are more than chance. */
  readonly fit?: ResultFit
  /** Number of candidates for the results that fitted. */
  readonly fits: number
  /** Results without a fit. */
  readonly open: readonly Variable[]
}

/** Findings and cost of a search. */
export interface SearchFindings {
  readonly scopes: readonly ScopeFindings[]
  /** Number of candidates. */
  readonly tried: number
  readonly milliseconds: number
  readonly end: 'settled' | 'most' | 'time' | 'everything tried'
}

/** A scope during the search. */
interface ScopeSearch {
  readonly scope: Scope
  readonly ingredients: readonly Ingredient[]
  readonly digests: DigestTargets
  readonly results: ResultTargets
  readonly derived: readonly Derived[]
}

/** Max levels of unpublished hashes that are tried if nothing but chance can result. */
const levelsForChance = 2

/** Searches for the formulas of digests and results of published draws. */
export function search(published: SearchedValues, options: SearchOptions): SearchFindings {
  const { engine, results } = options
  const bound = new Bound(options)
  const run: SearchRun = { engine, bound, guesses: { count: 0 } }
  const parts = withChained(makeScopes(published, results), engine).map(({ scope, chained }) => {
    const part = createPart(withXors(withCounts(scope)), run)
    for (const { target, formula, evidence } of chained) part.digests.keep(target, formula, evidence)
    return part
  })
  if (tryAllLists(parts)) {
    // Chains are slow, and most digests are explained earlier.
    tryDigests(parts, 0, run)
    for (const { digests } of parts) digests.tryTrees()
    for (const { scope, digests } of parts) tryChains(scope, digests, run)
    tryLevels(parts, published, run)
  }
  for (const part of parts) tryResults(part, parts, published, run)
  return {
    scopes: parts.map(part => describePart(part, parts)),
    tried: bound.tried,
    milliseconds: bound.milliseconds,
    end: describeEnd(parts, bound),
  }
}

function createPart(scope: Scope, run: SearchRun): ScopeSearch {
  const derived = findDerived(scope)
  const known = new Set(derived.filter(isSure).map(({ result }) => result.reference))
  const results = scope.results.filter(({ reference }) => !known.has(reference))
  const values = ingredientsOf(scope)
  return {
    scope,
    ingredients: [...values, ...madeOf(scope, values, run.engine)],
    digests: new DigestTargets(scope, run, known),
    results: new ResultTargets(scope, results, run),
    derived,
  }
}

const isSure = ({ evidence }: Derived): boolean => isEnough(evidence)

/** Max levels in which a value called a seed may be explained as a hash. */
const levelsForSeeds = 2

/**
 * Level by level, until each digest is explained or used, and each result that can be explained beyond
 * chance.
 */
function tryLevels(parts: readonly ScopeSearch[], published: SearchedValues, run: SearchRun): void {
  for (const [index, level] of levels.entries()) {
    if (!tryDigests(parts, index, run)) return
    for (const part of parts) {
      const { results } = part
      if (!results.canBeEnough) continue
      if (index === 0) tryRanking(byColumns, part, parts, published, run)
      // Results may follow from what is explained by now.
      results.tryKnown(explainedIn(parts), 'explained')
      if (index === 0 && !results.isOver) results.tryKnown(explainedIn(parts), 'others')
      if (index === 0 && !results.isOver) results.tryProcedures(explainedIn(parts), 'likely')
      if (index === 2 && !results.isOver) results.tryProcedures(explainedIn(parts), 'others')
      if (index === 1 && !results.isOver) tryRanking(byHashes, part, parts, published, run)
      if (!results.isOver) tryUnpublished(part, parts[0], level, run)
      if (run.bound.isReached) return
    }
    const isOpen = ({ results }: ScopeSearch): boolean => results.canBeEnough && !results.isOver
    if (parts.every(part => unexplained(part, parts).length === 0) && !parts.some(isOpen)) return
  }
}

/** @returns false once the limit is reached. */
function tryDigests(parts: readonly ScopeSearch[], index: number, run: SearchRun): boolean {
  for (const plan of levels[index] ?? []) {
    for (const part of parts) {
      const open = unexplained(part, parts)
      const isDue = index < levelsForSeeds || open.some(({ reference }) => !isCalledSeed(reference))
      if (open.length === 0 || !isDue) continue
      for (const due of withLengths(plan, part.digests.lengths)) {
        if (!tryOn(part, due, run, part.digests.observe)) return false
      }
    }
  }
  return true
}

/** SHA-256 first. */
function tryAllLists(parts: readonly ScopeSearch[]): boolean {
  const others = searchedHashes.filter(name => name !== 'sha256')
  return [['sha256'] as const, others].every(algorithms =>
    parts.every(({ digests }) => digests.tryLists(algorithms)),
  )
}

/** @returns false once the limit is reached. */
function tryOn(
  { scope, ingredients }: ScopeSearch,
  plan: MessagePlan,
  run: SearchRun,
  observe: DigestObserver,
): boolean {
  const [at] = scope.cases
  return at === undefined || tryPlan(plan, { ingredients, at }, run, observe)
}

function explainedIn(parts: readonly ScopeSearch[]): readonly ExplainedDigest[] {
  return parts.flatMap(({ digests }) => digests.explained)
}

/** Digests that are neither explained nor used; seeds are no hashes. */
function unexplained({ digests }: ScopeSearch, parts: readonly ScopeSearch[]): readonly Variable[] {
  const waiting = digests.waiting
  if (waiting.length === 0) return waiting
  const used = new Set(explainedIn(parts).flatMap(({ formula }) => referencesOf(formula)))
  return waiting.filter(({ reference }) => !used.has(reference))
}

/**
 * Finally, results that only chance can explain: from explained digests, from other values, and from any
 * hash.
 */
function tryResults(
  part: ScopeSearch,
  parts: readonly ScopeSearch[],
  published: SearchedValues,
  run: SearchRun,
): void {
  const { results } = part
  const isChance = !results.canBeEnough
  results.tryKnown(explainedIn(parts), 'explained')
  if (!results.isOver) results.tryKnown(explainedIn(parts), 'others')
  if (!isChance) return
  if (!results.isOver) tryRanking(byHashes, part, parts, published, run)
  for (const level of levels.slice(0, levelsForChance)) {
    if (!results.isOver) tryUnpublished(part, parts[0], level, run)
  }
}

/** Ways of ranking entries by which a result may be the first. */
type RankBy = (draw: ScopeSearch, ranked: RankedResult, run: SearchRun) => ResultFit | undefined

/** By a published column. */
const byColumns: RankBy = ({ scope }, ranked, run) => searchColumns(scope, ranked, run)

/** By an unpublished hash of each entry. */
const byHashes: RankBy = ({ scope, ingredients }, ranked, run) =>
  searchRanking(scope, ranked, ingredients, run)

/** Winners by a value of each entry; a ranking belongs to the draw, even with several winners. */
function tryRanking(
  rankBy: RankBy,
  { scope, results }: ScopeSearch,
  [draw]: readonly ScopeSearch[],
  published: SearchedValues,
  run: SearchRun,
): void {
  if (draw === undefined || scope.kind === 'row') return
  for (const result of scope.results) {
    const winnersOf = (at: Case): readonly string[] => {
      const value = published.draws[at.draw]?.[result.reference]
      return value === undefined ? [] : [value].flat().map(String)
    }
    const fit = rankBy(draw, { result, isWhole: scope.kind === 'turn', winnersOf }, run)
    if (fit !== undefined && (results.fit === undefined || isEnough(fit.evidence))) results.fit = fit
    if (results.isSettled) return
  }
}

/**
 * Unpublished hashes. If only chance is possible, one of them fits by chance, so the first fit ends the
 * search.
 */
function tryUnpublished(
  part: ScopeSearch,
  draw: ScopeSearch | undefined,
  level: readonly MessagePlan[],
  run: SearchRun,
): void {
  const { scope, results } = part
  if (results.isEmpty) return
  const observe = results.observer()
  const observeShared = results.sharedObserver()
  for (const plan of level) {
    if (!tryOn(part, plan, run, observe) || results.isOver) return
    // One hash of the draw, of which each turn takes a part.
    if (scope.kind !== 'turn' || draw === undefined) continue
    if (!tryOn(draw, plan, run, observeShared)) return
    if (results.isSettled) return
  }
}

function describePart(part: ScopeSearch, parts: readonly ScopeSearch[]): ScopeFindings {
  const { scope, digests, results, derived } = part
  const { fit, fits } = results
  const fitted = new Set((fit?.results ?? []).map(({ result }) => result.reference))
  const covered = new Set([...fitted, ...derived.map(({ result }) => result.reference)])
  const { waiting, possible } = digests
  return {
    scope,
    digests: digests.explained,
    derived: derived.filter(isSure),
    possibleDigests: possible.filter(({ target }) => waiting.includes(target)),
    possibleDerived: derived.filter(one => !isSure(one) && !fitted.has(one.result.reference)),
    unexplained: unexplained(part, parts).filter(one => possible.every(({ target }) => target !== one)),
    ...(fit && { fit }),
    fits,
    open: scope.results.filter(({ reference }) => !covered.has(reference)),
  }
}

function describeEnd(parts: readonly ScopeSearch[], { isLate, isReached }: Bound): SearchFindings['end'] {
  if (isLate) return 'time'
  if (isReached) return 'most'
  const isSettled = parts.every(part => {
    const { fit, isEmpty } = part.results
    return unexplained(part, parts).length === 0 && (fit !== undefined || isEmpty)
  })
  return isSettled ? 'settled' : 'everything tried'
}
