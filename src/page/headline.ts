/**
 * The text at the top of the page: the level as a sentence, the missing parts, and the conditions.
 *
 * @packageDocumentation
 */
import * as labels from './catalogue/en/labels.js'
import {
  cancelledHeadline,
  cancelledLateHeadline,
  cancelledMeaning,
  closed,
  couldFill,
  headlines,
  holdsIf,
  levelHeadlines,
  meanings,
  onWord,
  overdue,
  partyNames,
  realKeys,
  receiptHeadline,
  rests,
  shortfalls,
  shown,
  shownRehearsed,
  stateNotes,
  states,
  stranger,
  unpublished,
  withState,
} from './catalogue/en/result.js'
import { clause, formatDuration, formatMoment } from './catalogue/en/grammar.js'
import { listNames } from './list-names.js'
import type { PageClaim, PageModel, PageParty, PageVerdict } from './model.js'
import { sayConditionIn } from './say-choice.js'

/** Determines the colour of the top of the page. */
export type HeadlineTone = PageVerdict | 'settled' | 'late'

/** Milliseconds that a step may be late without notice; clocks differ, and drand has some latency. */
const slack = 5000

/** Milliseconds since the draw was due; undefined before that. */
export function lateBy({ state, verdict, next }: PageModel, now: number): number | undefined {
  if ((state !== 'open' && state !== 'sealed') || verdict === 'refuted') return undefined
  const late = next === undefined ? 0 : now - next.at
  return late > slack && next?.what !== 'close' && next?.what !== 'round' ? late : undefined
}

/** Whether anybody can reproduce the winners, and nothing more is shown. */
const isReproducible = ({ state, level, verdict }: PageModel): boolean =>
  state === 'drawn' && level?.reached === 3 && verdict !== 'refuted'

export function headlineTone(model: PageModel, now: number): HeadlineTone {
  const { state, verdict } = model
  // Nothing is known about an unreadable document.
  if (state === 'unreadable') return 'not-checked'
  if (isCancelled(model)) return isCancelledLate(model) ? 'not-provable' : 'not-checked'
  if (model.isReceiptLate === true) return 'late'
  if (lateBy(model, now) !== undefined) return 'late'
  return isReproducible(model) ? 'settled' : verdict
}

/**
 * Whether nothing may be green: the organiser could have chosen the winner, something is refuted, or the
 * result depends on keys that the service itself names.
 */
export function isDoubtful({ verdict, state, believing = [] }: PageModel): boolean {
  return (
    verdict === 'refuted' || believing.length > 0 || (verdict === 'not-provable' && state !== 'cancelled')
  )
}

/** Whether the raffle was cancelled, so that a single card says everything. */
export function isCancelled({ state, verdict }: PageModel): boolean {
  return state === 'cancelled' && verdict !== 'refuted'
}

/** Whether nobody saw the cancellation before the winners could be known. */
const isCancelledLate = ({ findings }: PageModel): boolean =>
  findings.some(({ code }) => code === 'cancelled-late')

const isShown = ({ verdict }: PageModel): boolean => verdict === 'proven' || verdict === 'believed'

/** Whether the headline says, with conditions, that nobody could have chosen the winners. */
const isPraised = (model: PageModel): boolean =>
  isShown(model) && model.state === 'drawn' && (model.level?.reached ?? 0) >= 4

/** The result in one line. */
export function headlineOf(model: PageModel, now: number): string {
  const { state, verdict, level, claims, kind } = model
  if (state === 'unreadable') return headlines.unread
  if (isCancelled(model)) return isCancelledLate(model) ? cancelledLateHeadline : cancelledHeadline
  if (verdict === 'refuted') {
    if (model.isReceiptLate === true) return receiptHeadline
    const wrong = wrongWinner(model)
    if (wrong?.by === 'rule') return headlines.twoWinners
    if (wrong === undefined && !isDishonoured(claims)) return headlines.refuted
    return ifNamed(model, wrong === undefined ? headlines.dishonoured : headlines.otherWinner)
  }
  const late = lateBy(model, now)
  if (late !== undefined) return overdue(formatDuration(late, 1))
  if (verdict === 'pending') return headlines.pending
  if (verdict === 'not-checked' || model.headline === undefined) return headlines.unread
  if (isUnsigned(model)) return levelHeadlines.unsigned
  const headline = sayHeadline(model, model.headline)
  if (kind === 'draw' && level?.reached === 3) return levelHeadlines.ofDraw
  if (kind === 'record') return levelHeadlines.ofRecord
  if (kind !== 'bundle' || state !== 'drawn' || level?.reached !== 3) return withCondition(model, headline)
  if (claims.some(({ code }) => code === 'beacon-none')) return levelHeadlines.noBeacon
  return findStopper(model) === 'winner-replaced' ? levelHeadlines.replaced : levelHeadlines.onWord
}

/** A headline about what the operator signed, with the condition that its keys are the ones that the service names. */
const ifNamed = ({ believing = [] }: PageModel, headline: string): string =>
  believing.length > 0 ? levelHeadlines.ifKeys(headline) : headline

