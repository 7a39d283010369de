/**
 * A list's entries sorted by hash, with the winners before all others.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { printCell } from '../values/datum.js'
import { measure, type Hit } from './evidence.js'
import { computeDigest, type DigestFormula } from '../formulas/formula.js'
import type { Case, ListVariable } from '../values/scope.js'

/** The entries of a list in one draw, and the winners in order. */
export interface Ranking {
  readonly at: Case
  readonly entries: readonly string[]
  readonly winners: readonly string[]
}

/** Whether the lowest or the highest hash wins. */
export type RankOrder = 'ascending' | 'descending'

/** Max entries of a ranked list. */
const mostEntries = 100_000

/** Reference of the current entry in a case. */
export const entryReference = 'entry'

/** The case with one entry of the list added. */
export function withEntry(at: Case, entry: string): Case {
  return { ...at, data: new Map([...at.data, [entryReference, { kind: 'text', text: entry }]]) }
}

/** Undefined if the list cannot be ranked: it has duplicates, or a winner is not among its entries. */
export function readRanking(
  { reference }: ListVariable,
  column: string | undefined,
  at: Case,
  winners: readonly string[],
): Ranking | undefined {
  const items = at.lists.get(reference) ?? []
  if (items.length > mostEntries || items.length < 2 || winners.length === 0) return undefined
  const entries = items.map(item => printCell(item, column))
  const distinct = new Set(entries)
  const isRankable = distinct.size === entries.length && winners.every(winner => distinct.has(winner))
  return isRankable ? { at, entries, winners } : undefined
}

/**
 * The order that puts the first winner before all others.
 *
 * @param digest - the digest of the winner.
 */
export function findOrder(
  digest: Uint8Array,
  formula: DigestFormula,
  { at, entries, winners }: Ranking,
  engine: Engine,
): RankOrder | undefined {
  const own = digest.slice()
  let isLowest = true
  let isHighest = true
  for (const entry of entries) {
    if (entry === winners[0]) continue
    const other = computeDigest(formula, withEntry(at, entry), engine)
    if (other === undefined) return undefined
    if (compareBytes(own, other) < 0) isHighest = false
    else isLowest = false
    if (!isLowest && !isHighest) return undefined
  }
  return isLowest ? 'ascending' : 'descending'
}

/** Whether the winners come first in this order. */
export function isRanked(
  { at, entries, winners }: Ranking,
  formula: DigestFormula,
  order: RankOrder,
  engine: Engine,
): boolean {
  const keyed = entries.map(entry => ({ entry, key: keyOf(formula, at, entry, engine) }))
  keyed.sort((a, b) => (order === 'ascending' ? compareBytes(a.key, b.key) : compareBytes(b.key, a.key)))
  return winners.every((winner, place) => keyed[place]?.entry === winner)
}

/** Bits of evidence of a formula that ranks all of these. */
export function measureRankings(
  rankings: readonly Ranking[],
  formula: DigestFormula,
  engine: Engine,
): number {
  return measure(
    rankings.map((ranking): Hit => {
      const [winner = ''] = ranking.winners
      return hitOf(ranking, encodeHex(keyOf(formula, ranking.at, winner, engine)))
    }),
  )
}

/** Evidence of one ranking. */
export function hitOf(ranking: Ranking, from: string): Hit {
  return { from, place: placeOf(ranking), bits: bitsOf(ranking) }
}

function keyOf(formula: DigestFormula, at: Case, entry: string, engine: Engine): Uint8Array {
  return computeDigest(formula, withEntry(at, entry), engine) ?? new Uint8Array()
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let index = 0; index < a.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The ordered winners as one number. */
function placeOf({ entries, winners }: Ranking): bigint {
  const count = BigInt(entries.length)
  return winners.reduce((place, winner) => place * count + BigInt(entries.indexOf(winner)), 0n)
}

/** Bits of a guess of these ordered winners among all entries. */
function bitsOf({ entries, winners }: Ranking): number {
  return winners.reduce((sum, _, place) => sum + Math.log2(entries.length - place), 0)
}
