/**
 * Results of a generator seeded by a published value or a digest.
 *
 * @packageDocumentation
 */
import { concatBytes, encodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { portable } from '../../core/portable.js'
import type { Expression } from '../../model/recipe.js'
import { noBasis, type Basis, type Compiled, type Shape } from '../../recipe/compile.js'
import { BoundExceeded, Context, ImpossibleStep } from '../../recipe/context.js'
import { createCompiler } from '../../recipe/operations/index.js'
import { bytes, integer, integerOf, itemsOf, list, text, type Value } from '../../recipe/value.js'
import { bytesExpression } from '../formulas/forms.js'
import type { Goal } from '../formulas/goals.js'
import {
  differenceOf,
  procedures,
  repetition,
  seedForms,
  type Procedure,
  type SeedForm,
  type SeedKind,
} from '../formulas/procedures.js'
import type { Places } from '../formulas/relations.js'
import type { Datum } from '../values/datum.js'
import {
  bytesAt,
  isComputed,
  isTurned,
  isXor,
  turnOf,
  turnReference,
  type Case,
  type Scope,
  type Variable,
} from '../values/scope.js'
import type { SearchRun } from './bound.js'
import { isEnough, measure, type SearchEvidence, type Hit } from './evidence.js'
import type { FittedResult, ResultFit } from './result-fit.js'

/** Max goals compared with each generator, and max values that may seed it. */
const mostGoals = 6
const mostSeeds = 24

/** Max units of work (docs/RECIPES.md) of one try, and units that count as one candidate. */
const mostWork = 2_000_000
const workOfOne = 16

/** Units of a try beyond what the recipe language charges, and max units of all tries in a scope. */
const workOfTry = 100
const mostWorkInAll = 25_000_000

const largestUnlikely = 20_000

/** Max items of a list that is drawn from, and of one that is shuffled as a whole. */
const longestList = 2_000_000
const longestWhole = 20_000

/** A value of a draw, with its form as a seed. */
interface Seed {
  readonly says: string
  readonly kind: SeedKind
  readonly expression: Expression
  readonly read: (at: Case) => Value | undefined
}

/** A possible reading of a goal: if entries have several places each, only the first one drawn may count. */
interface Trial {
  readonly goal: Goal
  readonly draws: readonly SearchedDraw[]
  readonly isDistinct: boolean
}

/** One draw: its winners in order. */
interface SearchedDraw {
  readonly at: Case
  readonly limit: number
  /** Number of places drawn. */
  readonly count: number
  readonly isDistinct: boolean
  /** Per winner, the first and last place at which it may have been drawn. */
  readonly places: readonly Places[]
}

/** An executable procedure. */
interface Runner {
  readonly procedure: Procedure
  readonly compiled: Compiled
}

/**
 * Searches for a generator and a seed by which the results of all draws were drawn.
 *
 * @param order - possible seeds, likely ones first.
 */
export function tryProcedures(
  scope: Scope,
  goals: readonly Goal[],
  order: readonly Variable[],
  run: SearchRun,
): ResultFit | undefined {
  const drawn = goals.filter(goal => isPlain(goal) && isLikely(goal))
  // Published limits before the usual unpublished ones; each takes as long to try.
  const isPublished = ({ modulus }: Goal): boolean => typeof modulus.expression !== 'number'
  for (const some of [drawn.filter(isPublished), drawn.filter(goal => !isPublished(goal))]) {
    const trials = some.slice(0, mostGoals).flatMap(goal => trialsOf(scope, goal))
    const fit = trials.length === 0 ? undefined : tryTrials(scope, trials, order, run)
    if (fit !== undefined) return fit
  }
  return undefined
}

function tryTrials(
  scope: Scope,
  trials: readonly Trial[],
  order: readonly Variable[],
  run: SearchRun,
): ResultFit | undefined {
  const values = order.filter(one => maySeed(scope, one)).slice(0, mostSeeds)
  const seeds = [...values.flatMap(seedsOf), ...joinedSeeds(values)]
  const budget = { left: mostWorkInAll }
  for (const runner of inOrder(trials)) {
    for (const seed of seeds) {
      if (seed.kind !== runner.procedure.seed) continue
      // Goals share limits.
      const known = new Map<string, DrawnPlaces | undefined>()
      const drawnBy = (draw: SearchedDraw): DrawnPlaces | undefined => {
        const key = `${draw.at.draw}:${draw.limit}:${draw.count}`
        if (!known.has(key)) known.set(key, drawAll(runner, seed, draw, run, budget))
        return known.get(key)
      }
      for (const trial of trials) {
        const { draws, isDistinct } = trial
        if (isDistinct && runner.procedure.isWhole !== true) continue
        run.guesses.count += 1
        if (!draws.every(draw => isDrawn(drawnBy(draw), draw))) continue
        const evidence = { bits: measureDraws(seed, draws), tried: run.guesses.count }
        if (!isEnough(evidence)) continue
        const compared = compare(runner, seed, draws, run)
        // Draws in which no entry came up twice do not show what happens then.
        const isOpen =
          isDistinct && drawsOf(scope, trial.goal, false).every(one => isDrawn(drawnBy(one), one))
        const difference = compared.difference ?? (isOpen ? repetition : undefined)
        const fit = describeFit(compared.procedure, seed, trial, evidence)
        return difference === undefined ? fit : { ...fit, alternative: difference }
      }
      if (run.bound.isReached || budget.left < 0) return undefined
    }
  }
  return undefined
}

/** Numbers not called a limit are rarely this large a limit. */
function isLikely({ modulus, limits }: Goal): boolean {
  return modulus.isLikely || limits.every(limit => limit <= largestUnlikely)
}

/** If everybody is drawn, a list was shuffled as a whole. */
function inOrder(trials: readonly Trial[]): readonly Runner[] {
  const isAll = trials.some(({ draws }) => draws.every(({ limit, places }) => limit === places.length))
  if (!isAll) return runners()
  return runners().toSorted((one, other) => rankOf(one) - rankOf(other))

  function rankOf({ procedure: { isWhole, seed } }: Runner): number {
    return isWhole !== true ? 2 : seed === 'bytes' ? 0 : 1
  }
}

/**
 * Other procedures that fit as well, to be told apart by further draws. The simplest is the one in which
 * nobody leaves the list.
 */
function compare(
  runner: Runner,
  seed: Seed,
  draws: readonly SearchedDraw[],
  run: SearchRun,
): { readonly procedure: Procedure; readonly difference?: string } {
  const { procedure } = runner
  const budget = { left: mostWorkInAll }
  const others = runners().filter(
    other =>
      other.procedure.seed === seed.kind &&
      (other.procedure.isWhole === true || draws.every(({ isDistinct }) => !isDistinct)) &&
      differenceOf(procedure, other.procedure) !== undefined &&
      draws.every(draw => isDrawn(drawAll(other, seed, draw, run, budget), draw)),
  )
  const [rival = runner] = others.toSorted(
    (one, other) => Number(other.procedure.isRepeating) - Number(one.procedure.isRepeating),
  )
  const difference = differenceOf(procedure, rival.procedure)
  if (difference === undefined) return { procedure }
  return { procedure: rival.procedure.isRepeating ? rival.procedure : procedure, difference }
}

/** Whether all places belong to one list or range. */
function isPlain({ modulus, relations }: Goal): boolean {
  return modulus.expression !== '$left' && relations.some(({ relation }) => relation.list !== undefined)
}

/** A seed belongs to the draw, and is not a count. */
function maySeed({ kind }: Scope, variable: Variable): boolean {
  const { reference } = variable
  const isOfTurn = kind === 'turn' && (isTurned(variable) || reference.startsWith(turnReference))
  return kind !== 'row' && !isOfTurn && !isComputedCount(variable) && !reference.endsWith('signature')
}

function isComputedCount(variable: Variable): boolean {
  return isComputed(variable) && !isXor(variable)
}

/** All seeds made from a value. */
function seedsOf(variable: Variable): readonly Seed[] {
  const { reference, shape, says } = variable
  const kind = shape.kind === 'hex' || shape.kind === 'base64' ? 'bytes' : shape.kind
  if (kind === 'fraction') return []
  const value = bytesExpression(variable)
  return seedForms[kind].map(form => {
    const known = new Map<Case, Value | undefined>()
    const read = (at: Case): Value | undefined => {
      const datum = at.data.get(reference)
      if (!known.has(at)) known.set(at, datum && readSeed(form, kind, datum))
      return known.get(at)
    }
    return { says: `${says} ${form.says}`, kind: form.gives, expression: form.express(value), read }
  })
}

/** Max values joined in pairs, and min bytes of a seed. */
const mostJoined = 4
const fewestBytes = 16

/** Pairs of likely values, concatenated as bytes. */
function joinedSeeds(values: readonly Variable[]): readonly Seed[] {
  const likely = values.filter(({ shape }) => shape.kind === 'hex' || shape.kind === 'base64')
  const long = likely.filter(({ shape }) => !('length' in shape) || (shape.length ?? 0) >= fewestBytes)
  const plain = long.filter(one => !isComputed(one)).slice(0, mostJoined)
  return plain.flatMap(first =>
    plain.flatMap((second): readonly Seed[] => {
      if (first === second) return []
      const read = (at: Case): Value | undefined => {
        const [one, other] = [bytesAt(at, first), bytesAt(at, second)]
        return one && other && bytes(concatBytes(one, other))
      }
      return [
        {
          says: `${first.says} and ${second.says} as bytes`,
          kind: 'bytes',
          expression: { concat: [bytesExpression(first), bytesExpression(second)] },
          read,
        },
      ]
    }),
  )
}

const compiledForms = new Map<SeedForm, Compiled>()

function readSeed(form: SeedForm, kind: SeedKind, datum: Datum): Value | undefined {
  const compiled =
    compiledForms.get(form) ??
    createCompiler().read(form.express('$value'), [], new Map([['value', typed(kind)]]))
  compiledForms.set(form, compiled)
  const value = valueOf(datum)
  return value && carryOut(compiled, new Map([['value', value]]), portable).value
}

function valueOf(datum: Datum): Value | undefined {
  switch (datum.kind) {
    case 'bytes':
      return bytes(datum.bytes)
    case 'integer':
      return integer(datum.integer)
    case 'text':
      return text(datum.text)
    case 'fraction':
      return undefined
  }
}

const typed = (kind: SeedKind | 'list'): Basis & Shape => ({
  ...noBasis,
  type: kind === 'list' ? { kind, of: { kind: 'integer' } } : { kind },
})

let known: readonly Runner[] | undefined

/** Compiled once for all searches. */
function runners(): readonly Runner[] {
  known ??= procedures.map(procedure => {
    const scope = new Map([
      ['seed', typed(procedure.seed)],
      ['list', typed('list')],
      ['count', typed('integer')],
    ])
    const expression = procedure.express('$seed', '$list', '$count')
    return { procedure, compiled: createCompiler().read(expression, [], scope) }
  })
  return known
}

interface ProcedureResult {
  /** Undefined without a result: too few words, or too much work. */
  readonly value?: Value
  readonly work: number
}

/** Evaluates an expression as a recipe does. */
function carryOut(compiled: Compiled, values: ReadonlyMap<string, Value>, engine: Engine): ProcedureResult {
  const context = new Context(engine, mostWork)
  try {
    return { value: compiled.run({ get: name => values.get(name) }, context), work: context.spent }
  } catch (error) {
    if (error instanceof ImpossibleStep || error instanceof BoundExceeded) return { work: context.spent }
    throw error
  }
}

/** The winners as drawn places; if entries have several places, also as distinct entries. */
function trialsOf(scope: Scope, goal: Goal): readonly Trial[] {
  const isWeighted = goal.relations.every(({ relation }) => relation.isWeighted === true)
  return [true, false].flatMap(isDistinct =>
    isDistinct && !isWeighted ? [] : [{ goal, isDistinct, draws: drawsOf(scope, goal, isDistinct) }],
  )
}

/** The winners of each draw in order, and where each may have been drawn. */
function drawsOf({ cases }: Scope, { limits, places }: Goal, isDistinct: boolean): readonly SearchedDraw[] {
  const draws = new Map<number, { at: Case; limit: number; places: Places[] }>()
  for (const [index, at] of cases.entries()) {
    const of = draws.get(at.draw) ?? { at, limit: limits[index] ?? 0, places: [] }
    draws.set(at.draw, of)
    of.places[turnOf(at)] = places[index] ?? [0, -1]
  }
  return [...draws.values()].map(draw => ({
    ...draw,
    isDistinct,
    count: isDistinct ? draw.limit : draw.places.length,
  }))
}

/** Max items of all cached lists. */
const mostKept = 4_000_000
const keptLists = new Map<number, Value>()
let keptItems = 0
let longestNumbers: readonly Value[] = []

/** The numbers below a limit as a cached list; each number is made once. */
function numbersBelow(limit: number): Value {
  const kept = keptLists.get(limit)
  if (kept !== undefined) return kept
  if (longestNumbers.length < limit) {
    longestNumbers = Array.from({ length: limit }, (_, place) => longestNumbers[place] ?? integer(place))
  }
  const numbers = list(longestNumbers.slice(0, limit))
  if (keptItems + limit > mostKept) {
    keptLists.clear()
    keptItems = 0
  }
  keptLists.set(limit, numbers)
  keptItems += limit
  return numbers
}

/** Drawn places in order. */
type DrawnPlaces = readonly Value[]

/** What the procedure draws; undefined if it cannot. */
function drawAll(
  { compiled, procedure }: Runner,
  seed: Seed,
  { at, limit, count }: SearchedDraw,
  run: SearchRun,
  budget: { left: number },
): DrawnPlaces | undefined {
  if (limit > (procedure.isWhole === true ? longestWhole : longestList)) return undefined
  const from = seed.read(at)
  if (from === undefined) return undefined
  const values = new Map([
    ['seed', from],
    ['list', numbersBelow(limit)],
    ['count', integer(count)],
  ])
  const { value, work } = carryOut(compiled, values, run.engine)
  budget.left -= work + workOfTry
  run.bound.spendWork((work + workOfTry) / workOfOne)
  return value && itemsOf(value)
}

/** Whether these are the winners. */
function isDrawn(drawn: DrawnPlaces | undefined, { places, isDistinct }: SearchedDraw): boolean {
  if (drawn === undefined) return false
  const isIn = (place: number, [first, last]: Places): boolean => place >= first && place <= last
  let next = 0
  return places.every((wanted, turn) => {
    const seen = places.slice(0, turn)
    let place: number
    do {
      const item = drawn[next]
      place = item === undefined ? -1 : Number(integerOf(item))
      next += 1
    } while (isDistinct && seen.some(one => isIn(place, one)))
    return isIn(place, wanted)
  })
}

/** All winners of a draw count as one guess. */
function measureDraws(seed: Seed, draws: readonly SearchedDraw[]): number {
  return measure(
    draws.map(({ at, limit, places }): Hit => {
      const place = places.reduce((all, [first]) => all * BigInt(limit) + BigInt(first), 0n)
      let left = limit
      const guesses = places.map(([first, last]) => {
        const own = last - first + 1
        const bits = Math.log2(Math.max(own, left) / own)
        // Winners may have left the list.
        left -= own
        return bits
      })
      return { from: describeSeed(seed.read(at)), place, bits: guesses.reduce((sum, one) => sum + one, 0) }
    }),
  )
}

function describeSeed(value: Value | undefined): string {
  switch (value?.kind) {
    case 'bytes':
      return encodeHex(value.bytes)
    case 'integer':
      return value.integer.toString()
    case 'text':
      return value.text
    default:
      return ''
  }
}

function describeFit(
  { says, express }: Procedure,
  seed: Seed,
  { goal, isDistinct }: Trial,
  evidence: SearchEvidence,
): ResultFit {
  const results = goal.relations.flatMap(({ relation }): readonly FittedResult[] => {
    const from = relation.list?.(goal.modulus.expression)
    if (from === undefined) return []
    const drawn = (count: Expression): Expression => {
      if (!isDistinct) return express(seed.expression, from, count)
      const all = express(seed.expression, from, { count: from })
      return { take: [{ distinct: { list: all, as: 'one', key: '$one' } }, count] }
    }
    const how = isDistinct ? `${relation.says}, each once` : relation.says
    return [{ result: relation.result, says: how, expression: { at: [drawn(1), 0] }, drawn, evidence }]
  })
  return { says: `${says}, seeded with ${seed.says}`, results, evidence }
}
