import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type { Expression } from '../../../src/model/recipe.js'
import type { Unevenness } from '../../../src/recipe/operations/bias.js'
import { conditionOperations } from '../../../src/recipe/operations/condition.js'
import { floatOperations } from '../../../src/recipe/operations/float.js'
import { numberOperations } from '../../../src/recipe/operations/number.js'
import {
  spreadInteger,
  spreadOfDifference,
  spreadOfProduct,
  spreadOfQuotient,
  spreadOfRemainder,
  spreadOfSum,
  type IntegerValue,
} from '../../../src/recipe/operations/spread.js'
import type { PlainValue } from '../../../src/recipe/value.js'
import { compute, endOf, refusal } from '../build.js'

const runs = process.env['SLOW'] === '1' ? 20_000 : 100

const hex = (digits: string): Expression => ({ bytes_hex: digits })
const decimal = (digits: string): Expression => ({ float_decimal: digits })
const number = (digits: string): Expression => ({ integer_hex: digits })
const when = (is: Expression, then: Expression, otherwise: Expression): Expression => ({
  if: { is, then, else: otherwise },
})
const messagesOf = (expression: Expression): readonly string[] =>
  compute(expression).findings.map(({ code, message }) => `${code}: ${message}`)

/** Of floats: what Python 3 prints for the same. */
const examples: readonly (readonly [expression: Expression, type: string, value: PlainValue])[] = [
  [{ integer_be: hex('0102') }, 'integer', 258],
  [{ integer_le: hex('0102') }, 'integer', 513],
  [{ integer_hex: '24A' }, 'integer', 586],
  [{ integer_decimal: '007' }, 'integer', 7],
  [{ integer_decimal: '-12345678901234567890' }, 'integer', '-12345678901234567890'],
  [{ integer_decimal: '-0' }, 'integer', 0],
  [{ integer_decimal: String(2n ** 4096n - 1n) }, 'integer', String(2n ** 4096n - 1n)],
  [{ add: [2, 3] }, 'integer', 5],
  [{ subtract: [2, 3] }, 'integer', -1],
  [{ multiply: [-6, 7] }, 'integer', -42],
  [{ multiply: [{ power: [2, 2048] }, { power: [2, 2047] }] }, 'integer', String(2n ** 4095n)],
  [{ divide: [17, 5] }, 'integer', 3],
  [{ divide: [-17, 5] }, 'integer', -4],
  [{ divide: [-15, 5] }, 'integer', -3],
  [{ mod: [-17, 5] }, 'integer', 3],
  [{ mod: [-15, 5] }, 'integer', 0],
  [{ power: [2, 10] }, 'integer', 1024],
  [{ power: [0, 0] }, 'integer', 1],
  [{ power: [0, 9007199254740991] }, 'integer', 0],
  [{ power: [-1, 9007199254740991] }, 'integer', -1],
  [{ power: [-1, { power: [2, 4095] }] }, 'integer', 1],
  [{ power: [1, { power: [2, 4095] }] }, 'integer', 1],
  [{ power: [-3, 3] }, 'integer', -27],
  [{ power: [2, 4095] }, 'integer', String(2n ** 4095n)],
  [{ minimum: [3, -4] }, 'integer', -4],
  [{ maximum: [3, -4] }, 'integer', 3],
  [{ sum: '$list' }, 'integer', 119],
  [{ sum: '$none' }, 'integer', 0],
  [when([1, '=', 1], 'a', 'b'), 'text', 'a'],
  [when(['$bytes', '=', hex('0102')], 1, 2), 'integer', 1],
  [when([['a'], '=', ['b']], 1, 2), 'integer', 2],
  [when([1, '<', 1], 1, 2), 'integer', 2],
  [when([1, '<=', 1], 1, 2), 'integer', 1],
  [when([decimal('0.5'), '<', { float: 1 }], '$digest', '$digest'), '32 bytes', '00'.repeat(32)],
  [when(['$time', '<', '$time'], '$digest', '$bytes'), 'bytes', '0102'],
  // The other branch would be impossible.
  [when([1, '=', 1], 5, { divide: [1, 0] }), 'integer', 5],
  [{ float: { integer_decimal: '9007199254740993' } }, 'float', 9007199254740992],
  [{ float: { integer_decimal: '9007199254740995' } }, 'float', 9007199254740996],
  [{ float: { subtract: [{ power: [2, 1024] }, { add: [{ power: [2, 970] }, 1] }] } }, 'float', 1.7976931348623157e308], // prettier-ignore
  [decimal('0.1'), 'float', 0.1],
  [decimal('-.5e-3'), 'float', -0.0005],
  [decimal('.125'), 'float', 0.125],
  [decimal('+1.'), 'float', 1],
  [decimal('5e-324'), 'float', 5e-324],
  [decimal('2e-324'), 'float', 0],
  [decimal('2.2250738585072011e-308'), 'float', 2.225073858507201e-308],
  [decimal('9007199254740993'), 'float', 9007199254740992],
  [{ float_add: [decimal('0.1'), decimal('0.2')] }, 'float', 0.30000000000000004],
  [{ float_subtract: [decimal('0.3'), decimal('0.1')] }, 'float', 0.19999999999999998],
  [{ float_multiply: [decimal('3'), decimal('1.1')] }, 'float', 3.3000000000000003],
  [{ float_divide: [{ float: 1 }, { float: 3 }] }, 'float', 0.3333333333333333],
  [{ float_divide: [decimal('5e-324'), { float: 2 }] }, 'float', 0],
  [{ float_mod: [decimal('-7.5'), { float: 2 }] }, 'float', -1.5],
  [{ integer_floor: decimal('-1.5') }, 'integer', -2],
  [{ integer_floor: decimal('1e23') }, 'integer', '99999999999999991611392'],
  [{ integer_ceil: decimal('-1.5') }, 'integer', -1],
  [{ integer_ceil: decimal('-0.5') }, 'integer', 0],
  [{ integer_round: decimal('2.5') }, 'integer', 3],
  [{ integer_round: decimal('-2.5') }, 'integer', -2],
  [{ integer_round: decimal('0.49999999999999994') }, 'integer', 0],
  [{ text_float: decimal('1e21') }, 'text', '1e+21'],
  [{ text_float: decimal('0.000001') }, 'text', '0.000001'],
  [{ text_float: decimal('1e-7') }, 'text', '1e-7'],
  [{ text_float: decimal('-0') }, 'text', '0'],
  [{ text_fixed: [decimal('1.005'), 2] }, 'text', '1.00'],
  [{ text_fixed: [decimal('0.5'), 0] }, 'text', '1'],
  [{ text_fixed: [decimal('2.5'), 0] }, 'text', '3'],
  [{ text_fixed: [decimal('0.1'), 20] }, 'text', '0.10000000000000000555'],
  [when([1, '!=', 2], 'a', 'b'), 'text', 'a'],
  [when(['x', '!=', 'x'], 'a', 'b'), 'text', 'b'],
  [when([2, '>', 1], 'a', 'b'), 'text', 'a'],
  [when([2, '>', 2], 'a', 'b'), 'text', 'b'],
  [when([2, '>=', 2], 'a', 'b'), 'text', 'a'],
  [when([1, '>=', 2], 'a', 'b'), 'text', 'b'],
  [
    when(
      {
        all: [
          [1, '<', 2],
          [2, '<', 3],
        ],
      },
      'a',
      'b',
    ),
    'text',
    'a',
  ],
  [
    when(
      {
        all: [
          [1, '<', 2],
          [3, '<', 3],
        ],
      },
      'a',
      'b',
    ),
    'text',
    'b',
  ],
  [
    when(
      {
        any: [
          [2, '<', 2],
          [2, '<', 3],
        ],
      },
      'a',
      'b',
    ),
    'text',
    'a',
  ],
  [when({ any: [[2, '<', 2], { not: [2, '<', 3] }] }, 'a', 'b'), 'text', 'b'],
  // No more is computed than it takes.
  [
    when(
      {
        any: [
          [1, '=', 1],
          [{ divide: [1, 0] }, '=', 1],
        ],
      },
      'a',
      'b',
    ),
    'text',
    'a',
  ],
  [
    when(
      {
        all: [
          [1, '=', 2],
          [{ divide: [1, 0] }, '=', 1],
        ],
      },
      'a',
      'b',
    ),
    'text',
    'b',
  ],
  [{ where: { list: '$list', as: 'n', is: ['$n', '>', 9] } }, 'list of integer', [10, 100]],
]

