import { createHash } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import { noBasis, type Basis, type Shape } from '../../../src/recipe/compile.js'
import { Context } from '../../../src/recipe/context.js'
import { chooseOperations } from '../../../src/recipe/operations/choose.js'
import { createCompiler } from '../../../src/recipe/operations/index.js'
import {
  describeType,
  integer,
  list,
  plainValue,
  row,
  text,
  type PlainValue,
  type Type,
  type Value,
} from '../../../src/recipe/value.js'
import { endOf, refusal } from '../build.js'
import { Meter } from '../meter.js'

const runs = process.env['SLOW'] === '1' ? 20_000 : 100

interface Entry {
  readonly name: string
  readonly tickets: number
}

const entryType: Type = { kind: 'row', columns: { name: { kind: 'text' }, tickets: { kind: 'integer' } } }
const rows = (entries: readonly Entry[]): Value =>
  list(entries.map(({ name, tickets }) => row({ name: text(name), tickets: integer(tickets) })))
const entry = (name: string, tickets: number): Entry => ({ name, tickets })

const types: Readonly<Record<string, Type>> = {
  list: { kind: 'list', of: { kind: 'text' } },
  entries: { kind: 'list', of: entryType },
  positions: { kind: 'list', of: { kind: 'integer' } },
  beacons: { kind: 'list', of: { kind: 'beacon' } },
}

const defaults: Readonly<Record<string, Value>> = {
  list: list(['a', 'b', 'c', 'd'].map(text)),
  entries: rows([entry('a', 3), entry('b', 0), entry('c', 1), entry('d', 5)]),
  positions: list([]),
  beacons: list([]),
}

function read(expression: Expression) {
  const scope = new Map(
    Object.entries(types).map(([name, type]) => {
      const names = new Set([name])
      return [name, { type, rests: names, order: names, permutes: names }]
    }),
  )
  return createCompiler().read(expression, ['steps', 'x'], scope)
}

const run = (
  expression: Expression,
  values = defaults,
  budget = 10_000_000,
  context = new Context(portable, budget),
): PlainValue => plainValue(read(expression).run({ get: name => values[name] ?? defaults[name] }, context))

const hex = (digits: string): Expression => ({ bytes_hex: digits })
const pick = (more: object): Expression => ({ pick: { from: '$list', count: 3, index: 0, ...more } })
const draw = (from: Expression, more: object): Expression => ({ pick: { from, count: 3, ...more } })
const stream = (digits: string, method = 'mod'): object => ({
  stream: { stream_bytes: [hex(digits), 1, 'be'] },
  method,
})
const weighted = (more: object): Expression => ({
  map: {
    list: { pick: { from: '$entries', as: 'e', weight: '$e.tickets', ...more } },
    as: 'x',
    do: '$x.name',
  },
})
const at = (point: Expression): Expression => ({
  weighted_at: { list: '$entries', as: 'e', weight: '$e.tickets', point },
})
const python = (seed: number): object => ({ stream: { stream_mt19937: seed }, method: 'reject_bits' })
const shuffle = (more: object): Expression => ({ shuffle: { list: '$list', direction: 'down', ...more } })
const letters = (word: string): readonly string[] => word.split('')

