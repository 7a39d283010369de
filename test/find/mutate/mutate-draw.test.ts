import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import { portable } from '../../../src/core/portable.js'
import { emptyTrust } from '../../../src/model/trust.js'
import { Context, defaultBudget } from '../../../src/recipe/context.js'
import { readPublished } from '../../../src/recipe/inputs.js'
import { mutateDraw } from '../../../src/find/mutate/mutate-draw.js'
import { isUnchecked, testRecipe } from '../../../src/find/test-recipe.js'
import { drawOf, recipeOf } from '../../recipe/build.js'

const inputs: Readonly<Record<string, object>> = {
  hex: { type: 'bytes', encoding: 'hex', title: 'hex' },
  fixed: { type: 'bytes', encoding: 'hex', length: 2, title: 'fixed' },
  prefixed: { type: 'bytes', encoding: '0x', title: 'prefixed' },
  base64: { type: 'bytes', encoding: 'base64', title: 'base64' },
  hash: { type: 'sha256', title: 'hash' },
  text: { type: 'text', title: 'text' },
  integer: { type: 'integer', title: 'integer' },
  large: { type: 'integer', title: 'large integer' },
  float: { type: 'float', title: 'float' },
  decimal: { type: 'float', title: 'decimal text' },
  time: { type: 'time', title: 'time' },
  beacon: { type: 'drand', chain: 'quicknet', title: 'beacon' },
  names: { type: 'list', of: { type: 'text' }, title: 'names' },
  others: { type: 'list', of: { type: 'text' }, title: 'others' },
  rows: { type: 'table', columns: { name: { type: 'text' }, count: { type: 'integer' } }, title: 'rows' },
}
const claims = Object.keys(inputs).map((name, index) => ({
  id: `value.${'abcdefghijklmnop'.charAt(index)}`,
  says: 'it is',
  verified: `$${name}`,
}))
const recipe = recipeOf({ inputs, claims })
const published: Readonly<Record<string, JsonValue>> = {
  hex: 'AB01',
  fixed: '0102',
  prefixed: '0xAB01',
  base64: 'AQID',
  hash: `sha256:${'0'.repeat(64)}`,
  text: 'zürich 9',
  integer: 7,
  large: '123456789012345678901234567890',
  float: 0.125,
  decimal: '0.47',
  time: '2025-06-13T09:46:14.399Z',
  beacon: { round: 5, signature: '01' },
  names: ['a', 'b', 'c', 'd'],
  others: ['x'],
  rows: [
    { name: 'n', count: 1 },
    { name: 'm', count: 2 },
  ],
}

const mutants = [...mutateDraw(recipe, published)]

await t.test('one value is changed at a time, into another of its type, once', t => {
  t.strictSame(new Set(mutants.map(({ input }) => input)), new Set(Object.keys(inputs)))
  for (const { input, change, published: changed } of mutants) {
    t.strictSame({ ...changed, [input]: published[input] }, published)
    t.notSame(changed[input], published[input], `${input}: ${change}`)
    const { problems } = readPublished(recipe, changed, new Context(portable, defaultBudget))
    t.strictSame(problems, [], `${input}: ${change}`)
  }
  for (const name of Object.keys(inputs)) {
    const values = mutants.flatMap(({ input, published }) =>
      input === name ? [JSON.stringify(published[name])] : [],
    )
    t.equal(new Set(values).size, values.length, name)
  }
  t.strictSame([...mutateDraw(recipe, published)], mutants, 'the same ones on every run')
  t.end()
})