await t.test('every operation on numbers gives exactly these results', t => {
  for (const [expression, type, value] of examples) {
    const computed = compute(expression)
    t.strictSame([computed.type, computed.value], [type, value], JSON.stringify(expression).slice(0, 80))
  }
  const covered = new Set(examples.flatMap(([expression]) => Object.keys(Object(expression) as object)))
  const names = Object.keys({ ...numberOperations, ...floatOperations, ...conditionOperations })
  t.strictSame(
    names.filter(name => !covered.has(name)),
    [],
  )
  t.end()
})

await t.test('a fraction of 52 bits of a hash times a number, as casinos do it', t => {
  // parseInt(hex.slice(0, 13), 16) / 2 ** 52, by Python.
  const fraction = (digits: string): Expression => ({
    float_divide: [{ float: number(digits) }, { float: { power: [2, 52] } }],
  })
  t.equal(compute(fraction('0123456789abc')).value, 0.004444444444444251)
  t.equal(compute(fraction('abcdef0123456')).value, 0.6711110475328232)
  const roll = { integer_floor: { float_multiply: [fraction('abcdef0123456'), { float: 10_001 }] } }
  t.equal(compute(roll).value, 6711)
  t.strictSame(messagesOf(roll), [
    'float-arithmetic: numbers are multiplied or divided in floating point, which rounds: chances that come of it are not exactly even',
  ])
  t.strictSame(messagesOf({ float_add: [decimal('0.1'), decimal('0.2')] }), [])
  t.end()
})

