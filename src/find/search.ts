/**
 * The search: digests first, since each that is explained says what the organiser hashed; then results.
 *
 * @packageDocumentation
 */
import { hashAlgorithms, type Engine } from '../core/engine.js'
import { Bound, type SearchLimits } from './bound.js'
import { findDerived, withCounts, type Derived } from './derived.js'
import { Guesses, isEnough } from './evidence.js'
import { DigestTargets, type ExplainedDigest } from './explain-digests.js'
import { ResultTargets, type ResultFit } from './explain-results.js'
import { referencesOf } from './formula.js'
import { ingredientsOf, type Ingredient } from './forms.js'
import { levels } from './plans.js'
import type { PublishedValues } from './published.js'
import { searchRanking } from './rank.js'
import { drawScope, rowScopes, turnScope, type Case, type Scope, type Variable } from './scope.js'
import { tryPlan } from './try-plan.js'

export interface SearchOptions extends SearchLimits {
  readonly engine: Engine
  /** Names of results: a value, or `table.column`. */
  readonly results: readonly string[]
}

/** What was found in one scope. */
export interface ScopeFindings {
  readonly scope: Scope
  /** Digests, and numbers without any hash, by formulas that are no chance. */
  readonly digests: readonly ExplainedDigest[]
  readonly derived: readonly Derived[]
  /** The same where the formula fits, and may fit by chance. */
  readonly possibleDigests: readonly ExplainedDigest[]
  readonly possibleDerived: readonly Derived[]
  /** Digests that nothing explains, and that explain nothing themselves. */
  readonly unexplained: readonly Variable[]
  /** What results follow from; `splitResults` says which of them by more than chance. */
  readonly fit?: ResultFit
  /** How many of the candidates that were tried on the results fitted. */
  readonly fits: number
  /** Results that nothing fits. */
  readonly open: readonly Variable[]
}

export interface SearchFindings {
  readonly scopes: readonly ScopeFindings[]
  readonly tried: number
  readonly milliseconds: number
  readonly end: 'settled' | 'most' | 'time' | 'everything tried'
}

interface Part {
  readonly scope: Scope
  readonly ingredients: readonly Ingredient[]
  readonly digests: DigestTargets
  readonly results: ResultTargets
  readonly derived: readonly Derived[]
}

/** Digests that nothing explains take no more than this part of the bound when results wait for their turn. */
const shareOfDigests = 0.5

/** Where nothing but chance can come out, no more levels of hashes that nobody published are tried. */
const levelsForChance = 2

export function search(published: PublishedValues, options: SearchOptions): SearchFindings {
  const { engine, results } = options
  const bound = new Bound(options)
  const draw = drawScope(published, results)
  const turns = turnScope(published, draw, results)
  const scopes = [draw, ...rowScopes(draw, results), ...(turns ? [turns] : [])]
  const guesses = new Guesses()
  const parts = scopes.map(scope => createPart(withCounts(scope), engine, bound, guesses))
  const explained = (): readonly ExplainedDigest[] => parts.flatMap(({ digests }) => digests.explained)
  const waiting = parts.some(({ results: targets }) => targets.canBeEnough)
  tryDigests(parts, engine, bound, waiting ? shareOfDigests * options.most : Infinity, () => {
    for (const part of parts) if (part.results.canBeEnough) part.results.tryKnown(explained(), 'explained')
  })
  for (const part of parts) {
    part.results.tryKnown(explained(), 'explained')
    if (!part.results.isOver) part.results.tryKnown(explained(), 'others')
    if (!part.results.isOver) tryRanking(part, parts, published, engine, bound, guesses)
    if (!part.results.isOver) tryUnpublished(part, engine, bound)
  }
  const isSettled = parts.every(part => unexplained(part, parts).length === 0 && (part.results.fit !== undefined || part.results.goals.length === 0)) // prettier-ignore
  const end = bound.isLate ? 'time' : bound.isReached ? 'most' : isSettled ? 'settled' : 'everything tried'
  return {
    scopes: parts.map(part => describePart(part, unexplained(part, parts))),
    tried: bound.tried,
    milliseconds: bound.milliseconds,
    end,
  }
}

