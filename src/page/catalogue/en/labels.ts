/**
 * The page's own headings, buttons and hints. Each text is a separate export, so that each program contains
 * only those that it uses.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { listWords, number, quantity } from './grammar.js'

export const brand = 'Check a draw'
export const allRaffles = 'All raffles'
export const skip = 'Skip to the result'

export const waitingTitle = 'Not checked yet'
export const loading = 'Fetching what was published…'
export const checking = 'Checking in your browser…'
export const checkingNote = 'Nothing is known until this has ended.'
export const failedTitle = 'Not checked'
export const failedNote = 'The check did not come to an end, so this page says nothing about the draw.'
export const again = 'Check again'
export const wasDue = 'It was due at'
export const drawDue = 'The draw is due on'
export const goesOn = 'This page goes on asking, and shows the result once there is one.'
export const announce = (...parts: readonly string[]): string =>
  `Checked. ${parts.map(part => (/[.…!?:]$/u.test(part) ? part : `${part}.`)).join(' ')}`
export const checked = (when: string, milliseconds: number): string =>
  `Checked on this device on ${when}, in ${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 2 : 0)} seconds.`
export const by = 'by'
export const method = 'Method'
export const required = 'Required'
export const published = 'Published'
export const rehearsal = 'Rehearsal: no public random number'
export const trusting = 'You have to trust:'
export const rests = 'Who you have to trust'
export const onlySaysThat = (clauses: readonly string[]): string =>
  `There is only the operator’s word ${listWords(clauses)}.`
/** Of a draw that is neither refuted nor proven. */
export const nothingWrong =
  'The check found no contradiction. This says what the operator could have done, not that it did.'
/**
 * Says which signatures are vouched for by the service alone.
 *
 * @param operator - name, if the operator's key is one of them.
 * @param hasOthers - whether other keys are among them, such as a log's.
 */
export const onlySite = (operator: string | undefined, hasOthers: boolean): string =>
  operator === undefined
    ? 'Only this site says whose the other signatures are.'
    : `Only this site says ${hasOthers ? 'whose keys these are' : `that ${escapeText(operator, 200)} signed this`}. If that is false, everything here may be made up.`
/** Condition of a level if only the site names the keys. */
export const ifKeys = 'if this site’s keys are real'
/** Follows the number of such claims. */
export const holdIfKeys = 'hold if this site’s keys are real'
export const onlySays = 'For this there is only the operator’s word:'
export const signedBy = (operator: string): string =>
  `${escapeText(operator, 200)} signed this, by its key in the trust file.`
export const signedByCompared = (operator: string): string =>
  `${escapeText(operator, 200)} signed this, by the key that you compared.`
export const signedByNamed = (operator: string): string =>
  `This is signed with a key that belongs to ${escapeText(operator, 200)}, as this site says. If that is false, all of it may be made up.`
/** @param isSite - whether only this site says so. */
export const signedOther = (operator: string, isSite: boolean): string =>
  `The winners below are those that ${escapeText(operator, 200)} signed${isSite ? ', as this site says' : ''}.`
/** For one prize with two published winners. */
/** Between a ticket and the name of another prize. */
export const sameTicket = 'is published as the winner of'
export const rulePicks = 'The rule picks'
export const operatorSigned = 'The operator signed'
export const recordSays = 'The published record (unsigned) says'
export const recordOfNobody =
  'Nobody signed the record: nothing shows if the operator, this site or somebody else wrote it.'
export const signedByNobody = 'Nothing shows that the operator signed this.'
/** The operator that a raffle names, if no key confirms it. */
export const namesOperator = (operator: string): string =>
  `It names ${escapeText(operator, 200)} as its operator. Nothing shows that this is true.`
export const namesNobody = (host: string | undefined): string =>
  `This record does not say whose the raffle is${host === undefined ? '' : `: ${escapeText(host, 200)} published it`}.`
