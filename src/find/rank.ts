/**
 * Winners by the hash of each entry: whoever has the lowest or the highest wins.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import type { JsonValue } from '../core/json.js'
import type { Expression } from '../model/recipe.js'
import type { Bound } from './bound.js'
import { measure, type Guesses } from './evidence.js'
import type { FittedResult, ResultFit } from './explain-results.js'
import { computeDigest, describeDigest, expressDigest, type DigestFormula } from './formula.js'
import { textForm, type Form, type Ingredient } from './forms.js'
import { itemText } from './orders.js'
import { levels, type Plan } from './plans.js'
import type { Case, ListVariable, Scope, Variable } from './scope.js'
import { isObject, printScalar } from './shape.js'
import { tryPlan } from './try-plan.js'

/** Larger lists are not ranked. */
const mostEntries = 100_000

/** The entries of a list in one draw, and who won in which order. */
interface Ranking {
  readonly entries: readonly string[]
  readonly winners: readonly string[]
}

/**
 * @param winnersOf - of each draw, in their order: one winner, or the items of a list.
 * @param isWhole - whether the result is a list of winners.
 * @param guesses - counts the candidates that were tried on results.
 */
export function searchRanking(
  scope: Scope,
  result: Variable,
  winnersOf: (at: Case) => readonly string[],
  isWhole: boolean,
  ingredients: readonly Ingredient[],
  engine: Engine,
  bound: Bound,
  guesses: Guesses,
): ResultFit | undefined {
  let fit: ResultFit | undefined
  for (const list of scope.lists) {
    for (const column of list.shape.kind === 'list' ? [undefined] : Object.keys(list.shape.columns)) {
      const rankings = scope.cases.map(at => readRanking(list, column, at, winnersOf(at)))
      const [first] = rankings
      if (first === undefined || !rankings.every(isRankable)) continue
      const entry = entryIngredient(list, column)
      for (const plan of rankPlans) {
        const [lead] = scope.cases
        if (lead === undefined) continue
        const winner = withEntry(lead, first.winners[0] ?? '')
        const isOn = tryPlan(plan, [...ingredients, entry], winner, engine, bound, (digest, formula) => {
          if (fit !== undefined) return
          guesses.count += 2
          // Against a few others first: most candidates end there.
          const order = orderOf(digest, formula(), lead, first, engine)
          if (order === undefined) return
          const holds = scope.cases.every((at, index) =>
            holdsIn(formula(), order, at, rankings[index], engine),
          )
          if (!holds) return
          const bits = measureRankings(formula(), scope, rankings, engine)
          const evidence = { bits, tried: guesses.count }
          fit = describeFit(formula(), order, result, list, column, isWhole, evidence)
        })
        if (!isOn || fit !== undefined) return fit
      }
    }
  }
  return undefined
}

/** With one or two further values in any order; the entry counts as a turn's, so that no message is without it. */
const rankPlans: readonly Plan[] = (levels[1] ?? []).filter(({ size, order }) => order === 'any' && size <= 3)

const entryReference = 'entry'

function entryIngredient({ shape }: ListVariable, column: string | undefined): Ingredient {
  const of = shape.kind === 'list' ? shape.of : shape.columns[column ?? '']
  const item: Expression = column === undefined ? '$entry' : `$entry.${column}`
  const form: Form = textForm(
    'text',
    entryReference,
    column ?? 'the entry',
    of ? itemText(of, item) : item,
    at => {
      const datum = at.data.get(entryReference)
      return datum?.kind === 'text' ? datum.text : undefined
    },
  )
  return {
    reference: entryReference,
    kind: 'text',
    isTurned: true,
    rank: 0,
    forms: new Map([['text', form]]),
  }
}

function withEntry(at: Case, entry: string): Case {
  return { ...at, data: new Map([...at.data, [entryReference, { kind: 'text', text: entry }]]) }
}