/** Whether a receipt that the list does not honour is all that is refuted. */
function isDishonoured(claims: PageModel['claims']): boolean {
  const wrong = claims.filter(({ word }) => word === 'refuted')
  return wrong.length > 0 && wrong.every(({ code }) => code === 'receipt-dishonoured')
}

/** The refuted claims as sentences. */
export const sayWrong = ({ claims }: PageModel): readonly string[] =>
  claims.filter(({ word }) => word === 'refuted').map(({ says }) => says)

/** A prize of which two winners are named: by the rule or the operator, and in what was published. */
export interface WrongWinner {
  readonly prize: string
  /** The correct winner. */
  readonly expected: string
  readonly found: string
  /** Who names the correct winner. */
  readonly by: 'rule' | 'operator'
}

/** The refuted claim that the headline is about: that a winner breaks the rule, before any other. */
export function wrongClaim({ claims }: Pick<PageModel, 'claims'>): PageClaim | undefined {
  const wrong = claims.filter(({ word }) => word === 'refuted')
  return wrong.find(({ prize }) => prize !== undefined) ?? wrong[0]
}

/** The wrong winner, if the headline is about it. */
export function wrongWinner({ claims, winners }: PageModel): WrongWinner | undefined {
  const { id, prize, expected, found, pointer } = wrongClaim({ claims }) ?? {}
  if (expected === undefined || found === undefined) return undefined
  if (prize !== undefined) return { prize, expected, found, by: 'rule' }
  const signed = winners.find(({ entryId }) => entryId === expected)
  const isRecord = id === 'record.matches' && pointer?.endsWith('/winner_entry_id') === true
  return isRecord && signed ? { prize: signed.prize, expected, found, by: 'operator' } : undefined
}

/**
 * Adds the condition that limits a headline: the possibility of another list at level 4, or keys that the
 * service itself names.
 */
function withCondition(model: PageModel, headline: string): string {
  if (!isPraised(model)) return headline
  if (model.verdict === 'believed') return levelHeadlines.ifKeys(headline)
  return saysOnlyOne(model) ? levelHeadlines.ifOnlyOne(headline) : headline
}

/** The report's headline in the words of the page. */
function sayHeadline(model: PageModel, { shown: code, state }: NonNullable<PageModel['headline']>): string {
  const said =
    (isShown(model) && model.isOwnBeacon === true ? shownRehearsed[code] : undefined) ?? shown[code]
  return state === undefined ? said : withState(said, states[state])
}

/** Whether the headline has the condition that there was no other list. */
const saysOnlyOne = ({ kind, verdict, level, rests: given = [] }: PageModel): boolean =>
  kind === 'bundle' && verdict === 'proven' && level?.reached === 4 && given.includes(rests.onlyOne)

/** The meaning of the headline, if the headline does not contain it. */
export function meaningOf(model: PageModel): string | undefined {
  const { state, kind, verdict, level } = model
  if (isCancelled(model) && model.cancelled !== undefined) {
    const { reason, at, due } = model.cancelled
    return cancelledMeaning(reason, formatMoment(at), due === undefined ? undefined : formatMoment(due))
  }
  if (state === 'unreadable') return meanings.unread
  if (verdict === 'refuted') return model.note
  if (verdict === 'pending' || state === 'open' || state === 'sealed') return undefined
  if (kind === 'draw' && level?.reached === 3) return model.note
  if (isShown(model)) return undefined
  if (model.isStranger === true && model.operator !== undefined) return stranger(model.operator)
  const stopper = findStopper(model)
  if (stopper === 'winner-replaced') return shortfalls[stopper]
  // For a custom random source there is a note beside the headline.
  if (model.isOwnBeacon === true && stopper?.startsWith('beacon.') === true) return undefined
  if (verdict !== 'not-provable' || kind === 'record' || onlySaid(model).length > 0) return undefined
  return (state === 'drawn' && stopper !== undefined ? shortfalls[stopper] : undefined) ?? meanings.short
}

/** Conditions and limits of the highest levels, shown beside the headline. */
export function headlineConditions(model: PageModel): readonly string[] {
  const { kind, rests: given = [] } = model
  if (!isPraised(model)) return []
  const isSaid = (one: string): boolean => one === rests.shownOnce && saysOnlyOne(model)
  return [
    ...(given.length === 0
      ? []
      : [
          sayConditionIn(
            { rests, clause, holdsIf },
            given.filter(one => !isSaid(one)),
          ),
        ]),
    couldFill(kind === 'draw' ? 'organiser' : 'operator'),
  ]
}

/**
 * Facts known from the operator alone, each a clause that begins with “that”.
 *
 * @param options - `but`: claims and findings that are mentioned elsewhere; `words`: the clauses.
 */
export function onlySaid(
  { state, verdict, onWord: open = [] }: PageModel,
  { but = [], words = onWord }: { readonly but?: readonly string[]; readonly words?: typeof onWord } = {},
): readonly string[] {
  if (state !== 'drawn' || verdict === 'refuted') return []
  return open.filter(one => !but.includes(one)).flatMap(one => words[one] ?? [])
}

