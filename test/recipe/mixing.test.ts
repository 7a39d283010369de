import t from 'tap'
import { portable } from '../../src/core/portable.js'
import type { Expression } from '../../src/model/recipe.js'
import { noBasis } from '../../src/recipe/compile.js'
import { Context, defaultBudget } from '../../src/recipe/context.js'
import { isOneWay } from '../../src/recipe/mixing.js'
import { hashOperations } from '../../src/recipe/operations/hash.js'
import { createCompiler, operationNames } from '../../src/recipe/operations/index.js'
import { keyedHashOperations } from '../../src/recipe/operations/keyed-hash.js'
import { merkleOperations } from '../../src/recipe/operations/merkle.js'
import { bytes, float, integer, list, row, text, type Type, type Value } from '../../src/recipe/value.js'

const integers: Type = { kind: 'list', of: { kind: 'integer' } }

/** What was published. */
const published: Readonly<Record<string, readonly [Type, Value]>> = {
  seed: [{ kind: 'integer' }, integer(123_456)],
  other: [{ kind: 'integer' }, integer(77)],
  factor: [{ kind: 'integer' }, integer(16807)],
  increment: [{ kind: 'integer' }, integer(12345)],
  modulus: [{ kind: 'integer' }, integer(2 ** 31 - 1)],
  real: [{ kind: 'float' }, float(0.3)],
  bytes: [{ kind: 'bytes', length: 8 }, bytes(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))],
  digits: [integers, list([4, 5, 3, 9].map(integer))],
  entries: [{ kind: 'list', of: { kind: 'text' } }, list(['a', 'b', 'c', 'd'].map(text))],
  sold: [
    { kind: 'list', of: { kind: 'row', columns: { weight: { kind: 'integer' }, name: { kind: 'text' } } } },
    list([3, 4].map(weight => row({ weight: integer(weight), name: text('x') }))),
  ],
}

const lcg = (from: Expression): Expression => mod(add(times(from, 1103515245), 12345), 2 ** 31)

/** A recipe with this expression leaves the finding; it may call the function `next`. */
function isWeak(expression: Expression): boolean {
  const context = new Context(portable, defaultBudget)
  const scope = new Map(
    Object.entries(published).map(([name, [type]]) => [
      name,
      { type, rests: new Set([name]), order: noBasis.order },
    ]),
  )
  const compiler = createCompiler()
  compiler.define('next', { of: ['z'], is: lcg('$z') }, ['functions', 'next'])
  compiler.read(expression, ['x'], scope).run({ get: name => published[name]?.[1] }, context)
  return context.findings.some(({ code }) => code === 'weak-generator')
}

const real = (number: string): Expression => ({ float_decimal: number })
const mod = (a: Expression, b: Expression): Expression => ({ mod: [a, b] })
const add = (a: Expression, b: Expression): Expression => ({ add: [a, b] })
const times = (a: Expression, b: Expression): Expression => ({ multiply: [a, b] })
const divide = (a: Expression, b: Expression): Expression => ({ divide: [a, b] })
const xor = (a: Expression, b: Expression): Expression => ({ bit_xor: [a, b] })
const iterate = (next: Expression, from: Expression = '$seed', turns: Expression = 5): Expression => ({
  iterate: { from, times: turns, as: 's', do: next },
})
const fold = (next: Expression, over: Expression = { range: 5 }, from: Expression = '$seed'): Expression => ({
  fold: { list: over, from, as: 's', item: 'i', do: next },
})
const at = (items: Expression, index: Expression): Expression => ({ at: [items, index] })
const sha = (of: Expression): Expression => ({ integer_be: { sha256: { bytes_be: [of, 64] } } })
const xorshift = (from: Expression): Expression => ({
  let: {
    a: xor(from, { shift_left: [from, 13, 32] }),
    b: xor('$a', { shift_right: ['$a', 17] }),
    in: xor('$b', { shift_left: ['$b', 5, 32] }),
  },
})
const floor = (of: Expression): Expression => ({ float: { integer_floor: of } })

