/**
 * Checks a published draw of another platform by its recipe. This module imports the recipe operations; a
 * page that shows only raffles does without it.
 *
 * @packageDocumentation
 */
import type { Envelope } from '../core/dsse.js'
import type { Engine } from '../core/engine.js'
import { parseJson } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { parsePublishedDraw } from '../model/published-draw.js'
import type { TrustRoot } from '../model/trust.js'
import { parseRecipe } from '../recipe/recipe.js'
import { explainExamination } from '../explain/explain-draw.js'
import type { RecipeDocument } from '../model/recipe.js'
import { examinePublished } from '../verify/draw/verify-published.js'
import { verifyPublishedOnWeb } from '../web/verify-published.js'
import type { Supply } from '../verify/draw/supply.js'
import { createAnswers } from './answers.js'
import { describeDrawLevel } from './draw-ladder.js'
import type { Examined } from './draw-formula.js'
import { answerOfDraw, findOutcome } from './draw-outcome.js'
import { printFormula } from './formula.js'
import type { PageAnswer, PageModel } from './model.js'
import { rests } from './catalogue/en/result.js'
import { chooser, drawStrings, findingStrings, ladderStrings } from './catalogue/en/draws.js'
import { sayRestsOfDrawIn } from './say-choice.js'
import { createSteps } from './steps.js'
import { unreadable } from './catalogue/en/answers.js'
import { finish, sentenceOf } from './sentence.js'
import { createUnreadable } from './unreadable.js'
import { asSentence, fromReport } from './catalogue/en/grammar.js'
import { sayTitle, sayUnlisted } from './say-recipe.js'
import { tell } from './catalogue/en/phrases.js'
import { describeClaim } from './words.js'

/** Who could have chosen is the organiser, alone or with others. */
const ofOrganiser: readonly string[] = ['not-shown', 'own-values', 'unfixed', 'late', 'several', 'short']

/** What is checked together with a published draw. */
export interface BesideDraw {
  /** JSON text: an object of recipes by name. */
  readonly recipes: string | undefined
  readonly trust: TrustRoot
  readonly trustFrom: 'service' | 'file' | 'none'
  readonly observations: readonly Envelope[]
  /** Beacon rounds that the draw omits. */
  readonly supply: Supply
  /** A ticket to look up. */
  readonly ticket?: { readonly id: string }
  /** Milliseconds since 1970. */
  readonly now: number
  readonly engine: Engine
}

/**
 * Verifies a published draw by the recipe that it names.
 *
 * @param value - output of `parseJson`.
 */
export async function checkDraw(value: object, beside: BesideDraw): Promise<PageModel> {
  const { engine, trust, trustFrom, observations, supply } = beside
  const options = { engine, trust, observations, supply, now: new Date(beside.now) }
  let found: Pick<Examined, 'recipe' | 'document'> | undefined
  let draw
  try {
    draw = parsePublishedDraw(value)
    found = findRecipe(draw.recipe, beside.recipes)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const say = draw === undefined ? unreadable.document : unreadable.recipes
    const message = say(error.message)
    return createUnreadable({ code: error.code, message }, finish(message))
  }
  if (found === undefined) {
    const message = unreadable.noRecipe(draw.recipe)
    return createUnreadable({ code: 'recipe-unknown', message }, finish(message))
  }
  const { recipe, document } = found
  const report = await verifyPublishedOnWeb(draw, recipe, options)
  const [subject] = report.subjects
  const [first] = subject?.claims ?? []
  if (subject === undefined || first === undefined || first.id === 'document.read') {
    return first === undefined
      ? createUnreadable({ code: 'internal', message: unreadable.unknown }, finish(unreadable.unknown))
      : createUnreadable(first)
  }
  const claims = subject.claims.map(claim => describeClaim(claim, 'no', { say: sayUnlisted }))
  const { verdict, who_could_choose: whoCouldChoose } = subject
  const findings = subject.findings.map(({ code, message }) => {
    const told = tell(message)
    const says = findingStrings[code] ?? (told === undefined ? undefined : sentenceOf(told))
    return { code, message, ...(says !== undefined && { says }) }
  })
  const examined = examinePublished(draw, recipe, { ...options, trace: true })
  const choice = examined.examination.headline?.choice
  const given = { recipe, document, examined, claims }
  const outcome = findOutcome(given)
  const ticketId = beside.ticket?.id
  const isSigned = claims.some(({ id, word }) => id.endsWith('.signed') && word === 'proven')
  const ofTicket = ticketId === undefined ? undefined : answerOfDraw(given, ticketId)
  const answers = createAnswers({
    ...{ kind: 'draw', state: 'drawn', verdict, claims, findings },
    ...{ trustFrom, isOverdue: false },
  })
  return {
    kind: 'draw',
    title: draw.title,
    operator: recipe.title,
    state: 'drawn',
    verdict,
    ...(examined.examination.headline && { headline: examined.examination.headline }),
    level: describeDrawLevel(subject.level ?? 0, claims, recipe),
    answers: answers.map(answer => {
      if (answer.id === 'ticket') return askOf(outcome, ofTicket) ?? answer
      // Other values that could be calculated say nothing about winners.
      return answer.id === 'winner' && outcome.formula === undefined ? withoutWinner : answer
    }),
    ...outcome,
    ...(ticketId !== undefined && ofTicket && { ticketId }),
    steps: () =>
      createSteps(explainExamination(draw, recipe, examined), {
        formula: expression => printFormula(expression),
        claim(id) {
          const says = recipe.claims.find(claim => claim.id === id)?.says
          return says === undefined ? undefined : sayTitle(says)
        },
      }),
    paths: [],
    claims,
    findings,
    ...(!isSigned && { note: drawStrings.unsigned }),
    chooser: {
      says: [
        choice === undefined ? asSentence(whoCouldChoose, 1200) : chooser(choice),
        ...(choice !== undefined && ofOrganiser.includes(choice.code) ? [drawStrings.notAccused] : []),
      ],
    },
    rests: sayRestsOfDrawIn({ fromReport, rests }, examined.examination.headline),
    ...((supply.beacons ?? []).length > 0 && subject.supplied === undefined && { isRoundUnused: true }),
    keys: [],
  }
}

/** For a recipe that derives no winner. */
const withoutWinner: PageAnswer = {
  id: 'winner',
  word: 'not-checked',
  text: [ladderStrings.noWinner],
  claims: [],
}

/** The answer about a ticket: its result, or the offer to look one up. */
function askOf(
  { formula }: ReturnType<typeof findOutcome>,
  ofTicket: PageAnswer | undefined,
): PageAnswer | undefined {
  if (ofTicket !== undefined) return ofTicket
  if (formula?.entries === undefined) return undefined
  return { id: 'ticket', word: 'not-checked', text: [drawStrings.ask], claims: [] }
}

/** A recipe by name, from the text that contains all recipes. */
function findRecipe(
  name: string,
  recipes: string | undefined,
): Pick<Examined, 'recipe' | 'document'> | undefined {
  if (recipes === undefined) return undefined
  const all = Object.entries(Object(parseJson(recipes)) as object)
  const found = all.find(([key]) => key === name) as [string, Parameters<typeof parseRecipe>[0]] | undefined
  return found && { recipe: parseRecipe(found[1]), document: found[1] as unknown as RecipeDocument }
}
