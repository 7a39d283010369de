import fc from 'fast-check'
import { createCipheriv } from 'node:crypto'
import t from 'tap'
import { chacha20Block, chacha20Blocks } from '../../src/core/chacha20.js'
import { decodeHex, encodeHex } from '../../src/core/encoding.js'

const runs = process.env['SLOW'] === '1' ? 20_000 : 100

/** RFC 8439, section 2.3.2 and appendix A.1. */
const vectors: readonly (readonly [key: string, counter: bigint, nonce: string, block: string])[] = [
  ['000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 1n, '000000090000004a00000000', '10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e'], // prettier-ignore
  ['00'.repeat(32), 0n, '00'.repeat(12), '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586'], // prettier-ignore
  ['00'.repeat(32), 1n, '00'.repeat(12), '9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f'], // prettier-ignore
  [`${'00'.repeat(31)}01`, 1n, '00'.repeat(12), '3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0'], // prettier-ignore
  [`00ff${'00'.repeat(30)}`, 2n, '00'.repeat(12), '72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096'], // prettier-ignore
  ['00'.repeat(32), 0n, `${'00'.repeat(11)}02`, 'c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c78a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d'], // prettier-ignore
]

await t.test('the vectors of RFC 8439', t => {
  for (const [key, counter, nonce, block] of vectors) {
    t.equal(encodeHex(chacha20Block(decodeHex(key), counter, decodeHex(nonce))), block)
  }
  t.end()
})

/** OpenSSL takes the counter and the nonce as one: the last 16 bytes of the state. */
function openssl(key: Uint8Array, counter: bigint, nonce: Uint8Array): string {
  const digits = counter.toString(16).padStart(2 * (16 - nonce.length), '0')
  const iv = Buffer.concat([decodeHex(digits).toReversed(), nonce])
  return createCipheriv('chacha20', key, iv).update(new Uint8Array(64)).toString('hex')
}

await t.test('property: every block is that of OpenSSL, with either nonce', t => {
  const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
    fc.uint8Array({ minLength: length, maxLength: length })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        bytes(32),
        fc.oneof(bytes(8), bytes(12)),
        fc.bigInt(0n, 2n ** 64n - 1n),
        (key, nonce, number) => {
          const counter = number % chacha20Blocks(nonce)
          return encodeHex(chacha20Block(key, counter, nonce)) === openssl(key, counter, nonce)
        },
      ),
      { numRuns: runs },
    )
  })
  t.end()
})

await t.test('other sizes are misuse', t => {
  const key = new Uint8Array(32)
  const nonce = new Uint8Array(12)
  t.throws(() => chacha20Block(new Uint8Array(31), 0n, nonce), /32 bytes/)
  t.throws(() => chacha20Block(key, 0n, new Uint8Array(11)), /8 or 12 bytes/)
  t.throws(() => chacha20Block(key, -1n, nonce), /no such block/)
  t.throws(() => chacha20Block(key, 2n ** 32n, nonce), /no such block/)
  t.throws(() => chacha20Block(key, 2n ** 64n, new Uint8Array(8)), /no such block/)
  t.equal(chacha20Block(key, 2n ** 64n - 1n, new Uint8Array(8)).length, 64)
  t.end()
})
