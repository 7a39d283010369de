/**
 * The list of raffles: what it shows of each, and how to search it.
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
  /** Unknown without statistics. */
  readonly totalEntries?: number
  /** Time of the last publication: RFC 3339, whole seconds, `+00:00`. */
  readonly changedAt: string
}

/** State of a raffle by its signed statements; `unsigned` if there are none. */
export type RaffleState = 'open' | 'sealed' | 'drawn' | 'cancelled' | 'unsigned'

/** List entry of a raffle drawn by the protocol. Names are the operator's text: untrusted. */
export interface CeremonySummary {
  readonly name: string
  readonly operator: string
  /** As {@link summarizePrizes} gives them. */
  readonly prizes: readonly string[]
  readonly state: Exclude<RaffleState, 'unsigned'>
  /** When entries close: RFC 3339, like {@link CeremonySummary.drawAt}. */
  readonly closesAt: string
  /** When the draw is due or, once drawn or cancelled, when that happened, as the operator states. */
  readonly drawAt: string
  /** The random number is not from a well-known source. */
  readonly isRehearsal: boolean
  /** Level found by the service's own check at publication; absent if there was none. */
  readonly level?: number
}

/** A winning ticket and its prize. */
export interface WinningTicket {
  readonly prize: string
  readonly ticket: string
}

/** A raffle in the list for people. */
export type ListedRaffle = RaffleSummary &
  Partial<Pick<CeremonySummary, 'name' | 'operator' | 'level' | 'closesAt' | 'drawAt' | 'isRehearsal'>> & {
    readonly state: RaffleState
    /** As {@link summarizePrizes} gives them. */
    readonly prizes: readonly string[]
    /** As {@link summarizeWinners} gives them, from the current record, so without replaced winners. */
    readonly winners: readonly WinningTicket[]
    /** Number of raffles of this name by this operator in the whole store, including this one. */
    readonly sameName: number
  }

export interface SummaryQuery {
  /** Part of the name, the operator, a prize or the id: at most {@link longestQuery} characters count. */
  readonly q?: string
  /** Only raffles in these states, at least one; all by default. */
  readonly states?: readonly RaffleState[]
  /** Only raffles whose draw was due, or made, before: RFC 3339, whole seconds, `+00:00`. */
  readonly dueBefore?: string
  /** Only raffles whose draw was due, or made, at or after this time: RFC 3339, whole seconds, `+00:00`. */
  readonly dueFrom?: string
  /** Only raffles published before this one: the next page. All, if there is no such raffle. */
  readonly after?: string
  /** Only the nearest raffles published after this one: the previous page. */
  readonly before?: string
  readonly limit: number
  /** Waits between pieces of some thousand searched raffles; by default one turn of the event loop. */
  readonly takeTurn?: () => Promise<void>
}

/** Max characters of a query. */
export const longestQuery = 100

/** The list entry for signed statements; undefined without a commitment. */
export function summarizeStatements(statements: readonly Statement[]): CeremonySummary | undefined {
  const [commitment] = statements
  if (commitment?.type !== 'commitment') return undefined
  const count = (type: Statement['type']): number => statements.filter(one => one.type === type).length
  const isDrawn = count('draw') >= commitment.prizes.length
  const state =
    count('cancellation') > 0 ? 'cancelled' : isDrawn ? 'drawn' : count('seal') > 0 ? 'sealed' : 'open'
  const prizes = summarizePrizes(commitment.prizes.map(({ prize_name: name }) => name))
  const { raffle_name: name, operator, entries_close_at_utc: closesAt, draw_at_utc: due, beacon } = commitment
  const isRehearsal = beacon !== null && !isBuiltInChain(beacon.chain_hash)
  const last = statements.findLast(({ type }) => type === (state === 'cancelled' ? 'cancellation' : 'draw'))
  const isOver = state === 'drawn' || state === 'cancelled'
  const drawAt = (isOver && last !== undefined ? timeOf(last) : undefined) ?? due
  return { name, operator, prizes, state, closesAt, drawAt, isRehearsal }
}

const timeOf = (statement: Statement): string =>
  statement.type === 'draw' ? statement.drawn_at_utc : statement.issued_at_utc

/** Max prizes and winners kept for the list. */
const mostPrizes = 50
const mostWinners = 3
/** Max UTF-16 code units of the name of a prize or ticket. */
const longestName = 200

const cut = (name: string): string => name.slice(0, longestName).toWellFormed()

/** Prizes for display and search: distinct names, truncated if many or long. */
export function summarizePrizes(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, mostPrizes).map(cut)
}

/** The winners of the first draws of a record; long names are truncated. */
export function summarizeWinners(
  draws: readonly Pick<AuditDraw, 'prize_name' | 'winner_entry_id'>[],
): readonly WinningTicket[] {
  return draws
    .slice(0, mostWinners)
    .map(({ prize_name: prize, winner_entry_id: ticket }) => ({ prize: cut(prize), ticket: cut(ticket) }))
}

/** Characters that are invisible or change direction, including the separator. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The form in which texts are compared: look-alike names are equal. Otherwise names that differ in case,
 * width, spaces or invisible characters could hide a repeated draw.
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

/** Never in a result of {@link foldText}. */
const separator = '\u001f'

/** Equal for raffles of one name by one operator. */
export function groupKey(summary: Pick<CeremonySummary, 'name' | 'operator'>): string {
  return `${foldText(summary.name)}${separator}${foldText(summary.operator)}`
}

/** Max characters of a group key in an index: at most 1800 bytes, which every database can index. */
const longestKey = 600

/** Search columns of the table. */
export interface SoughtSummary {
  /** Equal exactly for equal group keys; null without a name. */
  readonly placeKey: string | null
  /** The searched text, beside the id. */
  readonly sought: string
}

/** The search columns of a raffle. */
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

/** A query in the form of {@link describeSought} and ids; undefined if empty. */
export function foldQuery(q: string): string | undefined {
  return foldText(q.slice(0, longestQuery)) || undefined
}
