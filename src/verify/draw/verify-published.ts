/**
 * Verifies a published draw by a recipe: every claim of the recipe, in its order.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { portable } from '../../core/portable.js'
import type { PublishedDraw } from '../../model/published-draw.js'
import type { Report } from '../../model/report.js'
import { isObject } from '../../model/plain-values.js'
import { describeProblems, type Problem } from '../../model/schema.js'
import { emptyTrust } from '../../model/trust.js'
import { Context, defaultBudget, type PerformedOperation } from '../../recipe/context.js'
import { evaluate, type EvaluatedStep } from '../../recipe/evaluate.js'
import { readPublished } from '../../recipe/inputs.js'
import type { CompiledClaim } from '../../recipe/claims.js'
import { oncePerRecipe, type Recipe } from '../../recipe/recipe.js'
import type { Value } from '../../recipe/value.js'
import { checkClaim } from './check-claim.js'
import { describeChoice, sayVouching, type DrawChoice } from './describe-choice.js'
import { checkChoiceBound } from './choice-bound.js'
import { findDeciding, type Deciding } from './deciding.js'
import { checkPublishedEvidence } from './evidence.js'
import { findDrawLevel, signedClaims } from './levels.js'
import { describeDraw, type StateCode } from '../headline.js'
import type { PlacedDraw } from './plain-draws.js'
import { readDocuments, sourceOf, type ListedDocument } from '../read-document.js'
import { supplyValues } from './supply.js'
import type { PublishedOptions } from '../options.js'
import { createReport, decideSubject, examineUnread, type Examination } from '../verdict.js'
import { findWeaknesses } from './weaknesses.js'
import { findChoice, findVouching } from './who-could-choose.js'

/**
 * Verifies a published draw by a recipe, or the plain values of one as a platform publishes them, or a list
 * of either, with a subject each. A bad draw gives a report, never an exception.
 *
 * @param draw - from {@link parsePublishedDraw}, or JSON from {@link parseJson}.
 * @param recipe - from {@link parseRecipe}; chosen by the auditor.
 * @param options - evidence, trust and limits.
 * @throws only DrawauditError `engine-disagreement`, from an engine that compares two others.
 *
 * @example
 * ```js
 * const report = verifyPublished(parsePublishedDraw(read('draw.json')), parseRecipe(read('recipe.json')))
 * report.verdict // not-provable
 * ```
 */
export function verifyPublished(
  draw: PublishedDraw | JsonValue,
  recipe: Recipe,
  options: PublishedOptions = {},
): Report {
  const { require } = options
  const examinations = isRead(draw)
    ? [examinePublished(draw, recipe, options).examination]
    : readDocuments(draw, recipe).map(listed => examineListed(listed, recipe, options))
  const subjects = examinations.map(examination => decideSubject(examination, require))
  return createReport(subjects, require && { require })
}

/** Whether the draw was parsed before. */
function isRead(draw: PublishedDraw | JsonValue): draw is PublishedDraw {
  return isObject(draw as JsonValue) && (draw as Partial<PublishedDraw>).draw === 'drawaudit/v1'
}

function examineListed(
  { document, place }: ListedDocument,
  recipe: Recipe,
  options: PublishedOptions,
): Examination {
  const source = sourceOf(options.source ?? 'the values alone', place)
  if (document.kind === 'published-draw') {
    const { draw, pointers } = document
    return examinePublished(draw, recipe, { ...options, source, ...(pointers && { pointers }) }).examination
  }
  if (document.kind === 'unreadable') return examineUnread(source, document.as, document)
  const message = `the document can be verified by a recipe: expected the values of a draw, found ${titles[document.kind]}`
  return examineUnread(source, 'unknown', { code: 'document-unknown', message })
}

const titles = {
  'audit-record': 'an audit record',
  bundle: 'a bundle',
  'fraud-proof': 'a fraud proof',
}

/** Result of {@link examinePublished}, with its steps for an explanation. */
export interface PublishedExamination {
  readonly examination: Examination
  readonly published: ReadonlyMap<string, Value>
  readonly steps: readonly EvaluatedStep[]
  /** Operations of each claim, in the order of the claims. */
  readonly operations: readonly (readonly PerformedOperation[])[]
  /** Number of operations outside the steps and claims. */
  readonly untraced: number
  /** The rule's value for the published value that a claim compares; undefined if there is none. */
  readonly derive: (claim: CompiledClaim) => Value | undefined
}

