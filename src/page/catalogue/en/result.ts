/**
 * Texts about a result: headline, level, trust assumptions, badges and questions.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { AwaitedStep, PageModel, PageParty, PageQuestion, State, PageVerdict } from '../../model.js'
import { shownTexts, stateTexts } from '../../../verify/headline.js'
import { clause, fromReport, listWords, number, plural, quote, sayName } from './grammar.js'

/** Badge labels, by verdict. */
export const wordLabels: Readonly<Record<PageVerdict, string>> = {
  proven: 'proven',
  believed: 'yes, if this site’s keys are real',
  refuted: 'shown to be wrong',
  'not-provable': 'not shown',
  'not-checked': 'not checked',
  pending: 'not known yet',
}

/** Badge labels that replace the verdict's. */
export const badgeLabels = {
  apart: 'fits by itself',
  calculated: 'calculated again',
  'one-raffle': 'one list seen',
  'two-answers': 'two answers',
  seen: 'seen in time',
  logged: 'one list in its log',
} as const

/** Headlines for results without a level. */
export const headlines = {
  refuted: 'Shown to be wrong',
  twoWinners: 'The published winner is not the one that the rule picks',
  otherWinner: 'The record names another winner than the operator’s signed statement',
  /** For a ticket that the list does not have as its receipt says. */
  dishonoured: 'A ticket with a receipt is missing from the list, or stands there differently',
  unread: 'Not checked',
  pending: 'Not drawn yet',
} as const

/** Headlines of reports, by code. */
export const shown = {
  ...shownTexts,
  'form-only': 'It has the right form. Nothing shows that it is true',
} as const

/** For a rehearsal. */
export const shownRehearsed: Readonly<Record<string, string>> = {
  nobody:
    'Nobody could have chosen the winners of this rehearsal unless its random number was known beforehand',
  'nobody-one-entry':
    'Nobody could have chosen the winners of this rehearsal, since there was only one entry',
  'nobody-first':
    'Nobody could have chosen the first winners of this rehearsal, of whom the organiser replaced some, unless its random number was known beforehand',
}

/** States in headlines, by code. */
export const states = stateTexts

/** @param said - a headline; @param state - as above. */
export const withState = (said: string, state: string): string => `${said}; ${state}`

/** Headlines for raffles that anybody can reproduce, and conditions; for other levels see above. */
export const levelHeadlines = {
  /** For results that rely on the operator's word; the next sentence says for what. */
  onWord: 'The calculation is right, but the operator could still have decided who wins.',
  /** For keys named by the site alone. */
  ifKeys: (headline: string): string =>
    `If this site’s keys are real, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  /** Without a log, another list cannot be ruled out. */
  ifOnlyOne: (headline: string): string =>
    `If this was the only list, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  unsigned: 'Nothing shows who signed this',
  ofRecord: 'This is a record only. Nothing shows how the winners were picked.',
  /** For a published draw: it has no signatures like a raffle's. */
  ofDraw: 'The calculation is right. Whether somebody chose the published values is not shown.',
  /** By the claim that keeps it from the next level. */
  noBeacon: 'The calculation is right, but the operator could have chosen the winners all the same.',
  replaced: 'The first winners are correct. The operator replaced some of them afterwards.',
} as const

/** Short meanings of levels, from level 0. */
export const levelShorts: readonly string[] = [
  'nothing is established',
  'it has the right form',
  'whoever ran it signed it',
  'anybody can recalculate the winners',
  'somebody else saw the list in time',
  'a second list in its log would have been seen',
]

/** Meanings of headlines below level 3, and of unreadable documents. */
export const meanings = {
  short:
    'Nothing that was checked is wrong. But something that matters cannot be checked with what was published.',
  unread: 'Nothing is known about this draw.',
} as const

/**
 * Conditions on which nobody could have chosen.
 *
 * @param honest - parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “that”.
 */
export const holdsIf = (honest: readonly string[], clauses: readonly string[]): string =>
  `This holds if ${listWords([
    ...(honest.length === 0 ? [] : [`${listWords(honest)} are honest`]),
    ...clauses.map(one => one.replace(clause, '')),
  ])}.`