const infinite = { power: [10, 400] }

const impossible: readonly (readonly [expression: Expression, message: string])[] = [
  [{ integer_decimal: '' }, '"" is not a number in decimal digits'],
  [{ integer_decimal: '+1' }, '"+1" is not a number in decimal digits'],
  [{ integer_decimal: ' 1' }, '" 1" is not a number in decimal digits'],
  [{ integer_decimal: '1\n' }, '"1\\n" is not a number in decimal digits'],
  [{ integer_decimal: '١' }, '"١" is not a number in decimal digits'],
  [{ divide: [5, 0] }, 'a division by 0'],
  [{ divide: [5, -1] }, 'a division by -1'],
  [{ mod: [5, 0] }, 'a remainder by 0'],
  [{ power: [2, -1] }, 'a power of -1'],
  [{ float: infinite }, `${10n ** 400n} is not a number that a double has`],
  [{ float_multiply: [decimal('1e308'), { float: 10 }] }, '1e+308 * 10 is not a number that a double has'],
  [{ float_divide: [{ float: 1 }, { float: 0 }] }, '1 / 0 is not a number that a double has'],
  [{ float_divide: [{ float: 0 }, { float: 0 }] }, '0 / 0 is not a number that a double has'],
  [{ float_mod: [{ float: 1 }, { float: 0 }] }, '1 % 0 is not a number that a double has'],
  ...['', ' 1', '1 ', '0x10', 'Infinity', 'NaN', '1e', '.', '1_000', '1,5', '1e400'].map(
    digits => [decimal(digits), `${JSON.stringify(digits)} is not a decimal number of a double`] as const,
  ),
]

await t.test('a number that does not allow a step makes it impossible', t => {
  for (const [expression, message] of impossible) {
    t.equal(
      endOf(() => compute(expression)),
      `impossible: ${message}`,
    )
  }
  t.end()
})

await t.test('what would be larger than 4096 bits, or cost too much, is beyond the bounds', t => {
  const widest = { subtract: [{ power: [2, 4095] }, 1] }
  const beyond: readonly Expression[] = [
    { integer_decimal: '9'.repeat(1234) },
    { integer_decimal: '0'.repeat(100_000) },
    { multiply: [widest, 4] },
    { power: [2, 4096] },
    { power: [widest, 2] },
    { power: [2, widest] },
    { power: [3, 9007199254740991] },
    { sum: [widest, widest, widest] },
    { sum: { map: { list: { range: 1_000_000 }, as: 'n', do: widest } } },
    { map: { list: { range: 1_000_000 }, as: 'n', do: { divide: [widest, { add: ['$n', 1] }] } } },
  ]
  for (const expression of beyond) {
    const start = process.cpuUsage().user
    t.match(
      endOf(() => compute(expression)),
      /^bound: (a number of (more than 4096 bits|100000 digits is longer than 1234)|the draw has more values than drawaudit keeps|the draw takes more steps than drawaudit carries out)$/,
    )
    t.ok(process.cpuUsage().user - start < 8_000_000, JSON.stringify(expression).slice(0, 80))
  }
  t.end()
})

