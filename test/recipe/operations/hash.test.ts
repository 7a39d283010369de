import fc from 'fast-check'
import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto'
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
  sha224: 'sha224',
  sha384: 'sha384',
  'sha512-256': 'sha512_256',
  ripemd160: 'ripemd160',
  'keccak-512': 'keccak512',
  'blake-256': 'blake256',
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

const block = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'
const longer =
  'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu'

/** As each standard prints them; those of nothing and of `abc` are among the digests above. */
const printed: readonly Example[] = [
  // FIPS 180-4, the examples that NIST published for it.
  [{ sha224: utf8(block) }, '28 bytes', '75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525'],
  [{ sha384: utf8(longer) }, '48 bytes', '09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039'], // prettier-ignore
  [{ sha512_256: utf8(longer) }, '32 bytes', '3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a'], // prettier-ignore
  // Dobbertin, Bosselaers and Preneel, RIPEMD-160, appendix B.
  [{ ripemd160: utf8('a') }, '20 bytes', '0bdc9d2d256b3ee9daae347be6f4dc835a467ffe'],
  [{ ripemd160: utf8('message digest') }, '20 bytes', '5d0689ef49d2fae572b881b123a85ffa21595f36'],
  [{ ripemd160: utf8('abcdefghijklmnopqrstuvwxyz') }, '20 bytes', 'f71c27109c692c1b56bbdceb5b9d2865b3708dbc'], // prettier-ignore
  [{ ripemd160: utf8(block) }, '20 bytes', '12a053384a9c0c88e405a06c27dcf49ada62eb2b'],
  [{ ripemd160: utf8('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789') }, '20 bytes', 'b0e20b6e3116640286ed3a87a5713079b21f5189'], // prettier-ignore
  [{ ripemd160: utf8('1234567890'.repeat(8)) }, '20 bytes', '9b752e45573d4b39f4dbd3323cab82bf63326bfb'],
  // The Keccak submission's hash of this text, with 512 bits.
  [{ keccak512: utf8(block) }, '64 bytes', '6aa6d3669597df6d5a007b00d09c20795b5c4218234e1698a944757a488ecdc09965435d97ca32c3cfed7201ff30e070cd947f1fc12b9d9214c467d342bcba5d'], // prettier-ignore
  // SHA-3 proposal BLAKE, version 1.3, section 2.1.6: one block and two.
  [{ blake256: hex('00') }, '32 bytes', '0ce8d4ef4dd7cd8d62dfded9d4edb0a774ae6a41929a74da23109e8f11139c87'],
  [{ blake256: hex('00'.repeat(72)) }, '32 bytes', 'd419bad32d504fb7d44d460c42c5593fe544fa4c135dec31e21bd9abdcc22d41'], // prettier-ignore
  // FIPS 202, the examples that NIST published for it: of nothing, and of 1600 bits.
  [
    { shake128: [hex(''), 32] },
    '32 bytes',
    '7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26',
  ],
  [{ shake128: [hex('a3'.repeat(200)), 16] }, '16 bytes', '131ab8d2b594946b9c81333f9bb6e0ce'],
  [{ shake256: [hex(''), 64] }, '64 bytes', '46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762fd75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be'], // prettier-ignore
  [{ shake256: [hex('a3'.repeat(200)), 32] }, '32 bytes', 'cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d'], // prettier-ignore
]

const slowly = (
  hash: string,
  password: string,
  salt: string,
  iterations: Expression,
  length: number,
): Expression => ({ pbkdf2: { hash, password: utf8(password), salt: utf8(salt), iterations, length } })

const inMemory = (
  password: string,
  salt: string,
  [n, r, p]: readonly [Expression, Expression, Expression],
): Expression => ({ scrypt: { password: utf8(password), salt: utf8(salt), n, r, p, length: 64 } })

