// Expressions of recipes as formulas: what stands in them is what is calculated.
import t from 'tap'
import type { Expression } from '../../src/model/recipe.js'
import { namesIn, operationsIn, pathsIn, printFormula } from '../../src/page/formula.js'
import { integer, list, text, type Value } from '../../src/recipe/value.js'

const digits = (count: number): Value => integer(10n ** BigInt(count - 1))
const values = new Map<string, Value>([
  ['n', integer(142)],
  ['word', text('abc')],
  ['names', list(['a', 'b'].map(text))],
  ['long', digits(20)],
  ['longer', digits(21)],
])

const cases: Readonly<Record<string, readonly (readonly [Expression, string])[]>> = {
  'numbers stand in the places of their names, unless they are long': [
    [{ add: ['$n', 1] }, '142 + 1'],
    ['$unknown', 'unknown'],
    ['$word', 'word'],
    ['$long', '1'.padEnd(20, '0')],
    ['$longer', 'longer'],
    [{ count: '$names' }, '2'],
    [{ count: '$word' }, 'count(word)'],
  ],
  'operations in operations stand in brackets': [
    [{ multiply: [{ add: ['$n', 1] }, 2] }, '(142 + 1) × 2'],
    [{ mod: [{ integer_be: { sha256: '$word' } }, '$n'] }, 'int(sha256(word)) mod 142'],
    [{ concat: ['$a', '$b'] }, 'a ‖ b'],
    [{ at: ['$names', 3] }, 'names[3]'],
  ],
  'a key goes with its hash': [
    [{ hmac: ['sha256', '$seed', '$word'] }, 'hmac_sha256(seed, word)'],
    [{ python_sample: ['sha256', '$entries', 5] }, 'python_sample(sha256, entries, 5)'],
    [{ maximum: ['$n', 5] }, 'maximum(142, 5)'],
  ],
  'lists in an order': [
    [{ sort_by: { list: '$names', as: 'one', key: '$one.place' } }, 'sort(names by one.place)'],
    [
      { sort_by: { list: '$names', as: 'one', key: '$one.place', order: 'descending' } },
      'sort(names by one.place, descending)',
    ],
    [{ distinct: { list: '$names', as: 'one', key: '$one' } }, 'distinct(names)'],
    [{ distinct: { list: '$names', as: 'one', key: '$one.id' } }, 'distinct(names by one.id)'],
    [{ map: { list: '$names', as: 'one', do: '$one' } }, 'names'],
    [{ map: { list: '$names', as: 'one', do: { sha256: '$one' } } }, '[sha256(one) for one in names]'],
    [{ filter: { list: '$names', key: '$word' } }, 'filter(list: names, key: word)'],
  ],
  'what is repeated': [
    [
      { iterate: { from: '$root', times: 5, as: 'one', do: { sha256: '$one' } } },
      'repeat(one → sha256(one), 5 times, from root)',
    ],
    [
      { fold: { list: '$names', item: 'x', from: '$root', as: 'one', do: { sha256: '$one' } } },
      'repeat(one → sha256(one), for x in names, from root)',
    ],
  ],
  'what is taken out of a list': [
    [{ pick: { from: '$names', count: 5 } }, 'pick(5 of names)'],
    [
      { pick: { from: '$names', count: 5, index: { mod: ['$number', '$left'] } } },
      'pick(5 of names, index: number mod left)',
    ],
    [{ slice: { from: 2, count: 5 } }, 'slice(from: 2, count: 5)'],
    [{ hash_chain: { start: '$seed', count: 5 } }, 'hash_chain(start: seed, count: 5)'],
    [
      { weighted_at: { list: '$names', as: 'one', weight: '$one.tickets', point: '$n' } },
      'at_share(142, names by one.tickets)',
    ],
    [{ parse_json: { text: '$signed', at: '/data', type: { type: 'list' } } }, 'read(signed, "/data")'],
  ],
  'what has not all of its parts is written as it stands': [
    [{ sort_by: { as: 'one', key: '$one' } }, 'sort_by(as: one, key: one)'],
    [{ sort_by: { as: 'one', list: '$names' } }, 'sort_by(as: one, list: names)'],
    [{ distinct: { as: 'one', list: '$names' } }, 'distinct(as: one, list: names)'],
    [{ iterate: { as: 'one', from: '$n', times: 2 } }, 'iterate(as: one, from: 142, times: 2)'],
    [{ pick: { count: 5, index: '$n' } }, 'pick(count: 5, index: 142)'],
    [{ pick: { from: '$names', index: '$n' } }, 'pick(from: names, index: 142)'],
  ],
  'texts of the recipe': [
    ['$$five', '"$five"'],
    ['plain', '"plain"'],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`],
    ['x'.repeat(41), `"${'x'.repeat(40)}…"`],
    [{ row: { id: '$id', place: 'first' } }, '{id: id, place: first}'],
  ],
}

for (const [name, printed] of Object.entries(cases)) {
  await t.test(name, t => {
    for (const [expression, text] of printed) t.equal(printFormula(expression, values), text)
    t.end()
  })
}

await t.test('what an expression mentions', t => {
  const expression: Expression = {
    parse_json: {
      text: { concat: ['$seed', '$beacon.randomness', '$$not', 7] },
      at: '/x',
      type: { list: 1 },
    },
  }
  t.strictSame(pathsIn(expression), ['seed', 'beacon.randomness'])
  t.strictSame(namesIn(expression), ['seed', 'beacon'])
  t.strictSame(operationsIn(expression), ['parse_json', 'concat'], 'a type is no operation')
  t.end()
})