type Order = 'ascending' | 'descending'

/** The order in which the first winner is before all others. */
function orderOf(
  digest: Uint8Array,
  formula: DigestFormula,
  at: Case,
  { entries, winners }: Ranking,
  engine: Engine,
): Order | undefined {
  const own = digest.slice()
  let lowest = true
  let highest = true
  for (const entry of entries) {
    if (entry === winners[0]) continue
    const other = computeDigest(formula, withEntry(at, entry), engine)
    if (other === undefined) return undefined
    if (compareBytes(own, other) < 0) highest = false
    else lowest = false
    if (!lowest && !highest) return undefined
  }
  return lowest ? 'ascending' : 'descending'
}

function holdsIn(
  formula: DigestFormula,
  order: Order,
  at: Case,
  ranking: Ranking | undefined,
  engine: Engine,
): boolean {
  if (ranking === undefined) return false
  const keyed = ranking.entries.map(entry => ({ entry, key: computeDigest(formula, withEntry(at, entry), engine) ?? new Uint8Array() })) // prettier-ignore
  keyed.sort((a, b) => (order === 'ascending' ? compareBytes(a.key, b.key) : compareBytes(b.key, a.key)))
  return ranking.winners.every((winner, place) => keyed[place]?.entry === winner)
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let index = 0; index < a.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function readRanking(
  { reference }: ListVariable,
  column: string | undefined,
  at: Case,
  winners: readonly string[],
): Ranking | undefined {
  const items: readonly JsonValue[] = at.lists.get(reference) ?? []
  if (items.length > mostEntries || items.length < 2) return undefined
  const entries = items.map(item =>
    printScalar(column === undefined ? item : isObject(item) ? item[column] : undefined),
  )
  return { entries, winners }
}

function isRankable(ranking: Ranking | undefined): boolean {
  if (ranking === undefined || ranking.winners.length === 0) return false
  const entries = new Set(ranking.entries)
  return entries.size === ranking.entries.length && ranking.winners.every(winner => entries.has(winner))
}

function measureRankings(
  formula: DigestFormula,
  { cases }: Scope,
  rankings: readonly (Ranking | undefined)[],
  engine: Engine,
): number {
  return measure(
    cases.flatMap((at, index) => {
      const ranking = rankings[index]
      const [winner = ''] = ranking?.winners ?? []
      if (ranking === undefined) return []
      const digest = computeDigest(formula, withEntry(at, winner), engine) ?? new Uint8Array()
      return [{ from: encodeHex(digest), place: placeOf(ranking), bits: bitsOf(ranking) }]
    }),
  )
}

/** Who won in which order, as one number. */
function placeOf({ entries, winners }: Ranking): bigint {
  return winners.reduce((place, winner) => place * BigInt(entries.length) + BigInt(entries.indexOf(winner)), 0n) // prettier-ignore
}

/** Of a right guess: so many in this order, of all. */
function bitsOf({ entries, winners }: Ranking): number {
  return winners.reduce((sum, _, place) => sum + Math.log2(entries.length - place), 0)
}

function describeFit(
  formula: DigestFormula,
  order: Order,
  result: Variable,
  { reference }: ListVariable,
  column: string | undefined,
  isWhole: boolean,
  evidence: ResultFit['evidence'],
): ResultFit {
  const ranked: Expression = {
    sort_by: { list: `$${reference}`, as: 'entry', key: expressDigest(formula), order },
  }
  const named: Expression =
    column === undefined ? ranked : { map: { list: ranked, as: 'item', do: `$item.${column}` } }
  const fitted: FittedResult = {
    result,
    says: `${order === 'ascending' ? 'the lowest' : 'the highest'} of all hashes wins`,
    expression: isWhole ? named : { at: [named, 0] },
    ...(isWhole && { isWhole }),
    evidence,
  }
  return { says: `${describeDigest(formula)}, for each entry`, results: [fitted], evidence }
}
