/**
 * Signs and verifies webhooks: Standard Webhooks (v1 and v1a) and the form `t=…,v1=…` of other services.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { equalBytes } from './digest.js'
import { concatBytes, decodeHex, encodeBase64, encodeUtf8 } from './encoding.js'
import type { Engine } from './engine.js'
import { hmac } from './hmac.js'
import { parseJson, type JsonValue } from './json.js'
import { parseBase64 } from './note-values.js'
import { portable } from './portable.js'
import { verifySignature, type PublicKey } from './signature.js'
import {
  readListHeader,
  readStandardHeader,
  webhookId,
  type WebhookHeaders,
  type WrittenSignature,
} from './webhook-headers.js'
import { assertSecret, parseTextSecret, parseWebhookKey } from './webhook-key.js'

export type { WebhookHeaders }

/** The message to send. */
export interface WebhookMessage {
  /** The same on every attempt: visible ASCII without a full stop, at most 256 characters. */
  readonly id: string
  /** Time of the attempt, in seconds since 1970. */
  readonly timestamp: number
  /** Exactly the bytes to send. */
  readonly body: Uint8Array
}

/** A secret of 24 to 64 bytes (v1), or an Ed25519 signer (v1a). */
export type WebhookSigner =
  | {
      /** For HMAC-SHA256. */
      readonly secret: Uint8Array
    }
  | {
      /** Ed25519 over the content, 64 bytes. */
      readonly sign: (content: Uint8Array) => Uint8Array
    }

/** A received request and the keys to verify it with. */
export interface WebhookRequest {
  /** Exactly as received: a re-serialized body has another signature. */
  readonly body: Uint8Array | string
  /** As received; names in any letter case. */
  readonly headers: WebhookHeaders
  /**
   * `whsec_…`, `whpk_…`; for the form `t=…,v1=…` secrets as the other service shows them, at least 16 bytes.
   * Unreadable ones among several are skipped.
   */
  readonly keys: string | readonly string[]
  /** Current time. */
  readonly now: Date
  /** Max seconds between the time of the attempt and `now`, at most a day; 300 by default. */
  readonly tolerance?: number
  /**
   * Name of the header field for the form `t=…,v1=…`; Standard Webhooks by default. Declared, never guessed.
   */
  readonly header?: string
}

/** A webhook with a good signature. */
export interface OpenedWebhook {
  /** Standard Webhooks only: identifies the event across delivery attempts. */
  readonly id?: string
  /** Time of the attempt, in seconds since 1970. */
  readonly timestamp: number
  /** The body, parsed as JSON. */
  readonly payload: JsonValue
  /** Index of the key that verified, among the given ones. */
  readonly key: number
  /** `v1`: by a shared secret; `v1a`: by an Ed25519 key. */
  readonly version: 'v1' | 'v1a'
}

type VersionedKey =
  | { readonly version: 'v1'; readonly secret: Uint8Array }
  | { readonly version: 'v1a'; readonly key: PublicKey }

/** Max Ed25519 signatures checked: each costs milliseconds, and anyone may send wrong ones. */
const mostAsymmetric = 10

const day = 86_400

/**
 * Verifies a webhook: its signature by one of the keys, then that it is recent.
 *
 * @returns the payload, read by {@link parseJson} from the bytes that were signed; numbers may be decimals.
 * @throws DrawauditError `webhook-secret` if no key is given, or none is readable and long enough;
 * `webhook-header` for a header field that is missing, doubled or malformed; `webhook-signature` if no
 * signature is by a key; `webhook-expired` if the attempt is too far from `now`; `utf8-invalid` or a code
 * that begins with `json-` for a payload that is not JSON. RangeError for an invalid `now` or `tolerance`.
 *
 * @example
 * ```js
 * const secret = new Uint8Array(24)
 * const message = { id: 'msg_1', timestamp: 1700000000, body: new TextEncoder().encode('{}') }
 * const headers = {
 *   'webhook-id': 'msg_1',
 *   'webhook-timestamp': '1700000000',
 *   'webhook-signature': formatWebhookSignature(message, [{ secret }]),
 * }
 * const request = { body: message.body, headers, keys: `whsec_${encodeBase64(secret)}`, now: new Date(1700000060000) }
 * Object.keys(verifyWebhook(request)).length // 0
 * verifyWebhook({ ...request, body: '[]' }) // throws webhook-signature
 * ```
 */