export const saysSite = ', says this site'
export const saysFile = (name: string): string => `, says your trust file ${escapeText(name, 100)}`
export const saysCompared = ', by the key that you compared'
export const saysItself = ', as it says itself'
export const publishedBy = 'published by'
export const shareLink = 'Share'
export const leftTitle = 'What the operator could still do:'
export const leftTitleDrawn = 'What the operator could have done all the same:'
export const otherRecord = 'The record that was given is of another raffle, and was not used.'
export const otherStamp =
  'The time-stamp that was given was not used: for published draws the command line tool takes it.'
export const otherRound =
  'The public random number that was given was not used: it is another one, or was there already.'
export const raffle = 'Raffle'
export const tickets = (count: number): string => quantity(count, { one: 'ticket', other: 'tickets' })
/** @param tickets - formatted as above; @param day - day of the draw. */
export const ticketsDrawn = (tickets: string, day: string): string => `${tickets}, drawn ${day}`
export const whoCouldChoose = 'Who could have chosen the winner?'
export const levelReached = (level: number, most: number): string => `Level ${level} of ${most}`
export const checkedTitle = 'What can be checked after the draw'
export const prizes = 'Prizes'
export const morePrizes = (count: number): string =>
  `and ${quantity(count, { one: 'more prize', other: 'more prizes' })}`
export const sayWinner = (prize: string, ticket: string): string =>
  `${escapeText(prize, 100)}: ${escapeText(ticket, 100)}.`
export const winnersPublished = 'Winners as published'
export const winnersSigned = 'Winners as the operator signed them'
export const allWinners = (count: number): string => `All ${number(count)} winners`
/** @param count - at least one. */
export const compareKeys = (count: number): string =>
  count === 1 ? 'Compare the key' : `Compare the ${number(count)} keys`
export const refutedNext =
  'Keep the evidence, and your ticket or receipt. Ask the operator, and whoever supervises raffles, for an answer in writing.'
/** @param isKnown - whether the random number may be public, and so known to the operator. */
export const lateNext = (isKnown: boolean): string =>
  `It may still come. ${isKnown ? knownNow : ''}You can save the evidence now: if another list is shown later, this file shows the difference.`
export const longLateNext = (isKnown: boolean): string =>
  `${isKnown ? knownNow : ''}Ask the operator for an answer in writing. Keep the evidence.`
const knownNow = 'The operator may know the winners already. '
export const save = 'Save the evidence'
export const compare = 'I compared it: it is the same'
export const differs = 'It is another one'
export const differsNext =
  'Do not rely on this page. Save the evidence, and ask the operator in a way that you knew before.'
export const compareOf = (name: string): string => `${compare}: ${escapeText(name, 100)}`
export const comparedNote =
  'Is this fingerprint (a row of letters and digits) on your ticket, on a poster or in the terms? Compare all of it. If it is in none of these, ask its owner, at an address that you had before, not this site. If you cannot compare it, leave this out: then there is only this site’s word. Your answer counts until you close this page.'
export const parties = {
  operator: 'signs the draw',
  receipts: 'signs receipts',
  observer: 'observer',
  log: 'log of the operator',
  witness: 'witness of the log',
  beacon: 'source of the random number',
} as const

export const ticketDrawn = 'Was my ticket in, and did it win?'
export const toTicket = 'Find my ticket'
export const ticketLabel = 'Your ticket number'
export const nameLabel = 'Name on the list'
export const nameHint =
  'As it is on the list. It is looked up on this device, and sent nowhere unless you agree.'
export const lookUpMeant = (id: string): string => `Look up ${escapeText(id, 100)}`
export const ticketButton = 'Look it up'
/** @param digits - number of digits that every ticket seems to have. */
export const ticketHintServed = (digits?: number): string =>
  `${asPrinted(digits)} If it has to be sent to this site, you are asked first.`
export const asPrinted = (digits?: number): string =>
  `As on your ticket or in your e-mail${digits === undefined ? '' : `, ${quantity(digits, { one: 'digit', other: 'digits' })}`}.`