/**
 * Trust assumptions, each a noun or a clause that begins with “that”; the keys that a service names come
 * last.
 */
export function trusted(model: PageModel): readonly string[] {
  const { state, verdict, believing = [], isOwnBeacon = false, keys } = model
  if (state === 'unreadable') return []
  if (isUnsigned(model) || (model.kind === 'record' && verdict !== 'refuted')) return [rests.maker]
  if (verdict === 'refuted') {
    const signers = believing.filter(({ role }) => role === 'operator' || role === 'receipts')
    if (signers.length > 0) return [sayNamed(signers)]
    return [
      isSigned(model.claims) && keys.some(({ from }) => from === 'file') ? rests.file : rests.calculated,
    ]
  }
  const source = state === 'drawn' && isOwnBeacon ? [rests.rehearsal] : []
  return [
    ...(onlySaid(model).length > 0 ? [rests.operator] : []),
    ...(isShown(model) ? (model.rests ?? []) : source),
    ...(believing.length > 0 ? [sayNamed(believing)] : []),
    ...(keys.some(({ from }) => from === 'file') ? [rests.file] : []),
  ]
}

/** The parties whose keys are vouched for by the service alone. */
export function sayNamed(parties: readonly PageParty[]): string {
  const roles = [...new Set(parties.map(({ role }) => role))]
  return realKeys(
    roles.map(role => {
      const names = [...new Set(parties.filter(one => one.role === role).map(({ name }) => name))]
      return partyNames[role](listNames(names), names.length)
    }),
  )
}

/** Who signed a refuted statement, and whether the key is known. */
export function signatureOf(model: PageModel): string | undefined {
  const { claims, operator } = model
  const word = signedWord(claims)
  if (word === undefined || word === 'refuted' || operator === undefined) return undefined
  if (!isSigned(claims)) return labels.signedByNobody
  return isRecordWrong(claims)
    ? labels.signedOther(
        operator,
        (model.believing ?? []).some(({ role }) => role === 'operator'),
      )
    : signerOf(model, operator)
}

/** The signer, and whose word says that the key is theirs. */
function signerOf({ keys, believing = [] }: PageModel, operator: string): string {
  if (believing.some(({ role }) => role === 'operator')) return labels.signedByNamed(operator)
  return (keys.some(({ from }) => from === 'compared') ? labels.signedByCompared : labels.signedBy)(operator)
}

/** The operator of the raffle, and who says so. @param host - host of the service that sent the page. */
export function ownerOf(model: PageModel, host: string | undefined): string {
  const { claims, operator } = model
  if (operator === undefined) return labels.namesNobody(host)
  return isSigned(claims) ? signerOf(model, operator) : labels.namesOperator(operator)
}

/**
 * The note after the operator's name about who confirms it.
 *
 * @param trustName - name of the reader's trust file.
 */
export function sourceOfName({ kind, claims, keys, believing = [] }: PageModel, trustName?: string): string {
  if (kind !== 'bundle') return ''
  if (!isSigned(claims)) return labels.saysItself
  if (believing.some(({ role }) => role === 'operator')) return labels.saysSite
  if (keys.some(({ role, from }) => role === 'operator' && from === 'compared')) return labels.saysCompared
  return trustName === undefined ? '' : labels.saysFile(trustName)
}

/** Whether no signature is verified, so that the document could be from anybody. */
export const isUnsigned = ({ kind, claims, verdict }: PageModel): boolean =>
  kind === 'bundle' && verdict === 'not-provable' && signedWord(claims) !== undefined && !isSigned(claims)

const signedWord = (claims: PageModel['claims']): PageVerdict | undefined =>
  claims.find(({ id }) => id === 'statement.signed')?.word

function isSigned(claims: PageModel['claims']): boolean {
  const word = signedWord(claims)
  return word === 'proven' || word === 'believed'
}

/** Whether only the record published beside the signed statements is wrong. */
export function isRecordWrong(claims: PageModel['claims']): boolean {
  const wrong = claims.filter(({ word }) => word === 'refuted')
  return isSigned(claims) && wrong.length > 0 && wrong.every(({ id }) => id.startsWith('record.'))
}

/** The state of the raffle, unless the headline says it. */
export function noteOf(model: PageModel, now: number): string | undefined {
  const { state, next, isOut = false } = model
  if (lateBy(model, now) !== undefined) return isOut ? unpublished : undefined
  return state === 'open' && next !== undefined && next.what !== 'close' ? closed : stateNotes[state]
}

/** Whether the draw has something that somebody could have chosen. */
export const isChosen = (model: PageModel): boolean => model.verdict !== 'pending' && !isCancelled(model)

/** The claim or finding that keeps a draw from the next level. */
function findStopper({ level, onWord }: PageModel): string | undefined {
  return onWord?.[0] ?? level?.rungs.find(rung => rung.level === level.reached + 1)?.stoppedBy
}
