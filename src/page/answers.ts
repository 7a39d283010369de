/**
 * The answers to the five questions, from the report alone.
 *
 * @packageDocumentation
 */
import type {
  PageAnswer,
  PageClaim,
  PageFinding,
  PageModel,
  PageQuestion,
  State,
  PageVerdict,
} from './model.js'
import { cancelledRedraw } from './catalogue/en/result.js'
import { answers, limits, openings } from './catalogue/en/answers.js'
import type { Openings, Sought } from './catalogue/types.js'
import { sayFate } from './fate.js'
import { answerReceipt, type HeldReceipt } from './receipt-answer.js'
import { joinWords } from './words.js'

/** Input of the answers. */
export interface AnswerInput {
  readonly kind: PageModel['kind']
  readonly state: State
  readonly verdict: PageVerdict
  /** All claims except the ticket's. */
  readonly claims: readonly PageClaim[]
  readonly findings: readonly PageFinding[]
  readonly trustFrom: 'service' | 'compared' | 'file' | 'none'
  readonly isOverdue: boolean
  /** Whether an observer in the trust file says that it read the whole sealed list. */
  readonly isListRead?: boolean
  /** Whether the random number has no public source. */
  readonly isOwnBeacon?: boolean
  /** Why the time-stamps of the bundle were not checked. */
  readonly unchecked?: keyof typeof limits.stamps
  /** The requested ticket: its claim's outcome, or why its proof could not be read. */
  readonly ticket?: {
    readonly claim?: PageClaim
    readonly fault?: string
    readonly sought: Sought
    /** Prizes that the ticket won, according to the operator. */
    readonly prizes: readonly string[]
    /** Number of tickets in the list. */
    readonly of?: number
    /** A similar ticket in the list, as spelled there. */
    readonly meant?: string
  }
  /** The receipt, if one was given in place of a ticket. */
  readonly receipt?: HeldReceipt
}

/** Ids of the bundle claims behind the answers to three of the questions. */
const claimsOf = {
  list: ['statement.signed', 'entries.sealed', 'beacon.rule', 'evidence.timely'],
  winner: ['statement.signed', 'winner.derived', 'record.matches', 'seed.committed', 'beacon.genuine'],
  redraw: [
    'statement.signed',
    'statement.chain',
    'draw.unstoppable',
    'evidence.unique',
    'log.included',
    'log.witnessed',
  ],
} as const

/** Findings about what the operator did after the draw, or may have done before this one. */
const drawnAgain: readonly string[] = ['winner-replaced', 'raffle-repeated', 'cancelled-late']

/** Max reasons or findings in one answer. */
const mostReasons = 4

/** The answers to the five questions, in order. */
export function createAnswers(outcome: AnswerInput): readonly PageAnswer[] {
  const { kind } = outcome
  if (kind === 'unreadable') return unread
  const made = [answerTicket(outcome), answerWinner(outcome), answerList(outcome), answerRedraw(outcome)]
  return [...made.map(answer => tone(answer, outcome)), answerLimits(outcome)]
}

const questions: readonly PageQuestion[] = ['ticket', 'winner', 'list', 'redraw', 'limits']

/** The answers for a document of which nothing was checked. */
export const unread: readonly PageAnswer[] = questions.map(id => ({
  id,
  word: 'not-checked',
  text: [answers.unread],
  claims: [],
}))

/**
 * Marks a proven part of a refuted draw as not provable, and adds to the ticket's answer that its keys come
 * from the service alone.
 */
function tone(answer: PageAnswer, { verdict, trustFrom }: AnswerInput): PageAnswer {
  const { id, word, text } = answer
  const isAbsent = id === 'ticket' && word === 'refuted' && trustFrom === 'service'
  if (word !== 'proven') return isAbsent ? { ...answer, text: [...text, answers.serviceKeys] } : answer
  if (verdict === 'refuted') {
    return {
      ...answer,
      word: 'not-provable',
      badge: 'apart',
      text: [answers.elsewhereRefuted, ...text.slice(1)],
    }
  }
  // The other answers say so in their badges.
  return id === 'ticket' && trustFrom === 'service'
    ? { ...answer, text: [...text, answers.serviceKeys] }
    : answer
}

