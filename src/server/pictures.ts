/**
 * Serves pictures of raffles: rendered on request, one at a time, cached in bounded memory. So none is
 * rendered in vain, none is stored, and no publication waits for one or fails because of one.
 *
 * @packageDocumentation
 */
import type { ListedRaffle } from '../store/summaries.js'
import { createEtag } from '../store/views.js'
import { Cache } from './cache.js'
import type { ReadAddress } from './client-address.js'
import { Downloads } from './downloads.js'
import type { ServerExchange } from './exchange.js'
import { PictureMaker } from './picture.js'
import { revalidate } from './raffles.js'
import { loadRasteriser, type Rasterise } from './rasteriser.js'
import { isFresh } from './request.js'

/** Size of the cache in bytes: about a thousand pictures. */
const capacity = 32 * 1024 * 1024

export interface Pictures {
  /** Whether a rasteriser is installed. */
  readonly canDraw: () => Promise<boolean>
  readonly answer: (
    exchange: ServerExchange,
    about: ListedRaffle,
    headers: readonly string[],
  ) => Promise<void>
}

/** @param publicUrl - public base URL of this service. */
export function createPictureCache(readAddress: ReadAddress, publicUrl: string | undefined): Pictures {
  const maker = new PictureMaker()
  const host = publicUrl === undefined ? undefined : new URL(publicUrl).host
  const kept = new Cache<Uint8Array>(capacity)
  const waiting = new Downloads()
  const loading = loadRasteriser(maker.fontFiles)
  let last: Promise<unknown> = Promise.resolve()

  /** Queued behind earlier requests. */
  function draw(svg: string, make: Rasterise): Promise<Uint8Array> {
    const drawn = last.then(() => make(svg))
    last = drawn.catch(() => undefined)
    return drawn
  }

  async function answer(
    exchange: ServerExchange,
    about: ListedRaffle,
    more: readonly string[],
  ): Promise<void> {
    const rasterise = await loading
    if (rasterise === undefined) {
      exchange.fail(404, 'this service draws no pictures')
      return
    }
    const svg = maker.draw(about, host)
    // Weak: another version of the rasteriser gives other bytes.
    const tag = createEtag(Buffer.from(svg))
    const headers = ['ETag', `W/${tag}`, 'Cache-Control', revalidate, ...more]
    if (isFresh(exchange.fields, `W/${tag}`)) {
      exchange.sendNotModified(headers)
      return
    }
    let png = kept.get(tag)
    if (png === undefined) {
      const admission = waiting.admit(readAddress(exchange.request))
      if (typeof admission === 'string') {
        const message = 'too many pictures at a time: try again when one is drawn'
        exchange.fail(admission === 'client-full' ? 429 : 503, message, ['Retry-After', '1'])
        return
      }
      try {
        png = kept.get(tag) ?? (await draw(svg, rasterise))
        kept.set(tag, png, png.length)
      } finally {
        admission.release()
      }
    }
    exchange.sendBody(200, 'image/png', png, headers)
  }

  return { canDraw: async () => (await loading) !== undefined, answer }
}
