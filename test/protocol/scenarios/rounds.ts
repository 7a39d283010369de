import type { SchemeName } from '../../../src/core/beacon.js'
import type { Evidence } from '../factory.js'
import { ownRound, realRound, type Round } from '../rounds.js'
import { utc } from '../second-opinion.js'
import { shared } from './beacons.js'
import { altered, lied, scenariosOf } from './scenario.js'

const quicknet = realRound('quicknet', 1000)
const neighbour = realRound('quicknet', 1001)
const chained = realRound('default', 1337)

const own = (scheme: SchemeName, round: number, name: string): Round => ownRound(scheme, round, { name })

const { unknown, nameless, headless } = shared

export const beaconRule = scenariosOf('beacon.rule', add => {
  const differs = 'round-differs'
  const swap = (round: Round): Evidence =>
    altered(({ bundle }) => {
      const { round: number, signature, previous_signature, chain } = round
      bundle.beacon = {
        chain_hash: chain.chain_hash,
        round: number,
        signature,
        ...(previous_signature !== undefined && { previous_signature }),
      }
    })
  add(
    'round-after-the-committed-one',
    'the beacon is genuine and of the round after',
    differs,
    swap(neighbour),
  )
  add(
    'round-before-the-committed-one',
    'the beacon is genuine and of a round before',
    differs,
    swap(realRound('quicknet', 123)),
  )
  add('chain-other-than-committed', 'the beacon is genuine and of another chain', differs, swap(chained))
  add(
    'chain-of-ones-own',
    'the beacon is of a chain that nobody committed to',
    differs,
    swap(own('bls-unchained-g1-rfc9380', 1000, 'swapped in')),
  )
  const named = (round: number): Evidence => {
    const evidence = lied({ commitment: { beacon: { chain_hash: quicknet.chain.chain_hash, round } } })
    if (round === 0) delete evidence.bundle.beacon
    else evidence.bundle.beacon!.round = round
    return evidence
  }
  const wrong = 'round-wrong'
  const roundTime = 1_692_806_364
  const of = (round: Round, drawAt: number): Evidence =>
    lied({ commitment: { draw_at_utc: utc(drawAt) } }, { beacon: round })
  add(
    'round-one-late',
    'the committed round is the second after draw_at_utc',
    wrong,
    of(neighbour, roundTime),
  )
  add(
    'round-one-early',
    'the committed round is a second before draw_at_utc',
    wrong,
    of(quicknet, roundTime + 1),
  )
  add(
    'round-three-seconds-late',
    'draw_at_utc is one period before the committed round',
    wrong,
    of(quicknet, roundTime - 3),
  )
  add(
    'round-long-past',
    'the committed round was out for years',
    wrong,
    of(quicknet, roundTime + 100_000_000),
  )
  add('round-zero', 'the committed round is 0, which no chain has', wrong, named(0))
  add('round-beyond-all-time', 'the committed round is 2^53 − 1', wrong, named(9_007_199_254_740_991))
  add(
    'beacon-though-none-committed',
    'the commitment names no beacon, and the bundle has one',
    'beacon-uncommitted',
    altered(
      ({ bundle }) => {
        bundle.beacon = { chain_hash: quicknet.chain.chain_hash, round: 1000, signature: quicknet.signature }
      },
      { beacon: null },
    ),
  )
  add(
    'no-commitment',
    'the chain has no commitment',
    ['not-provable', 'evidence-missing', 'refuted'],
    headless,
  )
  add('chain-unknown', 'the trust file does not have the chain', ['not-provable', 'beacon-unknown'], unknown)
  add('no-beacon', 'the commitment names no beacon', ['not-applicable', 'beacon-none'], nameless)
})
