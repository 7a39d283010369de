/**
 * Drawing: the beacon is verified, the seeds are revealed, the winners derived and signed.
 *
 * @packageDocumentation
 */
import {
  beaconRandomness,
  parseChainInfo,
  verifyBeacon,
  type Beacon,
  type ChainInfo,
} from '../core/beacon.js'
import { decodeHex, encodeHex } from '../core/encoding.js'
import { noRandomness, pick, skipTaken } from '../core/selection.js'
import { verifySeedHash } from '../core/signature.js'
import { DrawauditError } from '../errors.js'
import type { Draw, Replacement } from '../model/statement.js'
import type { CeremonyReader } from '../store/ceremonies.js'
import { seedPlace } from './create-raffle.js'
import { formatSeconds, secondsOf, type Desk } from './desk.js'
import { describeWait } from './describe-wait.js'
import { late, requireOpen } from './refusals.js'
import { findDrawTime } from './seal-raffle.js'
import { carryOut, type Chain, type Found, type Plan, type StatementBody, type StepInput } from './steps.js'

/**
 * Gets a round of a chain from wherever it is; nothing of it is believed. It rejects with `clock-wrong` where it
 * finds that the clock is.
 */
export type FetchBeacon = (chain: ChainInfo, round: number) => Promise<Beacon>

/** A raffle all of whose prizes are drawn. */
export interface RaffleDrawn {
  readonly draws: readonly Draw[]
  /** Those that hold now: replacements are among them. */
  readonly winners: readonly (Draw | Replacement)[]
  /** False where it had been drawn before. */
  readonly signed: boolean
}

/** A relay may have a round later than it is due, in seconds. */
const grace = 60

/**
 * Draws all prizes of a raffle, reveals its seeds, and publishes the record and the bundle.
 *
 * @param fetchBeacon - called when the raffle can be drawn, and when the clock says that it cannot yet.
 * @throws DrawauditError `raffle-early` before the round, `raffle-late` when the list was never sealed, `raffle-state`,
 * `raffle-missing`, `beacon-invalid` for a beacon that is not of the chain and round, `clock-wrong` when the beacon
 * shows that the clock is, and as `fetchBeacon` and `carryOut` do.
 */
export async function drawRaffle(
  desk: Desk,
  raffleId: string,
  fetchBeacon: FetchBeacon,
): Promise<RaffleDrawn> {
  let beacon: Beacon | undefined
  let signed = false
  for (;;) {
    const step = await carryOut(desk, raffleId, async (input): Promise<Found<Draws | Wanted>> => {
      const chain = requireOpen(raffleId, input.chain)
      if (chain.draws.length > 0) return { done: { draws: chain.draws, winners: listWinners(chain) } }
      checkSealed(raffleId, chain, input.now)
      const time = findDrawTime(chain)
      const wanted = findWanted(chain, time)
      if (wanted === undefined && input.now < time)
        throw early(`the draw is at ${formatSeconds(time)}`, time - input.now)
      if (wanted !== undefined && beacon === undefined) return { done: wanted }
      return { plan: await planDraws(raffleId, chain, input, beacon) }
    })
    signed ||= step.signed
    if ('draws' in step.result) return { ...step.result, signed }
    // The network is asked while the store is not locked.
    beacon = await obtainBeacon(desk, step.result, fetchBeacon)
  }
}

type Draws = Omit<RaffleDrawn, 'signed'>

/** A round that is needed, and when it is due. */
interface Wanted {
  readonly chain: ChainInfo
  readonly round: number
  readonly due: number
}

/** The pick of each prize that holds: the latest. */
export function listWinners({
  draws,
  picks,
}: Pick<Chain, 'draws' | 'picks'>): readonly (Draw | Replacement)[] {
  return draws.map(draw => picks.findLast(({ position }) => position === draw.position) ?? draw)
}

/** What a pick of a sealed list comes to. */
export async function derivePick(
  reader: CeremonyReader,
  chain: Chain,
  prize: { readonly position: number; readonly attempt: number; readonly seed: Uint8Array },
  taken: readonly number[],
  beacon: Beacon | undefined,
): Promise<Pick<Draw, 'total_entries' | 'winner_index' | 'winner_entry_id'>> {
  const { seal, sealDigest } = chain
  if (seal === undefined || sealDigest === undefined)
    throw new Error('nothing is picked of a list that is not sealed')
  const pool = seal.total_entries - taken.length
  const randomness = beacon === undefined ? noRandomness : beaconRandomness(beacon.signature)
  const { rank } = pick({ ...prize, sealDigest, randomness }, pool)
  const index = skipTaken(rank, taken)
  const [entry] = await reader.readEntries(seal.raffle_id, index, index + 1)
  if (entry === undefined) {
    throw new DrawauditError('store-damaged', `entry ${index} of the sealed list is missing`, {
      hint: 'restore a backup: drawaudit store restore',
    })
  }
  return { total_entries: pool, winner_index: index, winner_entry_id: entry.id }
}

