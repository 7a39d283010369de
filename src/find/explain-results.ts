/**
 * Which number the published results follow from.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import type { Expression } from '../model/recipe.js'
import type { Bound } from './bound.js'
import { isEnough, measure, netBits, type Evidence, type Guesses, type Hit } from './evidence.js'
import { bytesAt, type ExplainedDigest } from './explain-digests.js'
import { extractions, turnedExtractions, usualExtractions, type Extraction } from './extract.js'
import { bytesExpression, isTurned } from './forms.js'
import { computeDigest, describeDigest, expressDigest, referencesOf } from './formula.js'
import { findGoals, turnOf, type Goal, type Places } from './goals.js'
import type { Case, Scope, Variable } from './scope.js'
import type { Observer } from './try-plan.js'

/** Bytes, or a number, that results may follow from. */
interface Source {
  readonly says: string
  readonly expression: Expression
  readonly ways: readonly Extraction[]
  readonly read: (at: Case) => Uint8Array | bigint | undefined
}

export interface ResultFit {
  /** What the number is made of, and how it is brought into range. */
  readonly says: string
  /** The place, from 0, as an integer, where one place is what all results follow from. */
  readonly place?: Expression
  readonly results: readonly FittedResult[]
  readonly evidence: Evidence
  /** What these draws do not decide. */
  readonly undecided?: string
}

export interface FittedResult {
  readonly result: Variable
  readonly says: string
  /** The result, of `$place` where the fit has a place. */
  readonly expression: Expression
  /** The list out of which winners are taken one after the other; then `place` is an index among those left. */
  readonly from?: Expression
  /** The expression gives a list that begins with the results of all turns. */
  readonly isWhole?: true
  /** That this result follows so; what shows the number itself is the fit's. */
  readonly evidence: Evidence
}

/** Claims are written about `sure` results only: neither the number nor what became of it is a chance there. */
export function splitResults(fit: ResultFit | undefined): {
  readonly sure: readonly FittedResult[]
  readonly possible: readonly FittedResult[]
} {
  const isSure = ({ evidence }: FittedResult): boolean => fit !== undefined && isEnough(fit.evidence) && isEnough(evidence) // prettier-ignore
  const { results = [] } = fit ?? {}
  return { sure: results.filter(isSure), possible: results.filter(result => !isSure(result)) }
}

/** How a result follows, in words: of its place or number, and how that was made. */
export function describeResult(fit: ResultFit, { says }: FittedResult): string {
  if (fit.place === undefined) return `${says}: ${fit.says}`
  return `${says}; that ${says.includes('that place') ? 'place' : 'number'} is ${fit.says}`
}

/** Of two fits the first is the simpler: the other has to show so many bits more. */
const better = 8

/** With so many bits one in a thousand fits by chance: the search ends there, though more draws have to decide. */
const likely = 10

/** On hashes that nobody published, so many of the goals are tried. */
const mostObserved = 6

export class ResultTargets {
  fit: ResultFit | undefined
  /** How many of the candidates fitted. */
  fits = 0
  readonly goals: readonly Goal[]
  private readonly scope: Scope
  private readonly engine: Engine
  private readonly bound: Bound
  private readonly guesses: Guesses

  /** @param guesses - counts the candidates that were tried on results, also those of other scopes. */
  constructor(scope: Scope, results: readonly Variable[], engine: Engine, bound: Bound, guesses: Guesses) {
    this.scope = scope
    this.engine = engine
    this.bound = bound
    this.guesses = guesses
    this.goals = results.length === 0 ? [] : findGoals(scope, results)
  }

  /** There is nothing to explain, or a fit that is more than chance. */
  get isSettled(): boolean {
    return this.goals.length === 0 || (this.fit !== undefined && isEnough(this.fit.evidence))
  }

  /** Whether a fit could be more than chance. */
  get canBeEnough(): boolean {
    return this.goals.some(goal => this.mayBeEnough(goal))
  }

  private mayBeEnough({ bits }: Goal): boolean {
    return isEnough({ bits, tried: this.guesses.count + 1 })
  }

  /** Nothing better is to be expected: what fits is hardly chance, or everything that can fit is. */
  get isOver(): boolean {
    if (this.isSettled) return true
    return this.fit !== undefined && (netBits(this.fit.evidence) >= likely || !this.canBeEnough)
  }

  /** Tries every way from digests that are explained: only these, or only from all other values. */
  tryKnown(explained: readonly ExplainedDigest[], which: 'explained' | 'others'): void {
    const [lead] = this.scope.cases
    if (this.isSettled || lead === undefined) return
    // What explains all results goes before what explains some.
    for (const most of new Set(this.goals.map(({ relations }) => relations.length))) {
      const goals = this.goals.filter(({ relations }) => relations.length === most)
      for (const { says, expression, ways, read } of this.sources(explained, which)) {
        const value = read(lead)
        if (value === undefined) continue
        if (typeof value === 'bigint')
          this.tryNumber(value, goals, says, expression, at => read(at) as bigint | undefined) // prettier-ignore
        else
          this.tryBytes(
            value,
            ways,
            goals,
            at => read(at) as Uint8Array | undefined,
            () => ({ says, expression }),
          )
        if (this.bound.isReached || this.isOver) return
      }
    }
  }