const examples: readonly (readonly [expression: Expression, type: string, value: PlainValue])[] = [
  [pick({}), 'list of text', ['a', 'b', 'c']],
  [pick({ index: { subtract: ['$left', 1] } }), 'list of text', ['d', 'c', 'b']],
  [pick({ count: 2, index: '$turn' }), 'list of text', ['a', 'c']],
  [pick({ count: 0 }), 'list of text', []],
  [pick({ remove: 'item' }), 'list of text', ['a', 'b', 'c']],
  [pick({ remove: 'swap' }), 'list of text', ['a', 'd', 'c']],
  [pick({ remove: 'swap', index: { at: [[3, 0, 1], '$turn'] } }), 'list of text', ['d', 'a', 'b']],
  [pick({ remove: 'none', count: 5, index: { mod: ['$turn', 4] } }), 'list of text', ['a', 'b', 'c', 'd', 'a']],
  [draw('$list', stream('050300')), 'list of text', ['b', 'a', 'c']],
  [draw('$list', { ...stream('050300'), remove: 'none' }), 'list of text', ['b', 'd', 'a']],
  [draw('$list', { ...stream('ff050300', 'reject'), count: 2 }), 'list of text', ['d', 'c']],
  [weighted({ count: 2, index: 0 }), 'list of text', ['a', 'c']],
  [weighted({ count: 2, index: 3 }), 'list of text', ['c', 'd']],
  [weighted({ count: 3, index: { subtract: ['$left', 1] } }), 'list of text', ['d', 'c', 'a']],
  [weighted({ count: 5, index: 8, remove: 'none' }), 'list of text', ['d', 'd', 'd', 'd', 'd']],
  [weighted({ count: 3, index: { at: [[0, 5, 4], '$turn'] }, remove: 'swap' }), 'list of text', ['a', 'c', 'd']],
  [weighted({ count: 2, ...stream('0c03') }), 'list of text', ['c', 'd']],
  [weighted({ count: 1, index: 4, same: '$e.name' }), 'list of text', ['d']],
  [weighted({ count: 1, index: 4, same: 'all' }), 'list of text', ['d']],
  [pick({ count: 2, as: 'x', same: { index_of: [['b', 'a', 'c', 'd'], '$x'] } }), 'list of text', ['a', 'b']],
  [pick({ count: 2, as: 'x', same: { count: { filter: { list: ['a', 'b'], as: 'y', key: '$y', in: ['$x'] } } } }), 'list of text', ['a', 'c']],
  // Passed over: 5 mod 4 is drawn, then once more; the second time 1 and 3, which is new.
  [draw('$list', { ...stream('05050103', 'mod'), count: 2, remove: 'again' }), 'list of text', ['b', 'd']],
  [pick({ remove: 'again', index: { at: [[2, 2, 0, 2, 1], '$turn'] } }), 'list of text', ['c', 'a', 'b']],
  [pick({ remove: 'again', count: 0 }), 'list of text', []],
  [pick({ remove: 'again', count: 4, index: { mod: ['$turn', '$left'] } }), 'list of text', ['a', 'b', 'c', 'd']],
  [weighted({ count: 3, index: { at: [[0, 2, 8, 1, 3], '$turn'] }, remove: 'again' }), 'list of text', ['a', 'd', 'c']],
  [weighted({ count: 2, index: { at: [[4, 8, 0], '$turn'] }, remove: 'again', same: '$e.name' }), 'list of text', ['d', 'a']],
  [pick({ count: 2, as: 'x', same: { index_of: [['b', 'a', 'c', 'd'], '$x'] }, remove: 'again', index: '$turn' }), 'list of text', ['a', 'b']],
  [pick({ from: ['a', 'b', 'a', 'c'], count: 3, as: 'x', same: '$x', remove: 'again', index: '$turn' }), 'list of text', ['a', 'b', 'c']],
  [pick({ from: ['a', 'b', 'a', 'c'], remove: 'again', index: '$turn' }), 'list of text', ['a', 'b', 'a']],
  [pick({ count: 6, as: 'x', wins: 2 }), 'list of text', ['a', 'a', 'b', 'b', 'c', 'c']],
  [pick({ count: 2, as: 'x', wins: 1, remove: 'item' }), 'list of text', ['a', 'b']],
  [weighted({ count: 6, index: 0, wins: { add: [1, '$e.tickets'] } }), 'list of text', ['a', 'a', 'a', 'a', 'c', 'c']],
  [weighted({ count: 4, index: { subtract: ['$left', 1] }, wins: 2 }), 'list of text', ['d', 'd', 'c', 'c']],
  [at(0), 'row of name, tickets', { name: 'a', tickets: 3 }],
  [{ map: { list: { range: 9 }, as: 'n', do: { at: [{ map: { list: [at('$n')], as: 'x', do: '$x.name' } }, 0] } } }, 'list of text', letters('aaacddddd')],
  [shuffle({ index: 0 }), 'list of text', letters('bcda')],
  [shuffle({ index: { subtract: ['$left', 1] } }), 'list of text', letters('abcd')],
  [shuffle({ direction: 'up', index: 0 }), 'list of text', letters('abcd')],
  [shuffle({ direction: 'inside_out', index: 0 }), 'list of text', letters('dabc')],
  [shuffle({ direction: 'inside_out', index: { subtract: ['$left', 1] } }), 'list of text', letters('abcd')],
  [shuffle({ list: { take: ['$list', 0] }, direction: 'inside_out', index: 7 }), 'list of text', []],
  [shuffle({ direction: 'up', index: { subtract: ['$left', 1] } }), 'list of text', letters('dabc')],
  [shuffle({ list: ['a'], index: 7 }), 'list of text', ['a']],
  [shuffle({ list: { take: ['$list', 0] }, direction: 'up', index: 7 }), 'list of text', []],
  [shuffle(stream('050300')), 'list of text', letters('dcab')],
  // Python 3.11: random.Random(2024).shuffle(…), and random.Random(5).choice(…) twelve times.
  [shuffle({ list: letters('abcdefghij'), ...python(2024) }), 'list of text', letters('gajidfbech')],
  [draw(letters('abcdefg'), { count: 12, remove: 'none', ...python(5) }), 'list of text', letters('ecfcgfgffeag')],
] // prettier-ignore