const wrong: readonly (readonly [expression: Expression, pointer: string, message: RegExp])[] = [
  ...Object.keys({ ...numberOperations, ...floatOperations })
    .filter(name => name !== 'sum')
    .map(name => [{ [name]: '$time' }, `/${name}`, /found time$|takes an array of /] as const),
  [{ sum: ['a'] }, '/sum', /^expected list of integer, found list of text$/],
  [{ float_add: [1, 2] }, '/float_add/0', /^expected float, found integer$/],
  [{ add: [{ float: 1 }, 2] }, '/add/0', /^expected integer, found float$/],
  [{ text_fixed: [{ float: 1 }] }, '/text_fixed', /takes an array of a float and a number of digits$/],
  [{ text_fixed: [1, 2] }, '/text_fixed/0', /^expected float, found integer$/],
  [{ text_fixed: [{ float: 1 }, 21] }, '/text_fixed/1', /^expected a number from 0 to 20/],
  [{ if: 'a' }, '/if', /^if takes an object with is, then, else$/],
  [{ if: { is: [1, '=', 1], then: 1 } }, '/if', /else is missing$/],
  [
    when('a', 1, 2),
    '/if/is',
    /^expected an array of a value, one of "=", "!=", "<", "<=", ">", ">=", and another value$/,
  ],
  [when({ all: [1, '=', 1] }, 1, 2), '/if/is/all/0', /^expected an array/],
  [when({ any: [] }, 1, 2), '/if/is/any', /^any takes an array of conditions$/],
  [when({ all: { not: [1, '=', 1] } }, 1, 2), '/if/is/all', /^all takes an array of conditions$/],
  [when({ not: [[1, '=', 1]] }, 1, 2), '/if/is/not', /^expected an array/],
  [when({ all: [[1, '=', 1]], any: [[1, '=', 1]] }, 1, 2), '/if/is', /^expected an array/],
  [when({ none: [[1, '=', 1]] }, 1, 2), '/if/is', /^expected an array/],
  [when([1, '='], 1, 2), '/if/is', /^expected an array/],
  [when([1, '=', 1, 1], 1, 2), '/if/is', /^expected an array/],
  [when([1, '==', 1], 1, 2), '/if/is/1', /^expected "=" or "!=" or "<" or "<=" or ">" or ">="$/],
  [when([1, '=', 'a'], 1, 2), '/if/is', /^integer and text are never equal$/],
  [when(['a', '<', 'b'], 1, 2), '/if/is/0', /^only integers, floats and times/],
  [when([1, '=', 1], 1, 'a'), '/if/else', /^expected integer, found text$/],
  [when([1, '=', 1], '$nothing', 'a'), '/if/then', /called "nothing"$/],
]

await t.test('an argument that does not fit is refused where it stands', t => {
  for (const [expression, pointer, message] of wrong) {
    const error = refusal(() => compute(expression))
    t.equal(error?.where.pointer, `/steps/x${pointer}`, JSON.stringify(expression))
    t.match(error?.message, message)
  }
  const hintOf = (expression: Expression): string | undefined => refusal(() => compute(expression))?.hint
  t.equal(hintOf({ float_add: [1, '2'] }), 'convert it with float')
  t.equal(
    hintOf({ text_float: '0.5' }),
    'convert it with float_decimal; if this is a name, write $ before it',
  )
  t.equal(hintOf({ add: [1, { float: 2 }] }), 'convert it with integer_floor or integer_round')
  t.end()
})

