import t from 'tap'
import { encodeUtf8 } from '../../src/core/encoding.js'
import { DrawauditError } from '../../src/errors.js'
import {
  beginningOf,
  bytes,
  bytesOf,
  compareNumbers,
  contentSize,
  describeType,
  equalValues,
  fits,
  float,
  floatOf,
  integer,
  integerOf,
  itemsOf,
  list,
  plainValue,
  printValue,
  row,
  sizeOf,
  streamOf,
  text,
  textOf,
  weightOf,
  countWords,
  type Stream,
  type Type,
  type Value,
} from '../../src/recipe/value.js'

const stream: Stream = { bits: 32, title: 'words of a test', open: () => () => undefined }
const time = (nanoseconds: bigint, written: string): Value => ({ kind: 'time', nanoseconds, text: written })
const beacon = (randomness: Uint8Array | undefined, more: object = {}): Value => ({
  kind: 'beacon',
  beacon: { round: 7, ...(randomness && { randomness }), ...more },
})
const big = 2n ** 70n

/** Each differs from all others; two that are made alike are the same. */
const make = (): readonly Value[] => [
  bytes(encodeUtf8('61')),
  bytes(Uint8Array.of(0x61)),
  bytes(new Uint8Array()),
  text('61'),
  text('a'),
  text(''),
  integer(61),
  integer(-61),
  integer(big),
  integer(big + 1n),
  float(61),
  float(0.5),
  time(61n, '61'),
  time(62n, '61'),
  beacon(Uint8Array.of(1)),
  beacon(Uint8Array.of(2)),
  beacon(undefined),
  beacon(undefined, { signature: Uint8Array.of(1) }),
  beacon(undefined, { previousSignature: Uint8Array.of(1) }),
  { kind: 'stream', stream },
  { kind: 'stream', stream: { ...stream, title: 'others' } },
  list([]),
  list([text('61')]),
  list([text('61'), text('61')]),
  list([text('61'), text('62')]),
  list([integer(61)]),
  list([list([integer(61)])]),
  row({ id: integer(61) }),
  row({ id: integer(62) }),
  row({ name: integer(61) }),
  row({ id: list([text('a')]) }),
]

await t.test('a value is the same as one that is made alike, and as no other of any kind', t => {
  const others = make()
  for (const [index, value] of make().entries()) {
    for (const [at, other] of others.entries()) {
      t.equal(equalValues(value, other), index === at, `${index} and ${at}`)
    }
  }
  t.equal(equalValues(float(0), float(-0)), true, 'signs of zero are not published')
  t.equal(equalValues(time(5n, '5'), time(5n, 'five')), true, 'one instant is written in several ways')
  t.equal(equalValues(list([time(5n, '5')]), list([time(5n, 'five')])), true, 'in a list too')
  const row1 = row({ id: integer(1), at: time(5n, '5') })
  t.equal(equalValues(row1, row({ at: time(5n, 'five'), id: integer(1) })), true, 'columns have no order')
  t.equal(equalValues(row1, row({ at: time(6n, '5'), id: integer(1) })), false)
  t.equal(equalValues({ kind: 'integer', integer: 5n, below: 9n }, integer(5)), true)
  t.equal(equalValues(float(1e300), float(1e300)), true)
  t.equal(equalValues(row({ toString: text('a') }), row({ id: text('a') })), false)
  t.end()
})

await t.test('a value of the wrong kind is a defect, and says which', t => {
  const readers: readonly (readonly [read: (value: Value) => unknown, kind: string, message: string])[] = [
    [bytesOf, 'bytes', 'expected bytes'],
    [integerOf, 'integer', 'expected an integer'],
    [floatOf, 'float', 'expected a float'],
    [textOf, 'text', 'expected text'],
    [streamOf, 'stream', 'expected a stream'],
    [itemsOf, 'list', 'expected a list'],
  ]
  for (const [read, kind, message] of readers) {
    for (const value of make()) {
      if (value.kind === kind) t.doesNotThrow(() => read(value))
      else t.throws(() => read(value), new DrawauditError('internal', `${message}, found ${value.kind}`))
    }
  }
  t.throws(
    () => compareNumbers(integer(1), text('1')),
    new DrawauditError('internal', 'expected a number or a time, found text'),
  )
  t.end()
})