await t.test('who is chosen is exactly this', t => {
  for (const [expression, type, value] of examples) {
    const found = [describeType(read(expression).type), run(expression)]
    t.strictSame(found, [type, value], JSON.stringify(expression).slice(0, 100))
  }
  const covered = JSON.stringify(examples)
  t.strictSame(
    Object.keys(chooseOperations).filter(name => !covered.includes(`{"${name}":`)),
    [],
  )
  t.end()
})

await t.test('a shuffle of a thousand is the one of Python', t => {
  const expression = { shuffle: { list: { range: 1000 }, direction: 'down', ...python(7) } }
  const shuffled = JSON.stringify(run(expression)).slice(1, -1)
  t.equal(
    createHash('sha256').update(shuffled).digest('hex'),
    '98b48e5feab44e2814cd308421e710ba7454df869202ff1324c1cdecacb75a2f',
  )
  t.end()
})

await t.test('what the values do not allow is impossible', t => {
  const zero: Expression = { pick: { from: '$list', as: 'x', weight: 0, count: 1, index: 0 } }
  const cases: readonly (readonly [expression: Expression, message: string])[] = [
    [pick({ count: 5 }), '5 picks from 4 entries'],
    [pick({ count: 5, remove: 'swap' }), '5 picks from 4 entries'],
    [pick({ count: -1 }), 'a count of -1'],
    [pick({ count: 2, index: 3 }), 'there is no entry 3 among the 3 left'],
    [pick({ count: 5, index: 4, remove: 'none' }), 'there is no entry 4 among the 4 left'],
    [pick({ index: -1 }), 'there is no entry -1 among the 4 left'],
    [pick({ index: -1, remove: 'swap' }), 'there is no entry -1 among the 4 left'],
    [pick({ from: { take: ['$list', 0] }, remove: 'none' }), 'after 0 picks no entry is left'],
    [pick({ as: 'x', same: 'all' }), 'after 1 picks no entry is left'],
    [weighted({ count: 4, index: 0 }), 'after 3 picks no point is left'],
    [weighted({ count: 5, index: 0 }), '5 picks from 4 entries'],
    [weighted({ count: 1, index: 9 }), 'there is no point 9 among the 9 left'],
    [weighted({ count: 1, index: -1 }), 'there is no point -1 among the 9 left'],
    [zero, 'after 0 picks no point is left'],
    [draw('$list', stream('00')), 'the random words are used up'],
    [at(9), 'there is no point 9 in weights that sum to 9'],
    [at(-1), 'there is no point -1 in weights that sum to 9'],
    [{ weighted_at: { list: '$list', as: 'x', weight: { subtract: [1, 3] }, point: 0 } }, 'a weight of -2'],
    [{ weighted_at: { list: { take: ['$list', 0] }, as: 'x', weight: 1, point: 0 } }, 'there is no point 0 in weights that sum to 0'],
    [{ pick: { from: '$list', as: 'x', weight: { subtract: [1, 2] }, count: 1, index: 0 } }, 'a weight of -1'],
    [pick({ count: 5, remove: 'again' }), '5 picks from 4 entries'],
    [pick({ index: 4, remove: 'again' }), 'there is no entry 4 among the 4 left'],
    [pick({ index: -1, remove: 'again' }), 'there is no entry -1 among the 4 left'],
    [pick({ as: 'x', same: 'all', remove: 'again' }), 'after 1 picks no entry is left'],
    [pick({ from: ['a', 'b', 'a', 'b'], as: 'x', same: '$x', index: '$turn', remove: 'again' }), 'after 2 picks no entry is left'],
    [weighted({ count: 4, index: { mod: [{ multiply: ['$turn', 2] }, 9] }, remove: 'again' }), 'after 3 picks no point is left'],
    [draw('$list', { ...stream('01050901'), remove: 'again' }), 'the random words are used up'],
    [pick({ count: 9, as: 'x', wins: 2 }), 'after 8 picks no entry is left'],
    [pick({ as: 'x', wins: 0 }), 'a limit of 0 wins'],
    [shuffle({ index: 3 }), 'there is no place 3 among the 3 left'],
    [shuffle({ index: 1, direction: 'inside_out' }), 'there is no place 1 among the 1 left'],
    [shuffle({ index: -1, direction: 'up' }), 'there is no place -1 among the 4 left'],
  ] // prettier-ignore
  for (const [expression, message] of cases) {
    t.equal(
      endOf(() => run(expression)),
      `impossible: ${message}`,
      JSON.stringify(expression),
    )
  }
  t.end()
})

