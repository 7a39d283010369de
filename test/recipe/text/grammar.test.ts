import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import { formatRecipe } from '../../../src/recipe/text/format.js'
import { parseRecipeText } from '../../../src/recipe/text/parse.js'

const head = 'recipe x\n'
const empty = { recipe: 'drawaudit/v1', name: 'x', inputs: {}, steps: {}, claims: [] }
const step = (text: string): JsonValue | undefined =>
  (parseRecipeText(`${head}let x = ${text}`) as { steps: Record<string, JsonValue> }).steps['x']
const printed = (x: JsonValue): string =>
  formatRecipe({ ...empty, steps: { x } })
    .replace(/^recipe x\n\nlet x = /, '')
    .trimEnd()

const expressions: Readonly<Record<string, JsonValue>> = {
  // names, texts, numbers, lists
  seed: '$seed',
  'beacon.randomness': '$beacon.randomness',
  'entry."Ticket no."': '$entry.Ticket no.',
  'row.a.b': '$row.a.b',
  'row."a.1"': '$row.a.1',
  'row.mod': '$row.mod',
  'row.""': '$row.',
  $mod: '$mod',
  '$if.then': '$if.then',
  '$""': '$',
  '$"no name"': '$no name',
  '$".x"': '$.x',
  verified: '$verified',
  '"seed"': 'seed',
  '"$5"': '$$5',
  '"$$5"': '$$$5',
  '"# no comment"': '# no comment',
  '"\\n\\u202e"': '\n\u202e',
  '-5': -5,
  '9007199254740991': 9007199254740991,
  '[]': [],
  '[a, "b", [3]]': ['$a', 'b', [3]],
  true: true,
  null: null,
  // operations
  'sha256(seed)': { sha256: '$seed' },
  'sha256(bytes_utf8("a"))': { sha256: { bytes_utf8: 'a' } },
  'concat(a, b)': { concat: ['$a', '$b'] },
  'sum([a])': { sum: ['$a'] },
  'sum()': { sum: [] },
  'sum([[]])': { sum: [[]] },
  'leaf(ticket, nonce)': { leaf: ['$ticket', '$nonce'] },
  '"odd one"(a)': { 'odd one': '$a' },
  'row({})': { row: {} },
  'row(name: a)': { row: { name: '$a' } },
  'row("Ticket no.": a, if: b)': { row: { 'Ticket no.': '$a', if: '$b' } },
  'row(as: a, type: time)': { row: { as: '$a', type: '$time' } },
  'let(x: sha256(seed), as: x, in: concat(x, as))': {
    let: { x: { sha256: '$seed' }, as: '$x', in: { concat: ['$x', '$as'] } },
  },
  'map(list: tickets, as: ticket, do: ticket)': { map: { list: '$tickets', as: 'ticket', do: '$ticket' } },
  'map(list: a, as: if, index: i, do: $if)': { map: { list: '$a', as: 'if', index: 'i', do: '$if' } },
  'pick(from: a, index: i)': { pick: { from: '$a', index: '$i' } },
  'fold(list: a, from: 0, as: $b, item: "an item", do: true)': {
    fold: { list: '$a', from: 0, as: '$b', item: 'an item', do: true },
  },
  'f(as: (true), a: true)': { f: { as: true, a: true } },
  'parse_json(text: a, at: "/x", type: list of bytes 0x 20)': {
    parse_json: {
      text: '$a',
      at: '/x',
      type: { type: 'list', of: { type: 'bytes', encoding: '0x', length: 20 } },
    },
  },
  'f(type: table(a: text, "b c": integer from -1), b: 1)': {
    f: {
      type: { type: 'table', columns: { a: { type: 'text' }, 'b c': { type: 'integer', minimum: -1 } } },
      b: 1,
    },
  },
  'f(type: { "type": "any" }, b: time, c: "text")': {
    f: { type: { type: 'any' }, b: '$time', c: 'text' },
  },
  '{ "a": "$x", "b": [null, { "c": {} }] }': { a: '$x', b: [null, { c: {} }] },
  // signs
  'a + b * c': { add: ['$a', { multiply: ['$b', '$c'] }] },
  '(a + b) * c': { multiply: [{ add: ['$a', '$b'] }, '$c'] },
  'a - b - c': { subtract: [{ subtract: ['$a', '$b'] }, '$c'] },
  'a - (b - c)': { subtract: ['$a', { subtract: ['$b', '$c'] }] },
  'a * b div c mod d': { mod: [{ divide: [{ multiply: ['$a', '$b'] }, '$c'] }, '$d'] },
  'a mod (b mod c)': { mod: ['$a', { mod: ['$b', '$c'] }] },
  '2 ^ 52 - 1': { subtract: [{ power: [2, 52] }, 1] },
  '(a ^ b) ^ c': { power: [{ power: ['$a', '$b'] }, '$c'] },
  'a ^ (b ^ c)': { power: ['$a', { power: ['$b', '$c'] }] },
  '(-2) ^ -3': { power: [-2, -3] },
  'a - -5': { subtract: ['$a', -5] },
  'integer_be(h) mod count(t)': { mod: [{ integer_be: '$h' }, { count: '$t' }] },
  'add(a, b, c)': { add: ['$a', '$b', '$c'] },
  'mod(a)': { mod: '$a' },
  // conditions
  'if a < b then x else y + 1': { if: { is: ['$a', '<', '$b'], then: '$x', else: { add: ['$y', 1] } } },
  'if (if a = b then 1 else 2) <= 3 then (if a < b then 1 else 2) else if b < a then 3 else 4': {
    if: {
      is: [{ if: { is: ['$a', '=', '$b'], then: 1, else: 2 } }, '<=', 3],
      then: { if: { is: ['$a', '<', '$b'], then: 1, else: 2 } },
      else: { if: { is: ['$b', '<', '$a'], then: 3, else: 4 } },
    },
  },
  '(if a = b then 1 else 2) + 3': { add: [{ if: { is: ['$a', '=', '$b'], then: 1, else: 2 } }, 3] },
  'if a > b then 1 else 2': { if: { is: ['$a', '>', '$b'], then: 1, else: 2 } },
  '"if"(is: [a, "~", b], then: 1, else: 2)': { if: { is: ['$a', '~', '$b'], then: 1, else: 2 } },
  'if a = b or a != c and not a >= d then 1 else 2': {
    if: {
      is: { any: [['$a', '=', '$b'], { all: [['$a', '!=', '$c'], { not: ['$a', '>=', '$d'] }] }] },
      then: 1,
      else: 2,
    },
  },
  'if (a = b or a = c) and not (a = d and (b = c and b = d)) then 1 else 2': {
    if: {
      is: {
        all: [
          {
            any: [
              ['$a', '=', '$b'],
              ['$a', '=', '$c'],
            ],
          },
          {
            not: {
              all: [
                ['$a', '=', '$d'],
                {
                  all: [
                    ['$b', '=', '$c'],
                    ['$b', '=', '$d'],
                  ],
                },
              ],
            },
          },
        ],
      },
      then: 1,
      else: 2,
    },
  },
  'if (a + 1) * 2 < $not then 1 else 2': {
    if: { is: [{ multiply: [{ add: ['$a', 1] }, 2] }, '<', '$not'], then: 1, else: 2 },
  },
  'where(list: l, as: x, index: i, is: x = a or i > 2)': {
    where: {
      list: '$l',
      as: 'x',
      index: 'i',
      is: {
        any: [
          ['$x', '=', '$a'],
          ['$i', '>', 2],
        ],
      },
    },
  },
  'where(list: l, as: x, is: any([[x, "=", a]]))': {
    where: { list: '$l', as: 'x', is: { any: [['$x', '=', '$a']] } },
  },
  'where(list: l, as: x, is: "not"([a]))': { where: { list: '$l', as: 'x', is: { not: ['$a'] } } },
}

