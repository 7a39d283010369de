import t from 'tap'
import { describeFound } from '../../src/find/describe.js'
import { find, sha256 } from './values.js'
import { isWithin } from '../patience.js'

const garbage = Object.fromEntries([
  ...Array.from({ length: 16 }, (_, index) => [`h${index}`, sha256(`garbage ${index}`)]),
  ...Array.from({ length: 10 }, (_, index) => [`n${index}`, 1_000_003 * (index + 1)]),
  ['winner', 123_457],
]) as Record<string, string | number>

await t.test('garbage is not found, and the bound is kept', t => {
  let last = 0
  const found = find(garbage, { most: 100_000, onProgress: tried => (last = tried) })
  t.equal(found.outcome, 'nothing')
  t.equal(found.search.end, 'most')
  t.ok(found.search.tried >= 100_000 && found.search.tried < 110_000)
  t.ok(last > 50_000)
  t.equal(found.recipe, undefined)
  t.match(describeFound(found), /\nNot found: nothing fits, so there is no recipe\n$/)
  t.match(describeFound(found), /\nThese would help:\n {2}what h0 may be the hash of\n/)
  t.end()
})

await t.test('the time is kept too', t => {
  let clock = 0
  const found = find(garbage, { milliseconds: 50, now: () => (clock += 10) })
  t.equal(found.search.end, 'time')
  t.end()
})

await t.test('what cannot be searched is refused with what is wrong', t => {
  const refused: readonly (readonly [unknown, string])[] = [
    [null, 'a draw is an object of values'],
    [[], 'there is no draw in the list'],
    [{}, 'there is no value that a recipe could use'],
    [{ a: [[1]] }, 'there is no value that a recipe could use'],
    [{ a: { a: { a: { a: { a: 1 } } } } }, 'objects in objects more than 4 deep'],
    [
      Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`v${index}`, index])),
      'more than 64 values, and a recipe has no more: leave out what cannot matter',
    ],
    [
      { tickets: Array.from({ length: 500_001 }, (_, index) => index) },
      'expected lists of 500000 items in all, found 500001: take a smaller draw',
    ],
    [Array.from({ length: 1001 }, () => ({ a: 1 })), 'expected at most 1000 draws, found 1001'],
    [{ draw: 'drawaudit/v1', published: 5 }, '"published" is an object of values'],
  ]
  for (const [value, message] of refused) {
    t.throws(() => find(value as never), { code: 'draw-value', message })
  }
  t.throws(() => find({ seed: sha256('x'), winner: 1 }, { results: ['winer'] }), {
    code: 'usage',
    message: 'there is no value "winer"',
    hint: 'the values are seed, winner',
  })
  t.end()
})

await t.test('names that a recipe cannot have are changed, and that is said', t => {
  const seed = sha256('seed')
  const found = find({
    'Server Seed': seed,
    hashOfSeed: sha256(seed),
    turn: 5,
    '': 1,
    'Hash of seed': sha256(seed),
  })
  t.strictSame(
    [...found.published.shapes.keys()],
    ['server_seed', 'hash_of_seed', 'value_turn', 'value', 'hash_of_seed_2'],
  )
  t.match(describeFound(found), 'In the recipe Server Seed is called server_seed\n')
  t.end()
})

await t.test('many rows, turns and draws end', t => {
  const seed = sha256('seed')
  const rows = Array.from({ length: 2000 }, (_, index) => ({
    a: index,
    h: sha256(`row ${index}`),
    winner: (index * 7919) % 100,
  }))
  const winners = Array.from({ length: 300 }, (_, index) => (index * 104_729) % 2999)
  const draws = Array.from({ length: 1000 }, (_, index) => ({
    seed: sha256(`draw ${index}`),
    n: 1000,
    winner: (index * 7919) % 1000,
  }))
  for (const value of [{ seed, rows, n: 100 }, { seed, tickets: rows.map(({ a }) => a), winners }, draws]) {
    const found = find(value, { most: 50_000 })
    t.equal(found.outcome, 'nothing')
    t.ok(isWithin(found.search.milliseconds, 30_000))
  }
  t.end()
})
