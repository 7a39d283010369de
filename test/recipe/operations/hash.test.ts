import fc from 'fast-check'
import { createHash } from 'node:crypto'
import t from 'tap'
import { encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import { native } from '../../../src/native/engine.js'
import { noBasis } from '../../../src/recipe/compile.js'
import { defaultBudget } from '../../../src/recipe/context.js'
import { hashOperations } from '../../../src/recipe/operations/hash.js'
import { createCompiler } from '../../../src/recipe/operations/index.js'
import { keyedHashOperations } from '../../../src/recipe/operations/keyed-hash.js'
import { bytes, plainValue, type PlainValue } from '../../../src/recipe/value.js'
import { chains, derived, digests, macs } from '../../core/hash-vectors.js'
import { compute, endOf, refusal } from '../build.js'
import { Meter } from '../meter.js'

const runs = process.env['SLOW'] === '1' ? 5000 : 33

const hex = (digits: string): Expression => ({ bytes_hex: digits })
const utf8 = (text: string): Expression => ({ bytes_utf8: text })
const chain = (times: Expression, others: Readonly<Record<string, Expression>> = {}): Expression => ({
  hash_chain: { from: utf8('seed'), times, hash: 'sha256', encoding: 'hex', ...others },
})

type Example = readonly [expression: Expression, type: string, value: PlainValue]

/** What recipes call the hashes of the engines. */
const named = {
  sha1: 'sha1',
  sha256: 'sha256',
  sha512: 'sha512',
  'sha3-256': 'sha3_256',
  'sha3-512': 'sha3_512',
  'keccak-256': 'keccak256',
  'blake2b-256': 'blake2b_256',
  'blake2b-512': 'blake2b_512',
  md5: 'md5',
} as const
const algorithms = Object.keys(named) as (keyof typeof named)[]

const counting = encodeHex(Uint8Array.from({ length: 1025 }, (_, index) => index % 251))

const hashed: readonly Example[] = algorithms.flatMap(algorithm => {
  const [empty, abc, many] = digests[algorithm]
  const type = `${abc.length / 2} bytes`
  const name = named[algorithm]
  return [
    [{ [name]: hex('') }, type, empty],
    [{ [name]: utf8('abc') }, type, abc],
    [{ [name]: hex(counting) }, type, many],
  ]
})

const chained: readonly Example[] = algorithms.flatMap(algorithm => {
  const [ofBytes, ofHex] = chains[algorithm]
  const type = `${ofHex.length / 2} bytes`
  const hash = named[algorithm]
  return [
    [chain(100, { hash, encoding: 'bytes' }), type, ofBytes],
    [chain(100, { hash }), type, ofHex],
    [chain(1, { hash }), type, plainValue(bytes(portable.hash(algorithm, encodeUtf8('seed'))))],
  ]
})

const keyed: readonly Example[] = macs.flatMap(({ key, message, macs }) =>
  Object.entries(macs).map(
    ([hash, mac]) => [{ hmac: [hash, hex(key), hex(message)] }, `${mac.length / 2} bytes`, mac] as const,
  ),
)

const expanded: readonly Example[] = derived.map(({ hash, key, salt, info, length, bytes }) => [
  { hkdf: { hash, key: hex(key), salt: hex(salt), info: hex(info), length } },
  `${length} bytes`,
  bytes,
])

const blake3: readonly Example[] = [
  // BLAKE3's published test vectors: nothing, and 1025 bytes, which are two chunks.
  [{ blake3: hex('') }, '32 bytes', 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262'],
  [{ blake3: hex(counting) }, '32 bytes', 'd00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444'],
  [
    chain(2, { hash: 'blake3', from: hex(''), encoding: 'bytes' }),
    '32 bytes',
    plainValue(bytes(portable.hash('blake3', portable.hash('blake3', new Uint8Array())))),
  ],
]

/** From the vectors that Landon Curt Noll publishes. */
const fnv: readonly (readonly [text: string, narrow: string, wide: string])[] = [
  ['', '811c9dc5', 'cbf29ce484222325'],
  ['a', 'e40c292c', 'af63dc4c8601ec8c'],
  ['b', 'e70c2de5', 'af63df4c8601f1a5'],
  ['foobar', 'bf9cf968', '85944171f73967e8'],
]

const plain = (number: bigint): PlainValue => (number < 2n ** 53n ? Number(number) : number.toString())

const mixed: readonly Example[] = fnv.flatMap(([text, narrow, wide]) => [
  [{ fnv1a_32: utf8(text) }, 'integer', parseInt(narrow, 16)],
  [{ fnv1a_64: utf8(text) }, 'integer', plain(BigInt(`0x${wide}`))],
])

const examples = [...hashed, ...chained, ...keyed, ...expanded, ...blake3, ...mixed]

await t.test('every operation gives exactly these results', t => {
  for (const [expression, type, value] of examples) {
    const computed = compute(expression)
    t.strictSame([computed.type, computed.value], [type, value], JSON.stringify(expression).slice(0, 80))
  }
  const covered = new Set(examples.flatMap(([expression]) => Object.keys(Object(expression) as object)))
  const names = Object.keys({ ...hashOperations, ...keyedHashOperations })
  t.strictSame(
    names.filter(name => !covered.has(name)),
    [],
  )
  t.end()
})

await t.test('FNV-1a is its definition, at every length', t => {
  const model = (input: Uint8Array, offset: bigint, prime: bigint, bits: number): bigint =>
    input.reduce((state, byte) => BigInt.asUintN(bits, (state ^ BigInt(byte)) * prime), offset)
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), input => {
        const value = { bytes: bytes(input) }
        const narrow = model(input, 0x811c9dc5n, 0x01000193n, 32)
        const wide = model(input, 0xcbf29ce484222325n, 0x100000001b3n, 64)
        t.equal(compute({ fnv1a_32: '$bytes' }, value).value, plain(narrow))
        t.equal(compute({ fnv1a_64: '$bytes' }, value).value, plain(wide))
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

await t.test('a chain is one hash after the other', t => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.integer({ min: 1, max: 40 }), (from, times) => {
        const value = { bytes: bytes(from) }
        let ofBytes: Uint8Array = from
        let ofHex: Uint8Array = from
        for (let done = 0; done < times; done++) {
          ofBytes = new Uint8Array(createHash('sha256').update(ofBytes).digest())
          ofHex = encodeUtf8(createHash('sha256').update(ofHex).digest('hex'))
        }
        const last = (encoding: string): PlainValue =>
          compute(chain(times, { from: '$bytes', encoding }), value).value
        t.equal(last('bytes'), encodeHex(ofBytes))
        t.equal(last('hex'), new TextDecoder().decode(ofHex))
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

await t.test('findings: a weak hash wherever it is used', t => {
  const md5 = 'MD5 is broken: two inputs with one digest can be made in seconds'
  const sha1 = 'SHA-1 is broken: two inputs with one digest can be made by whoever pays for the computing'
  const fnv = 'FNV-1a is no cryptographic hash: an input with a wanted value is found at once'
  const parts = { key: '$bytes', salt: '$bytes', info: '$bytes', length: 8 }
  const weak: readonly (readonly [Expression, string])[] = [
    [{ md5: '$bytes' }, md5],
    [{ sha1: '$bytes' }, sha1],
    [{ hmac: ['md5', '$bytes', '$bytes'] }, md5],
    [{ hmac: ['sha1', '$bytes', '$bytes'] }, sha1],
    [{ hkdf: { hash: 'md5', ...parts } }, md5],
    [{ hkdf: { hash: 'sha1', ...parts } }, sha1],
    [chain(3, { hash: 'md5' }), md5],
    [chain(3, { hash: 'sha1' }), sha1],
    [{ fnv1a_32: '$bytes' }, fnv],
    [{ fnv1a_64: '$bytes' }, fnv],
  ]
  for (const [expression, message] of weak) {
    t.strictSame(compute(expression).findings, [{ code: 'weak-hash', message }], JSON.stringify(expression))
  }
  for (const name of [
    'sha256',
    'sha512',
    'sha3_256',
    'sha3_512',
    'keccak256',
    'blake2b_256',
    'blake2b_512',
    'blake3',
  ]) {
    // prettier-ignore
    t.strictSame(compute({ [name]: '$bytes' }).findings, [])
    t.strictSame(compute(chain(2, { hash: name })).findings, [])
  }
  for (const hash of ['sha256', 'sha512', 'sha3_256', 'sha3_512']) {
    t.strictSame(compute({ hmac: [hash, '$bytes', '$bytes'] }).findings, [])
    t.strictSame(compute({ hkdf: { hash, ...parts } }).findings, [])
  }
  // They know their range: 2^32 mod 3 is 1.
  const biased = (name: string): readonly (string | undefined)[] =>
    compute({ mod: [{ [name]: '$bytes' }, 3] }).findings.map(({ message }) => message)
  t.strictSame(biased('fnv1a_32'), [
    fnv,
    'modulo 3 is uneven: remainder 0 has a chance of 1431655766/4294967296, remainders 1 to 2 have 1431655765/4294967296',
  ])
  t.match(biased('fnv1a_64')[1], /^a number of 64 bits is reduced by modulo/)
  t.end()
})

await t.test('a chain of no hashes is impossible', t => {
  for (const times of [0, -1, -(10 ** 15)]) {
    t.equal(
      endOf(() => compute(chain(times))),
      `impossible: a chain of ${times} hashes`,
    )
  }
  t.end()
})

await t.test('what is too large ends at once', t => {
  const tooMuch = 'bound: the draw takes more steps than drawaudit carries out'
  const start = process.cpuUsage()
  for (const times of [10 ** 9, Number.MAX_SAFE_INTEGER, { integer_hex: 'f'.repeat(1024) }, 12_500_000]) {
    t.equal(
      endOf(() => compute(chain(times))),
      tooMuch,
    )
  }
  for (const { hash, encoding } of [
    { hash: 'sha3_512', encoding: 'hex' },
    { hash: 'blake3', encoding: 'bytes' },
  ]) {
    // prettier-ignore
    t.equal(
      endOf(() => compute(chain(5_000_001, { hash, encoding }))),
      tooMuch,
    )
  }
  const long = bytes(new Uint8Array(101_000_000))
  const info = { key: '$bytes', salt: '$bytes', info: '$bytes', length: 255 * 64 }
  for (const expression of [
    { sha3_512: '$bytes' },
    { hkdf: { hash: 'sha512', ...info } },
    { hmac: ['sha3_512', '$bytes', '$bytes'] },
  ]) {
    t.equal(
      endOf(() => compute(expression, { bytes: long })),
      tooMuch,
    )
  }
  const { user, system } = process.cpuUsage(start)
  t.ok(user + system < 1_000_000, `${user + system} µs`)
  t.end()
})

/** Carries a chain out with an engine, and says what it charged and what progress was heard of. */
function runChain(times: number, engine = native, budget = defaultBudget) {
  const meter = new Meter(engine, budget)
  const heard: (readonly number[])[] = []
  meter.progress = (...done) => {
    heard.push(done)
  }
  const scope = new Map([['bytes', { type: { kind: 'bytes' } as const, ...noBasis }]])
  const compiled = createCompiler().read(chain(times, { from: '$bytes' }), ['steps', 'x'], scope)
  const value = compiled.run({ get: () => bytes(encodeUtf8('seed')) }, meter)
  return { value: plainValue(value), heard, units: meter.work }
}

await t.test('a chain says how far it has come, at most every 50,000 steps', t => {
  const { value, heard, units } = runChain(120_001)
  // python3: x = b"seed"; 120001 times x = sha256(x).hexdigest().encode()
  t.equal(value, '3a0475ffaecacc099c3d1431686df29108322b12da771c4e18b81f2bf65470fa')
  t.strictSame(heard, [
    [50_000, 120_001],
    [100_000, 120_001],
    [120_001, 120_001],
  ])
  t.equal(units, 4 + 16.5 + 8 * 120_001)
  t.strictSame(runChain(3).heard, [[3, 3]])
  t.end()
})

await t.test(
  'ten million steps fit into the budget of a draw',
  { skip: process.env['SLOW'] !== '1' && 'takes seconds: SLOW=1' },
  t => {
    // prettier-ignore
    const { heard, units } = runChain(10_000_000)
    t.equal(heard.length, 200)
    t.ok(units < defaultBudget)
    t.end()
  },
)

const keyedNames = '"md5" or "sha1" or "sha256" or "sha512" or "sha3_256" or "sha3_512"'
const allNames = '"sha1" or "sha256" or "sha512" or "sha3_256" or "sha3_512" or "keccak256" or "md5" or "blake2b_256" or "blake2b_512" or "blake3"' // prettier-ignore
const parts = { hash: 'sha256', key: '$bytes', salt: '$bytes', info: '$bytes', length: 32 }
const written = (high: number): string => `expected a number from 1 to ${high}, written in the recipe`

const wrong: readonly (readonly [expression: Expression, pointer: string, message: string])[] = [
  ...Object.keys(hashOperations).flatMap(name => [
    [{ [name]: '$text' }, `/${name}`, 'expected bytes, found text'] as const,
    [{ [name]: ['$bytes'] }, `/${name}`, 'expected bytes, found list of bytes'] as const,
  ]),
  [{ hmac: '$bytes' }, '/hmac', 'hmac takes an array of a hash, a key and a message'],
  [{ hmac: ['sha256', '$bytes'] }, '/hmac', 'hmac takes an array of a hash, a key and a message'],
  [{ hmac: ['sha256', '$bytes', '$bytes', '$bytes'] }, '/hmac', 'hmac takes an array of a hash, a key and a message'], // prettier-ignore
  [{ hmac: ['SHA256', '$bytes', '$bytes'] }, '/hmac/0', `expected ${keyedNames}`],
  [{ hmac: ['$text', '$bytes', '$bytes'] }, '/hmac/0', `expected ${keyedNames}`],
  [{ hmac: ['keccak256', '$bytes', '$bytes'] }, '/hmac/0', `expected ${keyedNames}`],
  [{ hmac: ['sha256', '$text', '$bytes'] }, '/hmac/1', 'expected bytes, found text'],
  [{ hmac: ['sha256', '$bytes', 5] }, '/hmac/2', 'expected bytes, found integer'],
  [{ hkdf: '$bytes' }, '/hkdf', 'hkdf takes an object with hash, key, salt, info, length'],
  [{ hkdf: { hash: 'sha256', key: '$bytes', salt: '$bytes', info: '$bytes' } }, '/hkdf', 'hkdf takes an object with hash, key, salt, info, length: length is missing'], // prettier-ignore
  [{ hkdf: { ...parts, more: 1 } }, '/hkdf/more', 'hkdf takes an object with hash, key, salt, info, length: "more" is not one'], // prettier-ignore
  [{ hkdf: { ...parts, hash: 'blake3' } }, '/hkdf/hash', `expected ${keyedNames}`],
  [{ hkdf: { ...parts, length: 0 } }, '/hkdf/length', written(8160)],
  [{ hkdf: { ...parts, length: 8161 } }, '/hkdf/length', written(8160)],
  [{ hkdf: { ...parts, hash: 'md5', length: 4081 } }, '/hkdf/length', written(4080)],
  [{ hkdf: { ...parts, length: '$number' } }, '/hkdf/length', written(8160)],
  ...(['key', 'salt', 'info'] as const).map(
    member => [{ hkdf: { ...parts, [member]: '$text' } }, `/hkdf/${member}`, 'expected bytes, found text'] as const, // prettier-ignore
  ),
  [{ hash_chain: '$bytes' }, '/hash_chain', 'hash_chain takes an object with from, times, hash, encoding'],
  [chain(1, { from: '$text' }), '/hash_chain/from', 'expected bytes, found text'],
  [chain('$text'), '/hash_chain/times', 'expected integer, found text'],
  [chain(1, { hash: 'fnv1a_32' }), '/hash_chain/hash', `expected ${allNames}`],
  [chain(1, { encoding: 'base64' }), '/hash_chain/encoding', 'expected "bytes" or "hex"'],
  [chain(1, { more: 1 }), '/hash_chain/more', 'hash_chain takes an object with from, times, hash, encoding: "more" is not one'], // prettier-ignore
]

await t.test('an argument that does not fit is refused where it stands', t => {
  for (const [expression, pointer, message] of wrong) {
    const error = refusal(() => compute(expression))
    t.strictSame(
      [error?.code, error?.where.pointer, error?.message],
      ['recipe-type', `/steps/x${pointer}`, message],
      JSON.stringify(expression),
    )
  }
  t.equal(compute({ hkdf: { ...parts, length: 8160 } }).type, '8160 bytes')
  t.end()
})
