/**
 * Creates a raffle: generates the seeds, and signs the commitment to them.
 *
 * @packageDocumentation
 */
import { randomUUID } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeChainInfo } from '../core/beacon-json.js'
import { firstRoundAtOrAfter, type ChainInfo } from '../core/beacon.js'
import { formatSha256 } from '../core/digest.js'
import { encodeHex } from '../core/encoding.js'
import { parseUuid } from '../core/uuid.js'
import { DrawauditError } from '../errors.js'
import { selectionName, type Commitment } from '../model/statement.js'
import { formatSeconds, type Desk } from './desk.js'
import {
  carryOut,
  readCeremonyChain,
  type CeremonyChain,
  type StepFinding,
  type StatementPlan,
  type StepInput,
} from './steps.js'

/** Default seconds from the close of entries to the draw. */
export const defaultWait = 15 * 60

/** Min seconds that the protocol requires. */
const shortestWait = 30

/** A prize to be won. */
export interface PrizeOffer {
  readonly prizeName: string
  /** A new UUID by default. */
  readonly drawId?: string
}

export interface RaffleOffer {
  /** A new UUID by default; if given, repeating the call finds the raffle created. */
  readonly raffleId?: string
  readonly name: string
  /** In drawing order. */
  readonly prizes: readonly PrizeOffer[]
  readonly maxEntries: number
  /** Seconds since 1970, like every time here. */
  readonly entriesCloseAt: number
  /** 15 minutes after the close by default. */
  readonly drawAt?: number
  /** The beacon chain whose randomness decides; null for the seeds alone. */
  readonly chain: ChainInfo | null
  readonly operator: string
  /** The cancelled raffle that this one repeats. */
  readonly supersedes?: string
  /**
   * `public`: the seeds are in the commitment, so that anyone with the sealed list and the round knows the
   * winners; `secret`, the default: only the operator knows them until the draw.
   */
  readonly seeds?: SeedsMode
}

export const seedsModes = ['secret', 'public'] as const

export type SeedsMode = (typeof seedsModes)[number]

/** A raffle with a signed commitment. */
export interface RaffleCreated {
  readonly commitment: Commitment
  /** False if it was created before. */
  readonly signed: boolean
}

/**
 * Creates a raffle: generates a seed for each prize, and signs the commitment. From then on it is public.
 *
 * @throws DrawauditError `raffle-invalid` for invalid parameters, `raffle-exists` for an existing raffle with
 * other parameters, and as `carryOut` does.
 */
export async function createRaffle(desk: Desk, offer: RaffleOffer): Promise<RaffleCreated> {
  const raffleId = readId('raffle', offer.raffleId ?? randomUUID())
  const { entriesCloseAt, drawAt = entriesCloseAt + defaultWait } = offer
  checkOffer(offer, drawAt)
  try {
    const { result, signed } = await carryOut(
      desk,
      raffleId,
      async (input): Promise<StepFinding<Commitment>> => {
        if (input.chain !== undefined) {
          checkSame(input.chain, offer, drawAt)
          return { done: input.chain.commitment }
        }
        return { plan: await planCommitment(desk, raffleId, { ...offer, drawAt }, input) }
      },
    )
    return { commitment: result, signed }
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code !== 'statement-invalid') throw error
    throw new DrawauditError('raffle-invalid', `the commitment cannot be signed: ${error.message}`, {
      hint: 'fewer prizes or shorter names fit',
      cause: error,
    })
  }
}

async function planCommitment(
  { random }: Desk,
  raffleId: string,
  offer: RaffleOffer & { readonly drawAt: number },
  { transaction, now, secrets }: StepInput,
): Promise<StatementPlan> {
  if (
    (await transaction.readAuditRecord(raffleId)) !== undefined ||
    (await transaction.readStatistics(raffleId)) !== undefined
  ) {
    throw new DrawauditError('raffle-exists', `raffle ${raffleId} was published without the protocol`, {
      hint: 'leave out --raffle, or give another id',
    })
  }
  if (now >= offer.entriesCloseAt) {
    throw invalid(
      `entries close at ${formatSeconds(offer.entriesCloseAt)}, which is not after now`,
      'give a later time',
    )
  }
  if (offer.supersedes !== undefined)
    await checkSuperseded(transaction, readId('superseded raffle', offer.supersedes))
  const isPublic = offer.seeds === 'public'
  const seeds = offer.prizes.map(() => random(32))
  const hashes = seeds.map(seed => formatSha256(sha256(seed)))
  if (new Set(hashes).size !== seeds.length) throw new DrawauditError('internal', 'two seeds are equal')
  const prizes = offer.prizes.map(({ prizeName, drawId }, index) => ({
    draw_id: readId('draw', drawId ?? randomUUID()),
    prize_name: prizeName,
    rng_seed_hash: hashes[index] ?? '',
    ...(isPublic && { rng_seed: encodeHex(seeds[index] ?? new Uint8Array()) }),
  }))
  const { chain } = offer
  return {
    operator: offer.operator,
    statements: [
      {
        type: 'commitment' as const,
        raffle_name: offer.name,
        prizes,
        max_entries: offer.maxEntries,
        entries_close_at_utc: formatSeconds(offer.entriesCloseAt),
        draw_at_utc: formatSeconds(offer.drawAt),
        beacon: chain && { chain_hash: chain.chainHash, round: firstRoundAtOrAfter(chain, offer.drawAt) },
        selection: selectionName,
        supersedes: offer.supersedes?.toLowerCase() ?? null,
        ...(isPublic && { seeds: 'public' as const }),
      },
    ],
    // Public seeds too: a store has one for each prize.
    seeds: seeds.map((seed, index) => secrets.encrypt(seed, seedPlace(raffleId, index + 1))),
    ...(chain && { chain: encodeChainInfo(chain) }),
  }
}

