/**
 * RSA by Web Crypto, which is asynchronous.
 *
 * @packageDocumentation
 */
import type { PublicKey } from '../core/key.js'
import { encodeRsaSpki, parseRsaKey, rsaAlgorithms, type RsaAlgorithm } from '../core/rsa.js'

/**
 * Whether `signature` is by `key` over `message`, by the rules of `verifySignature`.
 *
 * @returns undefined if there is no Web Crypto (as on pages not loaded over HTTPS), or it does not accept
 * this key.
 */
export async function verifyRsa(
  algorithm: RsaAlgorithm,
  key: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean | undefined> {
  const { padding, hash, digestLength } = rsaAlgorithms[algorithm]
  const name = padding === 'pkcs1' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS'
  const hashName = hash === 'sha256' ? 'SHA-256' : 'SHA-512'
  const spki = encodeRsaSpki(parseRsaKey(key.bytes))
  try {
    const { subtle } = globalThis.crypto
    // Copies: Web Crypto refuses shared memory.
    const imported = await subtle.importKey('spki', Uint8Array.from(spki), { name, hash: hashName }, false, [
      'verify',
    ])
    const [given, signed] = [Uint8Array.from(signature), Uint8Array.from(message)]
    return await subtle.verify({ name, saltLength: digestLength }, imported, given, signed)
  } catch {
    // A refused key says nothing about the signature.
    return undefined
  }
}