const generators: Readonly<Record<string, Expression>> = {
  'LCG, line by line': lcg(lcg('$seed')),
  'LCG, by let': { let: { x: lcg('$seed'), y: lcg('$x'), in: at([lcg('$y')], 0) } },
  'LCG, by iterate': iterate(lcg('$s')),
  'LCG, by fold over places': fold(lcg('$s')),
  'LCG, by fold over entries that do not count': fold(lcg('$s'), '$entries'),
  'LCG, by fold that adds places': fold(mod(add(times('$s', 5), '$i'), 2 ** 16)),
  'LCG, by functions': { let: { x: { next: '$seed' }, in: { next: '$x' } } },
  'LCG, by a function in iterate': iterate({ next: '$s' }),
  'LCG, with published numbers': iterate(mod(add(times('$s', '$factor'), '$increment'), '$modulus')),
  'LCG, with published numbers, line by line': {
    let: {
      x: mod(add(times('$seed', '$factor'), '$increment'), '$modulus'),
      in: mod(add(times('$x', '$factor'), '$increment'), '$modulus'),
    },
  },
  'LCG of a hash': iterate(lcg('$s'), mod(sha('$seed'), 2 ** 31)),
  'LCG of a seed in the recipe': iterate(lcg('$s'), 42),
  'LCG, cut off later': mod(
    { fold: { list: { range: 3 }, from: '$seed', as: 's', item: 'i', do: add(times('$s', 25), 7) } },
    1000,
  ),
  'LCG in floats': iterate(
    { float_mod: [{ float_multiply: ['$s', real('16807')] }, real('2147483647')] },
    '$real',
  ),
  'LCG in floats, line by line': {
    let: {
      x: { float_mod: [{ float_multiply: ['$real', real('9301')] }, real('233280')] },
      in: { float_mod: [{ float_multiply: ['$x', real('9301')] }, real('233280')] },
    },
  },
  'what is behind the point of a large product': iterate(
    {
      let: {
        x: { float_multiply: ['$s', real('43758.5453')] },
        in: { float_subtract: ['$x', floor('$x')] },
      },
    },
    '$real',
  ),
  'logistic map': iterate(
    { float_multiply: [{ float_multiply: ['$s', real('3.99')] }, { float_subtract: [real('1'), '$s'] }] },
    '$real',
  ),
  'xorshift, once': xorshift('$seed'),
  'xorshift, by iterate': iterate(xorshift('$s')),
  'one shift, by iterate': iterate(xor('$s', { shift_right: ['$s', 3] })),
  'shift register': iterate({
    if: {
      is: [{ bit_and: ['$s', 1] }, '=', 1],
      then: xor({ shift_right: ['$s', 1] }, 0xb400),
      else: { shift_right: ['$s', 1] },
    },
  }),
  'xorshift128, of a list': iterate(
    {
      let: {
        x: xor(at('$s', 0), { shift_left: [at('$s', 0), 11, 32] }),
        w: at('$s', 3),
        in: [
          at('$s', 1),
          at('$s', 2),
          '$w',
          xor(xor('$w', { shift_right: ['$w', 19] }), xor('$x', { shift_right: ['$x', 8] })),
        ],
      },
    },
    ['$seed', 2, 3, 4],
  ),
  'additions, rotations': iterate({ wrap: [add('$s', { rotate_left: ['$s', 7, 32] }), 32] }),
  'Fibonacci, of a row': iterate(
    { row: { a: '$s.b', b: mod(add('$s.a', '$s.b'), 1000) } },
    { row: { a: '$seed', b: '$other' } },
  ),
  'Fibonacci, of a list': iterate([at('$s', 1), mod({ sum: '$s' }, 1000)], ['$seed', '$other']),
  'Fibonacci, line by line': {
    let: {
      x: mod(add('$seed', '$other'), 1000),
      y: mod(add('$other', '$x'), 1000),
      in: mod(add('$x', '$y'), 1000),
    },
  },
  'Fibonacci, cut off later': {
    map: {
      list: iterate({ row: { a: '$s.b', b: add('$s.a', '$s.b') } }, { row: { a: '$seed', b: '$other' } }),
      as: 'n',
      do: mod('$n.b', 1000),
    },
  },
  'Weyl, by iterate': iterate(mod(add('$s', 362437), 2 ** 32)),
  'Weyl, by a published number': iterate(mod(add('$s', '$increment'), '$modulus')),
  'Weyl, line by line': { let: { x: mod(add('$seed', 362437), 1000), in: mod(add('$x', 362437), 1000) } },
  'multiply with carry': iterate(
    {
      let: {
        t: add(times(4294957665, '$s.x'), '$s.c'),
        in: { row: { x: mod('$t', 2 ** 32), c: divide('$t', 2 ** 32) } },
      },
    },
    { row: { x: '$seed', c: 1 } },
  ),
  'a remainder without mod': iterate({
    let: {
      p: add(times('$s', 1103515245), 12345),
      in: { subtract: ['$p', times(divide('$p', 2 ** 31), 2 ** 31)] },
    },
  }),
  'cut off as bytes': iterate({ integer_be: { slice: [{ bytes_be: [times('$s', 69069), 16] }, 12, 16] } }),
  'cut off as text': iterate({
    integer_decimal: { slice: [{ text_decimal: add(times('$s', 69069), 1000) }, 0, 4] },
  }),
  'the middle of squares': iterate(mod(divide(times('$s', '$s'), 100), 10000)),
  'squares and a sum': iterate(mod(add(times('$s', '$s'), 1), 1009)),
  'bytes of bytes': iterate(
    { bytes_xor: ['$s', { concat: [{ slice: ['$s', 1, 8] }, { slice: ['$s', 0, 1] }] }] },
    '$bytes',
  ),
  RC4: iterate(
    {
      let: {
        i: mod(add('$s.i', 1), 4),
        j: mod(add('$s.j', at('$s.t', '$i')), 4),
        in: { row: { i: '$i', j: '$j', t: { reverse: '$s.t' } } },
      },
    },
    { row: { i: 0, j: 0, t: '$digits' } },
  ),
  xoshiro128: iterate(
    {
      let: {
        c: xor('$s.c', '$s.a'),
        d: xor('$s.d', '$s.b'),
        in: {
          row: {
            a: xor('$s.a', '$d'),
            b: xor('$s.b', '$c'),
            c: xor('$c', { shift_left: ['$s.b', 9, 32] }),
            d: { rotate_left: ['$d', 11, 32] },
          },
        },
      },
    },
    { row: { a: '$seed', b: '$other', c: 1, d: 2 } },
  ),
  'a loop in a loop': iterate({
    fold: { list: { range: 3 }, from: '$s', as: 'r', item: 'k', do: lcg('$r') },
  }),
  'a state as hex digits': iterate(
    { text_base: [mod(add(times({ integer_hex: '$s' }, 1664525), 1013904223), 2 ** 32), 16] },
    '2a',
  ),
  'in the blocks of a stream': {
    words: [
      {
        stream_blocks: {
          as: 'c',
          from: 0,
          block: { bytes_be: [mod(times('$seed', { power: [75, '$c'] }), 65537), 4] },
          word: 4,
          order: 'be',
        },
      },
      3,
    ],
  },
  'jumps ahead': {
    map: { list: { range: 5 }, as: 'n', do: mod(times('$seed', { power: [16807, '$n'] }), 2 ** 31 - 1) },
  },
  'one jump ahead': mod(times('$seed', { power: [16807, 50] }), 2 ** 31 - 1),
  'through a row': iterate(
    { row: { seed: lcg('$s.seed'), turn: add('$s.turn', 1) } },
    { row: { seed: '$seed', turn: 0 } },
  ),
  'through a row, line by line': { let: { r: { row: { x: lcg('$seed'), y: 1 } }, in: lcg('$r.x') } },
  'through a row beside a list that is drawn from': fold(
    { row: { seed: lcg('$s.seed'), drawn: { flatten: ['$s.drawn', ['$i']] } } },
    '$digits',
    { row: { seed: '$seed', drawn: '$digits' } },
  ),
  'through where': lcg(at({ where: { list: [lcg('$seed')], as: 'n', is: ['$n', '>', 0] } }, 0)),
  'through go_on': {
    go_on: {
      stream: { stream_numbers: [[lcg('$seed')], 32] },
      as: 'g',
      do: lcg(at({ words: ['$g', 1] }, 0)),
    },
  },
  'through a stream of numbers': lcg(at({ words: [{ stream_numbers: [[lcg('$seed')], 32] }, 1] }, 0)),
  'through the items of map': { map: { list: [lcg('$seed'), lcg('$other')], as: 'n', do: lcg('$n') } },
  'through the second item of map': { map: { list: ['$other', lcg('$seed')], as: 'n', do: lcg('$n') } },
  'through if': iterate({ if: { is: ['$s', '>', 5], then: lcg('$s'), else: add('$s', 3) } }),
}

