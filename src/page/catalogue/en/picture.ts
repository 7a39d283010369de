/**
 * Texts of the picture of a draw and its replay. Untrusted values are escaped when they are inserted into a
 * sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { Picture, PageVerdict } from '../../model.js'
import type { Stage, ValueName } from '../../replay-steps.js'
import type { StepText } from '../types.js'
import { number, plural, sayOrdinal, sayTicket } from './grammar.js'

const name = (text: string): string => escapeText(text, 80)

/** A ticket by its number, or by its placeholder. */
const ticketOf = (id: string): string => sayTicket(name(id))

/** The rule's result and the published one, if they differ. */
export function sayDifference({ ticket, index, published, pool }: Picture): string {
  const ruled = ticket === undefined ? `place ${number(index)} in the list` : ticketOf(ticket.id)
  if (published === undefined) return ''
  if (index !== published.index || (ticket !== undefined && ticket.id !== published.id)) {
    return `The rule picks ${ruled}. Published: ${ticketOf(published.id)}.`
  }
  return `The rule counts ${number(pool)} tickets that were left. Published: ${number(published.pool)}.`
}

const unpublished = 'The operator has not published this winner.'

/** Texts of the picture. */
export const pictureStrings = {
  title: 'How the winner was picked',
  choose: 'Prize',
  first: (shown: number, of: number): string => `the first ${number(shown)} of ${number(of)}`,
  option: ({ prize, attempt, replaced }: Picture): string =>
    `${name(prize)}${replaced ? ', before it was drawn again' : attempt > 0 ? ', drawn again' : ''}`,

  /** The picture as one paragraph, for screen readers and other readers. */
  told({ secret, list, random, pool, rank, index, taken, prize, ticket }: Picture): string {
    const drawn = random?.isDrand === true ? 'a public random number' : 'a random number'
    const own = secret.isPublic ? 'a public number of the operator' : 'a secret of the operator'
    const mixed =
      random === undefined
        ? `${own} and the sealed list of ${number(list.entries)} tickets`
        : `${own}, the sealed list of ${number(list.entries)} tickets and ${drawn}`
    const left = taken.length > 0 ? ` tickets that were left` : ' tickets'
    const won = ticket === undefined ? 'whoever is there' : ticketOf(ticket.id)
    return `One large number was calculated from ${mixed}. Divided by the ${number(pool)}${left} it leaves ${number(rank)}. Counted from 0, that is the ${sayOrdinal(rank)} of them${taken.length > 0 ? `, and the ${sayOrdinal(index)} of the list` : ''}. So the rule picks ${won} for ${name(prize)}.`
  },
  wasReplaced: 'This winner was replaced: the prize was drawn again from the same numbers.',

  unpublished,

  secret: 'A secret of the operator',
  publicSecret: 'A number of the operator',
  secretFixed: (when: string): string =>
    `Fixed by its hash in the rules, dated ${when}, and opened after the draw.`,
  publicFixed: (when: string): string => `Fixed in the rules, dated ${when}.`,
  secretOther: 'This is not the number that was fixed before.',
  list: (count: number): string =>
    `The list of ${number(count)} ${plural(count, { one: 'ticket', other: 'tickets' })}`,
  listFixed: (when: string): string => `Its seal bears the date ${when}.`,
  random: (isDrand: boolean): string => (isDrand ? 'A public random number' : 'A random number'),
  randomFixed(isDrand: boolean, round: number, when: string | undefined): string {
    const source = isDrand ? 'drand' : 'the source that the operator named'
    return `Round ${number(round)} of ${source}${when === undefined ? '' : `, due on ${when}`}.`
  },
  randomNone: 'No public random number was used: the operator could try lists until a friend won.',
  /** For a refuted or undecided source. */
  unsure: {
    list: {
      refuted: 'This list is not the one that was sealed.',
      'not-provable': 'Nothing shows that this list is whole.',
    },
    random: {
      refuted: 'This is not the public random number that was named.',
      'not-provable': 'Nothing shows here that this number is genuine.',
    },
  } as Readonly<Record<'list' | 'random', Partial<Record<PageVerdict, string>>>>,

  mixed: 'mixed into one value',
  hashed: 'hashed once more, and read as a number',
  divided: (pool: number, hasTaken: boolean): string =>
    `divided by ${number(pool)} ${hasTaken ? 'tickets that were left' : pool === 1 ? 'ticket' : 'tickets'}, leaves`,
  rejected: (count: number): string =>
    count === 1
      ? '1 number before it was too large to give all tickets the same chance, and was not taken'
      : `${number(count)} numbers before it were too large to give all tickets the same chance, and were not taken`,
  skipped: (rank: number, taken: number): string =>
    `${number(rank)} among those left; ${taken === 1 ? '1 ticket had' : `${number(taken)} tickets had`} won before`,
  ordinal: (index: number, of: number): string => `the ${sayOrdinal(index)} of ${number(of)} tickets`,
  place: (index: number): string => `place ${number(index)}, counted from 0`,
  strip: (index: number, of: number): string =>
    `All ${number(of)} tickets in a row, with a mark at place ${number(index)}.`,
  rule: 'by the rule',
  published: 'published',
  wonBefore: 'won before',
  ticket: 'Ticket',
  noTicket: 'Which ticket stands there is not known here.',
  wins: (prize: string): string => `wins ${name(prize)}`,
  picked: (prize: string): string => `is picked for ${name(prize)}`,
  ruled: 'The rule picks',
  said: 'Published',

  bytesOf: (what: string): string => `${what}: show the bytes`,
  close: 'Close',

  replay: 'Replay it, step by step',
  replayNote:
    'Your browser calculates every step again while you watch, and compares it with what was published.',
  replayLoading: 'Loading…',
} as const

