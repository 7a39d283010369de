/**
 * Keys of Standard Webhooks: shared secrets, and public keys of the sender.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { encodeBase64, encodeUtf8 } from './encoding.js'
import { parseBase64 } from './note-values.js'
import { parsePublicKey, type PublicKey } from './signature.js'

/** A secret verifies only `v1` signatures, a public key (Ed25519) only `v1a`. */
export type WebhookKey =
  | { readonly kind: 'secret'; readonly secret: Uint8Array }
  | { readonly kind: 'public'; readonly key: PublicKey }

const secretPrefix = 'whsec_'
const publicPrefix = 'whpk_'

/**
 * Reads a key.
 *
 * ```
 * "whsec_" base64( secret, 24 to 64 bytes )
 * "whpk_"  base64( Ed25519 public key, 32 bytes )
 * ```
 *
 * Base64 alone is a secret, as in other libraries, unless it has 32 bytes: a public key that lost its prefix
 * would be a secret known to everyone.
 *
 * @throws DrawauditError `webhook-secret`, without quoting the text, for another form or length and for
 * non-canonical base64; `key-invalid`, `key-weak` for a bad public key.
 */
export function parseWebhookKey(text: string): WebhookKey {
  if (typeof (text as unknown) !== 'string') throw wrong('expected text')
  if (text === '') throw wrong('it is empty')
  if (text.startsWith('whsk_'))
    throw wrong('this is the secret key of a sender, found where its public key belongs')
  if (text.startsWith(publicPrefix)) {
    const bytes = parseBase64(text.slice(publicPrefix.length))
    if (bytes?.length !== 32) throw wrong(`expected the base64 of 32 bytes after ${publicPrefix}`)
    return { kind: 'public', key: parsePublicKey('ed25519', bytes) }
  }
  const hasPrefix = text.startsWith(secretPrefix)
  const secret = parseBase64(hasPrefix ? text.slice(secretPrefix.length) : text)
  if (secret === undefined) {
    throw wrong(
      hasPrefix
        ? `expected base64 after ${secretPrefix}`
        : `expected ${secretPrefix} or ${publicPrefix} first`,
    )
  }
  if (!isSecretLength(secret.length)) throw wrong(`expected 24 to 64 bytes, found ${secret.length}`)
  if (!hasPrefix && secret.length === 32) {
    throw wrong(
      `these 32 bytes may be a secret or a public key: write ${secretPrefix} or ${publicPrefix} before them`,
    )
  }
  return { kind: 'secret', secret }
}

/**
 * Reads a secret of the form `t=…,v1=…`: the key is the text itself, as the other service shows it.
 *
 * @throws DrawauditError `webhook-secret` for a public key, for less than 16 bytes, and for surrounding white
 * space.
 */
export function parseTextSecret(text: string): Uint8Array {
  const refuse = (message: string): DrawauditError =>
    new DrawauditError('webhook-secret', `not a webhook secret: ${message}`, {
      hint: 'copy it again, as the service shows it',
    })
  if (typeof (text as unknown) !== 'string') throw refuse('expected text')
  // Anyone could sign with a public key as the secret.
  if (text.startsWith(publicPrefix)) throw refuse('this is a public key')
  if (text !== text.trim()) throw refuse('there is white space around it')
  const secret = encodeUtf8(text)
  if (secret.length < 16) throw refuse(`expected at least 16 bytes, found ${secret.length}`)
  return secret
}

/**
 * Writes a secret as {@link parseWebhookKey} reads it.
 *
 * @throws RangeError unless it has 24 to 64 bytes.
 */
export function formatWebhookSecret(secret: Uint8Array): string {
  assertSecret(secret)
  return secretPrefix + encodeBase64(secret)
}

/**
 * Writes a public key as {@link parseWebhookKey} reads it.
 *
 * @throws RangeError unless it is an Ed25519 key.
 */
export function formatWebhookPublicKey(key: PublicKey): string {
  if (key.algorithm !== 'ed25519') throw new RangeError(`expected an Ed25519 key, found ${key.algorithm}`)
  return publicPrefix + encodeBase64(key.bytes)
}

/** @throws RangeError for a secret length that receivers refuse. */
export function assertSecret(secret: Uint8Array): void {
  if (!isSecretLength(secret.length)) throw new RangeError(`expected 24 to 64 bytes, found ${secret.length}`)
}

function isSecretLength(length: number): boolean {
  return length >= 24 && length <= 64
}

function wrong(message: string): DrawauditError {
  return new DrawauditError('webhook-secret', `not a webhook key: ${message}`, {
    hint: `a secret is ${secretPrefix} and base64, a public key ${publicPrefix} and base64: copy it again, whole`,
  })
}
