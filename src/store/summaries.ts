/**
 * What a list shows of each raffle, and how raffles are found in it.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { isBuiltInChain } from '../core/beacon.js'
import type { AuditDraw } from '../model/audit-record.js'
import type { Statement } from '../model/statement.js'

/** One line of a list of raffles. */
export interface RaffleSummary {
  /** A UUID in lower case. */
  readonly raffleId: string
  readonly totalDraws: number
  /** Without statistics nobody knows. */
  readonly totalEntries?: number
  /** When something of it was last published: RFC 3339, whole seconds, `+00:00`. */
  readonly changedAt: string
}

/** How far a raffle has come by its signed statements; `unsigned` where there are none. */
export type RaffleState = 'open' | 'sealed' | 'drawn' | 'cancelled' | 'unsigned'

/** What a list shows of a raffle that is drawn by the protocol. Names are what the operator wrote: untrusted. */
export interface CeremonySummary {
  readonly name: string
  readonly operator: string
  /** As {@link listPrizes} gives them. */
  readonly prizes: readonly string[]
  readonly state: Exclude<RaffleState, 'unsigned'>
  /** When entries close: RFC 3339, like {@link CeremonySummary.drawAt}. */
  readonly closesAt: string
  /** When the draw is due; once it was made or cancelled, when that was. What the operator says. */
  readonly drawAt: string
  /** The random number is of no source that everybody knows. */
  readonly isRehearsal: boolean
  /** What the service's own check came to when the draw was published; absent where it made none. */
  readonly level?: number
}

/** A ticket that won, with its prize. */
export interface Winner {
  readonly prize: string
  readonly ticket: string
}

/** One raffle in a list that people read. */
export type ListedRaffle = RaffleSummary &
  Partial<Pick<CeremonySummary, 'name' | 'operator' | 'level' | 'closesAt' | 'drawAt' | 'isRehearsal'>> & {
    readonly state: RaffleState
    /** As {@link listPrizes} gives them. */
    readonly prizes: readonly string[]
    /** As {@link listWinners} gives them: by the current record, so that nobody is among them who was replaced. */
    readonly winners: readonly Winner[]
    /** Raffles of this name by this operator in the whole store, this one among them. */
    readonly sameName: number
  }

export interface SummaryQuery {
  /** A part of the name, the operator, a prize or the id: at most {@link longestQuery} characters are looked at. */
  readonly q?: string
  /** Those that have come so far, one at least; all when left out. */
  readonly states?: readonly RaffleState[]
  /** Only those whose draw was due, or made, before: RFC 3339, whole seconds, `+00:00`. */
  readonly dueBefore?: string
  /** Only those whose draw was due, or made, then or later: RFC 3339, whole seconds, `+00:00`. */
  readonly dueFrom?: string
  /** Only those published before this raffle: the next ones of a list. All, where there is no such raffle. */
  readonly after?: string
  /** Only those published after this raffle, the nearest of them: the ones before it in a list. */
  readonly before?: string
  readonly limit: number
  /** Waits until some thousand raffles more may be searched; one turn of the event loop when left out. */
  readonly takeTurn?: () => Promise<void>
}

/** Characters of a query. */
export const longestQuery = 100

/** What the list shows of signed statements; undefined without a commitment. */
export function summarizeStatements(statements: readonly Statement[]): CeremonySummary | undefined {
  const [commitment] = statements
  if (commitment?.type !== 'commitment') return undefined
  const count = (type: Statement['type']): number => statements.filter(one => one.type === type).length
  const isDrawn = count('draw') >= commitment.prizes.length
  const state =
    count('cancellation') > 0 ? 'cancelled' : isDrawn ? 'drawn' : count('seal') > 0 ? 'sealed' : 'open'
  const prizes = listPrizes(commitment.prizes.map(({ prize_name: name }) => name))
  const { raffle_name: name, operator, entries_close_at_utc: closesAt, draw_at_utc: due, beacon } = commitment
  const isRehearsal = beacon !== null && !isBuiltInChain(beacon.chain_hash)
  const last = statements.findLast(({ type }) => type === (state === 'cancelled' ? 'cancellation' : 'draw'))
  const isOver = state === 'drawn' || state === 'cancelled'
  const drawAt = (isOver && last !== undefined ? timeOf(last) : undefined) ?? due
  return { name, operator, prizes, state, closesAt, drawAt, isRehearsal }
}

const timeOf = (statement: Statement): string =>
  statement.type === 'draw' ? statement.drawn_at_utc : statement.issued_at_utc

/** Prizes and winners of one raffle that a list keeps. */
const mostPrizes = 50
const mostWinners = 3
/** UTF-16 code units of the name of each prize and ticket. */
const longestName = 200

const cut = (name: string): string => name.slice(0, longestName).toWellFormed()

/** The prizes by which a raffle is found and shown: each name once, of many or long ones the beginning. */
export function listPrizes(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, mostPrizes).map(cut)
}

/** The winners of the first draws of a record; of long names the beginning. */
export function listWinners(
  draws: readonly Pick<AuditDraw, 'prize_name' | 'winner_entry_id'>[],
): readonly Winner[] {
  return draws
    .slice(0, mostWinners)
    .map(({ prize_name: prize, winner_entry_id: ticket }) => ({ prize: cut(prize), ticket: cut(ticket) }))
}

/** Characters that nobody sees, or that turn a line around; the separator is among them. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The form in which texts are compared: a name that only looks like another one is the same name. Two names that
 * differ in case, width, spaces or invisible characters would hide that a draw was repeated.
 */
export function foldText(text: string): string {
  return text
    .replace(/\s/gu, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(unseen, '')
    .replace(/ +/g, ' ')
    .trim()
}

/** Nothing that {@link foldText} gives has it. */
const separator = '\u001f'

/** What raffles of one name by one operator have in common. */
export function groupKey(summary: Pick<CeremonySummary, 'name' | 'operator'>): string {
  return `${foldText(summary.name)}${separator}${foldText(summary.operator)}`
}

/** Characters of a group key in an index: at most 1800 bytes, of which the index of any database takes more. */
const longestKey = 600

/** What the table has beside what it shows. */
export interface SoughtSummary {
  /** Equal for equal group keys and only for those; null without a name. */
  readonly placeKey: string | null
  /** What a search looks at, beside the id. */
  readonly sought: string
}

/** By which the raffles of a name are counted, and found. */
export function describeSought(
  summary: Pick<CeremonySummary, 'name' | 'operator'> | undefined,
  prizes: readonly string[],
): SoughtSummary {
  const key = summary && groupKey(summary)
  const sought = [...(key === undefined ? [] : [key]), ...prizes.map(foldText)].join(separator)
  if (key === undefined || key.length <= longestKey) return { placeKey: key ?? null, sought }
  const digest = createHash('sha256').update(key).digest('hex')
  return { placeKey: `${key.slice(0, longestKey).toWellFormed()}${digest}`, sought }
}

/** What is looked for, as {@link describeSought} and ids have it; undefined for nothing. */
export function foldQuery(q: string): string | undefined {
  return foldText(q.slice(0, longestQuery)) || undefined
}