export function verifyWebhook(request: WebhookRequest, engine: Engine = portable): JsonValue {
  const { now, tolerance = 300 } = request
  if (Number.isNaN(now.getTime())) throw new RangeError('expected a time')
  if (!Number.isInteger(tolerance) || tolerance < 0 || tolerance > day) {
    throw new RangeError(`expected a tolerance of 0 to ${day} seconds`)
  }
  // The signature first: an unsigned time means nothing, and the error for a wrong secret must not blame the
  // clock.
  const { payload, timestamp } = openWebhook(request, engine)
  assertRecent(timestamp, now, tolerance)
  return payload
}

/**
 * Like {@link verifyWebhook}, but without checking the time: a replay passes.
 *
 * @throws DrawauditError as {@link verifyWebhook} does, except `webhook-expired`.
 *
 * @example
 * ```js
 * const secret = new Uint8Array(24)
 * const message = { id: 'msg_1', timestamp: 1700000000, body: new TextEncoder().encode('{"type":"raffle.sealed"}') }
 * const headers = {
 *   'webhook-id': 'msg_1',
 *   'webhook-timestamp': '1700000000',
 *   'webhook-signature': formatWebhookSignature(message, [{ secret }]),
 * }
 * const request = { body: message.body, headers, keys: `whsec_${encodeBase64(secret)}`, now: new Date(1700000060000) }
 * openWebhook(request).payload.type // raffle.sealed
 * ```
 */
export function openWebhook(
  request: Omit<WebhookRequest, 'now' | 'tolerance'>,
  engine: Engine = portable,
): OpenedWebhook {
  const { headers, header } = request
  const keys = readKeys(request.keys, header === undefined ? readStandardKey : readTextKey)
  const read = header === undefined ? readStandardHeader(headers) : readListHeader(headers, header)
  const { id, timestamp, signatures } = read
  const body = typeof request.body === 'string' ? encodeUtf8(request.body) : request.body
  const content = encodeContent([...(id === undefined ? [] : [id]), timestamp], body)
  const decode = header === undefined ? parseBase64 : parseHexMac
  const found = keys.usable.find(({ key }) => hasSigned(key, content, signatures, decode, engine))
  if (found === undefined) throw explainRefusal(keys, signatures)
  return {
    ...(id !== undefined && { id }),
    timestamp: Number(timestamp),
    payload: parseJson(body, { numbers: 'decimal' }),
    key: found.index,
    version: found.key.version,
  }
}

/**
 * Asserts that the time of an attempt is within the tolerance.
 *
 * @param timestamp - seconds since 1970.
 * @throws DrawauditError `webhook-expired`, with the difference and its direction.
 */
export function assertRecent(timestamp: number, now: Date, tolerance = 300, moment = 'now'): void {
  const age = Math.floor(now.getTime() / 1000) - timestamp
  if (Math.abs(age) <= tolerance) return
  const [side, hint] =
    age > 0
      ? ['before', 'it may be a replay, was held up on its way, or the clock of the receiver is fast']
      : ['after', 'the clock of the receiver is slow, or that of the sender is fast']
  throw new DrawauditError(
    'webhook-expired',
    `it was sent ${Math.abs(age)} seconds ${side} ${moment}, and ${tolerance} are allowed`,
    { hint },
  )
}

/**
 * The value of `webhook-signature`: one signature for each signer, in order.
 *
 * @param signers - one signature each, in this order.
 * @throws RangeError for an invalid id or time, no signer, or a secret that receivers refuse.
 *
 * @example
 * ```js
 * const secret = new Uint8Array(24)
 * const message = { id: 'msg_1', timestamp: 1700000000, body: new TextEncoder().encode('{}') }
 * formatWebhookSignature(message, [{ secret }]).startsWith('v1,') // true
 * ```
 */
export function formatWebhookSignature(
  message: WebhookMessage,
  signers: readonly WebhookSigner[],
  engine: Engine = portable,
): string {
  const { id, timestamp, body } = message
  if (!webhookId.test(id)) throw new RangeError('expected an id of visible characters without a full stop')
  if (!Number.isInteger(timestamp) || timestamp < 0 || timestamp >= 1e15) {
    throw new RangeError('expected a time in whole seconds since 1970')
  }
  if (signers.length === 0) throw new RangeError('expected a signer')
  const content = encodeContent([id, String(timestamp)], body)
  return signers
    .map(signer => {
      if ('secret' in signer) {
        assertSecret(signer.secret)
        return `v1,${encodeBase64(hmac(engine, 'sha256', signer.secret, content))}`
      }
      const signature = signer.sign(content)
      if (signature.length !== 64) throw new RangeError(`expected 64 bytes, found ${signature.length}`)
      return `v1a,${encodeBase64(signature)}`
    })
    .join(' ')
}

