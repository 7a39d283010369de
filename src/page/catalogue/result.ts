/**
 * What is said of a result: its headline and its level, what it rests on, the words of badges, and the questions.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'
import type { AwaitedStep, PageModel, PageParty, PageQuestion, State, PageVerdict } from '../model.js'
import { listWords, sayName } from '../sentence.js'

/** A word in a badge. */
export const wordLabels: Readonly<Record<PageVerdict, string>> = {
  proven: 'proven',
  believed: 'if this site’s keys are real',
  refuted: 'shown to be wrong',
  'not-provable': 'not shown',
  'not-checked': 'not checked',
  pending: 'not known yet',
}

/** What a badge says in place of its word. */
export const badgeLabels = {
  apart: 'fits by itself',
  calculated: 'calculated again',
  'one-raffle': 'one list seen',
  'two-answers': 'two answers',
  seen: 'seen in time',
  logged: 'one list in its log',
} as const

/** What stands at the top where no level says it. */
export const headlines = {
  refuted: 'Shown to be wrong',
  twoWinners: 'Shown to be wrong: two different winners',
  unread: 'Not checked',
  pending: 'Not drawn yet',
} as const

/**
 * What stands at the top of a raffle that anybody can carry out again; above that level, and below, its report says it.
 */
export const levelHeadlines = {
  /** @param shown - what its level says. */
  rehearsed: (shown: string): string => shown.replace('winners', '$& of this rehearsal'),
  /** Something is taken at the word of the operator: which, the next sentence says. */
  onWord: 'The winners follow from the rule. The operator could still have decided who wins.',
  /** By keys that only the site names. */
  ifKeys: (headline: string): string =>
    `If this site’s keys are real, ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
  /** Without a log another list is not ruled out. */
  ifOnlyOne: (headline: string): string => `${headline}, if this was the only list`,
  unsigned: 'Nothing shows who signed this',
  /** In place of words that sound like praise. */
  ofForm: 'It has the right form. Nothing shows that it is true',
  ofRecord: 'This is a record only. Nothing shows how the winners were picked.',
  /** Of a published draw, which nobody signs as raffles are. */
  ofDraw: 'The sum is right. Whether somebody chose the published values is not shown.',
  /** By what stops it there. */
  noBeacon: 'The winners follow from the rule. The operator could have chosen them all the same.',
  replaced: 'The first winners are correct. The operator replaced some of them afterwards.',
} as const

/** What a level means, beside its number, from 0. */
export const levelShorts: readonly string[] = [
  'nothing is established',
  'it has the right form',
  'whoever ran it signed it',
  'anybody can recalculate the winners',
  'somebody else saw the list in time',
  'a second list in its log would have been seen',
]

/** What the headline of a document below the third level means, and of one that is not read. */
export const meanings = {
  short:
    'Nothing that was checked is wrong. But something that matters cannot be checked with what was published.',
  unread: 'Nothing is known about this draw.',
} as const

/**
 * On what it rests that nobody could have chosen.
 *
 * @param honest - who has to be honest.
 * @param clauses - what else has to be true, each a clause that begins with “that”.
 */
export const holdsIf = (honest: readonly string[], clauses: readonly string[]): string =>
  `This holds if ${listWords([
    ...(honest.length === 0 ? [] : [`${listWords(honest)} are honest`]),
    ...clauses.map(one => one.replace(/^that /, '')),
  ])}.`

/** What the highest levels leave open all the same. */
export const couldFill = (who: 'operator' | 'organiser'): string =>
  `The ${who} could still have raised its chances, by tickets of its own or by leaving some out.`

const unseen = 'Nothing shows that the winners follow from what was fixed before.'

const noRandomness = 'Nothing shows that a public random number decided them.'

/** What is missing, by the claim or finding that keeps a drawn raffle from the next level. */
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

/** The same where a trust file knows nobody of that name. */
export const stranger = (operator: string): string =>
  `Your trust file has no key of ${sayName(escapeText(operator, 200))}. Get the fingerprint of its key from the operator itself, or check without the file.`

/** What only the operator says of a draw that anybody can carry out again, by the claim or finding that says so. */
export const onWord: Readonly<Record<string, string>> = {
  'beacon.genuine': 'that a public random number decided the winners',
  'beacon.rule': 'that a public random number decided the winners',
  'evidence.timely': 'that the list was closed before the random number existed',
  'evidence.unique': 'that it did not make several lists and show the one that it liked',
  'entries-light': 'that no ticket is in the list twice: the list was not read whole',
}

/** The same in short, where the rest stands below. */
export const onWordShort: Readonly<Record<string, string>> = {
  ...onWord,
  'evidence.timely': 'that the list was closed before the draw',
  'evidence.unique': 'that there was no second list',
}

/** What has to be trusted, as a report says it, for whoever does not know it. */
export const rests = {
  network: 'the network of drand, which makes the public random numbers',
  networkShort: 'the network of drand',
  networkNamed: 'the makers of the public random number (drand)',
  rehearsal: 'whoever runs this rehearsal’s own source of the random number',
  rehearsalNamed: 'the source of its random number (no public one)',
  /** Of a draw of which something is not true. */
  calculated: 'nobody, to see that it is not true: what was published shows it',
  operator: 'the operator, for what there is only its word',
  /** Of a draw that nobody is known to have signed. */
  maker: 'whoever made this, for everything',
  page: (host: string): string => `this page, which comes from ${escapeText(host, 200)}`,
  onlyOne: 'that no other raffle was run for these prizes',
  file: 'whoever gave you the trust file, for whose keys these are',
  /** Of a raffle in a log that was read whole. */
  outside: 'that no raffle for these prizes was run outside its log',
  shownOnce: 'that the operator showed nobody else another list',
} as const

/** Who says whose the keys are. */
export const keysBy = {
  service: 'Only this site says whose keys these are.',
  compared: 'You have compared their keys.',
  file: 'The trust file says that the keys are theirs.',
  none: '',
} as const

/** What sources of random numbers are called: one that calls itself `quicknet` is not taken for drand’s. */
export const sources = {
  own: (name: string): string => (name === '' ? 'own source' : `own source “${escapeText(name, 60)}”`),
  drand: (name: string): string => `drand ${name}`,
} as const

/** Whoever saw the list in time. */
export const sayObservers = (names: readonly string[]): string =>
  `the ${names.length === 1 ? 'observer' : 'observers'} ${names
    .slice(0, mostNames)
    .map(name => sayName(escapeText(name, 60)))
    .join(' and ')}${names.length > mostNames ? ` and ${names.length - mostNames} more` : ''}`

/** Whose keys a result takes that a service vouches for itself. */
const partyNames: Readonly<Record<PageParty['role'], (names: string, count: number) => string>> = {
  operator: names => names,
  receipts: () => 'its receipts',
  observer: (names, count) => `its ${count === 1 ? 'observer' : 'observers'} ${names}`,
  log: names => `its log ${names}`,
  witness: (names, count) => `its ${count === 1 ? 'witness' : 'witnesses'} ${names}`,
  beacon: () => 'the source of the random number',
}

/** So many names of a kind are said. */
const mostNames = 3

/** Whose keys the service itself names. */
export function sayNamed(parties: readonly PageParty[]): string {
  const roles = [...new Set(parties.map(({ role }) => role))]
  const said = roles.map(role => {
    const names = [
      ...new Set(parties.filter(one => one.role === role).map(({ name }) => sayName(escapeText(name, 60)))),
    ]
    const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
    return partyNames[role](`${names.slice(0, mostNames).join(', ')}${more}`, names.length)
  })
  return `that this site names the real keys of ${listWords(said)}`
}

/** A receipt that contradicts the list, and may itself be what is wrong. */
export const receiptHeadline = 'Receipt and list do not agree'

/** Of a raffle that was cancelled, unless something of it is refuted. */
export const cancelledHeadline = 'This raffle was cancelled'

export const cancelledLateHeadline = 'This raffle was cancelled, perhaps after its winners could be known'

/** @param when - as the operator dates it. */
export const cancelledMeaning = (reason: string, when: string): string =>
  `The operator cancelled it, dated ${when}, for this reason: “${escapeText(reason, 300)}”. No winner was published.`

/** Of a cancellation that nobody saw before the winners could be known. */
export const cancelledLate = 'So there is only the operator’s word that it did not know the winners.'

/** What to do then. */
export const cancelledNext =
  'Ask the operator in writing what becomes of the money. If it does not answer, ask whoever supervises raffles.'

/** The same, where it is asked if the operator could have drawn again. */
export const cancelledRedraw =
  'See if another raffle was run for these prizes: the list of this site may not show all.'

/** Of an open raffle whose entries have closed. */
export const closed = 'Entries are closed. The operator has still to sign the list.'

/** Of a raffle that waits for something, and should not wait any more. */
export const overdue = (ago: string): string => `The draw was due ${ago} ago. No result is shown here.`

/** The same, where everybody can calculate who has won. */
export const unpublished = 'But its winners follow already, and the operator has not published them.'

/** What is said of a raffle in this state, where there is something to say and it is on time. */
export const stateNotes: Readonly<Partial<Record<State, string>>> = {
  open: 'This raffle is open: tickets can still be entered.',
  sealed:
    'The list of tickets is closed. The draw is still to come. Whoever saves the evidence now can show later which list was here.',
  'finished-without-evidence': 'It says who won which prize. Nothing shows that any of it is true.',
}

/** The five questions, in the order in which they are answered. */
export const questions: Readonly<Record<PageQuestion, string>> = {
  ticket: 'Was my ticket in?',
  winner: 'Is the calculation right?',
  list: 'Was the list closed before the random number was due?',
  redraw: 'Was there a second list or draw?',
  limits: 'What does this not prove?',
}

/** What each level of a bundle means, from the first. */
export const levelMeanings: readonly string[] = [
  'Nothing is established.',
  'What is published has the right form.',
  'The operator signed all of it, and nothing is missing.',
  'Whoever repeats the calculation gets the same winners.',
  'The list was closed before the random number existed, somebody else saw that in time, and no second list is known.',
  'Independent witnesses vouch that everybody is shown the same list.',
]

/** What a raffle waits for. */
export const nextLabels: Readonly<Record<AwaitedStep['what'], string>> = {
  close: 'Entries close in',
  seal: 'The list has to be sealed in',
  round: 'The random number that decides is due in',
  draw: 'The draw is due in',
}

/** What kind of document was checked; of a raffle nothing has to be said. */
export const kinds: Readonly<Record<Exclude<PageModel['kind'], 'bundle'>, string>> = {
  record: 'An audit record, without evidence',
  draw: 'A published draw of another platform',
  unreadable: 'A file that cannot be checked',
}
