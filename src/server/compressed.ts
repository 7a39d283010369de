/**
 * Compressed bodies, each made once, at the first request after its publication.
 *
 * @packageDocumentation
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Cache } from './cache.js'

/** Supported content codings (RFC 9110, section 8.4.1; RFC 7932), best compression first. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Size of the cache in bytes. */
const capacity = 32 * 1024 * 1024

/** Min bytes of a body that is compressed; shorter ones fit into a packet or two. */
const shortest = 1024

/**
 * Max bytes of a body that is compressed: a longer one would not be cached, so every request would compress
 * it again.
 */
const longest = capacity / 4

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const make: Readonly<Record<Coding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  // Quality 11 takes four times as long to save another tenth.
  br: body => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: body => gzipped(body),
}

export const isWorthCompressing = (length: number): boolean => length >= shortest && length <= longest

/** Compressed bodies by the entity tag of the original. */
export class Compressed {
  readonly #kept = new Cache<Uint8Array>(capacity)
  readonly #making = new Map<string, Promise<Uint8Array>>()

  find(coding: Coding, etag: string): Uint8Array | undefined {
    return this.#kept.get(coding + etag)
  }

  /**
   * @param etag - of the body; equal tags mean equal bodies.
   * @param body - as a Latin-1 string, or bytes.
   */
  make(coding: Coding, etag: string, body: Uint8Array | string): Promise<Uint8Array> {
    const key = coding + etag
    const begun = this.#making.get(key)
    if (begun !== undefined) return begun
    const making = make[coding](typeof body === 'string' ? Buffer.from(body, 'latin1') : body).then(bytes => {
      this.#kept.set(key, bytes, bytes.length)
      return bytes
    })
    this.#making.set(key, making)
    const end = (): void => void this.#making.delete(key)
    making.then(end, end)
    return making
  }
}
