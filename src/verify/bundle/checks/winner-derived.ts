/**
 * `winner.derived`
 *
 * @packageDocumentation
 */
import { beaconRandomness } from '../../../core/beacon.js'
import { decodeHex } from '../../../core/encoding.js'
import { noRandomness, pick, skipSorted, type SelectionTrace } from '../../../core/selection.js'
import { attemptOf, namePick, type StatementChain, type PickStatement } from '../chain.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'
import { endOpen } from './open.js'

const speaker = speak('the winner is the one that the rule gives')

/** Every pick, recomputed, gives the published position in the list and the published pool size. */
export function checkWinnerDerived(evidence: Evidence): BundleClaimResult {
  const { chain } = evidence
  const { commitment, seal, picks } = chain
  if (commitment === undefined) return speaker.notProvable('evidence-missing', 'there is no commitment')
  const randomness = findRandomness(evidence)
  // Kept sorted: sorting it for each of 10,000 picks takes 20 s.
  const taken: number[] = []
  for (const [order, made] of picks.entries()) {
    if (seal === undefined) return speaker.notProvable('evidence-missing', 'there is no seal')
    const pool = seal.statement.total_entries - order
    const name = namePick(made)
    const about = { pick: { position: made.position, attempt: attemptOf(made) } }
    if (pool < 1) return speaker.refuted('pool-empty', `no entry is left for ${name}`, about)
    if (made.total_entries !== pool) {
      const values = { expected: String(pool), found: String(made.total_entries), ...about }
      return speaker.refuted('values-differ', `${name} is not made from the entries that were left`, values)
    }
    if (randomness === undefined) continue
    const derived = derivePick(chain, order, randomness, taken)
    if (derived === undefined)
      return speaker.notProvable('evidence-missing', `there is no seed for ${name}, or no such pick`)
    if (derived.index !== made.winner_index) {
      const values = { expected: String(derived.index), found: String(made.winner_index), ...about }
      const why = `${name} takes the entry in ${namePlace(made.winner_index, 'of the list ')}, and the rule gives the one in ${namePlace(derived.index)}`
      return speaker.refuted('values-differ', why, values)
    }
    taken.splice(taken.filter(place => place < derived.index).length, 0, derived.index)
  }
  const open = endOpen(chain, speaker)
  if (open !== undefined) return open
  if (randomness === undefined) {
    return speaker.notProvable('evidence-missing', 'the committed beacon is not in the bundle')
  }
  return speaker.proven('values-equal')
}

const namePlace = (index: number, of = ''): string => `place ${index + 1} ${of}(index ${index})`

/** SHA-256 of the beacon's signature; zeros if none is committed, undefined if it is missing. */
export function findRandomness({
  bundle,
  chain,
}: Pick<Evidence, 'bundle' | 'chain'>): Uint8Array | undefined {
  if (chain.commitment?.beacon === null) return noRandomness
  return bundle.beacon && beaconRandomness(bundle.beacon.signature)
}

/** A recomputed pick. */
export interface DerivedPick extends SelectionTrace {
  readonly pool: number
  readonly seed: Uint8Array
  /** Positions taken before, in ascending order. */
  readonly taken: readonly number[]
  readonly index: number
}

/**
 * Recomputes the `order`-th pick of the chain; undefined without a seal, a seed or an entry to pick, and for
 * numbers beyond 32 bits.
 *
 * @param taken - positions of earlier picks in ascending order, if already known.
 */
export function derivePick(
  { seal, draws, picks }: StatementChain,
  order: number,
  randomness: Uint8Array,
  taken: readonly number[] = placesBefore(picks, order),
): DerivedPick | undefined {
  const made = picks[order]
  const seed = seedOf(made, draws)
  const pool = (seal?.statement.total_entries ?? 0) - order
  if (made === undefined || seal === undefined || seed === undefined || pool < 1) return undefined
  const { position } = made
  // The hash input has 32 bits for each.
  if (Math.max(position, attemptOf(made)) > 0xffff_ffff) return undefined
  const picked = pick({ seed, sealDigest: seal.digest, position, attempt: attemptOf(made), randomness }, pool)
  return { ...picked, pool, seed, taken, index: skipSorted(picked.rank, taken) }
}

function placesBefore(picks: StatementChain['picks'], order: number): readonly number[] {
  const places = picks.slice(0, order).map(({ winner_index }) => winner_index)
  return places.sort((a, b) => a - b)
}

function seedOf(made: PickStatement | undefined, draws: StatementChain['draws']): Uint8Array | undefined {
  const draw = draws.find(({ position }) => position === made?.position)
  return draw && decodeHex(draw.rng_seed)
}
