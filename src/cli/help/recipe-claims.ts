/**
 * Claims that recipes make: each recipe says in its own words what a claim means.
 *
 * @packageDocumentation
 */
import { reflow } from '../../render/wrap.js'
import { builtInNames, loadBuiltIn } from '../shared/recipes.js'

/** A claim of a built-in recipe. */
export interface RecipeClaim {
  readonly id: string
  /** What holds if it is proven. */
  readonly says: string
  readonly recipe: string
}

/** Whether a text has the form of such a claim's id: only then is it worth reading all recipes. */
export const isClaimOfRecipes = (text: string): boolean => /^[a-z]+\.[a-z_]+$/.test(text)

/** The claims of all built-in recipes. */
export const listRecipeClaims = (): readonly RecipeClaim[] =>
  builtInNames().flatMap(name =>
    (loadBuiltIn(name)?.claims ?? []).map(({ id, says }) => ({ id, says, recipe: name })),
  )

/** What a claim says in the recipes that make it. */
export function renderRecipeClaim(id: string, made: readonly RecipeClaim[], columns: number): string {
  const width = Math.max(...made.map(({ recipe }) => recipe.length))
  const [first] = made
  const lines = made.map(({ recipe, says }) => `  ${recipe.padEnd(width)}  ${says}`)
  return reflow(
    `Claims of recipes\n  ${id}  says, in the words of each recipe:\n\n${lines.join('\n')}\n\nwhat is computed is in the recipe: drawaudit recipe show ${first?.recipe ?? 'NAME'}\n`,
    columns,
    0,
  )
}
