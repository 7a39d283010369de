// Hashes as people write them, one test for each row of docs/evidence/HOSTILE.md.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import {
  describeTrivialDigest,
  equalBytes,
  explainMismatch,
  formatSha256,
  normalizeSha256,
  parseSha256,
} from '../../../src/core/digest.js'
import { decodeBase64, decodeHex, encodeBase64, encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import { native } from '../../../src/native/engine.js'
import { run } from '../../cli/resident.js'
import { claimOf, examine } from '../../verify/report.js'
import { errorOf } from '../../core/refusal.js'
import { codeOf, ends, findingsOf, show, verifyValue, withDraw, type Test } from '../../hostile/claims.js'

const sha256 = (bytes: Uint8Array | string): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(bytes).digest())

// SHA-256 of "abc": FIPS 180-4, the first example.
const hex = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const bytes = decodeHex(hex)
const base64 = encodeBase64(bytes)

/** The digest with another character in a place. */
const at = (place: number, character: string): string =>
  hex.slice(0, place) + character + hex.slice(place + 1)

/** Asserts that a digest is refused, wherever one is read. */
function refused(
  test: Test,
  text: unknown,
  code: string,
  words: RegExp | string = /./,
  place?: number,
): void {
  const name = show(text)
  const error = errorOf(() => normalizeSha256(text as string))
  test.equal(error?.code, code, name)
  test.match([error?.message, error?.hint].join('; '), words, name)
  if (place !== undefined) test.equal(error?.where.character, place, name)
  test.equal(
    codeOf(() => parseSha256(text as string)),
    code,
    name,
  )
}

/** Says of a record that it has a seed hash that is none. */
const inRecord = (rng_seed_hash: unknown) => verifyValue(withDraw({ rng_seed_hash }))

/** A draw that reveals a seed. */
const committed = (seed: object, hashed: unknown, hash: object = { type: 'sha256' }) => ({
  inputs: { seed: { title: 'seed', ...seed }, hash: { title: 'hash', ...hash } },
  claims: [{ id: 'seed.committed', says: 'x', equal: [hashed, '$hash'] }],
})
const hexSeed = committed({ type: 'bytes', encoding: 'hex' }, { sha256: '$seed' })

await t.test('H1: spellings', t => {
  const mixed = hex.replace(/[a-f]/g, (digit, index: number) =>
    index % 2 === 0 ? digit : digit.toUpperCase(),
  )
  for (const prefix of ['', 'sha256:', 'SHA256:', 'Sha256:']) {
    for (const digits of [hex, hex.toUpperCase(), mixed]) {
      t.strictSame(parseSha256(prefix + digits), bytes, prefix + digits)
      t.equal(normalizeSha256(prefix + digits), `sha256:${hex}`)
      ends(t, inRecord(prefix + digits), 'record.schema', 'proven', 'schema-valid')
    }
  }
  for (const [text, words] of [
    [`0x${hex}`, 'remove 0x'],
    [`0X${hex}`, 'remove 0x'],
    [`SHA-256=${hex}`, 'write sha256: and the digits, nothing else'],
    [`sha-256:${hex}`, 'write sha256: and the digits, nothing else'],
    [`sha256=${hex}`, 'write sha256: and the digits, nothing else'],
    [`sha256-${base64}`, 'decode the base64 and write the 32 bytes as hex'],
    [`SHA256 (seed.txt) = ${hex}`, 'write sha256: and the digits'],
  ] as const) {
    refused(t, text, 'hash-prefix', words, 0)
    ends(t, inRecord(text), 'record.schema', 'refuted', 'schema-invalid', text)
  }
  t.end()
})

await t.test('H2: a digit too few or too many, nothing, a line end', async t => {
  refused(t, hex.slice(1), 'hash-length', 'expected a SHA-256 digest of 64 hex digits, found 63', 63)
  refused(t, `${hex}0`, 'hash-length', 'expected a SHA-256 digest of 64 hex digits, found 65', 64)
  refused(t, '', 'hash-empty', 'found nothing', 0)
  for (const end of ['\n', '\r\n', ' ']) refused(t, hex + end, 'hash-character', /remove white space/, 64)
  const { code, stdout, stderr } = await run(['hash', `${hex}\n`])
  t.same([code, stdout], [2, ''], 'nor is it trimmed on the command line')
  t.match(stderr, /character 65: .*found U\+000A\nhint: remove white space, line endings/)
})

