import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'
import t from 'tap'
import { decodeBase64 } from '../../src/core/encoding.js'
import { deriveMlDsa44Key, loadMlDsa44, signMlDsa44 } from '../../src/core/ml-dsa.js'
import { portable } from '../../src/core/portable.js'
import { parsePublicKey, verifySignature } from '../../src/core/signature.js'
import { hasMlDsa44, native } from '../../src/native/engine.js'

interface Vectors {
  readonly verify: readonly {
    readonly id: number
    readonly comment: string
    readonly key: string
    readonly message: string
    readonly context?: string
    readonly signature: string
    readonly valid: boolean
  }[]
  readonly sign: readonly {
    readonly id: number
    readonly seed: string
    readonly key: string
    readonly message: string
    readonly signature: string
  }[]
}

const file = new URL('../../test/core/vectors/ml-dsa-44.json.gz', import.meta.url)
const vectors = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Vectors
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

await t.test('Wycheproof’s cases to verify, on both engines', async t => {
  await loadMlDsa44()
  let checked = 0
  for (const { id, comment, key, message, context = '', signature, valid } of vectors.verify) {
    const name = `${id}: ${comment}`
    const bytes = decodeBase64(key)
    if (bytes.length !== 1312) {
      t.notOk(valid, name)
      t.throws(() => parsePublicKey('ml-dsa-44', bytes), { code: 'key-length' }, name)
    } else {
      const parsed = parsePublicKey('ml-dsa-44', bytes)
      // With a context it is a signature of another message: cosignatures have none.
      const expected = valid && context === ''
      for (const engine of [portable, native]) {
        const found = verifySignature(parsed, decodeBase64(message), decodeBase64(signature), engine)
        t.equal(found, expected, `${engine.name}, ${name}`)
      }
    }
    checked += 1
  }
  t.equal(checked, 57)
})

await t.test('Wycheproof’s seeds: keys and deterministic signatures', t => {
  for (const { id, seed, key, message, signature } of vectors.sign) {
    const secret = decodeBase64(seed)
    const publicKey = deriveMlDsa44Key(secret)
    t.equal(sha256(publicKey), key, `${id}: the key`)
    const signed = ml_dsa44.sign(decodeBase64(message), ml_dsa44.keygen(secret).secretKey, {
      extraEntropy: false,
    })
    t.equal(sha256(signed), signature, `${id}: the signature`)
  }
  t.equal(vectors.sign.length, 70)
  t.end()
})

await t.test('ours are hedged, and verify', t => {
  const seed = new Uint8Array(32).fill(1)
  const message = new Uint8Array(100).fill(2)
  const key = parsePublicKey('ml-dsa-44', deriveMlDsa44Key(seed))
  const [one, other] = [signMlDsa44(message, seed), signMlDsa44(message, seed)] as const
  t.notSame(one, other)
  t.strictSame(seed, new Uint8Array(32).fill(1), 'the seed stays as it is')
  for (const engine of [portable, native]) {
    for (const signature of [one, other]) t.ok(verifySignature(key, message, signature, engine))
    t.notOk(verifySignature(key, message.subarray(1), one, engine))
    for (const length of [0, 64, 2419])
      t.notOk(verifySignature(key, message, one.subarray(0, length), engine))
    t.notOk(verifySignature(key, message, Uint8Array.of(...one, 0), engine))
  }
  t.end()
})

const noOpenSsl = hasMlDsa44() ? false : `OpenSSL ${process.versions.openssl} of this Node has no ML-DSA`

await t.test('noble and OpenSSL agree on signatures with one bit changed', { skip: noOpenSsl }, t => {
  const seed = new Uint8Array(32).fill(3)
  const message = new Uint8Array(64).fill(4)
  const key = parsePublicKey('ml-dsa-44', deriveMlDsa44Key(seed))
  const signature = signMlDsa44(message, seed)
  let accepted = 0
  // A step that is odd reaches every bit place; the last 84 bytes are the hint.
  for (let at = 0; at < 8 * signature.length; at += 37) {
    const changed = signature.slice()
    changed[at >> 3]! ^= 1 << (at & 7)
    const verdicts = [portable, native].map(engine => verifySignature(key, message, changed, engine))
    t.equal(verdicts[0], verdicts[1], `bit ${at}`)
    if (verdicts[0] === true) accepted += 1
  }
  t.equal(accepted, 0)
  t.end()
})
