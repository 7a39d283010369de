/**
 * Which random numbers would give the published results: for each possible limit, where the number must have
 * fallen.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import { isCalledDetail, isCalledLimit } from '../values/names.js'
import { relationsOf, type Places, type Relation } from './relations.js'
import {
  integerAt,
  isComputed,
  turnOf,
  turnReference,
  type Case,
  type Scope,
  type Variable,
} from '../values/scope.js'

/** A possible limit of the number. */
export interface Modulus {
  readonly says: string
  readonly expression: Expression
  /** NaN if the number is missing or cannot be a limit. */
  readonly of: (at: Case) => number
  /** Whether it is a usual limit, a count, or called a limit. */
  readonly isLikely: boolean
}

/** Where the number below one limit must have fallen. */
export interface Goal {
  readonly modulus: Modulus
  /** The relation of each result, with the places that it alone allows. */
  readonly relations: readonly PlacedRelation[]
  /** In each case of the scope. */
  readonly limits: readonly number[]
  /** Places allowed by all results together. */
  readonly places: readonly Places[]
  /** Max bits of a correct guess in all cases together. */
  readonly bits: number
  /** Number of ways in which a single result could follow. */
  readonly variants: number
  /** How another goal with the same places differs; other draws would tell them apart. */
  readonly alternative?: string
}

/** A relation, and the places that it allows in each case. */
export interface PlacedRelation {
  readonly relation: Relation
  readonly places: readonly Places[]
}

/** Max goals kept. */
const mostGoals = 24

/** Max numbers tried as a limit. */
const mostModuli = 42

/** Max winners of a draw in which each may have left the list. */
const mostRemoved = 500

/** All goals, those that explain the most first. */
export function findGoals(scope: Scope, results: readonly Variable[]): readonly Goal[] {
  const mayRemove = scope.kind === 'turn' && scope.cases.length <= mostRemoved
  const relations = results.map(result => relationsOf(scope, result, false))
  const removing = mayRemove ? results.map(result => relationsOf(scope, result, true)) : []
  const published = moduliOf(scope).slice(0, mostModuli)
  const fixed = fixedModuli(scope, results)
  // A fraction has only the limit of its digits.
  const isFraction = results.every(({ shape }) => shape.kind === 'fraction')
  const goals = (isFraction ? fixed : [...published, ...fixed]).flatMap(modulus =>
    inTurn(goalsBelow(scope, modulus, relations), goalsBelow(scope, leftOf(modulus), removing)),
  )
  // Stable sort: equal goals keep the order of their moduli.
  const ranked = goals.sort((a, b) => b.relations.length - a.relations.length)
  return withoutRepeated(ranked).slice(0, mostGoals)
}

/** Alternates, so that the first few include both. */
function inTurn(first: readonly Goal[], second: readonly Goal[]): readonly Goal[] {
  const places = Array.from({ length: Math.max(first.length, second.length) }, (_, place) => place)
  return places.flatMap(place => [first[place], second[place]].filter(goal => goal !== undefined))
}

/** @param relations - those of each result. */
function goalsBelow(
  { cases }: Scope,
  modulus: Modulus,
  relations: readonly (readonly Relation[])[],
): readonly Goal[] {
  const limits = cases.map(modulus.of)
  if (limits.some(limit => !Number.isSafeInteger(limit) || limit < 1)) return []
  const variants = Math.max(...relations.map(({ length }) => length))
  const choices = relations.map(ofResult => ofResult.flatMap(one => placeRelation(one, cases, limits) ?? []))
  return combine(choices.filter(found => found.length > 0)).flatMap((combination): readonly Goal[] => {
    const bits = bitsOf(combination.places, limits)
    return bits > 0 ? [{ modulus, ...combination, limits, bits, variants }] : []
  })
}

/** Undefined if the relation fails in some case. */
function placeRelation(
  relation: Relation,
  cases: readonly Case[],
  limits: readonly number[],
): PlacedRelation | undefined {
  const places = cases.map((at, index) => relation.places(at, limits[index] ?? 0))
  return places.every(found => found !== undefined) ? { relation, places } : undefined
}

function bitsOf(places: readonly Places[], limits: readonly number[]): number {
  return places.reduce(
    (sum, [first, last], index) => sum + Math.log2((limits[index] ?? 1) / (last - first + 1)),
    0,
  )
}

/** Goals with the same places count as one guess: the first is the simplest. */
function withoutRepeated(goals: readonly Goal[]): readonly Goal[] {
  const seen = new Map<string, Goal>()
  for (const goal of goals) {
    const key = `${goal.limits.join()};${goal.places.join()}`
    const known = seen.get(key)
    if (known === undefined) seen.set(key, goal)
    else if (known.alternative === undefined) seen.set(key, { ...known, ...differenceOf(known, goal) })
  }
  return [...seen.values()]
}

