import t from 'tap'
import type { JsonValue } from '../../src/core/json.js'
import { summarizeFound } from '../../src/find/summary.js'
import { randomDraws, randomOf } from './random-draws.js'
import { find, sha256 } from './values.js'

/** Enough to come to hashes that nobody published, which is where chance is met. */
const most = 4_000

/** Platforms: all of them in `npm run campaign chance`. */
const platforms = Number(process.env['PLATFORMS'] ?? 30)

await t.test(`of ${platforms} platforms without any rule not one claim is written`, t => {
  const outcomes = new Map<string, number>()
  for (let seed = 0; seed < platforms; seed += 1) {
    const found = find(randomDraws(seed), { most })
    const { outcome, explained, possible } = summarizeFound(found)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (found.recipe !== undefined || explained.length > 0) t.fail(`seed ${seed}`, { explained })
    if (possible.some(({ bits }) => bits >= 40))
      t.fail(`seed ${seed} is not possible, but sure`, { possible })
  }
  // By chance something fits often, or the search did not look.
  t.ok((outcomes.get('possible') ?? 0) > platforms / 4, JSON.stringify([...outcomes]))
  t.strictSame([...outcomes.keys()].sort(), ['nothing', 'possible'])
  t.end()
})

const random = randomOf('one draw')
const one = (): Readonly<Record<string, JsonValue>> => ({
  seed: sha256(`${random(1e9)}`),
  tickets: Array.from({ length: 50 }, (_, ticket) => ticket),
  winner: random(50),
})

/** Nothing here follows from anything, though results are many: what anybody could guess is no evidence. */
const guessable: readonly (readonly [name: string, values: JsonValue])[] = [
  ['one draw, sixty times', Array.from({ length: 60 }, () => one()).map((_, __, [first]) => first ?? {})],
  [
    'two draws, thirty times each',
    (([a, b]) => Array.from({ length: 60 }, (_, draw) => (draw % 2 === 0 ? a : b) ?? {}))([one(), one()]),
  ],
  [
    'one draw, sixty times, under other titles',
    (draw => Array.from({ length: 60 }, (_, number) => ({ title: `Draw ${number}`, ...draw })))(one()),
  ],
  [
    'rows that share one seed and one result',
    {
      seed: sha256('one'),
      rows: Array.from({ length: 200 }, (_, row) => ({ name: `n${row}`, result: 7 })),
      entries: 50,
    },
  ],
  [
    'results that count as the ids do',
    { entries: 1000, rows: Array.from({ length: 200 }, (_, row) => ({ id: 5001 + row, position: 1 + row })) },
  ],
  [
    'object ids that count',
    {
      entries: 256,
      rows: Array.from({ length: 200 }, (_, row) => ({
        id: `65a0c0ffee000000000001${row.toString(16).padStart(2, '0')}`,
        position: row,
      })),
    },
  ],
  [
    'prices in thousands, results that are always 0',
    Array.from({ length: 30 }, (_, draw) => ({ price: 1000 * (draw + 1), entries: 1000, winning_index: 0 })),
  ],
  [
    'a count that is always the same',
    Array.from({ length: 30 }, (_, draw) => ({
      draw_number: draw,
      tickets: ['a', 'b', 'c'],
      ticket_count: 3,
      winner: 'a',
    })),
  ],
]

for (const [name, values] of guessable) {
  await t.test(`no evidence: ${name}`, t => {
    const { explained } = summarizeFound(find(values, { most }))
    t.strictSame(explained, [])
    t.end()
  })
}

await t.test('a few bytes of a hash are held against every hash that was tried', t => {
  const seed = sha256('seed')
  const short = { seed, seed_hash: sha256(seed).slice(0, 16), winner: 1 }
  // 64 bits for one of the first candidates.
  t.match(summarizeFound(find(short, { most })).explained, [{ value: 'seed_hash' }])
  const message = [2, 7, 4, 9].map(number => sha256(`${number}`))
  const late = {
    ...Object.fromEntries(message.map((value, index) => [`v${index}`, value])),
    digest: sha256([...message].reverse().join('')).slice(0, 16),
  }
  const found = summarizeFound(find(late, { most: 3_000_000 }))
  t.match(
    found.explained.concat(found.possible).map(({ value }) => value),
    ['digest'],
  )
  for (const { bits } of found.explained) t.ok(bits >= 40)
  t.end()
})
