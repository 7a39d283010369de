/**
 * Webhooks: signed, and verified, by Standard Webhooks (v1 and v1a) and by the form `t=…,v1=…` of other services.
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

/** What is sent. */
export interface WebhookMessage {
  /** The same on every attempt: visible ASCII without a full stop, at most 256 characters. */
  readonly id: string
  /** Seconds since 1970, of the attempt. */
  readonly timestamp: number
  readonly body: Uint8Array
}

/** Who signs: a secret of 24 to 64 bytes (v1), or an Ed25519 key (v1a). */
export type WebhookSigner =
  | { readonly secret: Uint8Array }
  | {
      /** Ed25519 over the content, 64 bytes. */
      readonly sign: (content: Uint8Array) => Uint8Array
    }

/** What was received, and what it is verified with. */
export interface WebhookRequest {
  /** Exactly as it was received: what is parsed and printed again has another signature. */
  readonly body: Uint8Array | string
  readonly headers: WebhookHeaders
  /**
   * `whsec_…`, `whpk_…`; for the form `t=…,v1=…` secrets as the other service shows them, of 16 bytes and more. Of
   * several, those that cannot be read are left out.
   */
  readonly keys: string | readonly string[]
  readonly now: Date
  /** Seconds that the time of the attempt may be before or after `now`, at most a day; 300 when left out. */
  readonly tolerance?: number
  /** The name of a header field of the form `t=…,v1=…`; Standard Webhooks when left out: declared, never guessed. */
  readonly header?: string
}

/** A webhook whose signature is good. */
export interface OpenedWebhook {
  /** Of Standard Webhooks: tells attempts to deliver the same event. */
  readonly id?: string
  /** Seconds since 1970, of the attempt. */
  readonly timestamp: number
  readonly payload: JsonValue
  /** Index of the key whose signature it is, among those that were given. */
  readonly key: number
  readonly version: 'v1' | 'v1a'
}

type Key =
  | { readonly version: 'v1'; readonly secret: Uint8Array }
  | { readonly version: 'v1a'; readonly key: PublicKey }

/** An Ed25519 signature costs milliseconds, and anyone may send any number of wrong ones. */
const mostAsymmetric = 10

const day = 86_400

/**
 * Verifies a webhook: its signature by one of the keys, then that it was sent just now.
 *
 * @returns the payload, read by {@link parseJson} from the bytes that were signed; numbers may be decimals.
 * @throws DrawauditError `webhook-secret` when no key is given, or none that can be read and is long enough; `webhook-header`
 * for a header field that is missing, doubled or malformed; `webhook-signature` when no signature is by a key;
 * `webhook-expired` when the attempt is too long before or after `now`; `utf8-invalid` or a code that begins with
 * `json-` for a payload that is not JSON. RangeError for a `now` or `tolerance` that is none.
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
  // The signature first: a time that nobody signed says nothing, and whoever has the wrong secret should read that,
  // not that their clock is off.
  const { payload, timestamp } = openWebhook(request, engine)
  assertRecent(timestamp, now, tolerance)
  return payload
}

/**
 * All that {@link verifyWebhook} does but one thing: it does not ask when the webhook was sent, so a replay passes.
 *
 * @throws DrawauditError as {@link verifyWebhook} does, but `webhook-expired`.
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
 * The time of an attempt is within the tolerance.
 *
 * @param timestamp - seconds since 1970.
 * @throws DrawauditError `webhook-expired`, which says by how much and in which direction.
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
 * The value of `webhook-signature`: one signature of each signer, in their order.
 *
 * @throws RangeError for an id or a time that cannot be signed, no signer, or a secret that receivers refuse.
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
 * What is signed. Neither id nor timestamp has a full stop, so it can be split in one way only.
 *
 * ```
 * id "." timestamp "." body       Standard Webhooks
 *        timestamp "." body       t=…,v1=…
 * ```
 */
function encodeContent(before: readonly string[], body: Uint8Array): Uint8Array {
  return concatBytes(encodeUtf8(before.map(part => `${part}.`).join('')), body)
}

/** Keys that were given: those that can be used, and what is wrong with the others. */
interface GivenKeys {
  readonly usable: readonly { readonly index: number; readonly key: Key }[]
  /** In words, with their places. */
  readonly unusable: readonly string[]
}

/** One key that was copied wrongly must not keep the others, such as those of a rotation, from being used. */
function readKeys(given: string | readonly string[], read: (text: string) => Key): GivenKeys {
  // A setting that is missing is undefined, whatever the types say.
  const texts = [given].flat()
  if (texts.length === 0) {
    throw new DrawauditError('webhook-secret', 'no webhook key is given', {
      hint: 'give the secret of the endpoint, whsec_…, or a public key of the sender, whpk_…',
    })
  }
  if (texts.length === 1) {
    return { usable: texts.map((text, index) => ({ index, key: read(text) })), unusable: [] }
  }
  const usable: { index: number; key: Key }[] = []
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

function readStandardKey(text: string): Key {
  const parsed = parseWebhookKey(text)
  return parsed.kind === 'secret'
    ? { version: 'v1', secret: parsed.secret }
    : { version: 'v1a', key: parsed.key }
}

const readTextKey = (text: string): Key => ({ version: 'v1', secret: parseTextSecret(text) })

/** Which signatures a key can have made follows from the key, never from what the header says of itself. */
function hasSigned(
  key: Key,
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
    // Each is compared, whatever was found before: how long it takes says nothing of where one differs.
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
    : 'no signature is of a kind that the keys can verify'
  return new DrawauditError('webhook-signature', [refusal, ...unusable].join('; not used: '), {
    hint:
      comparable || wanted.length === 0
        ? 'give the key of this endpoint and the body exactly as it was received, not parsed and printed again'
        : `these signatures are verified with a ${wanted.join(' or a ')}`,
  })
}