await t.test('what is computed from a uniform number is exactly as uneven as it is', t => {
  const u = number('24a')
  const scaled = (by: number, bits: number): Expression => ({
    divide: [{ multiply: [u, by] }, 2 ** bits],
  })
  const uneven = (text: string): readonly string[] => [`modulo-bias: ${text}`]
  const ofThirds = [
    'division of a random number by 3 is uneven: 1365 results have a chance of 3/4096, 1 has 1/4096',
    'modulo 258 is uneven: 75 remainders have a chance of 18/4096, 1 has 16/4096, 182 have 15/4096',
  ].flatMap(uneven)
  const ofThousand = [
    'a number of 256 bits is scaled down: no chance is off by more than 1 in 2^256, which is negligible',
    'modulo 7 is uneven: remainders 0 to 5 have a chance of 143/1000, remainder 6 has 142/1000',
  ].flatMap(uneven)
  const cases: readonly (readonly [expression: Expression, messages: readonly string[]])[] = [
    [{ mod: [{ add: [1, u] }, 258] }, uneven('modulo 258 is uneven: 226 remainders have a chance of 16/4096, 32 have 15/4096')], // prettier-ignore
    [{ mod: [{ subtract: [5, u] }, 258] }, uneven('modulo 258 is uneven: 226 remainders have a chance of 16/4096, 32 have 15/4096')], // prettier-ignore
    [{ mod: [{ multiply: [u, 2] }, 258] }, uneven('modulo 258 is uneven: 97 remainders have a chance of 32/4096, 32 have 31/4096, 129 have 0/4096')], // prettier-ignore
    [{ mod: [{ multiply: [u, 3] }, 256] }, []],
    // Bits moved up, and cut off: half of the numbers cannot come up, which is not meant to be a choice.
    [{ mod: [{ multiply: [u, 16] }, 4096] }, []],
    [{ mod: [{ mod: [{ multiply: [u, 16] }, 4096] }, 258] }, []],
    [{ mod: [{ sum: [u, 1] }, 258] }, uneven('modulo 258 is uneven: 226 remainders have a chance of 16/4096, 32 have 15/4096')], // prettier-ignore
    [scaled(258, 12), uneven('scaling to 258 results is uneven: 226 of them have a chance of 16/4096, 32 have 15/4096')], // prettier-ignore
    [scaled(256, 12), []],
    [scaled(1, 4), []],
    [{ mod: [scaled(1, 4), 10] }, uneven('modulo 10 is uneven: remainders 0 to 5 have a chance of 26/256, remainders 6 to 9 have 25/256')], // prettier-ignore
    [{ divide: [u, 1000] }, uneven('division of a random number by 1000 is uneven: 4 results have a chance of 1000/4096, 1 has 96/4096')], // prettier-ignore
    [{ divide: [{ add: [u, 900] }, 1000] }, uneven('division of a random number by 1000 is uneven: 3 results have a chance of 1000/4096, 1 has 996/4096, 1 has 100/4096')], // prettier-ignore
    [{ divide: [{ integer_be: '$digest' }, { divide: [{ add: [{ power: [2, 256] }, 2] }, 3] }] }, uneven('a number of 256 bits is divided: no chance is off by more than 1 in 2^255, which is negligible')], // prettier-ignore
    [{ mod: [{ divide: [u, 3] }, 258] }, ofThirds],
    [{ divide: [{ multiply: [u, 7] }, 2] }, uneven('division of a random number by 2 is uneven: 4096 results have a chance of 1/4096, 10237 have 0/4096')], // prettier-ignore
    [{ mod: [scaled(1000, 12), 7] }, uneven('scaling to 1000 results is uneven: 96 of them have a chance of 5/4096, 904 have 4/4096')], // prettier-ignore
    // So little is off that what is made of it can be told exactly.
    [{ mod: [{ divide: [{ multiply: [{ integer_be: '$digest' }, 1000] }, { power: [2, 256] }] }, 7] }, ofThousand], // prettier-ignore
    [{ mod: [{ multiply: [{ divide: [u, 3] }, 1] }, 258] }, ofThirds],
    [{ mod: [{ multiply: [{ integer_be: '$digest' }, 3] }, 100] }, uneven('a number of 256 bits is reduced by modulo: no chance is off by more than 1 in 2^256, which is negligible')], // prettier-ignore
    [{ divide: [{ multiply: [{ integer_be: '$digest' }, 100] }, { power: [2, 256] }] }, uneven('a number of 256 bits is scaled down: no chance is off by more than 1 in 2^256, which is negligible')], // prettier-ignore
    [{ divide: [{ integer_be: '$digest' }, { divide: [{ multiply: [4, { power: [2, 256] }] }, 10] }] }, uneven(`division of a random number by ${(4n * 2n ** 256n) / 10n} is uneven: 2 results have a chance of about 0.4, 1 has about 0.2`)], // prettier-ignore
    [{ mod: [{ multiply: [{ integer_be: '$digest' }, 5] }, 10] }, uneven('modulo 10 is uneven: 2 remainders have a chance of about 0.5, 8 have 0')], // prettier-ignore
    // On the way to smaller numbers, where the remainder says it.
    [{ divide: [{ integer_be: '$digest' }, 10] }, []],
    [{ mod: [{ divide: [{ integer_be: '$digest' }, 10] }, 10] }, uneven('a number of 256 bits is reduced by modulo: no chance is off by more than 1 in 2^252, which is negligible')], // prettier-ignore
    // Of these nobody knows.
    [{ mod: [{ add: [u, u] }, 258] }, []],
    [{ mod: [{ multiply: [u, { add: [u, 1] }] }, 258] }, []],
    [{ mod: [{ maximum: [u, 5] }, 258] }, []],
    [{ mod: [{ power: [u, 2] }, 258] }, []],
    // Nor of what is made of one of them and a uniform number, however often.
    [{ mod: [{ add: [{ power: [u, 2] }, u] }, 258] }, []],
    [{ mod: [{ add: [{ power: [2, { mod: [u, 8] }] }, u] }, 258] }, []],
    [{ mod: [{ add: [{ maximum: [u, 5] }, u] }, 258] }, []],
    [{ mod: [{ add: [{ minimum: [5, u] }, u] }, 258] }, []],
    [{ mod: [{ add: [{ multiply: [{ power: [u, 2] }, 3] }, u] }, 258] }, []],
    [{ mod: [{ mod: [17, 8] }, 3] }, []],
    [{ mod: [{ subtract: [u, { integer_floor: { float: u } }] }, 258] }, []],
    [{ mod: [{ multiply: [u, 0] }, 258] }, []],
    // Whoever throws away what would make it uneven.
    [{ mod: [when([u, '<', 3870], u, number('001')), 258] }, []],
    [{ mod: [when(['$text', '=', 'abc'], u, number('001')), 258] }, uneven('modulo 258 is uneven: remainders 0 to 225 have a chance of 16/4096, remainders 226 to 257 have 15/4096')], // prettier-ignore
  ]
  for (const [expression, messages] of cases) {
    t.strictSame(messagesOf(expression), messages, JSON.stringify(expression).slice(0, 100))
  }
  t.end()
})

