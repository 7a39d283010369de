/**
 * Bodies as a content coding has them: each made once, when it is first asked for after it was published.
 *
 * @packageDocumentation
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Cache } from './cache.js'

/** The content codings that are made (RFC 9110, section 8.4.1; RFC 7932), the shorter first. */
export const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Bytes that are kept of all bodies. */
const capacity = 32 * 1024 * 1024

/** Shorter bodies fit into a packet or two as they are. */
const shortest = 1024

/** Longer ones would not be kept, and every request would make them again. */
const longest = capacity / 4

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const make: Readonly<Record<Coding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  // Quality 11 takes four times as long for a tenth less.
  br: body => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: body => gzipped(body),
}

export const isWorthCompressing = (length: number): boolean => length >= shortest && length <= longest

/** What was compressed, by the entity tag of what it was made from. */
export class Compressed {
  readonly #kept = new Cache<Uint8Array>(capacity)
  readonly #making = new Map<string, Promise<Uint8Array>>()

  find(coding: Coding, etag: string): Uint8Array | undefined {
    return this.#kept.get(coding + etag)
  }

  /**
   * @param etag - of the body: two bodies of one tag are the same.
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
