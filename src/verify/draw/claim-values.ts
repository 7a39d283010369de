/**
 * The values that a claim is about, or why some are missing.
 *
 * @packageDocumentation
 */
import type { BlockHeader } from '../../core/blocks/header.js'
import type { Engine } from '../../core/engine.js'
import type { TrustRoot } from '../../model/trust.js'
import { inputName } from '../../recipe/claims.js'
import type { Compiled } from '../../recipe/compile.js'
import { BoundExceeded } from '../../recipe/context.js'
import type { Evaluation, ExpressionResult } from '../../recipe/evaluate.js'
import type { Recipe } from '../../recipe/recipe.js'
import type { Value } from '../../recipe/value.js'
import type { DrawClaimResult } from './check-beacon.js'
import type { Unreached } from './supply.js'

/** An evaluated draw, for its claims. */
export interface DrawRun {
  readonly recipe: Recipe
  readonly values: ReadonlyMap<string, Value>
  readonly evaluation: Evaluation
  readonly engine: Engine
  readonly trust: TrustRoot
  readonly unreached: readonly Unreached[]
  readonly headers: readonly BlockHeader[]
}

/** Calls a check with the values of all expressions; if one has no value, the claim ends for that reason. */
export function withValues<const E extends readonly Compiled[]>(
  expressions: E,
  run: DrawRun,
  check: (...values: { [I in keyof E]: Value }) => DrawClaimResult,
): DrawClaimResult {
  const names = new Set<string>()
  const values: Value[] = []
  let failed: FailedExpression | undefined
  for (const expression of expressions) {
    const outcome = run.evaluation.compute(expression)
    if (outcome.ended === 'value') values.push(outcome.value)
    else if (outcome.ended === 'missing') for (const name of outcome.names) names.add(name)
    else failed ??= outcome
  }
  if (names.size > 0) return missingValues([...names], run)
  if (failed !== undefined) return unable(failed)
  try {
    return check(...(values as { [I in keyof E]: Value }))
  } catch (error) {
    if (error instanceof BoundExceeded) return unable({ ended: 'bound', message: error.message })
    throw error
  }
}

/** Ending of a claim whose values were not published. */
export function missingValues(references: readonly string[], run: DrawRun): DrawClaimResult {
  const { inputs } = run.recipe
  // If everything missing was requested in vain, only the network prevents a decision.
  const faults = references.map(reference => findUnreached(inputName(reference), run))
  if (faults[0] !== undefined && !faults.includes(undefined)) return unreached(faults[0])
  const titles = references.map(reference => {
    const name = inputName(reference)
    const title = inputs.get(name)?.declared.title ?? name
    return reference === name ? `the ${title}` : `the ${reference.slice(name.length + 1)} of the ${title}`
  })
  return { status: 'not-provable', code: 'value-missing', because: `not published: ${titles.join(', ')}` }
}

/** Why the round of an incomplete beacon could not be fetched. */
export function findUnreached(name: string, { recipe, values, unreached }: DrawRun): Unreached | undefined {
  const chain = recipe.inputs.get(name)?.chain
  const value = values.get(name)
  if (value?.kind !== 'beacon') return undefined
  const { round } = value.beacon
  return unreached.find(one => one.chainHash === chain?.chainHash && one.round === round)
}

/** Ending of a claim that only the network prevents from being decided. */
export function unreached({ code, message }: Unreached): DrawClaimResult {
  return { status: 'not-provable', code, because: message }
}

type FailedExpression = Extract<ExpressionResult, { readonly message: string }>

function unable(outcome: FailedExpression): DrawClaimResult {
  return outcome.ended === 'impossible'
    ? { status: 'refuted', code: 'step-impossible', because: outcome.message }
    : { status: 'not-provable', code: 'bound-exceeded', because: outcome.message }
}