  /** Tries the usual ways on a digest that nobody published. */
  observer(chance: boolean): Observer {
    const goals = this.goals.filter(goal => chance || this.mayBeEnough(goal)).slice(0, mostObserved)
    return (digest, formula) => {
      const compute = (at: Case): Uint8Array | undefined => computeDigest(formula(), at, this.engine)
      const describe = () => ({ says: describeDigest(formula()), expression: expressDigest(formula()) })
      this.tryBytes(digest, usualExtractions, goals, compute, describe)
    }
  }

  private tryBytes(
    value: Uint8Array,
    ways: readonly Extraction[],
    goals: readonly Goal[],
    read: (at: Case) => Uint8Array | undefined,
    describe: () => { readonly says: string; readonly expression: Expression },
  ): void {
    for (const way of ways) {
      for (const goal of goals) {
        this.guesses.count += 1
        const [first = 0, last = -1] = goal.places[0] ?? []
        const [lead] = this.scope.cases
        const rest = way.residue(value, goal.limits[0] ?? 1, lead ? turnOf(lead) : 0)
        if (rest < first || rest > last) continue
        if (!this.confirm(goal, (at, limit) => {
          const bytes = read(at)
          return bytes === undefined ? -1 : way.residue(bytes, limit, turnOf(at))
        })) continue // prettier-ignore
        const { says, expression } = describe()
        const from = (at: Case): string => `${encodeHex(read(at) ?? new Uint8Array())}${way.isTurned ? `#${turnOf(at)}` : ''}` // prettier-ignore
        this.keep(
          goal,
          `${says}: ${way.says}`,
          way.express(expression, goal.modulus.expression),
          from,
          way.undecided,
        )
      }
    }
  }

  private tryNumber(
    value: bigint,
    goals: readonly Goal[],
    says: string,
    expression: Expression,
    read: (at: Case) => bigint | undefined,
  ): void {
    for (const goal of goals) {
      const limit = BigInt(goal.limits[0] ?? 1)
      if (value < limit || this.scope.kind === 'turn') continue
      this.guesses.count += 1
      this.bound.spend()
      const isFit = this.confirm(goal, (at, modulus) => {
        const number = read(at)
        return number === undefined || number < 0n ? -1 : Number(number % BigInt(modulus))
      })
      if (!isFit) continue
      this.keep(goal, `${says}, modulo`, { mod: [expression, goal.modulus.expression] }, at =>
        String(read(at)),
      )
    }
  }

  private confirm({ limits, places }: Goal, residue: (at: Case, limit: number) => number): boolean {
    return this.scope.cases.every((at, index) => {
      const [first = 0, last = -1] = places[index] ?? []
      const rest = residue(at, limits[index] ?? 1)
      return rest >= first && rest <= last
    })
  }

  private keep(
    goal: Goal,
    says: string,
    place: Expression,
    from: (at: Case) => string,
    undecided?: string,
  ): void {
    this.fits += 1
    const { modulus, relations, limits, places, variants } = goal
    const froms = this.scope.cases.map(from)
    const measured = (of: readonly Places[]): number => measure(of.map(([first, last], index): Hit => ({
      from: froms[index] ?? '',
      place: first,
      bits: Math.log2((limits[index] ?? 1) / (last - first + 1)),
    }))) // prettier-ignore
    const tried = this.guesses.count
    const evidence = { bits: measured(places), tried }
    if (this.fit !== undefined && netBits(evidence) < netBits(this.fit.evidence) + better) return
    this.fit = {
      says: `${says} ${modulus.says}`,
      place,
      results: relations.map(({ relation: { result, says, express, from }, places: own }) => ({
        result,
        says,
        expression: express('$place'),
        ...(from !== undefined && { from }),
        // Several that follow from one number were chosen to agree: of each so many were looked at.
        evidence: { bits: measured(own), tried: relations.length === 1 ? tried : tried * variants },
      })),
      evidence,
      ...(undecided !== undefined && { undecided }),
    }
  }

  /** What the most went into first. */
  private sources(explained: readonly ExplainedDigest[], which: 'explained' | 'others'): readonly Source[] {
    const own = explained.filter(({ target }) => this.scope.variables.some(({ reference }) => reference === target.reference)) // prettier-ignore
    const depth = (reference: string, seen = 0): number => {
      const found = explained.find(({ target }) => target.reference === reference)
      if (found === undefined || seen > 8) return 0
      return referencesOf(found.formula).reduce((sum, part) => sum + 1 + depth(part, seen + 1), 0)
    }
    const rank = ({ reference }: Variable): number => (own.some(({ target }) => target.reference === reference) ? depth(reference) : 0) // prettier-ignore
    const variables = this.scope.variables.filter(({ reference, shape }) => shape.kind !== 'text' && !/#|^turn|signature$/.test(reference)) // prettier-ignore
    return variables
      .filter(variable => rank(variable) > 0 === (which === 'explained'))
      .sort((a, b) => rank(b) - rank(a))
      .map(variable => ({
        says: variable.says,
        expression: bytesExpression(variable.shape, variable.expression),
        // Where the turns share their bytes, each takes its own piece of them.
        ways: this.scope.kind === 'turn' && !isTurned(variable) ? turnedExtractions : extractions,
        read: at => {
          const datum = at.data.get(variable.reference)
          return datum?.kind === 'integer' ? datum.integer : bytesAt(at, variable)
        },
      }))
  }
}