/**
 * The signed content. Neither id nor timestamp has a full stop, so it is unambiguous.
 *
 * ```
 * id "." timestamp "." body       Standard Webhooks
 *        timestamp "." body       t=…,v1=…
 * ```
 */
function encodeContent(before: readonly string[], body: Uint8Array): Uint8Array {
  return concatBytes(encodeUtf8(before.map(part => `${part}.`).join('')), body)
}

/** The given keys: usable ones, and the faults of the others. */
interface GivenKeys {
  readonly usable: readonly { readonly index: number; readonly key: VersionedKey }[]
  /** Reasons in words, with key positions. */
  readonly unusable: readonly string[]
}

/** One badly copied key must not disable the others, such as those of a rotation. */
function readKeys(given: string | readonly string[], read: (text: string) => VersionedKey): GivenKeys {
  // A missing setting is undefined, whatever the types say.
  const texts = [given].flat()
  if (texts.length === 0) {
    throw new DrawauditError('webhook-secret', 'no webhook key is given', {
      hint: 'give the secret of the endpoint, whsec_…, or a public key of the sender, whpk_…',
    })
  }
  if (texts.length === 1) {
    return { usable: texts.map((text, index) => ({ index, key: read(text) })), unusable: [] }
  }
  const usable: { index: number; key: VersionedKey }[] = []
  const unusable: string[] = []
  for (const [index, text] of texts.entries()) {
    try {
      usable.push({ index, key: read(text) })
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      unusable.push(`key ${index + 1} of ${texts.length}: ${error.message}`)
    }
  }
  if (usable.length > 0) return { usable, unusable }
  throw new DrawauditError('webhook-secret', `no webhook key can be used: ${unusable.join('; ')}`, {
    hint: 'copy them again, whole',
  })
}

function readStandardKey(text: string): VersionedKey {
  const parsed = parseWebhookKey(text)
  return parsed.kind === 'secret'
    ? { version: 'v1', secret: parsed.secret }
    : { version: 'v1a', key: parsed.key }
}

const readTextKey = (text: string): VersionedKey => ({ version: 'v1', secret: parseTextSecret(text) })

/** The key decides which signature versions count, never the header. */
function hasSigned(
  key: VersionedKey,
  content: Uint8Array,
  signatures: readonly WrittenSignature[],
  decode: (text: string) => Uint8Array | undefined,
  engine: Engine,
): boolean {
  const own = signatures
    .filter(({ version }) => version === key.version)
    .flatMap(({ text }) => decode(text) ?? [])
  if (key.version === 'v1') {
    const expected = hmac(engine, 'sha256', key.secret, content)
    // Compares all, so that timing does not reveal where one differs.
    return own.filter(mac => equalBytes(mac, expected)).length > 0
  }
  if (own.length > mostAsymmetric) {
    throw new DrawauditError(
      'webhook-header',
      `expected at most ${mostAsymmetric} v1a signatures, found ${own.length}`,
    )
  }
  return own.some(signature => verifySignature(key.key, content, signature, engine))
}

function parseHexMac(text: string): Uint8Array | undefined {
  return /^[0-9a-f]{64}$/i.test(text) ? decodeHex(text) : undefined
}

function explainRefusal(
  { usable, unusable }: GivenKeys,
  signatures: readonly WrittenSignature[],
): DrawauditError {
  const versions = new Set(signatures.map(({ version }) => version))
  const comparable = usable.some(({ key }) => versions.has(key.version))
  const kinds = { v1: 'secret', v1a: 'public key' }
  const wanted = (['v1', 'v1a'] as const)
    .filter(version => versions.has(version))
    .map(version => kinds[version])
  const refusal = comparable
    ? 'no signature is by a key that was given'
    : 'no signature has a version that the keys can verify'
  return new DrawauditError('webhook-signature', [refusal, ...unusable].join('; not used: '), {
    hint:
      comparable || wanted.length === 0
        ? 'give the key of this endpoint and the body exactly as it was received, not parsed and printed again'
        : `these signatures are verified with a ${wanted.join(' or a ')}`,
  })
}
