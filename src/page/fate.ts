/**
 * The fate of a ticket in the list: the prizes that it won, and a sentence.
 *
 * @packageDocumentation
 */
import { answers } from './catalogue/en/answers.js'
import type { Sought } from './catalogue/types.js'
import type { PageWinner, State } from './model.js'

/** The prizes that a ticket won and kept. */
export const prizesOf = (winners: readonly PageWinner[], id: string | undefined): readonly string[] =>
  winners.filter(({ entryId, replaced }) => entryId === id && !replaced).map(({ prize }) => prize)

/** @param options - `prizes`: those that the ticket won. */
export function sayFate(
  { sought, prizes }: { readonly sought: Sought; readonly prizes: readonly string[] },
  state: State,
): string {
  if (state === 'cancelled') return answers.listedInVain(sought)
  if (state !== 'drawn') return answers.listed(sought)
  return prizes.length > 0 ? answers.won(sought, prizes) : answers.notWon(sought)
}
