/**
 * Several tickets that are typed at once.
 *
 * @packageDocumentation
 */
import { escapeText } from '../render/escape.js'
import { colon } from './catalogue/en/grammar.js'
import type { TicketRequest } from './messages.js'
import type { PageAnswer, PageModel } from './model.js'

/** The parts of what was typed, if it may be several tickets. A name may have spaces and a comma in it. */
export const splitTickets = (text: string, isName = false): readonly string[] => [
  ...new Set(
    text
      .split(isName ? ';' : /[\s,;]/)
      .map(part => part.trim())
      .filter(part => part !== ''),
  ),
]

const isListed = ({ claims }: PageModel): boolean => claims.some(({ code }) => code === 'ticket-included')

const hasWon = ({ winners, ticketId }: PageModel): boolean =>
  winners.some(({ entryId, replaced }) => entryId === ticketId && !replaced)

/** Best news first. */
const rank = (model: PageModel): number => Number(hasWon(model)) + Number(isListed(model))

/** Looks up what was typed, or each part of it if only they are tickets of the list. */
export function lookUpEach(ticket: TicketRequest, lookUp: (ticket: TicketRequest) => PageModel): PageModel {
  const whole = lookUp(ticket)
  const parts = splitTickets(ticket.id, whole.hasNames)
  if (parts.length < 2 || isListed(whole) || whole.ticketMeant !== undefined) return whole
  const each = parts.map(id => lookUp({ id })).sort((one, other) => rank(other) - rank(one))
  const [best] = each
  if (best === undefined || !isListed(best)) return whole
  const [first, ...others] = best.answers
  if (first === undefined) return whole
  const answerOf = ({ answers: [answer = first] }: PageModel): PageAnswer => answer
  const missing = each.filter(model => !isListed(model))
  const [lost] = missing
  const advise = (about: readonly PageModel[], texts: readonly string[]): readonly string[] => {
    const ids = about.map(({ ticketId = '' }) => escapeText(ticketId, 128)).join(', ')
    return texts.map(text => `${ids}${colon}${text}`)
  }
  return {
    ...best,
    tickets: each.map(model => ({ id: model.ticketId ?? '', word: answerOf(model).word })),
    answers: [
      {
        ...first,
        text: [
          ...each.map(model => answerOf(model).text[0] ?? ''),
          // What is advised about the best one, but not its place in the list; and about those that are missing.
          ...advise([best], first.text.slice(2)),
          ...(lost === undefined ? [] : advise(missing, answerOf(lost).text.slice(1))),
        ],
      },
      ...others,
    ],
  }
}
