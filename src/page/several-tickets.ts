/**
 * Several tickets that are typed at once.
 *
 * @packageDocumentation
 */
import type { TicketRequest } from './messages.js'
import type { PageModel } from './model.js'

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
  const ofEach = each.map(({ ticketId = '', answers: [answer = first] }) => ({ id: ticketId, answer }))
  return {
    ...best,
    tickets: ofEach.map(({ id, answer }) => ({ id, word: answer.word })),
    answers: [
      { ...first, text: [...ofEach.map(({ answer }) => answer.text[0] ?? ''), ...first.text.slice(1)] },
      ...others,
    ],
  }
}