await t.test('generators that are written out are found', t => {
  for (const [name, expression] of Object.entries(generators)) t.ok(isWeak(expression), name)
  t.end()
})

const hash = sha('$seed')

/** Generators that docs/RECIPES.md says are not recognised. */
const unrecognised: Readonly<Record<string, Expression>> = {
  'squares alone': iterate(mod(times('$s', '$s'), 3233)),
  'two steps of which each has another modulus': mod(
    times(mod(times('$seed', 40014), 2147483563), 40692),
    2147483399,
  ),
  'multiples of a seed by the place in a list': {
    map: { list: { range: 5 }, as: 'n', do: mod(add('$seed', times('$n', 7919)), 1000) },
  },
  'cut off by an if': iterate({
    if: {
      is: [add('$s', 7919), '>=', 10007],
      then: { subtract: [add('$s', 7919), 10007] },
      else: add('$s', 7919),
    },
  }),
  'with data that makes no difference': fold(mod(add(times('$s', 75), times('$i', 0)), 65537), '$digits'),
}

await t.test('what is said not to be recognised is not', t => {
  for (const [name, expression] of Object.entries(unrecognised)) t.notOk(isWeak(expression), name)
  t.end()
})

const honest: Readonly<Record<string, Expression>> = {
  'one step': lcg('$seed'),
  'the remainder of a hash': mod(hash, 1000),
  'a hash, scaled': divide(times(mod(hash, 2 ** 32), 1000), 2 ** 32),
  'a hash, scaled twice': mod(times(mod(times(hash, 3), 10_000), 7), 100),
  'a hash, scaled twice by division': divide(
    times(divide(times(mod(hash, 2 ** 32), 10_000), 2 ** 32), 50),
    10_000,
  ),
  'check digits': fold(mod(add(times('$s', 10), '$i'), 97), '$digits', 0),
  'check digits that are added after': fold(add(mod(times('$s', 10), 97), '$i'), '$digits', 0),
  'check digits, line by line': {
    let: {
      x: mod(add(times(at('$digits', 0), 10), at('$digits', 1)), 97),
      y: mod(add(times('$x', 10), at('$digits', 2)), 97),
      in: mod(add(times('$y', 10), at('$digits', 3)), 97),
    },
  },
  'check digits by their place': fold(mod(add(times('$s', 10), at('$digits', '$i')), 97), { range: 4 }, 0),
  'check digits by a place in the state': iterate(
    { row: { sum: mod(add(times('$s.sum', 10), at('$digits', '$s.place')), 97), place: add('$s.place', 1) } },
    { row: { sum: 0, place: 0 } },
    3,
  ),
  'ISO 7064, MOD 11,10': fold(
    mod(
      times({ if: { is: [mod(add('$s', '$i'), 10), '=', 0], then: 10, else: mod(add('$s', '$i'), 10) } }, 2),
      11,
    ),
    '$digits',
    10,
  ),
  'Adler-32': fold(
    {
      let: {
        a: mod(add('$s.a', '$i'), 65521),
        in: { row: { a: '$a', b: mod(add('$s.b', '$a'), 65521) } },
      },
    },
    '$digits',
    { row: { a: 1, b: 0 } },
  ),
  'FNV-1a of data': fold({ wrap: [times(xor('$s', '$i'), 16777619), 32] }, '$digits', 2166136261),
  'a polynomial of data': fold(mod(add(times('$s', '$other'), '$i'), 1009), '$digits', 0),
  'IBAN, of a number': { subtract: [98, mod(times('$seed', 100), 97)] },
  'Luhn, of digits': fold(
    {
      row: {
        sum: mod(
          add('$s.sum', add(mod(times('$i', '$s.weight'), 10), divide(times('$i', '$s.weight'), 10))),
          10,
        ),
        weight: { subtract: [3, '$s.weight'] },
      },
    },
    '$digits',
    { row: { sum: 0, weight: 1 } },
  ),
  'Luhn, of a number': iterate(
    {
      row: {
        sum: mod(add('$s.sum', times(mod('$s.rest', 10), 2)), 10),
        rest: divide('$s.rest', 10),
      },
    },
    { row: { sum: 0, rest: '$seed' } },
  ),
  'a power by repeated squaring': iterate(mod(times('$s', '$s'), 1_000_003)),
  'a power by repeated squaring, line by line': {
    let: {
      x: mod(times('$seed', '$seed'), 1009),
      y: mod(times('$x', '$x'), 1009),
      z: mod(times('$y', '$y'), 1009),
      in: mod(times('$z', '$seed'), 1009),
    },
  },
  'a power by the bits of an exponent': fold(
    {
      let: {
        q: mod(times('$s', '$s'), 1009),
        in: { if: { is: ['$i', '=', 1], then: mod(times('$q', '$other'), 1009), else: '$q' } },
      },
    },
    [1, 0, 1, 1],
    1,
  ),
  'a power from right to left': iterate(
    {
      row: {
        base: mod(times('$s.base', '$s.base'), 1009),
        rest: divide('$s.rest', 2),
        result: {
          if: {
            is: [mod('$s.rest', 2), '=', 1],
            then: mod(times('$s.result', '$s.base'), 1009),
            else: '$s.result',
          },
        },
      },
    },
    { row: { base: '$seed', rest: '$other', result: 1 } },
    8,
  ),
  'a power of a published number': mod({ power: ['$seed', 5] }, 1009),
  'the product of two powers': mod(times({ power: [3, '$other'] }, { power: [5, '$other'] }), 1009),
  'hashes of hashes': iterate(mod(times(sha('$s'), 3), 1000)),
  'hashes of a counter, added up': iterate(
    { row: { turn: add('$s.turn', 1), sum: mod(add(times('$s.sum', 3), sha('$s.turn')), 1000) } },
    { row: { turn: 0, sum: 0 } },
  ),
  'rejection sampling': iterate({
    if: { is: ['$s', '<', 2 ** 31], then: '$s', else: mod(sha('$s'), 2 ** 32) },
  }),
  'Fisher–Yates, an index of a hash each': {
    map: { list: { range: 4 }, as: 'n', do: add('$n', mod(sha(add('$seed', '$n')), add('$n', 1))) },
  },
  'Fisher–Yates, the indexes of one number': iterate(
    {
      row: {
        left: { subtract: ['$s.left', 1] },
        rest: divide('$s.rest', '$s.left'),
        index: mod('$s.rest', '$s.left'),
      },
    },
    { row: { left: 20, rest: hash, index: 0 } },
  ),
  'swaps in a list': fold(
    {
      let: {
        j: mod(sha('$i'), 4),
        in: { flatten: [[at('$s', '$j')], { without: ['$s', [at('$s', '$j')]] }] },
      },
    },
    { range: 3 },
    '$digits',
  ),
  'a number of hex digits': fold(add(times('$s', 16), '$i'), '$digits', 0),
  'a number of hex digits, modulo': mod(fold(add(times('$s', 16), '$i'), '$digits', 0), 100),
  'another base': iterate(
    { row: { digit: mod('$s.rest', 36), rest: divide('$s.rest', 36) } },
    { row: { digit: 0, rest: '$seed' } },
  ),
  'digits of a number by their place': {
    map: { list: { range: 4 }, as: 'n', do: mod(divide('$seed', { power: [10, '$n'] }), 10) },
  },
  'digits of a number, modulo in between': fold(
    mod(add(times('$s', 10), mod(divide('$seed', { power: [10, '$i'] }), 10)), 97),
    { range: 4 },
    0,
  ),
  'numbers of tickets': fold(add('$s', '$i.weight'), '$sold', 0),
  'numbers of tickets, modulo': fold(mod(add('$s', '$i.weight'), 100), '$sold', 0),
  'weights times prices': { sum: { map: { list: '$sold', as: 'n', do: times('$n.weight', 3) } } },
  'the sums of what several have chosen': mod(add(mod(add('$seed', '$other'), 100), '$increment'), 100),
  'bytes of several': {
    fold: {
      list: { chunks: ['$bytes', 2] },
      from: { slice: ['$bytes', 0, 2] },
      as: 's',
      item: 'i',
      do: { bytes_xor: ['$s', '$i'] },
    },
  },
  'halves of a hash': {
    bytes_xor: [{ slice: [{ sha256: '$bytes' }, 0, 16] }, { slice: [{ sha256: '$bytes' }, 16, 32] }],
  },
  'a number of two words': mod(add({ shift_left: [mod(hash, 2 ** 32), 32, 64] }, '$seed'), 1000),
  'Gray code': xor('$seed', { shift_right: ['$seed', 1] }),
  counting: iterate(add('$s', 1)),
  'the next place of a circle': iterate(mod(add('$s', 1), 10)),
  'powers of two': { map: { list: iterate(times('$s', 2), 1), as: 'n', do: mod('$seed', '$n') } },
  'a square root': iterate(divide(add('$s', divide('$other', '$s')), 2)),
  'the greatest common divisor': iterate(
    { row: { a: '$s.b', b: { if: { is: ['$s.b', '=', 0], then: 0, else: mod('$s.a', '$s.b') } } } },
    { row: { a: '$seed', b: '$other' } },
    1,
  ),
  'rounds of a beacon': { map: { list: iterate(add('$s', 10)), as: 'n', do: sha('$n') } },
  'a pot of which a tenth is won each time': iterate(divide(times('$s', 9), 10)),
  'floats from 0 to 1, scaled': { integer_floor: { float_multiply: ['$real', real('52')] } },
  'a hash between two steps': lcg(mod(sha(lcg('$seed')), 2 ** 31)),
}

await t.test('arithmetic that is none is not', t => {
  for (const [name, expression] of Object.entries(honest)) t.notOk(isWeak(expression), name)
  t.end()
})

await t.test('from what hashes give nobody finds what went in', t => {
  const hashes = Object.keys({ ...hashOperations, ...keyedHashOperations, ...merkleOperations })
  const oneWay = operationNames.filter(isOneWay)
  // FNV-1a is no cryptographic hash.
  t.strictSame(
    [...oneWay].sort(),
    [...hashes.filter(name => !name.startsWith('fnv1a')), 'stream_chacha20'].sort(),
  )
  t.end()
})
