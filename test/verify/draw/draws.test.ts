import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { parsePublishedDraw } from '../../../src/model/published-draw.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { mutateDraw } from '../../../src/find/mutate/mutate-draw.js'
import { verifyPublished } from '../../../src/verify/draw/verify-published.js'
import { listJson, readJson } from '../fixtures.js'
import { subjectOf } from '../report.js'
import { describeClaims, describeSubject, Words } from '../words.js'

// That every change is noticed is for test/system/recipes.test.ts: here it is what is said of a draw of each recipe, and what is
// said otherwise when one of its values is another.

const trust = parseTrust(readJson('fixtures/trust/signers.json'))
const words = new Words(new URL('../../../test/verify/draw/draws.txt', import.meta.url))

/** The first draw of each recipe. */
const draws = new Map(
  [...listJson('fixtures/samples/'), ...listJson('fixtures/draws/')].map(file => {
    const draw = parsePublishedDraw(readJson(file))
    return [draw.recipe, { file, draw }] as const
  }),
)

for (const [name, { file, draw }] of [...draws].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  await t.test(`what is said of ${file}`, t => {
    const recipe = parseRecipe(readJson(`recipes/${name}.json`))
    const options = { engine: native, trust, source: file }
    const subject = subjectOf(verifyPublished(draw, recipe, options))
    words.check(t, file, [...describeClaims(subject.claims), ...describeSubject(subject)])
    const seen = new Set<string>()
    for (const mutant of mutateDraw(recipe, draw.published)) {
      if (seen.has(mutant.input)) continue
      seen.add(mutant.input)
      const changed = subjectOf(verifyPublished({ ...draw, published: mutant.published }, recipe, options))
      const differs = changed.claims.filter(
        (claim, place) => !isDeepStrictEqual(claim, subject.claims[place]),
      )
      const rest = changed.who_could_choose === subject.who_could_choose ? [] : [changed.who_could_choose]
      words.check(t, `${file}: ${mutant.input}`, [...describeClaims(differs), ...rest])
    }
    t.end()
  })
}

await t.test('and nothing else', t => {
  words.end(t)
  t.end()
})
