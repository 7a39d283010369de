/**
 * Log keys created elsewhere.
 *
 * @packageDocumentation
 */
import { createPrivateKey } from 'node:crypto'
import { equalBytes } from '../core/digest.js'
import { derivePublicKey } from '../core/dsse.js'
import { decodeHex, decodeUtf8, encodeHex } from '../core/encoding.js'
import type { PublicKey } from '../core/key.js'
import { parseBase64 } from '../core/note-values.js'
import { portable } from '../core/portable.js'
import { DrawauditError } from '../errors.js'

const sigsumPrefix = 'sigsum.org/v1/tree/'

/** sigsum's origin for a log key: its SHA-256 in hex is the name. */
export const sigsumOrigin = (key: PublicKey): string =>
  sigsumPrefix + encodeHex(portable.hash('sha256', key.bytes))

/** Whether an origin has the form of {@link sigsumOrigin}, for any key. */
export const isSigsumOrigin = (origin: string): boolean => origin.startsWith(sigsumPrefix)

/**
 * Reads an unencrypted Ed25519 secret key.
 *
 * ```
 * 64 hex digits
 * "-----BEGIN PRIVATE KEY-----"           PKCS #8 (RFC 5958, RFC 8410)
 * "-----BEGIN OPENSSH PRIVATE KEY-----"   openssh-key-v1 (PROTOCOL.key of OpenSSH)
 * ```
 *
 * @returns 32 bytes: the seed of RFC 8032.
 * @throws DrawauditError `key-invalid` for another form, another algorithm, or an encrypted key, without
 * quoting it.
 */
export function parseSecretLogKey(bytes: Uint8Array): Uint8Array {
  const text = decodeUtf8(bytes).trim()
  if (/^[0-9a-f]{64}$/i.test(text)) return decodeHex(text)
  const [, label, body = ''] =
    /^-----BEGIN ([A-Z ]+)-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END \1-----$/.exec(text) ?? []
  if (label === 'PRIVATE KEY') return parsePkcs8(text)
  if (label === 'OPENSSH PRIVATE KEY') return parseOpenSsh(body.replaceAll(/\s/g, ''))
  throw invalid(
    text.includes('ENCRYPTED')
      ? 'it is encrypted'
      : 'expected 64 hex digits, or PEM of a PRIVATE KEY or an OPENSSH PRIVATE KEY',
  )
}

function parsePkcs8(pem: string): Uint8Array {
  let seed: string | undefined
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') seed = key.export({ format: 'jwk' }).d
  } catch {
    throw invalid('the PEM does not contain PKCS #8')
  }
  if (seed === undefined) throw invalid('it is of another algorithm')
  return new Uint8Array(Buffer.from(seed, 'base64url'))
}

/**
 * ```
 * "openssh-key-v1" 00   string "none", "none", ""   u32 1   string public   string secret
 * secret = u32 check twice   string "ssh-ed25519", public key, seed ‖ public key, comment   01 02 03 …
 * ```
 */
function parseOpenSsh(base64: string): Uint8Array {
  const outer = new SshReader(parseBase64(base64) ?? new Uint8Array())
  if (outer.text(15) !== 'openssh-key-v1\0') throw invalid('the PEM does not contain openssh-key-v1')
  if (outer.string() !== 'none') throw invalid('it is encrypted')
  const inner = outer.string() === 'none' && outer.string() === '' && outer.number() === 1
  outer.bytes()
  const secret = new SshReader(outer.bytes())
  if (!inner || secret.number() !== secret.number()) throw invalid('the PEM does not contain a single key')
  if (secret.string() !== 'ssh-ed25519') throw invalid('it is of another algorithm')
  const publicKey = secret.bytes()
  const pair = secret.bytes()
  const seed = pair.slice(0, 32)
  if (
    pair.length !== 64 ||
    !equalBytes(pair.subarray(32), publicKey) ||
    !equalBytes(derivePublicKey(seed).bytes, publicKey)
  ) {
    throw invalid('the public key in it is not that of the secret one')
  }
  return seed
}

/** Reads SSH's encoding: u32 in big-endian, and length-prefixed strings (RFC 4251, section 5). */
class SshReader {
  readonly #data: Uint8Array
  #at = 0

  constructor(data: Uint8Array) {
    this.#data = data
  }

  number(): number {
    return new DataView(this.#take(4).slice().buffer).getUint32(0)
  }

  bytes(): Uint8Array {
    return this.#take(this.number())
  }

  string(): string {
    return Buffer.from(this.bytes()).toString('latin1')
  }

  text(length: number): string {
    return Buffer.from(this.#take(length)).toString('latin1')
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#data.length) throw invalid('the content of the PEM is truncated')
    const taken = this.#data.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}

function invalid(message: string): DrawauditError {
  return new DrawauditError('key-invalid', `not the secret key of a log: ${message}`, {
    hint: 'an Ed25519 key without a passphrase: ssh-keygen -t ed25519 -N "", or openssl genpkey -algorithm ed25519',
  })
}
