/**
 * Runs the steps of a recipe on published values. Total: each step gives a value, the names of missing
 * values, or the reason for having no value; the budget bounds the work.
 *
 * @packageDocumentation
 */
import type { Compiled, Bindings } from './compile.js'
import { BoundExceeded, ImpossibleStep, type Context, type PerformedOperation } from './context.js'
import type { Recipe, RecipeStep } from './recipe.js'
import { equalValues, weightOf, type Value } from './value.js'

/** The result of an expression. */
export type ExpressionResult =
  | { readonly ended: 'value'; readonly value: Value }
  /** Names of unpublished values that it depends on. */
  | { readonly ended: 'missing'; readonly names: readonly string[] }
  | { readonly ended: 'impossible'; readonly message: string }
  | { readonly ended: 'bound'; readonly message: string }

/** An executed step. */
export interface EvaluatedStep {
  readonly step: RecipeStep
  readonly outcome: ExpressionResult
  /** In execution order; empty without a trace. */
  readonly operations: readonly PerformedOperation[]
}

export interface Evaluation {
  readonly steps: readonly EvaluatedStep[]
  /** Computes another expression from the published values and the steps. */
  compute(expression: Compiled): ExpressionResult
  /**
   * Whether two values are equal; throws `BoundExceeded` if comparing takes more than the remaining budget.
   */
  compare(a: Value, b: Value): boolean
  /** Runs an action, and returns its operations as well. */
  record<T>(action: () => T): readonly [T, readonly PerformedOperation[]]
}

/** The unpublished values that an expression depends on. */
function missingOf({ rests }: Compiled, published: ReadonlyMap<string, Value>): readonly string[] {
  const names: string[] = []
  for (const name of rests) if (!published.has(name)) names.push(name)
  return names
}

/** Runs all steps in order. */
export function evaluate(
  recipe: Recipe,
  published: ReadonlyMap<string, Value>,
  context: Context,
  options: { readonly trace?: boolean } = {},
): Evaluation {
  const outcomes = new Map<string, ExpressionResult>()
  const environment: Bindings = {
    get(name) {
      const outcome = outcomes.get(name)
      if (outcome === undefined) return published.get(name)
      // A step that uses an impossible step is impossible for the same reason.
      if (outcome.ended === 'impossible') throw new ImpossibleStep(outcome.message)
      if (outcome.ended === 'bound') throw new BoundExceeded(outcome.message)
      return outcome.ended === 'value' ? outcome.value : undefined
    },
  }
  const compute = (expression: Compiled): ExpressionResult => {
    const names = missingOf(expression, published)
    if (names.length > 0) return { ended: 'missing', names }
    const mark = context.held
    try {
      return { ended: 'value', value: expression.run(environment, context) }
    } catch (error) {
      context.settle(mark)
      if (error instanceof ImpossibleStep) return { ended: 'impossible', message: error.message }
      if (error instanceof BoundExceeded) return { ended: 'bound', message: error.message }
      throw error
    }
  }
  const record = <T>(action: () => T): readonly [T, readonly PerformedOperation[]] => {
    const operations: PerformedOperation[] = []
    context.trace = options.trace === true ? operations : undefined
    const result = action()
    context.trace = undefined
    return [result, operations]
  }
  const steps = recipe.steps.map(step => {
    const [outcome, operations] = record(() => compute(step.compiled))
    outcomes.set(step.name, outcome)
    return { step, outcome, operations }
  })
  const compare = (a: Value, b: Value): boolean => {
    context.charge(Math.min(weightOf(a), weightOf(b)))
    return equalValues(a, b)
  }
  return {
    steps,
    compute,
    compare,
    record(action) {
      const mark = context.held
      const result = record(action)
      // Keeps the results of steps, for later use and explanations, but not a claim's intermediate values.
      context.settle(mark)
      return result
    },
  }
}