type Change = readonly ['add' | 'subtract' | 'from' | 'multiply' | 'divide' | 'mod', number]

const constant = (value: number): IntegerValue => ({ kind: 'integer', integer: BigInt(value) })
const floorDivide = (a: bigint, b: bigint): bigint => (a - (((a % b) + b) % b)) / b

/** One step of a computation, with what it says of how uneven it is. */
function change(value: IntegerValue, [what, by]: Change): readonly [IntegerValue, Unevenness | undefined] {
  const [n, other] = [value.integer, constant(by)]
  const { integer: c } = other
  switch (what) {
    case 'add':
      return [spreadInteger(n + c, spreadOfSum(value, other)), undefined]
    case 'subtract':
      return [spreadInteger(n - c, spreadOfDifference(value, other)), undefined]
    case 'from':
      return [spreadInteger(c - n, spreadOfDifference(other, value)), undefined]
    case 'multiply':
      return [spreadInteger(n * c, spreadOfProduct(other, value)), undefined]
    case 'divide': {
      const { spread, uneven } = spreadOfQuotient(value, other)
      return [spreadInteger(floorDivide(n, c), spread), uneven]
    }
    case 'mod': {
      const { spread, uneven } = spreadOfRemainder(value, other)
      return [spreadInteger(n - floorDivide(n, c) * c, spread), uneven]
    }
  }
}

/** The numbers that a value says could have stood there, sorted; undefined where it does not say. */
function namedNumbers({ integer, below, spread }: IntegerValue): readonly bigint[] | undefined {
  if (spread === 'unknown') return undefined
  if (below === undefined && spread === undefined) return [integer]
  const { below: span, factor, offset, divisor } = spread ?? { below: below ?? 0n, factor: 1n, offset: 0n, divisor: 1n } // prettier-ignore
  return Array.from({ length: Number(span) }, (_, u) => floorDivide(factor * BigInt(u) + offset, divisor))
}

function factorOf({ spread }: IntegerValue): bigint {
  return spread === undefined || spread === 'unknown' ? 1n : spread.factor
}

/** What occurs how often, in lowest terms. */
type Shares = readonly (readonly [what: string, share: number])[]

