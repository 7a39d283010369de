import fc from 'fast-check'
import t from 'tap'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import { noBasis } from '../../../src/recipe/compile.js'
import { Context, defaultBudget } from '../../../src/recipe/context.js'
import { bitOperations } from '../../../src/recipe/operations/bits.js'
import { createCompiler } from '../../../src/recipe/operations/index.js'
import { integer, type PlainValue, type Value } from '../../../src/recipe/value.js'
import { compute, endOf } from '../build.js'

const runs = process.env['SLOW'] === '1' ? 20_000 : 300

/** The number, which a double may not hold. */
const big = (number: bigint): Expression => ({ integer_decimal: String(number) })
const plain = (number: bigint): PlainValue =>
  Number.isSafeInteger(Number(number)) ? Number(number) : String(number)

const examples: readonly (readonly [expression: Expression, value: PlainValue])[] = [
  [{ bit_and: [0b1100, 0b1010] }, 0b1000],
  [{ bit_or: [0b1100, 0b1010] }, 0b1110],
  [{ bit_xor: [0b1100, 0b1010] }, 0b0110],
  [{ bit_xor: [big(2n ** 200n), 1] }, String(2n ** 200n + 1n)],
  [{ bit_not: [0, 8] }, 255],
  [{ bit_not: [0b1010, 4] }, 0b0101],
  [{ shift_left: [0xff, 4, 8] }, 0xf0],
  [{ shift_left: [1, 31, 32] }, 2 ** 31],
  [{ shift_left: [1, 32, 32] }, 0],
  [{ shift_right: [0xff, 4] }, 0xf],
  [{ shift_right: [-5, 1] }, -3],
  [{ shift_right: [5, 4096] }, 0],
  [{ rotate_left: [0x81, 1, 8] }, 0x03],
  [{ rotate_left: [0x81, 9, 8] }, 0x03],
  [{ rotate_left: [0x81, 8, 8] }, 0x81],
  [{ rotate_right: [0x81, 1, 8] }, 0xc0],
  [{ rotate_right: [0x81, 0, 8] }, 0x81],
  [{ wrap: [256, 8] }, 0],
  [{ wrap: [-1, 32] }, 2 ** 32 - 1],
  [{ wrap_signed: [2 ** 32 - 1, 32] }, -1],
  [{ wrap_signed: [2 ** 31, 32] }, -(2 ** 31)],
  [{ wrap_signed: [2 ** 31 - 1, 32] }, 2 ** 31 - 1],
  [{ wrap_signed: [-129, 8] }, 127],
]

await t.test('bits come out exactly like this', t => {
  for (const [expression, value] of examples) {
    const computed = compute(expression)
    t.strictSame([computed.type, computed.value], ['integer', value], JSON.stringify(expression))
  }
  const covered = new Set(examples.flatMap(([expression]) => Object.keys(expression)))
  t.strictSame(
    Object.keys(bitOperations).filter(name => !covered.has(name)),
    [],
  )
  t.end()
})

await t.test('what has no such bits makes a step impossible', t => {
  for (const [expression, message] of [
    [{ bit_and: [-1, 1] }, '-1 has no fixed width: use wrap'],
    [{ bit_xor: [1, -2] }, '-2 has no fixed width: use wrap'],
    [{ bit_not: [256, 8] }, '256 has more than 8 bits: wrap cuts them off'],
    [{ shift_left: [256, 1, 8] }, '256 has more than 8 bits: wrap cuts them off'],
    [{ rotate_left: [-1, 1, 8] }, '-1 has no fixed width: use wrap'],
    [{ wrap: [1, 0] }, 'a width of 0 bits: it is from 1 to 4096'],
    [{ wrap_signed: [1, 4097] }, 'a width of 4097 bits: it is from 1 to 4096'],
    [{ bit_not: [0, -1] }, 'a width of -1 bits: it is from 1 to 4096'],
    [{ shift_right: [1, -1] }, 'moved by -1 bits: it is from 0 to 4096'],
    [{ rotate_right: [1, 4097, 8] }, 'moved by 4097 bits: it is from 0 to 4096'],
  ] as const) {
    t.equal(
      endOf(() => compute(expression)),
      `impossible: ${message}`,
    )
  }
  t.end()
})

