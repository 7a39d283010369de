/**
 * SHA-256 by a browser's Web Crypto: independent of the engines, for repeating their calculations.
 *
 * @packageDocumentation
 */

/** SHA-256; rejects if there is no Web Crypto, as on pages loaded over plain HTTP. */
export async function hashOnWeb(bytes: Uint8Array): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto
  // A copy: Web Crypto refuses shared memory.
  return new Uint8Array(await subtle.digest('SHA-256', Uint8Array.from(bytes)))
}

/** HMAC-SHA256, under the same condition. */
export async function authenticateOnWeb(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await subtle.importKey('raw', Uint8Array.from(key), algorithm, false, ['sign'])
  return new Uint8Array(await subtle.sign('HMAC', imported, Uint8Array.from(message)))
}
