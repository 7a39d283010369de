// Recipes and the draws they are for, one document a line: a recipe is read or refused with its place; what it makes of a
// draw is a report, never an exception.
import { readdirSync, readFileSync } from 'node:fs'
import { parseJson } from '../../../src/core/json.js'
import { native } from '../../../src/native/index.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { assertHolds, unlessRefused } from './expect.js'

const now = new Date('2027-01-01T00:00:00Z')
const oneLine = (file: string): string => JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))

export const seeds = readdirSync('fixtures/samples').map(file => {
  const draw = JSON.parse(readFileSync(`fixtures/samples/${file}`, 'utf8')) as { recipe: string }
  return `${oneLine(`recipes/${draw.recipe}.json`)}\n${JSON.stringify(draw)}`
})

export function fuzz(data: Buffer): void {
  const end = data.indexOf('\n')
  const json = unlessRefused(() => parseJson(end === -1 ? data : data.subarray(0, end)))
  if (json === undefined) return
  const recipe = unlessRefused(() => parseRecipe(json))
  if (recipe === undefined) return
  assertHolds(parseRecipe(json).digest === recipe.digest, 'two digests of one recipe')
  const draw = end === -1 ? undefined : unlessRefused(() => parseJson(data.subarray(end + 1)))
  if (draw === undefined) return
  const { verdict } = verifyDocument(draw, { source: 'draw', findRecipe: () => recipe, engine: native, now })
  assertHolds(['proven', 'refuted', 'not-provable'].includes(verdict), `the verdict ${verdict}`)
}