export const several = 'Several: with commas between them.'
export const staysHere = 'It stays on this device.'
export const receiptButton = 'Or open your receipt file'
export const fromLink = 'in the link'
export const named = (role: 'receipt' | 'timestamp', name: string): string =>
  `${role === 'receipt' ? 'receipt' : 'time-stamp'} ${name}`
export const nonceLabel = 'The secret number of your receipt (nonce)'
export const nonceButton = 'Use it'
export const nonceHint =
  'You got it when you bought the ticket. It shows whether the ticket is yours alone, and stays on this device. Without it, leave this empty.'
export const nonceWrong = 'It has 32 characters, each a digit or a letter from a to f.'
export const ticketEmpty = 'Type the number of your ticket first.'
export const askTitle = 'The list of tickets is not on this page'
export const askText = (host: string): string =>
  `To find your ticket, ${host} has to be asked. If you send the number, the server learns which ticket you asked about. Its answer is checked here.`
export const askList = (count: number): string =>
  `You can also download the whole list, ${quantity(count, { one: 'ticket', other: 'tickets' })}, and your number stays on this device.`
export const askSend = 'Send my ticket number'
export const askDownload = 'Download the whole list'
export const readList = 'Read the whole list'
export const askNo = 'Do not ask'
export const askRefused = 'Your ticket was not looked up, and nothing was sent.'
export const asking = 'Asking the server…'
export const ticketUnknown =
  'The server says that there is no such ticket in the sealed list. That is its word alone: look for a typing mistake, or ask the operator in writing.'
export const receiptUnknown =
  'The server says that there is no such ticket in the sealed list. That is its word alone: the whole list shows what the operator signed.'
export const ticketFailed = (reason: string): string => `Your ticket was not checked. ${reason}`

export const timeline = (isOver: boolean): string => (isOver ? 'When it happened' : 'When it happens')
export const timelineNote = 'Rules, list, random number and result, in the order of time.'
export const moreAlike = (count: number): string => `and ${number(count)} more of these`
export const timelinePicture = 'The same moments on a line that is drawn to scale.'
export const later = (duration: string): string => `${duration} later`
export const sameTime = 'at the same time'

export const winners = (count: number): string => (count === 1 ? 'Winner' : 'Winners')
export const winningTickets = (count: number): string => (count === 1 ? 'Winning ticket' : 'Winning tickets')
export const prize = 'Prize'
export const winningTicket = 'Winning ticket'
export const ticket = 'Ticket'
export const place = 'Place in the list, counted from 0'
export const replaced = 'replaced by another winner'

export const ladder = 'How far the proof goes'
export const notReached = 'not reached'
export const wouldTake = (meaning: string): string =>
  `It would take: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`
export const logReading = 'The public log of the operator is being read…'
export const logFailed = 'The public log of the operator could not be read here, so nothing here rests on it.'
export const logLarge = (entries: number): string =>
  `The public log of the operator was not read: it has ${number(entries)} entries, about ${Math.ceil((entries * 1.3) / 1000)} MB.`
export const logRead = 'Read the log'

export const path = 'From a ticket to the sealed list'
export const pathNote =
  'Shows that a ticket is in the sealed list: joined with the hashes beside it, it leads to the root.'
export const pathOf = (place: string): string => `place ${place} in the list`
export const pathPicture = (steps: number, holds: boolean): string =>
  `A path of ${quantity(steps, { one: 'step', other: 'steps' })} from the ticket to the root. ${holds ? 'It ends at the sealed root.' : 'It does not end at the sealed root.'}`
export const pathTicket = 'ticket'
export const pathSealed = 'sealed root'
export const pathNotSealed = 'not the sealed root'
export const pathValues = 'All hashes of this path'
export const pathLeaf = 'Hash of the ticket'
export const pathSide = { left: 'Hash on the left', right: 'Hash on the right' } as const

