/**
 * Texts about a published draw of another platform. Untrusted values are escaped when they are inserted into
 * a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { capital } from '../../sentence.js'
import { describeChoice, type DrawChoice } from '../../../verify/draw/describe-choice.js'
import { asSentence, fromReport, number, plural } from './grammar.js'

const name = (text: string): string => escapeText(text, 80)

/** Winners, formula, and the fate of a ticket. */
export const drawStrings = {
  title: 'How the winner was picked',
  winner: 'Winner',
  /** A title in the singular, with its position if there are several. */
  winnerOf: (title: string, place: number | undefined): string => {
    const said = capital(title)
    return place === undefined ? said : `${said} ${number(place)}`
  },
  byRule: (prize: string): string => `${prize} by the rule; none was published`,
  inAll: (count: number): string => `(${number(count)} in all)`,
  stream: 'random words, as many as are needed',
  entries: (title: string, count: number): string =>
    `The ${escapeText(title, 120)} has ${number(count)} ${plural(count, { one: 'entry', other: 'entries' })}.`,
  counts: (title: string, count: string): string =>
    `The ${escapeText(title, 120)}: ${escapeText(count, 60)}.`,
  formula: 'The formula, with the numbers of this draw:',
  inputs: 'What goes into it, as it was published:',
  terms: 'How to read it',
  ofBeacon: (title: string, column: string): string => `${column} of the ${title}`,
  unpublished: 'not published',
  missing: (titles: readonly string[]): string =>
    titles.length === 0
      ? 'Cannot be calculated with what was published.'
      : `Cannot be calculated: the ${titles.map(name).join(' and the ')} ${titles.length === 1 ? 'was' : 'were'} not published.`,
  impossible: (why: string): string => `Cannot be calculated: ${fromReport(why, 300)}.`,
  differs: (rule: string, published: string, place: number | undefined): string =>
    place === undefined
      ? `The rule picks ${name(rule)}. Published: ${name(published)}.`
      : `Place ${number(place)}: the rule picks ${name(rule)}. Published: ${name(published)}.`,
  nobody: 'nobody',
  moreLines: (count: number): string =>
    count === 1 ? 'Show the line before' : `Show the ${number(count)} lines before`,
  found: (id: string, index: number, of: number): string =>
    `Yes: ${name(id)} is in the list that was published, at place ${number(index + 1)} of ${number(of)}.`,
  ask: 'Give your ticket, name or number as it is in the list that was published.',
  won: 'It won.',
  lost: 'It did not win.',
  unsigned:
    'Only this file says that the organiser published these values. Compare them with what the organiser itself shows before you rely on them.',
  notAccused: 'This says what it could have done, not that it did.',
  listUnfixed: 'Nothing shows that this list was fixed before the draw.',
  notFound: (id: string, of: number): string =>
    `We cannot find ${name(id)} among the ${number(of)} entries of the list that was published. Look at it again, letter by letter.`,
  didYouMean: (id: string, near: string): string => `We cannot find ${name(id)}. Did you mean ${name(near)}?`,
} as const

/** Findings about a draw, by code; only those whose message contains no number or name to preserve. */
export const findingStrings: Readonly<Record<string, string>> = {
  'source-uncommitted':
    'Nothing in these files fixes beforehand which public random number would count. Who chooses it afterwards can choose the winner.',
  'list-uncommitted':
    'Nothing in these files fixes the list beforehand. Who can change it once the random number is known can choose the winner.',
  'input-grindable':
    'Another value that decides is the organiser’s own choice, and nothing in these files fixes it beforehand. It could have tried values until it liked the winner.',
  'order-unstated': 'The winner depends on the order of the list, and the organiser does not say what it is.',
  'beacon-unsigned':
    'The signature of the random number is not in these files, so what is here does not show that the number is genuine. Its source has the signature.',
  'weak-generator':
    'The random numbers come from a generator that can be guessed: who sees some of them, or tries all its starting values, knows the others.',
  'float-arithmetic': 'The numbers are rounded on the way, so the chances are not exactly even.',
}