await t.test('numbers and times have an order', t => {
  const ascending = [
    [integer(-5), integer(5), integer(big)],
    [float(-0.5), float(0.25), float(1e300)],
    [time(1n, 'b'), time(2n, 'a')],
  ]
  for (const values of ascending) {
    for (const [index, value] of values.entries()) {
      for (const [at, other] of values.entries()) {
        t.equal(compareNumbers(value, other), Math.sign(index - at))
      }
    }
  }
  t.end()
})

await t.test('which types fit where', t => {
  const word: Type = { kind: 'bytes', length: 4 }
  const any: Type = { kind: 'any' }
  const types: readonly Type[] = [
    { kind: 'bytes' },
    word,
    { kind: 'bytes', length: 5 },
    { kind: 'text' },
    { kind: 'integer' },
    { kind: 'list', of: { kind: 'text' } },
    { kind: 'list', of: word },
    { kind: 'list', of: { kind: 'bytes' } },
    { kind: 'row', columns: { id: { kind: 'text' } } },
    { kind: 'row', columns: { id: { kind: 'integer' } } },
    { kind: 'row', columns: { name: { kind: 'text' } } },
    { kind: 'row', columns: { id: { kind: 'text' }, name: { kind: 'text' } } },
    { kind: 'row', columns: { name: { kind: 'text' }, id: { kind: 'text' } } },
    { kind: 'row', columns: { id: { kind: 'text' }, name: { kind: 'integer' } } },
    { kind: 'row', columns: Object.fromEntries([['toString', { kind: 'text' } as const]]) },
  ]
  const also = new Set(['1 0', '2 0', '6 7', '11 12', '12 11'])
  for (const [index, given] of types.entries()) {
    t.equal(fits(given, any), true)
    t.equal(fits(any, given), false)
    for (const [at, wanted] of types.entries()) {
      t.equal(
        fits(given, wanted),
        index === at || also.has(`${index} ${at}`),
        `${describeType(given)} for ${describeType(wanted)}`,
      )
    }
  }
  t.equal(fits({ kind: 'text', length: 3 }, { kind: 'text' }), true)
  t.same(types.map(describeType).slice(0, 9), [
    'bytes',
    '4 bytes',
    '5 bytes',
    'text',
    'integer',
    'list of text',
    'list of 4 bytes',
    'list of bytes',
    'row of id',
  ])
  t.equal(describeType(any), 'anything')
  t.equal(describeType({ kind: 'row', columns: { id: word, name: word } }), 'row of id, name')
  t.end()
})

