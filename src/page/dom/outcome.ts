/**
 * What comes first: the verdict in one sentence, who could have chosen the winner, and the five answers.
 *
 * @packageDocumentation
 */
import {
  cancelledHeadline,
  cancelledMeaning,
  closed,
  drawMeaning,
  headlines,
  kinds,
  overdue,
  labels,
  meanings,
  questions,
  shortfalls,
  stateNotes,
} from '../labels.js'
import type { Answer, Checked, PageClaim, PageModel, Word } from '../model.js'
import { badge, el, mark, untrusted, type Child } from './elements.js'
import { asSentence, sayClaim } from '../strings.js'
import { formatMoment } from './times.js'

/** What stands at the top before there is a result, and whenever there is none. */
export function renderUnchecked(title: string, ...about: readonly Child[]): HTMLElement {
  return el(
    'section',
    { class: 'verdict not-checked', 'aria-labelledby': 'verdict' },
    el('h2', { id: 'verdict' }, mark('not-checked'), el('span', {}, title)),
    ...about,
  )
}

/** The word that the top of the page is coloured by: of what could not be read nothing is known. */
export function wordOf({ verdict, state }: PageModel): Word {
  return state === 'unreadable' ? 'not-checked' : verdict
}

/** The published values lead to the result, and nothing is known of when they were fixed. */
function isCalculation({ kind, verdict, level }: PageModel): boolean {
  return kind === 'draw' && verdict !== 'refuted' && level?.reached === 3
}

/** Nothing is green on the page of a draw whose organiser could have chosen the winner, or of which something is not true. */
export function isDoubtful({ verdict, state }: PageModel): boolean {
  return verdict === 'refuted' || (verdict === 'not-provable' && state !== 'cancelled')
}

/** What was shown, and on what condition. */
function splitHeadline({
  headline = '',
}: PageModel): readonly [shown: string, condition: string | undefined] {
  const [shown = '', ...rest] = headline.split(', if ')
  return [shown, rest.length === 0 ? undefined : `That holds if ${rest.join(', if ')}.`]
}

function isCancelled({ state, verdict }: PageModel): boolean {
  return state === 'cancelled' && verdict !== 'refuted'
}

/** Where the raffle stands, unless its result says so. */
function noteOf({ state, verdict, next }: PageModel): string | undefined {
  const isLate = (state === 'open' || state === 'sealed') && verdict !== 'pending'
  if (isLate) return overdue
  return state === 'open' && next !== undefined && next.what !== 'close' ? closed : stateNotes[state]
}

/** The one-line result. */
export function headlineOf(model: PageModel): string {
  if (isCancelled(model)) return cancelledHeadline
  const word = wordOf(model)
  const isShown = (word === 'proven' || word === 'not-provable') && model.headline !== undefined
  return isShown ? splitHeadline(model)[0] : headlines[word]
}

/**
 * The result at the top.
 *
 * @param now - when it was checked, in milliseconds since 1970.
 * @param caveat - what has to be said of the result.
 */
export function renderVerdict(
  { model, took }: Checked,
  now: number,
  caveat: string | undefined,
): HTMLElement {
  const word = wordOf(model)
  const isRead = model.state !== 'unreadable'
  const missing = word === 'not-provable' && model.state === 'drawn' ? findShortfall(model) : undefined
  const meaning = isCancelled(model)
    ? cancelledMeaning(model.cancelledFor ?? '')
    : isCalculation(model)
      ? drawMeaning
      : (missing ?? meanings[word])
  const condition = word === 'proven' ? splitHeadline(model)[1] : undefined
  const caveats = [
    model.unused === 'record' ? labels.otherRecord : undefined,
    model.isOwnBeacon === true ? labels.ownBeacon : undefined,
    model.isRoundUnused === true ? labels.otherRound : undefined,
    model.isStampUnused === true ? labels.otherStamp : undefined,
  ]
  const why = isRead ? undefined : model.claims[0]?.message
  return el(
    'section',
    { class: `verdict ${word}`, 'aria-labelledby': 'verdict' },
    el('h2', { id: 'verdict' }, mark(word), el('span', {}, headlineOf(model))),
    ...[noteOf(model), meaning, condition, ...caveats, caveat].map(text =>
      text === undefined ? undefined : el('p', {}, text),
    ),
    word === 'refuted' ? renderRefuted(model) : undefined,
    why === undefined ? undefined : el('p', {}, asSentence(why)),
    isRead && word !== 'pending' ? renderChooser(model) : undefined,
    isRead ? el('p', { class: 'soft small' }, labels.checked(formatMoment(now), took)) : undefined,
  )
}

