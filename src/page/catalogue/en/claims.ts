/**
 * Sentences for claims, by id, code and parameters. For a claim that is not listed here the page shows the
 * report's message as a sentence.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { capital } from '../../sentence.js'
import type { ClaimContent, ClaimSentence, Sayings, Why, WrongPick } from '../types.js'
import { asSentence, number, sayOrdinal, sayTicket } from './grammar.js'

const plus =
  (sentence: string) =>
  ({ why }: Why): string =>
    why === '' ? sentence : `${sentence} ${why}`

const name = (value: string): string => escapeText(value, 128)
const ticket = (id: string): string => sayTicket(name(id))

const sayPlace = ({ placed, why }: ClaimContent & Why): string =>
  placed === undefined
    ? why
    : `It is the ${sayOrdinal(placed.index)} of the ${number(placed.of)} tickets in the sealed list, entered ${placed.kind === 'free' ? 'free of charge' : 'as a paid ticket'}.`

/** Says that the published ticket is not the one that the rule picks. */
export function sayWrongPick({ prize, ticket: picked, place, published }: WrongPick): string {
  const rule = picked === undefined ? `the ${sayOrdinal(place)} ticket of the list` : ticket(picked)
  return `${prize}: the rule picks ${rule}. Published: ${ticket(published)}.`
}

const unread = 'It cannot be read as it was published.'
const noList = 'The list is not here.'
const unknownBeacon =
  'The source of the random number is not a public one that is known here, and no trust file names it.'
const notDrawn = 'Not every prize is drawn yet.'

const soldTwice =
  'This receipt cannot show that the ticket was sold only once. If somebody else has a receipt for it, ask the operator in writing.'
const cancelled = 'The raffle was cancelled.'
const noLogKey = 'The key of the operator’s log is not known here.'
const splits = 'Two halves of the witnesses could each have been shown another history.'

/** Defects of the whole log, which any of its claims can report. */
const ofLog: NonNullable<Sayings['codes']> = {
  'log-other': plus('The log that was given is not the operator’s.'),
  'log-unknown': noLogKey,
  'log-damaged': 'What was given as the operator’s log does not hold together.',
  'note-invalid': `The log cannot be checked. ${unread}`,
  'checkpoint-invalid': `The log cannot be checked. ${unread}`,
  'algorithm-unsupported': plus('A witness signed in a way that this program cannot check.'),
}

