/**
 * A published draw, by a recipe: every claim of the recipe, in the recipe's order.
 *
 * @packageDocumentation
 */
import { portable } from '../../core/portable.js'
import type { PublishedDraw } from '../../model/published-draw.js'
import type { Report } from '../../model/report.js'
import { describeProblems } from '../../model/schema.js'
import { emptyTrust } from '../../model/trust.js'
import { Context, defaultBudget, type Operation } from '../../recipe/context.js'
import { evaluate, type EvaluatedStep } from '../../recipe/evaluate.js'
import { readPublished } from '../../recipe/inputs.js'
import type { Recipe } from '../../recipe/recipe.js'
import type { Value } from '../../recipe/value.js'
import { checkClaim } from './check-claim.js'
import { checkChoiceBound } from './choice-bound.js'
import { findDeciding, type Deciding } from './deciding.js'
import { enumerate } from './enumerate.js'
import { checkPublishedEvidence } from './evidence.js'
import { findDrawLevel, signedClaims } from './levels.js'
import { describeDraw } from '../headline.js'
import { supplyValues } from './supply.js'
import type { PublishedOptions } from '../options.js'
import { createReport, decideSubject, examineUnread, type Examination } from '../verdict.js'
import { findWeaknesses } from './weaknesses.js'
import { describeChoice, findVouching } from './who-could-choose.js'

/**
 * Verifies a published draw by a recipe. A bad draw gives a report, never an exception.
 *
 * @throws DrawauditError `engine-disagreement` only, from an engine that compares two.
 */
export function verifyPublished(draw: PublishedDraw, recipe: Recipe, options: PublishedOptions = {}): Report {
  const { require } = options
  const { examination } = examinePublished(draw, recipe, options)
  return createReport([decideSubject(examination, require)], require && { require })
}

/** What {@link examinePublished} found, with the steps for whoever explains them. */
export interface PublishedExamination {
  readonly examination: Examination
  readonly published: ReadonlyMap<string, Value>
  readonly steps: readonly EvaluatedStep[]
  /** What each claim took, in the order of the claims. */
  readonly operations: readonly (readonly Operation[])[]
  /** How many operations were carried out and are not among those of the steps and claims. */
  readonly untraced: number
}

/** Carries a recipe out on a draw and checks its claims. */
export function examinePublished(
  draw: PublishedDraw,
  recipe: Recipe,
  options: PublishedOptions & { readonly trace?: boolean } = {},
): PublishedExamination {
  const { source = draw.source, engine = portable, budget = defaultBudget, trace = false } = options
  const { trust = emptyTrust, supply = {}, onProgress, now } = options
  // Without a clock nobody knows what is dated in the future.
  const observations = now === undefined ? [] : (options.observations ?? [])
  const looking = { observations, trust, engine, now: now ?? new Date(0) }
  const context = new Context(engine, budget)
  if (onProgress !== undefined) context.progress = onProgress
  const { published, supplied } = supplyValues(recipe, draw.published, supply)
  const described = {
    title: draw.title,
    recipe: { name: recipe.name, digest: recipe.digest },
    ...(supplied.length > 0 && { supplied }),
  }
  const { values, problems, findings, exceeded } = readPublished(recipe, published, context)
  if (exceeded !== undefined || problems.length > 0) {
    const code = exceeded === undefined ? 'draw-value' : 'bound-exceeded'
    const message = `the published values have the form that the recipe declares: ${exceeded ?? describeProblems(problems)}`
    const unread = examineUnread(source, 'published-draw', { code, message }, findings)
    const examination = { ...unread, ...described }
    return { examination, published: values, steps: [], operations: [], untraced: 0 }
  }
  const evaluation = evaluate(recipe, values, context, { trace })
  const run = { recipe, values, evaluation, engine, trust, unreached: supply.unreached ?? [] }
  const checked = recipe.claims.map(claim => evaluation.record(() => checkClaim(claim, run)))
  const derived = checked.map(([claim]) => claim)
  const known = { trust, broken: context.broken }
  const deciding = findDeciding(recipe, derived, values, known)
  const weaknesses = [
    ...findings,
    ...context.findings,
    ...findWeaknesses(draw, recipe, values, deciding, context),
  ]
  const decide = (beforehand: readonly string[]): Deciding =>
    findDeciding(recipe, derived, values, { ...known, beforehand })
  const evidence = checkPublishedEvidence({ recipe, values, deciding, decide }, looking)
  const claims = [...derived, checkChoiceBound(recipe, derived, deciding, weaknesses), ...evidence.claims]
  const { level, stoppedBy } = findDrawLevel(recipe, claims)
  const vouching = findVouching(deciding, evidence)
  const isUnsigned = signedClaims(recipe).length === 0 && level >= 1
  const isDerived = derived.some(({ id, status }) => id === 'winner.derived' && status === 'proven')
  return {
    examination: {
      source,
      kind: 'published-draw',
      ...described,
      level,
      ...(stoppedBy !== undefined && { stopped_by: stoppedBy }),
      headline: describeDraw(level, {
        isDerived,
        isPartly: derived.some(({ status }) => status === 'proven'),
        honest: enumerate(vouching),
        ...(isUnsigned && { state: 'unsigned' }),
      }),
      claims,
      findings: [...weaknesses, ...evidence.findings],
      who_could_choose: describeChoice(recipe, claims, deciding, { level, vouching, stoppedBy }),
    },
    published: values,
    steps: evaluation.steps,
    operations: checked.map(([, operations]) => operations),
    untraced: context.untraced,
  }
}