function answerTicket(outcome: AnswerInput): PageAnswer {
  const { kind, state, claims, ticket, receipt } = outcome
  const id = 'ticket'
  if (kind !== 'bundle') return { id, word: 'not-checked', text: [answers.ticketNotHere], claims: [] }
  if (receipt !== undefined) return answerReceipt(receipt, outcome)
  if (ticket === undefined) {
    if (state === 'cancelled') return { id, word: 'not-checked', text: [answers.cancelled], claims: [] }
    const word = state === 'open' ? 'pending' : 'not-checked'
    return { id, word, text: [openings.ticket[word]], claims: [] }
  }
  const { claim, fault } = ticket
  if (claim === undefined) {
    const why = answers.ticketProofBad(fault ?? '')
    return { id, word: 'not-provable', text: [openings.ticket['not-provable'], why], claims: [] }
  }
  if (claim.code === 'evidence-missing' && claim.word === 'not-provable') {
    return { id, word: 'not-checked', text: [answers.notLookedUp], claims: [claim.id] }
  }
  const made = { id, claims: [claim.id, 'statement.signed'] } as const
  if (claim.word === 'proven' && findWord(claims, 'statement.signed') !== 'proven') {
    return { ...made, word: 'not-provable', text: [answers.ticketUnsigned, claim.says] }
  }
  const { word } = claim
  if (claim.code === 'ticket-absent') {
    const { sought, of = 0, meant } = ticket
    const text = answers.notFound(sought.id, of, meant)
    return { ...made, word, text: meant === undefined ? [text, answers.ticketMistyped] : [text] }
  }
  const opening = word === 'proven' ? sayFate(ticket, state) : openings.ticket[asOpening(word)]
  const hasWon = word === 'proven' && state === 'drawn' && ticket.prizes.length > 0
  return { ...made, word, text: [opening, claim.says, ...(hasWon ? [answers.askForPrize] : [])] }
}

/** The word by which an opening is found. No claim is `believed` yet when answers are made. */
const asOpening = (word: PageVerdict): keyof Openings => (word === 'believed' ? 'proven' : word)

function answerList(outcome: AnswerInput): PageAnswer {
  const { kind, state, claims } = outcome
  if (kind !== 'bundle') return answerAlone('list', about(claims, listOfDraws))
  if (state === 'cancelled') return answerCancelled('list', claims)
  if (claims.some(({ id, code }) => id === 'beacon.rule' && code === 'beacon-none')) {
    const own = pick(claims, claimsOf.list)
    const isRefuted = own.some(({ word }) => word === 'refuted')
    if (!isRefuted)
      return { id: 'list', word: 'not-provable', text: [answers.noBeacon], claims: claimsOf.list }
  }
  const answer = answerBy('list', openings.list, pick(claims, claimsOf.list), outcome)
  return answer.word === 'proven' ? { ...answer, badge: 'seen' } : answer
}

function answerWinner(outcome: AnswerInput): PageAnswer {
  const { kind, state, claims } = outcome
  if (kind === 'record') return answerAlone('winner', [])
  if (kind === 'bundle' && state === 'cancelled') return answerCancelled('winner', claims)
  const own = kind === 'draw' ? about(claims, winnerOfDraws) : pick(claims, claimsOf.winner)
  const answer = answerBy('winner', openings.winner, own, outcome)
  const derived = kind === 'draw' ? about(claims, ['winner.']) : pick(claims, ['winner.derived'])
  const isCalculated = derived.length > 0 && derived.every(({ word }) => word === 'proven')
  const isAnybodys = kind === 'bundle' && findWord(claims, 'statement.signed') !== 'proven'
  const wrong = own.filter(({ word }) => word === 'refuted')
  if (isCalculated && !isAnybodys && wrong.length > 0 && wrong.every(({ id }) => id === 'record.matches')) {
    return { ...answer, badge: 'two-answers', text: [answers.recordOther] }
  }
  return answer.word === 'not-provable' && isCalculated
    ? { ...answer, ...(!isAnybodys && { badge: 'calculated' }), text: [answers.calculated, ...answer.text] }
    : answer
}

