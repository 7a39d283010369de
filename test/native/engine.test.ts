import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { decodeHex, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { hashAlgorithms, hashInto, type Engine, type HashAlgorithm } from '../../src/core/engine.js'
import { chainHashes } from '../../src/core/hash-chain.js'
import { parsePublicKey, type PublicKey } from '../../src/core/key.js'
import { portable } from '../../src/core/portable.js'
import { DrawauditError } from '../../src/errors.js'
import { both } from '../../src/native/both.js'
import { native } from '../../src/native/engine.js'
import { chains, digests } from '../core/hash-vectors.js'
import { vectors } from '../vectors.js'

const engines = [portable, native, both(portable, native)]
const runs = process.env['SLOW'] === '1' ? 5000 : 67

await t.test('the engines have names', t => {
  t.same(
    engines.map(engine => engine.name),
    ['portable', 'native', 'portable+native'],
  )
  t.end()
})

const answers: readonly [HashAlgorithm, string, string][] = [
  // FIPS 180-4, the examples that NIST published for it.
  ['sha256', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['sha256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'sha256',
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  // RFC 1321 appendix A.5.
  ['md5', '', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['md5', 'a', '0cc175b9c0f1b6a831c399e269772661'],
  ['md5', 'abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['md5', 'message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['md5', 'abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  // The published test vectors of BLAKE3, and its example of three letters.
  ['blake3', '', 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262'],
  ['blake3', '\0', '2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213'],
  ['blake3', 'abc', '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85'],
  // Ethereum's hash of nothing; FIPS 202 pads otherwise.
  ['keccak-256', '', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  ['keccak-256', 'abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
]

/** The input of BLAKE3's test vectors: 0, 1, … 250, 0, 1, …, and its digests by the number of bytes. */
const counting = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 251)
const blake3Answers: readonly (readonly [length: number, digest: string])[] = [
  [1024, '42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7'],
  [1025, 'd00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444'],
  [102400, 'bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085'],
]

for (const engine of engines) {
  await t.test(`${engine.name}: known digests`, t => {
    for (const [algorithm, text, digest] of answers) {
      t.equal(encodeHex(engine.hash(algorithm, encodeUtf8(text))), digest, `${algorithm} of "${text}"`)
      const place = new Uint8Array(digest.length / 2 + 2).fill(0xee)
      hashInto(engine, algorithm, encodeUtf8(text), place.subarray(1, -1))
      t.equal(encodeHex(place), `ee${digest}ee`, `${algorithm} where it belongs`)
    }
    for (const [algorithm, [empty, abc, many]] of Object.entries(digests)) {
      const hash = (bytes: Uint8Array): string => encodeHex(engine.hash(algorithm as HashAlgorithm, bytes))
      t.strictSame(
        [hash(new Uint8Array()), hash(encodeUtf8('abc')), hash(counting(1025))],
        [empty, abc, many],
      )
    }
    for (const [length, digest] of blake3Answers) {
      t.equal(encodeHex(engine.hash('blake3', counting(length))), digest)
    }
    t.end()
  })

  await t.test(`${engine.name}: chains of hashes`, t => {
    const seed = encodeUtf8('seed')
    for (const algorithm of hashAlgorithms) {
      const by = (form: 'bytes' | 'hex', times: number): string =>
        encodeHex(chainHashes(engine, algorithm, seed, times, form))
      if (algorithm !== 'blake3') t.strictSame([by('bytes', 100), by('hex', 100)], chains[algorithm])
      const once = engine.hash(algorithm, seed)
      t.strictSame([by('bytes', 1), by('hex', 1)], [encodeHex(once), encodeHex(once)])
      t.equal(by('bytes', 2), encodeHex(engine.hash(algorithm, once)))
      t.equal(by('hex', 2), encodeHex(engine.hash(algorithm, encodeUtf8(encodeHex(once)))))
    }
    t.end()
  })

  await t.test(`${engine.name}: a digest is a Uint8Array of its own`, t => {
    const bytes = encodeUtf8('abc')
    const first = engine.hash('sha256', bytes)
    t.equal(Object.getPrototypeOf(first), Uint8Array.prototype)
    t.equal(first.buffer.byteLength, 32)
    first.fill(0)
    t.equal(encodeHex(engine.hash('sha256', bytes)), answers[1]![2])
    t.end()
  })
}

const kats = 'sha256/kats.json'
const katsUrl = vectors(kats)
await t.test('sha256: shared vectors', { skip: !katsUrl && `shared vectors are not here: ${kats}` }, t => {
  interface Row {
    readonly msg?: string
    readonly repeat?: { readonly byte: string; readonly count: number }
    readonly digest: string
  }
  const rows = JSON.parse(readFileSync(katsUrl!, 'utf8')) as Row[]
  t.equal(rows.length, 19)
  for (const { msg = '', repeat, digest } of rows) {
    const bytes = decodeHex(repeat === undefined ? msg : repeat.byte.repeat(repeat.count))
    for (const engine of engines) t.equal(encodeHex(engine.hash('sha256', bytes)), digest)
  }
  t.end()
})

await t.test('the engines hash alike', t => {
  for (const algorithm of hashAlgorithms) {
    // Every length around a block boundary.
    for (let length = 0; length <= 145; length++) {
      const bytes = new Uint8Array(length).fill(length)
      t.same(
        native.hash(algorithm, bytes),
        portable.hash(algorithm, bytes),
        `${algorithm} of ${length} bytes`,
      )
    }
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 5000 }), bytes => {
          both(portable, native).hash(algorithm, bytes)
        }),
        { numRuns: runs },
      )
    })
  }
  t.end()
})

const message = encodeUtf8('the third prize')

const samples: readonly [PublicKey, Uint8Array][] = (() => {
  const edwards = ed25519.keygen()
  const nist = p256.keygen()
  const koblitz = secp256k1.keygen()
  const taproot = schnorr.keygen()
  const long = secp256k1.Point.fromBytes(koblitz.publicKey).toBytes(false)
  return [
    [parsePublicKey('ed25519', edwards.publicKey), ed25519.sign(message, edwards.secretKey)],
    [
      parsePublicKey('ecdsa-p256-sha256', nist.publicKey, { encoding: 'compact' }),
      p256.sign(message, nist.secretKey),
    ],
    [
      parsePublicKey('ecdsa-secp256k1-sha256', long, { encoding: 'compact', lowS: false }),
      secp256k1.sign(message, koblitz.secretKey),
    ],
    [parsePublicKey('bip340', taproot.publicKey), schnorr.sign(message, taproot.secretKey)],
  ]
})()

for (const engine of engines) {
  await t.test(`${engine.name}: verifies with every algorithm, and again with the same key`, t => {
    for (const [key, signature] of samples) {
      for (let time = 1; time <= 2; time++) {
        t.equal(engine.verify(key, message, signature), true, key.algorithm)
        t.equal(engine.verify(key, encodeUtf8('the first prize'), signature), false, key.algorithm)
        t.equal(engine.verify(key, message, new Uint8Array(64)), false, key.algorithm)
      }
    }
    t.end()
  })
}

await t.test('a chain goes on across batches, and says how far it has come', t => {
  const last = '3a0475ffaecacc099c3d1431686df29108322b12da771c4e18b81f2bf65470fa'
  const plain: Engine = {
    name: 'plain',
    hash: (...input) => native.hash(...input),
    verify: (...input) => native.verify(...input),
  }
  for (const engine of [native, both(native, plain)]) {
    const heard: (readonly number[])[] = []
    const digest = chainHashes(engine, 'sha256', encodeUtf8('seed'), 120_001, 'hex', (...done) => {
      heard.push(done)
    })
    t.equal(encodeHex(digest), last)
    t.strictSame(heard, [
      [50_000, 120_001],
      [100_000, 120_001],
      [120_001, 120_001],
    ])
  }
  for (const form of ['bytes', 'hex'] as const) {
    const [a, b] = [native, portable].map(engine => chainHashes(engine, 'md5', message, 50_001, form))
    t.same(a, b)
    t.same(a, chainHashes(plain, 'md5', message, 50_001, form), 'one by one')
  }
  t.end()
})

await t.test('two engines that disagree give no answer', t => {
  const liar: Engine = {
    name: 'liar',
    hash: (algorithm, bytes) => portable.hash(algorithm, bytes).fill(0, 0, 1),
    verify: (key, signed, signature) => !portable.verify(key, signed, signature),
  }
  for (const engine of [both(portable, liar), both(liar, native)]) {
    for (const algorithm of hashAlgorithms) {
      t.throws(() => engine.hash(algorithm, message), { code: 'engine-disagreement' }, algorithm)
      t.throws(() => engine.chain?.(algorithm, message, 3, 'hex'), { code: 'engine-disagreement' }, algorithm)
    }
    for (const [key, signature] of samples) {
      t.throws(() => engine.verify(key, message, signature), { code: 'engine-disagreement' }, key.algorithm)
      t.throws(() => engine.verify(key, message, new Uint8Array(64)), { code: 'engine-disagreement' })
    }
  }
  t.end()
})

await t.test('a digest that is the beginning of the other is another digest', t => {
  const short: Engine = { ...portable, hash: (...input) => portable.hash(...input).subarray(0, 31) }
  t.throws(() => both(short, native).hash('sha256', message), { code: 'engine-disagreement' })
  t.throws(() => both(native, short).hash('sha256', message), { code: 'engine-disagreement' })
  t.end()
})

await t.test('a disagreement shows the operation and the inputs, cut short', t => {
  const liar: Engine = { ...portable, name: 'liar', verify: () => true, hash: () => new Uint8Array(32) }
  const engine = both(native, liar)
  const [key] = samples[0]!
  const messages = [
    () => engine.hash('md5', new Uint8Array()),
    () => engine.hash('sha256', new Uint8Array(65).fill(0xab)),
    () =>
      both(native, { ...liar, chain: () => new Uint8Array(32) }).chain?.(
        'sha256',
        Uint8Array.of(1),
        7,
        'hex',
      ),
    () => engine.verify(key, Uint8Array.of(1, 2), new Uint8Array(64)),
  ].map(call => {
    try {
      call()
    } catch (error) {
      if (error instanceof DrawauditError) return error.message
    }
    return undefined
  })
  t.same(messages, [
    'native and liar disagree on md5: bytes (empty)',
    `native and liar disagree on sha256: bytes ${'ab'.repeat(64)}… (65 bytes)`,
    'native and liar disagree on 7 times sha256: from 01',
    `native and liar disagree on ed25519: key ${encodeHex(key.bytes)}, message 0102, signature ${'00'.repeat(64)}`,
  ])
  t.end()
})

await t.test('property: OpenSSL signs as noble does, byte for byte', async t => {
  const bytes = (constraints: fc.IntArrayConstraints): fc.Arbitrary<Uint8Array> => fc.uint8Array(constraints)
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        bytes({ minLength: 32, maxLength: 32 }),
        bytes({ maxLength: 300 }),
        (secretKey, message) => {
          const signer = native.signer?.(secretKey)
          return (
            signer !== undefined &&
            encodeHex(signer.publicKey) === encodeHex(ed25519.getPublicKey(secretKey)) &&
            encodeHex(signer.sign(message)) === encodeHex(ed25519.sign(message, secretKey))
          )
        },
      ),
      { numRuns: runs },
    )
  })
  const signer = native.signer?.(new Uint8Array(32).fill(3))
  const messages = Array.from({ length: 100 }, (_, index) => new Uint8Array(index).fill(index))
  t.strictSame(
    await signer?.signAll?.(messages),
    messages.map(signer?.sign ?? (() => undefined)),
    'many at once',
  )
  t.strictSame(await signer?.signAll?.([]), [])
  for (const length of [0, 31, 33, 64]) {
    t.throws(() => native.signer?.(new Uint8Array(length)), TypeError, `${length} bytes`)
  }
})
