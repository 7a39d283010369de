// A commitment is believed only for what it fixes. So whatever tells an argument is attacked: two arguments with one
// result are looked for among values that differ in case, zeros, padding, and where one part ends and the next begins.
import t from 'tap'
import type { Expression } from '../../src/model/recipe.js'
import { native } from '../../src/native/engine.js'
import { noBasis, type Basis, type Compiled, type Shape } from '../../src/recipe/compile.js'
import { BoundExceeded, Context, defaultBudget, ImpossibleStep } from '../../src/recipe/context.js'
import { createCompiler, operationNames } from '../../src/recipe/operations/index.js'
import {
  allTold,
  conditionsOf,
  tellsNothing,
  tellsOf,
  toldBy,
  toldIf,
  toldInAnyOrder,
  type Argument,
  type Tells,
} from '../../src/recipe/tells.js'
import { bytes, integer, list, plainValue, text, type Type, type Value } from '../../src/recipe/value.js'

const ofTexts = { kind: 'list', of: { kind: 'text' } } as const
const ofText = { kind: 'text' } as const
const names = ({ values, order }: Tells): object => ({ values: [...values.keys()], order: [...order.keys()] })

await t.test('a name tells what it stands for, a list its order too', t => {
  t.same(names(tellsOf('seed', ofText)), { values: ['seed'], order: [] })
  t.same(names(tellsOf('entries', ofTexts)), { values: ['entries'], order: ['entries'] })
  const both = allTold(tellsOf('seed', ofText), undefined, tellsOf('entries', ofTexts))
  t.same(names(both), { values: ['seed', 'entries'], order: ['entries'] })
  t.same(names(toldInAnyOrder(both)), { values: ['seed', 'entries'], order: [] })
  t.same(names(toldInAnyOrder(undefined)), { values: [], order: [] })
  t.same(names(tellsNothing), { values: [], order: [] })
  t.end()
})

await t.test('of what is told twice the way with fewer conditions counts', t => {
  const condition = { operation: 'bytes_hex' }
  const seed = tellsOf('seed', ofText)
  const told = (...parts: Tells[]) => allTold(...parts).values.get('seed')
  t.strictSame(told(toldIf(seed, [condition]), seed), [])
  t.strictSame(told(seed, toldIf(seed, [condition])), [])
  t.strictSame(told(toldIf(toldIf(seed, [condition]), [condition])), [condition], 'each condition once')
  t.equal(toldIf(undefined, [condition]), tellsNothing)
  t.end()
})

await t.test('a row is told by its name or by all of its columns', t => {
  const row = { kind: 'row', columns: { id: ofText, name: ofText } } as const
  const told = (...known: string[]): Tells => allTold(...known.map(name => tellsOf(name, ofText)))
  t.equal(conditionsOf('row', row, undefined), undefined)
  t.equal(conditionsOf('row', row, tellsNothing), undefined)
  t.strictSame(conditionsOf('row', row, told('row')), [])
  t.equal(conditionsOf('row', row, told('row.id')), undefined)
  t.equal(conditionsOf('row', row, told('row.name', 'other')), undefined)
  t.strictSame(conditionsOf('row', row, told('row.id', 'row.name')), [])
  t.equal(conditionsOf('text', ofText, told('text.id')), undefined)
  t.strictSame(conditionsOf('text', ofText, told('row', 'text')), [])
  t.end()
})

