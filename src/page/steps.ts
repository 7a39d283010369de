/**
 * Turns an explanation into plain text.
 *
 * @packageDocumentation
 */
import type {
  ExplainedOperation,
  ExplainedStep,
  ExplainedValue,
  Explanation,
} from '../explain/explain-draw.js'
import type { PageStep, StepOperation } from './model.js'

/** Names for steps. */
export interface StepNames {
  /** Prints a recipe's expression as a formula. */
  readonly formula?: (expression: NonNullable<ExplainedStep['expression']>) => string
  /** The sentence of a claim, by id. */
  readonly claim?: (id: string) => string | undefined
}

/** The steps of an explanation, followed by the operations of claims. */
export function createSteps(
  { steps, claims }: Pick<Explanation, 'steps' | 'claims'>,
  { formula = JSON.stringify, claim = () => undefined }: StepNames = {},
): readonly PageStep[] {
  const ofClaims = claims.filter(({ operations }) => operations.length > 0)
  return [
    ...steps.map(step => describeStep(step, formula)),
    ...ofClaims.map(({ id, operations }) => ({
      title: claim(id) ?? id,
      operations: operations.map(describeOperation),
    })),
  ]
}

function describeStep(
  { name, title, expression, operations, output, failed }: ExplainedStep,
  formula: NonNullable<StepNames['formula']>,
): PageStep {
  const result = output === undefined ? [] : [{ operation: 'result', inputs: [], output: printValue(output) }]
  return {
    title:
      expression !== undefined
        ? `${name} = ${formula(expression)}`
        : title === undefined
          ? name
          : `${name}: ${title}`,
    // The last listed operation already has the result.
    operations: operations.length > 0 ? operations.map(describeOperation) : result,
    ...(failed !== undefined && { failed }),
  }
}

function describeOperation({ operation, inputs, output }: ExplainedOperation): StepOperation {
  return {
    operation,
    inputs: inputs.map(input => ({
      ...(input.name !== undefined && { name: input.name }),
      value: printValue(input),
    })),
    output: printValue(output),
  }
}

/** A value as text: bytes in hex, integers in decimal, structured values as JSON. */
function printValue({ value, more }: ExplainedValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return more === undefined ? text : `${text} … (${more} more)`
}
