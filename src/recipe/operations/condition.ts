/**
 * Choices by a condition: one of two values, or the items of a list for which it holds.
 *
 * @packageDocumentation
 */
import type { DrawauditError } from '../../errors.js'
import {
  basisOf,
  expectType,
  isArray,
  noBasis,
  recipeError,
  without,
  withoutLength,
  type Basis,
  type Compiler,
  type Bindings,
  type ExpressionPath,
  type NameScope,
} from '../compile.js'
import type { Expression } from '../../model/recipe.js'
import { turnCost, type Context } from '../context.js'
import { chosenBy, mixedTogether, mixingOf, type Mixing } from '../mixing.js'
import {
  compareNumbers,
  describeType,
  equalValues,
  itemsOf,
  weightOf,
  type Type,
  type Value,
} from '../value.js'
import { borrow, expectList, readItem, readNamedArguments, readWord, type Operation } from './define.js'
import { expectComparable } from './identity.js'
import { lengthOf } from './lengths.js'
import { selected } from './list.js'
import { blur, isSpread } from './spread.js'

const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const

/** `{ "if": { "is": ["$a", "<", "$b"], "then": …, "else": … } }`; only the taken branch is computed. */
const choose: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['is', 'then', 'else'], args, path, name)
  const condition = readCondition(compiler, members.is, [...path, 'is'], scope)
  const then = compiler.read(members.then, [...path, 'then'], scope)
  const otherwise = compiler.read(members.else, [...path, 'else'], scope)
  expectType(otherwise, withoutLength(then.type), [...path, 'else'])
  return {
    type: lengthOf(then.type) === lengthOf(otherwise.type) ? then.type : withoutLength(then.type),
    mixing: chosenBy(condition.mixing, mixingOf(then), mixingOf(otherwise)),
    ...basisOf(condition, then, otherwise),
    run(environment, context) {
      context.charge(turnCost)
      const compared: Value[] = []
      const chosen = (condition.holds(environment, context, compared) ? then : otherwise).run(
        environment,
        context,
      )
      // A number chosen by a random condition is no longer uniform.
      const output = compared.some(isRandom) ? blurred(chosen) : chosen
      if (context.trace !== undefined) context.note({ name, inputs: compared, output })
      return output
    },
  }
}

/** A compiled condition. */
interface CompiledCondition extends Basis {
  readonly mixing: Mixing
  /** @param compared - collects the compared values. */
  holds(environment: Bindings, context: Context, compared: Value[]): boolean
}

const combinations = ['all', 'any', 'not'] as const

/**
 * Reads a condition: a comparison of two values, or several conditions in `{ "all": […] }`, `{ "any": […] }`
 * and `{ "not": … }`, with short-circuit evaluation.
 */
function readCondition(
  compiler: Compiler,
  is: Expression,
  path: ExpressionPath,
  scope: NameScope,
): CompiledCondition {
  if (isArray(is)) return readComparison(compiler, is, path, scope)
  const [word, ...others] = typeof is === 'object' ? Object.keys(is) : []
  const combination = combinations.find(one => one === word)
  const parts = typeof is === 'object' && combination !== undefined ? is[combination] : undefined
  if (combination === undefined || parts === undefined || others.length > 0) throw noCondition(path)
  if (combination === 'not') {
    const condition = readCondition(compiler, parts, [...path, 'not'], scope)
    return { ...condition, holds: (...about) => !condition.holds(...about) }
  }
  if (!isArray(parts) || parts.length === 0) {
    throw recipeError('recipe-type', [...path, combination], `${combination} takes an array of conditions`)
  }
  const conditions = parts.map((part, index) =>
    readCondition(compiler, part, [...path, combination, index], scope),
  )
  return {
    ...basisOf(...conditions),
    mixing: mixedTogether(...conditions.map(one => one.mixing)),
    holds: (...about) => {
      const holds = (condition: CompiledCondition): boolean => condition.holds(...about)
      return combination === 'all' ? conditions.every(holds) : conditions.some(holds)
    },
  }
}

function noCondition(path: ExpressionPath): DrawauditError {
  const signs = comparisons.map(sign => JSON.stringify(sign)).join(', ')
  return recipeError(
    'recipe-type',
    path,
    `expected an array of a value, one of ${signs}, and another value`,
    'combine conditions with { "all": […] }, { "any": […] } or { "not": … }',
  )
}

function readComparison(
  compiler: Compiler,
  is: readonly Expression[],
  path: ExpressionPath,
  scope: NameScope,
): CompiledCondition {
  const [a, sign, b, ...more] = is
  if (a === undefined || b === undefined || more.length > 0) throw noCondition(path)
  const comparison = readWord(comparisons, sign, [...path, 1])
  const left = compiler.read(a, [...path, 0], scope)
  const right = compiler.read(b, [...path, 2], scope)
  expectComparable(left.type, right.type, path)
  if (comparison !== '=' && comparison !== '!=') expectOrdered(left.type, [...path, 0])
  return {
    ...basisOf(left, right),
    mixing: mixedTogether(mixingOf(left), mixingOf(right)),
    holds(environment, context, compared) {
      const [one, other] = [left.run(environment, context), right.run(environment, context)]
      context.charge(Math.min(weightOf(one), weightOf(other)))
      compared.push(one, other)
      return signs[comparison](one, other)
    },
  }
}

const signs: Readonly<Record<(typeof comparisons)[number], (a: Value, b: Value) => boolean>> = {
  '=': equalValues,
  '!=': (a, b) => !equalValues(a, b),
  '<': (a, b) => compareNumbers(a, b) < 0,
  '<=': (a, b) => compareNumbers(a, b) <= 0,
  '>': (a, b) => compareNumbers(a, b) > 0,
  '>=': (a, b) => compareNumbers(a, b) >= 0,
}

/** The items for which a condition holds. */
const where: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['list', 'as', 'is'], args, path, name, ['index'])
  const source = compiler.read(members.list, [...path, 'list'], scope)
  const of = expectList(source, [...path, 'list'])
  const item = readItem(members, of, path, scope, source)
  const condition = readCondition(compiler, members.is, [...path, 'is'], item.scope)
  return {
    type: source.type,
    mixing: mixingOf(source),
    ...basisOf(source, condition),
    permutes: item.names.length > 1 ? undefined : without(source.permutes ?? noBasis.order, condition.order),
    run(environment, context) {
      context.charge(turnCost)
      const items = itemsOf(source.run(environment, context))
      const output = selected(items, context, (value, index) =>
        borrow(context, () => condition.holds(item.bind(environment, value, index), context, [])),
      )
      context.note({ name, inputs: [], output })
      return output
    },
  }
}

function expectOrdered(type: Type, path: ExpressionPath): void {
  if (type.kind === 'integer' || type.kind === 'float' || type.kind === 'time') return
  const found = describeType(type)
  throw recipeError(
    'recipe-type',
    path,
    `only integers, floats and times are smaller or larger, found ${found}`,
  )
}

function isRandom(value: Value): boolean {
  return value.kind === 'integer' && isSpread(value)
}

function blurred(value: Value): Value {
  return value.kind === 'integer' ? blur(value) : value
}

export const conditionOperations = { if: choose, where }
