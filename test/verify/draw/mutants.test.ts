import { readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { parseJson } from '../../../src/core/json.js'
import { parsePublishedDraw } from '../../../src/model/published-draw.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { inputsOf } from '../../../src/recipe/claims.js'
import { parseRecipe, type Recipe } from '../../../src/recipe/recipe.js'
import { verifyPublished } from '../../../src/verify/draw/verify-published.js'

// That every change of a value is noticed is for test/system/recipes.test.ts: here values are left out, and stand twice.

const folder = new URL('../../../fixtures/draws/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
  name.endsWith('.json'),
)

const read = (path: string): Uint8Array => readFileSync(new URL(`../../../${path}`, import.meta.url))
const readRecipe = (name: string): Recipe => parseRecipe(parseJson(read(`recipes/${name}.json`)))
const trust = parseTrust(parseJson(read('fixtures/trust/signers.json')))

await t.test('a value that was not published leaves no claim proven that rests on it', t => {
  let left = 0
  for (const file of files) {
    const draw = parsePublishedDraw(parseJson(readFileSync(new URL(file, folder))))
    const recipe = readRecipe(draw.recipe)
    for (const name of Object.keys(draw.published)) {
      const published = Object.fromEntries(Object.entries(draw.published).filter(([key]) => key !== name))
      if (Object.keys(published).length === 0) continue
      const [subject] = verifyPublished({ ...draw, published }, recipe, { engine: native, trust }).subjects
      const proven = recipe.claims.filter(
        claim =>
          inputsOf(claim).has(name) &&
          subject?.claims.some(({ id, status }) => id === claim.id && status === 'proven') !== false,
      )
      t.strictSame(
        proven.map(({ id }) => id),
        [],
        `${file}: ${name}`,
      )
      left += 1
    }
  }
  t.ok(left > 2 * files.length, `${left} values were left out`)
  t.end()
})

await t.test('a value that stands twice is refused', t => {
  for (const file of files) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const { published } = parsePublishedDraw(parseJson(text))
    for (const name of Object.keys(published)) {
      const twice = text.replace('"published": {', `"published": { ${JSON.stringify(name)}: 0,`)
      t.throws(() => parseJson(twice), { message: `duplicate name ${JSON.stringify(name)}` }, file)
    }
  }
  t.end()
})