await t.test('mistakes are pointed at', t => {
  const either = /^pick takes either index, or stream and method$/
  const wrong: readonly (readonly [expression: Expression, pointer: string, message: RegExp])[] = [
    [{ pick: { from: '$list', count: 1 } }, '/pick', either],
    [pick({ method: 'mod' }), '/pick', either],
    [pick(stream('00')), '/pick', either],
    [draw('$list', { stream: { stream_mt19937: 1 } }), '/pick', either],
    [draw('$list', { method: 'mod' }), '/pick', either],
    [draw('$list', { stream: '$list', method: 'mod' }), '/pick/stream', /^expected stream, found list of text$/],
    [draw('$list', { ...python(1), method: 'best' }), '/pick/method', /^expected "reject" or /],
    [pick({ remove: 'all' }), '/pick/remove', /^expected "item" or "swap" or "none" or "again"$/],
    [pick({ as: 'x' }), '/pick/as', /^only weight, same and wins need a name for the items$/],
    [pick({ as: 'x', wins: '$x' }), '/pick/wins', /^expected integer, found text$/],
    [pick({ as: 'x', wins: 2, same: '$x' }), '/pick/wins', /^only items that leave one by one leave later$/],
    [pick({ as: 'x', wins: 2, remove: 'again' }), '/pick/wins', /^only items that leave one by one leave later$/],
    [pick({ weight: 1 }), '/pick/as', /^expected a new name/],
    [pick({ as: 'list', weight: 1 }), '/pick/as', /^the name list is taken$/],
    [pick({ as: 'x', weight: '$x' }), '/pick/weight', /^expected integer, found text$/],
    [pick({ as: 'x', same: '$beacons' }), '/pick/same', /^a beacon is not compared$/],
    [pick({ as: 'x', same: '$x', remove: 'none' }), '/pick/remove', /^items with the same key leave together or not at all$/],
    [pick({ as: 'x', weight: 1, index: '$x' }), '/pick/index', /nothing before this is called "x"/],
    [pick({ as: 'x', weight: '$turn' }), '/pick/weight', /nothing before this is called "turn"/],
    [pick({ from: 5 }), '/pick/from', /^expected a list, found integer$/],
    [pick({ times: 5 }), '/pick/times', /"times" is not one$/],
    [shuffle({}), '/shuffle', /^shuffle takes either index, or stream and method$/],
    [shuffle({ index: 0, list: 5 }), '/shuffle/list', /^expected a list, found integer$/],
    [shuffle({ index: 'a' }), '/shuffle/index', /^expected integer, found text$/],
    [shuffle({ index: 0, direction: 'left' }), '/shuffle/direction', /^expected "down" or "up" or "inside_out"$/],
    [pick({ index: { at: [{ shuffle: { list: ['a'], direction: 'up', index: 0 } }, 0] } }), '/pick/index/at/0/shuffle', /^the name turn is taken$/],
    [at('$list'), '/weighted_at/point', /^expected integer, found list of text$/],
    [{ weighted_at: { list: '$list', as: 'x', weight: '$x', point: 0 } }, '/weighted_at/weight', /^expected integer, found text$/],
    [{ weighted_at: { list: '$list', as: 'list', weight: 1, point: 0 } }, '/weighted_at/as', /^the name list is taken$/],
    [{ weighted_at: { list: '$list', as: 'x', weight: 1 } }, '/weighted_at', /point is missing$/],
  ] // prettier-ignore
  for (const [expression, pointer, message] of wrong) {
    const error = refusal(() => read(expression))
    t.equal(error?.where.pointer, `/steps/x${pointer}`, JSON.stringify(expression))
    t.match(error?.message, message, JSON.stringify(expression))
  }
  t.end()
})