await t.test('everything that is changed, in words', t => {
  const changes = mutants.map(
    ({ input, change, order, published }) =>
      `${input}: ${change}${order === true ? ' (order)' : ''}: ${JSON.stringify(published[input])}`,
  )
  t.strictSame(changes, [
    'hex: hex digit 1 changed: "bB01"',
    'hex: hex digit 2 changed: "Aa01"',
    'hex: hex digit 4 changed: "AB00"',
    'hex: a byte added: "AB0100"',
    'hex: the last byte removed: "AB"',
    'fixed: hex digit 1 changed: "1102"',
    'fixed: hex digit 2 changed: "0002"',
    'fixed: hex digit 4 changed: "0103"',
    'prefixed: hex digit 1 changed: "0xbB01"',
    'prefixed: hex digit 2 changed: "0xAa01"',
    'prefixed: hex digit 4 changed: "0xAB00"',
    'prefixed: a byte added: "0xAB0100"',
    'prefixed: the last byte removed: "0xAB"',
    'base64: byte 1 changed: "AAID"',
    'base64: byte 2 changed: "AQMD"',
    'base64: byte 3 changed: "AQIC"',
    'base64: the last byte removed: "AQI="',
    'hash: hex digit 1 changed: "sha256:1000000000000000000000000000000000000000000000000000000000000000"',
    'hash: hex digit 32 changed: "sha256:0000000000000000000000000000000100000000000000000000000000000000"',
    'hash: hex digit 64 changed: "sha256:0000000000000000000000000000000000000000000000000000000000000001"',
    'text: character 1 changed: "yürich 9"',
    'text: character 4 changed: "zürjch 9"',
    'text: character 8 changed: "zürich 8"',
    'text: a character added: "zürich 9x"',
    'text: the last character removed: "zürich "',
    'text: the item of another list instead: "a"',
    'text: the item of another list instead: "d"',
    'integer: one more: 8',
    'integer: one less: 6',
    'integer: ten times as much, and one: 71',
    'integer: none: 0',
    'integer: a million times as much, and one: 7000001',
    'integer: the item of another list instead: 1',
    'integer: the item of another list instead: 2',
    'large: one more: "123456789012345678901234567891"',
    'large: one less: "123456789012345678901234567889"',
    'large: ten times as much, and one: "1234567890123456789012345678901"',
    'large: none: "0"',
    'large: a million times as much, and one: "123456789012345678901234567890000001"',
    'large: the item of another list instead: 1',
    'large: the item of another list instead: 2',
    'float: the last digit changed: 0.126',
    'float: one more: 1.125',
    'float: half as much: 0.0625',
    'float: none: 0',
    'float: a million times as much, and one: 125001',
    'decimal: the last digit changed: "0.48"',
    'decimal: one more: "1.47"',
    'decimal: half as much: "0.235"',
    'decimal: none: "0"',
    'decimal: a million times as much, and one: "470001"',
    'time: one second later: "2025-06-13T09:46:15.399Z"',
    'time: one second earlier: "2025-06-13T09:46:13.399Z"',
    'time: one day later: "2025-06-14T09:46:14.399Z"',
    'time: ten years later: "2035-06-13T09:46:14.399Z"',
    'time: ten years earlier: "2015-06-14T09:46:14.399Z"',
    'beacon: another round, one less: {"round":4,"signature":"01"}',
    'beacon: another round, one more: {"round":6,"signature":"01"}',
    'beacon: signature: hex digit 1 changed: {"round":5,"signature":"11"}',
    'beacon: signature: hex digit 2 changed: {"round":5,"signature":"00"}',
    'beacon: signature left out: {"round":5}',
    'names: item 1: character 1 changed: ["b","b","c","d"]',
    'names: item 1: a character added: ["ax","b","c","d"]',
    'names: item 1 removed: ["b","c","d"]',
    'names: item 1 doubled: ["a","a","b","c","d"]',
    'names: item 2: character 1 changed: ["a","c","c","d"]',
    'names: item 2: a character added: ["a","bx","c","d"]',
    'names: item 2 removed: ["a","c","d"]',
    'names: item 2 doubled: ["a","b","b","c","d"]',
    'names: item 4: character 1 changed: ["a","b","c","e"]',
    'names: item 4: a character added: ["a","b","c","dx"]',
    'names: item 4 removed: ["a","b","c"]',
    'names: item 4 doubled: ["a","b","c","d","d"]',
    'names: item 1 taken from another list: ["x","b","c","d"]',
    'names: item 1 taken from another list: ["n","b","c","d"]',
    'names: items 1 and 2 swapped (order): ["b","a","c","d"]',
    'names: items 1 and 4 swapped (order): ["d","b","c","a"]',
    'names: items 3 and 4 swapped (order): ["a","b","d","c"]',
    'names: all items removed: []',
    'others: item 1: character 1 changed: ["y"]',
    'others: item 1: a character added: ["xx"]',
    'others: item 1 removed: []',
    'others: item 1 doubled: ["x","x"]',
    'others: item 1 taken from another list: ["a"]',
    'others: item 1 taken from another list: ["d"]',
    'rows: item 1: name: character 1 changed: [{"name":"o","count":1},{"name":"m","count":2}]',
    'rows: item 1: name: the item of another list instead: [{"name":"a","count":1},{"name":"m","count":2}]',
    'rows: item 1: count: one more: [{"name":"n","count":2},{"name":"m","count":2}]',
    'rows: item 1 removed: [{"name":"m","count":2}]',
    'rows: item 1 doubled: [{"name":"n","count":1},{"name":"n","count":1},{"name":"m","count":2}]',
    'rows: item 2: name: character 1 changed: [{"name":"n","count":1},{"name":"n","count":2}]',
    'rows: item 2: name: the item of another list instead: [{"name":"n","count":1},{"name":"a","count":2}]',
    'rows: item 2: count: one more: [{"name":"n","count":1},{"name":"m","count":3}]',
    'rows: item 2 removed: [{"name":"n","count":1}]',
    'rows: item 2 doubled: [{"name":"n","count":1},{"name":"m","count":2},{"name":"m","count":2}]',
    'rows: items 1 and 2 swapped (order): [{"name":"m","count":2},{"name":"n","count":1}]',
    'rows: all items removed: []',
  ])
  t.end()
})