function answerRedraw(outcome: AnswerInput): PageAnswer {
  const { kind, state, claims, findings } = outcome
  if (kind !== 'bundle') {
    return { id: 'redraw', word: 'not-provable', text: [openings.redraw['not-provable']], claims: [] }
  }
  const all = pick(claims, claimsOf.redraw)
  const ofLog = all.filter(({ id }) => id.startsWith('log.'))
  // A log and public seeds are optional, but count against the draw if refuted.
  const isMore = (id: string): boolean => id.startsWith('log.') || id === 'draw.unstoppable'
  const counted = all.filter(({ id, word }) => !isMore(id) || word === 'refuted')
  const answer = answerBy('redraw', openings.redraw, counted, outcome)
  const again = findings
    .filter(({ code }) => drawnAgain.includes(code))
    .map(({ message, says = message }) => says)
  const isLogged = ofLog.length > 0 && ofLog.every(({ word }) => word === 'proven')
  const made = { ...answer, claims: claimsOf.redraw }
  if (state === 'cancelled' && answer.word !== 'refuted') {
    return { ...made, word: 'not-checked', text: [cancelledRedraw, ...again] }
  }
  if (answer.word === 'proven' && again.length > 0) {
    return { ...made, word: 'not-provable', text: again.slice(0, mostReasons) }
  }
  if (answer.word === 'pending') return made
  if (answer.word === 'proven' && !isLogged) {
    return {
      ...made,
      badge: 'one-raffle',
      text: [answers.oneRaffle, answers.notLogged],
    }
  }
  const text = [...answer.text, ...again.slice(0, mostReasons)]
  return answer.word === 'proven'
    ? { ...made, badge: 'logged', text: [...text, answers.logged] }
    : { ...made, text }
}

/** The limits of what a check of this document proves. */
function answerLimits(outcome: AnswerInput): PageAnswer {
  const { kind, verdict, state, claims, trustFrom } = outcome
  const isProven = (id: string): boolean => findWord(claims, id) === 'proven'
  const hasCode = (code: string): boolean => claims.some(claim => claim.code === code)
  const isDrawn = state === 'drawn'
  const ofBundle = [
    ...(trustFrom === 'none' ? [limits.noKeys] : []),
    ...(state === 'open' || state === 'sealed' ? [limits.incomplete] : []),
    ...(isDrawn && hasCode('beacon-none') ? [limits.noBeacon] : []),
    ...(isDrawn && !hasCode('beacon-none') && !isProven('evidence.timely') ? [limits.notTimely] : []),
    ...(outcome.unchecked === undefined ? [] : [limits.stamps[outcome.unchecked]]),
    ...(isDrawn && !isProven('evidence.unique') ? [limits.notUnique] : []),
    ...(isProven('log.included') && isProven('log.witnessed') ? [] : [limits.notWitnessed]),
    ...(hasCode('entries-light') ? [outcome.isListRead === true ? limits.lightRead : limits.light] : []),
    ...(hasCode('record-not-given') ? [limits.noRecord] : []),
    ...(outcome.isOwnBeacon === true ? [limits.rehearsal] : []),
    limits.ownEntries,
    ...(outcome.ticket === undefined && outcome.receipt === undefined ? [limits.lookUp] : []),
    ...(isProven('draw.unstoppable') || isDrawn ? [] : [limits.silence]),
    limits.oneRaffle,
  ]
  const ofDraw = isProven('evidence.timely') ? limits.oneRaffle : limits.drawTime
  const own =
    kind === 'bundle' ? ofBundle : [kind === 'record' ? limits.recordAlone : ofDraw, limits.ownEntries]
  const text = [
    ...(verdict === 'refuted' ? [limits.refuted] : []),
    ...(trustFrom === 'service' ? [limits.serviceKeys, limits.servicePage] : []),
    ...own,
  ]
  // The answer is about what is not proven, so it is never good news.
  return { id: 'limits', word: 'not-provable', text, claims: [] }
}