await t.test('choosing rests on all that it uses, and on the order of the list', t => {
  const named = { as: 'x', weight: { count: '$positions' }, same: { at: ['$entries', 0] } }
  t.strictSame([...read(pick({ as: 'x', wins: { count: '$positions' } })).rests].sort(), [
    'list',
    'positions',
  ])
  const compiled = read(pick(named))
  t.strictSame([...compiled.rests].sort(), ['entries', 'list', 'positions'])
  t.strictSame([...compiled.order].sort(), ['entries', 'list'])
  t.strictSame([...read(shuffle({ index: 0 })).order], ['list'])
  t.strictSame([...read(at(0)).order], ['entries'])
  t.strictSame([...read(pick({ from: { sort: ['$list', 'ascending', 'utf8'] } })).order], [])
  t.end()
})

await t.test('a stream that is drawn from unevenly leaves a finding, and so does a remainder', t => {
  const findingsOf = (expression: Expression): readonly string[] => {
    const context = new Context(portable, 1e6)
    run(expression, defaults, 0, context)
    return context.findings.map(({ code }) => code)
  }
  t.strictSame(findingsOf(draw('$list', { ...stream('00'), count: 1 })), [])
  t.strictSame(findingsOf(draw('$list', { ...stream('0000'), count: 2 })), ['modulo-bias'])
  t.strictSame(findingsOf(shuffle(python(1))), ['weak-generator'])
  t.strictSame(findingsOf(weighted({ count: 1, index: { mod: [{ integer_hex: 'ff' }, '$left'] } })), [
    'modulo-bias',
  ])
  t.end()
})

await t.test('a turn is noted with what it came from', t => {
  const context = new Context(portable, 1e6)
  context.trace = []
  run(draw('$list', { ...stream('05'), count: 1 }), defaults, 0, context)
  const [, , turn] = context.trace
  t.strictSame([turn?.name, turn?.inputs.map(plainValue)], ['pick', [0, 4, 1]])
  t.strictSame(turn?.output, text('b'))
  t.end()
})

const many = 100_000
const charge = (expression: Expression): number => {
  const meter = new Meter(portable, Infinity)
  run(expression, defaults, 0, meter)
  return meter.work
}

