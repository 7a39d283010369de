/**
 * A published draw of another platform, by a recipe. Recipes and their operations come with this module: a page that
 * shows raffles alone does without it.
 *
 * @packageDocumentation
 */
import type { Envelope } from '../core/dsse.js'
import type { Engine } from '../core/engine.js'
import { parseJson } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { parsePublishedDraw } from '../model/published-draw.js'
import type { TrustRoot } from '../model/trust.js'
import { parseRecipe, type Recipe } from '../recipe/recipe.js'
import { explainPublished } from '../explain/explain-draw.js'
import { verifyPublishedOnWeb } from '../web/verify-published.js'
import type { Supply } from '../verify/draw/supply.js'
import { ladderOf } from '../verify/draw/levels.js'
import { createAnswers } from './answers.js'
import { sayUnlisted } from './catalogue.js'
import type { PageModel } from './model.js'
import { createSteps } from './steps.js'
import { unreadable } from './strings.js'
import { createUnreadable } from './unreadable.js'
import { describeClaim, describeLevel } from './words.js'

/** What there is beside a published draw. */
export interface BesideDraw {
  /** JSON text: an object of recipes by their names. */
  readonly recipes: string | undefined
  readonly trust: TrustRoot
  readonly trustFrom: 'service' | 'file' | 'none'
  readonly observations: readonly Envelope[]
  /** Rounds that the draw left out. */
  readonly supply: Supply
  /** Milliseconds since 1970. */
  readonly now: number
  readonly engine: Engine
}

/**
 * Verifies a published draw by the recipe that it names.
 *
 * @param value - as `parseJson` reads it.
 */
export async function checkDraw(value: object, beside: BesideDraw): Promise<PageModel> {
  const { engine, trust, trustFrom, observations, supply } = beside
  const options = { engine, trust, observations, supply, now: new Date(beside.now) }
  let recipe: Recipe | undefined
  let draw
  try {
    draw = parsePublishedDraw(value)
    recipe = findRecipe(draw.recipe, beside.recipes)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const say = draw === undefined ? unreadable.document : unreadable.recipes
    return createUnreadable({ code: error.code, message: say(error.message) })
  }
  if (recipe === undefined) {
    return createUnreadable({ code: 'recipe-unknown', message: unreadable.noRecipe(draw.recipe) })
  }
  const report = await verifyPublishedOnWeb(draw, recipe, options)
  const [subject] = report.subjects
  const [first] = subject?.claims ?? []
  if (subject === undefined || first === undefined || first.id === 'document.read') {
    return createUnreadable(first ?? { code: 'internal', message: unreadable.unknown })
  }
  const claims = subject.claims.map(claim => describeClaim(claim, 'no', { say: sayUnlisted }))
  const { verdict, headline, findings, who_could_choose: whoCouldChoose } = subject
  return {
    kind: 'draw',
    title: draw.title,
    operator: recipe.title,
    state: 'drawn',
    verdict,
    headline,
    level: describeLevel(subject.level ?? 0, subject.stopped_by, claims, ladderOf(recipe)),
    answers: createAnswers({
      ...{ kind: 'draw', state: 'drawn', verdict, claims, findings },
      ...{ trustFrom, isOverdue: false },
    }),
    winners: [],
    steps: createSteps(explainPublished(draw, recipe, options)),
    paths: [],
    claims,
    findings,
    whoCouldChoose,
    ...((supply.beacons ?? []).length > 0 && subject.supplied === undefined && { isRoundUnused: true }),
    keys: [],
  }
}

/** A recipe by its own name, from the text that has all of them. */
function findRecipe(name: string, recipes: string | undefined): Recipe | undefined {
  if (recipes === undefined) return undefined
  const all = Object.entries(Object(parseJson(recipes)) as object)
  const found = all.find(([key]) => key === name) as [string, Parameters<typeof parseRecipe>[0]] | undefined
  return found && parseRecipe(found[1])
}
