/**
 * Winners that the operator has not published: with public seeds they follow from the seal and the round alone.
 *
 * @packageDocumentation
 */
import { beaconRandomness } from '../../core/beacon.js'
import { decodeHex } from '../../core/encoding.js'
import { pick, skipTaken } from '../../core/selection.js'
import type { Bundle } from '../../model/bundle.js'
import { addFinding, type Claim, type Finding } from '../../model/report.js'
import type { Chain } from './chain.js'
import type { Evidence } from './checks/evidence.js'

/**
 * Where the winners stand that a chain without draws and a beacon give, in the order of the prizes. Nothing of either
 * was verified. Undefined for secret seeds, before the seal, once anything is drawn, and where there are fewer entries
 * than prizes.
 */
export function derivePlaces(
  { commitment, seal, picks, cancellation }: Chain,
  beacon: Bundle['beacon'],
): readonly number[] | undefined {
  if (commitment?.seeds !== 'public' || seal === undefined || beacon === undefined) return undefined
  if (picks.length > 0 || cancellation !== undefined) return undefined
  const total = seal.statement.total_entries
  if (total < commitment.prizes.length) return undefined
  const randomness = beaconRandomness(beacon.signature)
  const places: number[] = []
  for (const [order, { rng_seed = '' }] of commitment.prizes.entries()) {
    const input = { seed: decodeHex(rng_seed), sealDigest: seal.digest, position: order + 1, attempt: 0 }
    const { rank } = pick({ ...input, randomness }, total - order)
    places.push(skipTaken(rank, places))
  }
  return places
}

/**
 * A finding for each prize that somebody has won and that the operator has not published. Only of a chain that nothing
 * is wrong with, signed by keys of the trust file, with the committed round and the sealed list.
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
  // Of a list that is not the sealed one the claim says so; a later statement that somebody saw may be the draw.
  const sealed = claims.find(({ id }) => id === 'entries.sealed')
  if (list === undefined || sealed?.code !== 'chain-unfinished' || sightings.missing !== undefined) return []
  const findings: Finding[] = []
  for (const [order, place] of (derivePlaces(chain, bundle.beacon) ?? []).entries()) {
    const entry = list.at(place)
    const prize = chain.commitment?.prizes[order]
    if (entry === undefined || prize === undefined) return []
    const message = `entry ${entry.id} has won prize ${order + 1}, ${prize.prize_name}: the operator has not said so`
    addFinding(findings, { code: 'winner-unpublished', message })
  }
  return findings
}