function inLowestTerms(shares: Shares): Shares {
  const common = shares.reduce((divisor, [, share]) => greatestCommonDivisor(divisor, share), 0)
  return shares.map(([what, share]) => [what, share / common] as const).sort()
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)

/** How often each number occurs. */
function sharesOf(numbers: readonly bigint[]): Shares {
  const counts = new Map<string, number>()
  for (const one of numbers) counts.set(String(one), (counts.get(String(one)) ?? 0) + 1)
  return inLowestTerms([...counts])
}

/** Of the results from `low` to `high` how many there are of each share, without names. */
function classesOf(numbers: readonly bigint[], low: bigint, high: bigint): Shares {
  const shares = sharesOf(numbers)
  const missing = Number(high - low) + 1 - shares.length
  return inLowestTerms([...shares, ...Array.from({ length: missing }, () => ['', 0] as const)].map(([, share]) => ['', share])) // prettier-ignore
}

const part =
  /(?:remainders? (\d+)(?: to (\d+))?|(\d+)(?: results?| remainders?| of them)?) (?:has|have)(?: a chance of)? (\d+)\/\d+/g

function namedClasses(message: string): Shares {
  const named = [...message.matchAll(part)].flatMap(([, first, last = first, many, count]) => {
    const results = many === undefined ? Number(last) - Number(first) + 1 : Number(many)
    return Array.from({ length: results }, () => ['', Number(count)] as const)
  })
  return inLowestTerms(named)
}

await t.test('what becomes of a uniform number at the edges', t => {
  const u = (below: bigint): IntegerValue => ({ kind: 'integer', integer: 0n, below })
  const two = (exponent: number): bigint => 2n ** BigInt(exponent)
  const known = (integer: bigint): IntegerValue => ({ kind: 'integer', integer })
  const unknown: IntegerValue = { kind: 'integer', integer: 1n, spread: 'unknown' }
  // Of numbers of which nothing is known nothing becomes known, but that nothing times them is nothing.
  t.equal(spreadOfSum(unknown, known(1n)), 'unknown')
  t.equal(spreadOfSum(known(1n), unknown), 'unknown')
  t.equal(spreadOfDifference(known(1n), unknown), 'unknown')
  t.equal(spreadOfProduct(unknown, known(-2n)), 'unknown')
  t.equal(spreadOfProduct(unknown, known(1n)), 'unknown')
  t.equal(spreadOfProduct(unknown, known(0n)), undefined)
  t.strictSame(spreadOfQuotient(unknown, known(2n)), { spread: 'unknown' })
  t.strictSame(spreadOfQuotient(u(8n), unknown), { spread: 'unknown' })
  t.strictSame(spreadOfQuotient(known(8n), known(2n)), { spread: undefined })
  t.strictSame(spreadOfRemainder(unknown, known(2n)), { spread: 'unknown' })
  t.strictSame(spreadOfRemainder(unknown, known(1n)), { spread: undefined })
  t.strictSame(spreadOfRemainder(known(8n), known(2n)), { spread: undefined })
  for (const combine of [spreadOfSum, spreadOfDifference, spreadOfProduct]) {
    t.equal(combine(known(1n), known(2n)), undefined)
    t.equal(combine(u(2n), u(2n)), 'unknown')
  }
  t.strictSame(spreadInteger(1n, 'unknown'), unknown)
  t.strictSame(spreadInteger(1n, undefined), known(1n))
  // A quotient that is always the same is no draw.
  t.strictSame(spreadOfQuotient(u(8n), known(8n)), { spread: undefined })
  t.strictSame(spreadOfQuotient(u(8n), known(100n)), { spread: undefined })
  // Wider than any number here.
  const line = (more: object): Parameters<typeof spreadInteger>[1] => ({
    ...{ below: 8n, factor: 1n, offset: 0n, divisor: 1n },
    ...more,
  })
  const parts = ['below', 'factor', 'offset', 'divisor'] as const
  for (const part of parts) {
    const other = part === 'below' ? { factor: 2n } : {}
    t.equal(spreadInteger(1n, line({ ...other, [part]: two(4097) })).spread, 'unknown', part)
    t.not(spreadInteger(1n, line({ ...other, [part]: two(4097) - 1n })).spread, 'unknown', part)
  }
  t.equal(spreadInteger(1n, line({ offset: -two(4097) })).spread, 'unknown')
  t.not(spreadInteger(1n, line({ offset: 1n - two(4097) })).spread, 'unknown')
  // So large that what it is off by cannot be told.
  const quotient = spreadOfQuotient(u(two(300)), known(3n))
  t.equal(quotient.uneven, undefined, 'more results than a document has values')
  const most = spreadOfQuotient(u(5_000_000n * 10n + 1n), known(10n))
  t.equal(most.uneven, undefined)
  const fewer = spreadOfQuotient(u(4_999_999n * 10n + 1n), known(10n))
  t.match(fewer.uneven?.describe(), /^division of a random number by 10 is uneven: 4999999 results have /)
  t.end()
})

