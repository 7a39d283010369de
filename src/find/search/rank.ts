/**
 * Winners by the hash of each entry: the lowest or the highest wins.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import type { Expression } from '../../model/recipe.js'
import type { SearchRun } from './bound.js'
import { measure, type SearchEvidence } from './evidence.js'
import { describeDigest, expressDigest, type DigestFormula } from '../formulas/formula.js'
import { textForm } from '../formulas/forms.js'
import type { Ingredient } from '../formulas/ingredients.js'
import { itemText, ordersBy } from '../formulas/orders.js'
import { plansOfEntries } from './plans.js'
import {
  entryReference,
  findOrder,
  hitOf,
  isRanked,
  measureRankings,
  readRanking,
  withEntry,
  type RankOrder,
  type Ranking,
} from './ranking.js'
import { columnsOf } from '../formulas/relations.js'
import type { FittedResult, ResultFit } from './result-fit.js'
import type { Case, ListVariable, Scope, Variable } from '../values/scope.js'
import { printCell } from '../values/datum.js'
import { isDigest } from '../values/shape.js'
import { tryPlan } from './try-plan.js'

/** A result that may be the top of a ranked list. */
export interface RankedResult {
  readonly result: Variable
  /** Whether the result is the list of winners rather than one of them. */
  readonly isWhole: boolean
  /** The winners of a draw in order. */
  readonly winnersOf: (at: Case) => readonly string[]
}

/** A list whose top may be the result; for a table, by one of its columns. */
interface RankedList {
  readonly list: ListVariable
  readonly column: string | undefined
  /** One per draw. */
  readonly rankings: readonly [Ranking, ...(readonly Ranking[])]
}

/** A formula that ranks a list. */
interface FoundRanking {
  readonly formula: DigestFormula
  readonly order: RankOrder
  readonly evidence: SearchEvidence
}

/**
 * Searches for a hash of each entry that ranks the result first.
 *
 * @param scope - the scope of the draws.
 * @param ingredients - what may be hashed beside the entry.
 */
export function searchRanking(
  scope: Scope,
  ranked: RankedResult,
  ingredients: readonly Ingredient[],
  run: SearchRun,
): ResultFit | undefined {
  for (const list of scope.lists) {
    for (const column of columnsOf(list)) {
      const rankings = scope.cases.map(at => readRanking(list, column, at, ranked.winnersOf(at)))
      const [first, ...others] = rankings.filter(ranking => ranking !== undefined)
      if (first === undefined || 1 + others.length < rankings.length) continue
      const rankedList: RankedList = { list, column, rankings: [first, ...others] }
      const found = findRanking(rankedList, ingredients, run)
      if (found !== undefined) return describeFit(found, rankedList, ranked)
      if (run.bound.isReached) return undefined
    }
  }
  return undefined
}

/**
 * Searches for a table column of digests that ranks the result first.
 *
 * @param scope - the scope of the draws.
 */
export function searchColumns(scope: Scope, ranked: RankedResult, run: SearchRun): ResultFit | undefined {
  for (const list of scope.lists) {
    const { shape, reference } = list
    if (shape.kind !== 'table') continue
    for (const column of Object.keys(shape.columns)) {
      for (const key of Object.keys(shape.columns)) {
        const of = shape.columns[key]
        if (key === column || of === undefined || !isDigest(of)) continue
        for (const order of ordersBy(key, of)) {
          run.guesses.count += 1
          const rankings = scope.cases.map(at => readRanking(list, column, at, ranked.winnersOf(at)))
          const found = rankings.filter(ranking => ranking !== undefined)
          if (found.length === 0 || found.length < rankings.length) continue
          const sortedOf = ({ at }: Ranking): readonly JsonValue[] =>
            order.sort(at.lists.get(reference) ?? [])
          if (!found.every(ranking => isFirst(ranking, sortedOf(ranking), column))) continue
          const bits = measure(found.map(one => hitOf(one, printCell(sortedOf(one)[0] ?? '', key))))
          const evidence = { bits, tried: run.guesses.count }
          const sorted = order.express(`$${reference}`)
          return fitOf({ says: `${column} of ${reference} ${order.says}`, sorted, column, evidence }, ranked)
        }
      }
    }
  }
  return undefined
}

function isFirst({ winners }: Ranking, rows: readonly JsonValue[], column: string): boolean {
  return winners.every((winner, place) => printCell(rows[place] ?? '', column) === winner)
}

function findRanking(
  rankedList: RankedList,
  ingredients: readonly Ingredient[],
  run: SearchRun,
): FoundRanking | undefined {
  const { engine, guesses } = run
  const { rankings } = rankedList
  const [first] = rankings
  const material = {
    ingredients: [...ingredients, entryIngredient(rankedList)],
    at: withEntry(first.at, first.winners[0] ?? ''),
  }
  let found: FoundRanking | undefined
  for (const plan of plansOfEntries) {
    const isOn = tryPlan(plan, material, run, (digest, formula) => {
      if (found !== undefined) return
      // Ascending and descending.
      guesses.count += 2
      // Compared with a few others first, at which most candidates fail.
      const order = findOrder(digest, formula(), first, engine)
      if (order === undefined) return
      if (!rankings.every(ranking => isRanked(ranking, formula(), order, engine))) return
      const bits = measureRankings(rankings, formula(), engine)
      found = { formula: formula(), order, evidence: { bits, tried: guesses.count } }
    })
    if (!isOn || found !== undefined) return found
  }
  return undefined
}

/** Marked as a turn's value, so that every message contains it. */
function entryIngredient({ list: { shape }, column }: RankedList): Ingredient {
  const of = shape.kind === 'list' ? shape.of : shape.columns[column ?? '']
  const item: Expression = column === undefined ? '$entry' : `$entry.${column}`
  const form = textForm({
    name: 'text',
    reference: entryReference,
    says: column ?? 'the entry',
    text: of ? itemText(of, item) : item,
    read: at => {
      const datum = at.data.get(entryReference)
      return datum?.kind === 'text' ? datum.text : undefined
    },
  })
  return { kind: 'text', isTurned: true, rank: 0, forms: new Map([['text', form]]) }
}

function describeFit(
  { formula, order, evidence }: FoundRanking,
  { list, column }: RankedList,
  ranked: RankedResult,
): ResultFit {
  const sorted: Expression = {
    sort_by: { list: `$${list.reference}`, as: 'entry', key: expressDigest(formula), order },
  }
  const says = `${describeDigest(formula)}, for each entry`
  const first = `${order === 'ascending' ? 'the lowest' : 'the highest'} of all hashes wins`
  return fitOf({ says, first, sorted, column, evidence }, ranked)
}

/** The sorted value, and its evidence. */
interface Sorted {
  readonly says: string
  readonly first?: string
  readonly sorted: Expression
  readonly column: string | undefined
  readonly evidence: SearchEvidence
}

function fitOf(
  { says, first = 'the first in this order wins', sorted, column, evidence }: Sorted,
  { result, isWhole }: RankedResult,
): ResultFit {
  const named: Expression =
    column === undefined ? sorted : { map: { list: sorted, as: 'item', do: `$item.${column}` } }
  const fitted: FittedResult = {
    result,
    says: first,
    expression: isWhole ? named : { at: [named, 0] },
    ...(isWhole && { isWhole }),
    evidence,
  }
  return { says, results: [fitted], evidence }
}