await t.test('H3: letters at the end', t => {
  refused(t, `${hex.slice(0, 62)}zz`, 'hash-character', 'found "z" (U+007A)', 62)
  // What the parsers of languages make of it: fewer bytes, without a word.
  t.equal(Buffer.from(`${hex.slice(0, 62)}zz`, 'hex').length, 31)
  t.equal(
    codeOf(() => decodeHex(`${hex.slice(0, 62)}zz`)),
    'hex-invalid',
  )
  t.end()
})

await t.test('H4: characters that look like digits, or like nothing', t => {
  const characters: readonly (readonly [character: string, name: string])[] = [
    ['\u0430', 'U+0430'],
    ['\uff17', 'U+FF17'],
    ['\u212a', 'U+212A'],
    ['\u017f', 'U+017F'],
    ['\u200b', 'U+200B'],
    ['\u200d', 'U+200D'],
    ['\u00a0', 'U+00A0'],
    ['\u00ad', 'U+00AD'],
    ['\ufeff', 'U+FEFF'],
    ['\u{1d7d5}', 'U+1D7D5'],
  ]
  for (const [character, name] of characters) {
    for (const place of [0, 31, 63]) refused(t, at(place, character), 'hash-character', name, place)
    refused(t, `${hex.slice(0, 32)}${character}${hex.slice(32)}`, 'hash-character', name, 32)
    refused(t, hex + character, 'hash-character', name, 64)
    ends(t, inRecord(at(7, character)), 'record.schema', 'refuted', 'schema-invalid', name)
  }
  // Compatibility forms would make digits of some of them.
  const wide = hex.replaceAll(/./g, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  t.equal(wide.normalize('NFKC'), hex)
  refused(t, wide, 'hash-character', 'U+FF42', 0)
  refused(t, `\u017fha256:${hex}`, 'hash-character', 'U+017F', 0)
  t.end()
})

await t.test('H5: 64 hex digits where base64 is declared', t => {
  const digits = 'abcd'.repeat(16)
  t.equal(normalizeSha256(digits), `sha256:${digits}`, 'a digest is hex, always')
  const inBase64 = committed(
    { type: 'bytes', encoding: 'hex' },
    { sha256: '$seed' },
    { type: 'bytes', encoding: 'base64', length: 32 },
  )
  ends(
    t,
    examine(inBase64, { seed: encodeHex(encodeUtf8('abc')), hash: base64 }),
    'seed.committed',
    'proven',
    'values-equal',
  )
  const found = examine(inBase64, { seed: encodeHex(encodeUtf8('abc')), hash: hex })
  ends(t, found, 'document.read', 'not-provable', 'draw-value')
  t.match(claimOf(found, 'document.read')?.message, 'expected 32 bytes, found 48')
  refused(t, base64, 'hash-base64', 'decode the base64', 0)
  t.end()
})

await t.test('H6: base64 in other forms than the one', t => {
  const forms = [
    'QQ',
    'QQ=',
    'QQ===',
    'QR==',
    'QQ==\n',
    ' QQ==',
    'Q Q==',
    'QQ==QQ==',
    '-_-_',
    '+/-_',
    'QQ\u003d\uff1d',
    '!QQ==',
  ]
  for (const form of forms)
    t.equal(
      codeOf(() => decodeBase64(form)),
      'base64-invalid',
      show(form),
    )
  t.strictSame(decodeBase64('QQ=='), Uint8Array.of(0x41))
  // Other readers take all of these for the same byte.
  for (const form of ['QQ', 'QR==', ' QQ==', '!QQ=='])
    t.equal(Buffer.from(form, 'base64').toString(), 'A', form)
  const seed = committed({ type: 'bytes', encoding: 'base64' }, { sha256: '$seed' })
  const hash = encodeHex(sha256('A'))
  ends(t, examine(seed, { seed: 'QQ==', hash }), 'seed.committed', 'proven', 'values-equal')
  for (const form of forms) {
    ends(t, examine(seed, { seed: form, hash }), 'document.read', 'not-provable', 'draw-value', show(form))
  }
  for (const form of [base64.slice(0, 43), base64.replace(/\+/g, '-').replace(/\//g, '_')])
    refused(t, form, 'hash-base64')
  refused(t, base64.replace(/.=$/, 'B='), 'hash-character')
  t.end()
})

await t.test('H7: other algorithms by name', t => {
  const hash = 'hash the same bytes with SHA-256'
  for (const text of [
    `sha512:${hex}`,
    `sha512:${hex}${hex}`,
    `sha1:${hex.slice(0, 40)}`,
    `sha-1:${hex}`,
    `md5:${hex.slice(0, 32)}`,
    `md5:${hex}`,
    `SHA-512/256:${hex}`,
    `hmac-sha256:${hex}`,
  ]) {
    refused(t, text, 'hash-algorithm', hash, 0)
    ends(t, inRecord(text), 'record.schema', 'refuted', 'schema-invalid', text)
  }
  refused(t, `sha256:sha256:${hex}`, 'hash-prefix', 'write the prefix once', 7)
  refused(t, hex.slice(0, 40), 'hash-length', 'found 40, as many as SHA-1 has')
  refused(t, hex + hex, 'hash-length', 'found 128, as many as SHA-512 has')
  // A recipe may say that a platform hashes so: then the report says what that is worth.
  const weak = committed(
    { type: 'bytes', encoding: 'hex' },
    { md5: '$seed' },
    { type: 'bytes', encoding: 'hex' },
  )
  const md5 = createHash('md5').update('abc').digest('hex')
  const subject = examine(weak, { seed: '616263', hash: md5 })
  ends(t, subject, 'seed.committed', 'proven', 'values-equal')
  t.ok(findingsOf(subject).includes('weak-hash'))
  t.end()
})

await t.test('H8: other hashes of the same length', t => {
  const others = {
    'SHA3-256': native.hash('sha3-256', encodeUtf8('abc')),
    'Keccak-256': native.hash('keccak-256', encodeUtf8('abc')),
    'BLAKE2b-256': native.hash('blake2b-256', encodeUtf8('abc')),
    BLAKE3: native.hash('blake3', encodeUtf8('abc')),
  }
  const revealed = (hash: string) => examine(hexSeed, { seed: '616263', hash })
  ends(t, revealed(hex), 'seed.committed', 'proven', 'values-equal')
  for (const [name, digest] of Object.entries(others)) {
    refused(t, `${name.toLowerCase()}:${encodeHex(digest)}`, 'hash-algorithm')
    ends(t, revealed(encodeHex(digest)), 'seed.committed', 'refuted', 'values-differ', name)
  }
  for (const [digest, words] of [
    [sha256(bytes), 'the found digest is the expected one hashed again'],
    [sha256(hex), 'the found digest is the expected one hashed again as lower-case hex text'],
  ] as const) {
    const subject = revealed(encodeHex(digest))
    ends(t, subject, 'seed.committed', 'refuted', 'values-differ')
    t.equal(
      claimOf(subject, 'seed.committed')?.message,
      `the rule gives something else than the published hash: ${words}`,
    )
  }
  const ofText = explainMismatch(sha256('616263'), { digest: bytes, bytes: encodeUtf8('abc') }, sha256)
  t.equal(ofText, 'the expected digest is that of the same bytes as lower-case hex text')
  t.end()
})

await t.test('H9: the beginning of a digest', t => {
  for (const length of [8, 12, 16, 31]) {
    refused(t, hex.slice(0, length), 'hash-truncated', 'give all 64 hex digits')
    ends(t, inRecord(hex.slice(0, length)), 'record.schema', 'refuted', 'schema-invalid')
    t.notOk(equalBytes(bytes, bytes.subarray(0, length / 2)), 'never compared by its beginning')
  }
  for (const text of [`${hex.slice(0, 8)}…`, `${hex.slice(0, 8)}...${hex.slice(-8)}`])
    refused(t, text, 'hash-truncated', /./, 8)
  t.end()
})

await t.test('H10: digests that commit to nothing', t => {
  const nothing = encodeHex(sha256(''))
  t.equal(describeTrivialDigest(new Uint8Array(32)), 'all zero bytes')
  t.equal(describeTrivialDigest(sha256('')), 'the SHA-256 of empty input')
  for (const digest of ['0'.repeat(64), nothing]) {
    const subject = inRecord(`sha256:${digest}`)
    ends(t, subject, 'record.schema', 'proven', 'schema-valid')
    t.ok(findingsOf(subject).includes('hash-trivial'))
  }
  const empty = examine(hexSeed, { seed: '', hash: nothing })
  ends(t, empty, 'seed.committed', 'proven', 'values-equal')
  t.ok(findingsOf(empty).includes('hash-trivial'), 'and the report says what the seed was')
  t.notOk(findingsOf(inRecord(hex)).includes('hash-trivial'))
  t.end()
})

await t.test('H11: line ends and marks in a file of a seed', async t => {
  const seed = 'first line\nsecond line\n'
  const variants: readonly (readonly [written: string, slip: string])[] = [
    [seed.replaceAll('\n', '\r\n'), 'with CRLF line ends instead of LF'],
    [seed.trimEnd(), 'without the newline at the end'],
    [`${seed}\n`, 'with a newline at the end'],
    [`\ufeff${seed}`, 'after a byte order mark'],
  ]
  const text = { ...committed({ type: 'text' }, { sha256: { bytes_utf8: '$seed' } }) }
  ends(t, examine(text, { seed, hash: encodeHex(sha256(seed)) }), 'seed.committed', 'proven', 'values-equal')
  const file = join(t.testdir({ 'seed.txt': seed }), 'seed.txt')
  await Promise.all(
    variants.map(async ([written, slip]) => {
      const other = encodeHex(sha256(written))
      ends(t, examine(text, { seed, hash: other }), 'seed.committed', 'refuted', 'values-differ', slip)
      const { code, stdout } = await run(['hash', file, other])
      t.equal(code, 1)
      t.match(stdout, `different\nthe second digest is that of the same bytes ${slip}\n`)
    }),
  )
})

await t.test('H12: what is no text, and a million characters', t => {
  for (const value of [null, undefined, 0, true, {}, { sha256: hex }, [], [hex], bytes])
    refused(t, value, 'hash-type')
  refused(t, 'g'.repeat(1_000_000), 'hash-length', 'found 1000000 characters')
  // How long it is comes before what it is made of.
  refused(t, 'g'.repeat(1025), 'hash-length', 'found 1025 characters')
  refused(t, `sha256:${'g'.repeat(1017)}`, 'hash-character')
  for (const value of [null, 0, {}, [hex], 'g'.repeat(1_000_000)]) {
    ends(t, inRecord(value), 'record.schema', 'refuted', 'schema-invalid', show(value))
    ends(t, examine(hexSeed, { seed: '', hash: value }), 'document.read', 'not-provable', 'draw-value')
  }
  t.end()
})

await t.test('H13: bytes in reverse order', t => {
  const reversed = bytes.toReversed()
  const slip = 'the expected digest is the found one in reverse byte order'
  t.equal(explainMismatch(bytes, { digest: reversed }, sha256), slip)
  const subject = examine(hexSeed, { seed: '616263', hash: encodeHex(reversed) })
  ends(t, subject, 'seed.committed', 'refuted', 'values-differ')
  t.equal(
    claimOf(subject, 'seed.committed')?.message,
    `the rule gives something else than the published hash: ${slip}`,
  )
  t.end()
})

await t.test('H14: more than one digest, and white space', t => {
  for (const [text, place] of [
    [`${hex},${hex}`, 64],
    [`${hex} ${hex}`, 64],
    [`${hex}\n${hex}`, 64],
    [`${hex.slice(0, 32)} ${hex.slice(32)}`, 32],
    [`${hex.slice(0, 32)}\n${hex.slice(32)}`, 32],
    [` ${hex}`, 0],
    [hex.replace(/..(?=.)/g, '$&:'), 2],
  ] as const) {
    refused(t, text, 'hash-character', /./, place)
    ends(t, inRecord(text), 'record.schema', 'refuted', 'schema-invalid', show(text))
  }
  t.end()
})

await t.test('H15: digests of different lengths', t => {
  for (const length of [0, 1, 31, 33, 64]) {
    const other = new Uint8Array(length)
    other.set(bytes.subarray(0, length))
    t.equal(equalBytes(bytes, other), false, String(length))
    t.equal(equalBytes(other, bytes), false, String(length))
    t.equal(
      codeOf(() => formatSha256(other)),
      'hash-length',
      String(length),
    )
  }
  t.equal(equalBytes(new Uint8Array(), new Uint8Array()), true)
  t.throws(() => equalBytes(hex as unknown as Uint8Array, bytes), TypeError)
  t.end()
})