await t.test('a value on one line, as JSON, and its beginning', t => {
  const plain: readonly (readonly [value: Value, plain: unknown, printed: string])[] = [
    [bytes(Uint8Array.of(1, 171)), '01ab', '01ab'],
    [text('a"b'), 'a"b', 'a"b'],
    [integer(-5), -5, '-5'],
    [integer(2 ** 53 - 1), 9007199254740991, '9007199254740991'],
    [integer(2n ** 53n), '9007199254740992', '9007199254740992'],
    [float(0.5), 0.5, '0.5'],
    [time(1n, 'at one'), 'at one', 'at one'],
    [{ kind: 'stream', stream }, 'words of a test', 'words of a test'],
    [list([text('a'), integer(1)]), ['a', 1], '["a",1]'],
    [row({ id: integer(1) }), { id: 1 }, '{"id":1}'],
    [beacon(undefined), { round: 7 }, '{"round":7}'],
    [
      beacon(Uint8Array.of(1), { signature: Uint8Array.of(2), previousSignature: Uint8Array.of(3) }),
      { round: 7, randomness: '01', signature: '02', previous_signature: '03' },
      '{"round":7,"randomness":"01","signature":"02","previous_signature":"03"}',
    ],
  ]
  for (const [value, wanted, printed] of plain) {
    t.strictSame(plainValue(value), wanted)
    t.equal(printValue(value), printed)
  }
  t.equal(printValue(text('a'.repeat(10_000))), 'a'.repeat(10_000))
  t.equal(printValue(text('a'.repeat(10_001))), `${'a'.repeat(10_000)} … and 1 more`)
  t.equal(printValue(bytes(new Uint8Array(10_002))), `${'00'.repeat(10_000)} … and 2 more`)
  const long = list(Array.from({ length: 10_003 }, () => integer(1)))
  t.equal(printValue(long), `[${Array(10_000).fill(1).join(',')}] … and 3 more`)
  t.same(plainValue(beginningOf(text('abc'), 2).shown), 'ab')
  t.equal(beginningOf(text('abc'), 3).more, 0)
  t.same(beginningOf(integer(5), 0), { shown: integer(5), more: 0 })

  let heavy = list([text('a')])
  for (let level = 0; level < 24; level++) heavy = list([heavy, heavy])
  t.equal(plainValue(heavy), '(too large to be written out)')
  t.end()
})

await t.test('what it takes to look at a value, and to keep it', t => {
  const weights: readonly (readonly [value: Value, weight: number, size: number, content: number])[] = [
    [integer(5), 1, 32, 0],
    [integer(2 ** 30 - 1), 1, 32, 0],
    [integer(2 ** 30), 1, 48, 0],
    [integer(-(2 ** 30)), 1, 32, 0],
    [integer(2 ** 53 - 1), 1, 48, 0],
    [integer(2n ** 63n - 1n), 1, 64, 0],
    [integer(2n ** 63n), 1, 176, 0],
    [integer(2n ** 511n), 1, 1072, 0],
    [{ kind: 'integer', integer: 1n, below: 2n ** 70n }, 1, 176, 0],
    [{ kind: 'integer', integer: 1n, spread: 'unknown' }, 1, 240, 0],
    [
      { kind: 'integer', integer: 1n, spread: { below: 2n, factor: 2n ** 70n, offset: 0n, divisor: 1n } },
      1,
      520,
      0,
    ],
    [
      { kind: 'integer', integer: 1n, spread: { below: 2n, factor: 1n, offset: 0n, divisor: 2n ** 600n } },
      1,
      2760,
      0,
    ],
    [float(1), 1, 72, 0],
    [time(1n, 'a'), 1, 128, 0],
    [{ kind: 'stream', stream }, 1, 72, 0],
    [text('a'.repeat(16)), 2, 72, 0],
    [text('a'.repeat(17)), 2.0625, 72, 1],
    [text(`${'a'.repeat(16)}\u00ff`), 2.0625, 72, 1],
    [text(`${'a'.repeat(16)}\u0100`), 2.0625, 72, 18],
    [bytes(new Uint8Array(64)), 5, 280, 0],
    [bytes(new Uint8Array(65)), 5.0625, 280, 65],
    [list([]), 1, 56, 0],
    [list([text('a'.repeat(16)), integer(1)]), 4, 72, 0],
    [row({ id: integer(1), sixteen_letters_: text('') }), 4.125, 200, 0],
  ]
  for (const [value, weight, size, content] of weights) {
    const name = printValue(value)
    t.equal(weightOf(value), weight, `weight of ${name}`)
    t.equal(sizeOf(value), size, `size of ${name}`)
    t.equal(contentSize(value), content, `content of ${name}`)
  }
  const spread = { below: 1n, factor: 1n, offset: 2n ** 511n, divisor: 1n }
  t.equal(countWords({ kind: 'integer', integer: 1n, spread }), 64)
  t.equal(countWords({ kind: 'integer', integer: -(2n ** 63n) }), 1)
  t.equal(countWords({ kind: 'integer', integer: -(2n ** 63n) - 1n }), 8)
  t.end()
})
