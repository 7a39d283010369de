import fc from 'fast-check'
import { createHmac, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { decodeHex, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { hkdf, hmac, longestDerived, type HmacAlgorithm } from '../../src/core/hmac.js'
import { portable } from '../../src/core/portable.js'
import { native } from '../../src/native/engine.js'
import { vectors } from '../vectors.js'

const runs = process.env['SLOW'] === '1' ? 5000 : 33
const algorithms: readonly HmacAlgorithm[] = ['md5', 'sha1', 'sha256', 'sha512', 'sha3-256', 'sha3-512']

// The printed vectors are in test/recipe/operations/hash.test.ts, which goes through this code.

await t.test('HMAC is what OpenSSL makes of any key and message', t => {
  const bytes = fc.uint8Array({ maxLength: 300 })
  for (const algorithm of algorithms) {
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(bytes, bytes, (key, message) => {
          const mac = createHmac(algorithm, key).update(message).digest('hex')
          for (const engine of [portable, native]) {
            t.equal(encodeHex(hmac(engine, algorithm, key, message)), mac)
          }
        }),
        { numRuns: runs },
      )
    })
  }
  t.end()
})

await t.test('HMAC with keys of about a block, which alone stay as they are', t => {
  for (const algorithm of algorithms) {
    for (const length of [0, 1, 63, 64, 65, 71, 72, 73, 127, 128, 129, 135, 136, 137, 1000]) {
      const key = new Uint8Array(length).fill(7)
      const mac = createHmac(algorithm, key).update('message').digest('hex')
      t.equal(
        encodeHex(hmac(portable, algorithm, key, encodeUtf8('message'))),
        mac,
        `${algorithm}, ${length} bytes`,
      )
    }
  }
  t.end()
})

await t.test('HKDF is what OpenSSL derives', t => {
  const bytes = fc.uint8Array({ maxLength: 200 })
  for (const algorithm of algorithms) {
    const length = fc.integer({ min: 1, max: 300 })
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(bytes, bytes, bytes, length, (key, salt, info, length) => {
          const derived = new Uint8Array(hkdfSync(algorithm, key, salt, info, length))
          t.same(hkdf(native, algorithm, { key, salt, info }, length), derived)
        }),
        { numRuns: runs },
      )
    })
    const longest = longestDerived(algorithm)
    const none = new Uint8Array()
    t.same(
      hkdf(native, algorithm, { key: none, salt: none, info: none }, longest),
      new Uint8Array(hkdfSync(algorithm, none, none, none, longest)),
    )
  }
  t.end()
})

const path = 'wycheproof/hmac_sha256_test.json'
const url = vectors(path)
await t.test('HMAC: Wycheproof, 174', { skip: !url && `shared vectors are not here: ${path}` }, t => {
  interface Suite {
    readonly testGroups: readonly {
      readonly tagSize: number
      readonly tests: readonly { readonly key: string; readonly msg: string; readonly tag: string; readonly result: string }[] // prettier-ignore
    }[]
  }
  const { testGroups } = JSON.parse(readFileSync(url!, 'utf8')) as Suite
  let total = 0
  for (const { tagSize, tests } of testGroups) {
    for (const { key, msg, tag, result } of tests) {
      const mac = encodeHex(hmac(portable, 'sha256', decodeHex(key), decodeHex(msg))).slice(0, tagSize / 4)
      t.equal(mac === tag, result === 'valid')
      total += 1
    }
  }
  t.equal(total, 174)
  t.end()
})