type Typed = readonly [type: object, value: JsonValue]

/** How one value is changed, in words, and what else is published with it. */
function changesOf(type: object, value: JsonValue, others: readonly Typed[] = []): readonly string[] {
  const typed = [[type, value] as const, ...others].map(([type, value], index) => {
    const name = `input_${'abcdef'.charAt(index)}`
    return { name, input: { ...type, title: name }, value }
  })
  const small = recipeOf({
    inputs: Object.fromEntries(typed.map(({ name, input }) => [name, input])),
    claims: typed.map(({ name }) => ({
      id: name.replace('_', '.'),
      says: 'it is',
      verified: `$${name}`,
    })),
  })
  const values = Object.fromEntries(typed.map(({ name, value }) => [name, value]))
  return [...mutateDraw(small, values)].flatMap(({ input, change, published }) =>
    input === 'input_a' ? [`${change}: ${JSON.stringify(published[input])}`] : [],
  )
}

const text = { type: 'text' }
const hexBytes = { type: 'bytes', encoding: 'hex' }
const base64Bytes = { type: 'bytes', encoding: 'base64' }
const listOf = (of: object): object => ({ type: 'list', of })
const tableOf = (columns: object): object => ({ type: 'table', columns })
const texts = listOf(text)
const integers = listOf({ type: 'integer' })

await t.test('values at the edge of their type, in words', t => {
  const cases: readonly (readonly [type: object, value: JsonValue, changes: readonly string[]])[] = [
    // Nothing is cut so far that nothing is left.
    [hexBytes, '01', ['hex digit 1 changed: "11"', 'hex digit 2 changed: "00"', 'a byte added: "0100"']],
    [
      hexBytes,
      '010203',
      [
        'hex digit 1 changed: "110203"',
        'hex digit 3 changed: "011203"',
        'hex digit 6 changed: "010202"',
        'a byte added: "01020300"',
        'the last byte removed: "0102"',
      ],
    ],
    [base64Bytes, 'AQ==', ['byte 1 changed: "AA=="']],
    [
      base64Bytes,
      'AQI=',
      ['byte 1 changed: "AAI="', 'byte 2 changed: "AQM="', 'the last byte removed: "AQ=="'],
    ],
    [{ ...base64Bytes, length: 2 }, 'AQI=', ['byte 1 changed: "AAI="', 'byte 2 changed: "AQM="']],
    [text, '', ['a character added: "x"']],
    [text, 'a', ['character 1 changed: "b"', 'a character added: "ax"']],
    [
      text,
      'Zz9',
      [
        'character 1 changed: "Yz9"',
        'character 2 changed: "Zy9"',
        'character 3 changed: "Zz8"',
        'a character added: "Zz9x"',
        'the last character removed: "Zz"',
      ],
    ],
    // What JSON cannot say exactly is left out.
    [{ type: 'integer' }, Number.MAX_SAFE_INTEGER, ['one less: 9007199254740990', 'none: 0']],
    [
      { type: 'float' },
      1e-7,
      [
        'the last digit changed: 2e-7',
        'one more: 1.0000001',
        'half as much: 5e-8',
        'none: 0',
        'a million times as much, and one: 1.1',
      ],
    ],
    [
      { type: 'float' },
      '1.797693134862315807e308',
      ['one more: "1.7976931348623157e+308"', 'half as much: "8.988465674311579e+307"', 'none: "0"'],
    ],
    [
      listOf(text),
      [''],
      ['item 1: a character added: ["x"]', 'item 1 removed: []', 'item 1 doubled: ["",""]'],
    ],
    [
      listOf({ ...base64Bytes, length: 1 }),
      ['AQ=='],
      ['item 1: byte 1 changed: ["AA=="]', 'item 1 removed: []', 'item 1 doubled: ["AQ==","AQ=="]'],
    ],
    // Two changes of an item are enough.
    [
      integers,
      [5],
      ['item 1: one more: [6]', 'item 1: one less: [4]', 'item 1 removed: []', 'item 1 doubled: [5,5]'],
    ],
    // What has no other value stays.
    [
      tableOf({ code: base64Bytes }),
      [{ code: '' }],
      ['item 1 removed: []', 'item 1 doubled: [{"code":""},{"code":""}]'],
    ],
  ]
  for (const [type, value, changes] of cases) {
    t.strictSame(changesOf(type, value), changes, `${JSON.stringify(type)}: ${JSON.stringify(value)}`)
  }
  t.end()
})

