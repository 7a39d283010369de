/**
 * What is said of a published draw of another platform. Values from outside are escaped where they enter a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'

const number = (value: number): string => value.toLocaleString('en')
const name = (text: string): string => escapeText(text, 80)

/** Who won, by which formula, and what became of a ticket. */
export const drawStrings = {
  title: 'How the winner was picked',
  winner: 'Winner',
  winnerOf: (place: number): string => `Winner ${number(place)}`,
  listOf: (count: number): string => `a list of ${number(count)}`,
  entries: (title: string, count: number): string =>
    `The ${escapeText(title, 120)} has ${number(count)} ${count === 1 ? 'entry' : 'entries'}.`,
  counts: (title: string, count: string): string =>
    `The ${escapeText(title, 120)}: ${escapeText(count, 60)}.`,
  formula: 'The formula, with the numbers of this draw:',
  differs: (rule: string, published: string): string =>
    `The rule picks ${name(rule)}. Published: ${name(published)}.`,
  moreLines: (count: number): string =>
    count === 1 ? 'Show the line before' : `Show the ${number(count)} lines before`,
  found: (id: string, index: number, of: number): string =>
    `Yes: ${name(id)} is in the list that was published, at place ${number(index + 1)} of ${number(of)}.`,
  ask: 'Give your ticket, name or number as it is in the list that was published.',
  won: 'It won.',
  lost: 'It did not win.',
  listUnfixed: 'Nothing shows that this list was fixed before the draw.',
  notFound: (id: string, of: number): string =>
    `We cannot find ${name(id)} among the ${number(of)} entries of the list that was published. Look at it again, letter by letter.`,
  didYouMean: (id: string, near: string): string => `We cannot find ${name(id)}. Did you mean ${name(near)}?`,
} as const

/** How far the proof of a draw goes. */
export const ladderStrings = {
  /** @param step - the name of the highest step that is reached; of a draw of which something is not true, none. */
  summary(step: string | undefined, isHighest: boolean): string {
    if (step === undefined) return 'No step counts: something in this draw is not true.'
    return isHighest
      ? `Reached: ${step}, the highest step that there is for a draw of this kind.`
      : `Reached: ${step}. The highest step that there is for a draw of this kind is “unsteerable”.`
  },
  /** Above the highest step. */
  above:
    'That everybody is shown the same history, the step above these, takes a public log with witnesses. Draws of this kind have none.',
  /** What each step takes, by its level. */
  meanings: [
    '',
    'What is published has to have the form that the method asks for.',
    'What the organiser signs by this method has to bear its signature.',
    'Whoever repeats the calculation with the published values has to get the published winners.',
    'A public random number has to decide, and somebody else has to see in time all that it is applied to. Then nobody could have chosen the winners.',
  ],
  unsigned:
    'By this method the organiser signs nothing. Compare these values with those at the place where it published them.',
  noWinner: 'This method does not say how a winner is chosen, so there is none to calculate.',
  noSource: 'The method has no public random number that could be verified.',
  noRule: 'The method has no rule that says beforehand which random number counts.',
  /** In place of the word of a step. */
  nothing: 'nothing to check',
  apart: 'fits by itself, but the step below is not reached',
  uncounted: 'does not count',
} as const
