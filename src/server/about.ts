/**
 * Unverified statements by the service about a raffle: the head of its page, its badge, its picture.
 *
 * @packageDocumentation
 */
import type { Store } from '../store/store.js'
import type { ListedRaffle } from '../store/summaries.js'
import { Kept } from './kept.js'
import { english } from './languages.js'

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
export function raffleTitle(
  { name, prizes, raffleId }: Pick<ListedRaffle, 'name' | 'prizes' | 'raffleId'>,
  language = english,
): string {
  if (name !== undefined && name.trim() !== '') return short(name)
  return prizes.length === 0 ? language.site.raffle.untitled(raffleId) : renderPrizeList(prizes, language)
}

/** `A · B · C · 3 more`: a prize may have commas and “and” of its own. */
export function renderPrizeList(prizes: readonly string[], { site } = english): string {
  const shown = prizes.slice(0, 3).map(short)
  const more = prizes.length - shown.length
  return [...shown, ...(more > 0 ? [site.preview.morePrizes(more)] : [])].join(' · ')
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
export function labelTicket(id: string, word = 'ticket'): string {
  return new RegExp(`^\\s*(?:ticket|${word})(?!\\p{L})`, 'iu').test(id) ? '' : `${word} `
}

/** One sentence for link previews: the service's word, without any claim of proof. */
export function describe(
  { state, operator, prizes, winners, totalDraws }: ListedRaffle,
  language = english,
): string {
  const { preview, everywhere } = language.site
  const by = operator === undefined ? undefined : short(operator)
  const say = (...parts: readonly string[]): string => [...parts, preview.check].join(' ')
  if (state === 'cancelled') return say(preview.cancelled(by))
  if (winners.length === 0) {
    const named = prizes.length === 0 ? [] : [preview.prizes(renderPrizeList(prizes, language))]
    return say(preview.open(by), ...named)
  }
  const won = winners
    .map(({ prize, ticket }) => `${labelTicket(ticket, everywhere.ticket)}${short(ticket)} (${short(prize)})`)
    .join(', ')
  const more = totalDraws - winners.length
  return say(preview.drawn(by, more > 0 ? preview.moreWon(won, more) : won))
}
