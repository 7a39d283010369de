import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { decodeBase64, encodeHex } from '../../../src/core/encoding.js'
import { portable } from '../../../src/core/portable.js'
import { native } from '../../../src/native/engine.js'
import type { Expression } from '../../../src/model/recipe.js'
import { Context } from '../../../src/recipe/context.js'
import { createCompiler } from '../../../src/recipe/operations/index.js'
import { merkleOperations } from '../../../src/recipe/operations/merkle.js'
import {
  bytes,
  describeType,
  list,
  plainValue,
  type PlainValue,
  type Type,
} from '../../../src/recipe/value.js'
import { vectors } from '../../vectors.js'
import { endOf, refusal } from '../build.js'

const runs = process.env['SLOW'] === '1' ? 5000 : 67

const types: Readonly<Record<string, Type>> = {
  leaves: { kind: 'list', of: { kind: 'bytes' } },
  hashes: { kind: 'list', of: { kind: 'bytes', length: 32 } },
  words: { kind: 'list', of: { kind: 'text' } },
}

const read = (expression: Expression) =>
  createCompiler().read(
    expression,
    ['steps', 'x'],
    new Map(
      Object.entries(types).map(([name, type]) => {
        const names = new Set([name])
        return [name, { type, rests: names, order: names }]
      }),
    ),
  )

function run(
  expression: Expression,
  leaves: readonly Uint8Array[],
  context = new Context(portable, 10_000_000),
): PlainValue {
  const value = list(leaves.map(bytes))
  return plainValue(read(expression).run({ get: () => value }, context))
}

const findingsOf = (expression: Expression, leaves: readonly Uint8Array[]): readonly string[] => {
  const context = new Context(portable, 10_000_000)
  run(expression, leaves, context)
  return context.findings.map(({ code, message }) => `${code}: ${message}`)
}

const hashWith = (name: string, ...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => hashWith('sha256', ...parts)

const letters = ['a', 'b', 'c', 'd', 'e'].map(letter => sha256(letter))
const hex = (digits: string): Expression => ({ bytes_hex: digits })
const utf8 = (word: string): Expression => ({ sha256: { bytes_utf8: word } })
const pairs = (more: object): Expression => ({
  merkle_pairs: { leaves: '$hashes', hash: 'sha256', odd: 'promote', order: 'given', ...more },
})
const rfc6962: Expression = { merkle_rfc6962: '$leaves' }

// The leaves that certificate transparency is tested with.
const certificates: readonly string[] = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]

await t.test('a single leaf is its own root, and a root is a hash where the leaves are', t => {
  const [leaf = new Uint8Array()] = letters
  t.equal(run(pairs({}), [leaf]), encodeHex(leaf))
  t.equal(run(pairs({ odd: 'duplicate', text: 'hex' }), [leaf]), encodeHex(leaf))
  t.equal(describeType(read(pairs({})).type), '32 bytes')
  t.equal(describeType(read(pairs({ hash: 'md5' })).type), 'bytes')
  t.equal(describeType(read(pairs({ leaves: '$leaves' })).type), 'bytes')
  t.equal(describeType(read(rfc6962).type), '32 bytes')
  t.equal(run(pairs({ leaves: [utf8('a')] }), []), encodeHex(leaf))
  t.end()
})

