/**
 * The names of the requests sent to a service.
 *
 * @packageDocumentation
 */

/** Sent for each raffle, in this order. */
export const raffleProbes = [
  'audit',
  'audit-vendor',
  'audit-gzip',
  'audit-again',
  'audit-stranger',
  'audit-any',
  'stats',
  'odds',
  'odds-more',
  'odds-between-1',
  'odds-between-2',
  'odds-all',
  'stats-after',
  'history',
  'bundle',
] as const

/** Sent once to a service, in this order. */
export const serviceProbes = [
  'unknown-audit',
  'unknown-stats',
  'unknown-odds',
  'bad-uuid',
  'odds-missing',
  'odds-zero',
  'odds-text',
  'odds-excess',
  'accept-none',
  'accept-html',
  'accept-any',
  'accept-list',
  'post',
] as const

export type RaffleProbe = (typeof raffleProbes)[number]
export type ServiceProbe = (typeof serviceProbes)[number]
/** `burst`: one of many requests that test the rate limit; `entries`: for the sealed list, without rules. */
export type ProbeName = RaffleProbe | ServiceProbe | 'burst' | 'entries' | `generated-${number}`