await t.test('expressions', t => {
  for (const [text, json] of Object.entries(expressions)) {
    t.strictSame(step(text), json, text)
    t.equal(printed(json), text)
  }
  t.end()
})

await t.test('other spellings of the same', t => {
  const spellings: Readonly<Record<string, JsonValue>> = {
    $seed: '$seed',
    '$entry . "a b"': '$entry.a b',
    'concat([a, b])': { concat: ['$a', '$b'] },
    'sum([])': { sum: [] },
    'f(type: $time, b: 1)': { f: { type: '$time', b: 1 } },
    'row(id(1))': { row: { id: 1 } },
    'add(1, 2)': { add: [1, 2] },
    '((1))': 1,
    '- 5': -5,
    '{ "sha256": "$seed" }': { sha256: '$seed' },
    'map(as: "a", do: (a), list: b)': { map: { as: 'a', do: '$a', list: '$b' } },
    'a# a comment " (\n+ # another\n b\r\n': { add: ['$a', '$b'] },
    title: '$title',
    '"\\u0061\\"b"': 'a"b',
  }
  for (const [text, json] of Object.entries(spellings)) t.strictSame(step(text), json, text)
  t.end()
})

const lines: Readonly<Record<string, object>> = {
  'title "T"\nsource "S"\nnote "one"\nnote "two"': { title: 'T', source: 'S', notes: ['one', 'two'] },
  '"$schema" = "x"\n"notes" = []\n"more" = { "a": [-1, true] }': {
    $schema: 'x',
    notes: [],
    more: { a: [-1, true] },
  },
  '"recipe" = "drawaudit/v2"': { recipe: 'drawaudit/v2' },
  '\ninput seed: bytes hex 32 "seed"': {
    inputs: { seed: { type: 'bytes', encoding: 'hex', length: 32, title: 'seed' } },
  },
  '\ninput a: sha256 "a", committed, public, by "us", which b, informational, distinct, order "o", personal plain, proof "p"':
    {
      inputs: {
        a: {
          type: 'sha256',
          title: 'a',
          committed: true,
          public: true,
          by: 'us',
          which: 'b',
          informational: true,
          distinct: true,
          order: 'o',
          personal: 'plain',
          proof: 'p',
        },
      },
    },
  '\ninput w: list of text "w", not distinct\ninput d: drand { "period": 3 } "d"': {
    inputs: {
      w: { type: 'list', of: { type: 'text' }, title: 'w', distinct: false },
      d: { type: 'drand', chain: { period: 3 }, title: 'd' },
    },
  },
  '\ninput a: { "type": "text", "odd": 1 }': { inputs: { a: { type: 'text', odd: 1 } } },
  '\nfunction leaf(ticket, nonce) = concat(ticket, nonce)\nfunction one() = 1': {
    functions: {
      leaf: { of: ['ticket', 'nonce'], is: { concat: ['$ticket', '$nonce'] } },
      one: { of: [], is: 1 },
    },
  },
  '\nfunction odd { "of": 1 }': { functions: { odd: { of: 1 } } },
  '\nlet title = 1\nlet "an odd one" = title\nlet let = let': {
    steps: { title: 1, 'an odd one': '$title', let: '$let' },
  },
  '\nclaim a.b "s": a = b\nclaim c.d "s": a < b + 1\nclaim e.f "s": a <= b': {
    claims: [
      { id: 'a.b', says: 's', equal: ['$a', '$b'] },
      { id: 'c.d', says: 's', holds: ['$a', '<', { add: ['$b', 1] }] },
      { id: 'e.f', says: 's', holds: ['$a', '<=', '$b'] },
    ],
  },
  '\nclaim a.b "s": verified tickets\nclaim c.d "s": verified = verified.round': {
    claims: [
      { id: 'a.b', says: 's', verified: '$tickets' },
      { id: 'c.d', says: 's', equal: ['$verified', '$verified.round'] },
    ],
  },
  '\nclaim a.b "s": signed(algorithm: "bip340", low_s: true, message: m, signature: s)\nclaim "A" "s": {}\nclaim { "id": 1 }':
    {
      claims: [
        {
          id: 'a.b',
          says: 's',
          signed: { algorithm: 'bip340', low_s: true, message: '$m', signature: '$s' },
        },
        { id: 'A', says: 's' },
        { id: 1 },
      ],
    },
  '\nseries id draw_id, number n, winners distinct': {
    series: { id: 'draw_id', number: 'n', winners: 'distinct' },
  },
  '\nseries {}\n\ncommitment { "at": 1 }': { series: {}, commitment: { at: 1 } },
  '\ncommitment "https://x.example/{id}":\n  seed_hash "/hash",\n  beacon.round "/round"': {
    commitment: { at: 'https://x.example/{id}', values: { seed_hash: '/hash', 'beacon.round': '/round' } },
  },
  '\nexample "one" { "n": [1, 2] }\nexample "two" {}\n  ends { "a.b": "refuted" }\nexample { "title": 1 }': {
    examples: [
      { title: 'one', published: { n: [1, 2] } },
      { title: 'two', published: {}, ends: { 'a.b': 'refuted' } },
      { title: 1 },
    ],
  },
}

