/**
 * Draws a raffle: verifies the beacon, reveals the seeds, derives and signs the winners.
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
import {
  carryOut,
  type CeremonyChain,
  type StepFinding,
  type StatementPlan,
  type StatementBody,
  type StepInput,
} from './steps.js'

/**
 * Fetches a round of a chain from anywhere; the result is not trusted. Rejects with `clock-wrong` if it finds
 * the clock to be wrong.
 */
export type FetchBeacon = (chain: ChainInfo, round: number) => Promise<Beacon>

/** A raffle whose prizes are all drawn. */
export interface RaffleDrawn {
  readonly draws: readonly Draw[]
  /** The current winners, including replacements. */
  readonly winners: readonly (Draw | Replacement)[]
  /** False if it was drawn before. */
  readonly signed: boolean
}

/** Seconds that a relay may be late with a round. */
const grace = 60

/**
 * Draws all prizes of a raffle, reveals its seeds, and publishes the record and the bundle.
 *
 * @param fetchBeacon - called if the raffle can be drawn, and if the clock says that it cannot yet.
 * @throws DrawauditError `raffle-early` before the round, `raffle-late` if the list was never sealed,
 * `raffle-state`, `raffle-missing`, `beacon-invalid` for a beacon of another chain or round, `clock-wrong` if
 * the beacon disproves the clock, and as `fetchBeacon` and `carryOut` do.
 */
export async function drawRaffle(
  desk: Desk,
  raffleId: string,
  fetchBeacon: FetchBeacon,
): Promise<RaffleDrawn> {
  let beacon: Beacon | undefined
  let signed = false
  for (;;) {
    const step = await carryOut(desk, raffleId, async (input): Promise<StepFinding<Draws | NeededRound>> => {
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
    // Asks the network while the store is not locked.
    beacon = await obtainBeacon(desk, step.result, fetchBeacon)
  }
}

type Draws = Omit<RaffleDrawn, 'signed'>

/** A required round, and when it is due. */
interface NeededRound {
  readonly chain: ChainInfo
  readonly round: number
  readonly due: number
}

/** The current pick of each prize: the latest. */
export function listWinners({
  draws,
  picks,
}: Pick<CeremonyChain, 'draws' | 'picks'>): readonly (Draw | Replacement)[] {
  return draws.map(draw => picks.findLast(({ position }) => position === draw.position) ?? draw)
}

/** Derives a pick from a sealed list. */
export async function deriveListPick(
  reader: CeremonyReader,
  chain: CeremonyChain,
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
  chain: CeremonyChain,
  { transaction: { ceremonies }, issuedAt, secrets }: StepInput,
  beacon: Beacon | undefined,
): Promise<StatementPlan> {
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
    const made = await deriveListPick(ceremonies, chain, { position, attempt: 0, seed }, taken, beacon)
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

function findWanted(
  { ceremony, commitment: { beacon } }: CeremonyChain,
  due: number,
): NeededRound | undefined {
  if (beacon === null) return undefined
  return {
    chain: parseChainInfo(ceremony.chain, { chainHash: beacon.chain_hash }),
    round: beacon.round,
    due,
  }
}

/** Obtains a verified beacon, not before its time. */
async function obtainBeacon({ now }: Desk, wanted: NeededRound, fetchBeacon: FetchBeacon): Promise<Beacon> {
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

function explainAbsence(error: unknown, { round, due }: NeededRound, seconds: number): unknown {
  // An answer was given but is wrong, or the clock is: waiting does not help.
  const given = ['clock-wrong', 'beacon-invalid', 'usage', 'address-forbidden', 'url-invalid']
  if (error instanceof DrawauditError && given.includes(error.code)) return error
  if (seconds < due)
    return early(`round ${round} of the beacon comes at ${formatSeconds(due)}`, due - seconds)
  if (!(error instanceof DrawauditError) || error.code !== 'remote-early' || seconds < due + grace)
    return error
  return new DrawauditError(
    'clock-wrong',
    `round ${round} is not out, and by the clock, ${formatSeconds(seconds)}, it was due ${describeWait(seconds - due)} ago`,
    { hint: 'the clock is fast, or the beacon has stopped: check the clock, and draw again', cause: error },
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

function checkSealed(raffleId: string, chain: CeremonyChain, now: number): void {
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
