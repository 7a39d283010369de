/**
 * The numbers of entries for which odds are requested: one, a few, all, and some between.
 *
 * @packageDocumentation
 */
import type { RaffleProbe } from './probe-names.js'
import { createRandom } from './random.js'

/** Probes for odds of other counts than the one and the few that every service answers. */
export const otherOdds = [
  'odds-between-1',
  'odds-between-2',
  'odds-all',
] as const satisfies readonly RaffleProbe[]

type CountedProbe = 'odds-more' | (typeof otherOdds)[number]

/**
 * The number of entries for a probe, from 1 to `total`.
 *
 * @param total - of the raffle; 1 if unknown.
 * @param seed - determines the counts between; thirds of the total by default.
 */
export function chooseCount(probe: CountedProbe, total: number, seed: number | undefined): number {
  const wanted = {
    'odds-more': () => 5,
    'odds-between-1': () => between(1, total, seed),
    'odds-between-2': () => between(2, total, seed),
    'odds-all': () => total,
  }[probe]()
  return Math.max(1, Math.min(wanted, total))
}

/** The first or second count between one and all. */
function between(place: 1 | 2, total: number, seed: number | undefined): number {
  if (seed === undefined) return Math.ceil(total / 3) * place
  const random = createRandom(seed)
  const counts = [1, 2].map(() => 2 + random(Math.max(1, total - 2)))
  return counts[place - 1] ?? 1
}
