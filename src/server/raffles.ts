/**
 * Raffles and bundles, ready to serve.
 *
 * @packageDocumentation
 */
import { formatProbability } from '../model/odds.js'
import type { Raffle, Store, View } from '../store/store.js'
import { Kept } from './kept.js'

/** A view with the header values of its response. */
export interface ServedView {
  /** Bytes, or the same as a Latin-1 string, which Node sends in one packet with the header. */
  readonly body: Uint8Array | string
  readonly length: string
  readonly etag: string
  readonly cacheControl: string
}

export interface ServedRaffle {
  readonly audit: ServedView
  readonly statistics?: ServedView
  /** Unknown without statistics. */
  readonly totalEntries?: number
}

/** Clients may cache it, but revalidate it each time. */
export const revalidate = 'public, max-age=0, must-revalidate'

/** Max bytes of a body kept as a string; a string is copied for each response. */
const longestText = 16 * 1024

export function serveView({ body, etag }: View, cacheControl = revalidate): ServedView {
  const served = body.length <= longestText ? Buffer.from(body).toString('latin1') : body
  return { body: served, length: String(body.length), etag, cacheControl }
}

/** Size of the cache in bytes. */
const capacity = 32 * 1024 * 1024

/** Caches raffles by UUID in lower case. */
export function keepRaffles(store: Pick<Store, 'generation' | 'readRaffle'>): Kept<ServedRaffle> {
  return new Kept({
    store,
    capacity,
    measure: ({ audit, statistics }) => 1024 + audit.body.length + (statistics?.body.length ?? 0),
    async read(raffleId) {
      const raffle = await store.readRaffle(raffleId)
      return raffle && serveRaffle(raffle)
    },
  })
}

function serveRaffle({ audit, statistics, totalDraws, totalEntries }: Raffle): ServedRaffle {
  return {
    audit: serveView(audit, totalDraws > 0 ? 'public, max-age=3600' : revalidate),
    ...(statistics && { statistics: serveView(statistics) }),
    ...(totalEntries !== undefined && { totalEntries }),
  }
}

/** Caches bundles without lists by the UUID of their raffle in lower case. */
export function keepBundles(store: Pick<Store, 'generation' | 'readBundle'>): Kept<View> {
  return new Kept({
    store,
    capacity,
    measure: ({ body }) => 1024 + body.length,
    read: raffleId => store.readBundle(raffleId),
  })
}

/** Odds in the form and member order of the specification (2.3). */
export function formatOdds(raffleId: string, entries: number, total: number, asOf: string): string {
  return `{"raffle_id":"${raffleId}","entrant_entries":${entries},"total_entries":${total},"ratio":"${entries} in ${total}","probability":${formatProbability(entries, total)},"as_of":"${asOf}"}`
}
