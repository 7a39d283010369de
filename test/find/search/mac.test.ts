import t from 'tap'
import { hmac, type HmacAlgorithm } from '../../../src/core/hmac.js'
import { encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import { createBufferedMac } from '../../../src/find/search/mac.js'
import { native } from '../../../src/native/engine.js'

const algorithms: readonly HmacAlgorithm[] = ['sha256', 'sha512', 'sha1', 'md5', 'sha3-256', 'sha3-512']

await t.test('the HMAC of each message that is written after the inner key', t => {
  for (const algorithm of algorithms) {
    for (const key of [new Uint8Array(), encodeUtf8('key'), new Uint8Array(200).fill(7)]) {
      const buffer = new Uint8Array(1024)
      const mac = createBufferedMac(native, algorithm, key, buffer)
      for (const text of ['a message', '', 'another, longer message']) {
        const message = encodeUtf8(text)
        buffer.set(message, mac.start)
        const found = mac.end(buffer.subarray(0, mac.start + message.length))
        const wanted = hmac(native, algorithm, key, message)
        t.equal(encodeHex(found), encodeHex(wanted), `${algorithm}, a key of ${key.length} bytes`)
      }
    }
  }
  t.end()
})
