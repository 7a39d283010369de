import { readFileSync } from 'node:fs'
import t from 'tap'
import type { JsonValue } from '../../src/core/json.js'
import type { Subject } from '../../src/model/report.js'
import { native } from '../../src/native/engine.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { recipeJson } from '../recipe/build.js'
import { describeClaims } from './words.js'
import { inReport } from './report.js'

type Json = Readonly<Record<string, JsonValue>>
type Draw = Readonly<Record<string, string | number>>

const read = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`../../fixtures/records/${name}.json`, import.meta.url), 'utf8')) as Json
const record = read('three-prizes')
const draws = record['draws'] as readonly Draw[]

/** The winner is the number of entries, the seed is the digest of the prize, and the record has no list. */
const recipe = parseRecipe(
  recipeJson({
    inputs: {
      raffle_id: { type: 'text', title: 'raffle', informational: true },
      prize_name: { type: 'text', title: 'prize', informational: true },
      total_entries: { type: 'integer', title: 'entries' },
      winner_entry_id: { type: 'text', title: 'winner' },
      entrants: { type: 'list', of: { type: 'text' }, title: 'list of entrants' },
    },
    steps: { last: { text_decimal: '$total_entries' } },
    claims: [
      { id: 'winner.derived', says: 'the last entry won', equal: ['$last', '$winner_entry_id'] },
      { id: 'entries.counted', says: 'all are counted', equal: [{ count: '$entrants' }, '$total_entries'] },
    ],
  }),
)

const verify = (value: Json): Subject =>
  inReport(
    verifyDocument(value, {
      source: 'here',
      now: new Date('2027-01-01T00:00:00Z'),
      recipe,
      engine: native,
      findRecipe: () => undefined,
    }),
  )

/** The record, with draws that the last entry won, but for some. */
const withWinners = (...odd: readonly number[]): Json => ({
  ...record,
  draws: draws.map((draw, index) => ({
    ...draw,
    winner_entry_id: odd.includes(index) ? 'x' : String(draw['total_entries']),
  })),
})

const ownOf = (subject: Subject): readonly string[] =>
  describeClaims(subject.claims.filter(({ id }) => id === 'winner.derived' || id === 'entries.counted'))

const uncounted = [
  'entries.counted not-provable value-missing',
  '  all are counted: not published: the list of entrants (draw 1, iPhone 15 Pro (1st Prize))',
]

await t.test('each claim of a recipe stands once, as it ended where it ended worst', t => {
  const good = verify(withWinners())
  t.strictSame(ownOf(good), ['winner.derived proven values-equal', '  the last entry won', ...uncounted])
  t.strictSame(
    [good.verdict, good.recipe?.name, good.recipe?.digest],
    ['not-provable', recipe.name, recipe.digest],
  )
  for (const odd of [[1], [1, 2]]) {
    const bad = verify(withWinners(...odd))
    t.strictSame(ownOf(bad), [
      'winner.derived refuted values-differ',
      `  the rule gives something else than the published winner (draw 2, ${String(draws[1]?.['prize_name'])})`,
      `  expected ${String(draws[1]?.['total_entries'])}`,
      '  found x',
      ...uncounted,
    ])
    t.equal(bad.verdict, 'refuted')
    t.match(bad.who_could_choose, /the published values do not lead to the published winner/)
  }
  t.end()
})

await t.test('a claim of the recipe stands in the place of that of the same id, behind the others', t => {
  const { claims } = verify(withWinners())
  const ids = claims.map(({ id }) => id)
  t.equal(new Set(ids).size, ids.length)
  t.strictSame(ids.slice(-6), [
    'winner.derived',
    'entries.counted',
    'choice.bound',
    'evidence.timely',
    'evidence.unique',
    'level.reached',
  ])
  t.equal(ids[0], 'record.schema')
  t.equal(ids.length, 17)
  t.end()
})

await t.test('a finding of several draws is said once', t => {
  const { findings } = verify(withWinners())
  t.strictSame(
    findings.map(({ code, message }) => `${code}: ${message}`),
    [
      'input-grindable: the organiser had the entries in its hands, and nothing that was published beforehand fixes it: ' +
        'it could have tried, when the rest was known, until the result pleased',
      'value-unchecked: nothing checks the raffle',
      'value-unchecked: nothing checks the prize',
    ],
  )
  t.end()
})

await t.test('the draw of a record may be the record itself', t => {
  const { total_entries } = read('flat') as unknown as Draw
  const flat = verify({ ...read('flat'), winner_entry_id: 'x' })
  t.strictSame(ownOf(flat).slice(0, 4), [
    'winner.derived refuted values-differ',
    '  the rule gives something else than the published winner',
    `  expected ${String(total_entries)}`,
    '  found x',
  ])
  t.equal(
    flat.claims.find(({ id }) => id === 'entries.counted')?.message,
    'all are counted: not published: the list of entrants',
  )
  t.end()
})

await t.test('a record without draws shows nothing by a recipe either', t => {
  const subject = verify({ ...record, draws: [], total_draws: 0 })
  t.strictSame(ownOf(subject), [
    'winner.derived not-provable nothing-compared',
    '  the last entry won: the record has no draw',
    'entries.counted not-provable nothing-compared',
    '  all are counted: the record has no draw',
  ])
  t.equal(subject.who_could_choose, 'unknown: the record has no draw')
  t.strictSame(subject.recipe, { name: recipe.name, digest: recipe.digest })
  t.end()
})

await t.test('a record of another form is not read by a recipe', t => {
  const subject = verify({ ...record, total_draws: 'three' })
  t.strictSame([subject.verdict, subject.recipe], ['refuted', undefined])
  t.notOk(subject.claims.some(({ id }) => id === 'entries.counted'))
  t.end()
})
