// What every peer serves: one raffle, its three bodies, and the headers of the interface.
import { readFileSync } from 'node:fs'

export const record = JSON.parse(
  readFileSync(new URL('../../fixtures/records/three-prizes.json', import.meta.url), 'utf8'),
)

export const statistics = {
  raffle_id: record.raffle_id,
  total_entries: 142,
  paid_entries: 100,
  free_entries: 42,
  max_entries: 500,
  updated_at: '2026-08-31T18:00:00+00:00',
}

export const base = `/api/v1/raffles/${record.raffle_id}`

/** The odds now, as an object that is made for each request. */
export function computeOdds(entries) {
  const { raffle_id, total_entries } = statistics
  return {
    raffle_id,
    entrant_entries: entries,
    total_entries,
    ratio: `${entries} in ${total_entries}`,
    probability: Number((entries / total_entries).toFixed(6)),
    as_of: `${new Date().toISOString().slice(0, 19)}+00:00`,
  }
}

export const mediaTypes = ['application/json', 'application/vnd.service.v1+json']

export const commonHeaders = {
  Vary: 'Accept',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id',
  'X-Content-Type-Options': 'nosniff',
}

export const cacheControl = {
  audit: 'public, max-age=3600',
  statistics: 'public, max-age=0, must-revalidate',
  odds: 'no-store',
}

/** High enough never to be met: what is measured is the counting. */
export const rateLimit = 1_000_000_000
