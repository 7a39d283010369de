/**
 * Unverified statements by the service about a raffle: the head of its page, its badge, its picture.
 *
 * @packageDocumentation
 */
import type { Store } from '../store/store.js'
import type { ListedRaffle } from '../store/summaries.js'
import { Kept } from './kept.js'

/** Size of the cache in bytes. */
const capacity = 4 * 1024 * 1024

/** Caches summaries by raffle id in lower case. The texts were written by the operator: untrusted. */
export function keepAbout(store: Pick<Store, 'generation' | 'readSummary'>): Kept<ListedRaffle> {
  return new Kept({
    store,
    capacity,
    measure: about => 1024 + 2 * JSON.stringify(about).length,
    read: raffleId => store.readSummary(raffleId),
  })
}

/** Max length of a name within a sentence, in UTF-16 code units. */
const longest = 80

export const short = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest).toWellFormed().trimEnd()}…`

/** The raffle's name, else its prizes, else its id. */
export function raffleTitle({
  name,
  prizes,
  raffleId,
}: Pick<ListedRaffle, 'name' | 'prizes' | 'raffleId'>): string {
  if (name !== undefined && name.trim() !== '') return short(name)
  return prizes.length === 0 ? `Raffle ${raffleId}` : renderPrizeList(prizes)
}

/** `A · B · C · 3 more`: a prize may have commas and “and” of its own. */
export function renderPrizeList(prizes: readonly string[]): string {
  const shown = prizes.slice(0, 3).map(short)
  const more = prizes.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(' · ')
}

/** Milliseconds after which an unpublished draw counts as overdue; clocks differ. */
export const slack = 60_000

/**
 * Whether the draw should have been published by now.
 *
 * @param now - milliseconds since 1970.
 */
export function isOverdue({ state, drawAt }: Pick<ListedRaffle, 'state' | 'drawAt'>, now: number): boolean {
  return (state === 'open' || state === 'sealed') && drawAt !== undefined && now > Date.parse(drawAt) + slack
}

/** What to write before a ticket’s id: the word and a space, or nothing if the id begins with the word. */
export function labelTicket(id: string, word: 'ticket' | 'Ticket' = 'ticket'): string {
  return /^\s*ticket(?!\p{L})/iu.test(id) ? '' : `${word} `
}

/** One sentence for link previews: the service's word, without any claim of proof. */
export function describe({ state, operator, prizes, winners, totalDraws }: ListedRaffle): string {
  const by = operator === undefined ? '' : ` by ${short(operator)}`
  const check = 'Check the draw yourself, in your browser.'
  if (state === 'cancelled') return `This raffle${by} was cancelled. ${check}`
  if (winners.length === 0) {
    const prize = prizes.length === 0 ? '' : ` Prizes: ${renderPrizeList(prizes)}.`
    return `A raffle${by} that is not drawn yet.${prize} ${check}`
  }
  const won = winners
    .map(({ prize, ticket }) => `${labelTicket(ticket)}${short(ticket)} (${short(prize)})`)
    .join(', ')
  const more = totalDraws - winners.length
  return `A raffle${by}. The service says that these won: ${won}${more > 0 ? ` and ${more} more` : ''}. ${check}`
}