const from = (low: number, high: number): fc.Arbitrary<number> => fc.integer({ min: low, max: high })
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.constantFrom('add' as const, 'subtract' as const, 'from' as const), from(-40, 40)),
  fc.tuple(fc.constant('multiply' as const), from(-12, 12)),
  fc.tuple(fc.constantFrom('divide' as const, 'mod' as const), from(1, 60)),
)

await t.test('property: what is named of a computed number is what counting gives', t => {
  const seen = { even: 0, uneven: 0, unknown: 0 }
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(from(1, 300), fc.array(anyChange, { minLength: 1, maxLength: 4 }), (below, changes) => {
        /** Numbers that could have stood there, as they are computed. */
        let numbers = Array.from({ length: below }, (_, u) => BigInt(u))
        let value: IntegerValue = { kind: 'integer', integer: 0n, below: BigInt(below) }
        return changes.every(step => {
          const [what, by] = step
          const factor = factorOf(value)
          const wasKnown = value.below !== undefined || (value.spread ?? 'unknown') !== 'unknown'
          const [next, uneven] = change(value, step)
          numbers = numbers.map(one => change({ kind: 'integer', integer: one }, step)[0].integer)
          value = next
          const named = namedNumbers(value)
          if (named === undefined) seen.unknown += 1
          else if (!isDeepStrictEqual(sharesOf(named), sharesOf(numbers))) return false
          // Divided without a rest, it is a multiple of a uniform number still.
          const isExact = what === 'divide' && factorOf(value) > 1n
          if ((what !== 'mod' && what !== 'divide') || !wasKnown || isExact) return uneven === undefined
          const sorted = [...numbers].sort((a, b) => Number(a - b))
          const [first = 0n, last = 0n] = [sorted[0], sorted.at(-1)]
          // A quotient that is always the same is no draw.
          const classes =
            what === 'mod' ? classesOf(numbers, 0n, BigInt(by) - 1n) : classesOf(numbers, first, last)
          const isEven = classes.every(([, share]) => share === 1)
          const isMask = what === 'mod' && Number.isInteger(Math.log2(by))
          if (isMask && factor > 1n && classes.some(([, share]) => share === 0)) return uneven === undefined
          seen[isEven ? 'even' : 'uneven'] += 1
          return isEven
            ? uneven === undefined
            : isDeepStrictEqual(namedClasses(uneven?.describe() ?? ''), classes)
        })
      }),
      // So many that by chance too few of a kind come up once in millions.
      { numRuns: 4 * runs },
    )
  })
  t.ok(seen.even > runs / 20 && seen.uneven > runs / 5 && seen.unknown > runs / 20, JSON.stringify(seen))
  t.end()
})

await t.test('property: integers and floats as in JavaScript', t => {
  const big = fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n })
  const double = fc.double({ noNaN: true, noDefaultInfinity: true })
  const digits = (value: bigint): Expression => ({ integer_decimal: String(value) })
  const plain = (value: bigint): PlainValue =>
    Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  const same = (expression: Expression, value: PlainValue): boolean => compute(expression).value === value
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        big,
        big,
        double,
        (a, b, x) =>
          same({ multiply: [digits(a), digits(b)] }, plain(a * b)) &&
          same({ maximum: [digits(a), digits(b)] }, plain(a > b ? a : b)) &&
          (b <= 0n || same({ divide: [digits(a), digits(b)] }, plain(floorDivide(a, b)))) &&
          same({ float: digits(a) }, Number(a)) &&
          same(decimal(String(x)), Number(String(x))) &&
          same({ text_float: decimal(String(x)) }, String(x)) &&
          same({ integer_floor: decimal(String(x)) }, plain(BigInt(Math.floor(x)))),
      ),
      { numRuns: runs },
    )
  })
  t.end()
})
