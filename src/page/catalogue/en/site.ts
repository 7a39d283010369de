/**
 * Texts that the server writes: the list of raffles, and the page of a raffle before its script runs. Values
 * of the functions are HTML, unless said otherwise.
 *
 * @packageDocumentation
 */
import { formatDay, number, quantity } from './grammar.js'

/** Makes a link of a text. */
type Link = (text: string) => string

/** `2 prizes` */
const prizes = (count: number): string => quantity(count, { one: 'prize', other: 'prizes' })

/** Texts of every page. */
export const everywhere = {
  brand: 'Check a draw',
  language: 'Language',
  notRunBy: 'This site does not say who runs it.',
  runBy: (name: string): string => `This site says that it is run by: ${name}`,
  allRaffles: 'All raffles',
  /** Before the id of a ticket that does not have the word. */
  ticket: 'ticket',
  more: (count: number): string => `and ${number(count)} more`,
} as const

/** The list of raffles. */
export const list = {
  title: 'Raffles',
  /** Plain text. */
  titleOf: (query: string): string => `${query} – raffles`,
  description: 'Raffles of this service. Open one to check its draw yourself, in your browser.',
  lead: 'This list is only this site’s word. It is not checked, and may not show all raffles. Open one to check it in your browser, or to look up a ticket.',
  searchLabel: 'Raffle, prize, operator or id',
  search: 'Search',
  foundFor: (query: string, all: Link): string => `Found for ${query}: ${all('show all instead')}`,
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  states: 'Raffles by state',
  all: 'All',
  filters: {
    overdue: 'Overdue',
    open: 'Open',
    drawn: 'Drawn',
    cancelled: 'Cancelled',
    unsigned: 'No proof',
  },
  notFound: (query: string, all: Link): string =>
    `<p>No raffle found for “${query}”.</p><p>Names, prizes, operators and ids are searched. Try a part of it, or look at ${all('all raffles')}. For a ticket number, open its raffle.</p>`,
  /** The commands stay. */
  empty:
    '<p>No raffle has been published here yet.</p><p>If you run this service: <code>drawaudit raffle create</code> commits to a raffle and publishes it, and <code>drawaudit publish</code> takes the record of one that was drawn otherwise.</p>',
  noneOverdue: 'No draw here is overdue.',
  noMore: 'There are no more raffles.',
  noneHere: 'There is none here.',
  showAll: 'Show all raffles',
  showNewest: 'Show the newest',
  by: (operator: string): string => `by ${operator}`,
  id: (start: string): string => `id ${start}…`,
  rehearsal: 'Rehearsal: no public random number',
  winners: 'Winners',
  prizes: (count: number, names: string): string => `${count === 1 ? 'Prize' : 'Prizes'}: ${names}`,
  namesakes: (count: number): string => `One of ${number(count)} raffles of this name`,
  /** Follows the text above. */
  namesakesMean:
    ' by this operator: compare their dates and prizes. If they are for the same prizes, ask the operator why.',
  cannotCheck: 'Cannot be checked',
  cannotCheckMeans: 'Winners are named, but there is nothing to check them by.',
  noOperator: 'It does not say who runs it.',
  /** @param late - a duration as `5 minutes`. */
  overdueBy: (late: string): string => `Overdue by ${late}`,
  closed: 'Entries closed',
  /** @param time - as {@link timeOf}. */
  changed: (time: string): string => `Last changed ${time}`,
  due: (time: string): string => `Draw due ${time}`,
  drawn: (time: string): string => `Drawn ${time}`,
  /** The operator's date. */
  cancelled: (time: string): string => `Cancelled ${time}`,
  notSealed: 'The list is not sealed yet',
  openUntil: (time: string): string => `Open until ${time}`,
  noCount: 'number of tickets not published',
  tickets: (count: number): string => quantity(count, { one: 'ticket', other: 'tickets' }),
  draws: prizes,
  cancelledNote: 'Open it to see whether anybody saw the cancellation before the winners could be known.',
  unchecked: 'This site has not checked it.',
  checked: (level: number, of: number, meaning: string): string =>
    `This site says: level ${level} of ${of}, ${meaning}.`,
  /** Meanings of levels, from level 0. */
  levels: [
    'nothing is known of it',
    'it has the right form',
    'whoever ran it signed it',
    'the operator could still have decided who wins',
    'somebody else saw the list in time',
    'a second list in its log would have been seen',
  ],
  /** @param at - milliseconds since 1970; @param clock - `08:00 UTC`. */
  timeOf: (at: number, clock: string): string => `${formatDay(at)}, ${clock}`,
} as const

