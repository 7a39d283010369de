/**
 * Finds the recipe of draws that do not name theirs.
 *
 * @packageDocumentation
 */
import { parseJson, type JsonValue } from '../core/json.js'
import type { Engine } from '../core/engine.js'
import { DrawauditError } from '../errors.js'
import type { PublishedDraw } from '../model/published-draw.js'
import type { RecipeDocument } from '../model/recipe.js'
import { parseRecipe } from '../recipe/recipe.js'
import { verifyPublished } from '../verify/draw/verify-published.js'
import type { SearchLimits } from './search/bound.js'
import { chooseResults, type ChosenResults } from './values/choose-results.js'
import { layOut } from './write/layout.js'
import { readPublishedValues, type SearchedValues } from './values/published.js'
import { splitResults } from './search/result-fit.js'
import { isCalledComputed, isCalledRandom, isCalledSource } from './values/names.js'
import { resultName } from './values/scope.js'
import { search, type ScopeFindings, type SearchFindings } from './search/search.js'
import { writeRecipe } from './write/write-recipe.js'

/** Limits of the search, and what the user knows about the values. */
export interface FindOptions extends SearchLimits {
  readonly engine: Engine
  /** Names of results, if they cannot be told from the values' names: a value, or `table.column`. */
  readonly results?: readonly string[]
  /** Name of the recipe. */
  readonly name?: string
}

/**
 * How far a search got.
 *
 * - `found`: every result and every hash is explained by more than chance; without results, at least one
 *   digest.
 * - `partly`: something is explained, but not every result, or by two rules that differ on other draws.
 * - `possible`: what fits may fit by chance.
 * - `nothing`: nothing fits.
 */
export type SearchOutcome = 'found' | 'partly' | 'possible' | 'nothing'

/** Result of the search, with the recipe if there is one. */
export interface FoundRecipe {
  readonly outcome: SearchOutcome
  readonly published: SearchedValues
  /** Values taken as results, and how they were recognized. */
  readonly results: readonly string[]
  readonly resultsBy: ChosenResults['by']
  readonly search: SearchFindings
  /**
   * Formatted JSON text. Every formula in it has at least 40 bits of evidence, and it was run on all draws:
   * what it computes is proven there.
   */
  readonly recipe?: string
  /** The draws as documents of the recipe. */
  readonly draws: readonly PublishedDraw[]
  /** Why there is no recipe although something was found. */
  readonly unwritten?: string
}

/**
 * Searches for the recipe behind published values.
 *
 * @param value - a published draw, an object of values, or a list of either, all of one platform.
 * @throws DrawauditError `draw-value` if there is nothing to search, or more than a recipe can contain;
 * `usage` for the name of a result that does not exist.
 */
export function findRecipe(value: JsonValue, options: FindOptions): FoundRecipe {
  const { engine, name = 'found' } = options
  const published = readPublishedValues(value)
  const { results, by } = chooseResults(published, options.results ?? [])
  const found = search(published, { ...options, results })
  const outcome = decideOutcome(found, results)
  const draws = documentsOf(published, name)
  const described = { outcome, published, results, resultsBy: by, search: found, draws }
  if (outcome === 'nothing' || outcome === 'possible') return described
  const document = writeRecipe(published, found, name)
  if (document === undefined) {
    const unwritten = 'the number of winners differs from draw to draw, and no value says it'
    return { ...described, unwritten }
  }
  const recipe = layOut(document)
  const fault = findFault(recipe, document, draws, engine)
  return fault === undefined ? { ...described, recipe } : { ...described, unwritten: fault }
}

function decideOutcome({ scopes }: SearchFindings, results: readonly string[]): SearchOutcome {
  const sure = scopes.flatMap(scope => sureResults(scope))
  const hasClaim = sure.length > 0 || scopes.some(({ digests }) => digests.length > 0)
  const isWhole =
    results.every(result => sure.includes(result)) &&
    openDigests(scopes).length === 0 &&
    scopes.every(({ fit }) => fit?.alternative === undefined)
  if (hasClaim) return isWhole ? 'found' : 'partly'
  const isPossible = scopes.some(
    ({ possibleDigests, possibleDerived, fit }) =>
      fit !== undefined || possibleDigests.length + possibleDerived.length > 0,
  )
  return isPossible ? 'possible' : 'nothing'
}

/**
 * Unexplained digests that matter: those published as a hash, and those that each row or turn has its own of,
 * unless their name calls them random.
 */
function openDigests(scopes: SearchFindings['scopes']): readonly string[] {
  return scopes.flatMap(({ scope: { kind }, unexplained }) =>
    unexplained.flatMap(({ reference }) => {
      const matters = isCalledComputed(reference) || (kind !== 'draw' && !isCalledRandom(reference))
      return matters && !isCalledSource(reference) ? [reference] : []
    }),
  )
}

/** Names of the values explained by more than chance, except digests. */
function sureResults({ scope, derived, fit }: ScopeFindings): readonly string[] {
  return [...splitResults(fit).sure, ...derived].map(({ result }) => resultName(scope, result))
}

/** The draws as documents of the recipe. */
function documentsOf({ draws, title, source }: SearchedValues, recipe: string): readonly PublishedDraw[] {
  return draws.map((published, index): PublishedDraw => ({
    draw: 'drawaudit/v1',
    recipe,
    title: draws.length === 1 ? title : `${title} (${index + 1})`,
    source,
    published,
  }))
}

/** Verifies the draws with the recipe; a recipe that does not reproduce them is not returned. */
function findFault(
  recipe: string,
  { claims }: RecipeDocument,
  draws: readonly PublishedDraw[],
  engine: Engine,
): string | undefined {
  const compared = new Set(claims.flatMap(claim => ('equal' in claim ? [claim.id] : [])))
  try {
    const parsed = parseRecipe(parseJson(recipe))
    for (const [index, draw] of draws.entries()) {
      const [subject] = verifyPublished(draw, parsed, { engine }).subjects
      const failed = subject?.claims.find(({ id, status }) => status !== 'proven' && compared.has(id))
      const isMissing = subject === undefined || subject.claims.length < claims.length
      if (failed !== undefined)
        return `draw ${index + 1}: ${failed.id} is ${failed.status}: ${failed.message}`
      if (isMissing) return `draw ${index + 1} cannot be read by it`
    }
    return undefined
  } catch (error) {
    if (error instanceof DrawauditError) return error.message
    throw error
  }
}
