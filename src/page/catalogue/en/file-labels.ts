/**
 * Texts that occur only in the single-file page.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { quantity, quote } from './grammar.js'
import { asPrinted, staysHere } from './labels.js'

const quoted = (name: string): string => quote(escapeText(name, 120))

export const ticketHint = (digits?: number): string => `${asPrinted(digits)} ${staysHere}`
export const offlineTicket =
  'This file does not hold the list, so your ticket cannot be looked up here. Add the proof of your ticket, or evidence with the whole list.'
export const printAll = 'Print everything'
export const address = 'Check it again'
export const addressText =
  'Open this address, or take a photograph of the code: the page there checks the draw anew, in your browser. What is on paper proves nothing by itself.'
export const addressCode = 'QR code of this address'
export const dropTitle = 'Put the evidence of a draw here'
export const dropText =
  'Choose a file, or drop it anywhere on this page. It is checked on this device: nothing is sent anywhere, and no network is needed.'
export const dropButton = 'Choose files'
export const dropHere = 'Let go to check it'
export const dropKinds = 'What can be checked'
export const dropList = [
  'the evidence of a raffle (bundle.json)',
  'an audit record, alone or beside its evidence',
  'a published draw of another platform that is known here (“recipe”)',
  'a trust file: which keys you believe',
  'a receipt or the proof of one ticket, or what an observer saw, beside the evidence',
  'a time-stamp of a receipt or of the evidence (.tsr), beside them',
  'the public random number (a round of drand), beside the evidence of a draw that lacks it',
  'the public log of the operator (checkpoint and all of tile/entries), beside the evidence',
] as const
export const onlyTicket = 'Only a ticket number? Look it up on the page of the raffle, at its operator.'
export const loaded = 'Files'
export const startOver = 'Start over'
export const addMore = 'Add a file'
export const fileRoles = {
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
} as const
export const notAlone = 'This file goes with the evidence of a draw: add that too.'
export const tooLarge = 'The file is too large to be checked in a browser: use the command line tool.'
export const embedded = 'in this page'
export const notUsable = (name: string): string =>
  `${escapeText(name, 120)} was not used: it is no evidence, record, receipt, time-stamp, trust file, proof, observation or public random number.`
export const notUsableList = (name: string): string =>
  `${escapeText(name, 120)} was not used: a list of tickets alone says nothing. Give the evidence with the whole list in it.`
/** @param before - titles, like `now`, or else names of files, like `now`. */
export const replaced = (now: string, before: readonly string[]): string =>
  before.includes(now)
    ? `${quoted(now)} is shown as it was given last, in place of what was shown before.`
    : `${quoted(now)} is shown now, in place of ${before.map(quoted).join(' and ')}: one draw is checked at a time.`
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} is not used: it does not go with what is shown here. Start over to check it instead.`
export const count = (files: number): string => quantity(files, { one: 'file', other: 'files' })
export const unused = 'not used'