/** Where each operation that tells anything is attacked: `a`, `b` are of any length, `c` has two bytes, `l` is a list. */
const attacked: Readonly<Record<string, readonly Expression[]>> = {
  bytes_utf8: [{ bytes_utf8: '$a_text' }],
  bytes_hex: [{ bytes_hex: '$a_text' }],
  bytes_base64: [{ bytes_base64: '$a_text' }],
  bytes_base64url: [{ bytes_base64url: '$a_text' }],
  bytes_be: [{ bytes_be: ['$a_integer', 4] }],
  bytes_le: [{ bytes_le: ['$a_integer', 4] }],
  bytes_prefixed: [{ bytes_prefixed: ['$a_bytes', 2, 'be'] }],
  text_hex: [{ text_hex: '$a_bytes' }],
  text_base64: [{ text_base64: '$a_bytes' }],
  text_base64url: [{ text_base64url: '$a_bytes' }],
  text_utf8: [{ text_utf8: '$a_bytes' }],
  text_decimal: [{ text_decimal: '$a_integer' }],
  text_base: [{ text_base: ['$a_integer', 16] }],
  text_time: [],
  text_float: [{ text_float: '$a_float' }],
  text_json: [{ text_json: '$a_float' }, { text_json: '$l' }],
  text_jcs: [{ text_jcs: '$a_float' }, { text_jcs: '$l' }],
  ...Object.fromEntries(
    ['base58', 'base58check', 'uuid', 'ulid'].flatMap(name => [
      [`text_${name}`, [{ [`text_${name}`]: '$a_bytes' }]],
      [`bytes_${name}`, [{ [`bytes_${name}`]: '$a_text' }]],
    ]),
  ),
  text_ss58: [{ text_ss58: ['$a_bytes', 42] }],
  bytes_ss58: [{ bytes_ss58: ['$a_text', 42] }],
  text_bech32: [
    { text_bech32: { bytes: '$a_bytes', prefix: 'a', checksum: 'bech32', values: 0 } },
    { text_bech32: { bytes: '$a_bytes', prefix: 'a', checksum: 'bech32m', values: 1 } },
  ],
  bytes_bech32: [{ bytes_bech32: { text: '$a_text', prefix: 'a', checksum: 'bech32', values: 0 } }],
  text_csv: [
    { text_csv: { list: '$l', separator: ',', quote: 'needed' } },
    { text_csv: { list: '$l', separator: ',', quote: 'always' } },
    { text_csv: { list: '$l', separator: ',', quote: 'never' } },
    { text_csv: { list: ['$a_text', '$b_text'], separator: '0', quote: 'needed' } },
  ],
  concat: [
    { concat: ['$a_bytes', '$b_bytes'] },
    { concat: ['$c', '$a_bytes', '$c'] },
    { concat: ['$a_bytes', '$c', '$b_bytes', '$c'] },
    { concat: [{ bytes_prefixed: ['$a_bytes', 1, 'be'] }, '$b_bytes'] },
    { concat: ['$b_bytes', { bytes_prefixed: ['$a_bytes', 1, 'be'] }] },
  ],
  join: [
    { join: ['$l', ','] },
    { join: ['$l', ',,'] },
    { join: ['$l', ''] },
    { join: ['$l', '$b_text'] },
    { join: [['$a_text', '$b_text'], ','] },
    { join: [['$a_text', '$b_text'], ''] },
    { join: [['x', '$a_text'], ''] },
    { join: [['$a_text', ',', '$b_text'], ''] },
  ],
  split: [{ split: ['$a_text', ','] }, { split: ['$a_text', '$b_text'] }],
  reverse: [{ reverse: '$l' }],
  flatten: [{ flatten: [[['$a_text'], '$l']] }, { flatten: [['$l', '$m']] }],
  pad_start: [{ pad_start: ['$a_text', 4, '0'] }, { pad_start: ['$a_text', 4, '$b_text'] }],
  pad_end: [{ pad_end: ['$a_text', 4, '0'] }],
  ...Object.fromEntries(
    [
      ...['sha256', 'sha512', 'sha3_256', 'sha3_512', 'keccak256', 'blake2b_256', 'blake2b_512', 'blake3'],
      ...['sha384', 'sha512_256', 'keccak512', 'blake256'],
    ].map(name => [name, [{ [name]: '$a_bytes' }]]),
  ),
  hmac: [{ hmac: ['sha256', '$a_bytes', '$b_bytes'] }, { hmac: ['sha512', '$c', '$b_bytes'] }],
  hkdf: [{ hkdf: { hash: 'sha256', key: '$a_bytes', salt: '$b_bytes', info: '$c', length: 32 } }],
  shake128: [{ shake128: ['$a_bytes', 32] }],
  shake256: [{ shake256: ['$a_bytes', 32] }],
  pbkdf2: [
    {
      pbkdf2: {
        hash: 'sha256',
        password: '$a_bytes',
        salt: '$b_bytes',
        iterations: '$a_integer',
        length: 32,
      },
    },
    { pbkdf2: { hash: 'sha512', password: '$c', salt: '$b_bytes', iterations: 2, length: 64 } },
  ],
  scrypt: [
    {
      scrypt: { password: '$a_bytes', salt: '$b_bytes', n: '$a_integer', r: 1, p: 1, length: 32 },
    },
  ],
  hash_chain: [
    { hash_chain: { from: '$a_bytes', times: 3, hash: 'sha256', encoding: 'bytes' } },
    { hash_chain: { from: '$a_bytes', times: '$b_integer', hash: 'sha256', encoding: 'bytes' } },
  ],
  integer_be: [{ integer_be: '$a_bytes' }, { integer_be: '$c' }],
  integer_le: [{ integer_le: '$a_bytes' }, { integer_le: '$c' }],
  integer_hex: [{ integer_hex: '$a_text' }],
  integer_decimal: [{ integer_decimal: '$a_text' }],
  merkle_rfc6962: [{ merkle_rfc6962: { map: { list: '$l', as: 'x', do: { bytes_utf8: '$x' } } } }],
}