const passwords: readonly Example[] = [
  // RFC 6070 section 2, but for the fourth, which is beyond the bounds.
  [slowly('sha1', 'password', 'salt', 1, 20), '20 bytes', '0c60c80f961f0e71f3a9b524af6012062fe037a6'],
  [slowly('sha1', 'password', 'salt', 2, 20), '20 bytes', 'ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957'],
  [slowly('sha1', 'password', 'salt', 4096, 20), '20 bytes', '4b007901b765489abead49d926f721d065a429c1'],
  [
    slowly('sha1', 'passwordPASSWORDpassword', 'saltSALTsaltSALTsaltSALTsaltSALTsalt', 4096, 25),
    '25 bytes',
    '3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038',
  ],
  [slowly('sha1', 'pass\0word', 'sa\0lt', 4096, 16), '16 bytes', '56fa6aa75548099dcc37d7f03425e0c3'],
  // RFC 7914 section 11.
  [
    slowly('sha256', 'passwd', 'salt', 1, 64),
    '64 bytes',
    '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783',
  ],
  [
    slowly('sha256', 'Password', 'NaCl', 80_000, 64),
    '64 bytes',
    '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d',
  ],
  // RFC 7914 section 12, but for the last, which fills a gibibyte.
  [
    inMemory('', '', [16, 1, 1]),
    '64 bytes',
    '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906',
  ],
  [
    inMemory('password', 'NaCl', [1024, 8, 16]),
    '64 bytes',
    'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
  ],
  [
    inMemory('pleaseletmein', 'SodiumChloride', [16_384, 8, 1]),
    '64 bytes',
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
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

const examples = [...hashed, ...printed, ...chained, ...keyed, ...expanded, ...passwords, ...blake3, ...mixed]

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
  const sha1 = 'SHA-1 is broken: collisions can be computed at an affordable price'
  const fnv = 'FNV-1a is not a cryptographic hash: inputs for a given value are easily found'
  const parts = { key: '$bytes', salt: '$bytes', info: '$bytes', length: 8 }
  const weak: readonly (readonly [Expression, string])[] = [
    [{ md5: '$bytes' }, md5],
    [{ sha1: '$bytes' }, sha1],
    [{ hmac: ['md5', '$bytes', '$bytes'] }, md5],
    [{ hmac: ['sha1', '$bytes', '$bytes'] }, sha1],
    [{ hkdf: { hash: 'md5', ...parts } }, md5],
    [{ hkdf: { hash: 'sha1', ...parts } }, sha1],
    [slowly('md5', 'p', 's', 1, 16), md5],
    [slowly('sha1', 'p', 's', 1, 16), sha1],
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
    // Not broken; the short ones tell nothing.
    'sha224',
    'sha384',
    'sha512_256',
    'ripemd160',
    'keccak512',
    'blake256',
  ]) {
    // prettier-ignore
    t.strictSame(compute({ [name]: '$bytes' }).findings, [])
    t.strictSame(compute(chain(2, { hash: name })).findings, [])
  }
  for (const hash of ['sha256', 'sha512', 'sha3_256', 'sha3_512']) {
    t.strictSame(compute({ hmac: [hash, '$bytes', '$bytes'] }).findings, [])
    t.strictSame(compute({ hkdf: { hash, ...parts } }).findings, [])
    t.strictSame(compute(slowly(hash, 'p', 's', 1, 16)).findings, [])
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

await t.test('parameters that no standard allows are impossible', t => {
  const wrong: readonly (readonly [Expression, string])[] = [
    [slowly('sha256', 'p', 's', 0, 32), 'a key of 0 iterations'],
    [slowly('sha256', 'p', 's', -5, 32), 'a key of -5 iterations'],
    [inMemory('p', 's', [1, 1, 1]), 'N is 1, but must be a power of two, at least 2'],
    [inMemory('p', 's', [0, 1, 1]), 'N is 0, but must be a power of two, at least 2'],
    [inMemory('p', 's', [-2, 1, 1]), 'N is -2, but must be a power of two, at least 2'],
    [inMemory('p', 's', [12, 1, 1]), 'N is 12, but must be a power of two, at least 2'],
    [inMemory('p', 's', [16, 0, 1]), 'a block size of 0'],
    [inMemory('p', 's', [16, 1, 0]), 'a parallelization of 0'],
    [inMemory('p', 's', [65_536, 1, 1]), 'N is 65536, but must be less than 65536 if r is 1'],
  ]
  for (const [expression, message] of wrong) {
    t.equal(
      endOf(() => compute(expression)),
      `impossible: ${message}`,
    )
  }
  t.end()
})

await t.test('keys from passwords are what OpenSSL derives', t => {
  const bytesOf = fc.uint8Array({ maxLength: 150 })
  const hashes = fc.constantFrom('md5', 'sha1', 'sha256', 'sha512', 'sha3_256', 'sha3_512')
  const small = fc.integer({ min: 1, max: 5 })
  const length = fc.integer({ min: 1, max: 150 })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        bytesOf,
        bytesOf,
        hashes,
        small,
        small,
        length,
        (password, salt, hash, times, p, length) => {
          const values = { bytes: bytes(password), digest: bytes(salt) }
          const of = { password: '$bytes', salt: '$digest', length }
          const n = 2 ** times
          t.equal(
            compute({ pbkdf2: { ...of, hash, iterations: times } }, values).value,
            pbkdf2Sync(password, salt, times, length, hash.replace('_', '-')).toString('hex'),
          )
          t.equal(
            compute({ scrypt: { ...of, n, r: p, p: times } }, values).value,
            scryptSync(password, salt, length, { N: n, r: p, p: times }).toString('hex'),
          )
        },
      ),
      { numRuns: runs },
    )
  })
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
  // RFC 6070's fourth vector, and more.
  for (const times of [16_777_216, 10 ** 15, { power: [2, 4000] }]) {
    t.equal(
      endOf(() => compute(slowly('sha1', 'password', 'salt', times, 20))),
      tooMuch,
    )
  }
  for (const [n, r, p] of [
    [2 ** 20, 16, 1],
    [2, 2 ** 40, 1],
    [2, 1, { power: [10, 400] }],
    [{ power: [2, 4000] }, 8, 1],
  ] as const) {
    t.equal(
      endOf(() => compute(inMemory('p', 's', [n, r, p]))),
      tooMuch,
    )
  }
  const tooWide = 'fills more memory than drawaudit gives it'
  // RFC 7914's fourth vector among them.
  for (const [n, r, p] of [
    [2 ** 20, 8, 1],
    [2 ** 16, 8, 1],
    [2 ** 15, 10, 1],
    [2, 2 ** 17, 3],
  ] as const) {
    t.equal(
      endOf(() => compute(inMemory('p', 's', [n, r, p]))),
      `bound: scrypt with N of ${n} and r of ${r} ${tooWide}`,
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
const allNames = '"sha1" or "sha256" or "sha512" or "sha3_256" or "sha3_512" or "keccak256" or "md5" or "blake2b_256" or "blake2b_512" or "blake3" or "sha224" or "sha384" or "sha512_256" or "ripemd160" or "keccak512" or "blake256"' // prettier-ignore
const parts = { hash: 'sha256', key: '$bytes', salt: '$bytes', info: '$bytes', length: 32 }
const written = (high: number): string => `expected a number from 1 to ${high}, written in the recipe`

const wrong: readonly (readonly [expression: Expression, pointer: string, message: string])[] = [
  ...Object.keys(hashOperations)
    .filter(name => !name.startsWith('shake'))
    .flatMap(name => [
      [{ [name]: '$text' }, `/${name}`, 'expected bytes, found text'] as const,
      [{ [name]: ['$bytes'] }, `/${name}`, 'expected bytes, found list of bytes'] as const,
    ]),
  [{ shake128: '$bytes' }, '/shake128', 'shake128 takes an array of bytes and a length'],
  [{ shake128: ['$text', 32] }, '/shake128/0', 'expected bytes, found text'],
  [{ shake256: ['$bytes', '$number'] }, '/shake256/1', written(4096)],
  [{ shake256: ['$bytes', 0] }, '/shake256/1', written(4096)],
  [{ shake256: ['$bytes', 4097] }, '/shake256/1', written(4096)],
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
  [{ pbkdf2: '$bytes' }, '/pbkdf2', 'pbkdf2 takes an object with hash, password, salt, iterations, length'],
  [slowly('keccak256', 'p', 's', 1, 1), '/pbkdf2/hash', `expected ${keyedNames}`],
  [slowly('sha256', 'p', 's', 'many', 1), '/pbkdf2/iterations', 'expected integer, found text'],
  [slowly('sha256', 'p', 's', 1, 4097), '/pbkdf2/length', written(4096)],
  [{ scrypt: '$bytes' }, '/scrypt', 'scrypt takes an object with password, salt, n, r, p, length'],
  [inMemory('p', 's', ['16', 1, 1]), '/scrypt/n', 'expected integer, found text'],
  [inMemory('p', 's', [16, '$list', 1]), '/scrypt/r', 'expected integer, found list of integer'],
  [inMemory('p', 's', [16, 1, '$bytes']), '/scrypt/p', 'expected integer, found bytes'],
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
