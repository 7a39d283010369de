/**
 * Explains a published draw step by step, with the input and output of every operation, so that a reader can
 * redo it by hand.
 *
 * @packageDocumentation
 */
import type { PublishedDraw } from '../model/published-draw.js'
import type { Claim, Subject } from '../model/report.js'
import type { Expression } from '../model/recipe.js'
import type { RecipeOrigin } from '../model/report.js'
import type { PerformedOperation } from '../recipe/context.js'
import type { ExpressionResult } from '../recipe/evaluate.js'
import type { Recipe } from '../recipe/recipe.js'
import {
  beginningOf,
  plainValue,
  weightOf,
  type ValueKind,
  type PlainValue,
  type Value,
} from '../recipe/value.js'
import { examinePublished, type PublishedExamination } from '../verify/draw/verify-published.js'
import type { PublishedOptions } from '../verify/options.js'

/** A value with its type: bytes as hex, integers as decimal text. */
export interface ExplainedValue {
  /** Its role, if the operation does not make it clear. */
  readonly name?: string
  /** Name of the type. */
  readonly type: ValueKind
  /** The value, or its beginning if `more` is present. */
  readonly value: PlainValue
  /** Number of omitted items, characters or bytes at the end. */
  readonly more?: number
}

/** One operation as it was performed. */
export interface ExplainedOperation {
  /** Name of the operation: docs/RECIPES.md describes each. */
  readonly operation: string
  /** For `sha256`, and `hmac-sha256` after its key, several inputs are concatenated. */
  readonly inputs: readonly ExplainedValue[]
  /** The result. */
  readonly output: ExplainedValue
}

/** A step of the computation, with its operations. */
export interface ExplainedStep {
  /** Name of the step in the recipe. */
  readonly name: string
  /** The recipe's expression. */
  readonly expression?: Expression
  /** The title of a step that is not a recipe's. */
  readonly title?: string
  /** In order of execution. */
  readonly operations: readonly ExplainedOperation[]
  /** The result. */
  readonly output?: ExplainedValue
  /** Why there is no result, or why it cannot be right. */
  readonly failed?: string
}

/** How a draw was computed, step by step; schemas/explanation.json. */
export interface Explanation {
  /** Format of the explanation. */
  readonly explanation: 'drawaudit/v1'
  /** Origin of the draw: a file’s path, `-` for standard input, or a URL. */
  readonly source: string
  /** Title of the draw. */
  readonly title: string
  /** Absent for a bundle: docs/PROTOCOL.md defines its steps. */
  readonly recipe?: {
    /** Name of the recipe, as draws give it. */
    readonly name: string
    /** Name of the platform or method. */
    readonly title: string
    /** SHA-256 of the recipe’s RFC 8785 form: `sha256:` and 64 hex digits. */
    readonly digest: string
  } & Partial<RecipeOrigin>
  /** Notes of the recipe’s author. */
  readonly notes: readonly string[]
  /** Values that the organiser left out, and their actual source. */
  readonly supplied?: NonNullable<Subject['supplied']>
  /** The published values, in the order of the recipe’s inputs. */
  readonly published: readonly ({
    /** Name of the input. */
    readonly name: string
    /** The input’s title. */
    readonly title: string
  } & ExplainedValue)[]
  /** Steps of the recipe in order, each with its operations. */
  readonly steps: readonly ExplainedStep[]
  /** Claims in the recipe’s order, each with the operations that only it needed. */
  readonly claims: readonly (Claim & {
    /** In order of execution. */
    readonly operations: readonly ExplainedOperation[]
  })[]
  /** Number of operations too many to list. */
  readonly omitted: number
}

/**
 * Explains a draw; throws as `verifyPublished` does.
 *
 * @param draw - from {@link parsePublishedDraw}.
 * @param recipe - from {@link parseRecipe}; chosen by the auditor.
 * @param options - evidence and limits, as for {@link verifyPublished}.
 *
 * @example
 * ```js
 * explainPublished(parsePublishedDraw(read('draw.json')), parseRecipe(read('recipe.json'))).steps.length > 3 // true
 * ```
 */
export function explainPublished(
  draw: PublishedDraw,
  recipe: Recipe,
  options: PublishedOptions = {},
): Explanation {
  return explainExamination(draw, recipe, examinePublished(draw, recipe, { ...options, trace: true }))
}

/** Explains the examination of a draw, which was traced. */
export function explainExamination(
  draw: PublishedDraw,
  recipe: Recipe,
  { examination, published, steps, operations, untraced }: PublishedExamination,
): Explanation {
  const { explainValue, explainOperation, explainOutcome } = createExplainer()
  return {
    explanation: 'drawaudit/v1',
    source: examination.source,
    title: draw.title,
    recipe: { name: recipe.name, title: recipe.title, digest: recipe.digest, ...recipe.origin },
    notes: recipe.notes,
    ...(examination.supplied && { supplied: examination.supplied }),
    published: [...recipe.inputs].flatMap(([name, { declared }]) => {
      const value = published.get(name)
      return value === undefined ? [] : [{ name, title: declared.title, ...explainValue(value) }]
    }),
    steps: steps.map(({ step, outcome, operations }) => ({
      name: step.name,
      expression: step.expression,
      operations: operations.map(explainOperation),
      ...explainOutcome(outcome),
    })),
    claims: examination.claims.map((claim, index) => ({
      ...claim,
      operations: (operations[index] ?? []).map(explainOperation),
    })),
    omitted: untraced,
  }
}

/** Max items, characters or bytes shown of a long value. */
const mostItems = 100

/** Max total size of all values in an explanation, so that it can be printed. */
const heaviest = 600_000

/** Values up to this size are always shown: a digest, a number, the beginning of a text. */
const lightest = 16

/** A value may enter every operation of a long step: it is rendered once and reused. */
function createExplainer() {
  const known = new Map<Value, ExplainedValue>()
  let left = heaviest
  const explainValue = (value: Value): ExplainedValue => {
    const weight = weightOf(value)
    if (weight > left / 2) return abridge(value)
    left -= weight
    const explained = known.get(value) ?? { type: value.kind, value: plainValue(value) }
    known.set(value, explained)
    return explained
  }
  const explainPart = (value: Value): ExplainedValue =>
    value.kind === 'list' && value.items.length > mostItems ? abridge(value) : explainValue(value)
  const abridge = (value: Value): ExplainedValue => {
    const { shown, more } = beginningOf(value, mostItems)
    const weight = weightOf(shown)
    if (weight <= left / 2 || weight <= lightest) {
      left -= weight
      return { type: value.kind, value: plainValue(shown), ...(more > 0 && { more }) }
    }
    const none = beginningOf(value, 0)
    const isCut = none.more > 0
    return {
      type: value.kind,
      value: isCut ? plainValue(none.shown) : '(too large)',
      ...(isCut && { more: none.more }),
    }
  }
  const explainOperation = ({ name, inputs, output }: PerformedOperation): ExplainedOperation => ({
    operation: name,
    inputs: inputs.map(explainPart),
    output: explainPart(output),
  })
  const explainOutcome = (outcome: ExpressionResult): Pick<ExplainedStep, 'output' | 'failed'> => {
    switch (outcome.ended) {
      case 'value':
        return { output: explainValue(outcome.value) }
      case 'missing':
        return { failed: `not published: ${outcome.names.join(', ')}` }
      default:
        return { failed: outcome.message }
    }
  }
  return { explainValue, explainOperation, explainOutcome }
}
