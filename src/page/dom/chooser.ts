/**
 * Who could have chosen the winner: the answers behind that, what has to be trusted, and what was found.
 *
 * @packageDocumentation
 */
import { asSentence, formatMoment } from '../catalogue/en/grammar.js'
import * as labels from '../catalogue/en/labels.js'
import { badgeLabels, questions, rests } from '../catalogue/en/result.js'
import { isCancelled, isChosen, onlySaid, trusted } from '../headline.js'
import type { CheckResult, PageAnswer, PageFinding } from '../model.js'
import { badge, el, section, sentence, untrusted } from './elements.js'

/**
 * Who could have chosen, the checks behind that, the trust assumptions, and the document and time of the
 * check.
 *
 * @param host - host of the service that sent the page.
 */
export function renderChooser(
  { model, took, at }: CheckResult,
  host: string | undefined,
): HTMLElement | undefined {
  const { state, chooser, raffleId, answers, findings } = model
  const { says, left = [] } = chooser
  if (state === 'unreadable') return undefined
  const isAsked = isChosen(model)
  const relied = trusted(model)
  // A calculation from the published values refutes it, so the reader need not trust this page.
  const isCalculated = relied.includes(rests.calculated)
  const about = el(
    'p',
    { class: 'soft small' },
    labels.checked(formatMoment(at), took),
    ...(raffleId === undefined ? [] : [` ${labels.raffle} `, el('code', {}, untrusted(raffleId, 60)), '.']),
  )
  if (isCancelled(model)) {
    const others = findings.filter(({ code }) => code !== 'cancelled-late')
    return others.length === 0
      ? el('div', { id: 'chooser', class: 'key' }, about)
      : el('section', { id: 'chooser', class: 'part' }, renderFindings(others), about)
  }
  return section(
    'chooser',
    isAsked ? labels.whoCouldChoose : labels.checkedTitle,
    isAsked && onlySaid(model).length > 0 ? el('p', {}, labels.nothingWrong) : undefined,
    ...(isAsked ? says.map(text => el('p', {}, sentence(text, 1200))) : []),
    renderAnswers(answers),
    ...(isAsked
      ? [
          renderBullets(labels.onlySays, onlySaid(model, { but: askedOf })),
          renderBullets(labels.trusting, [
            ...relied,
            ...(host === undefined || isCalculated ? [] : [rests.page(host)]),
          ]),
          renderBullets(state === 'drawn' ? labels.leftTitleDrawn : labels.leftTitle, left),
        ]
      : []),
    renderFindings(findings),
    renderLimits(answers),
    about,
  )
}

/** Claims that belong to the questions, where they are shown. */
const askedOf: readonly string[] = ['evidence.timely', 'evidence.unique']

/** The questions about the draw, with answers. */
function renderAnswers(answers: readonly PageAnswer[]): HTMLElement {
  return el(
    'ol',
    { class: 'answers' },
    ...answers
      .filter(({ id }) => id !== 'ticket' && id !== 'limits')
      .map(({ id, word, badge: short, text }) =>
        el(
          'li',
          { id: `answer-${id}` },
          el(
            'div',
            { class: 'question' },
            el('h3', {}, questions[id]),
            badge(
              short === 'calculated' || short === 'one-raffle' ? 'believed' : word,
              short && (word === 'believed' ? `${badgeLabels[short]}, ${labels.ifKeys}` : badgeLabels[short]),
            ),
          ),
          ...text.map(one => el('p', {}, sentence(one))),
        ),
      ),
  )
}

function renderFindings(findings: readonly PageFinding[]): HTMLElement | undefined {
  if (findings.length === 0) return undefined
  const list = findings.map(({ code, message, says = asSentence(message) }) =>
    el('li', {}, sentence(says), ' ', el('code', { class: 'soft small' }, untrusted(code, 100))),
  )
  return el('div', { class: 'rests' }, el('p', {}, labels.findings), el('ul', { class: 'bullets' }, ...list))
}

/** The limits of a check, which are neither proven nor refuted. */
function renderLimits(answers: readonly PageAnswer[]): HTMLElement | undefined {
  const limits = answers.find(({ id }) => id === 'limits')
  return (
    limits &&
    el(
      'details',
      { id: 'answer-limits' },
      el('summary', {}, questions.limits),
      el('ul', { class: 'bullets' }, ...limits.text.map(one => el('li', {}, sentence(one)))),
    )
  )
}

function renderBullets(title: string, lines: readonly string[]): HTMLElement | undefined {
  if (lines.length === 0) return undefined
  const items = lines.map(line => el('li', {}, sentence(line, 1000)))
  return el('div', { class: 'rests' }, el('p', {}, title), el('ul', { class: 'bullets' }, ...items))
}