async function planDraws(
  raffleId: string,
  chain: Chain,
  { transaction: { ceremonies }, issuedAt, secrets }: StepInput,
  beacon: Beacon | undefined,
): Promise<Plan> {
  const { prizes, operator } = chain.commitment
  const kept = chain.commitment.seeds === 'public' ? [] : await ceremonies.readSeeds(raffleId)
  const seeds = prizes.map(({ rng_seed }, index) => {
    const sealed = kept[index]
    if (rng_seed !== undefined) return decodeHex(rng_seed)
    return sealed && secrets.decrypt(sealed, seedPlace(raffleId, index + 1))
  })
  const statements: StatementBody[] = []
  const taken: number[] = []
  for (const [index, { draw_id, prize_name, rng_seed_hash }] of prizes.entries()) {
    const position = index + 1
    const seed = seeds[index] ?? new Uint8Array()
    if (!verifySeedHash(seed, rng_seed_hash)) {
      throw new DrawauditError('store-damaged', `the seed of prize ${position} is not the committed one`, {
        hint: 'restore a backup: drawaudit store restore',
      })
    }
    const made = await derivePick(ceremonies, chain, { position, attempt: 0, seed }, taken, beacon)
    taken.push(made.winner_index)
    statements.push({
      type: 'draw',
      draw_id,
      position,
      prize_name,
      drawn_at_utc: issuedAt,
      rng_seed_hash,
      rng_seed: encodeHex(seed),
      ...made,
    })
  }
  return { operator, statements, ...(beacon && { beacon }) }
}

function findWanted({ ceremony, commitment: { beacon } }: Chain, due: number): Wanted | undefined {
  if (beacon === null) return undefined
  return {
    chain: parseChainInfo(ceremony.chain, { chainHash: beacon.chain_hash }),
    round: beacon.round,
    due,
  }
}

/** A beacon that is good, and not before its time. */
async function obtainBeacon({ now }: Desk, wanted: Wanted, fetchBeacon: FetchBeacon): Promise<Beacon> {
  const { chain, round, due } = wanted
  let beacon: Beacon
  try {
    beacon = await fetchBeacon(chain, round)
    checkBeacon(beacon, chain, round)
  } catch (error) {
    throw explainAbsence(error, wanted, secondsOf(now()))
  }
  const seconds = secondsOf(now())
  if (seconds >= due) return beacon
  throw new DrawauditError(
    'clock-wrong',
    `round ${round}, due at ${formatSeconds(due)}, is out, and the clock says ${formatSeconds(seconds)}`,
    { hint: `the clock is slow by ${describeWait(due - seconds)} at least: set it, and draw again` },
  )
}

function explainAbsence(error: unknown, { round, due }: Wanted, seconds: number): unknown {
  // Something was given for the round, or the clock is wrong: time does not mend that.
  const given = ['clock-wrong', 'beacon-invalid', 'usage', 'address-forbidden', 'url-invalid']
  if (error instanceof DrawauditError && given.includes(error.code)) return error
  if (seconds < due)
    return early(`round ${round} of the beacon comes at ${formatSeconds(due)}`, due - seconds)
  if (!(error instanceof DrawauditError) || error.code !== 'remote-early' || seconds < due + grace)
    return error
  return new DrawauditError(
    'clock-wrong',
    `round ${round} is not out, and by the clock, ${formatSeconds(seconds)}, it was due ${describeWait(seconds - due)} ago`,
    { hint: 'the clock is fast, or the beacon stands still: check the clock, and draw again', cause: error },
  )
}

/** @throws DrawauditError `beacon-invalid`. */
function checkBeacon(beacon: Beacon, chain: ChainInfo, round: number): void {
  const check = beacon.round === round ? verifyBeacon(beacon, chain) : undefined
  if (check?.valid === true) return
  const why = check === undefined ? `it is round ${beacon.round}` : check.reason
  throw new DrawauditError(
    'beacon-invalid',
    `the beacon is not round ${round} of chain ${chain.chainHash}: ${why}`,
    {
      hint: 'get it from another relay',
    },
  )
}

function checkSealed(raffleId: string, chain: Chain, now: number): void {
  if (chain.seal !== undefined) return
  const deadline = findDrawTime(chain)
  if (now >= deadline) throw late(raffleId, formatSeconds(deadline))
  throw new DrawauditError('raffle-state', 'the list is not sealed', {
    hint: `seal it before ${formatSeconds(deadline)}: drawaudit raffle seal ${raffleId}`,
  })
}

function early(what: string, seconds: number): DrawauditError {
  return new DrawauditError('raffle-early', `${what}, in ${describeWait(seconds)}`, {
    hint: 'draw then, or give --wait',
  })
}
