/**
 * One expression of the recipe language on bytes and a turn.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../src/model/recipe.js'
import { native } from '../../src/native/engine.js'
import { Context, ImpossibleStep } from '../../src/recipe/context.js'
import { createCompiler } from '../../src/recipe/operations/index.js'
import { noBasis } from '../../src/recipe/compile.js'
import { bytes, integer, integerOf, type Value } from '../../src/recipe/value.js'

/** The integer that `expression` of `$bytes` and `$turn` gives; undefined where it is impossible. */
export function evaluateExpression(
  expression: Expression,
  value: Uint8Array,
  turn: number,
): bigint | undefined {
  const scope = new Map([
    ['bytes', { ...noBasis, type: { kind: 'bytes' as const, length: value.length } }],
    ['turn', { ...noBasis, type: { kind: 'integer' as const } }],
  ])
  const values = new Map<string, Value>([
    ['bytes', bytes(value)],
    ['turn', integer(turn)],
  ])
  const compiled = createCompiler().read(expression, [], scope)
  try {
    return integerOf(compiled.run({ get: name => values.get(name) }, new Context(native, 1_000_000)))
  } catch (error) {
    if (error instanceof ImpossibleStep) return undefined
    throw error
  }
}
