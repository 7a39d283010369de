/**
 * What a replay hashes with: what the browser has, which is other code than that of the check; where there is none, what
 * the check has.
 *
 * @packageDocumentation
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Hasher } from '../replay.js'

export const ownHasher: Hasher = {
  name: 'page',
  sha256: bytes => Promise.resolve(sha256(bytes)),
  hmac: (key, message) => Promise.resolve(hmac(sha256, key, message)),
}

/** What TypeScript calls bytes that threads do not share. */
type Bytes = Uint8Array<ArrayBuffer>

export const browserHasher: Hasher = {
  name: 'browser',
  sha256: async bytes => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Bytes)),
  async hmac(key, message) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const imported = await crypto.subtle.importKey('raw', key as Bytes, algorithm, false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message as Bytes))
  },
}