/** Different ways to leave the list are different rules, even if they agree here. */
function differenceOf(one: Goal, other: Goal): Pick<Goal, 'alternative'> {
  const [a, b] = [one, other].map(({ relations }) => relations.map(({ relation }) => relation.leaving))
  const rival = b?.find((leaving, at) => leaving !== undefined && leaving.list === a?.[at]?.list)
  const own = a?.find(leaving => leaving !== undefined && leaving.list === rival?.list)
  if (own === undefined || rival === undefined || own.how === rival.how) return {}
  return {
    alternative: `how whoever is drawn leaves the list does not show in these draws: ${own.how}, or ${rival.how}`,
  }
}

type Combination = Pick<Goal, 'relations' | 'places'>

/** One relation per result, all with common places. */
function combine(choices: readonly (readonly PlacedRelation[])[]): readonly Combination[] {
  let combinations: readonly Combination[] = []
  for (const choice of choices) {
    const joined = combinations.flatMap(combination =>
      choice.flatMap(placed => join(combination, placed) ?? []),
    )
    const single = choice.map((placed): Combination => ({ relations: [placed], places: placed.places }))
    // A result incompatible with the others may stand alone.
    combinations = (joined.length > 0 ? joined : [...combinations, ...single]).slice(0, mostGoals)
  }
  return combinations
}

/** Undefined if the two have no place in common. */
function join({ relations, places }: Combination, placed: PlacedRelation): Combination | undefined {
  const common = places.map(([first, last], index): Places => {
    const [from, to] = placed.places[index] ?? [0, -1]
    return [Math.max(first, from), Math.min(last, to)]
  })
  const isPossible = common.every(([first, last]) => first <= last)
  return isPossible ? { relations: [...relations, placed], places: common } : undefined
}

/** Possible limits: counts, sums, published numbers; each number once. */
function moduliOf(scope: Scope): readonly Modulus[] {
  const integers = scope.variables.filter(
    ({ shape, reference }) =>
      shape.kind === 'integer' && !reference.startsWith(turnReference) && mayLimit(reference),
  )
  const seen = new Set<string>()
  return [...integers]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(modulusOf)
    .filter(({ of }) => {
      const key = scope.cases.map(of).join()
      return !seen.has(key) && seen.add(key)
    })
}

/** Times, round numbers and page views are not limits. */
function mayLimit(reference: string): boolean {
  return isCalledLimit(reference) || !(isCalledDetail(reference) || /(^|[._])round$/.test(reference))
}

/** Usual limits: sides of dice, pockets, cards, and round numbers. */
const usualLimits = [
  2, 6, 10, 12, 16, 20, 25, 32, 36, 37, 38, 49, 50, 52, 54, 64, 80, 90, 100, 101, 128, 200, 256, 500, 1000, 1001, 1024, 2000, 5000,
  10_000, 10_001, 65_536, 100_000, 100_001, 1_000_000, 1_000_001, 10_000_000, 2 ** 32,
] // prettier-ignore

/** Number of usual limits tried, the closest above the results first; more would fit anything. */
const mostFixed = 3

/** Unpublished limits: for integers the usual ones, for fractions those of their digits. */
function fixedModuli({ cases }: Scope, results: readonly Variable[]): readonly Modulus[] {
  const limits = results.flatMap(result => {
    const { shape } = result
    if (shape.kind === 'fraction') {
      const unit = 10 ** shape.places
      return [100 * unit, 100 * unit + 1, unit, unit + 1]
    }
    if (shape.kind !== 'integer') return []
    const numbers = cases.map(at => Number(integerAt(at, result) ?? 0n))
    const largest = numbers.reduce((most, number) => Math.max(most, number), 0)
    return usualLimits.filter(limit => limit >= largest).slice(0, mostFixed)
  })
  return [...new Set(limits)].map(limit => ({
    says: `${limit}`,
    expression: limit,
    isLikely: true,
    of: () => limit,
  }))
}

/** Smaller for a likelier limit. */
function rankOf(variable: Variable): number {
  if (isComputed(variable)) return 0
  return isCalledLimit(variable.reference) ? 1 : 2
}

function modulusOf(variable: Variable): Modulus {
  const { says, expression } = variable
  return {
    says,
    expression,
    isLikely: rankOf(variable) < 2,
    of: at => {
      const integer = integerAt(at, variable) ?? 0n
      return integer >= 1n && integer <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(integer) : NaN
    },
  }
}

function leftOf({ says, of, isLikely }: Modulus): Modulus {
  return {
    isLikely,
    says: `${says}, less those drawn before`,
    expression: '$left',
    of: at => of(at) - turnOf(at),
  }
}
