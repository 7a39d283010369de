/** What can be chosen of a raffle, and what is chosen where nothing is said. */
import type { Signer } from './evidence.js'
import type { LogChoices } from './log.js'
import { roundTime, type Round } from './rounds.js'
import { createRandom, hex, sha256, utf8, type Entry } from './second-opinion.js'

/** When things happen, in seconds. */
export interface Times {
  readonly committed: number
  readonly close: number
  readonly drawAt: number
  readonly sealed: number
  /** Of the first draw; the others follow, four seconds apart. */
  readonly drawn: number
  /** Of the first replacement; the others follow, a day apart. */
  readonly replaced: number
  readonly commitmentSeen: number
  readonly sealSeen: number
  readonly now: number
}

/** Each as late or as early as it may be, for round 1000 of quicknet. */
export const lastMoments: Times = {
  committed: 1_692_806_331,
  close: 1_692_806_332,
  drawAt: 1_692_806_362,
  sealed: 1_692_806_332,
  drawn: 1_692_806_364,
  replaced: 1_692_806_364,
  commitmentSeen: 1_692_806_331,
  sealSeen: 1_692_806_334,
  now: 1_692_806_368,
}

export interface Choices {
  /** Where everything comes from that is not chosen. */
  readonly seed: string
  readonly operator?: Signer
  /** The key that the operator signs with from a sequence number on. */
  readonly newKey?: { readonly from: number; readonly signer: Signer }
  readonly observer?: Signer
  readonly raffleId?: string
  readonly raffleName?: string
  /** How many, or their names. */
  readonly prizes?: number | readonly string[]
  /** How many, or the list. */
  readonly entries?: number | readonly Entry[]
  readonly maxEntries?: number
  /** The round that decides; null for a raffle without. */
  readonly beacon?: Round | null
  readonly times?: Partial<Times>
  /** Positions of prizes, in the order in which their winners are replaced. */
  readonly replace?: readonly number[]
  readonly list?: 'full' | 'light' | 'file'
  readonly supersedes?: string
  /** The seeds stand in the commitment. */
  readonly seeds?: 'public'
  /** When an observer had read the list whole; nobody had when left out. */
  readonly listRead?: number
  /** The log that the operator writes its statements to; none when left out. */
  readonly log?: LogChoices
  /** The key that makes receipts; none when left out. */
  readonly desk?: Signer
  /** The seed that a draw reveals instead of the one that was committed. */
  readonly reveal?: (position: number, committed: Uint8Array) => Uint8Array
}

export const day = 86_400

/** When things happen, unless it is chosen. */
export function planTimes(beacon: Round | null, seed: string): Times {
  const random = createRandom(`${seed}/times`)
  const decides = beacon === null ? 1_740_000_000 + random.below(10_000_000) : roundTime(beacon)
  const drawAt = beacon === null ? decides : decides - random.below(beacon.chain.period)
  const close = drawAt - random.one([60, 61, 90, 600, 900, 3 * day])
  const committed = close - random.between(2, 30 * day)
  const latest = decides - 30
  const sealed = close + random.below(latest - close - 5)
  const drawn = decides + random.between(0, 600)
  return {
    committed,
    close,
    drawAt,
    sealed,
    drawn,
    replaced: drawn + 14 * day,
    commitmentSeen: committed + random.below(close - committed),
    sealSeen: sealed + random.between(0, latest - sealed),
    now: drawn + 60 * day,
  }
}

/** A list of entries with ids like tickets, about one in five of them free. */
export function createEntries(count: number, seed: string): readonly Entry[] {
  const random = createRandom(`${seed}/entries`)
  let id = 10_000
  return Array.from({ length: count }, (): Entry => {
    id += random.between(1, 40)
    return [String(id), random.below(5) === 0 ? 'free' : 'paid']
  })
}

/** The hash of a nonce that is made of a name. */
export const nonceOf = (name: string): string => hex(sha256(sha256(utf8(name)).slice(0, 16)))

/** Entries of which all but the second have a nonce. */
export const addNonces = (entries: readonly Entry[]): readonly Entry[] =>
  entries.map(([id, kind], at): Entry => (at === 1 ? [id, kind] : [id, kind, nonceOf(id)]))