/** What is made of several, or tells nothing: attacked too, since it must not tell by mistake. */
const others: readonly Expression[] = [
  { lower: '$a_text' },
  { parse_csv: { text: '$a_text', separator: ',', header: 'none', columns: ['a'] } },
  { upper: '$a_text' },
  { trim: '$a_text' },
  { replace: ['$a_text', 'a', 'b'] },
  { bytes_xor: ['$c', { slice: [{ sha256: '$a_bytes' }, 0, 2] }] },
  { count: '$l' },
  { sort: ['$l', 'ascending', 'utf8'] },
  { md5: '$a_bytes' },
  { ripemd160: '$a_bytes' },
  { shake128: ['$a_bytes', 1] },
  { hash_chain: { from: '$a_bytes', times: 2, hash: 'sha224', encoding: 'bytes' } },
  { pbkdf2: { hash: 'sha256', password: '$a_bytes', salt: '$b_bytes', iterations: 2, length: 1 } },
  { pbkdf2: { hash: 'sha1', password: '$a_bytes', salt: '$b_bytes', iterations: 2, length: 32 } },
  { scrypt: { password: '$a_bytes', salt: '$b_bytes', n: 2, r: 1, p: 1, length: 1 } },
  { hmac: ['md5', '$a_bytes', '$b_bytes'] },
  { hkdf: { hash: 'sha256', key: '$a_bytes', salt: '$b_bytes', info: '$c', length: 1 } },
  { merkle_pairs: { leaves: { map: { list: '$l', as: 'x', do: { sha256: { bytes_utf8: '$x' } } } }, hash: 'sha256', odd: 'duplicate', order: 'given' } }, // prettier-ignore
  { fold: { list: '$l', from: '$a_text', as: 's', item: 'x', do: { join: [['$s', '$x'], ','] } } },
  { fold: { list: '$l', from: { bytes_utf8: '' }, as: 's', item: 'x', do: { sha256: { concat: ['$s', { sha256: { bytes_utf8: '$x' } }] } } } }, // prettier-ignore
  { iterate: { from: '$a_bytes', times: '$b_integer', as: 's', do: { sha256: '$s' } } },
  // Nothing at all, zeros in front, and loops that do not turn.
  { map: { list: '$l', as: 'x', do: ['$x', { text_hex: '$a_bytes' }] } },
  { fold: { list: '$l', from: { sha256: { bytes_utf8: '' } }, as: 's', item: 'x', do: { sha256: { concat: ['$s', { sha256: { bytes_utf8: '$x' } }, { sha256: '$a_bytes' }] } } } }, // prettier-ignore
  { fold: { list: '$l', from: 0, as: 's', item: 'x', do: { integer_be: { concat: [{ bytes_be: ['$s', 32] }, { bytes_prefixed: [{ bytes_utf8: '$x' }, 1, 'be'] }] } } } }, // prettier-ignore
  { iterate: { from: '$a_bytes', times: 0, as: 's', do: { sha256: '$s' } } },
  { map: { list: '$l', as: 'x', do: { pad_start: ['$x', 4, '0'] } } },
  { sha256: { bytes_utf8: { join: ['$l', ','] } } },
  { sha256: { concat: [{ bytes_hex: '$a_text' }, { bytes_utf8: '$b_text' }] } },
]

const any: Readonly<Record<string, Type>> = {
  ...Object.fromEntries(
    ['a', 'b'].flatMap(name =>
      (['text', 'bytes', 'integer', 'float'] as const).map(kind => [`${name}_${kind}`, { kind }]),
    ),
  ),
  c: { kind: 'bytes', length: 2 },
  l: ofTexts,
  m: ofTexts,
}

let state = 20_26
/** Below `bound`, the same on every run. */
const below = (bound: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * bound)
}
const oneOf = <T>(of: readonly T[]): T => of[below(of.length)]!

