/**
 * Texts for the outcome of a check. Untrusted values are escaped when they are inserted into a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import type { ChoiceCode } from '../../../verify/bundle/bundle-choice.js'
import { capital } from '../../sentence.js'
import type { Openings, Sought } from '../types.js'
import { clause, fromReport, listWords, number, quote, sayName, sayTicket } from './grammar.js'

/** Max characters of an untrusted value in a sentence. */
const longestValue = 128

const quoted = (value: string): string => quote(escapeText(value, longestValue))

const plain = (value: string): string => sayName(escapeText(value, longestValue))

const quantifier = /^(?:an?|the|one|two|three|[\d“])\b/iu

/** `the iPhone 19 Pro`, `2 tickets for the opera` */
const thePrize = (prize: string): string => {
  const named = plain(prize)
  if (/^prize \d/i.test(named)) return named.toLowerCase()
  return quantifier.test(named) || named.startsWith('“') ? named : `the ${named}`
}

const who = ({ id, isName }: Sought): string => (isName ? plain(id) : sayTicket(escapeText(id, longestValue)))

const ticket: Openings = {
  proven: 'Yes. Your ticket is in the list that the operator signed.',
  refuted: 'No. Your ticket is not in the list that the operator signed.',
  'not-provable': 'This cannot be told with what is here.',
  'not-checked': 'Look it up in the list of this draw.',
  pending: 'You can look this up once the list is closed.',
}

const list: Openings = {
  proven:
    'The list was signed before the random number was due, and somebody other than the operator saw it in time.',
  refuted: 'No. What was published about the list or the random number is not true.',
  'not-provable': 'Nothing that is here shows it.',
  'not-checked': 'This was not checked.',
  pending: 'After the draw this can be told if somebody other than the operator saw the list before it.',
}

const winner: Openings = {
  proven: 'Calculated again on this device, it gives exactly the published winners.',
  refuted: 'No. What was published does not fit together.',
  'not-provable': 'Nothing that is here shows it.',
  'not-checked': 'This was not checked.',
  pending: 'No winner is shown here.',
}

const redraw: Openings = {
  proven: 'One commitment and one list were seen, and no other ones.',
  refuted: 'What was published about the raffle is not true.',
  'not-provable': 'Perhaps not: nothing that is here rules out another one.',
  'not-checked': 'This was not checked.',
  pending: 'After the draw this can be told if there is a public log with witnesses.',
}

/** First sentences of answers that say more than their claims. */
export const openings = { ticket, list, winner, redraw } as const

/** Single sentences within answers. */
export const answers = {
  /** Added to a proven answer if another part of the document is refuted. */
  elsewhereRefuted: 'Taken alone this part fits. Something else does not.',
  /** For statements without a signature by a trusted key. */
  notSigned: 'The numbers fit together, but nothing shows that they are the operator’s.',
  cancelled: 'The raffle was cancelled: no winner is shown here.',
  calculated: 'The calculation gives these winners. But not everything that it begins with can be proven.',
  recordOther: 'The winners that the operator signed follow from the rule. The published record has others.',
  askForPrize: 'Keep your ticket, and ask at the address on it how to get the prize. Do not pay for it.',
  noBeacon: 'No public random number was used, so the operator could try lists until a friend won.',
  serviceKeys: 'Only this site says that the list is the one that the operator signed.',
  overdue: 'The draw is overdue, and this site does not show it.',
  logged:
    'Every statement is in a log that witnesses watch. A draw outside of this log would not be seen here.',
  oneRaffle: 'Those whose word is here saw one commitment and one list.',
  notLogged:
    'A public log with witnesses would show any other list or raffle in it. None vouches for this one.',

  notLookedUp: 'Not looked up yet: neither the list nor the proof of this ticket is here.',
  won: (sought: Sought, prizes: readonly string[]): string =>
    `${capital(who(sought))} won ${listWords(prizes.map(thePrize))}.`,
  notWon: (sought: Sought): string =>
    `${capital(who(sought))} did not win. ${sought.isName ? 'This entry' : 'It'} was in the draw.`,
  listed: (sought: Sought): string => `Yes: ${who(sought)} is in the list. The draw is still to come.`,
  listedInVain: (sought: Sought): string =>
    `Yes: ${who(sought)} was in the list of this raffle, which was cancelled.`,
  notFound: (id: string, of: number, meant: string | undefined): string =>
    `${meant === undefined ? '' : `Did you mean ${plain(meant)}? `}${plain(id)} is not one of the ${number(of)} tickets in the list.`,
  ticketProofBad: (why: string): string => `The proof of the ticket cannot be read: ${fromReport(why)}.`,
  ticketUnsigned:
    'Your ticket is in the list of this document, but nothing shows that this list is the operator’s.',
  ticketMistyped:
    'Look for a typing mistake. If there is none, save the evidence, keep your ticket, and ask the operator in writing, then whoever supervises raffles.',
  ticketNotHere: 'Tickets cannot be looked up in a document of this kind.',

  unread: 'Nothing was checked.',
} as const