await t.test('property: numbers of 32 bits are as JavaScript computes them, of 64 as BigInt does', t => {
  const word = fc.nat({ max: 2 ** 32 - 1 })
  const long = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(word, word, fc.nat({ max: 31 }), long, (a, b, by, x) => {
        const of = (expression: Expression): PlainValue => compute(expression).value
        t.equal(of({ bit_and: [a, b] }), (a & b) >>> 0)
        t.equal(of({ bit_or: [a, b] }), (a | b) >>> 0)
        t.equal(of({ bit_xor: [a, b] }), (a ^ b) >>> 0)
        t.equal(of({ bit_not: [a, 32] }), ~a >>> 0)
        t.equal(of({ shift_left: [a, by, 32] }), (a << by) >>> 0)
        t.equal(of({ shift_right: [a, by] }), a >>> by)
        t.equal(of({ shift_right: [{ wrap_signed: [a, 32] }, by] }), (a | 0) >> by)
        t.equal(of({ wrap_signed: [a, 32] }), a | 0)
        t.equal(of({ wrap: [{ multiply: [a, b] }, 32] }), Math.imul(a, b) >>> 0)
        const rotated = ((a << by) | (a >>> (32 - by))) >>> 0
        t.equal(of({ rotate_left: [a, by, 32] }), by === 0 ? a : rotated)
        t.equal(of({ rotate_right: [{ rotate_left: [a, by, 32] }, by, 32] }), a)
        t.equal(of({ wrap: [{ multiply: [big(x), big(x)] }, 64] }), plain(BigInt.asUintN(64, x * x)))
        t.equal(of({ wrap_signed: [big(x), 64] }), plain(BigInt.asIntN(64, x)))
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

/** What an expression of `$number` gives for each number below `below`, each as likely as any other. */
function outcomes(
  expression: Expression,
  below: bigint,
): readonly { value: Value; found: readonly string[] }[] {
  const scope = new Map([['number', { type: { kind: 'integer' } as const, ...noBasis }]])
  const compiled = createCompiler().read(expression, ['x'], scope)
  return Array.from({ length: Number(below) }, (_, at) => {
    const context = new Context(portable, defaultBudget)
    const number: Value = { kind: 'integer', integer: BigInt(at), below }
    const value = compiled.run({ get: () => number }, context)
    return { value, found: context.findings.map(({ code }) => code) }
  })
}

await t.test('what is called even is even, and what is not even is found', t => {
  const cases: readonly (readonly [expression: Expression, end: 'even' | 'found' | 'unknown'])[] = [
    [{ wrap: ['$number', 3] }, 'even'],
    [{ wrap: [{ add: ['$number', 7] }, 4] }, 'even'],
    [{ bit_and: ['$number', 7] }, 'even'],
    [{ bit_and: [7, '$number'] }, 'even'],
    [{ bit_and: ['$number', 5] }, 'unknown'],
    [{ bit_or: ['$number', 8] }, 'unknown'],
    [{ bit_xor: ['$number', 9] }, 'even'],
    [{ bit_xor: [9, '$number'] }, 'even'],
    [{ bit_xor: ['$number', 16] }, 'unknown'],
    [{ bit_xor: ['$number', '$number'] }, 'unknown'],
    [{ bit_not: ['$number', 4] }, 'even'],
    [{ bit_not: ['$number', 5] }, 'unknown'],
    [{ rotate_left: ['$number', 1, 4] }, 'even'],
    [{ rotate_right: ['$number', 3, 4] }, 'even'],
    [{ rotate_left: ['$number', 1, 5] }, 'unknown'],
    [{ rotate_left: ['$number', '$number', 4] }, 'unknown'],
    [{ shift_left: ['$number', 1, 4] }, 'unknown'],
    [{ shift_right: ['$number', 2] }, 'even'],
  ]
  for (const [expression, end] of cases) {
    const results = outcomes(expression, 16n)
    const counts = new Map<bigint, number>()
    let below: bigint | undefined
    for (const { value, found } of results) {
      if (value.kind !== 'integer') throw new Error('no number')
      t.strictSame(found, [])
      below = value.below
      counts.set(value.integer, (counts.get(value.integer) ?? 0) + 1)
    }
    t.equal(below === undefined ? 'unknown' : 'even', end, JSON.stringify(expression))
    if (below === undefined) continue
    t.equal(new Set(counts.values()).size, 1, `${JSON.stringify(expression)} is even`)
    t.strictSame(
      [...counts.keys()].sort((a, b) => Number(a - b)),
      Array.from({ length: Number(below) }, (_, at) => BigInt(at)),
    )
  }
  // Signed numbers are as even: a remainder by a power of two says nothing, by three that it is uneven.
  const remainder = (divisor: number): readonly string[] =>
    outcomes({ mod: [{ wrap_signed: ['$number', 4] }, divisor] }, 16n).flatMap(({ found }) => found)
  t.strictSame([...new Set(remainder(8))], [])
  t.strictSame([...new Set(remainder(3))], ['modulo-bias'])
  for (const expression of [
    { wrap: ['$number', 2] },
    { bit_and: ['$number', 3] },
    { shift_right: ['$number', 2] },
  ]) {
    const found = outcomes(expression, 10n).map(({ found }) => found.join())
    t.strictSame([...new Set(found)], ['modulo-bias'], JSON.stringify(expression))
  }
  t.end()
})

/** Numbers that follow from one another by one expression of `$s`. */
const states = (from: Expression, times: number, next: Expression): Expression => ({
  iterate: { from, times, as: 's', do: next },
})

await t.test('generators that are written out are those that they are', t => {
  // Marsaglia's xorshift32 (Xorshift RNGs, 2003, section 3) of his seed, and MINSTD (Park, Miller): the 10,000th of seed 1.
  const step = (by: Expression, from: Expression): Expression => ({ bit_xor: [from, by] })
  const xorshift: Expression = {
    let: {
      a: step({ shift_left: ['$s', 13, 32] }, '$s'),
      b: step({ shift_right: ['$a', 17] }, '$a'),
      in: step({ shift_left: ['$b', 5, 32] }, '$b'),
    },
  }
  t.equal(compute({ at: [states(2463534242, 1, xorshift), 0] }).value, 723471715)
  const minstd = { mod: [{ multiply: ['$s', 16807] }, 2147483647] }
  t.equal(compute({ at: [states(1, 10_000, minstd), 9999] }).value, 1043618065)
  // Java's Random of seed 42, as nextInt gives it.
  const seeded = { bit_xor: [42, big(0x5deece66dn)] }
  const lcg = { wrap: [{ add: [{ multiply: ['$s', big(0x5deece66dn)] }, 11] }, 48] }
  const java = {
    map: { list: states(seeded, 3, lcg), as: 'x', do: { wrap_signed: [{ shift_right: ['$x', 16] }, 32] } },
  }
  t.strictSame(compute(java).value, [-1170105035, 234785527, -1360544799])
  t.end()
})

await t.test('a generator that is written out of what was published is a weak one', t => {
  const scope = new Map([
    ['seed', { type: { kind: 'integer' } as const, rests: new Set(['seed']), order: noBasis.order }],
    [
      'list',
      {
        type: { kind: 'list', of: { kind: 'integer' } } as const,
        rests: new Set(['list']),
        order: noBasis.order,
      },
    ],
  ])
  const find = (expression: Expression): readonly string[] => {
    const context = new Context(portable, defaultBudget)
    const values: Readonly<Record<string, Value>> = {
      seed: integer(5),
      list: { kind: 'list', items: [integer(1)], weight: 1 },
    }
    createCompiler()
      .read(expression, ['x'], scope)
      .run({ get: name => values[name] }, context)
    return context.findings.map(({ code }) => code)
  }
  const lcg = (from: Expression): Expression => ({ mod: [{ multiply: [from, 16807] }, 2147483647] })
  const xorshift = (from: Expression): Expression => ({
    let: {
      a: { bit_xor: [from, { shift_right: [from, 3] }] },
      in: { bit_xor: ['$a', { wrap: [{ multiply: ['$a', { power: [2, 5] }] }, 32] }] },
    },
  })
  const turns = (list: Expression, next: Expression): Expression => ({
    fold: { list, from: '$seed', as: 's', item: 'turn', do: next },
  })
  const hashed = { mod: [{ multiply: [{ integer_be: { sha256: { bytes_be: ['$s', 8] } } }, 3] }, 1000] }
  const digits = { row: { digit: { mod: ['$s.rest', 10] }, rest: { divide: ['$s.rest', 10] } } }
  for (const [expression, found] of [
    [states('$seed', 3, lcg('$s')), ['weak-generator']],
    [states('$seed', 3, { bit_xor: ['$s', { shift_right: ['$s', 3] }] }), ['weak-generator']],
    [turns({ range: 3 }, lcg('$s')), ['weak-generator']],
    [turns('$list', lcg('$s')), ['weak-generator']],
    // However it is written down.
    [lcg(lcg('$seed')), ['weak-generator']],
    [{ let: { x: lcg('$seed'), y: lcg('$x'), in: '$y' } }, ['weak-generator']],
    [
      { at: [{ map: { list: [{ add: ['$seed', 1] }], as: 'n', do: lcg(lcg('$n')) } }, 0] },
      ['weak-generator'],
    ],
    [{ add: [xorshift('$seed'), 1] }, ['weak-generator']],
    // One step is arithmetic, and so are the digits of a number.
    [lcg('$seed'), []],
    [states('$seed', 3, { add: ['$s', 1] }), []],
    [states({ row: { digit: 0, rest: '$seed' } }, 3, digits), []],
    [states('$seed', 3, hashed), ['modulo-bias']],
  ] as const) {
    t.strictSame(find(expression), found, JSON.stringify(expression))
  }
  t.end()
})