/** Prefixes of the ids of recipe claims about the list. */
const listOfDraws = ['entries.', 'beacon.rule', 'beacon.committed', 'randomness.rule', 'lock.', 'seed.']
const winnerOfDraws = [
  'winner.',
  'draw.',
  'seed.',
  'beacon.genuine',
  'randomness.',
  'record.',
  'rule.',
  'lock.',
]

function about(claims: readonly PageClaim[], beginnings: readonly string[]): readonly PageClaim[] {
  return claims.filter(({ id }) => beginnings.some(beginning => id.startsWith(beginning)))
}

function pick(claims: readonly PageClaim[], ids: readonly string[]): readonly PageClaim[] {
  return ids.flatMap(id => claims.find(claim => claim.id === id) ?? [])
}

function findWord(claims: readonly PageClaim[], id: string): PageVerdict | undefined {
  return claims.find(claim => claim.id === id)?.word
}

/** Codes of claims that are left out of an answer and do not weaken it. */
const silent: readonly string[] = ['record-not-given', 'beacon-none', 'nothing-to-show']

function answerBy(
  id: PageQuestion,
  opening: Openings,
  claims: readonly PageClaim[],
  outcome: AnswerInput,
): PageAnswer {
  const counted = claims.filter(({ code }) => !silent.includes(code))
  const joined = joinWords(counted.map(({ word }) => word))
  const isOpen = counted.some(({ word, code }) => word === 'pending' && code === 'chain-unfinished')
  const word = joined === 'not-provable' && isOpen ? 'pending' : joined
  const weakest = counted.filter(claim => claim.word === joined && joined !== 'proven')
  // If this claim alone fails, the answer has a sentence about its effect.
  const unsigned = weakest.length === 1 && weakest[0]?.id === 'statement.signed' && joined === 'not-provable'
  // What has not happened yet needs no reason.
  const reasons =
    word === 'pending' ? [] : [...new Set(weakest.map(({ says }) => says))].slice(0, mostReasons)
  // The opening then mentions that something is missing.
  const isReasoned = word === 'not-provable' && (unsigned || reasons.length > 0)
  const seen = counted.find(({ id: one, word: ends }) => one.startsWith('evidence.') && ends === 'proven')
  return {
    id,
    word,
    text: [
      ...(isReasoned ? [] : [opening[asOpening(word)]]),
      ...(outcome.isOverdue && word !== 'refuted' ? [answers.overdue] : []),
      ...(unsigned ? [answers.notSigned] : []),
      ...reasons,
      ...(word === 'proven' && seen !== undefined ? [seen.says] : []),
    ],
    claims: claims.map(claim => claim.id),
  }
}

function answerCancelled(id: 'list' | 'winner', claims: readonly PageClaim[]): PageAnswer {
  const own = pick(claims, claimsOf[id])
  const refuted = own.filter(({ word }) => word === 'refuted')
  if (refuted.length === 0)
    return { id, word: 'not-checked', text: [answers.cancelled], claims: claimsOf[id] }
  const reasons = refuted.slice(0, mostReasons).map(({ says }) => says)
  return { id, word: 'refuted', text: [openings[id].refuted, ...reasons], claims: claimsOf[id] }
}

/** What a document by itself never shows. */
function answerAlone(id: 'list' | 'winner', claims: readonly PageClaim[]): PageAnswer {
  const refuted = claims.filter(({ word }) => word === 'refuted')
  const word = refuted.length > 0 ? 'refuted' : 'not-provable'
  const reasons = refuted.slice(0, mostReasons).map(({ says }) => says)
  return {
    id,
    word,
    text: [openings[id][asOpening(word)], ...reasons],
    claims: claims.map(claim => claim.id),
  }
}
