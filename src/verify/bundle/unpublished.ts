/**
 * Winners that the operator has not published: with public seeds they follow from the seal and the round
 * alone.
 *
 * @packageDocumentation
 */
import { beaconRandomness } from '../../core/beacon.js'
import { decodeHex } from '../../core/encoding.js'
import { pick, skipSorted } from '../../core/selection.js'
import type { Bundle } from '../../model/bundle.js'
import { addFinding, type Claim, type Finding } from '../../model/report.js'
import type { StatementChain } from './chain.js'
import type { Evidence } from './checks/evidence.js'
import type { DerivedPick } from './checks/winner-derived.js'

/**
 * The picks that follow from a chain without draws and a beacon, in the order of the prizes. Nothing is
 * verified. Empty for secret seeds, before the seal, once anything is drawn, and with fewer entries than
 * prizes.
 */
export function* derivePicks(
  { commitment, seal, picks, cancellation }: StatementChain,
  beacon: Bundle['beacon'],
): Generator<DerivedPick, void> {
  if (commitment?.seeds !== 'public' || seal === undefined || beacon === undefined) return
  if (picks.length > 0 || cancellation !== undefined) return
  const total = seal.statement.total_entries
  if (total < commitment.prizes.length) return
  const randomness = beaconRandomness(beacon.signature)
  // Kept sorted: sorting it for each of 10,000 picks takes 20 s.
  const taken: number[] = []
  for (const [order, { rng_seed = '' }] of commitment.prizes.entries()) {
    const [seed, pool] = [decodeHex(rng_seed), total - order]
    const picked = pick({ seed, sealDigest: seal.digest, position: order + 1, attempt: 0, randomness }, pool)
    const index = skipSorted(picked.rank, taken)
    yield { ...picked, pool, seed, taken: [...taken], index }
    taken.splice(taken.filter(place => place < index).length, 0, index)
  }
}

/** Positions of the winners that {@link derivePicks} gives. */
export function derivePlaces(chain: StatementChain, beacon: Bundle['beacon']): readonly number[] {
  return Array.from(derivePicks(chain, beacon), ({ index }) => index)
}

/**
 * A finding for each prize with an unpublished winner. Only for a flawless chain, signed by keys of the trust
 * file, with the committed round and the sealed list.
 *
 * @param claims - of the bundle.
 */
export function findUnpublished(
  { bundle, chain, list, sightings }: Evidence,
  claims: readonly Claim[],
): readonly Finding[] {
  const isProven = (id: string): boolean => claims.some(claim => claim.id === id && claim.status === 'proven')
  if (!['statement.signed', 'beacon.genuine', 'beacon.rule'].every(isProven)) return []
  if (claims.some(({ status }) => status === 'refuted')) return []
  // A list other than the sealed one is reported by its claim; a later statement that somebody saw may be the
  // draw.
  const sealed = claims.find(({ id }) => id === 'entries.sealed')
  if (list === undefined || sealed?.code !== 'chain-unfinished' || sightings.missing !== undefined) return []
  const findings: Finding[] = []
  for (const [order, place] of derivePlaces(chain, bundle.beacon).entries()) {
    const entry = list.at(place)
    const prize = chain.commitment?.prizes[order]
    if (entry === undefined || prize === undefined) return []
    const message = `entry ${entry.id} has won prize ${order + 1}, ${prize.prize_name}: the operator has not said so`
    addFinding(findings, { code: 'winner-unpublished', message })
  }
  return findings
}