export const steps = 'The calculation, step by step'
export const stepsNote = 'With the real values, to be repeated with any other tool.'
export const gives = 'gives'
export const moreOperations = (count: number): string =>
  `Show ${quantity(count, { one: 'more operation', other: 'more operations' })}`
export const moreSteps = (count: number): string =>
  `Show ${quantity(count, { one: 'more step', other: 'more steps' })}`
export const copy = 'Copy'
export const copied = 'Copied'
export const copyFailed = 'Select the value and copy it'
export const copyOf = (what: string): string => `Copy ${what}`
export const value = 'the value'

export const claims = 'Everything that was checked'
export const counted = (count: number, word: string): string => `${number(count)} ${word}`
export const fitAlone = 'fit by themselves'
export const findings = 'Also noticed:'

export const keys = 'Whose raffle is this?'
export const keysService =
  'What follows came from the same place as the draw: a forger would have replaced both.'
export const keysFile = 'What follows is from the trust file that you gave.'
export const keysCompared = 'What follows you compared, for this visit.'
export const keysEmbedded =
  'Whoever made this page put what follows into it. Compare it with what you have from elsewhere.'
export const keysBuiltIn = 'What follows is part of this program. Compare it with what drand publishes.'
export const keysNone = 'No key is believed, so no signature could be checked.'
export const fingerprint = 'Fingerprint'

export const linkTo = (title: string) => `Link to “${title}”`
export const link = 'Link to this page'
export const share = 'Share it'
export const shareAbout =
  'A link, a text for an e-mail, a badge, paper. Whoever opens the link checks anew, without your ticket and files.'
export const shareText =
  'Whoever opens this link checks the draw anew. A badge for your own site, with what this one says:'
export const summary = 'Summary for an e-mail'
export const embedCode = 'HTML of the badge'
export const embedAlt = 'Check this draw'
export const file = 'This page as one file, which works without a network'
export const elsewhere = 'Check it another way'
export const elsewhereText = 'Any other program may check the evidence.'
export const evidence = 'Evidence of this draw'
export const evidenceAll = 'The same with the whole list'
export const keysLink = 'Keys as the service gives them'
export const commandLine = 'With the command line tool:'
export const print = 'Print this page'

export const ownFiles = 'Use what you have yourself'
export const ownFilesNote =
  'A trust file, what an observer signed, a receipt, a time-stamp (.tsr) or a round of drand. It stays on this device.'
export const ownFilesButton = 'Choose files'
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} was not used: it is nothing that can be given here.`
export const unreadableFile = (name: string): string =>
  `${escapeText(name, 120)} cannot be read. If it is a folder, give the files in it; if not, choose it again.`
export const ownUsed = 'Checked with what you gave'
export const ownRemove = 'Check without it'
export const ownRemoveServed = 'Check with this site’s keys instead'
export const embeddedTrust = 'Whoever made this page chose the keys that are believed in it.'

export const noWorker = 'This browser cannot run the check. Try another one, or the command line tool.'
export const badAsset = 'A part of this page did not arrive as it was made, so nothing was run.'
export const timeout = (seconds: number): string =>
  `The check took more than ${seconds} seconds and was stopped. Nothing is known of the draw.`
export const crashed = 'The check broke off. Nothing is known of the draw.'
export const noRaffle = 'No raffle of this id is here now.'
export const offline = 'The server could not be reached.'
export const serverSays = (status: number): string => `The server answered with error ${status}.`
export const busy = 'The server has too much to do just now. Try again in a minute.'

export const verifier = (version: string): string => `Checked by drawaudit ${version}.`
export const digest = 'SHA-256 of the evidence that was checked'
/** @param runBy - the site's operator, in its own words. */
export const servedBy = (host: string, runBy: string | undefined): string =>
  `This page and the evidence come from ${escapeText(host, 200)}${
    runBy === undefined
      ? ', which does not say who runs it.'
      : `. It says that it is run by: ${escapeText(runBy, 300)}`
  }`
export const footer = 'drawaudit checks draws. It asks nobody else, sets no cookie and counts no visitor.'