/** By claim. */
export const sayings: Readonly<Record<string, Sayings>> = {
  'record.schema': {
    proven: 'The published record has the form that the specification asks for.',
    open: 'The form of the published record was not checked.',
    codes: {
      'schema-invalid': plus('The published record does not have the form that the specification asks for.'),
      'record-not-given': 'No published record was given.',
    },
  },
  'record.consistent': {
    proven: 'The published record agrees with itself.',
    open: 'Nobody can tell if the published record agrees with itself.',
    codes: {
      'record-total': ({ expected = '', found = '' }) =>
        `The published record has ${name(expected)} draws, and says that it has ${name(found)}.`,
      'record-draw-repeated': plus('The published record has one draw twice.'),
      'record-winner-repeated': plus('The published record has one ticket winning twice.'),
      'schema-invalid': 'The published record has the wrong form, so it was not compared with itself.',
      'record-not-given': 'No published record was given.',
    },
  },
  'statement.signed': {
    proven: 'The operator signed every statement about this raffle.',
    open: 'Nothing shows that the operator signed this.',
    codes: {
      'signature-invalid': plus('A statement is not signed by the operator, or was changed after that.'),
      'key-outside-period': plus('A statement is signed with a key that was not valid then.'),
      'operator-unknown': 'Nothing shows that the operator signed this: none of its keys is known here.',
      'key-unknown':
        'Nothing shows that the operator signed this: the key that did is not known here as one of its keys.',
      'key-revoked': plus('The key that signed a statement is not good any more, so it could be made up.'),
      'statement-invalid': 'A statement cannot be read, so nobody can tell who signed it.',
    },
  },
  'statement.chain': {
    proven: 'No statement is missing, added or out of order.',
    open: 'Nobody can tell yet if a statement is missing.',
    codes: {
      'chain-cancelled':
        'No statement is missing, added or out of order, and the last one cancels the raffle.',
      'statement-invalid': plus('A statement cannot be read.'),
      'chain-broken': plus('A statement is missing, or does not belong there.'),
      'chain-mixed': plus('Statements of different raffles are mixed.'),
      'chain-order': plus('The statements are in the wrong order.'),
      'chain-time': plus('The dates of the statements contradict one another.'),
      'chain-prize': plus('A prize is not drawn as was promised.'),
      'prize-repeated': plus('A prize is there twice.'),
      'seed-differs': plus('The operator used another number of its own than the one that it had fixed.'),
      'chain-unfinished': notDrawn,
    },
  },
  'record.matches': {
    proven: 'The published record says what the operator signed.',
    open: 'Nothing shows that the published record says what the operator signed.',
    codes: {
      'values-differ': ({ pointer, expected = '', found = '', why }) =>
        pointer?.endsWith('/winner_entry_id') === true
          ? `The operator signed ${ticket(expected)} as a winner. The published record says ${ticket(found)}.`
          : `The published record says something else than the operator signed. ${why}`,
      'record-partial': plus('The published record shows only a part of the draw.'),
      'evidence-missing': plus('The published record cannot be compared with what the operator signed.'),
      'schema-invalid':
        'The published record has the wrong form, so it was not compared with what was signed.',
      'record-not-given': 'No published record was given.',
    },
  },
  'seed.committed': {
    proven: 'The operator’s own number for each prize is the one that the signed rules fix.',
    open: 'Nothing shows that the operator’s own numbers are those that it had fixed beforehand.',
    codes: {
      'seed-differs': plus(
        'The operator used another number of its own than the one that it had fixed beforehand.',
      ),
      'evidence-missing': plus('Nothing shows which number the operator had fixed beforehand.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'beacon.genuine': {
    proven: 'The random number is the one that its source published.',
    open: 'Nothing shows that the random number is the one that its source published.',
    codes: {
      'beacon-signature':
        'The random number is not the one that its source published: the signature is wrong.',
      'beacon-previous':
        'The random number is not the one that its source published: it does not follow from the one before.',
      'evidence-missing': 'The public random number is not here.',
      'beacon-unknown': unknownBeacon,
      'beacon-none': 'No public random number was used.',
    },
  },
  'beacon.rule': {
    proven: 'Which random number decides is fixed in the signed rules.',
    open: 'Nothing shows that it was fixed beforehand which public random number decides.',
    codes: {
      'round-differs': ({ expected = '', found = '' }) =>
        `Another random number was used than the one that had been fixed. Fixed: ${name(expected)}. Used: ${name(found)}.`,
      'round-wrong': ({ expected = '', found = '' }) =>
        `The operator fixed another random number than the rule gives. The rule gives ${name(expected)}. Fixed: ${name(found)}.`,
      'beacon-uncommitted': 'A random number was used that the operator had not fixed beforehand.',
      'evidence-missing': plus('Nothing shows which random number the operator had fixed beforehand.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': 'No public random number was used.',
    },
  },
  'entries.sealed': {
    proven: 'The list is the one that was sealed, and no ticket is in it twice.',
    open: 'Nothing shows that the list is the one that the operator had sealed before the draw.',
    codes: {
      'entries-light': 'Every winner is in the list that was sealed. The rest of the list was not read.',
      'counts-differ': plus('The numbers of tickets that the operator signed contradict one another.'),
      'winner-differs': plus('A winner is not the ticket that is in its place in the sealed list.'),
      'inclusion-invalid': plus('A winner is not in the list that the operator had sealed.'),
      'list-differs': plus('The list is not the one that the operator had sealed.'),
      'entries-repeated': plus('One ticket is in the list twice.'),
      'evidence-missing': plus(
        'Nothing shows that the winners are in the list that the operator had sealed.',
      ),
      'list-other': noList,
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'winner.derived': {
    proven: 'Calculated again, the rule gives exactly the published winners.',
    open: 'The winners could not be calculated again.',
    codes: {
      'values-differ': ({ wrong, why }) => {
        return wrong === undefined
          ? `The rule does not give the published winners. ${why}`
          : sayWrongPick(wrong)
      },
      'pool-empty': 'More prizes were drawn than there are tickets.',
      'evidence-missing': plus('The winners cannot be calculated again.'),
      'chain-unfinished': notDrawn,
      'raffle-cancelled': cancelled,
    },
  },
  'draw.unstoppable': {
    proven: 'Once the list was sealed, nobody could keep the result back.',
    open: 'The operator could have kept the result back.',
    codes: {
      'cancelled-after-round': plus('The operator called the raffle off when it could know the winners.'),
      'cancelled-unseen':
        'The operator called the raffle off after the list was sealed. Nobody saw that before the random number existed.',
      'seeds-secret':
        'The secrets stayed with the operator until the draw, so it could have refused to draw.',
      'observed-late': 'The list was read by others too late: the random number existed by then.',
      'beacon-unknown': unknownBeacon,
      'basis-unproven': 'Not everything that the winners follow from is shown.',
      'raffle-cancelled': cancelled,
    },
  },
  'evidence.timely': {
    proven: 'Somebody other than the operator saw the list sealed before the random number existed.',
    open: 'There is only the operator’s word that the list was closed before the random number existed.',
    codes: {
      'observed-in-time': ({ why }) => why,
      'observation-invalid': 'What an observer signed was changed after that, so it does not count.',
      'observation-untrusted': 'What was seen comes from observers whom no trust file names.',
      'timestamp-invalid': plus('A time-stamp does not hold.'),
      'timestamp-untrusted': 'The time-stamps come from an authority that no trust file names.',
      'observed-late': plus('Others saw it too late.'),
      'observed-early': plus('Others say that they saw it earlier than it can have been there.'),
      'beacon-unknown': unknownBeacon,
      'beacon-none': 'No public random number was used.',
    },
  },
  'evidence.unique': {
    proven: 'There was one commitment and one list.',
    open: 'Nothing shows that the operator did not make several lists and show the one that it liked.',
    codes: {
      'observed-once': ({ why }) => why,
      'logged-once': ({ why }) => why,
      'statement-second': plus('The operator signed two lists or two commitments for this raffle.'),
      'observation-invalid': 'What an observer signed was changed after that, so it does not count.',
      'observation-untrusted': 'What was seen comes from observers whom no trust file names.',
      'observed-late': plus('Others saw it too late.'),
      'beacon-unknown': unknownBeacon,
      'log-unknown': noLogKey,
      'log-damaged': 'What was given as the operator’s log does not hold together.',
      'statement-outdated': 'The log has another list or commitment, signed with an old key of the operator.',
      'witnesses-short': 'Too few witnesses vouch for the operator’s log.',
      'quorum-splits': splits,
    },
  },
  'log.included': {
    proven: 'Every statement is in the operator’s public log.',
    open: 'Nothing shows that every statement is in a public log.',
    codes: {
      'inclusion-invalid': plus('A statement is not in the log where the operator says it is.'),
      'signature-invalid': 'What was given as the operator’s log is not signed by it.',
      ...ofLog,
    },
  },
  'log.witnessed': {
    proven: 'Independent witnesses vouch that the log shows everyone the same history.',
    open: 'Nothing shows that the log shows everyone the same history.',
    codes: {
      'signature-invalid': plus('A signature of the log or of a witness is wrong.'),
      'log-forked': plus('The log showed two histories.'),
      ...ofLog,
      'witness-unknown': 'No witness of the log is known here.',
      'witnesses-short': 'Too few witnesses vouch for the operator’s log.',
      'quorum-splits': splits,
    },
  },
  'ticket.included': {
    proven: 'The ticket is in the sealed list.',
    open: 'It cannot be told if the ticket is in the sealed list.',
    codes: {
      'ticket-included': sayPlace,
      'ticket-absent': 'No ticket of the sealed list is written so.',
      'inclusion-invalid': 'The proof that was given does not lead to the sealed list.',
    },
  },
  'receipt.honoured': {
    proven: 'The ticket is in the sealed list as its receipt says.',
    open: 'It cannot be told if the operator kept what it promised in the receipt.',
    codes: {
      'receipt-honoured': said => {
        // In the report's message the holder follows the place.
        const [, holder = ''] = /; ([^]*)$/.exec(said.why) ?? []
        const place = sayPlace(said)
        if (holder === '') return place
        return `${place} ${holder.includes('no nonce') ? soldTwice : capital(holder)}`
      },
      // In the report's message the state of the list, if known, follows the comma.
      'receipt-dishonoured': ({ sought, why }) => {
        const own = sought === undefined ? 'a ticket' : ticket(sought)
        const [, otherwise = 'the list has it otherwise, or not at all.'] =
          // The last match counts, since an id may contain anything.
          /^[^]*, and ((?:none|the) [^]*)$/.exec(why) ?? []
        // The page uses the words ticket and number.
        const how = otherwise.replace(
          /entries of the sealed list has this id/,
          'tickets of the sealed list has this number',
        )
        return `The operator signed a receipt for ${own}, and ${how}`
      },
      'raffle-cancelled': cancelled,
      ...Object.fromEntries(
        [
          ...['receipt-invalid', 'raffle-other', 'operator-other', 'operator-unknown', 'key-unknown'],
          ...['signature-invalid', 'key-outside-period', 'key-revoked', 'nonce-other', 'inclusion-invalid'],
          ...['receipt-withdrawn'],
        ].map((code): [string, ClaimSentence] => [
          code,
          ({ why, message }) => (why === '' ? asSentence(message) : why),
        ]),
      ),
    },
  },
  'level.reached': {
    proven: 'Nobody could have chosen the winners.',
    open: 'Nothing shows yet that nobody could have chosen the winners.',
  },
}

/** Before the report's words about a finding; English does without. */
export const findings: Readonly<Record<string, string>> = {}

/** A prize by its position, from 1, and its name. */
export const sayPrize = (position: number, prize: string): string =>
  prize === '' || prize.toLowerCase() === `prize ${position}`
    ? `Prize ${position}`
    : `Prize ${position} (${name(prize)})`

/** For claims of recipes, and any others without sentences. */
export const nothingShows = (claim: string): string => `Nothing shows that ${claim}.`
