/**
 * Winners drawn with a counter from an unchanging list: earlier winners may be skipped, so the counter runs
 * ahead of the winners.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import type { Datum } from '../values/datum.js'
import { isTurned, turnOf, turnReference, type Case, type Scope } from '../values/scope.js'
import type { Goal } from '../formulas/goals.js'

/** Max consecutive tries without a new winner. */
const mostPassed = 100

/**
 * Whether no entry wins twice in a draw and the list does not change: then earlier winners may have been
 * skipped.
 */
export function mayPass({ kind, cases }: Scope, { relations, places }: Goal): boolean {
  const isPlain = relations.every(
    ({ relation }) =>
      relation.list !== undefined && relation.drawn === undefined && relation.isWeighted !== true,
  )
  if (kind !== 'turn' || !isPlain || cases.every(at => turnOf(at) === 0)) return false
  const seen = new Set(cases.map((at, index) => `${at.draw}:${places[index]?.join() ?? ''}`))
  return seen.size === cases.length && places.every(([first, last]) => first === last)
}

/**
 * The tries that gave the winners, in the order of the cases, if earlier winners are skipped; undefined if
 * other winners result.
 */
export function drawPassing(
  scope: Scope,
  { limits, places }: Goal,
  residue: (at: Case, limit: number) => number,
): readonly Case[] | undefined {
  const turned = new Set([...scope.variables, ...scope.results].filter(isTurned).map(one => one.reference))
  const tries: Case[] = []
  let draw = -1
  let next = 0
  let seen = new Set<number>()
  for (const [index, at] of scope.cases.entries()) {
    if (at.draw !== draw) {
      draw = at.draw
      next = 0
      seen = new Set()
    }
    const [wanted = -1] = places[index] ?? []
    const furthest = next + mostPassed
    let found: Case | undefined
    for (; found === undefined && next < furthest; next += 1) {
      const tried = withTurn(at, next, turned)
      const place = residue(tried, limits[index] ?? 1)
      if (place === wanted) found = tried
      else if (!seen.has(place)) return undefined
    }
    if (found === undefined) return undefined
    seen.add(wanted)
    tries.push(found)
  }
  return tries
}

/** A further turn of the same draw, without published values of its own. */
function withTurn(at: Case, turn: number, turned: ReadonlySet<string>): Case {
  const counters: readonly (readonly [string, Datum])[] = [
    [turnReference, { kind: 'integer', integer: BigInt(turn) }],
    [`${turnReference}#1`, { kind: 'integer', integer: BigInt(turn) + 1n }],
  ]
  return { ...at, data: new Map([...[...at.data].filter(([name]) => !turned.has(name)), ...counters]) }
}

/**
 * How a place depends on its turn alone, without any of the turn's published values: by its number, or by its
 * piece of the shared bytes. Undefined if it depends on more.
 */
export function turnsOf(place: Expression): 'counted' | 'piece' | undefined {
  const uses = usesOfTurn(place)
  if (uses.length === 0 || uses.includes('column')) return undefined
  return uses.includes('piece') ? 'piece' : 'counted'
}

function usesOfTurn(expression: Expression): readonly ('counted' | 'piece' | 'column')[] {
  if (expression === '$turn') return ['counted']
  if (typeof expression !== 'object') return []
  if (Array.isArray(expression)) return expression.flatMap((one: Expression) => usesOfTurn(one))
  const members = expression as Readonly<Record<string, Expression>>
  const { at } = members
  if (Array.isArray(at) && at[1] === '$turn') return [isColumn(at[0] as Expression) ? 'column' : 'piece']
  return Object.values(members).flatMap(usesOfTurn)
}

/** Whether the list is a published list or a column of a table. */
function isColumn(list: Expression): boolean {
  if (typeof list === 'string') return true
  const { map } = list as { readonly map?: { readonly as?: Expression } }
  return map?.as === 'row'
}
