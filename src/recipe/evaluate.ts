/**
 * Carries out the steps of a recipe on published values. Total: each step ends in a value, in the names of what
 * was not published, or in the reason why there is no value; the budget bounds the work.
 *
 * @packageDocumentation
 */
import type { Compiled, Environment } from './compile.js'
import { BoundExceeded, ImpossibleStep, type Context, type Operation } from './context.js'
import type { Recipe, RecipeStep } from './recipe.js'
import { equalValues, weightOf, type Value } from './value.js'

/** How an expression ended. */
export type Outcome =
  | { readonly ended: 'value'; readonly value: Value }
  /** Names of published values that it rests on and that are not there. */
  | { readonly ended: 'missing'; readonly names: readonly string[] }
  | { readonly ended: 'impossible'; readonly message: string }
  | { readonly ended: 'bound'; readonly message: string }

/** A step that was carried out. */
export interface EvaluatedStep {
  readonly step: RecipeStep
  readonly outcome: Outcome
  /** In the order in which they were carried out; empty unless the run was to be explained. */
  readonly operations: readonly Operation[]
}

export interface Evaluation {
  readonly steps: readonly EvaluatedStep[]
  /** Computes a further expression from the published values and the steps. */
  compute(expression: Compiled): Outcome
  /** Whether two values are the same; throws `BoundExceeded` where that takes more work than is left. */
  compare(a: Value, b: Value): boolean
  /** Does something, and gives the operations that it took. */
  record<T>(action: () => T): readonly [T, readonly Operation[]]
}

/** The published values that an expression rests on and that are not there. */
function missingOf({ rests }: Compiled, published: ReadonlyMap<string, Value>): readonly string[] {
  const names: string[] = []
  for (const name of rests) if (!published.has(name)) names.push(name)
  return names
}

/** Carries out all steps, in order. */
export function evaluate(
  recipe: Recipe,
  published: ReadonlyMap<string, Value>,
  context: Context,
  options: { readonly trace?: boolean } = {},
): Evaluation {
  const outcomes = new Map<string, Outcome>()
  const environment: Environment = {
    get(name) {
      const outcome = outcomes.get(name)
      if (outcome === undefined) return published.get(name)
      // What a step could not do, whatever uses the step cannot do either, for the same reason.
      if (outcome.ended === 'impossible') throw new ImpossibleStep(outcome.message)
      if (outcome.ended === 'bound') throw new BoundExceeded(outcome.message)
      return outcome.ended === 'value' ? outcome.value : undefined
    },
  }
  const compute = (expression: Compiled): Outcome => {
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
  const record = <T>(action: () => T): readonly [T, readonly Operation[]] => {
    const operations: Operation[] = []
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
      // What steps gave stays, for others and to be explained; what a claim compared does not.
      context.settle(mark)
      return result
    },
  }
}
