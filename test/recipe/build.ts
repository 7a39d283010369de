import { decodeHex } from '../../src/core/encoding.js'
import type { JsonValue } from '../../src/core/json.js'
import { portable } from '../../src/core/portable.js'
import { parseTime } from '../../src/core/time.js'
import type { PublishedDraw } from '../../src/model/published-draw.js'
import type { Expression, RecipeDocument } from '../../src/model/recipe.js'
import type { Finding } from '../../src/model/report.js'
import { BoundExceeded, Context, defaultBudget, ImpossibleStep } from '../../src/recipe/context.js'
import { noBasis } from '../../src/recipe/compile.js'
import { createCompiler } from '../../src/recipe/operations/index.js'
import { parseRecipe, type Recipe } from '../../src/recipe/recipe.js'
import {
  bytes,
  describeType,
  integer,
  list,
  plainValue,
  text,
  type PlainValue,
  type Type,
  type Value,
} from '../../src/recipe/value.js'

export { errorOf as refusal } from '../core/refusal.js'

const time = (value: string): Value => ({ kind: 'time', nanoseconds: parseTime(value), text: value })

/** Names that expressions of the tests may use, with their types and values. */
export const names: Readonly<Record<string, readonly [Type, Value]>> = {
  bytes: [{ kind: 'bytes' }, bytes(decodeHex('0102'))],
  digest: [{ kind: 'bytes', length: 32 }, bytes(new Uint8Array(32))],
  text: [{ kind: 'text' }, text('abc')],
  half: [{ kind: 'text' }, text('a\ud83d')],
  number: [{ kind: 'integer' }, integer(7)],
  time: [{ kind: 'time' }, time('2025-06-13T09:46:14.399Z')],
  list: [{ kind: 'list', of: { kind: 'integer' } }, list([10, 9, 100].map(integer))],
  none: [{ kind: 'list', of: { kind: 'integer' } }, list([])],
  words: [{ kind: 'list', of: { kind: 'text' } }, list(['a', 'b'].map(text))],
  times: [{ kind: 'list', of: { kind: 'time' } }, list([time('2025-06-13T09:46:14Z')])],
}

export interface Computed {
  readonly type: string
  readonly value: PlainValue
  readonly findings: readonly Finding[]
}

/** Reads and carries out an expression at `/steps/x`; `values` replace those that names have here. */
export function compute(
  expression: Expression,
  values: Readonly<Record<string, Value>> = {},
  context = new Context(portable, defaultBudget),
): Computed {
  const scope = new Map(Object.entries(names).map(([name, [type]]) => [name, { type, ...noBasis }]))
  const compiled = createCompiler().read(expression, ['steps', 'x'], scope)
  const value = compiled.run({ get: name => values[name] ?? names[name]?.[1] }, context)
  return { type: describeType(compiled.type), value: plainValue(value), findings: context.findings }
}

/** Why a step has no value: `impossible: …` or `bound: …`. */
export function endOf(action: () => unknown): string {
  try {
    action()
    return 'value'
  } catch (error) {
    if (error instanceof ImpossibleStep) return `impossible: ${error.message}`
    if (error instanceof BoundExceeded) return `bound: ${error.message}`
    throw error
  }
}

type Parts = Partial<Record<keyof RecipeDocument, unknown>>

/** A recipe's JSON with what every recipe needs. */
export function recipeJson(parts: Parts): JsonValue {
  const json = { recipe: 'drawaudit/v1', name: 'test', title: 'Test', source: 'test', steps: {}, ...parts }
  return json as unknown as JsonValue
}

export function recipeOf(parts: Parts): Recipe {
  return parseRecipe(recipeJson(parts))
}

export function drawOf(published: Readonly<Record<string, JsonValue>>): PublishedDraw {
  return { draw: 'drawaudit/v1', recipe: 'test', title: 'Test draw', source: 'test', published }
}

/** Parts of recipes that the tests are made of. */
export const seed = { type: 'bytes', encoding: 'hex', title: 'seed' }
export const hash = { type: 'sha256', title: 'hash' }
export const beacon = { type: 'drand', chain: 'quicknet', title: 'drand round' }

/** The seed hashes to the hash. */
export const committed = { id: 'seed.committed', says: 'it is', equal: [{ sha256: '$seed' }, '$hash'] }

/** A recipe without steps that uses both of its inputs. */
export const good = { inputs: { seed, hash }, claims: [committed] }

/** A recipe whose only step is this, beside the claim that uses both inputs. */
export const step = (x: unknown): object => ({ ...good, steps: { x } })

/** A recipe that verifies its only input. */
export const verified = (name: string, input: object): object => ({
  inputs: { [name]: input },
  claims: [{ id: 'a.b', says: 'it is', verified: `$${name}` }],
})