const askForKey = 'Get its key for receipts from the operator itself, and give it as a trust file.'

/** Texts about a ticket whose receipt was given. */
export const receipts = {
  /** First sentence, by the code of `receipt.honoured`. */
  openings: {
    // After the ticket's fate.
    'receipt-honoured': 'Your ticket is in the list of this draw, as your receipt says.',
    'receipt-dishonoured':
      'No. The ticket on your receipt is missing from the signed list, or stands there differently. Keep the receipt and the evidence: together they show that to anybody who has the operator’s real keys.',
    'receipt-other':
      'No. The operator signed your receipt for a raffle of this number on other terms than those that are shown here. Keep the receipt: it shows that to anybody.',
    'receipt-invalid': 'This is no receipt, so it says nothing about your ticket.',
    'raffle-other': 'This receipt is of another raffle: open the page of that one.',
    'operator-other': 'This receipt is of another operator, so it says nothing about this raffle.',
    'operator-unknown': `Nothing shows that the operator signed this receipt: no key of it is known here. ${askForKey}`,
    'key-unknown': `Nothing shows that the operator signed this receipt: the key that did is not known here as one for receipts. ${askForKey}`,
    'signature-invalid':
      'The operator did not sign this receipt, or it was changed afterwards. So it says nothing about your ticket, and nothing against the operator.',
    'key-outside-period':
      'This receipt is dated when the key that signed it was not valid, so it does not count.',
    'key-revoked':
      'The key that signed this receipt was revoked, so whoever has it can make up receipts. This one counts once a time-stamp or an observer shows that it was there before.',
    'nonce-other': 'The nonce in your link is not the one that this receipt is made for.',
    'inclusion-invalid': 'The proof of your ticket does not lead to the list that the operator signed.',
    'receipt-withdrawn':
      'The operator says that your ticket was taken back before the list was signed. Nothing shows that you agreed.',
  } as Readonly<Record<string, string>>,
  signed: 'The operator signed this receipt.',
  /** For a receipt whose ticket is missing from the list. */
  late: 'Receipt and list do not agree, and the receipt is dated too late to tell which is wrong.',
  tooLate: (at: string, isToCome: boolean): string =>
    `The receipt is dated ${at}${isToCome ? ', which is still to come' : ', after the list was sealed'}. So it does not show that the ticket was left out. Ask the operator why it signed it.`,
  lateChoice: 'That cannot be told while receipt and list do not agree.',
  dated: (at: string): string => `Your receipt is dated ${at}, as it says itself.`,
  takenBack:
    'Your ticket was taken back before the list was signed, and you agreed: the nonce that only your browser had was handed over for it.',
  /** For a time-stamp given with the receipt. */
  stamped: (who: string, at: string): string =>
    `${escapeText(who, longestValue)} time-stamped your receipt. It was there by ${at}.`,
  stamps: {
    other: 'Your time-stamp is of something else than this receipt.',
    'no-anchors':
      'Your time-stamp was not checked: it counts only under an authority that your trust file names.',
    'no-program': 'Your time-stamp was not checked here: the command line tool can check it.',
  },
  bad: (why: string): string => `The receipt cannot be read: ${fromReport(why)}.`,
} as const

