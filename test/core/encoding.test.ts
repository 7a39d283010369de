import fc from 'fast-check'
import t from 'tap'
import {
  concatBytes,
  decodeBase64,
  decodeHex,
  decodeUtf8,
  describeCharacter,
  encodeBase64,
  encodeHex,
  encodeUtf8,
} from '../../src/core/encoding.js'

const runs = process.env['SLOW'] === '1' ? 100_000 : 333

// RFC 4648 section 10.
const answers: readonly (readonly [text: string, base64: string, hex: string])[] = [
  ['', '', ''],
  ['f', 'Zg==', '66'],
  ['fo', 'Zm8=', '666f'],
  ['foo', 'Zm9v', '666f6f'],
  ['foob', 'Zm9vYg==', '666f6f62'],
  ['fooba', 'Zm9vYmE=', '666f6f6261'],
  ['foobar', 'Zm9vYmFy', '666f6f626172'],
]

await t.test('hex and base64 give the answers of RFC 4648', t => {
  for (const [text, base64, hex] of answers) {
    const bytes = encodeUtf8(text)
    t.equal(encodeBase64(bytes), base64)
    t.strictSame(decodeBase64(base64), bytes)
    t.equal(encodeHex(bytes), hex)
    t.strictSame(decodeHex(hex), bytes)
    t.strictSame(decodeHex(hex.toUpperCase()), bytes)
  }
  t.end()
})

await t.test('hex that is not is refused', t => {
  const bad: readonly (readonly [text: string, character: number | undefined])[] = [
    ['abc', undefined],
    ['a', undefined],
    ['abzz12', 2],
    ['0xab', 1],
    ['ab\n', 2],
    [' ab', 0],
    ['аb', 0],
    ['ａb', 0],
    ['\u017fb', 0],
    ['ab\u200b', 2],
    ['-1', 0],
  ]
  for (const [text, character] of bad) {
    const where = character === undefined ? {} : { character }
    t.throws(
      () => decodeHex(text),
      { name: 'DrawauditError', code: 'hex-invalid', where },
      JSON.stringify(text),
    )
  }
  t.end()
})

await t.test('base64 that is not canonical is refused', t => {
  const bad: readonly (readonly [text: string, character: number | undefined])[] = [
    ['QQ', undefined],
    ['QQ=', undefined],
    ['QQ===', undefined],
    ['QR==', undefined],
    ['QUJ=', undefined],
    ['Q', undefined],
    ['=', undefined],
    ['====', undefined],
    ['QQ==QQ==', undefined],
    ['Q=Q=', undefined],
    ['QQ==\n', 4],
    ['Q Q==', 1],
    ['-_8=', 0],
    ['Zm9!', 3],
    ['Zm9ѵ', 3],
  ]
  for (const [text, character] of bad) {
    const where = character === undefined ? {} : { character }
    t.throws(
      () => decodeBase64(text),
      { name: 'DrawauditError', code: 'base64-invalid', where },
      JSON.stringify(text),
    )
  }
  t.end()
})

await t.test('property: what decodes encodes to the text that was given', t => {
  const text = fc.string({
    unit: fc.mixedCase(fc.constantFrom('Q', 'R', 'Z', 'A', 'w', '+', '/', '=', '0')),
    maxLength: 12,
  })
  let decoded = 0
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(text, text => {
        let bytes: Uint8Array
        try {
          bytes = decodeBase64(text)
        } catch {
          return true
        }
        decoded += 1
        return encodeBase64(bytes) === text && Buffer.from(bytes).toString('base64') === text
      }),
      { numRuns: runs },
    )
  })
  t.ok(decoded > 0)
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        t.strictSame(decodeHex(encodeHex(bytes)), bytes)
        t.strictSame(decodeBase64(encodeBase64(bytes)), bytes)
      }),
      { numRuns: 100 },
    )
  })
  t.end()
})

await t.test('a view of a larger buffer is encoded by its own bounds', t => {
  const view = Uint8Array.of(0, 0x66, 0x6f, 0).subarray(1, 3)
  t.equal(encodeHex(view), '666f')
  t.equal(encodeBase64(view), 'Zm8=')
  t.equal(decodeUtf8(view), 'fo')
  t.strictSame(concatBytes(view, view), Uint8Array.of(0x66, 0x6f, 0x66, 0x6f))
  t.end()
})

await t.test('property: UTF-8 goes there and back', t => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => decodeUtf8(encodeUtf8(text)) === text),
      { numRuns: runs },
    )
  })
  t.equal(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)), '\ufeffa', 'a byte order mark stays')
  t.end()
})

await t.test('text that UTF-8 cannot hold is refused', t => {
  for (const text of ['\ud800', '\udfff', 'a\ud83d', '\ude00\ud83d']) {
    t.throws(() => encodeUtf8(text), { name: 'DrawauditError', code: 'text-invalid' }, JSON.stringify(text))
  }
  t.end()
})

await t.test('bytes that are not UTF-8 are refused where the first bad character begins', t => {
  const bad: readonly (readonly [name: string, bytes: readonly number[], byte: number])[] = [
    ['a byte that never occurs', [0x61, 0xff], 1],
    ['a continuation alone', [0x61, 0x80], 1],
    ['an overlong slash', [0x61, 0xc0, 0xaf], 1],
    ['an overlong in three bytes', [0x61, 0xe0, 0x80, 0xaf], 1],
    ['a surrogate', [0x61, 0xed, 0xa0, 0x80], 1],
    ['above U+10FFFF', [0x61, 0xf4, 0x90, 0x80, 0x80], 1],
    ['cut off after one of two bytes', [0x61, 0xc3], 1],
    ['cut off after three of four bytes', [0x61, 0xf0, 0x9f, 0x98], 1],
    ['a letter instead of the last byte', [0x61, 0xf0, 0x9f, 0x98, 0x41], 1],
    ['UTF-16 with its mark', [0xff, 0xfe, 0x61, 0x00], 0],
    ['half a byte order mark', [0xef, 0xbb], 0],
    ['after a byte order mark', [0xef, 0xbb, 0xbf, 0xff], 3],
    ['after many', [...new Uint8Array(1000).fill(0x61), 0xc3, 0xa9, 0xe2, 0x82, 0x61], 1002],
  ]
  for (const [name, bytes, byte] of bad) {
    t.throws(
      () => decodeUtf8(Uint8Array.from(bytes)),
      { name: 'DrawauditError', code: 'utf8-invalid', where: { byte } },
      name,
    )
  }
  t.end()
})

await t.test('describeCharacter shows what can be seen, and names everything', t => {
  t.equal(describeCharacter('a', 0), '"a" (U+0061)')
  t.equal(describeCharacter('xа', 1), '"а" (U+0430)')
  t.equal(describeCharacter('"', 0), '"\\"" (U+0022)')
  t.equal(describeCharacter('😀', 0), '"😀" (U+1F600)')
  const unseen = [
    '\0',
    '\n',
    ' ',
    '\u00a0',
    '\u00ad',
    '\u0301',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\ud800',
    '\u{e0041}',
  ]
  for (const character of unseen) t.match(describeCharacter(character, 0), /^U\+[0-9A-F]{4,6}$/)
  t.equal(describeCharacter('a', 1), 'the end of the text')
  t.end()
})