/** Associated data of an encrypted seed. */
export const seedPlace = (raffleId: string, position: number): string => `seed ${raffleId} ${position}`

/** Requires text without control characters, at least one character. */
export function checkText(what: string, text: string): void {
  if (text.trim() !== '' && text.isWellFormed() && !/\p{Cc}/u.test(text)) return
  throw invalid(`${what} is empty or has control characters`, 'give it as plain text on one line')
}

function checkOffer(offer: RaffleOffer, drawAt: number): void {
  const { name, prizes, maxEntries, entriesCloseAt, seeds = 'secret', chain } = offer
  checkText('the name of the raffle', name)
  if (prizes.length === 0) throw invalid('there is no prize', 'give at least one: --prize NAME')
  for (const { prizeName } of prizes) checkText('the name of a prize', prizeName)
  // A caller without types may pass anything.
  if (!seedsModes.includes(seeds))
    throw invalid(
      `seeds are secret or public, found ${JSON.stringify(seeds)}`,
      'leave it out for secret seeds',
    )
  if (seeds === 'public' && chain === null) {
    throw invalid(
      'public seeds without a beacon: everybody would know the winner before the list is sealed',
      'name a beacon, or keep the seeds secret',
    )
  }
  const ids = prizes.flatMap(({ drawId }) => (drawId === undefined ? [] : [readId('draw', drawId)]))
  if (new Set(ids).size !== ids.length)
    throw invalid('two prizes have the same draw id', 'each needs its own')
  if (!Number.isSafeInteger(maxEntries) || maxEntries < prizes.length) {
    throw invalid(
      `${prizes.length} prizes and at most ${maxEntries} entries`,
      'every prize needs an entry: raise the capacity',
    )
  }
  if (!Number.isSafeInteger(entriesCloseAt) || !Number.isSafeInteger(drawAt)) {
    throw invalid('times are whole seconds', 'give times without fractions')
  }
  if (drawAt < entriesCloseAt + shortestWait) {
    throw invalid(
      `the draw at ${formatSeconds(drawAt)} is less than ${shortestWait} s after entries close`,
      `the list has to be sealed in between: draw at ${formatSeconds(entriesCloseAt + shortestWait)} or later`,
    )
  }
}

function readId(what: string, id: string): string {
  const uuid = parseUuid(id)
  if (uuid !== undefined) return uuid
  throw invalid(`the id of the ${what} is not a UUID: ${JSON.stringify(id)}`, 'leave it out to get a new one')
}

/** @throws DrawauditError `raffle-exists` if the existing raffle differs. */
function checkSame({ commitment }: CeremonyChain, offer: RaffleOffer, drawAt: number): void {
  const differs: readonly (readonly [what: string, there: unknown, given: unknown])[] = [
    ['the name', commitment.raffle_name, offer.name],
    ['the number of prizes', commitment.prizes.length, offer.prizes.length],
    ...offer.prizes.flatMap(({ prizeName, drawId }, index) => {
      const prize = commitment.prizes[index]
      return [
        [`prize ${index + 1}`, prize?.prize_name, prizeName],
        [`the draw id of prize ${index + 1}`, prize?.draw_id, drawId?.toLowerCase() ?? prize?.draw_id],
      ] as const
    }),
    ['the capacity', commitment.max_entries, offer.maxEntries],
    ['the close of entries', commitment.entries_close_at_utc, formatSeconds(offer.entriesCloseAt)],
    ['the time of the draw', commitment.draw_at_utc, formatSeconds(drawAt)],
    ['the beacon chain', commitment.beacon?.chain_hash, offer.chain?.chainHash],
    ['the operator', commitment.operator, offer.operator],
    ['how its seeds are kept', commitment.seeds ?? 'secret', offer.seeds ?? 'secret'],
    ['the raffle that it supersedes', commitment.supersedes, offer.supersedes?.toLowerCase() ?? null],
  ]
  const found = differs.find(([, there, given]) => there !== given)
  if (found === undefined) return
  throw new DrawauditError(
    'raffle-exists',
    `raffle ${commitment.raffle_id} is there, and ${found[0]} is another`,
    {
      hint: 'a commitment does not change: give another --name or id, or cancel that raffle',
    },
  )
}

async function checkSuperseded({ ceremonies }: StepInput['transaction'], raffleId: string): Promise<void> {
  const ceremony = await ceremonies.readCeremony(raffleId)
  const chain = ceremony && readCeremonyChain(ceremony)
  if (chain?.cancelled !== undefined) return
  const what = chain === undefined ? 'is not in this store' : 'is not cancelled'
  throw invalid(
    `raffle ${raffleId}, which is to be superseded, ${what}`,
    'only a cancelled raffle is run again',
  )
}

function invalid(message: string, hint: string): DrawauditError {
  return new DrawauditError('raffle-invalid', message, { hint })
}
