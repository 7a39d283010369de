/**
 * Decrypts the secrets of an attempt: the URL, and the keys that sign its header fields.
 *
 * @packageDocumentation
 */
import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { concatBytes, decodeHex, decodeUtf8 } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { formatWebhookSignature, type WebhookSigner } from '../core/webhook.js'
import type { HeaderField } from '../model/exchange.js'
import { keyPlace, pathPlace, secretPlace, type EndpointKey, type EndpointRow } from '../store/outbox.js'

/** Decrypts a secret of the store, given its place there. */
export type Decrypt = (sealed: Uint8Array, place: string) => Uint8Array

/** PKCS #8 prefix of a 32-byte Ed25519 key (RFC 8410, section 7). */
const pkcs8Prefix = decodeHex('302e020100300506032b657004220420')

/** Gives URLs and signatures from a store's secrets, each decrypted once. */
export class Signers {
  readonly #decrypt: Decrypt
  readonly #engine: Engine
  readonly #secrets = new Map<string, { readonly sealed: Uint8Array; readonly secret: Uint8Array }>()
  readonly #keys = new Map<string, KeyObject>()

  constructor(decrypt: Decrypt, engine: Engine) {
    this.#decrypt = decrypt
    this.#engine = engine
  }

  /** @throws DrawauditError `store-damaged` if the URL's path cannot be decrypted. */
  url(endpoint: EndpointRow): string {
    return endpoint.origin + decodeUtf8(this.#open(pathPlace(endpoint), endpoint.path))
  }

  /**
   * Header fields of an attempt.
   *
   * @param now - milliseconds since 1970.
   * @throws DrawauditError `store-damaged` if a secret or key cannot be decrypted.
   */
  headers(
    endpoint: EndpointRow,
    { id, body }: { readonly id: string; readonly body: Uint8Array },
    now: number,
  ): readonly HeaderField[] {
    const timestamp = Math.floor(now / 1000)
    const { key, oldKey, oldSecret } = endpoint
    const signers: WebhookSigner[] = [{ secret: this.#open(secretPlace(endpoint.id), endpoint.secret) }]
    if (oldSecret !== undefined && now < oldSecret.until) {
      signers.push({ secret: this.#open(secretPlace(endpoint.id), oldSecret.secret, ' old') })
    }
    signers.push(this.#signer(endpoint.id, key))
    if (oldKey !== undefined && now < oldKey.until) signers.push(this.#signer(endpoint.id, oldKey))
    const signature = formatWebhookSignature({ id, timestamp, body }, signers, this.#engine)
    return [
      ['webhook-id', id],
      ['webhook-timestamp', String(timestamp)],
      ['webhook-signature', signature],
    ]
  }

  /** @param which - distinguishes secrets at one place. */
  #open(place: string, sealed: Uint8Array, which = ''): Uint8Array {
    const name = place + which
    const known = this.#secrets.get(name)
    if (known !== undefined && Buffer.compare(known.sealed, sealed) === 0) return known.secret
    const secret = this.#decrypt(sealed, place)
    this.#secrets.set(name, { sealed, secret })
    return secret
  }

  #signer(id: string, { publicKey, secret }: EndpointKey): WebhookSigner {
    const place = keyPlace(id, publicKey)
    let key = this.#keys.get(place)
    if (key === undefined) {
      const bytes = concatBytes(pkcs8Prefix, this.#decrypt(secret, place))
      key = createPrivateKey({ key: Buffer.from(bytes), format: 'der', type: 'pkcs8' })
      this.#keys.set(place, key)
    }
    const signing = key
    return { sign: content => new Uint8Array(sign(null, content, signing)) }
  }
}
