/**
 * What the service says of a raffle where it does not check it: in the head of its page, on its badge, in its picture.
 *
 * @packageDocumentation
 */
import type { AuditRecord } from '../model/audit-record.js'
import type { Store } from '../store/store.js'
import type { ListedRaffle } from '../store/summaries.js'
import { Kept } from './kept.js'

/** A prize, with the ticket that won it. */
export interface Win {
  readonly prize: string
  readonly ticket: string
}

/** Texts are what the operator wrote: untrusted. */
export type About = ListedRaffle & {
  readonly wins: readonly Win[]
}

/** Bytes of them that are kept. */
const capacity = 4 * 1024 * 1024

/** A raffle is told of by so many winners at most. */
const mostWins = 3

/** By the ids of raffles in lower case. */
export function keepAbout(store: Pick<Store, 'generation' | 'readSummary' | 'readRaffle'>): Kept<About> {
  return new Kept({
    store,
    capacity,
    measure: about => 1024 + 2 * JSON.stringify(about).length,
    async read(raffleId) {
      const [summary, raffle] = await Promise.all([store.readSummary(raffleId), store.readRaffle(raffleId)])
      if (summary === undefined || raffle === undefined) return undefined
      const { draws } = JSON.parse(Buffer.from(raffle.audit.body).toString()) as AuditRecord
      const wins = draws
        .slice(0, mostWins)
        .map(({ prize_name: prize, winner_entry_id: ticket }) => ({ prize, ticket }))
      return { ...summary, wins }
    },
  })
}

/** UTF-16 code units of a name within a sentence. */
const longest = 80

const short = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest).toWellFormed().trimEnd()}…`

/** Its name, or what there is to win, or its id. */
export function titleOf({
  name,
  prizes,
  raffleId,
}: Pick<ListedRaffle, 'name' | 'prizes' | 'raffleId'>): string {
  if (name !== undefined && name.trim() !== '') return short(name)
  return prizes.length === 0 ? `Raffle ${raffleId}` : listPrizes(prizes)
}

/** `A, B and 3 more`. */
export function listPrizes(prizes: readonly string[]): string {
  const shown = prizes.slice(0, 3).map(short)
  const more = prizes.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`
}

/** One sentence for whoever sees a link: the service's word, and no word of a proof. */
export function describe({ state, operator, prizes, wins, totalDraws }: About): string {
  const by = operator === undefined ? '' : ` by ${short(operator)}`
  const check = 'Check the draw yourself, in your browser.'
  if (state === 'cancelled') return `This raffle${by} was cancelled. ${check}`
  if (wins.length === 0) {
    const prize = prizes.length === 0 ? '' : ` Prizes: ${listPrizes(prizes)}.`
    return `A raffle${by} that is not drawn yet.${prize} ${check}`
  }
  const won = wins.map(({ prize, ticket }) => `ticket ${short(ticket)} (${short(prize)})`).join(', ')
  const more = totalDraws - wins.length
  return `A raffle${by}. The service says that these won: ${won}${more > 0 ? ` and ${more} more` : ''}. ${check}`
}
