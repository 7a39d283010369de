/**
 * What a random number has to be for the published results to follow: for each number of places that it may be
 * brought below, where the results say that it fell.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import type { Expression } from '../model/recipe.js'
import { bytesExpression } from './forms.js'
import { ordersOf } from './orders.js'
import type { Case, Scope, Variable } from './scope.js'
import { isObject, printScalar, textOf } from './shape.js'

/** First and last place, from 0. */
export type Places = readonly [first: number, last: number]

/** How a result follows from a place. */
export interface Relation {
  readonly result: Variable
  readonly says: string
  readonly express: (place: Expression) => Expression
  /** Whoever is drawn leaves the list, so that the limit falls by one each turn. */
  readonly from?: Expression
  /** Where the number fell; undefined where the result does not follow so. */
  readonly places: (at: Case, modulus: number) => Places | undefined
}

export interface Modulus {
  readonly says: string
  readonly expression: Expression
  readonly of: (at: Case) => number
}

export interface Goal {
  readonly modulus: Modulus
  /** Each result, and where the number fell by it alone. */
  readonly relations: readonly PlacedRelation[]
  readonly isRemoving: boolean
  /** In each case of the scope. */
  readonly limits: readonly number[]
  /** Where it fell by all results together. */
  readonly places: readonly Places[]
  /** Of a right guess in all cases together, at most. */
  readonly bits: number
  /** In how many ways any one result could have followed. */
  readonly variants: number
}

export interface PlacedRelation {
  readonly relation: Relation
  readonly places: readonly Places[]
}

const mostGoals = 24

/** Of more winners it is not tried whether each left the list. */
const mostRemoved = 500

