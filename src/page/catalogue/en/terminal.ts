/**
 * Texts that only `drawaudit verify` has.
 *
 * @packageDocumentation
 */
import { createWinnerOf } from '../create-terminal.js'
export { totals } from '../../../render/outcome.js'
export { textWords as words } from '../../../render/text-words.js'

/** The next step, by its name; its command follows. */
export const nextSteps = {
  addKey:
    'add the operator’s key, with its fingerprint from a separate channel, and verify again with --trust trust.json',
  seeKeys: 'the trust file does not have the key that signed; see which keys it has',
  seeSteps: 'redo the draw by hand',
  findTicket: 'see whether a ticket was in the draw',
  findRule: 'if these are the values of a draw, search for its rule',
  seeRecipes: 'see which recipes there are, or name a file with --recipe',
  getAgain: 'get the document again from where it was published; what its error means',
  seeFailure: 'see the step that fails, and redo it by hand',
  keep: 'keep the file as it is, and a report to show others',
  askDrand:
    'ask drand for the signature that was not published; it can only show that the random number is genuine',
  giveValue: 'give a value that was not published, if you have it from elsewhere',
  readLog: 'read the entries of the operator’s log too',
  giveObservation: 'give what an observer signed before the draw, if there is one',
} as const

export const winnerOf = createWinnerOf(
  position => `winner of prize ${position}`,
  attempt => `replacement ${attempt}`,
)

export const winnerOfNamed = (prize: string): string => `winner of ${prize}`

/** What a bundle is about, after its name. */
export const raffleOf = (id: string, operator: string): string => `raffle ${id} of ${operator}`
