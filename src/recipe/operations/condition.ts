/**
 * One of two values, by a comparison.
 *
 * @packageDocumentation
 */
import {
  basisOf,
  expectType,
  isArray,
  recipeError,
  withoutLength,
  type Compiled,
  type Compiler,
  type Path,
  type Scope,
} from '../compile.js'
import type { Expression } from '../../model/recipe.js'
import { turnCost } from '../context.js'
import { compareNumbers, describeType, equalValues, weightOf, type Type, type Value } from '../value.js'
import { readMembers, readWord, type Operation } from './define.js'
import { expectComparable } from './identity.js'
import { lengthOf } from './lengths.js'
import { blur, isSpread } from './spread.js'

const comparisons = ['=', '<', '<='] as const

/** `{ "if": { "is": ["$a", "<", "$b"], "then": …, "else": … } }`; only the branch taken is computed. */
const choose: Operation = compiler => (args, path, scope, name) => {
  const members = readMembers(['is', 'then', 'else'], args, path, name)
  const { left, right, holds } = readComparison(compiler, members.is, [...path, 'is'], scope)
  const then = compiler.read(members.then, [...path, 'then'], scope)
  const otherwise = compiler.read(members.else, [...path, 'else'], scope)
  expectType(otherwise, withoutLength(then.type), [...path, 'else'])
  return {
    type: lengthOf(then.type) === lengthOf(otherwise.type) ? then.type : withoutLength(then.type),
    ...basisOf(left, right, then, otherwise),
    run(environment, context) {
      const [a, b] = [left.run(environment, context), right.run(environment, context)]
      context.charge(turnCost + Math.min(weightOf(a), weightOf(b)))
      const chosen = (holds(a, b) ? then : otherwise).run(environment, context)
      // A number that was chosen by a random one is no longer as likely as any other.
      const output = isRandom(a) || isRandom(b) ? blurred(chosen) : chosen
      context.note({ name, inputs: [a, b], output })
      return output
    },
  }
}

interface Comparison {
  readonly left: Compiled
  readonly right: Compiled
  readonly holds: (a: Value, b: Value) => boolean
}

function readComparison(compiler: Compiler, is: Expression, path: Path, scope: Scope): Comparison {
  const [a, sign, b, ...more] = isArray(is) ? is : []
  if (a === undefined || b === undefined || more.length > 0) {
    throw recipeError(
      'recipe-type',
      path,
      'expected an array of a value, "=", "<" or "<=", and another value',
    )
  }
  const comparison = readWord(comparisons, sign, [...path, 1])
  const left = compiler.read(a, [...path, 0], scope)
  const right = compiler.read(b, [...path, 2], scope)
  expectComparable(left.type, right.type, path)
  if (comparison === '=') return { left, right, holds: equalValues }
  expectOrdered(left.type, [...path, 0])
  return {
    left,
    right,
    holds: comparison === '<' ? (a, b) => compareNumbers(a, b) < 0 : (a, b) => compareNumbers(a, b) <= 0,
  }
}

function expectOrdered(type: Type, path: Path): void {
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

export const conditionOperations = { if: choose }