/** The limit of even the highest levels. */
export const couldFill = (who: 'operator' | 'organiser'): string =>
  `The ${who} could still have raised its chances, by tickets of its own or by leaving some out.`

const unseen = 'Nothing shows that the winners follow from what was fixed before.'

const noRandomness = 'Nothing shows that a public random number decided them.'

/** Missing parts, by the claim or finding that keeps a drawn raffle from the next level. */
export const shortfalls: Readonly<Record<string, string>> = {
  'statement.signed':
    'Nothing shows that the operator signed this: none of its keys is known here. Get its key from the operator itself, and give it as a trust file.',
  'seed.committed': unseen,
  'entries.sealed': unseen,
  'winner.derived': unseen,
  'beacon.genuine': noRandomness,
  'beacon.rule': noRandomness,
  'winner-replaced': 'Who replaces a winner may choose who follows.',
}

/** The same, if the trust file has no operator with that name. */
export const stranger = (operator: string): string =>
  `Your trust file has no key of ${sayName(escapeText(operator, 200))}. Get the fingerprint of its key from the operator itself, or check without the file.`

/** Facts known from the operator alone about a reproducible draw, by claim or finding. */
export const onWord: Readonly<Record<string, string>> = {
  'beacon.genuine': 'that a public random number decided the winners',
  'beacon.rule': 'that a public random number decided the winners',
  'evidence.timely': 'that the list was closed before the random number existed',
  'evidence.unique': 'that it did not make several lists and show the one that it liked',
  'entries-light': 'that no ticket is in the list twice: the list was not read whole',
}

/** Short forms, used when the full text follows below. */
export const onWordShort: Readonly<Record<string, string>> = {
  ...onWord,
  'evidence.timely': 'that the list was closed before the draw',
  'evidence.unique': 'that there was no second list',
}

/** Trust assumptions in the report's words, for readers new to them. */
export const rests = {
  network: 'the network of drand, which makes the public random numbers',
  networkShort: 'the network of drand',
  networkNamed: 'the makers of the public random number (drand)',
  rehearsal: 'whoever runs this rehearsal’s own source of the random number',
  rehearsalNamed: 'the source of its random number (no public one)',
  /** For a refuted draw. */
  calculated: 'nobody for this: what was published shows that it is not true',
  operator: 'the operator, for what there is only its word',
  /** For a draw without a verified signature. */
  maker: 'whoever made this, for everything',
  page: (host: string): string => `this page, which comes from ${escapeText(host, 200)}`,
  onlyOne: 'that no other raffle was run for these prizes',
  file: 'whoever gave you the trust file, for whose keys these are',
  /** For a raffle whose log was read completely. */
  outside: 'that no raffle for these prizes was run outside its log',
  shownOnce: 'that the operator showed nobody else another list',
} as const

/** The parties who vouch for keys. */
export const keysBy = {
  service: 'Only this site says whose keys these are.',
  compared: 'You have compared their keys.',
  file: 'Only the trust file says whose keys these are.',
  none: '',
} as const

/**
 * Names of sources of random numbers. A source that merely calls itself `quicknet` does not get drand's name.
 */
export const sources = {
  own: (name: string): string =>
    name === '' ? 'a source that is not public' : `source ${quote(escapeText(name, 60))}, not a public one`,
  drand: (name: string): string => `drand ${name}`,
} as const

/** Parties who vouch for what was seen; names are escaped. */
export const vouchers = {
  observers: (names: string, count: number): string =>
    `the ${plural(count, { one: 'observer', other: 'observers' })} ${names}`,
  timestampers: (names: string, count: number): string =>
    `the ${plural(count, { one: 'time-stamper', other: 'time-stampers' })} ${names}`,
  /** @param groups - of the witnesses, in the report's words; empty if there are none. */
  witnesses: (groups: string): string =>
    `the witnesses of the log${groups === '' ? '' : ` (${fromReport(groups)})`}`,
  reader: (name: string): string => `${name}, who read the list`,
  seers: 'those who saw the statements',
} as const

