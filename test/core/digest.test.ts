import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  equalBytes,
  explainMismatch,
  formatSha256,
  describeTrivialDigest,
  normalizeSha256,
  parseSha256,
} from '../../src/core/digest.js'
import { decodeHex, encodeBase64, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { DrawauditError, type ErrorCode } from '../../src/errors.js'
import { vectors } from '../vectors.js'

const runs = process.env['SLOW'] === '1' ? 100_000 : 333

/** What normalizing throws, or undefined if it returns. */
function refusal(value: unknown): DrawauditError | undefined {
  try {
    normalizeSha256(value as string)
    return undefined
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
}

// SHA-256 of "abc": FIPS 180-4, the first example.
const hex = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const bytes = decodeHex(hex)
const base64 = encodeBase64(bytes)
const base64url = base64.replaceAll('+', '-').replaceAll('/', '_')
const normal = `sha256:${hex}`

await t.test('every accepted spelling has the same normal form', t => {
  const mixed = hex.replace(/[a-f]/g, (digit, i: number) => (i % 2 === 0 ? digit : digit.toUpperCase()))
  for (const digits of [hex, hex.toUpperCase(), mixed]) {
    for (const prefix of ['', 'sha256:', 'SHA256:', 'Sha256:', 'sHa256:']) {
      t.equal(normalizeSha256(prefix + digits), normal, prefix + digits)
      t.strictSame(parseSha256(prefix + digits), bytes, `bytes of ${prefix}${digits}`)
    }
  }
  t.equal(formatSha256(bytes), normal)
  t.end()
})

await t.test('64 hex digits are hex, even where they could be base64', t => {
  const digits = 'abcd'.repeat(16)
  t.equal(normalizeSha256(digits), `sha256:${digits}`)
  t.end()
})

const at = (index: number, text: string) => hex.slice(0, index) + text + hex.slice(index + 1)

const refusals: readonly (readonly [name: string, text: unknown, code: ErrorCode, character?: number])[] = [
  ['null', null, 'hash-type'],
  ['undefined', undefined, 'hash-type'],
  ['a number', 0, 'hash-type'],
  ['an object', { sha256: hex }, 'hash-type'],
  ['an array of one digest', [hex], 'hash-type'],
  ['bytes', bytes, 'hash-type'],

  ['nothing', '', 'hash-empty', 0],

  ['63 digits', hex.slice(1), 'hash-length', 63],
  ['65 digits', `${hex}0`, 'hash-length', 64],
  ['63 digits with prefix', `sha256:${hex.slice(1)}`, 'hash-length', 70],
  ['65 digits with prefix', `sha256:${hex}0`, 'hash-length', 71],
  ['two digests in a row', hex + hex, 'hash-length', 64],
  ['32 digits', hex.slice(0, 32), 'hash-length', 32],
  ['40 digits', hex.slice(0, 40), 'hash-length', 40],
  ['1025 digits', '0'.repeat(1025), 'hash-length', 64],
  ['1025 of another letter', 'g'.repeat(1025), 'hash-length', 64],
  ['1024 of another letter', 'g'.repeat(1024), 'hash-character', 0],
  ['a megabyte', 'g'.repeat(1e6), 'hash-length', 64],

  ['one digit', 'a', 'hash-truncated', 1],
  ['eight digits', hex.slice(0, 8), 'hash-truncated', 8],
  ['31 digits', hex.slice(0, 31), 'hash-truncated', 31],
  ['eight digits with prefix', normal.slice(0, 15), 'hash-truncated', 15],
  ['an ellipsis', `${hex.slice(0, 8)}…${hex.slice(-8)}`, 'hash-truncated', 8],
  ['three dots', `${hex.slice(0, 8)}...`, 'hash-truncated', 8],

  ['sha512:', `sha512:${hex}${hex}`, 'hash-algorithm', 0],
  ['sha512: with 64 digits', `sha512:${hex}`, 'hash-algorithm', 0],
  ['sha512: alone', 'sha512:', 'hash-algorithm', 0],
  ['md5:', `md5:${hex.slice(0, 32)}`, 'hash-algorithm', 0],
  ['sha-1:', `sha-1:${hex.slice(0, 40)}`, 'hash-algorithm', 0],
  ['SHA1:', `SHA1:${hex.slice(0, 40)}`, 'hash-algorithm', 0],
  ['sha3-256:', `sha3-256:${hex}`, 'hash-algorithm', 0],
  ['SHA-512/256:', `SHA-512/256:${hex}`, 'hash-algorithm', 0],
  ['keccak256:', `keccak256:${hex}`, 'hash-algorithm', 0],
  ['keccak-256:', `keccak-256:${hex}`, 'hash-algorithm', 0],
  ['blake3:', `blake3:${hex}`, 'hash-algorithm', 0],
  ['blake2b-256=', `blake2b-256=${hex}`, 'hash-algorithm', 0],
  ['hmac-sha256:', `hmac-sha256:${hex}`, 'hash-algorithm', 0],
  ['sha384-', `sha384-${base64}`, 'hash-algorithm', 0],
  ['MD5 (file) =', `MD5 (seed.txt) = ${hex.slice(0, 32)}`, 'hash-algorithm', 0],
  ['another algorithm after the prefix', `sha256:sha512:${hex}`, 'hash-algorithm', 7],

  ['the prefix alone', 'sha256:', 'hash-prefix', 7],
  ['the prefix twice', `sha256:sha256:${hex}`, 'hash-prefix', 7],
  ['0x', `0x${hex}`, 'hash-prefix', 0],
  ['0X', `0X${hex}`, 'hash-prefix', 0],
  ['0x after the prefix', `sha256:0x${hex}`, 'hash-prefix', 7],
  ['sha-256:', `sha-256:${hex}`, 'hash-prefix', 0],
  ['sha_256:', `sha_256:${hex}`, 'hash-prefix', 0],
  ['SHA-256=', `SHA-256=${hex}`, 'hash-prefix', 0],
  ['sha256=', `sha256=${hex}`, 'hash-prefix', 0],
  ['subresource integrity', `sha256-${base64}`, 'hash-prefix', 0],
  ['sha256- with hex', `sha256-${hex}`, 'hash-prefix', 0],
  ['SHA256 (file) =', `SHA256 (seed.txt) = ${hex}`, 'hash-prefix', 0],
  ['an unknown prefix', `digest:${hex}`, 'hash-prefix', 0],
  ['a member name', `hash=${hex}`, 'hash-prefix', 0],

  ['two letters at the end', `${hex.slice(0, 62)}zz`, 'hash-character', 62],
  ['a letter after the prefix', `sha256:${at(3, 'g')}`, 'hash-character', 10],
  ['l for 1', at(5, 'l'), 'hash-character', 5],
  ['O for 0', at(63, 'O'), 'hash-character', 63],
  ['a Cyrillic letter', at(1, 'а'), 'hash-character', 1],
  ['a full-width digit', at(2, '７'), 'hash-character', 2],
  ['full-width digits only', '０'.repeat(64), 'hash-character', 0],
  ['a mathematical digit', at(2, '\u{1d7d5}'), 'hash-character', 2],
  ['the Kelvin sign', at(4, '\u212a'), 'hash-character', 4],
  ['the long s', at(4, '\u017f'), 'hash-character', 4],
  ['the long s in the prefix', `\u017fha256:${hex}`, 'hash-character', 0],
  ['a Cyrillic letter in the prefix', `shа256:${hex}`, 'hash-character', 2],
  ['a full-width colon', `sha256：${hex}`, 'hash-character', 6],
  ['a zero-width space', at(10, '\u200b'), 'hash-character', 10],
  ['a zero-width space at the end', `${hex}\u200b`, 'hash-character', 64],
  ['a byte order mark', `\ufeff${hex}`, 'hash-character', 0],
  ['a soft hyphen', at(10, '\u00ad'), 'hash-character', 10],
  ['a no-break space', `${hex}\u00a0`, 'hash-character', 64],
  ['a space before', ` ${hex}`, 'hash-character', 0],
  ['a line end', `${hex}\n`, 'hash-character', 64],
  ['a line end after the prefix', `sha256:${hex}\r\n`, 'hash-character', 71],
  ['a space after the prefix', `sha256: ${hex}`, 'hash-character', 7],
  ['a space inside', `${hex.slice(0, 32)} ${hex.slice(32)}`, 'hash-character', 32],
  ['two digests', `${hex},${hex}`, 'hash-character', 64],
  ['a digest and a file name', `${hex}  seed.txt`, 'hash-character', 64],
  ['digits in pairs', hex.replace(/..(?=.)/g, '$&:'), 'hash-character', 2],
  ['a NUL', `${hex.slice(1)}\0`, 'hash-character', 63],
  ['a lone surrogate', at(7, '\ud800'), 'hash-character', 7],
  ['base64 of something else', 'aGVsbG8=', 'hash-character', 1],
  ['base64 with bits to spare', base64.replace(/.=$/, 'B='), 'hash-character', 0],

  ['base64', base64, 'hash-base64', 0],
  ['base64 without padding', base64.slice(0, 43), 'hash-base64', 0],
  ['base64url', base64url, 'hash-base64', 0],
  ['base64url without padding', base64url.slice(0, 43), 'hash-base64', 0],
  ['base64 after the prefix', `sha256:${base64}`, 'hash-base64', 7],
]

await t.test('everything else is refused, with a code, a place, a message and a hint', t => {
  for (const [name, text, code, character] of refusals) {
    const error = refusal(text)
    t.equal(error?.code, code, name)
    t.equal(error?.where.character, character, `place of ${name}`)
    t.match(error?.message, /^expected a SHA-256 digest [^\n]*[^.\n]$/, `message for ${name}`)
    t.match(error?.hint, /^[^\n]+[^.\n]$/, `hint for ${name}`)
    t.throws(() => parseSha256(text as string), { code }, `parseSha256 refuses ${name}`)
  }
  t.end()
})

await t.test('messages say what was found', t => {
  const expected = 'expected a SHA-256 digest of 64 hex digits, found'
  const messages: readonly (readonly [text: string, found: string])[] = [
    [hex.slice(0, 32), '32, as many as MD5 has'],
    [hex.slice(0, 40), '40, as many as SHA-1 has'],
    [hex.slice(0, 56), '56, as many as SHA-224 has'],
    [hex + hex.slice(0, 32), '96, as many as SHA-384 has'],
    [hex + hex, '128, as many as SHA-512 has'],
    [hex.slice(0, 63), '63'],
    [`sha3-256:${hex}`, '"sha3-256:" before them'],
    [at(1, 'а'), '"а" (U+0430)'],
    [at(1, '\u200b'), 'U+200B'],
    [at(2, '\u{1d7d5}'), '"\u{1d7d5}" (U+1D7D5)'],
    [`${hex}\n`, 'U+000A'],
    [at(1, 'l'), '"l" (U+006C)'],
    [base64, 'the base64 of 32 bytes'],
    ['0'.repeat(2000), '2000 characters'],
  ]
  for (const [text, found] of messages) t.equal(refusal(text)?.message, `${expected} ${found}`)
  const whole = 'give all 64 hex digits'
  const rehash = 'hash the same bytes with SHA-256'
  const asHex = 'decode the base64 and write the 32 bytes as hex'
  const unseen = 'it may be invisible or look like another: copy the digest again from its source'
  const space = 'remove white space, line endings and everything after them'
  const hints: readonly (readonly [text: string, found: string, hint: string])[] = [
    ['', 'nothing', whole],
    ['sha256:', 'only the prefix', whole],
    [`${hex.slice(0, 6)}…`, 'an ellipsis', whole],
    [`${hex.slice(0, 6)}...${hex.slice(-6)}`, 'an ellipsis', whole],
    [hex.slice(0, 31), '31', whole],
    [hex.slice(0, 63), '63', 'copy the digest again, all of it and nothing else'],
    [hex + hex, '128, as many as SHA-512 has', rehash],
    [base64, 'the base64 of 32 bytes', `convert it: ${asHex}`],
    [`0x${hex}`, '"0x" before them', 'remove 0x'],
    [`sha256:SHA256:${hex}`, '"SHA256:" before them', 'write the prefix once'],
    [`sha256-${base64}`, '"sha256-" before them', `this is how web pages pin files: ${asHex}`],
    [`SHA-256:${hex}`, '"SHA-256:" before them', 'write sha256: and the digits, nothing else'],
    [`sha256=${hex}`, '"sha256=" before them', 'write sha256: and the digits, nothing else'],
    [
      `my_file.0x.sha256:${hex}`,
      '"my_file.0x.sha256:" before them',
      'remove the prefix if the digest is SHA-256',
    ],
    [
      `x${'y'.repeat(41)}:${hex}`,
      `"x${'y'.repeat(39)}" before them`,
      'remove the prefix if the digest is SHA-256',
    ],
    [at(1, 'l'), '"l" (U+006C)', 'perhaps the digit 1 is meant'],
    [at(1, 'I'), '"I" (U+0049)', 'perhaps the digit 1 is meant'],
    [at(1, 'o'), '"o" (U+006F)', 'perhaps the digit 0 is meant'],
    [at(1, 'O'), '"O" (U+004F)', 'perhaps the digit 0 is meant'],
    [at(1, ' '), 'U+0020', space],
    [`${hex}\r\n`, 'U+000D', space],
    [`${hex}\t`, 'U+0009', space],
    [`${hex},${hex}`, '"," (U+002C)', 'give one digest, without separators'],
    [hex.replace(/../g, '$&:').slice(0, -1), '":" (U+003A)', 'give one digest, without separators'],
    [at(1, '\u0000'), 'U+0000', unseen],
    [at(1, 'é'), '"é" (U+00E9)', unseen],
    [at(1, 'x'), '"x" (U+0078)', 'give only the digest, as hex'],
    [at(1, 'x').replace(/.$/, 'l'), '"x" (U+0078)', 'give only the digest, as hex'],
  ]
  for (const [text, found, hint] of hints) {
    t.equal(refusal(text)?.message, `${expected} ${found}`)
    t.equal(refusal(text)?.hint, hint, text)
  }
  const others =
    'md2 md4 md5 sha sha1 sha-224 sha384 sha512 sha512/224 sha512/256 sha3 sha3-224 sha3-256 sha3-384 sha3-512 shake128 ' +
    'shake256 keccak keccak256 blake2 blake3 blake2b blake2bp blake2s-256 ripemd160 rmd160 whirlpool sm3 crc32 xxh64 ' +
    'hmac-sha256'
  for (const name of others.split(' ')) {
    t.equal(refusal(`${name}:${hex}`)?.code, 'hash-algorithm', name)
    t.equal(refusal(`${name}:${hex}`)?.hint, rehash, name)
  }
  for (const name of ['amd5', 'md5a', 'sha2', 'xsha1', 'sha1x', 'sha3-25', 'mymd5']) {
    t.equal(refusal(`${name}:${hex}`)?.code, 'hash-prefix', name)
  }
  const types: readonly (readonly [value: unknown, found: string])[] = [
    [null, 'null'],
    [[hex], 'an array'],
    [{}, 'a value of type object'],
    [1, 'a value of type number'],
  ]
  for (const [value, found] of types) {
    t.equal(refusal(value)?.message, `expected a SHA-256 digest as text, found ${found}`)
  }
  t.end()
})

await t.test('formatSha256 takes 32 bytes', t => {
  for (const length of [0, 31, 33, 64]) {
    t.throws(() => formatSha256(new Uint8Array(length)), { code: 'hash-length' }, `${length}`)
  }
  t.end()
})

const digest = fc.uint8Array({ minLength: 32, maxLength: 32 })

/** A digest with any accepted spelling of it. */
const spelled = fc
  .tuple(
    digest,
    fc.constantFrom('', 'sha256:', 'SHA256:', 'sHA256:'),
    fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
  )
  .map(([digest, prefix, upper]) => {
    const digits = encodeHex(digest).replace(/./g, (digit, i: number) =>
      upper[i] === true ? digit.toUpperCase() : digit,
    )
    return { digest, text: prefix + digits }
  })

await t.test('property: all spellings of a digest meet in one that stays as it is', t => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(spelled, ({ digest, text }) => {
        const normal = normalizeSha256(text)
        return (
          normal === formatSha256(digest) &&
          normalizeSha256(normal) === normal &&
          equalBytes(parseSha256(text), digest)
        )
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

await t.test('property: two digests never meet', t => {
  const flipped = fc.tuple(spelled, spelled, fc.nat({ max: 255 }), fc.boolean()).map(([a, b, bit, near]) => {
    if (!near) return [a, b] as const
    // The nearest other digest: one bit away.
    const digest = a.digest.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
    return [a, { digest, text: encodeHex(digest) }] as const
  })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(flipped, ([a, b]) => {
        const equal = encodeHex(a.digest) === encodeHex(b.digest)
        return (normalizeSha256(a.text) === normalizeSha256(b.text)) === equal
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

await t.test(
  'property: one character too many, too few or changed is never accepted as another digest',
  t => {
    const character = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom('l', 'O', '\n', ' ', 'а', ':', '=', '…'),
    )
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(spelled, fc.nat(), character, fc.boolean(), ({ text }, place, inserted, replace) => {
          const index = place % (text.length + 1)
          const changed = text.slice(0, index) + inserted + text.slice(index + (replace ? 1 : 0))
          const error = refusal(changed)
          // Accepted is only what is 64 digits with or without the prefix, read here in another way.
          const digits = changed.slice(changed.length === 71 ? 7 : 0)
          const good =
            (changed.length === 64 ||
              (changed.length === 71 && changed.slice(0, 7).toUpperCase() === 'SHA256:')) &&
            !changed.includes('\u017f') &&
            !/[^0-9A-Fa-f]/.test(digits)
          return (error === undefined) === good && (error?.code.startsWith('hash-') ?? true)
        }),
        { numRuns: runs },
      )
    })
    t.end()
  },
)

await t.test('equalBytes', t => {
  const buffer = Uint8Array.of(9, 1, 2, 3, 9)
  t.equal(equalBytes(buffer.subarray(1, 4), Uint8Array.of(1, 2, 3)), true)
  t.equal(equalBytes(buffer.subarray(0, 3), Uint8Array.of(1, 2, 3)), false)
  t.equal(equalBytes(new Uint8Array(), new Uint8Array()), true)
  t.equal(equalBytes(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2)), false)
  t.equal(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 0)), false)
  t.equal(equalBytes(new Uint8Array(), Uint8Array.of(0)), false)
  for (let bit = 0; bit < 256; bit++) {
    const other = bytes.slice()
    other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    if (equalBytes(bytes, other) || equalBytes(other, bytes)) t.fail(`bit ${bit} goes unnoticed`)
  }
  // Texts have lengths and indexes too, and must not pass for equal bytes.
  t.throws(() => equalBytes('ab' as unknown as Uint8Array, 'cd' as unknown as Uint8Array), TypeError)
  t.end()
})

await t.test('describeTrivialDigest', t => {
  t.equal(describeTrivialDigest(new Uint8Array(32)), 'all zero bytes')
  t.equal(describeTrivialDigest(sha256(new Uint8Array())), 'the SHA-256 of empty input')
  t.equal(describeTrivialDigest(bytes), undefined)
  t.equal(describeTrivialDigest(Uint8Array.of(...new Uint8Array(31), 1)), undefined)
  t.end()
})

/** An independent SHA-256, so that the one that is handed in is the one that is used. */
const hash = (bytes: Uint8Array): Uint8Array => Uint8Array.from(createHash('sha256').update(bytes).digest())

await t.test('explainMismatch knows slips between digests', t => {
  const text = encodeUtf8
  const slips: readonly (readonly [slip: string, Uint8Array])[] = [
    ['hashed again', hash(bytes)],
    ['hashed again as lower-case hex text', hash(text(hex))],
    ['hashed again as upper-case hex text', hash(text(hex.toUpperCase()))],
    ['hashed again as hex text with the prefix sha256:', hash(text(normal))],
  ]
  for (const [slip, other] of slips) {
    t.equal(explainMismatch(other, { digest: bytes }, hash), `the expected digest is the found one ${slip}`)
    t.equal(explainMismatch(bytes, { digest: other }, hash), `the found digest is the expected one ${slip}`)
  }
  const reversed = 'the expected digest is the found one in reverse byte order'
  t.equal(explainMismatch(bytes.toReversed(), { digest: bytes }, hash), reversed)
  t.equal(explainMismatch(bytes, { digest: bytes.toReversed() }, hash), reversed)
  t.equal(explainMismatch(hash(text('other')), { digest: bytes }, hash), undefined)
  t.equal(explainMismatch(bytes, { digest: bytes }, hash), undefined)
  t.end()
})

await t.test('explainMismatch knows slips in the bytes', t => {
  const mark = '\ufeff'
  const slips: readonly (readonly [slip: string, found: string, meant: string])[] = [
    ['with CRLF line ends instead of LF', 'a\nb\nc', 'a\r\nb\r\nc'],
    ['with CRLF line ends instead of LF', 'a\r\nb\nc', 'a\r\nb\r\nc'],
    ['with LF line ends instead of CRLF', 'a\r\nb\r\nc\rd', 'a\nb\nc\rd'],
    ['with LF line ends instead of CRLF', 'a\r\nb\nc', 'a\nb\nc'],
    ['with a newline at the end', 'a', 'a\n'],
    ['without the newline at the end', 'a\n', 'a'],
    ['without the newline at the end', 'a\r\n', 'a'],
    ['without the newline at the end', 'a\n\n', 'a\n'],
    ['without the byte order mark', `${mark}a`, 'a'],
    ['after a byte order mark', 'a', `${mark}a`],
    ['as lower-case hex text', 'jk', '6a6b'],
    ['as upper-case hex text', 'jk', '6A6B'],
  ]
  for (const [slip, foundText, meantText] of slips) {
    const found = encodeUtf8(foundText)
    const expected = hash(encodeUtf8(meantText))
    const sentence = `the expected digest is that of the same bytes ${slip}`
    t.equal(
      explainMismatch(expected, { digest: hash(found), bytes: found }, hash),
      sentence,
      JSON.stringify(foundText),
    )
    t.equal(explainMismatch(expected, { digest: hash(found) }, hash), undefined, 'not without the bytes')
  }
  const found = encodeUtf8('ab')
  for (const other of ['a', 'b', 'abc', 'a\n', 'AB', '']) {
    t.equal(explainMismatch(hash(encodeUtf8(other)), { digest: hash(found), bytes: found }, hash), undefined)
  }
  const empty = { digest: hash(new Uint8Array()), bytes: new Uint8Array() }
  t.equal(explainMismatch(bytes, empty, hash), undefined)
  t.end()
})

await t.test('explainMismatch hashes with what it is given, and a bounded number of times', t => {
  let calls = 0
  const counted = (bytes: Uint8Array) => {
    calls += 1
    return hash(bytes)
  }
  const found = encodeUtf8('\ufeffa\r\nb\nc\n')
  t.equal(explainMismatch(bytes, { digest: hash(found), bytes: found }, counted), undefined)
  t.ok(calls > 8 && calls <= 16, `${calls} calls`)
  t.end()
})

type KnownAnswer = { readonly digest: string } & (
  | { readonly msg: string }
  | { readonly repeat: { readonly byte: string; readonly count: number } }
)

const answers = vectors('sha256/kats.json')
const absent = answers === undefined && 'shared vectors are not here: sha256/kats.json'

await t.test('digests of known answers read and print alike', { skip: absent }, t => {
  const cases = JSON.parse(readFileSync(answers!, 'utf8')) as readonly KnownAnswer[]
  t.ok(cases.length > 0)
  for (const { digest, ...input } of cases) {
    const bytes =
      'msg' in input
        ? decodeHex(input.msg)
        : new Uint8Array(input.repeat.count).fill(Number.parseInt(input.repeat.byte, 16))
    const computed = sha256(bytes)
    t.ok(equalBytes(computed, parseSha256(digest)), digest)
    t.equal(formatSha256(computed), normalizeSha256(digest))
  }
  t.end()
})