await t.test('lists of 100,000 entries are cheap, and sizes of any kind end at a bound', t => {
  const from = { range: many }
  const range = charge(from)
  const cost = (more: object): number =>
    Math.round(charge({ count: { pick: { from, count: many, index: 0, ...more } } }) - range)
  t.ok(cost({ count: 10 }) < 30_000)
  t.ok(cost({}) < 2_000_000)
  t.ok(cost({ remove: 'swap' }) < 1_000_000)
  t.ok(cost({ as: 'x', weight: 1, count: 10 }) < 2_000_000)
  t.ok(cost({ as: 'x', weight: 1 }) < 10_000_000)
  t.ok(cost({ as: 'x', same: '$x', remove: 'item' }) < 10_000_000)
  t.ok(charge({ shuffle: { list: from, direction: 'up', index: 0 } }) - range < 1_000_000)
  const huge = 10 ** 15
  const widest = { integer_hex: 'f'.repeat(1024) }
  const beyond: readonly Expression[] = [
    pick({ remove: 'none', count: huge }),
    pick({ remove: 'none', count: widest }),
    pick({ remove: 'none', as: 'x', weight: widest }),
    draw('$list', { ...python(1), remove: 'none', count: huge }),
    { weighted_at: { list: '$list', as: 'x', weight: widest, point: 0 } },
    // Never anything new.
    pick({ remove: 'again' }),
    pick({ remove: 'again', as: 'x', weight: 1 }),
    draw('$list', { stream: { stream_blocks: { as: 'c', from: 0, block: hex('00'), word: 1, order: 'be' } }, method: 'mod', remove: 'again' }), // prettier-ignore
    pick({ as: 'x', wins: widest, count: huge }),
    { weighted_at: { list: { range: 500_000 }, as: 'x', weight: 1, point: 0 } },
    { shuffle: { list: { range: 900_000 }, direction: 'up', index: 0 } },
    { pick: { from: { range: 200_000 }, count: 200_000, index: 0 } },
  ]
  for (const expression of beyond) {
    const start = performance.now()
    t.match(
      endOf(() => run(expression, defaults, 3_000_000)),
      /^bound: /,
      JSON.stringify(expression).slice(0, 80),
    )
    t.ok(performance.now() - start < 3000)
  }
  t.end()
})

const positions = (numbers: readonly number[]): Value => list(numbers.map(integer))
const next: Expression = { mod: [{ at: ['$positions', '$turn'] }, '$left'] }
const numbers = fc.array(fc.nat(1_000_000), { minLength: 12, maxLength: 12 })
const names = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 12 })

/** One position for each point that is left, as its owner's place: the slow way. */
function drawSlowly(
  entries: readonly Entry[],
  turns: number,
  numbers: readonly number[],
  remove: string,
  same: (a: Entry, b: Entry) => boolean,
): readonly string[] | undefined {
  let left = [...entries]
  const chosen: string[] = []
  const over: Entry[] = []
  for (const number of remove === 'again' ? numbers : numbers.slice(0, turns)) {
    if (chosen.length === turns) break
    const points = left.flatMap((entry, place) => new Array<number>(entry.tickets).fill(place))
    const place = points[number % points.length]
    const winner = left[place ?? -1]
    if (place === undefined || winner === undefined) return undefined
    if (remove === 'again' && over.some(entry => same(entry, winner))) continue
    over.push(winner)
    chosen.push(winner.name)
    if (remove === 'item') left = left.filter(entry => !same(entry, winner))
    if (remove === 'swap') left = left.with(place, left.at(-1) ?? winner).slice(0, -1)
  }
  return chosen.length === turns ? chosen : undefined
}

