import { createHash } from 'node:crypto'
import t from 'tap'
import { readHash } from '../../src/model/hash-form.js'

const digest = (algorithm: string): Buffer => createHash(algorithm).update('abc').digest()
const [short, middle, long] = [digest('sha256'), digest('sha384'), digest('sha512')] as const
const hex = short.toString('hex')

await t.test('64 hex digits, bare or after sha256:, in any letter case', t => {
  for (const text of [hex, hex.toUpperCase(), `sha256:${hex}`, `SHA256:${hex.toUpperCase()}`]) {
    t.strictSame(readHash(text), { bytes: new Uint8Array(short) }, text)
  }
  t.end()
})

await t.test('other forms, with the same bytes and what they are', t => {
  const cases: readonly (readonly [text: string, bytes: Buffer, says: string])[] = [
    [`0x${hex}`, short, '64 hex digits after 0x'],
    [`sha-256:${hex}`, short, '64 hex digits after sha-256:'],
    [`SHA-256=${hex}`, short, '64 hex digits after SHA-256='],
    [`sha256-${short.toString('base64')}`, short, 'base64 of 32 bytes after sha256-'],
    [short.toString('base64'), short, 'base64 of 32 bytes'],
    [short.toString('base64url'), short, 'base64 of 32 bytes'],
    [`sha256:${short.toString('base64')}`, short, 'base64 of 32 bytes after sha256:'],
    [`sha512/256:${hex}`, short, '64 hex digits after sha512/256:'],
    [`sha3-256:${hex}`, short, '64 hex digits after sha3-256:'],
    [middle.toString('hex'), middle, '96 hex digits'],
    [`sha384-${middle.toString('base64')}`, middle, 'base64 of 48 bytes after sha384-'],
    [long.toString('hex').toUpperCase(), long, '128 hex digits'],
    [`sha512:${long.toString('hex')}`, long, '128 hex digits after sha512:'],
    [long.toString('base64'), long, 'base64 of 64 bytes'],
    [long.toString('base64url'), long, 'base64 of 64 bytes'],
  ]
  for (const [text, bytes, otherForm] of cases) {
    t.strictSame(readHash(text), { bytes: new Uint8Array(bytes), otherForm }, text)
  }
  t.end()
})

await t.test('what is no such hash', t => {
  for (const text of [
    ...['', 'none', 'sha256:', hex.slice(1), `${hex}0`, `sha256:${hex.slice(1)}`, `${hex.slice(0, 62)}zz`],
    ...[`${hex.slice(0, 8)}…`, ` ${hex}`, `${hex}\n`, `${hex},${hex}`, `sha256:sha256:${hex}`],
    // The algorithm and the length contradict each other.
    ...[
      `sha512:${hex}`,
      `sha256:${long.toString('hex')}`,
      `sha-384:${hex}`,
      `sha256:${long.toString('base64')}`,
    ],
    // Shorter than what the specification names.
    ...[digest('md5').toString('hex'), digest('sha1').toString('hex'), digest('sha224').toString('hex')],
    ...[`md5:${hex}`, `sha1:${hex}`, `hmac-sha256:${hex}`],
    // 64 characters of base64 are more likely hex with a slip; and bits that no byte has.
    ...[
      middle.toString('base64'),
      `${short.toString('base64').slice(0, 42)}B=`,
      `0x${short.toString('base64')}`,
    ],
  ]) {
    t.equal(readHash(text), undefined, JSON.stringify(text))
  }
  t.end()
})