/** Captions of a picture's values, and their origins. */
export const valueStrings = {
  secret: ['The operator’s number', 'Its hash is in the signed rules.'],
  committed: ['Its hash, as it was fixed', 'SHA-256 of the number has to be this.'],
  digest: ['Fingerprint of the signed list', 'SHA-256 of the statement below.'],
  statement: ['The statement that was signed', 'It names the number of tickets and the root of the list.'],
  root: ['Root of the list', 'The path from every ticket leads here.'],
  random: ['The random number', 'SHA-256 of the signature below.'],
  signature: ['The signature of the round', 'It was checked with the public key of the source.'],
  chain: ['The source', 'The hash of its public parameters.'],
  message: [
    'What was mixed',
    'A prefix, the fingerprint of the list, the number of the prize, that of the attempt, and the random number.',
  ],
  key: ['The mixed value', 'HMAC-SHA256 of what was mixed, with the operator’s number as its key.'],
  counter: ['Counter', 'Which try this is, from 0.'],
  output: ['The bytes of the number', 'HMAC-SHA256 of the counter, with the mixed value as its key.'],
  number: ['The number', 'The first 8 bytes, read as one number.'],
  limit: [
    'Limit',
    'The largest multiple of the tickets that were left; a number from here on is not taken, so that all have the same chance.',
  ],
  leafBytes: ['The ticket as it is hashed', '00, the number of the ticket, a line feed, and its kind.'],
  leaf: ['Hash of the ticket', 'SHA-256 of it.'],
  sibling: ['Hash beside it', 'On the way from the ticket to the root.'],
} as const

/** Texts of a replay. */
export const replayStrings = {
  broken: 'The replay broke off.',
  controls: 'Replay',
  back: 'Back',
  next: 'Next',
  play: 'Play',
  pause: 'Pause',
  end: 'End',
  step: (step: number, of: number): string => `Step ${number(step)} of ${number(of)}`,
  by: {
    browser: 'Calculated by the cryptography of your browser.',
    page: 'Calculated by the program of this page: browsers keep theirs for pages that came by HTTPS.',
  },
  same: {
    published: 'The same as was published.',
    check: 'The same as this page found before; it is not published.',
  },
  notSame: { published: 'Not the same. Published:', check: 'Not the same as this page found before:' },
  allBytes: 'All bytes of this step',
  gives: 'gives',
  firstBytes: (of: string): string => `first 8 bytes of ${of}`,
  /** The purpose of each step. */
  stages: {
    secret: {
      title: 'Take the operator’s number',
      text: 'Its hash has to be the one in the signed rules.',
    },
    list: {
      title: 'Take the sealed list',
      text: 'The hash of the statement that seals the list goes into the draw. The next signed statement names it.',
    },
    random: {
      title: 'Take the public random number',
      text: 'It is the hash of the signature of this round, which was checked when the page was opened.',
    },
    mix: { title: 'Mix all of it', text: 'The operator’s number is the key of HMAC-SHA256 over the rest.' },
    number: { title: 'Read a number', text: 'The first 8 bytes of one more HMAC-SHA256.' },
    remainder: { title: 'Divide', text: 'The remainder says which ticket it is among those that were left.' },
    place: {
      title: 'Find the place',
      text: 'Tickets that won before are skipped; where there is none, the remainder is the place.',
    },
    ticket: { title: 'Hash the ticket', text: 'Its hash is a leaf of the tree of all tickets.' },
    path: {
      title: 'Climb to the root',
      text: 'Joined with the hashes beside it, it has to lead to the root that was sealed.',
    },
  } as Readonly<Record<Stage, StepText>>,
  rejectedStep:
    'This number is too large to give all tickets the same chance: it is not taken, and the next one is tried.',
  names: {
    seed: 'the operator’s number',
    statement: 'signed statement',
    signature: 'signature',
    message: 'what is mixed',
    key: 'mixed value',
    counter: 'counter',
    limit: 'limit',
    pool: 'tickets that were left',
    number: 'number',
    rank: 'remainder',
    taken: 'places that won before',
    leaf: 'ticket',
    left: 'hash on the left',
    right: 'hash on the right',
    node: 'node',
    digest: 'hash of the ticket',
    place: 'place',
  } as Readonly<Record<ValueName, string>>,
  ended: ({ ticket, published, index }: Picture): string => {
    if (published !== undefined)
      return `The rule picks ${ticketOf(published.id)}, and that is what was published.`
    const picked = ticket === undefined ? `place ${number(index)} in the list` : ticketOf(ticket.id)
    return `The rule picks ${picked}. ${unpublished}`
  },
} as const
