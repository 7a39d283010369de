// Recipes as text: read or refused with the place; what is read is printed, and what is printed is the same recipe.
import { readdirSync, readFileSync } from 'node:fs'
import { canonicalize } from '../../../src/core/canonical.js'
import { parseJson } from '../../../src/core/json.js'
import { formatRecipe } from '../../../src/recipe/text/format.js'
import { parseRecipeText } from '../../../src/recipe/text/parse.js'
import { readRecipe } from '../../../src/recipe/text/read.js'
import { assertHolds, unlessRefused } from './expect.js'

export const seeds = readdirSync('recipes').map(file =>
  formatRecipe(parseJson(readFileSync(`recipes/${file}`))),
)

export function fuzz(data: Buffer): void {
  unlessRefused(() => readRecipe(data))
  const recipe = unlessRefused(() => parseRecipeText(data.toString()))
  if (recipe === undefined) return
  const text = unlessRefused(() => formatRecipe(recipe))
  if (text === undefined) return
  const again = parseRecipeText(text)
  assertHolds(canonicalize(again) === canonicalize(recipe), 'another recipe after printing')
  assertHolds(formatRecipe(again) === text, 'printed otherwise')
}
