/**
 * Requests as a service sends them, for the commands of a subscriber.
 *
 * @packageDocumentation
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeBase64, encodeUtf8 } from '../../src/core/encoding.js'
import { parsePublicKey } from '../../src/core/signature.js'
import { formatWebhookPublicKey, formatWebhookSecret } from '../../src/core/webhook-key.js'
import { formatWebhookSignature, type WebhookSigner } from '../../src/core/webhook.js'

export const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
export const challenge = 'q1vS0sKp3b5c7-1hZx0yJm2gTf8uWn4eLr6aQo9dV_I'

export const event = {
  type: 'raffle.cancelled',
  timestamp: '2026-11-20T16:15:00+00:00',
  data: { raffle_id: raffle, reason: 'too few entries \u001b[31m' },
}
export const asked = { type: 'endpoint.challenge', timestamp: event.timestamp, data: { challenge } }

const bytes = new Uint8Array(32).fill(7)
export const secret = formatWebhookSecret(bytes)
export const otherSecret = formatWebhookSecret(bytes.map(byte => byte + 1))

const pair = generateKeyPairSync('ed25519')
const spki = pair.publicKey.export({ format: 'der', type: 'spki' })
export const publicKey = formatWebhookPublicKey(
  parsePublicKey('ed25519', decodeBase64(spki.subarray(-32).toString('base64'))),
)

const signers: readonly WebhookSigner[] = [
  { secret: bytes },
  { sign: content => new Uint8Array(sign(null, content, pair.privateKey)) },
]

export interface Made {
  readonly id?: string
  readonly timestamp?: number
  readonly body?: string
}

/** The header fields of an attempt. */
export function headersOf({
  id = 'msg_1',
  timestamp = Math.floor(Date.now() / 1000),
  body = JSON.stringify(event),
}: Made): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': formatWebhookSignature({ id, timestamp, body: encodeUtf8(body) }, signers),
  }
}

/** A request as it would be saved. */
export function rawRequest(made: Made = {}, lineEnd = '\r\n'): string {
  const { body = JSON.stringify(event) } = made
  const fields = Object.entries({
    Host: 'subscriber.example',
    ...headersOf(made),
    'Content-Length': encodeUtf8(body).length,
  })
  const lines = ['POST /hooks HTTP/1.1', ...fields.map(([name, value]) => `${name}: ${value}`), '', '']
  return lines.join(lineEnd) + body
}

/** Writes a file, and gives its path. */
export function save(folder: string, name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content, { mode: 0o600 })
  return file
}

/** The keys as a subscriber has them in files. */
export function saveKeys(folder: string): Record<'secrets' | 'wrong' | 'trust', string> {
  return {
    secrets: save(folder, 'secrets.txt', `${otherSecret}\n\n${secret}\n`),
    wrong: save(folder, 'wrong.txt', `${otherSecret}\r\n`),
    trust: save(folder, 'trust.json', JSON.stringify({ trust: 'drawaudit/v1', webhook_keys: [publicKey] })),
  }
}
