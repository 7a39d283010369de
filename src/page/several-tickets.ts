/**
 * Several tickets that are typed at once.
 *
 * @packageDocumentation
 */
import { escapeText } from '../render/escape.js'
import { colon, sayName } from './catalogue/en/grammar.js'
import { prizesOf } from './fate.js'
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

/** Max tickets at once: looking for one that is missing takes up to a tenth of a second in a long list. */
const mostTickets = 100

const hasCode = ({ claims }: PageModel, asked: string): boolean =>
  claims.some(({ id, code }) => id === 'ticket.included' && code === asked)

const isListed = (model: PageModel): boolean => hasCode(model, 'ticket-included')

/** Best news first. */
const rank = (model: PageModel): number =>
  2 * Number(isListed(model)) + Number(prizesOf(model.winners, model.ticketId).length > 0)

/** Looks up what was typed, or each part of it if only they are tickets of the list. */
export function lookUpEach(ticket: TicketRequest, lookUp: (ticket: TicketRequest) => PageModel): PageModel {
  const whole = lookUp(ticket)
  const parts = splitTickets(ticket.id, whole.hasNames)
  if (isListed(whole) || parts.length > mostTickets || parts.join() === ticket.id) return whole
  const each = parts.map(id => lookUp({ id })).sort((one, other) => rank(other) - rank(one))
  const [best] = each
  if (best === undefined || !isListed(best)) return whole
  // Without the list the visitor is asked about all of them; and `10,007` rather means 10007.
  if (each.some(model => hasCode(model, 'evidence-missing'))) return whole
  if (whole.ticketMeant !== undefined && !each.every(isListed)) return whole
  return each.length === 1 ? best : joinAnswers(best, each)
}

/** @param best - the first of `each`. */
function joinAnswers(best: PageModel, each: readonly PageModel[]): PageModel {
  const [first, ...others] = best.answers
  if (first === undefined) return best
  const answerOf = ({ answers: [answer = first] }: PageModel): PageAnswer => answer
  const name = (about: readonly PageModel[], text: string): string => {
    const ids = about.map(({ ticketId = '' }) => sayName(escapeText(ticketId, 128)))
    return `${ids.join(', ')}${colon}${text}`
  }
  const say = (model: PageModel): string => {
    const { word, text } = answerOf(model)
    const isNamed = word === 'proven' || word === 'believed' || !isListed(model)
    return isNamed ? (text[0] ?? '') : name([model], text.slice(0, 2).join(' '))
  }
  const missing = each.filter(model => !isListed(model))
  const [lost] = missing
  return {
    ...best,
    tickets: each.map(model => ({ id: model.ticketId ?? '', word: answerOf(model).word })),
    answers: [
      {
        ...first,
        text: [
          ...each.map(say),
          // What is advised about the best one, but not its place in the list; and about those that are missing.
          ...first.text.slice(2).map(text => name([best], text)),
          ...(lost === undefined ? [] : answerOf(lost).text.slice(1)).map(text => name(missing, text)),
        ],
      },
      ...others,
    ],
  }
}
