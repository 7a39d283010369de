/**
 * Several tickets that are typed at once.
 *
 * @packageDocumentation
 */
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
  const worst = each.at(-1) ?? best
  if (first === undefined) return whole
  const answerOf = ({ answers: [answer = first] }: PageModel): PageAnswer => answer
  return {
    ...best,
    tickets: each.map(model => ({ id: model.ticketId ?? '', word: answerOf(model).word })),
    answers: [
      {
        ...first,
        text: [
          ...each.map(model => answerOf(model).text[0] ?? ''),
          // What is advised about the best one, but not its place in the list; and about one that is missing.
          ...first.text.slice(2),
          ...(isListed(worst) ? [] : answerOf(worst).text.slice(1)),
        ],
      },
      ...others,
    ],
  }
}
