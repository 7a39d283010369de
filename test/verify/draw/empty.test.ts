import { readFileSync } from 'node:fs'
import t from 'tap'
import { parseJson } from '../../../src/core/json.js'
import { parsePublishedDraw, type PublishedDraw } from '../../../src/model/published-draw.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { verifyPublished } from '../../../src/verify/draw/verify-published.js'

const read = (path: string) => parseJson(readFileSync(new URL(`../../../${path}`, import.meta.url)))

const emptied: readonly (readonly [recipe: string, draw: string, nothing: PublishedDraw['published']])[] = [
  ['dchoose', 'social-income-2025-06-13', { winner_count: 0, winners: [] }],
  ['iotex-2019', 'lucky-draw', { draws: 0, winners: [] }],
  ['icann-octo-041', 'reference-example', { count: 0, selected: [] }],
  ['rfc3797', 'worked-example', { selected_count: 0, digests: [], divisors: [], selected: [] }],
]

for (const [name, file, nothing] of emptied) {
  await t.test(`${name}: a draw without winners proves none`, t => {
    const recipe = parseRecipe(read(`recipes/${name}.json`))
    const draw = parsePublishedDraw(read(`fixtures/draws/${name}/${file}.json`))
    const report = verifyPublished({ ...draw, published: { ...draw.published, ...nothing } }, recipe, {
      require: ['winner.derived'],
    })
    const [subject] = report.subjects
    const claim = subject?.claims.find(({ id }) => id === 'winner.derived')
    t.match(claim, { status: 'not-provable', code: 'nothing-compared' })
    t.equal(report.verdict, 'not-provable')
    t.equal(subject?.who_could_choose, 'unknown: no winner was published')
    t.end()
  })
}
