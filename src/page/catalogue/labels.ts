/**
 * What the page itself says around a check: headings, buttons, hints.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'
import { listWords, sayName } from '../sentence.js'
import type { NextStep, PageModel, PageParty, Question, State, Word } from '../model.js'

/** A word in a badge. */
export const wordLabels: Readonly<Record<Word, string>> = {
  proven: 'proven',
  believed: 'if this site’s keys are right',
  refuted: 'shown to be wrong',
  'not-provable': 'not shown',
  'not-checked': 'not checked',
  pending: 'still to come',
}

/** What a badge says in place of its word. */
export const badgeLabels = {
  apart: 'fits by itself',
  calculated: 'calculated again',
  'one-raffle': 'one list seen',
} as const

/** What stands at the top where no level says it. */
export const headlines = {
  refuted: (what: string): string => `Shown to be wrong. ${what}`,
  unread: 'Not checked',
  pending: 'Not drawn yet',
} as const

/** Few things in words. */
const few = ['No', 'One', 'Two', 'Three', 'Four']

/**
 * What stands at the top of a raffle that anybody can carry out again; above that level, and below, its report says it.
 */
export const levelHeadlines = {
  /** @param shown - what its level says. */
  rehearsed: (shown: string): string => shown.replace('winners', '$& of this rehearsal'),
  /** @param things - how many are taken at the word of the operator. */
  onWord: (things: number): string =>
    `The winners are correct. ${few[things] ?? things} ${things === 1 ? 'thing still rests' : 'things still rest'} on the operator’s word.`,
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
  'the operator signed it',
  'anybody gets the same winners',
  'others saw the list in time',
  'everybody was shown the same list',
]

/** What the headline of a document below the third level means, and of one that is not read. */
export const meanings = {
  short:
    'Nothing that was checked is wrong. But something that matters cannot be checked with what was published.',
  unread: 'Nothing is known about this draw.',
} as const

/** On what the headline of a rehearsal rests. */
export const rehearsedMeaning =
  'This holds if the source of its random number is honest, which is no public one.'

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
  'evidence.timely': 'that the list was closed in time',
  'evidence.unique': 'that there was no second list',
}

