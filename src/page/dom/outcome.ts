/**
 * What comes first: the verdict in one sentence, who could have chosen the winner, and the five answers.
 *
 * @packageDocumentation
 */
import { asSentence } from '../sentence.js'
import { headlineOf, isCancelled, isChosen, meaningOf, noteOf, toneOf } from '../headline.js'
import { badgeLabels, cancelledRedraw, kinds, labels, questions, sayBelieving } from '../catalogue/labels.js'
import type { Answer, Checked, PageClaim, PageModel } from '../model.js'
import { badge, button, el, mark, section, untrusted, type Child } from './elements.js'
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

/**
 * The result at the top.
 *
 * @param now - when it was checked, in milliseconds since 1970.
 * @param caveat - what has to be said of the result.
 * @param log - what is said of the operator’s log.
 */
export function renderVerdict(model: PageModel, now: number, caveat?: string, log?: Child): HTMLElement {
  const tone = toneOf(model, now)
  const { verdict, believing = [] } = model
  const isShown = verdict === 'proven' || verdict === 'believed'
  const isBelieved = believing.some(({ role }) => role === 'beacon')
  const caveats = [
    model.unused === 'record' ? labels.otherRecord : undefined,
    // Of a result on a condition the condition says it.
    model.isOwnBeacon === true && !isCancelled(model) && !isShown && !isBelieved
      ? labels.ownBeacon
      : undefined,
    model.isRoundUnused === true ? labels.otherRound : undefined,
    model.isStampUnused === true ? labels.otherStamp : undefined,
  ]
  const why = model.state === 'unreadable' ? model.claims[0]?.says : undefined
  const hasMark = tone === 'proven' || tone === 'refuted' || tone === 'not-checked' || tone === 'pending'
  return el(
    'section',
    { class: `verdict ${tone}`, 'aria-labelledby': 'verdict' },
    el(
      'h2',
      { id: 'verdict' },
      hasMark ? mark(tone) : undefined,
      el('span', {}, untrusted(headlineOf(model, now), 700)),
    ),
    renderLevel(model),
    verdict === 'refuted' ? renderRefuted(model) : undefined,
    ...[
      noteOf(model, now),
      meaningOf(model),
      isShown ? model.condition : undefined,
      ...caveats,
      caveat,
      why,
      ...(isCancelled(model)
        ? model.findings
            .filter(({ code }) => code === 'cancelled-late')
            .map(({ message }) => asSentence(message))
        : []),
      isCancelled(model) ? cancelledRedraw : undefined,
    ].map(text => (text === undefined ? undefined : el('p', {}, untrusted(text)))),
    verdict === 'refuted' ? el('p', {}, labels.refutedNext) : undefined,
    believing.length === 0
      ? undefined
      : el(
          'p',
          {},
          untrusted(sayBelieving(believing)),
          ' ',
          el('a', { href: '#keys' }, verdict === 'believed' ? labels.keysTurnGreen : labels.keysLinkHere),
        ),
    log,
  )
}

/** `3 of 5`, as a row of steps. */
function renderLevel({ kind, state, level, verdict }: PageModel): HTMLElement | undefined {
  if (level === undefined || kind !== 'bundle' || state !== 'drawn' || verdict === 'refuted') return undefined
  const most = level.rungs.length
  return el(
    'p',
    { class: 'level' },
    el(
      'span',
      { class: 'steps', 'aria-hidden': 'true' },
      ...level.rungs.map(rung => el('span', { class: rung.level <= level.reached ? 'reached' : undefined })),
    ),
    el(
      'a',
      { href: '#ladder' },
      el('span', { class: 'unseen' }, `${labels.levelWord} `),
      labels.levelShort(level.reached, most),
    ),
  )
}

/** What does not hold, after the first, which the headline says; and what was published instead. */
function renderRefuted({ claims }: PageModel): HTMLElement {
  const [first, ...others] = claims.filter(({ word }) => word === 'refuted')
  return el(
    'div',
    {},
    first && renderDifference(first),
    others.length === 0
      ? undefined
      : el(
          'ul',
          { class: 'bullets' },
          ...others.map(claim => el('li', {}, untrusted(claim.says), renderDifference(claim))),
        ),
  )
}