/** Limits of what a check proves. */
export const limits = {
  refuted: 'That anything else in this draw can be relied on: something in it is not true.',
  noKeys:
    'No key was given, so nobody’s signature counts. Get the operator’s key, and give it as a trust file.',
  serviceKeys:
    'That the keys are the operator’s: this site names them itself. Compare them with those from elsewhere.',
  servicePage:
    'That this page is honest: it came from this site too. Check the evidence with a copy of it from elsewhere.',
  notTimely:
    'That the list was there before the random number: only the operator’s own dates say so. Ask somebody who kept a copy.',
  notUnique: 'That there was no second commitment or list, of which the better one was shown.',
  notWitnessed: 'That everyone is shown the same list: no witnesses vouch for the log here.',
  /** Reasons why the time-stamps in the evidence were not checked. */
  stamps: {
    'no-anchors':
      'That the time-stamps in this evidence hold: they count only under an authority that your trust file names.',
    'no-program': 'That the time-stamps in this evidence hold: the command line tool can check them.',
  },
  light: 'That no ticket is in the list twice: the whole list is not here.',
  noRecord: 'That the published record says the same: it was not given.',
  noBeacon: 'That chance decided: no public random number was used.',
  rehearsal:
    'That this was more than a rehearsal: whoever ran its source of the random number could know it beforehand. If you paid for a ticket, ask the operator.',
  ownEntries: 'That nobody put entries of its own into the list, or left some out, before it was closed.',
  lookUp: 'That your own ticket was in: look it up.',
  lightRead: 'That no ticket is in the list twice: an observer says that it read the list whole.',
  silence: 'That the operator draws at all: it can refuse to.',
  oneRaffle: 'Anything about other raffles. Compare the number of this one with that on your ticket.',
  recordAlone:
    'A record alone proves nothing about who won: it can be well formed, and invented. Ask for the signed statements.',
  drawTime: 'When anything was fixed: a published draw shows values, not when they were published.',
  incomplete: 'How it ends: the raffle has not come to its end.',
} as const

/** Labels of the events in a raffle. */
export const moments = {
  commitment: (isPublic: boolean): string =>
    `The operator fixes the rules and ${isPublic ? 'a number of its own' : 'its secret'}`,
  close: 'Entries close',
  seal: 'The list is sealed',
  round: (round: number, isDrand: boolean): string =>
    `The ${isDrand ? 'public ' : ''}random number, round ${round}`,
  draw: (prize: string): string => `Draw of ${quoted(prize)}`,
  replacement: (prize: string): string => `The winner of ${quoted(prize)} is replaced`,
  cancellation: 'The raffle is cancelled',
  seenCommitment: (who: string): string => `${escapeText(who, longestValue)} saw the commitment`,
  seenSeal: (who: string): string => `${escapeText(who, longestValue)} saw the sealed list`,
  receipt: 'Your receipt is signed, as it says itself',
  stampedReceipt: (who: string): string => `${escapeText(who, longestValue)} time-stamps your receipt`,
} as const

/** Titles of documents that have none. */
export const titles = {
  bundle: 'A draw without a name',
  record: 'Record of a draw',
  unreadable: 'What was given cannot be checked',
} as const

/** Reasons why nothing can be checked. */
export const unreadable = {
  document: (why: string): string => `the document cannot be read: ${fromReport(why)}`,
  trust: (why: string): string => `the trust file cannot be read: ${fromReport(why)}`,
  record: (why: string): string => `the audit record cannot be read: ${fromReport(why)}`,
  round: (why: string): string => `a public random number cannot be read: ${fromReport(why)}`,
  observation: (why: string): string => `an observation cannot be read: ${fromReport(why)}`,
  recipes: (why: string): string => `the recipe cannot be read: ${fromReport(why)}`,
  notAnObject: 'this is not a JSON object',
  unknown: 'this is neither a bundle nor a record nor a published draw',
  noRecipe: (name: string): string => `there is no recipe called ${quoted(name)} here`,
  /** Other files that people give by mistake, each recognised by one of its members. */
  others: [
    ['trust', 'this is a trust file: give it as the trust file, beside the evidence of a draw'],
    ['report', 'this is a report of drawaudit: reports are not evidence'],
    ['inclusion', 'this is the proof of a ticket: it goes with the evidence of its draw'],
    ['payload', 'this is a signed observation or a receipt: it goes with the evidence of a draw'],
    ['fraud', 'this is a proof of fraud: the command line verifies it'],
    ['recipe', 'this is a recipe: it goes with a published draw'],
    ['statements', 'these are statements alone: give the bundle, which has all of the evidence'],
    ['max_entries', 'these are statistics of entries, which prove nothing about a draw'],
    ['probability', 'these are odds, which prove nothing about a draw'],
    ['error', 'this is an error message of a service'],
  ],
} as const

