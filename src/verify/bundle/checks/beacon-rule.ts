/**
 * `beacon.rule`
 *
 * @packageDocumentation
 */
import { firstRoundAtOrAfter } from '../../../core/timetable.js'
import { parseTime } from '../../../core/time.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'

const { proven, refuted, notProvable, notApplicable } = speak(
  'the round of the public randomness was fixed beforehand',
)

/** The commitment names the beacon's chain and round, and the round is the first at or after `draw_at_utc`. */
export function checkBeaconRule({ bundle, chain, beaconChain }: Evidence): BundleClaimResult {
  const { commitment } = chain
  if (commitment === undefined) return notProvable('evidence-missing', 'there is no commitment')
  const { beacon: named, draw_at_utc } = commitment
  const { beacon: used } = bundle
  if (named === null) {
    return used === undefined
      ? notApplicable('beacon-none', 'the commitment names no beacon')
      : refuted('beacon-uncommitted', 'public randomness was used, and the commitment names none')
  }
  if (used !== undefined && (used.chainHash !== named.chain_hash || used.round !== named.round)) {
    return refuted('round-differs', 'the public randomness is not of the round that the commitment names', {
      expected: `round ${named.round} of ${named.chain_hash}`,
      found: `round ${used.round} of ${used.chainHash}`,
    })
  }
  if (beaconChain === undefined) {
    return notProvable('beacon-unknown', `the trust file does not have the chain ${named.chain_hash}`)
  }
  const round = firstRoundAtOrAfter(beaconChain, Number(parseTime(draw_at_utc) / 1_000_000_000n))
  if (named.round !== round) {
    const values = { expected: `round ${round}`, found: `round ${named.round}` }
    return refuted(
      'round-wrong',
      `the round that was committed to is not the first at or after ${draw_at_utc}`,
      values,
    )
  }
  return proven('round-committed')
}