const pieces = ['', '0', '00', '7', 'a', 'A', 'b', 'ab', 'aB', ',', ',,', ' ', 'ff', 'FF', '-', 'YQ', 'YQ==', 'é', '\ufeff', '\u0000', '"', '""', '\n', '1', 'a12uel5l', 'A12UEL5L', '0000', '7ZZZ'] // prettier-ignore
const someText = (): string => Array.from({ length: below(4) }, () => oneOf(pieces)).join('')
const longKey = new Uint8Array(65).fill(7)
const blocks = [[], [0], [0, 0], [1], [1, 0], [0, 1], [0xff], [0xef, 0xbb, 0xbf], [...new Uint8Array(64)], [...longKey], [...native.hash('sha256', longKey)], [...native.hash('sha256', Uint8Array.of(1))]] // prettier-ignore
const someBytes = (): Value =>
  bytes(Uint8Array.from(Array.from({ length: 1 + below(2) }, () => oneOf(blocks)).flat()))
const someOf = (type: Type): Value => {
  switch (type.kind) {
    case 'text':
      return text(someText())
    case 'bytes':
      return type.length === undefined ? someBytes() : bytes(Uint8Array.of(below(3), below(3)))
    case 'float':
      return { kind: 'float', float: oneOf([0, -0, 1, -1, 0.1, 1e21, 1e-7]) }
    case 'list':
      return list(Array.from({ length: below(4) }, () => text(someText())))
    default:
      return integer(oneOf([0, 1, 2, 3, 7, 10, 255, 256]))
  }
}

const show = (value: Value): string =>
  value.kind === 'float' && Object.is(value.float, -0) ? '-0' : JSON.stringify(plainValue(value))

/** The items of a list in whatever order. */
const showItems = (value: Value): string =>
  value.kind === 'list' ? value.items.map(show).sort().join() : show(value)

const tries = Number(process.env['TRIES'] ?? 2000)

/** Two values of one name that give the same result, while the result is said to tell the name. */
function findCollision(expression: Expression): string | undefined {
  const scope = new Map(
    Object.entries(any).map(([name, type]) => {
      const rests = new Set([name])
      return [name, { type, rests, order: noBasis.order, tells: tellsOf(name, type) }] as const
    }),
  )
  const compiled = createCompiler().read(expression, ['x'], scope)
  // Names of items and turns are told inside alone.
  const { values: ofItems, order: ofOrder } = compiled.tells ?? tellsNothing
  const told = [
    ...[...ofItems].map(([name, conditions]) => ({ name, conditions, inOrder: false })),
    ...[...ofOrder].map(([name, conditions]) => ({ name, conditions, inOrder: true })),
  ].filter(({ name }) => name in any)
  const used = [...compiled.rests]
  const seen = new Map<string, Map<string, string>>()
  for (let at = 0; told.length > 0 && at < tries; at += 1) {
    const values = Object.fromEntries(used.map(name => [name, someOf(any[name]!)]))
    const context = new Context(native, defaultBudget)
    let result
    try {
      result = show(compiled.run({ get: name => values[name] }, context))
    } catch (error) {
      if (error instanceof ImpossibleStep || error instanceof BoundExceeded) continue
      throw error
    }
    const known = seen.get(result) ?? new Map<string, string>()
    seen.set(result, known)
    for (const { name, conditions, inOrder } of told) {
      if (conditions.some(one => context.broken.has(one))) continue
      const found = inOrder ? show(values[name]!) : showItems(values[name]!)
      const key = `${name} ${inOrder ? 'in order' : ''}`
      const other = known.get(key) ?? found
      if (other !== found) return `${name}: ${other} and ${found} both give ${result}`
      known.set(key, found)
    }
  }
  return undefined
}

await t.test(`no operation that tells an argument has two with one result, in ${tries} tries each`, t => {
  for (const [operation, expressions] of Object.entries(attacked)) {
    for (const expression of expressions)
      t.equal(findCollision(expression), undefined, JSON.stringify(expression))
    t.ok(operationNames.includes(operation), `${operation} is an operation`)
  }
  for (const expression of others) t.equal(findCollision(expression), undefined, JSON.stringify(expression))
  t.end()
})

