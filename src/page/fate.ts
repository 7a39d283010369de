/**
 * The fate of a ticket in the list, as a sentence.
 *
 * @packageDocumentation
 */
import { answers } from './catalogue/en/answers.js'
import type { Sought } from './catalogue/types.js'
import type { State } from './model.js'

/** @param options - `prizes`: those that the ticket won. */
export function sayFate(
  { sought, prizes }: { readonly sought: Sought; readonly prizes: readonly string[] },
  state: State,
): string {
  if (state === 'cancelled') return answers.listedInVain(sought)
  if (state !== 'drawn') return answers.listed(sought)
  return prizes.length > 0 ? answers.won(sought, prizes) : answers.notWon(sought)
}