/** What has to be trusted, as a report says it, for whoever does not know it. */
export const rests = {
  network: 'the network of drand, which makes the public random numbers',
  rehearsal: 'whoever runs this rehearsal’s own source of the random number',
  operator: 'the operator, for what only it says',
  onlyOne: 'that this is the only raffle that was run for these prizes',
  shownOnce: 'that the operator showed nobody else another list',
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

/** Of a raffle that was cancelled, unless something of it is refuted. */
export const cancelledHeadline = 'This raffle was cancelled'
export const cancelledLateHeadline = 'This raffle was cancelled, perhaps when its winners could be known'
export const cancelledMeaning = (reason: string): string =>
  `There is no winner. The operator gave this reason: “${escapeText(reason, 300)}”. Ask it what becomes of the money.`

/** Of a cancellation that nobody saw before the winners could be known. */
export const cancelledLate = 'So the operator could have known the winners first, and dated this back.'

/** The same, where it is asked if the operator could have drawn again. */
export const cancelledRedraw =
  'No draw was published. Look for another raffle in its place: the list of this site may not show all.'

/** Of an open raffle whose entries have closed. */
export const closed = 'Entries are closed. The operator has still to sign the list.'

/** Of a raffle that waits for something, and should not wait any more. */
export const overdue = (ago: string): string => `The draw was due ${ago} ago. It has not been published.`

/** The same, where everybody can calculate who has won. */
export const unpublished = 'But its winners follow already, and the operator has not published them.'

/** What is said of a raffle in this state, where there is something to say and it is on time. */
export const stateNotes: Readonly<Partial<Record<State, string>>> = {
  open: 'This raffle is open: tickets can still be entered.',
  sealed:
    'The list of tickets is closed. The draw is still to come. Whoever saves the evidence now can show later what the list was.',
  'finished-without-evidence': 'It says who won which prize. Nothing shows that any of it is true.',
}

/** The five questions, in the order in which they are answered. */
export const questions: Readonly<Record<Question, string>> = {
  ticket: 'Was my ticket in?',
  winner: 'Does the rule give these winners?',
  list: 'Was the list closed before the random number was due?',
  redraw: 'Could they have drawn again?',
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
export const nextLabels: Readonly<Record<NextStep['what'], string>> = {
  close: 'Until entries close',
  seal: 'Until the list has to be sealed',
  round: 'Until the random number exists',
  draw: 'Until the draw',
}

/** What kind of document was checked. */
export const kinds: Readonly<Record<PageModel['kind'], string>> = {
  bundle: 'A draw with signed evidence',
  record: 'An audit record, without evidence',
  draw: 'A published draw of another platform',
  unreadable: 'A file that cannot be checked',
}

const quantity = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** All other texts of every page. */
export const labels = {
  brand: 'Check a draw',
  allRaffles: 'All raffles',
  skip: 'Skip to the result',

  waitingTitle: 'Not checked yet',
  loading: 'Fetching what was published…',
  checking: 'Checking in your browser…',
  checkingNote: 'Nothing is known until this has ended.',
  failedTitle: 'Not checked',
  failedNote: 'The check did not come to an end, so this page says nothing about the draw.',
  again: 'Check again',
  wasDue: 'It was due at',
  goesOn: 'This page goes on asking, and shows the result once there is one.',
  announce: (...parts: readonly string[]): string => `Checked. ${parts.join(' ')}`,
  checked: (when: string, milliseconds: number): string =>
    `Checked on this device on ${when}, in ${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 2 : 0)} seconds.`,
  by: 'by',
  method: 'Method',
  required: 'Required',
  published: 'Published',
  rehearsal: 'Rehearsal: no public random number',
  trusting: 'You have to trust:',
  rests: 'Whom you have to trust',
  onlySaysThat: (clauses: readonly string[]): string => `Only the operator says ${listWords(clauses)}.`,
  siteKeys: 'Grey, not green: this site names the keys itself, and a forged one would name its own.',
  onlySays: 'Only the operator says:',
  signedBy: (operator: string): string =>
    `${escapeText(operator, 200)} signed this, by its key in the trust file.`,
  signedByCompared: (operator: string): string =>
    `${escapeText(operator, 200)} signed this, by the key that you compared.`,
  signedByNamed: (operator: string): string =>
    `${escapeText(operator, 200)} signed this, by the key that this site names for it.`,
  signedOther: (operator: string): string =>
    `The winners below are those that ${escapeText(operator, 200)} signed.`,
  signedByNobody: 'Nothing shows that the operator signed this.',
  drawnOn: 'drawn',
  shareLink: 'Share',
  leftTitle: 'What the operator could still do:',
  leftTitleDrawn: 'What the operator could have done all the same:',
  otherRecord: 'The record that was given is of another raffle, and was not used.',
  otherStamp:
    'The time-stamp that was given was not used: only those of signed evidence and of receipts are. The command line tool takes those of published draws: --timestamp.',
  otherRound:
    'The public random number that was given is not the one that this draw names, or was there already: it was not used.',
  raffle: 'Raffle',
  tickets: (count: number): string => quantity(count, 'ticket', 'tickets'),
  whoCouldChoose: 'Who could have chosen the winner?',
  levelReached: (level: number, most: number): string => `Level ${level} of ${most}`,
  checkedTitle: 'What was checked',
  prizes: 'Prizes',
  morePrizes: (count: number): string => `and ${quantity(count, 'more prize', 'more prizes')}`,
  sayWinner: (prize: string, ticket: string): string =>
    `${escapeText(prize, 100)}: ${escapeText(ticket, 100)}.`,
  winnersPublished: 'Winners as published',
  winnersSigned: 'Winners as the operator signed them',
  allWinners: (count: number): string => `All ${count.toLocaleString('en')} winners`,
  compareKeys: (count: number): string => (count === 1 ? 'Compare the key' : 'Compare the keys'),
  refutedNext:
    'Keep the evidence, your receipt if you have one, and this page. Ask the operator, and whoever supervises raffles, for an answer in writing.',
  /** @param isKnown - the random number may be there, and the operator may know it. */
  lateNext: (isKnown: boolean): string =>
    `It may still come. ${isKnown ? 'The operator may know the winners already. ' : ''}Whoever saves the evidence now can show later what the list was.`,
  longLateNext: 'Ask the operator for an answer in writing. Keep the evidence.',
  save: 'Save the evidence',
  compare: 'I compared it',
  compareOf: (name: string): string => `I compared it: the fingerprint of ${escapeText(name, 100)}`,
  comparedNote:
    'Compare each fingerprint with one from elsewhere: terms and conditions, paper, a telephone call. What you say here counts for this visit.',
  parties: {
    operator: 'signs the draw',
    receipts: 'signs receipts',
    observer: 'observer',
    log: 'log of the operator',
    witness: 'witness of the log',
    beacon: 'source of the random number',
  },

  ticketDrawn: 'Was my ticket in, and did it win?',
  ticketLabel: 'Your ticket number',
  nameLabel: 'Name on the list',
  nameHint: 'As it stands on the list. It is looked up on this device, and sent nowhere without asking you.',
  lookUpMeant: (id: string): string => `Look up ${escapeText(id, 100)}`,
  ticketButton: 'Look it up',
  like: (id: string): string => ` Tickets look like ${escapeText(id, 60)}.`,
  ticketHintServed:
    'As it is on your ticket or in your receipt. It stays on this device, unless you agree that this site is asked.',
  receiptButton: 'Or open your receipt file',
  fromLink: 'in the link',
  named: (role: 'receipt' | 'timestamp', name: string): string =>
    `${role === 'receipt' ? 'receipt' : 'time-stamp'} ${name}`,
  nonceLabel: 'The secret number of your receipt (nonce)',
  nonceButton: 'Use it',
  nonceHint:
    'The shop showed it when you bought the ticket. With it this page can tell whether the ticket in the list is yours alone. It stays on this device.',
  nonceWrong: 'That is not such a number: it has 32 characters, each a digit or a letter from a to f.',
  ticketEmpty: 'Type the number of your ticket first.',
  askTitle: 'The list of tickets is not on this page',
  askText: (host: string): string =>
    `To find your ticket, ${host} has to be asked. If you send the number, the server learns which ticket you asked about. Its answer is checked here.`,
  askList: (count: number): string =>
    `You can also download the whole list, ${quantity(count, 'ticket', 'tickets')}, and your number stays on this device.`,
  askSend: 'Send my ticket number',
  askDownload: 'Download the whole list',
  readList: 'Read the whole list',
  askNo: 'Do not ask',
  askRefused: 'Your ticket was not looked up, and nothing was sent.',
  asking: 'Asking the server…',
  ticketUnknown:
    'The server says that there is no such ticket in the sealed list. That is its word alone: look for a typing mistake, and if there is none, ask the operator in writing.',
  receiptUnknown:
    'The server says that there is no such ticket in the sealed list. That is its word alone: the whole list shows what the operator signed.',
  ticketFailed: (reason: string): string => `Your ticket was not checked. ${reason}`,

  timeline: 'When it happened',
  timelineNote: 'The line on the left is to scale: equal lengths are equal times.',
  timelineBroken:
    'The first line is to scale. Below it is drawn larger; where it is dotted, nothing happens for long.',
  moreAlike: (count: number): string => `and ${count.toLocaleString('en')} more of these`,
  timelinePicture: 'The same moments on a line that is drawn to scale.',
  later: (duration: string): string => `${duration} later`,
  sameTime: 'at the same time',
  yourTime: (time: string): string => `${time} on your clock`,

  winners: (count: number): string => (count === 1 ? 'Winner' : 'Winners'),
  prize: 'Prize',
  winningTicket: 'Winning ticket',
  place: 'Place in the list, counted from 0',
  replaced: 'replaced by another winner',

  ladder: 'How far the proof goes',
  notReached: 'not reached',
  ladderNote: 'Each step rests on the one below it.',
  wouldTake: (meaning: string): string =>
    `It would take: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`,
  logReading: 'The public log of the operator is being read…',
  logFailed: 'The public log of the operator could not be read here, so nothing here rests on it.',
  logLarge: (entries: number): string =>
    `The public log of the operator was not read: it has ${entries.toLocaleString('en')} entries, about ${Math.ceil((entries * 1.3) / 1000)} MB.`,
  logRead: 'Read the log',

  path: 'From a ticket to the sealed list',
  pathNote:
    'Joined with the hashes beside it, step by step, a ticket that was in the list leads to the root that the operator had sealed.',
  pathOf: (place: string): string => `place ${place} in the list`,
  pathPicture: (steps: number, holds: boolean): string =>
    `A path of ${quantity(steps, 'step', 'steps')} from the ticket to the root. ${holds ? 'It ends at the sealed root.' : 'It does not end at the sealed root.'}`,
  pathTicket: 'ticket',
  pathSealed: 'sealed root',
  pathNotSealed: 'not the sealed root',
  pathValues: 'All hashes of this path',
  pathLeaf: 'Hash of the ticket',
  pathSide: { left: 'Hash on the left', right: 'Hash on the right' },

  steps: 'The calculation, step by step',
  stepsNote: 'With the real values, to be repeated with any other tool.',
  gives: 'gives',
  moreOperations: (count: number): string => `Show ${quantity(count, 'more operation', 'more operations')}`,
  moreSteps: (count: number): string => `Show ${quantity(count, 'more step', 'more steps')}`,
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select the value and copy it',
  copyOf: (what: string): string => `Copy ${what}`,
  value: 'the value',

  claims: 'Everything that was checked',
  claimsNote: 'Each claim has a name, a result and a code.',
  findings: 'Also noticed:',

  keys: 'Whose signatures were believed',
  keysService: 'This key came from the same place as the draw: a forger would have replaced both.',
  keysFile: 'This key came from the trust file that you gave.',
  keysCompared: 'You compared this key, for this visit.',
  keysEmbedded:
    'Whoever made this page put this key into it. Compare its fingerprint with one from elsewhere.',
  keysNone: 'No key is believed, so no signature could be checked.',
  fingerprint: 'Fingerprint',

  linkTo: (title: string) => `Link to “${title}”`,
  link: 'Link to this page',
  share: 'Share it',
  shareText:
    'Whoever opens this link checks the draw anew. A badge for your own site, by the word of this one:',
  badgeAlt: 'Badge: how far this raffle has come, by the word of this service',
  embedCode: 'HTML of the badge',
  embedAlt: 'Check this draw',
  file: 'This page as one file, which works without a network',
  elsewhere: 'Check it another way',
  elsewhereText: 'Do not take the word of this page for it: any other program may check the evidence.',
  evidence: 'Evidence of this draw',
  evidenceAll: 'The same with the whole list',
  keysLink: 'Keys as the service gives them',
  commandLine: 'With the command line tool:',
  print: 'Print this page',

  ownFiles: 'Use what you have yourself',
  ownFilesNote: 'It stays on this device.',
  ownFilesList: [
    ['a trust file', 'which keys you believe'],
    ['what an observer signed', 'when something was published'],
    ['a receipt', 'whether its ticket was in'],
    ['a time-stamp (.tsr)', 'when it or the evidence was there'],
    ['a round of drand', 'who has won'],
  ],
  ownFilesButton: 'Choose files',
  notBeside: (name: string): string =>
    `${escapeText(name, 120)} was not used: below stands what can be given.`,
  ownUsed: 'Checked with what you gave',
  ownRemove: 'Check without it',
  embeddedTrust: 'Whoever made this page chose the keys that are believed in it.',

  noWorker: 'This browser cannot run the check. Try another one, or the command line tool.',
  badAsset: 'A part of this page did not arrive as it was made, so nothing was run.',
  timeout: (seconds: number): string =>
    `The check took more than ${seconds} seconds and was stopped. Nothing is known of the draw. The command line tool has no such limit.`,
  crashed: 'The check broke off. Nothing is known of the draw.',
  noRaffle: 'The server has no such raffle.',
  offline: 'The server could not be reached.',
  serverSays: (status: number): string => `The server answered with error ${status}.`,
  busy: 'The server has too much to do just now. Try again in a minute.',

  footer: 'drawaudit proves or refutes draws. It asks nobody else, sets no cookie and counts no visitor.',
} as const

const quoted = (name: string): string => `“${escapeText(name, 120)}”`

/** What only the page in one file says. */
export const fileLabels = {
  ticketHint: 'As it is on your ticket or in your receipt. It stays on this device.',
  offlineTicket:
    'This file does not hold the list, so your ticket cannot be looked up here. Add the proof of your ticket, or evidence with the whole list.',
  printAll: 'Print everything',
  address: 'Check it again',
  addressText:
    'Open this address, or take a photograph of the code: the page there checks the draw anew, in your browser. What is on paper proves nothing by itself.',
  addressCode: 'QR code of this address',
  dropTitle: 'Put the evidence of a draw here',
  dropText:
    'Choose a file, or drop it anywhere on this page. It is checked on this device: nothing is sent anywhere, and no network is needed.',
  dropButton: 'Choose files',
  dropHere: 'Let go to check it',
  dropKinds: 'What can be checked',
  dropList: [
    'the evidence of a raffle (bundle.json)',
    'an audit record, alone or beside its evidence',
    'a published draw of a platform that has a recipe',
    'a trust file: which keys you believe',
    'a receipt or the proof of one ticket, or what an observer saw, beside the evidence',
    'a time-stamp of a receipt or of the evidence (.tsr), beside them',
    'the public random number (a round of drand), beside the evidence of a draw that lacks it',
    'the public log of the operator (checkpoint and all of tile/entries), beside the evidence',
  ],
  loaded: 'Files',
  startOver: 'Start over',
  addMore: 'Add a file',
  fileRoles: {
    document: 'evidence',
    unknown: 'not recognised',
    record: 'audit record',
    trust: 'trust file',
    proof: 'proof of a ticket',
    observation: 'observation',
    receipt: 'receipt',
    timestamp: 'time-stamp',
    round: 'public random number',
    checkpoint: 'head of the log',
    entries: 'entries of the log',
  },
  notAlone: 'This file goes with the evidence of a draw: add that too.',
  tooLarge: 'The file is too large to be checked in a browser: use the command line tool.',
  embedded: 'in this page',
  notUsable: (name: string): string =>
    `${escapeText(name, 120)} was not used: it is no evidence, record, receipt, time-stamp, trust file, proof, observation or public random number.`,
  notUsableList: (name: string): string =>
    `${escapeText(name, 120)} was not used: a list of tickets alone says nothing. Give the evidence with the whole list in it.`,
  /** @param before - titles, as that of what is shown, or all of them names of files. */
  replaced: (now: string, before: readonly string[]): string =>
    before.includes(now)
      ? `${quoted(now)} is shown as it was given last, in place of what was shown before.`
      : `${quoted(now)} is shown now, in place of ${before.map(quoted).join(' and ')}: one draw is checked at a time.`,
  notBeside: (name: string): string =>
    `${escapeText(name, 120)} is not used: it does not go with what is shown here. Start over to check it instead.`,
  count: (files: number): string => quantity(files, 'file', 'files'),
  unused: 'not used',
} as const

const units: readonly (readonly [seconds: number, one: string, many: string])[] = [
  [86_400, 'day', 'days'],
  [3600, 'hour', 'hours'],
  [60, 'minute', 'minutes'],
  [1, 'second', 'seconds'],
]

/**
 * A duration in the two largest units that say something: `13 days 4 hours`, `5 minutes`, `10 seconds`.
 *
 * @param milliseconds - not negative; parts of a second are left out.
 * @param most - so many units.
 */
export function formatDuration(milliseconds: number, most = 2): string {
  let rest = Math.floor(milliseconds / 1000)
  const parts = units.map(([seconds, one, many]) => {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    return count === 0 ? '' : quantity(count, one, many)
  })
  const first = parts.findIndex(part => part !== '')
  if (first === -1) return quantity(0, 'second', 'seconds')
  return parts
    .slice(first, first + most)
    .filter(part => part !== '')
    .join(' ')
}