/** By hashlib of Python: the roots over SHA-256 of the first three and of all of a, b, c, d, e. */
const roots: readonly (readonly [odd: string, order: string, text: string | undefined, three: string, five: string])[] = [
  ['promote', 'given', undefined, '7075152d03a5cd92104887b476862778ec0c87be5c2fa1c0a90f87c49fad6eff', 'd71f8983ad4ee170f8129f1ebcdd7440be7798d8e1c80420bf11f1eced610dba'],
  ['promote', 'given', 'hex', 'd71dc32fa2cd95be60b32dbb3e63009fa8064407ee19f457c92a09a5ff841a8a', 'dea979f026a014fcb2300d6300e73ae1ccfb0dd238835d33895286d610eb7c4f'],
  ['promote', 'sorted', undefined, 'aea2dd4249dcecf97ca6a1556db7f21ebd6a40bbec0243ca61b717146a08c347', '930747c3ad2cac9fdc0cc025207d282e4f5f055169d11aaa320ddb0d133e2ef8'],
  ['promote', 'sorted', 'hex', '155b494f578496566a681dc80a12509c647b4167614bd6c9a060e4a6b9896a88', '95a26d15d30fa3ee6ad3dc30805a1fb66817f7dce26ed01e5e0bc5c38adb6ac8'],
  ['duplicate', 'given', undefined, 'd31a37ef6ac14a2db1470c4316beb5592e6afd4465022339adafda76a18ffabe', 'dd14d0ba516bb654a3052b76f051db026f4e322d0be081468fab99440f9e7305'],
  ['duplicate', 'given', 'hex', '0bdf27bf7ec894ca7cadfe491ec1a3ece840f117989e8c5e9bd7086467bf6c38', '3615e586768e706351e326736e446554c49123d0e24c169d3ecf9b791a82636b'],
  ['duplicate', 'sorted', undefined, 'b1da020d217b348265d6578cdfe4cc717bb79b5deaffce7fc167180e9e1ec8c6', 'df947ef1b6dda4cb4ef081afd68f255104ccaab2661f2047d2f1a05c5440076f'],
  ['duplicate', 'sorted', 'hex', '69b606bf5ab36a173feea06d34d379564dc24fcb4b4302ca4b07a4cf58af5d0c', '83ac61b9fcac225f3d6b2fcc6ef49c80f10b19970f5fc428ca05042d0cc61855'],
] // prettier-ignore

await t.test('roots of pairs are exactly these', t => {
  for (const [odd, order, text, three, five] of roots) {
    const expression = pairs({ odd, order, ...(text !== undefined && { text }) })
    t.equal(run(expression, letters.slice(0, 3)), three, `${odd} ${order} ${text ?? 'bytes'}`)
    t.equal(run(expression, letters), five)
  }
  const prefixed = pairs({ node_prefix: hex('01') })
  t.equal(
    run(prefixed, letters.slice(0, 4)),
    '588f9a0d1f24d2c5e883ea6497b9f7be7e9e1e0354a2385585e16e780e64ac50',
  )
  t.strictSame(Object.keys(merkleOperations), ['merkle_rfc6962', 'merkle_pairs'])
  t.end()
})

await t.test('sorted pairs are in the order of their bytes, wherever they differ first', t => {
  const sorted = pairs({ order: 'sorted', leaves: '$leaves' })
  const inOrder: readonly (readonly [first: string, second: string])[] = [
    ['00ff', '0100'],
    ['0100', '01ff'],
    ['010001', '010100'],
    ['7fff', '80'],
    ['01', '0100'],
    ['', '00'],
  ]
  for (const [first, second] of inOrder) {
    const root = encodeHex(sha256(Buffer.from(first + second, 'hex')))
    const leaves = [first, second].map(digits => Buffer.from(digits, 'hex'))
    t.equal(run(sorted, leaves), root, `${first}, ${second}`)
    t.equal(run(sorted, leaves.toReversed()), root, `${second}, ${first}`)
  }
  t.end()
})

await t.test('two pairs of Ethereum hash as OpenZeppelin has them: sorted, Keccak-256', t => {
  // keccak256(sort(keccak256("a"), keccak256("b"))), of the examples of merkletreejs.
  const expression: Expression = {
    merkle_pairs: {
      leaves: ['a', 'b', 'c'].map(word => ({ keccak256: { bytes_utf8: word } })),
      hash: 'keccak256',
      odd: 'promote',
      order: 'sorted',
    },
  }
  t.equal(run(expression, []), '5842148bc6ebeb52af882a317c765fccd3ae80589b21a9b8cbf21abb630e46a7')
  t.end()
})