await t.test('lines', t => {
  for (const [text, parts] of Object.entries(lines)) {
    const json = { ...empty, ...parts } as JsonValue
    const clean = text.replace('claim "A" "s"', 'claim A "s"')
    t.strictSame(parseRecipeText(`${head}${text}`), json, text)
    // A line feed that stands in the text itself is the printer's.
    t.equal(formatRecipe(json).replace(/,\n {2}(?=personal|proof)/g, ', '), `${head}${clean}\n`)
  }
  t.end()
})

await t.test('lines in any order, and names that begin with digits', t => {
  const text = 'recipe 21-x\nclaim a.b "s": x = y let x = 1 input y: integer "y" title "T" let z = 2'
  t.strictSame(parseRecipeText(text), {
    recipe: 'drawaudit/v1',
    name: '21-x',
    title: 'T',
    inputs: { y: { type: 'integer', title: 'y' } },
    steps: { x: 1, z: 2 },
    claims: [{ id: 'a.b', says: 's', equal: ['$x', '$y'] }],
  })
  t.end()
})

await t.test('long expressions go over several lines', t => {
  const long = 'a_name_of_forty_letters_or_a_little_more'
  const name = `$${long}`
  t.equal(
    printed({ sha256: { bytes_utf8: { join: [[name, name, name], ':'] } } }),
    `sha256(bytes_utf8(join(
  [${long}, ${long}, ${long}],
  ":"
)))`.replace(/\[(.*), (.*), (.*)\]/, '[\n    $1, $2,\n    $3\n  ]'),
  )
  t.equal(
    printed({ add: [{ subtract: [name, name] }, { multiply: [name, name] }] }),
    `${long}\n  - ${long}\n  + ${long} * ${long}`,
  )
  t.equal(
    printed({ if: { is: [name, '<', name], then: { f: [name, name, name] }, else: 2 } }),
    `if ${long} < ${long}\n  then f(\n    ${long},\n    ${long},\n    ${long}\n  )\n  else 2`,
  )
  t.equal(
    printed(Array.from({ length: 40 }, () => 123456)),
    `[\n  ${[13, 13, 13, 1].map(count => Array(count).fill('123456').join(', ')).join(',\n  ')}\n]`,
  )
  t.end()
})
