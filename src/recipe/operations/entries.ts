/**
 * Builds the pool of a draw from a list: by weight, by key, and with a number of wins.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import {
  basisOf,
  expectType,
  noBasis,
  recipeError,
  type Basis,
  type Compiled,
  type Compiler,
  type Bindings,
  type ExpressionPath,
  type NameScope,
} from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import { integerOf, type Type, type Value } from '../value.js'
import { bind, extendScope, readName } from './define.js'
import { expectComparable, identify } from './identity.js'
import { asWeight, openLine, WeightedPool, type Pool, type Removal, type Weight } from './pool.js'

const integerType = { kind: 'integer' } as const

/** How to build a pool from a list. */
export interface Entries extends Basis {
  open(items: readonly Value[], removal: Removal, environment: Bindings, context: Context): Pool
}

/** Items count equally, or by `weight`; with `same`, items with one key leave together. */
export function compileEntries(
  compiler: Compiler,
  members: Readonly<Partial<Record<'as' | 'weight' | 'same' | 'wins', Expression>>>,
  of: Type,
  path: ExpressionPath,
  scope: NameScope,
): Entries {
  if ((members.weight ?? members.same ?? members.wins) === undefined) {
    if (members.as === undefined) {
      return { ...noBasis, open: (items, removal, _, context) => openLine(items, removal, context) }
    }
    throw recipeError('recipe-type', [...path, 'as'], 'only weight, same and wins need a name for the items')
  }
  const item = readName(members.as, [...path, 'as'], scope)
  const read = (member: 'weight' | 'same' | 'wins'): Compiled | undefined => {
    const expression = members[member]
    return expression === undefined
      ? undefined
      : compiler.read(expression, [...path, member], extendScope(scope, { [item]: of }))
  }
  const weight = read('weight')
  if (weight !== undefined) expectType(weight, integerType, [...path, 'weight'])
  const same = read('same')
  if (same !== undefined) expectComparable(same.type, same.type, [...path, 'same'])
  const wins = read('wins')
  if (wins !== undefined) expectType(wins, integerType, [...path, 'wins'])
  return {
    ...basisOf(weight ?? noBasis, same ?? noBasis, wins ?? noBasis),
    open(items, removal, environment, context) {
      const weights: Weight[] = []
      const turns: bigint[] | undefined = wins && []
      const keys: string[] | undefined = same && []
      for (const value of items) {
        const inner = bind(environment, item, value)
        weights.push(weight === undefined ? 1 : weigh(weight, inner, context))
        if (wins !== undefined) turns?.push(countWins(wins, inner, context))
        if (same !== undefined) keys?.push(identify(same.run(inner, context), context))
      }
      const weighted = { items, weights, ...(turns && { turns }), ...(keys && { keys }) }
      return new WeightedPool(weighted, removal, context)
    },
  }
}

/** A weight as a number of positions. */
export function weigh(weight: Compiled, environment: Bindings, context: Context): Weight {
  context.charge(turnCost)
  const result = asWeight(weight.run(environment, context))
  if (result < 0) throw new ImpossibleStep(`a weight of ${result}`)
  return result
}

/** Max wins of an item. */
function countWins(wins: Compiled, environment: Bindings, context: Context): bigint {
  context.charge(turnCost)
  const result = integerOf(wins.run(environment, context))
  if (result < 1n) throw new ImpossibleStep(`a limit of ${result} wins`)
  return result
}
