// What an attempt takes from the secrets of a store, and how often they are decrypted.
import * as crypto from 'node:crypto'
import t from 'tap'
import { native } from '../../src/native/engine.js'
import { verifyWebhook } from '../../src/core/webhook.js'
import { formatWebhookPublicKey } from '../../src/core/webhook-key.js'
import { parsePublicKey } from '../../src/core/signature.js'
import type { EndpointKey, EndpointRow } from '../../src/store/outbox.js'
import { Signers } from '../../src/webhook/sign.js'
import { endpoint, message, start } from '../store/contract/outbox.js'

/** Sealed is what has another first byte; the places that are opened are noted. */
function openSeals(): { opened: string[]; decrypt: (sealed: Uint8Array, place: string) => Uint8Array } {
  const opened: string[] = []
  return {
    opened,
    decrypt(sealed, place) {
      opened.push(place.split(' ').slice(0, 2).join(' '))
      return sealed.subarray(1)
    },
  }
}

/** Whose keys can sign: every endpoint of these tests has one. */
const told = (n: number, more: Partial<EndpointRow>): EndpointRow =>
  endpoint(n, { key: createKey().row, ...more })

const seal = (secret: Uint8Array): Uint8Array => Uint8Array.of(0, ...secret)
const secretOf = (byte: number): Uint8Array => new Uint8Array(24).fill(byte)
const shown = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`

/** An Ed25519 key as a store has it, and as its owner shows it. */
function createKey(): { row: EndpointKey; text: string } {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('ed25519')
  const bytes = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  return {
    row: { publicKey: bytes, secret: seal(seed) },
    text: formatWebhookPublicKey(parsePublicKey('ed25519', bytes)),
  }
}

const { id, body } = message(1)

/** Which of these keys and secrets have signed. */
const signedBy = (headers: readonly (readonly [string, string])[], keys: readonly string[]): boolean[] =>
  keys.map(one => {
    try {
      verifyWebhook({ headers: Object.fromEntries(headers), body, keys: one, now: new Date(start) })
      return true
    } catch {
      return false
    }
  })

await t.test(
  'a secret is decrypted once, however often it signs, and so are the one before it and the key',
  t => {
    const { opened, decrypt } = openSeals()
    const signers = new Signers(decrypt, native)
    const oldSecret = { secret: seal(secretOf(1)), until: start + 60_000 }
    const one = told(1, { secret: seal(secretOf(2)), oldSecret })
    for (let count = 0; count < 3; count += 1) {
      const headers = signers.headers(one, { id, body }, start)
      t.strictSame(signedBy(headers, [shown(secretOf(1)), shown(secretOf(2))]), [true, true])
    }
    t.equal(opened.length, 3)
    for (let count = 0; count < 3; count += 1) signers.url({ ...one, path: seal(Buffer.from('/hook')) })
    t.equal(opened.length, 4, 'and a path')
    t.end()
  },
)

await t.test('a secret or a path that is another one is used from then on', t => {
  const { decrypt } = openSeals()
  const signers = new Signers(decrypt, native)
  const keys = [1, 2].map(byte => shown(secretOf(byte)))
  for (const [byte, expected] of [
    [1, [true, false]],
    [2, [false, true]],
  ] as const) {
    const one = told(1, { secret: seal(secretOf(byte)), path: seal(Buffer.from(`/hook/${byte}`)) })
    t.strictSame(signedBy(signers.headers(one, { id, body }, start), keys), expected)
    t.equal(signers.url(one), `https://subscriber-1.example/hook/${byte}`)
  }
  t.end()
})

await t.test('the key before signs too until its time has ended', t => {
  const { opened, decrypt } = openSeals()
  const signers = new Signers(decrypt, native)
  const [key, before, other] = [createKey(), createKey(), createKey()]
  const one = told(1, {
    secret: seal(secretOf(1)),
    key: key.row,
    oldKey: { ...before.row, until: start + 1000 },
  })
  const texts = [key.text, before.text, other.text]
  for (let count = 0; count < 3; count += 1) {
    const headers = signers.headers(one, { id, body }, start + 999)
    t.strictSame(signedBy(headers, texts), [true, true, false])
    const signature = headers.find(([name]) => name === 'webhook-signature')?.[1] ?? ''
    t.strictSame(
      signature.split(' ').map(text => text.split(',')[0]),
      ['v1', 'v1a', 'v1a'],
      'with spaces between',
    )
  }
  t.strictSame(signedBy(signers.headers(one, { id, body }, start + 1000), texts), [true, false, false])
  t.equal(opened.filter(place => place === 'webhook key').length, 2, 'each is decrypted once')
  t.end()
})
