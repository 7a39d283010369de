import { createHash } from 'node:crypto'
import t from 'tap'
import { encodeUtf8 } from '../../src/core/encoding.js'
import {
  hashInto,
  traceHashes,
  unlessUnsupported,
  unsupportedAlgorithm,
  type Engine,
} from '../../src/core/engine.js'
import { chainHashes } from '../../src/core/hash-chain.js'
import { portable } from '../../src/core/portable.js'
import { parsePublicKey } from '../../src/core/signature.js'
import { DrawauditError } from '../../src/errors.js'
import { native } from '../../src/native/engine.js'

const engines = [portable, native]

await t.test('a hash into memory that is there, whether the engine has that or not', t => {
  const bytes = encodeUtf8('abc')
  const wanted = new Uint8Array(createHash('sha256').update(bytes).digest())
  const plain: Engine = {
    name: 'plain',
    hash: (algorithm, message) => native.hash(algorithm, message),
    verify: () => false,
  }
  for (const engine of [...engines, plain]) {
    const digest = new Uint8Array(32)
    hashInto(engine, 'sha256', bytes, digest)
    t.same(digest, wanted, engine.name)
  }
  const own = new Uint8Array(1)
  hashInto(
    { ...portable, hashInto: (_algorithm, _bytes, digest) => void digest.fill(8) },
    'sha256',
    bytes,
    own,
  )
  t.same(own, [8], 'the engine has its own way')
  t.end()
})

await t.test('a traced engine answers as the other does, and notes its hashes', t => {
  const { traced, hashes } = traceHashes(portable)
  t.equal(traced.name, 'portable')
  t.same(hashes, [])
  const [a, b] = [encodeUtf8('a'), encodeUtf8('b')]
  t.same(traced.hash('sha256', a), portable.hash('sha256', a))
  t.same(traced.hash('md5', b), portable.hash('md5', b))
  t.same(hashes, [
    { bytes: a, digest: portable.hash('sha256', a) },
    { bytes: b, digest: portable.hash('md5', b) },
  ])
  const key = parsePublicKey(
    'ed25519',
    Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex'),
  )
  // RFC 8032 section 7.1, test 1.
  const signature = Buffer.from(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    'hex',
  )
  t.equal(traced.verify(key, new Uint8Array(), signature), true)
  t.equal(traced.verify(key, a, signature), false)
  t.end()
})

await t.test('only what an engine cannot do is unknown; every other error is one', t => {
  const thrown = (error: unknown) => (): unknown => {
    throw error
  }
  t.equal(
    unlessUnsupported(() => false),
    false,
  )
  t.equal(unlessUnsupported(thrown(unsupportedAlgorithm('bip340', 'web'))), undefined)
  const others = [
    new DrawauditError('key-weak', 'weak'),
    new RangeError('range'),
    { code: 'algorithm-unsupported' },
  ]
  for (const error of others) {
    let found: unknown
    try {
      unlessUnsupported(thrown(error))
    } catch (caught) {
      found = caught
    }
    t.equal(found, error)
  }
  const { code, message, hint } = unsupportedAlgorithm('bip340', 'web')
  t.same(
    [code, message, hint],
    [
      'algorithm-unsupported',
      'the web engine cannot verify bip340',
      'the native engine can, and in a browser verifyPublishedOnWeb of drawaudit/web',
    ],
  )
  t.end()
})

await t.test('a chain of hashes is one hash after another, and tells how far it is', t => {
  const from = encodeUtf8('seed')
  for (const engine of engines) {
    for (const form of ['bytes', 'hex'] as const) {
      for (const times of [1, 2, 3, 50_000, 50_001, 100_001]) {
        const told: number[] = []
        let digest = from
        for (let step = 0; step < times; step++) {
          const before: Uint8Array | string =
            step > 0 && form === 'hex' ? Buffer.from(digest).toString('hex') : digest
          digest = createHash('sha256').update(before).digest()
        }
        const found = chainHashes(engine, 'sha256', from, times, form, (done, total) =>
          told.push(done, total),
        )
        t.same(Buffer.from(found), digest, `${engine.name}, ${form}, ${times}`)
        const batches = [50_000, 100_000].filter(done => done < times)
        t.same(
          told,
          [...batches, times].flatMap(done => [done, times]),
        )
      }
    }
  }
  t.end()
})
