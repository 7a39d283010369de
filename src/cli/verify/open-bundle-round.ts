/**
 * The round that a bundle leaves out: for a raffle that nobody has drawn, `--beacon` and `--online` find it.
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

/** The committed round, where the bundle does not have it and its chain is known. */
export function findOpenRound({ beacon, statements }: Bundle, trust: TrustRoot): OpenRound | undefined {
  if (beacon !== undefined) return undefined
  const named = readChain(statements, portable).commitment?.beacon
  const chain = named ? findChain(trust, named.chain_hash) : undefined
  return named && chain ? { chain, round: named.round } : undefined
}

/** Whether a round is out: nobody is asked for one that is still to come. */
export function isOut({ chain, round }: OpenRound, now: Date): boolean {
  const time = findRoundTime(chain, round)
  return time !== undefined && time * 1000 <= now.getTime()
}

/** The places in the list of winners that nobody has published: their entries are wanted when the list is read. */
export function findWantedPlaces(bundle: Bundle, supply: Supply | undefined): readonly number[] {
  const chain = readChain(bundle.statements, portable)
  const named = chain.commitment?.beacon
  const given = supply?.beacons?.find(({ beacon }) => beacon.round === named?.round)?.beacon
  const found = given && named ? { ...given, chainHash: named.chain_hash } : undefined
  return derivePlaces(chain, bundle.beacon ?? found)
}