await t.test('the roots of RFC 6962', t => {
  const leaves = certificates.map(digits => Buffer.from(digits, 'hex'))
  t.equal(run(rfc6962, []), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  t.equal(run(rfc6962, leaves), '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328')
  const context = new Context(native, 1e6)
  t.equal(run(rfc6962, leaves, context), run(rfc6962, leaves))
  t.end()
})

interface Probe {
  readonly wantErr: boolean
  readonly desc: string
  readonly size1: string
  readonly size2: string
  readonly root1: string
  readonly root2: string
}

const probes = vectors('rfc6962/consistency.json')
await t.test(
  'RFC 6962 consistency probes',
  probes ? {} : { skip: 'shared vectors are not here: rfc6962/consistency.json' },
  t => {
    if (probes === undefined) return void t.end()
    const leaves = certificates.map(digits => Buffer.from(digits, 'hex'))
    const good = (JSON.parse(readFileSync(probes, 'utf8')) as readonly Probe[]).filter(
      ({ wantErr, desc }) => !wantErr && desc === 'happy path',
    )
    const known = new Map(
      good.flatMap(({ size1, size2, root1, root2 }) => [[size1, root1] as const, [size2, root2] as const]),
    )
    for (const [size, root] of known) {
      t.equal(run(rfc6962, leaves.slice(0, Number(size))), encodeHex(decodeBase64(root)), `${size} leaves`)
    }
    t.strictSame([...known.keys()].sort(), ['1', '2', '5', '6', '7', '8'])
    t.end()
  },
)

await t.test('a list that another list has the root of leaves a finding', t => {
  const selfPaired =
    'merkle-duplicate: the last node of a level is paired with itself: the list with its last leaves repeated has the same root'
  const repeated =
    'merkle-duplicate: the last leaves are repeated: the list without the repetition has the same root'
  const duplicate = pairs({ odd: 'duplicate' })
  const of = (places: string): readonly Uint8Array[] =>
    places.split('').map(place => letters['abcde'.indexOf(place)] ?? new Uint8Array())
  const cases: readonly (readonly [places: string, findings: readonly string[], twin?: string])[] = [
    ['a', []],
    ['ab', []],
    ['aa', []],
    ['abc', [selfPaired], 'abcc'],
    ['abcc', [repeated], 'abc'],
    ['abcd', []],
    ['abab', []],
    ['abcde', [selfPaired], 'abcdee'],
    ['abcdea', [selfPaired], 'abcdeaea'],
    ['abcdeaea', [repeated], 'abcdea'],
    ['aabbccdd', [repeated], 'aabbccd'],
    ['aabbccddee', [selfPaired, repeated], 'aabbccdde'],
  ]
  for (const [places, findings, twin] of cases) {
    t.strictSame([...findingsOf(duplicate, of(places))].sort(), [...findings].sort(), places)
    if (twin !== undefined)
      t.equal(run(duplicate, of(places)), run(duplicate, of(twin)), `${places} and ${twin}`)
    t.strictSame(findingsOf(pairs({}), of(places)), [], 'promoted')
  }
  t.strictSame(findingsOf(rfc6962, of('abcc')), [])
  t.match(findingsOf(pairs({ hash: 'md5' }), of('ab')), [/^weak-hash: MD5/])
  t.strictSame(findingsOf(pairs({ hash: 'md5' }), of('a')), [])
  t.end()
})

await t.test('mistakes are pointed at, and no leaves have no root', t => {
  const wrong: readonly (readonly [expression: Expression, pointer: string, message: RegExp])[] = [
    [{ merkle_rfc6962: '$words' }, '/merkle_rfc6962', /^expected list of bytes, found list of text$/],
    [{ merkle_pairs: '$leaves' }, '/merkle_pairs', /^merkle_pairs takes an object with leaves, hash, odd, order, and if need be text, node_prefix$/],
    [{ merkle_pairs: { leaves: '$leaves', hash: 'sha256', odd: 'promote' } }, '/merkle_pairs', /order is missing$/],
    [pairs({ leaves: '$words' }), '/merkle_pairs/leaves', /^expected list of bytes, found list of text$/],
    [pairs({ hash: 'sha-256' }), '/merkle_pairs/hash', /^expected "sha1" or "sha256" or /],
    [pairs({ odd: 'drop' }), '/merkle_pairs/odd', /^expected "promote" or "duplicate"$/],
    [pairs({ order: 'ascending' }), '/merkle_pairs/order', /^expected "given" or "sorted"$/],
    [pairs({ text: 'HEX' }), '/merkle_pairs/text', /^expected "hex"$/],
    [pairs({ node_prefix: '01' }), '/merkle_pairs/node_prefix', /^expected bytes, found text$/],
    [pairs({ node_prefix: '$prefix' }), '/merkle_pairs/node_prefix', /^nothing before this is called "prefix"$/],
  ] // prettier-ignore
  for (const [expression, pointer, message] of wrong) {
    const error = refusal(() => read(expression))
    t.equal(error?.where.pointer, `/steps/x${pointer}`, JSON.stringify(expression))
    t.match(error?.message, message, JSON.stringify(expression))
  }
  t.equal(
    endOf(() => run(pairs({}), [])),
    'impossible: a tree without leaves has no root',
  )
  t.strictSame([...read(pairs({ order: 'sorted' })).order], ['hashes'])
  t.strictSame([...read(rfc6962).order], ['leaves'])
  t.end()
})

await t.test('trees of any size end at a bound', t => {
  const large = new Uint8Array(1_000_000)
  const cases: readonly (readonly [expression: Expression, leaves: readonly Uint8Array[]])[] = [
    [{ merkle_rfc6962: { fill: [{ at: ['$leaves', 0] }, 100_000] } }, [large]],
    [pairs({ leaves: { fill: [{ at: ['$leaves', 0] }, 100_000] } }), [large]],
    [
      pairs({ leaves: { fill: [{ at: ['$leaves', 0] }, 100] }, node_prefix: { at: ['$leaves', 0] } }),
      [large],
    ],
    [pairs({ leaves: { fill: [utf8('a'), 300_000] } }), []],
  ]
  for (const [expression, leaves] of cases) {
    const start = performance.now()
    t.match(
      endOf(() => run(expression, leaves, new Context(portable, 2_000_000))),
      /^bound: /,
    )
    t.ok(performance.now() - start < 30_000, 'a bound, and no patience')
  }
  t.end()
})

/** The root as the words say it, by another library's hash. */
function rootOf(
  nodes: readonly Buffer[],
  name: string,
  odd: string,
  order: string,
  isHex: boolean,
  prefix: Buffer,
): Buffer {
  const [first, second] = nodes
  if (first === undefined || second === undefined) return first ?? Buffer.alloc(0)
  const next: Buffer[] = []
  for (let place = 0; place < nodes.length; place += 2) {
    const pair = nodes.slice(place, place + 2)
    const [left = first, right = left] = pair
    const joined = order === 'sorted' ? [left, right].sort((a, b) => Buffer.compare(a, b)) : [left, right]
    const parts = isHex ? joined.map(node => node.toString('hex')) : joined
    next.push(pair.length === 1 && odd === 'promote' ? left : hashWith(name, prefix, ...parts))
  }
  return rootOf(next, name, odd, order, isHex, prefix)
}

await t.test('property: roots are those of an independent tree', t => {
  const leaf = fc.uint8Array({ maxLength: 40 }).map(data => Buffer.from(data))
  const choice = fc.record({
    hash: fc.constantFrom(
      ['sha256', 'sha256'],
      ['sha512', 'sha512'],
      ['sha3_256', 'sha3-256'],
      ['md5', 'md5'],
    ),
    odd: fc.constantFrom('promote', 'duplicate'),
    order: fc.constantFrom('given', 'sorted'),
    isHex: fc.boolean(),
    prefix: fc.constantFrom('', '01', 'ffee'),
  })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        fc.array(leaf, { minLength: 1, maxLength: 20 }),
        choice,
        (leaves, { hash, odd, order, isHex, prefix }) => {
          const [name = '', other = ''] = hash
          const expression = pairs({
            leaves: '$leaves',
            hash: name,
            odd,
            order,
            ...(isHex && { text: 'hex' }),
            ...(prefix !== '' && { node_prefix: hex(prefix) }),
          })
          const expected = rootOf(leaves, other, odd, order, isHex, Buffer.from(prefix, 'hex'))
          t.equal(run(expression, leaves), expected.toString('hex'))
        },
      ),
      { numRuns: runs },
    )
  })
  t.end()
})