/** What does not hold; a claim's message says what would have to be true, and why it is not. */
function renderRefuted({ claims }: PageModel): HTMLElement {
  const refuted = claims.filter(({ word }) => word === 'refuted')
  return el(
    'ul',
    { class: 'bullets' },
    ...refuted.map(claim =>
      el('li', {}, el('bdi', { dir: 'auto' }, sayClaim(claim)), renderDifference(claim)),
    ),
  )
}

function renderDifference({ expected, found }: PageClaim): HTMLElement | undefined {
  if (expected === undefined || found === undefined) return undefined
  return el(
    'dl',
    { class: 'values' },
    el('dt', {}, labels.required),
    el('dd', {}, el('code', {}, untrusted(expected, 1000))),
    el('dt', {}, labels.published),
    el('dd', {}, el('code', {}, untrusted(found, 1000))),
  )
}

function renderChooser({ whoCouldChoose }: PageModel): HTMLElement {
  return el(
    'div',
    { class: 'chooser' },
    el('h3', {}, labels.whoCouldChoose),
    el('p', {}, asSentence(whoCouldChoose, 1200)),
  )
}

/** What keeps a draw from the next level, in plain words; the answers below say more. */
function findShortfall({ level }: PageModel): string | undefined {
  const next = level?.rungs.find(rung => rung.level === level.reached + 1)
  if (next?.stoppedBy === undefined) return undefined
  // Every winner stands in the list; the rest of it was not seen.
  const isLight = next.level === 4 && next.stoppedBy === 'entries.sealed'
  return shortfalls[isLight ? 'entries-light' : next.stoppedBy]
}

/** What the document is of, above the result. */
export function renderTitle({ kind, title, operator, raffleId, totals }: PageModel): HTMLElement {
  return el(
    'div',
    { class: 'title' },
    el('p', { class: 'soft' }, kinds[kind]),
    el('h1', { id: 'title' }, untrusted(title, 200)),
    el(
      'dl',
      { class: 'facts' },
      ...fact(
        kind === 'draw' ? labels.method : labels.operator,
        operator === undefined ? undefined : untrusted(operator, 200),
      ),
      ...fact(labels.raffle, raffleId === undefined ? undefined : el('code', {}, untrusted(raffleId, 60))),
      ...fact('', totals === undefined ? undefined : labels.tickets(totals.entries)),
    ),
  )
}

function fact(name: string, value: Child): readonly Child[] {
  if (value === undefined) return []
  return [
    el('div', {}, name === '' ? undefined : el('dt', {}, name), el(name === '' ? 'dt' : 'dd', {}, value)),
  ]
}

/**
 * The five questions and their answers.
 *
 * @param ticket - what asks for a ticket, under its question.
 */
export function renderAnswers(answers: readonly Answer[], ticket: Child): HTMLElement {
  return el(
    'ol',
    { class: 'answers' },
    ...answers.map(({ id, word, text }) =>
      el(
        'li',
        { class: 'answer', id: `answer-${id}` },
        // What a check does not prove is neither proven nor refuted.
        el(
          'div',
          { class: 'question' },
          el('h2', {}, questions[id]),
          id === 'limits' ? undefined : badge(word),
        ),
        ...(id === 'limits'
          ? [el('ul', { class: 'bullets' }, ...text.map(one => el('li', {}, untrusted(one))))]
          : text.map(one => el('p', {}, untrusted(one)))),
        id === 'ticket' ? ticket : undefined,
      ),
    ),
  )
}