await t.test('every operation that tells anything is attacked', t => {
  const argument: Argument = { type: ofText, tells: tellsOf('a', ofText), rests: new Set(), isLiteral: true }
  const short: Argument = { ...argument, type: { kind: 'bytes', length: 2 } }
  const lists: Argument = { ...argument, items: [{ ...argument, items: [] }] }
  for (const operation of operationNames) {
    const tells = [[argument, argument, argument], [short, short], [lists]].some(
      args => toldBy(operation, args).tells.values.size > 0,
    )
    t.equal(tells, operation in attacked, operation)
  }
  t.end()
})

await t.test('what an item tells is told of its own list alone, whatever other items are called', t => {
  const scope = new Map<string, Basis & Shape>(
    Object.entries(any).map(([name, type]) => {
      const rests = new Set([name])
      return [name, { type, rests, order: noBasis.order, tells: tellsOf(name, type) }] as const
    }),
  )
  const read = (expression: Expression): Compiled => createCompiler().read(expression, ['x'], scope)
  const hashes = (of: string, text: Expression): Expression => ({
    map: { list: of, as: 'x', do: { sha256: { bytes_utf8: text } } },
  })
  const known = read(hashes('$l', '$x'))
  t.same(names(known.tells ?? tellsNothing), { values: ['l'], order: ['l'] })
  scope.set('known', known)
  const digest: Expression = { merkle_rfc6962: '$known' }
  for (const [of, expression] of [
    ['map', { map: { list: '$m', as: 'x', do: digest } }],
    ['fold', { fold: { list: '$m', from: { sha256: { bytes_utf8: '' } }, as: 's', item: 'x', do: digest } }],
    ['iterate', { iterate: { from: { sha256: '$a_bytes' }, times: 2, as: 'x', do: digest } }],
  ] as const) {
    const { values } = read(expression).tells ?? tellsNothing
    t.strictSame(
      [...values.keys()].filter(name => name !== 'l'),
      [],
      of,
    )
  }
  t.end()
})

await t.test('a value in its one form is told', t => {
  const told = (expression: Expression, values: Readonly<Record<string, Value>>): readonly string[] => {
    const scope = new Map(
      Object.entries(any).map(([name, type]) => [
        name,
        { type, rests: new Set([name]), order: noBasis.order, tells: tellsOf(name, type) },
      ]),
    )
    const compiled = createCompiler().read(expression, ['x'], scope)
    const context = new Context(native, defaultBudget)
    compiled.run({ get: name => values[name] }, context)
    return [...(compiled.tells ?? tellsNothing).values]
      .filter(([, conditions]) => !conditions.some(one => context.broken.has(one)))
      .map(([name]) => name)
  }
  const a = (value: string): Readonly<Record<string, Value>> => ({ a_text: text(value) })
  t.strictSame(told({ bytes_hex: '$a_text' }, a('00ff')), ['a_text'])
  t.strictSame(told({ bytes_hex: '$a_text' }, a('00FF')), [], 'letters could be small ones')
  t.strictSame(told({ integer_decimal: '$a_text' }, a('7')), ['a_text'])
  t.strictSame(told({ integer_decimal: '$a_text' }, a('07')), [], 'the zero could be left out')
  t.strictSame(told({ pad_start: ['$a_text', 4, '0'] }, a('7')), ['a_text'])
  t.strictSame(told({ pad_start: ['$a_text', 4, '0'] }, a('07')), [])
  const words = (...all: string[]): Readonly<Record<string, Value>> => ({ l: list(all.map(text)) })
  t.strictSame(told({ join: ['$l', ','] }, words('a', 'b')), ['l'])
  t.strictSame(told({ join: ['$l', ','] }, words('a,b')), [], 'it could be two')
  t.strictSame(told({ join: ['$l', ','] }, words('')), [], 'it could be none')
  t.strictSame(told({ join: ['$l', ''] }, words('a', 'b')), [])
  const key = (...value: number[]): Readonly<Record<string, Value>> => ({
    a_bytes: bytes(Uint8Array.from(value)),
    b_bytes: bytes(Uint8Array.of(1)),
  })
  const hmac: Expression = { hmac: ['sha256', '$a_bytes', '$b_bytes'] }
  t.strictSame(told(hmac, key(1, 2)), ['a_bytes', 'b_bytes'])
  t.strictSame(told(hmac, key(1, 0)), ['b_bytes'], 'zeros at the end of a key change nothing')
  t.strictSame(told(hmac, key(...longKey)), ['b_bytes'], 'a long key could be its hash')
  t.end()
})
