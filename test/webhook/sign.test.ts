// What an attempt takes from the secrets of a store, and how often they are decrypted and signed with.
import * as crypto from 'node:crypto'
import '@tapjs/mock/import'
import t from 'tap'
import { native } from '../../src/native/engine.js'
import { verifyWebhook } from '../../src/core/webhook.js'
import { formatWebhookPublicKey } from '../../src/core/webhook-key.js'
import { parsePublicKey } from '../../src/core/signature.js'
import type { WebhookKeyRow } from '../../src/store/outbox.js'
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

const seal = (secret: Uint8Array): Uint8Array => Uint8Array.of(0, ...secret)
const secretOf = (byte: number): Uint8Array => new Uint8Array(24).fill(byte)
const shown = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`

/** An Ed25519 key as a store has it, and as its owner shows it. */
function createKey(): { row: WebhookKeyRow; text: string } {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('ed25519')
  const bytes = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  return {
    row: { publicKey: bytes, secret: seal(seed), createdAt: start },
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

await t.test('a secret is decrypted once, however often it signs, and so is the one before it', t => {
  const { opened, decrypt } = openSeals()
  const signers = new Signers(decrypt, native)
  const oldSecret = { secret: seal(secretOf(1)), until: start + 60_000 }
  const told = endpoint(1, { secret: seal(secretOf(2)), oldSecret })
  for (let count = 0; count < 3; count += 1) {
    const headers = signers.headers(told, [], { id, body }, start)
    t.strictSame(signedBy(headers, [shown(secretOf(1)), shown(secretOf(2))]), [true, true])
  }
  t.equal(opened.length, 2)
  for (let count = 0; count < 3; count += 1) signers.url({ ...told, path: seal(Buffer.from('/hook')) })
  t.equal(opened.length, 3, 'and a path')
  t.end()
})

await t.test('a secret or a path that is another one is used from then on', t => {
  const { decrypt } = openSeals()
  const signers = new Signers(decrypt, native)
  const keys = [1, 2].map(byte => shown(secretOf(byte)))
  for (const [byte, expected] of [
    [1, [true, false]],
    [2, [false, true]],
  ] as const) {
    const told = endpoint(1, { secret: seal(secretOf(byte)), path: seal(Buffer.from(`/hook/${byte}`)) })
    t.strictSame(signedBy(signers.headers(told, [], { id, body }, start), keys), expected)
    t.equal(signers.url(told), `https://subscriber-1.example/hook/${byte}`)
  }
  t.end()
})

await t.test('a key signs a message once a second, to however many endpoints it goes', async t => {
  let signed = 0
  const counted = {
    ...crypto,
    sign(algorithm: null, content: Uint8Array, key: crypto.KeyObject) {
      signed += 1
      return crypto.sign(algorithm, content, key)
    },
  }
  const mocked = await t.mockImport<typeof import('../../src/webhook/sign.js')>('../../src/webhook/sign.js', {
    'node:crypto': counted,
  })
  const { opened, decrypt } = openSeals()
  const signers = new mocked.Signers(decrypt, native)
  const key = createKey()
  const other = createKey()
  const send = (n: number, now: number, keys = [key.row]) => {
    const told = endpoint(n, { secret: seal(secretOf(n)) })
    return signers.headers(told, keys, { id, body }, now)
  }
  for (const n of [1, 2, 3]) t.strictSame(signedBy(send(n, start + n), [key.text]), [true])
  t.equal(signed, 1)
  t.strictSame(signedBy(send(1, start + 10, [key.row, other.row]), [key.text, other.text]), [true, true])
  t.equal(signed, 2, 'once for each key')
  // A timestamp is a part of what is signed.
  t.strictSame(signedBy(send(1, start + 1000), [key.text]), [true])
  t.equal(signed, 3, 'and again in the next second')
  t.equal(opened.filter(place => place === 'webhook key').length, 2, 'each key is decrypted once')
})
