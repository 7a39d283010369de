/**
 * What became of the tickets that somebody asks about: in one line at the top, and in a part of their own.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import { questions } from '../catalogue/en/result.js'
import { prizesOf } from '../fate.js'
import type { PageModel, PageVerdict, TicketOutcome } from '../model.js'
import { button, el, mark, sentence, type Child } from './elements.js'

/** The result for the requested ticket comes first, unless the headline contains it. */
export function renderFate(model: PageModel): HTMLElement | undefined {
  const { claims, answers, ticketId = '' } = model
  const isAsked = claims.some(
    ({ id, word }) => (id === 'receipt.honoured' && word !== 'refuted') || id === 'ticket.included',
  )
  const answer = answers.find(({ id }) => id === 'ticket')
  if (!isAsked || answer === undefined) return undefined
  return el(
    'p',
    { class: 'fate-first' },
    mark(markOf(model, { id: ticketId, word: answer.word })),
    el('a', { href: '#answer-ticket' }, sentence(answer.text[0] ?? '')),
  )
}

/**
 * “Was my ticket in?” with the answer in large type and the input below.
 *
 * @param ask - the ticket input.
 * @param lookUp - looks up another ticket.
 */
export function renderTicket(
  model: PageModel,
  ask: Child,
  lookUp: ((id: string) => void) | undefined,
): HTMLElement | undefined {
  const { answers, state, ticketMeant, ticketId = '' } = model
  const answer = answers.find(({ id }) => id === 'ticket')
  if (answer === undefined) return undefined
  const { word, text, claims } = answer
  const tickets = model.tickets ?? [{ id: ticketId, word }]
  const fates = text.slice(0, tickets.length)
  const others = text.slice(tickets.length)
  const isAnswer = claims.length > 0 || word === 'not-provable'
  const part = el(
    'section',
    {
      class: `part ticket-answer ${word}${isAnswer ? '' : ' screen-only'}`,
      id: 'answer-ticket',
      'aria-labelledby': 'answer-ticket-title',
    },
    el('h2', { id: 'answer-ticket-title' }, state === 'drawn' ? labels.ticketDrawn : questions.ticket),
    ...fates.map((said, at) =>
      isAnswer
        ? el(
            'p',
            { class: 'fate' },
            mark(markOf(model, tickets[at] ?? { id: ticketId, word })),
            sentence(said),
          )
        : el('p', { class: 'soft' }, sentence(said)),
    ),
    // A suggestion comes first.
    ticketMeant === undefined || lookUp === undefined
      ? undefined
      : el(
          'p',
          {},
          button(labels.lookUpMeant(ticketMeant), () => {
            lookUp(ticketMeant)
          }),
        ),
    ...others.map(one => el('p', {}, sentence(one))),
    ask,
  )
  return part
}

/** No tick for a ticket that did not win: it would suggest a win. */
const markOf = ({ state, winners }: PageModel, { id, word }: TicketOutcome): PageVerdict =>
  (word === 'proven' || word === 'believed') && state === 'drawn' && prizesOf(winners, id).length === 0
    ? 'not-checked'
    : word