/** Texts about how far a draw can be proven. */
export const ladderStrings = {
  /** @param level - the highest level reached; undefined for a refuted draw. */
  summary(level: string | undefined, isHighest: boolean): string {
    if (level === undefined) return 'No level counts: something in this draw is not true.'
    return isHighest
      ? `${level}, the highest that a draw of this kind can reach.`
      : `${level}. A draw of this kind can reach level 4 at most.`
  },
  /** For levels above the highest one that such draws can reach. */
  above: 'This takes a public log with witnesses. Draws of this kind have none.',
  never: 'not for draws of this kind',
  /** Requirements of each level. */
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
  /** Label of a level without claims. */
  nothing: 'nothing to check',
  apart: 'fits by itself, but the level below is not reached',
  uncounted: 'does not count',
} as const

/** Meanings of signs and words in formulas, by the first of the recipe operations that they represent. */
export const formulaMeanings = {
  concat: 'b joined to the end of a',
  mod: 'what is left over when a is divided by b',
  divide: 'how often b goes into a, without what is left over',
  power: 'a multiplied by itself, b times',
  integer_be: 'the bytes or digits read as one whole number',
  integer_le: 'the bytes read as one whole number, the last byte first',
  integer_floor: 'rounded down to a whole number',
  integer_ceil: 'rounded up to a whole number',
  integer_round: 'rounded to the nearest whole number',
  sha1: 'a fingerprint (hash): always the same for the same input, and quite another for any other',
  hmac: 'a fingerprint that is made with a key',
  hkdf: 'a key that is derived from other values',
  pbkdf2: 'a key that takes long to derive, so that guessing is slow',
  hash_chain: 'the fingerprint of a fingerprint, again and again',
  merkle_rfc6962: 'the fingerprint of a whole list, by a tree',
  text_hex: 'the bytes as text, of the digits 0 to 9 and a to f',
  bytes_hex: 'the bytes that such text stands for',
  bytes_be: 'written as bytes of a fixed number',
  bytes_xor: 'two values combined bit by bit',
  text_base64: 'in another notation',
  text_csv: 'written as a line of a table',
  parse_csv: 'the lines of a table',
  text_json: 'written as JSON, a notation for data',
  parse_json: 'what stands at that place in the text',
  at: 'item n of the list, counted from 0',
  map: 'done for each item x of the list',
  iterate: 'done again and again with what came out',
  row: 'values under names',
  join: 'the items as one text, with the sign between them',
  split: 'cut into pieces',
  slice: 'the part from one place to another, counted from 0',
  pad_start: 'filled up to a length',
  upper: 'in capital letters',
  lower: 'in small letters',
  reverse: 'the last first',
  replace: 'the text with some signs replaced or left out',
  length: 'how many there are',
  sum: 'all of them added up',
  bit_and: 'two numbers combined bit by bit',
  bit_not: 'every bit turned over',
  shift_left: 'the bits of a number moved to one side',
  wrap: 'a number cut to as many bits as a computer keeps',
  let: 'a name for something that is calculated once',
  minimum: 'the smaller of two',
  maximum: 'the larger of two',
  if: 'one value or the other, by what is asked',
  sort: 'the list put in order',
  sort_by: 'the list in the order of what is calculated for each item',
  range: 'the numbers from 0, n of them',
  take: 'the first n of the list',
  flatten: 'several lists made one',
  fill: 'x, n times',
  distinct: 'each only once',
  filter: 'without some of the items',
  where: 'the items for which something holds',
  empty: 'a list with nothing in it',
  index_of: 'the place of an item, counted from 0',
  pick: 'n items taken out of the list one after the other: “turn” is the number of the item, from 0, “left” how many there still are',
  shuffle: 'the list mixed by the random numbers',
  weighted_at: 'the item on whose share n falls, where the shares lie one after the other',
  below: 'a number below the limit, made of random words',
  below_each: 'a number below each limit, made of random words',
  stream_bytes: 'random words that are made from a start value',
  stream_bits: 'random words that are cut out of other random words',
  words: 'the first of the random words',
  go_on: 'the random words are read on, not from their beginning again',
  python_seed: 'what the programming language Python makes of it with its random numbers',
  numpy_choice: 'what NumPy, of the programming language Python, chooses with its random numbers',
  time_rfc3339: 'a time, read from its text',
  drand_round: 'which round of drand comes out when',
  integer_time: 'a time, as seconds or milliseconds since 1970',
} as const

/** Who could have chosen the winner. */
export const chooser = (choice: DrawChoice): string => asSentence(describeChoice(choice), 1200)