function renderDifference({ expected, found, says }: PageClaim): HTMLElement | undefined {
  if (expected === undefined || found === undefined) return undefined
  // The sentence has both.
  if (says.includes(expected) && says.includes(found)) return undefined
  return el(
    'dl',
    { class: 'values' },
    el('dt', {}, labels.required),
    el('dd', {}, el('code', {}, untrusted(expected, 1000))),
    el('dt', {}, labels.published),
    el('dd', {}, el('code', {}, untrusted(found, 1000))),
  )
}

/** Who could have chosen, and of what and when this was checked. */
export function renderChooser({ model, took }: Checked, now: number): HTMLElement | undefined {
  const { state, whoCouldChoose, raffleId } = model
  if (state === 'unreadable') return undefined
  const isAsked = isChosen(model)
  return section(
    'chooser',
    isAsked ? labels.whoCouldChoose : labels.checkedTitle,
    isAsked ? el('p', {}, untrusted(asSentence(whoCouldChoose, 1200))) : undefined,
    el(
      'p',
      { class: 'soft small' },
      labels.checked(formatMoment(now), took),
      ...(raffleId === undefined ? [] : [` ${labels.raffle} `, el('code', {}, untrusted(raffleId, 60)), '.']),
    ),
  )
}

/** What the document is of, above the result. */
export function renderTitle({ kind, title, operator, totals, raffleId }: PageModel): HTMLElement {
  return el(
    'div',
    { class: 'title' },
    kind === 'bundle' ? undefined : el('p', { class: 'soft' }, kinds[kind]),
    el('h1', { id: 'title' }, untrusted(title, 200)),
    el(
      'dl',
      { class: 'facts' },
      ...fact(
        kind === 'draw' ? labels.method : labels.by,
        operator === undefined ? undefined : untrusted(operator, 200),
      ),
      ...fact(
        labels.raffle,
        kind === 'record' && raffleId !== undefined ? untrusted(raffleId, 60) : undefined,
      ),
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
 * Was my ticket in? The answer in large type, and below it what asks.
 *
 * @param ask - what asks for a ticket.
 * @param lookUp - looks for another ticket.
 */
export function renderTicket(
  { answers, ticketMeant }: PageModel,
  ask: Child,
  lookUp: ((id: string) => void) | undefined,
): HTMLElement | undefined {
  const answer = answers.find(({ id }) => id === 'ticket')
  if (answer === undefined) return undefined
  const { word, text, claims } = answer
  const [first = '', ...others] = text
  const isAnswer = claims.length > 0 || word === 'not-provable'
  const part = el(
    'section',
    {
      class: `part answer ticket-answer ${word}`,
      id: 'answer-ticket',
      'aria-labelledby': 'answer-ticket-title',
    },
    el('h2', { id: 'answer-ticket-title' }, questions.ticket),
    isAnswer
      ? el('p', { class: 'fate' }, mark(word), untrusted(first))
      : el('p', { class: 'soft' }, untrusted(first)),
    ...others.map(one => el('p', {}, untrusted(one))),
    ticketMeant === undefined || lookUp === undefined
      ? undefined
      : el(
          'p',
          {},
          button(labels.lookUpMeant(ticketMeant), () => {
            lookUp(ticketMeant)
          }),
        ),
    ask,
  )
  return part
}

/** The other questions and their answers. */
export function renderAnswers(answers: readonly Answer[]): HTMLElement {
  return el(
    'ol',
    { class: 'answers' },
    ...answers
      .filter(({ id }) => id !== 'ticket')
      .map(({ id, word, badge: short, text }) =>
        el(
          'li',
          { class: 'answer', id: `answer-${id}` },
          // What a check does not prove is neither proven nor refuted.
          el(
            'div',
            { class: 'question' },
            el('h2', {}, questions[id]),
            id === 'limits' ? undefined : badge(word, short && badgeLabels[short]),
          ),
          ...(id === 'limits'
            ? [el('ul', { class: 'bullets' }, ...text.map(one => el('li', {}, untrusted(one))))]
            : text.map(one => el('p', {}, untrusted(one)))),
        ),
      ),
  )
}