/** The page of a raffle: its head, and what stands in it if its script does not run. */
export const raffle = {
  /** Plain text. */
  title: (name: string): string => `${name} – check the draw`,
  untitled: (id: string): string => `Raffle ${id}`,
  notYet: 'Not checked yet',
  unrun: 'Your browser has not checked this',
  tooOld:
    'It is too old to check this, or it did not load or run the script of this page. Nothing is known of the draw, neither good nor bad.',
  browsers: 'Try a newer browser: Chrome or Edge 109, Firefox 115, Safari 16.4, or later ones.',
  evidence: (signed: Link, record: Link, keys: Link): string =>
    `The evidence is here all the same: ${signed('what was signed')}, ${record('the published record')}, ${keys('the keys that this service names')}.`,
  commandLine: 'The command line tool checks them without a browser:',
  namesakes: (count: number, link: Link): string =>
    `This service has ${number(count)} raffles of this name by this operator: ${link('look at each of them')}. A raffle that is held every month looks like this, and so does a draw that is repeated until the operator likes the winner.`,
  noneTitle: 'There is no such raffle here',
  noId: 'The last part of this address is no id of a raffle: such an id looks like 01234567-89ab-cdef-0123-456789abcdef.',
  none: 'This service has no raffle of this id now. If a ticket or an announcement gave you this address, keep it, and ask whoever gave it to you.',
} as const

/** Corrections of a published record. */
export const corrections = {
  title: 'What was corrected',
  about: (count: number, history: Link): string =>
    `Something in the published record was changed ${count === 1 ? 'once' : `${number(count)} times`} after it was published. The reasons are the organiser’s own words: nothing here shows that they are true. Every version is in ${history('the history of the record')}.`,
  reason: (reason: string): string => `The reason given: ${reason}`,
  noReason: 'No reason was given.',
  at: (time: string): string => `Corrected at ${time}`,
  columns: ['Draw', 'What', 'It said', 'It says'],
  gone: 'gone',
  /** By the member of the record. */
  members: {
    winner_entry_id: 'winning ticket',
    prize_name: 'prize',
    drawn_at_utc: 'time of the draw',
    total_entries: 'tickets in the draw',
    rng_seed_hash: 'hash of the seed',
    signature_hash: 'hash of the signature',
    draw: 'draw',
    place: 'place in the record',
  },
} as const

/** Shown in place of a page that this service cannot give now. */
export const failures = {
  tooMany: 'Too many requests just now',
  tooManyMeans:
    'Your address, which others may share with you, has asked more often in a minute than this service answers. This says nothing about any draw.',
  unread: 'This service cannot read its data just now',
  failed: 'This service failed',
  saysNothing: 'This says nothing about any draw.',
  again: (seconds: number): string =>
    `${seconds > 1 ? `Wait ${number(seconds)} seconds.` : 'Wait a moment.'} Then load this page again.`,
  number: (id: string): string => `Its operator finds the cause in the log under this number: ${id}`,
} as const

/** One sentence for previews of a link: the service's word, without any claim of proof. Plain text. */
export const preview = {
  check: 'Check the draw yourself, in your browser.',
  cancelled: (operator: string | undefined): string =>
    operator === undefined ? 'This raffle was cancelled.' : `This raffle by ${operator} was cancelled.`,
  open: (operator: string | undefined): string =>
    operator === undefined
      ? 'A raffle that is not drawn yet.'
      : `A raffle by ${operator} that is not drawn yet.`,
  prizes: (names: string): string => `Prizes: ${names}.`,
  /** @param won - `ticket 10567 (iPhone 19 Pro), …` */
  drawn: (operator: string | undefined, won: string): string =>
    `${operator === undefined ? 'A raffle.' : `A raffle by ${operator}.`} The service says that these won: ${won}.`,
  moreWon: (won: string, count: number): string => `${won} and ${number(count)} more`,
  morePrizes: (count: number): string => `${number(count)} more`,
} as const