/** Who could still choose when a draw is overdue, by the missing part. */
export const overdueChoices = {
  open: ['The operator: no list that it signed is here, so it could still make one that it likes.'],
  sealed: ['The operator may know the winners already. It could still refuse to publish them.'],
} as const

/** Who could have chosen the winner of a raffle, in sentences. */
export const choices: Readonly<Record<Exclude<ChoiceCode, 'nobody'>, readonly string[]>> = {
  'several-statements': [
    'The operator: it signed more than one commitment or list for this raffle, so it could show the one that it likes.',
  ],
  'receipt-other': [
    'The operator: it signed a receipt on other terms of this raffle, so it had more than one list to choose from.',
  ],
  'receipt-dishonoured': [
    'That cannot be told: one ticket could not win, since it is missing from the list, or stands there differently than on its signed receipt.',
  ],
  'cancelled-after-round': ['The operator: it called the raffle off when its winners could be known.'],
  refuted: ['That cannot be told: something that was published is not true, by mistake or on purpose.'],
  unsigned: ['Whoever made this: nothing shows that the operator signed it.'],
  cancelled: ['There is no winner: the operator cancelled the raffle.'],
  unpublished: ['Nobody: the winners follow already. The operator has not published them.'],
  'not-drawn': ['Nobody yet: the raffle is not drawn.'],
  'not-derived': ['The operator: nothing shows that the winners follow from what was fixed before.'],
  'beacon-none': [
    'The operator: no public random number was used, so it could try lists until a friend won.',
  ],
  'beacon-open': [
    'The operator: nothing shows that the random number is genuine, and that it was fixed beforehand which one decides.',
  ],
  'list-unread': [
    'The operator, if it put one ticket into the list many times.',
    'Nobody read the whole list: ask for it.',
  ],
  'not-timely': [
    'The operator, if it made the list when the random number was known, or made several and shows the one that it likes.',
    'Whoever saw this list in time can show that it was not made later. A log with witnesses would show any other list in it.',
  ],
  'not-unique': [
    'The operator, if it made several lists and shows the one that it likes.',
    'A public log with witnesses would show any other list in it.',
  ],
  'first-winners': ['Nobody could have chosen the first winners.'],
}

/**
 * Says that nobody could have chosen, and on what condition.
 *
 * @param honest - at least two parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “that”.
 * @param isByService - whether only this site says whose their keys are.
 */
export const sayNobody = (
  honest: readonly string[],
  clauses: readonly string[],
  isByService: boolean,
): string =>
  `${isByService ? 'If this site’s keys are real: nobody' : 'Nobody'}, as long as ${listWords([`${listWords(honest)} are honest`, ...clauses.map(one => one.replace(clause, ''))])}.`

/** Additional sentences about who could have chosen. */
export const ofChoice = {
  replaced: 'The operator replaced winners when it could know who would follow.',
  repeated:
    'The raffle repeats one that the operator cancelled, maybe because it knew the winners of that one.',
  told: 'Whoever runs this rehearsal’s own source of the random number could have told the operator the numbers beforehand.',
  left: {
    refuse: 'refuse to draw',
    'refuse-seen': 'refuse to draw, which everybody who reads its log would see',
    fill: 'put tickets of its own into the list, or leave some out, before it was closed',
  },
} as const
