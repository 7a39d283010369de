/**
 * The round missing from a bundle of an undrawn raffle, to be found by `--beacon` and `--online`.
 *
 * @packageDocumentation
 */
import { findRoundTime } from '../../core/timetable.js'
import { portable } from '../../core/portable.js'
import type { Bundle } from '../../model/bundle.js'
import { findChain, type TrustRoot } from '../../model/trust.js'
import { readChain } from '../../verify/bundle/chain.js'
import { derivePlaces } from '../../verify/bundle/unpublished.js'
import type { OpenRound, Supply } from '../../verify/draw/supply.js'

/** The committed round, if the bundle lacks it and its chain is known. */
export function findOpenRound({ beacon, statements }: Bundle, trust: TrustRoot): OpenRound | undefined {
  if (beacon !== undefined) return undefined
  const named = readChain(statements, portable).commitment?.beacon
  const chain = named ? findChain(trust, named.chain_hash) : undefined
  return named && chain ? { chain, round: named.round } : undefined
}

/** Whether a round is already published; future ones are not requested. */
export function isOut({ chain, round }: OpenRound, now: Date): boolean {
  const time = findRoundTime(chain, round)
  return time !== undefined && time * 1000 <= now.getTime()
}

/** Places in the list of winners not yet published: their entries are needed from the list. */
export function findWantedPlaces(bundle: Bundle, supply: Supply | undefined): readonly number[] {
  const chain = readChain(bundle.statements, portable)
  const named = chain.commitment?.beacon
  const given = supply?.beacons?.find(({ beacon }) => beacon.round === named?.round)?.beacon
  const found = given && named ? { ...given, chainHash: named.chain_hash } : undefined
  return derivePlaces(chain, bundle.beacon ?? found)
}