await t.test('property: picks are those that counting points gives', t => {
  const entries = fc.array(fc.nat(4), { minLength: 1, maxLength: 10 })
  const modes = fc.constantFrom('item', 'swap', 'none', 'again')
  let picked = 0
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(entries, numbers, modes, fc.nat(10), fc.constantFrom('alike', 'weight', 'same', 'both'), (tickets, given, remove, turns, form) => {
        const isSame = form === 'same' || form === 'both'
        if (isSame && remove !== 'item' && remove !== 'again') return
        const isWeighted = form === 'weight' || form === 'both'
        const entrants = tickets.map((count, index) => entry(`n${index}`, count))
        const alike = entrants.map(({ name }) => entry(name, 1))
        const expected = drawSlowly(isWeighted ? entrants : alike, turns, given, remove, (a, b) =>
          isSame ? tickets[Number(a.name.slice(1))] === tickets[Number(b.name.slice(1))] : a.name === b.name,
        )
        const expression = {
          map: {
            list: {
              pick: {
                from: '$entries', count: turns, index: next, remove,
                ...(form !== 'alike' && { as: 'e' }),
                ...(isWeighted && { weight: '$e.tickets' }),
                ...(isSame && { same: '$e.tickets' }),
              },
            },
            as: 'x',
            do: '$x.name',
          },
        }
        const values = { entries: rows(entrants), positions: positions(given) }
        if (expected === undefined) t.match(endOf(() => run(expression, values)), /^impossible: /)
        else t.strictSame(run(expression, values), expected)
        picked += expected?.length ?? 0
      }),
      { numRuns: 3 * runs },
    )
  })
  t.ok(picked > runs)
  t.end()
}) // prettier-ignore

await t.test('property: a shuffle swaps what the textbook swaps', t => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(names, numbers, fc.boolean(), (words, given, isUp) => {
        const shuffled = [...words]
        for (let turn = 0; turn < words.length - 1; turn++) {
          const left = words.length - turn
          const [here, there] = isUp ? [turn, turn + ((given[turn] ?? 0) % left)] : [left - 1, (given[turn] ?? 0) % left]
          ;[shuffled[here], shuffled[there]] = [shuffled[there] ?? '', shuffled[here] ?? '']
        }
        const values = { list: list(words.map(text)), positions: positions(given) }
        t.strictSame(run(shuffle({ direction: isUp ? 'up' : 'down', index: next }), values), shuffled)
      }),
      { numRuns: runs },
    )
  })
  t.end()
}) // prettier-ignore

await t.test('a list that is asked for one point after another is as one that is asked once', t => {
  const lists = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 })
  const points = fc.array(fc.integer({ min: -1, max: 20 }), { minLength: 1, maxLength: 6 })
  const compiler = createCompiler()
  const scope = new Map<string, Basis & Shape>([
    ['weights', { type: { kind: 'list', of: { kind: 'integer' } }, ...noBasis }],
    ['point', { type: { kind: 'integer' }, ...noBasis }],
  ])
  const compiled = (weight: Expression) =>
    compiler.read({ weighted_at: { list: '$weights', as: 'w', weight, point: '$point' } }, [], scope)
  fc.assert(
    fc.property(lists, points, (weights, asked) => {
      const expression = compiled('$w')
      const items = list(weights.map(weight => integer(weight)))
      const costs = new Set<number>()
      for (const point of asked) {
        const sums = weights.map((_, place) => weights.slice(0, place + 1).reduce((a, b) => a + b))
        const place = point < 0 ? -1 : sums.findIndex(sum => sum > point)
        const meter = new Meter(portable, 1000)
        const values = new Map<string, Value>([
          ['weights', items],
          ['point', integer(point)],
        ])
        const end = endOf(() => {
          t.equal(expression.run(values, meter), items.kind === 'list' ? items.items[place] : undefined)
        })
        if (place === -1) {
          const sum = sums.at(-1) ?? 0
          t.throws(() => expression.run(values, meter), {
            message: `there is no point ${point} in weights that sum to ${sum}`,
          })
        } else t.equal(end, 'value')
        if (place !== -1) costs.add(meter.work)
      }
      t.ok(costs.size < 2, 'each costs the same')
      // As far as the budget goes, and no further.
      const [cost] = costs
      if (cost === undefined) return
      const values = new Map<string, Value>([
        ['weights', items],
        ['point', integer(Math.max(0, ...asked.filter(point => point < weights.reduce((a, b) => a + b, 0))))],
      ])
      t.equal(
        endOf(() => expression.run(values, new Context(portable, cost))),
        'value',
      )
      const short = new Context(portable, cost - 1)
      t.throws(() => expression.run(values, short), /more steps than/)
      t.ok(short.left < 4, `${short.left} of it is left`)
    }),
    { numRuns: runs },
  )
  t.end()
})