/** Evaluates a recipe on a draw and checks its claims. */
export function examinePublished(
  draw: PublishedDraw,
  recipe: Recipe,
  options: PublishedOptions & { readonly trace?: boolean; readonly pointers?: PlacedDraw['pointers'] } = {},
): PublishedExamination {
  const { source = draw.source, engine = portable, budget = defaultBudget, trace = false } = options
  const { trust = emptyTrust, supply = {}, onProgress, now } = options
  // Without the current time, observations dated in the future cannot be told.
  const observations = now === undefined ? [] : (options.observations ?? [])
  const { timestamps = [], committed = [] } = options
  const looking = { observations, timestamps, committed, trust, engine, now: now ?? new Date(0) }
  const context = new Context(engine, budget)
  if (onProgress !== undefined) context.progress = onProgress
  const { published, supplied } = supplyValues(recipe, draw.published, supply)
  const described = {
    title: draw.title,
    recipe: describeRecipe(recipe),
    ...(supplied.length > 0 && { supplied }),
  }
  const { values, problems, findings, exceeded } = readPublished(recipe, published, context)
  if (exceeded !== undefined || problems.length > 0) {
    const code = exceeded === undefined ? 'draw-value' : 'bound-exceeded'
    const message = `the published values have the form that the recipe declares: ${exceeded ?? describeProblems(problems.map(problem => placeProblem(problem, options.pointers)))}`
    const unread = examineUnread(source, 'published-draw', { code, message }, findings)
    const examination = { ...unread, ...described }
    return { examination, published: values, steps: [], operations: [], untraced: 0, derive: () => undefined }
  }
  const evaluation = evaluate(recipe, values, context, { trace })
  const { unreached = [], headers = [] } = supply
  const run = { recipe, values, evaluation, engine, trust, unreached, headers }
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
  const evidence = checkPublishedEvidence({ recipe, values, deciding, decide, headers }, looking)
  const claims = [...derived, checkChoiceBound(recipe, derived, deciding, weaknesses), ...evidence.claims]
  const { level, stoppedBy } = findDrawLevel(recipe, claims)
  const vouching = findVouching(deciding, evidence)
  const choice = findChoice(recipe, claims, deciding, { level, vouching, stoppedBy })
  const isUnsigned = signedClaims(recipe).length === 0 && level >= 1
  const winner = derived.find(({ id, status }) => id === 'winner.derived' && status === 'proven')
  const isWinnerWrong = derived.some(({ id, status }) => status === 'refuted' && id.startsWith('winner.'))
  return {
    examination: {
      source,
      kind: 'published-draw',
      ...described,
      level,
      ...(stoppedBy !== undefined && { stopped_by: stoppedBy }),
      headline: {
        ...describeDraw(level, {
          isDerived: winner !== undefined,
          isPartly: derived.some(({ status }) => status === 'proven'),
          honest: [{ kind: 'stated', says: sayVouching(vouching) }],
          ...describeState(choice, isUnsigned),
        }),
        choice,
        // Otherwise a refuted draw would read as if its winners were wrong.
        ...(winner !== undefined && !isWinnerWrong && { nevertheless: `; yet ${winner.message}` }),
      },
      claims,
      findings: [...weaknesses, ...evidence.findings],
      who_could_choose: describeChoice(choice),
    },
    published: values,
    steps: evaluation.steps,
    operations: checked.map(([, operations]) => operations),
    untraced: context.untraced,
    derive(claim) {
      const outcome = claim.kind === 'equal' ? evaluation.compute(claim.computed) : undefined
      return outcome?.ended === 'value' ? outcome.value : undefined
    },
  }
}

/** What a headline adds, so that nobody takes winners that follow from the rule for winners that nobody could choose. */
function describeState({ code }: DrawChoice, isUnsigned: boolean): { readonly state?: StateCode } {
  if (code === 'unfixed' || code === 'own-values')
    return { state: isUnsigned ? 'choosable-unsigned' : 'choosable' }
  return isUnsigned ? { state: 'unsigned' } : {}
}

/** A recipe as reports name it. */
const describeRecipe = oncePerRecipe(({ name, digest, origin }) => ({ name, digest, ...origin }))

/** Moves a problem to the value's location in the given document. */
function placeProblem(problem: Problem, pointers: PlacedDraw['pointers'] = new Map()): Problem {
  const [, name = '', rest = ''] = /^\/published\/([a-z0-9_]+)(.*)$/s.exec(problem.pointer) ?? []
  const pointer = pointers.get(name)
  return pointer === undefined ? problem : { ...problem, pointer: `${pointer}${rest}` }
}