await t.test(
  'what is taken from another list: its first and its last item that are others, of the same kind',
  t => {
    const taken = (...given: Parameters<typeof changesOf>): readonly string[] =>
      changesOf(...given).filter(change => change.includes('another list'))
    const instead = (value: string): string => `the item of another list instead: ${value}`
    t.strictSame(taken(text, 'a', [[texts, ['a', 'm', 'n', 'a']]]), [instead('"m"'), instead('"n"')])
    t.strictSame(taken(text, 'a', [[texts, ['a', 'm']]]), [instead('"m"')])
    t.strictSame(taken(text, 'a', [[texts, ['a']]]), [])
    t.strictSame(
      taken(hexBytes, '0102', [
        [listOf(base64Bytes), ['AwQ=']],
        [listOf(hexBytes), ['0304']],
        [texts, ['0506']],
      ]),
      [instead('"0304"')],
      'in the same encoding',
    )
    t.strictSame(taken(tableOf({ name: text }), [{ name: 'a' }], [[texts, ['a', 'm']]]), [
      'item 1: name: the item of another list instead: [{"name":"m"}]',
    ])
    t.strictSame(
      taken(text, 'a', [
        [tableOf({ name: text, count: { type: 'integer' } }), [{ count: 1 }, { name: 'm', count: 2 }]],
      ]),
      [instead('"m"')],
      'not from a row without it',
    )
    t.end()
  },
)

await t.test('what is not of its type is not changed, and gives nothing to others', t => {
  const beacon = { type: 'drand', chain: 'quicknet' }
  const rows = tableOf({ name: text })
  for (const value of [null, true, [], ['a'], { a: 'b' }] as const) {
    t.strictSame(changesOf(text, value), [], `text ${JSON.stringify(value)}`)
    t.strictSame(changesOf(text, 'a', [[text, value]]).length, 2, `another text ${JSON.stringify(value)}`)
  }
  for (const value of [null, true, 5, 'ab', ['ab'], { round: null }] as const) {
    t.strictSame(changesOf(beacon, value), [], `beacon ${JSON.stringify(value)}`)
  }
  for (const value of ['ab', { a: 'ab' }, 5] as const) {
    t.strictSame(changesOf(texts, value), ['all items removed: []'], `list ${JSON.stringify(value)}`)
    t.strictSame(changesOf(rows, value), ['all items removed: []'], `table ${JSON.stringify(value)}`)
  }
  for (const row of [null, 5, ['a'], {}, { name: null }] as const) {
    t.strictSame(
      changesOf(rows, [row]),
      ['item 1 removed: []', `item 1 doubled: ${JSON.stringify([row, row])}`],
      `row ${JSON.stringify(row)}`,
    )
    t.strictSame(changesOf(text, 'a', [[rows, [row]]]).length, 2, `another row ${JSON.stringify(row)}`)
  }
  t.strictSame(changesOf(text, 'a', [[texts, [null]]]).length, 2, 'another item')
  t.strictSame(changesOf(rows, [{}], [[texts, ['m']]]).length, 2, 'a row without what others have')
  t.end()
})

await t.test('an empty list, and what was not published', t => {
  const none = [...mutateDraw(recipe, { names: [] })]
  t.strictSame(none, [])
  const filled = [...mutateDraw(recipe, { names: [], others: ['x'] })].filter(
    ({ input }) => input === 'names',
  )
  t.match(filled, [{ published: { names: ['x'] } }])
  t.strictSame([...mutateDraw(recipe, {})], [])
  t.end()
})

await t.test(
  'a value that only a claim without evidence is about is unchecked, even where it can be emptied',
  t => {
    const test = testRecipe(recipe, [{ source: 'x', draw: drawOf(published) }], {
      engine: portable,
      trust: emptyTrust,
    })
    t.notOk(test.passed)
    const unchecked = test.values.filter(isUnchecked).map(({ name }) => name)
    t.strictSame(
      unchecked,
      Object.keys(inputs).filter(name => name !== 'beacon'),
    )
    t.end()
  },
)