/** Everything that a random number may have to be, the most that is explained first. */
export function findGoals(scope: Scope, results: readonly Variable[]): readonly Goal[] {
  const goals: Goal[] = []
  for (const [index, modulus] of moduliOf(scope).entries()) {
    const mayRemove = scope.kind === 'turn' && scope.cases.length <= mostRemoved
    for (const isRemoving of mayRemove ? [false, true] : [false]) {
      const of = isRemoving ? leftOf(scope, modulus) : modulus
      const limits = scope.cases.map(of.of)
      if (limits.some(limit => !Number.isSafeInteger(limit) || limit < 1)) continue
      const ways = results.map(result => relationsOf(scope, result, isRemoving))
      const variants = Math.max(...ways.map(({ length }) => length))
      const choices = ways.map(relations => relations.flatMap((relation): readonly PlacedRelation[] => {
        const places = scope.cases.map((at, place) => relation.places(at, limits[place] ?? 0))
        return places.every(found => found !== undefined) ? [{ relation, places }] : []
      })) // prettier-ignore
      for (const { relations, places } of combine(choices.filter(found => found.length > 0))) {
        const bits = places.reduce((sum, [first, last], place) => sum + Math.log2((limits[place] ?? 1) / (last - first + 1)), 0) // prettier-ignore
        if (bits > 0) goals.push({ modulus: of, relations, isRemoving, limits, places, bits, variants })
      }
    }
    if (index > 40) break
  }
  // A stable sort: among those that explain as much, the order of the moduli decides.
  const seen = new Set<string>()
  return goals
    .sort((a, b) => b.relations.length - a.relations.length)
    .filter(({ limits, places }) => {
      // Two that mean the same places are one guess: the first is the simpler.
      const key = `${limits.join()};${places.join()}`
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, mostGoals)
}

interface Combination {
  readonly relations: readonly PlacedRelation[]
  readonly places: readonly Places[]
}

/** One relation for each result, such that all mean the same places. */
function combine(choices: readonly (readonly PlacedRelation[])[]): readonly Combination[] {
  let combinations: readonly Combination[] = []
  for (const choice of choices) {
    const single = choice.map((placed): Combination => ({ relations: [placed], places: placed.places }))
    const joined = combinations.flatMap(combination =>
      single.flatMap(one => {
        const places = combination.places.map(([first, last], index): Places => {
          const [from, to] = one.places[index] ?? [0, -1]
          return [Math.max(first, from), Math.min(last, to)]
        })
        const isPossible = places.every(([first, last]) => first <= last)
        return isPossible ? [{ relations: [...combination.relations, ...one.relations], places }] : []
      }),
    )
    // A result that fits none of the others may be one of its own.
    combinations =
      joined.length > 0 ? joined.slice(0, mostGoals) : [...combinations, ...single].slice(0, mostGoals)
  }
  return combinations
}

/** What a number may be brought below: counts, sums, published numbers; each number once. */
function moduliOf(scope: Scope): readonly Modulus[] {
  const seen = new Set<string>()
  const integers = scope.variables.filter(({ shape, reference }) => shape.kind === 'integer' && !reference.startsWith('turn')) // prettier-ignore
  const isDerived = ({ reference }: Variable): boolean => reference.includes('#')
  const likely = /ticket|entr|count|total|sold|max|participant|number_of|holders|slots/
  const rank = (variable: Variable): number =>
    isDerived(variable) ? 0 : likely.test(variable.reference) ? 1 : 2
  return [...integers].sort((a, b) => rank(a) - rank(b)).flatMap(({ reference, expression, says }) => {
    const of = (at: Case): number => {
      const datum = at.data.get(reference)
      return datum?.kind === 'integer' && datum.integer >= 1n && datum.integer <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(datum.integer) : NaN // prettier-ignore
    }
    const key = scope.cases.map(of).join()
    if (seen.has(key)) return []
    seen.add(key)
    return [{ says, expression, of }]
  }) // prettier-ignore
}

function leftOf(scope: Scope, modulus: Modulus): Modulus {
  return {
    says: `${modulus.says}, less those drawn before`,
    expression: '$left',
    of: at => modulus.of(at) - turnOf(at),
  }
}

export function turnOf(at: Case): number {
  const turn = at.data.get('turn')
  return turn?.kind === 'integer' ? Number(turn.integer) : 0
}

function relationsOf(scope: Scope, result: Variable, isRemoving: boolean): readonly Relation[] {
  const fromLists = scope.lists.flatMap(list =>
    ordersOf(list).flatMap((order): readonly Relation[] => {
      const { reference, shape } = list
      const sorted = order.express(`$${reference}`)
      const columns = shape.kind === 'list' ? [undefined] : Object.keys(shape.columns)
      return columns.flatMap((column): readonly Relation[] => {
        const find = placeFinder(scope, reference, order.sort, column, isRemoving ? result : undefined)
        const items: Expression = column === undefined ? sorted : { map: { list: sorted, as: 'item', do: `$item.${column}` } } // prettier-ignore
        const says = `the ${column ?? 'item'} of ${reference} ${order.says} at that place`
        const at: Relation = {
          result,
          says,
          express: place => ({ at: [items, place] }),
          ...(isRemoving && { from: items }),
          places: (at, modulus) => {
            const found = find(at, keyOf(result, at))
            return found?.count === modulus && found.place < modulus ? [found.place, found.place] : undefined
          },
        }
        return [
          at,
          ...(isRemoving || column === undefined ? [] : weightRelations(scope, result, list, column, order)),
        ]
      })
    }),
  )
  if (isRemoving || result.shape.kind !== 'integer') return fromLists
  const numbers = [numberRelation(result, 0), numberRelation(result, 1)]
  const isPlace = /index|position|place|remainder|number|offset/.test(result.reference)
  return isPlace ? [...numbers, ...fromLists] : [...fromLists, ...numbers]
}

/** The result is the place itself, counted from 0 or from 1. */
function numberRelation(result: Variable, base: 0 | 1): Relation {
  return {
    result,
    says: base === 0 ? 'the number itself, from 0' : 'the number, plus 1',
    express: place => (base === 0 ? place : { add: [place, 1] }),
    places: (at, modulus) => {
      const datum = at.data.get(result.reference)
      if (datum?.kind !== 'integer') return undefined
      const place = Number(datum.integer) - base
      return place >= 0 && place < modulus ? [place, place] : undefined
    },
  }
}

/** The row into whose interval of the cumulative sums of another column the place falls. */
function weightRelations(
  scope: Scope,
  result: Variable,
  { reference, shape }: Scope['lists'][number],
  column: string,
  order: ReturnType<typeof ordersOf>[number],
): readonly Relation[] {
  if (shape.kind !== 'table') return []
  const weights = Object.entries(shape.columns).filter(
    ([name, of]) => of.kind === 'integer' && name !== column,
  )
  return weights.map(([weight]) => ({
    result,
    says: `the ${column} of the row of ${reference} ${order.says} into whose ${weight} that place falls`,
    express: place => ({
      at: [
        { map: { list: [{ weighted_at: { list: order.express(`$${reference}`), as: 'item', weight: `$item.${weight}`, point: place } }], as: 'item', do: `$item.${column}` } },
        0,
      ],
    }),
    places: (at, modulus) => {
      const wanted = keyOf(result, at)
      let sum = 0
      let found: Places | undefined
      for (const row of order.sort(at.lists.get(reference) ?? [])) {
        if (!isObject(row)) return undefined
        const size = Number(row[weight])
        if (!(size >= 0)) return undefined
        if (found === undefined && size > 0 && printScalar(row[column]) === wanted) found = [sum, sum + size - 1]
        sum += size
      }
      return sum === modulus ? found : undefined
    },
  })) // prettier-ignore
}

type PlaceFinder = (at: Case, key: string) => { readonly place: number; readonly count: number } | undefined

/** Looks places up in a list; in turns that remove, among those that were not drawn in the turns before. */
function placeFinder(
  scope: Scope,
  reference: string,
  sort: (items: readonly JsonValue[]) => readonly JsonValue[],
  column: string | undefined,
  removed: Variable | undefined,
): PlaceFinder {
  const indexes = new Map<readonly JsonValue[], { readonly places: ReadonlyMap<string, number>; readonly count: number }>() // prettier-ignore
  const read = (at: Case) => {
    const items = at.lists.get(reference)
    if (items === undefined) return undefined
    let index = indexes.get(items)
    if (index === undefined) {
      const places = new Map<string, number>()
      for (const [place, item] of sort(items).entries()) {
        const key = printScalar(column === undefined ? item : isObject(item) ? item[column] : undefined)
        if (!places.has(key)) places.set(key, place)
      }
      index = { places, count: items.length }
      indexes.set(items, index)
    }
    return index
  }
  return (at, key) => {
    const index = read(at)
    const place = index?.places.get(key)
    if (index === undefined || place === undefined) return undefined
    if (removed === undefined) return { place, count: index.count }
    const turn = turnOf(at)
    const before = scope.cases.filter(other => other.draw === at.draw && turnOf(other) < turn)
    const drawn = before.map(other => index.places.get(keyOf(removed, other)) ?? Infinity)
    if (drawn.includes(place)) return undefined
    return { place: place - drawn.filter(other => other < place).length, count: index.count - turn }
  }
}

function keyOf(result: Variable, at: Case): string {
  const datum = at.data.get(result.reference)
  if (datum === undefined) return '\0'
  return datum.kind === 'bytes' ? datum.given : textOf(result.shape, datum)
}

/** A result as bytes or a number, as claims compare it. */
export function resultExpression({ shape, expression }: Variable): Expression {
  return bytesExpression(shape, expression)
}