/** Names of parties whose keys are vouched for by the service alone, by role. */
export const partyNames: Readonly<Record<PageParty['role'], (names: string, count: number) => string>> = {
  operator: names => names,
  receipts: () => 'its receipts',
  observer: (names, count) => `its ${plural(count, { one: 'observer', other: 'observers' })} ${names}`,
  log: names => `its log ${names}`,
  witness: (names, count) => `its ${plural(count, { one: 'witness', other: 'witnesses' })} ${names}`,
  beacon: () => 'the source of the random number',
}

/** What follows names of which not all are listed. */
export const andMore = (count: number): string => `${number(count)} more`

/** @param parties - as above, whose keys are vouched for by the service alone. */
export const realKeys = (parties: readonly string[]): string =>
  `that this site names the real keys of ${listWords(parties)}`

/** For a receipt that contradicts the list; either may be wrong. */
export const receiptHeadline = 'Receipt and list do not agree'

/** For a cancelled raffle without a refuted claim. */
export const cancelledHeadline = 'This raffle was cancelled'

export const cancelledLateHeadline = 'This raffle was cancelled, perhaps after its winners could be known'

/** @param when - date given by the operator; @param due - when the random number was due, if known. */
export const cancelledMeaning = (reason: string, when: string, due: string | undefined): string =>
  `The operator says that it cancelled the raffle on ${when}, for this reason: ${quote(escapeText(reason, 300))}. No winner is shown here.${due === undefined ? '' : ` The random number was due on ${due}.`}`

/** For a cancellation that nobody saw before the winners could be known. */
export const cancelledKnown = 'The raffle was cancelled when the winners could be known to the operator.'

export const cancelledUnseen =
  'Nobody confirms the date of the cancellation: nothing shows that anybody saw it before the winners could be known. So the operator may have known them; this does not say that it did.'

/** Advice for a cancelled raffle. */
export const cancelledNext =
  'Keep your ticket or receipt. Ask the operator in writing what becomes of the money. If it does not answer, ask whoever supervises raffles.'

/** Answer for a cancelled raffle to whether the operator could have drawn again. */
export const cancelledRedraw =
  'See if another raffle was run for these prizes: the list of this site may not show all.'

/** For an open raffle after its entries have closed. */
export const closed = 'Entries are closed. The operator has still to sign the list.'

/** For a raffle whose next step is overdue. */
export const overdue = (ago: string): string => `The draw was due ${ago} ago. No result is shown here.`

/** For an overdue draw whose winners anybody can calculate. */
export const unpublished = 'But its winners follow already, and the operator has not published them.'

/** Notes by state, for raffles that are on time. */
export const stateNotes: Readonly<Partial<Record<State, string>>> = {
  open: 'This raffle is open: tickets can still be entered.',
  sealed:
    'The list of tickets is closed. The draw is still to come. You can save the evidence now: if another list is shown later, this file shows the difference.',
  'finished-without-evidence': 'It says who won which prize. Nothing shows that any of it is true.',
}

/** The five questions, in the order of the answers. */
export const questions: Readonly<Record<PageQuestion, string>> = {
  ticket: 'Was my ticket in?',
  winner: 'Is the calculation right?',
  list: 'Was the list closed before the random number was due?',
  redraw: 'Was there only one list and one draw?',
  limits: 'What does this not prove?',
}

/** Meanings of a bundle's levels, from the first. */
export const levelMeanings: readonly string[] = [
  'Nothing is established.',
  'What is published has the right form.',
  'The operator signed all of it, and nothing is missing.',
  'Whoever repeats the calculation gets the same winners.',
  'The list was closed before the random number existed, somebody else saw that in time, and no second list is known.',
  'Independent witnesses vouch that everybody is shown the same list.',
]

/** Labels of awaited steps. */
export const nextLabels: Readonly<Record<AwaitedStep['what'], string>> = {
  close: 'Entries close in',
  seal: 'The list has to be sealed in',
  round: 'The random number that decides is due in',
  draw: 'The draw is due in',
}

/** Kinds of documents; a raffle needs no label. */
export const kinds: Readonly<Record<Exclude<PageModel['kind'], 'bundle'>, string>> = {
  record: 'An audit record, without evidence',
  draw: 'A published draw of another platform',
  unreadable: 'A file that cannot be checked',
}
