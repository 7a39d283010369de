/**
 * What a list shows of each raffle, and how raffles are found in it.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
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
  readonly state: Exclude<RaffleState, 'unsigned'>
  /** What the service's own check came to when the draw was published; absent where it made none. */
  readonly level?: number
}

/** One raffle in a list that people read. */
export type ListedRaffle = RaffleSummary &
  Partial<Pick<CeremonySummary, 'name' | 'operator' | 'level'>> & {
    readonly state: RaffleState
    /** Raffles of this name by this operator in the whole store, this one among them. */
    readonly sameName: number
  }

export interface SummaryQuery {
  /** A part of the name, the operator or the id: at most {@link longestQuery} characters are looked at. */
  readonly q?: string
  /** Begin after this raffle, or at the beginning where there is no such raffle. */
  readonly after?: string
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
  return { name: commitment.raffle_name, operator: commitment.operator, state }
}

/** Characters that nobody sees, or that turn a line around; those of {@link groupKey} are among them. */
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

/** Nothing that {@link foldText} gives has these; raffles without a name come last. */
const separator = '\u001f'
const nameless = '\u{10fffd}'

/** What raffles of one name by one operator have in common, and the place of a raffle in the list. */
export function groupKey(summary: Pick<CeremonySummary, 'name' | 'operator'> | undefined): string {
  return summary === undefined
    ? nameless
    : `${foldText(summary.name)}${separator}${foldText(summary.operator)}`
}

/** Characters by which raffles are sorted: at most 1800 bytes, of which the index of any database takes more. */
const sortedBy = 600

/**
 * A group key as it is sorted by, equal for equal keys and only for those; and the key itself where it is longer than
 * that.
 */
export function placeOf(key: string): { readonly placeKey: string; readonly longKey: string | null } {
  if (key.length <= sortedBy) return { placeKey: key, longKey: null }
  const digest = createHash('sha256').update(key).digest('hex')
  return { placeKey: `${key.slice(0, sortedBy).toWellFormed()}${digest}`, longKey: key }
}

/** What is looked for, as {@link groupKey} and ids have it; undefined for nothing. */
export function foldQuery(q: string): string | undefined {
  return foldText(q.slice(0, longestQuery)) || undefined
}