/** Digests that nothing explains, and that explain nothing themselves: a seed is no hash of anything. */
function unexplained({ digests }: Part, parts: readonly Part[]): readonly Variable[] {
  const waiting = digests.waiting
  if (waiting.length === 0) return waiting
  const used = new Set(
    parts.flatMap(part => part.digests.explained.flatMap(({ formula }) => referencesOf(formula))),
  )
  return waiting.filter(({ reference }) => !used.has(reference))
}

/** Level by level, until each digest is explained or used, or so many candidates were tried. */
function tryDigests(
  parts: readonly Part[],
  engine: Engine,
  bound: Bound,
  most: number,
  afterLevel: () => void,
): void {
  if (!tryAllLists(parts)) return
  for (const level of levels) {
    for (const plan of level) {
      for (const part of parts) {
        const { scope, ingredients, digests } = part
        const [lead] = scope.cases
        if (lead === undefined || unexplained(part, parts).length === 0) continue
        if (!tryPlan(plan, ingredients, lead, engine, bound, digests.observe) || bound.tried > most) return
      }
    }
    afterLevel()
    if (parts.every(part => unexplained(part, parts).length === 0)) return
  }
}

/** Winners by the hash of each entry, which belong to the draw, also where there are several. */
function tryRanking(
  { scope, results }: Part,
  [draw]: readonly Part[],
  published: PublishedValues,
  engine: Engine,
  bound: Bound,
  guesses: Guesses,
): void {
  if (draw === undefined || scope.kind === 'row') return
  for (const result of scope.results) {
    const winnersOf = (at: Case): readonly string[] => {
      const value = published.draws[at.draw]?.[result.reference]
      return value === undefined ? [] : [value].flat().map(String)
    }
    const fit = searchRanking(draw.scope, result, winnersOf, scope.kind === 'turn', draw.ingredients, engine, bound, guesses) // prettier-ignore
    if (fit !== undefined && (results.fit === undefined || isEnough(fit.evidence))) results.fit = fit
    if (results.isSettled) return
  }
}

/** Hashes that nobody published: by chance one of them fits, so where chance is all there is the first one ends it. */
function tryUnpublished({ scope, ingredients, results }: Part, engine: Engine, bound: Bound): void {
  const [lead] = scope.cases
  if (lead === undefined || results.goals.length === 0) return
  const isChance = !results.canBeEnough
  for (const level of isChance ? levels.slice(0, levelsForChance) : levels) {
    const observe = results.observer(isChance)
    for (const plan of level) {
      const isOn = tryPlan(plan, ingredients, lead, engine, bound, observe)
      if (!isOn || results.isOver) return
    }
  }
}

function createPart(scope: Scope, engine: Engine, bound: Bound, guesses: Guesses): Part {
  const derived = findDerived(scope)
  const known = new Set(derived.filter(isSure).map(({ result }) => result.reference))
  const results = scope.results.filter(({ reference }) => !known.has(reference))
  return {
    scope,
    ingredients: ingredientsOf(scope),
    digests: new DigestTargets(scope, engine, bound),
    results: new ResultTargets(scope, results, engine, bound, guesses),
    derived,
  }
}

function tryAllLists(parts: readonly Part[]): boolean {
  const [first, ...others] = [['sha256'] as const, hashAlgorithms.filter(name => name !== 'sha256')]
  return [first, ...others].every(algorithms => parts.every(({ digests }) => digests.tryLists(algorithms)))
}

function describePart(
  { scope, digests, results, derived }: Part,
  unexplained: readonly Variable[],
): ScopeFindings {
  const { fit, fits } = results
  const fitted = new Set((fit?.results ?? []).map(({ result }) => result.reference))
  const possibleDerived = derived.filter(one => !isSure(one) && !fitted.has(one.result.reference))
  const covered = new Set([...fitted, ...derived.map(({ result }) => result.reference)])
  return {
    scope,
    digests: digests.explained,
    derived: derived.filter(isSure),
    possibleDigests: digests.possible.filter(({ target }) => digests.waiting.includes(target)),
    possibleDerived,
    unexplained: unexplained.filter(one => digests.possible.every(({ target }) => target !== one)),
    ...(fit && { fit }),
    fits,
    open: scope.results.filter(({ reference }) => !covered.has(reference)),
  }
}

const isSure = ({ evidence }: Derived): boolean => isEnough(evidence)
