/**
 * Finds the number from which the published results follow.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import type { Expression } from '../../model/recipe.js'
import type { SearchRun } from './bound.js'
import { isEnough, measure, netBits, type Hit } from './evidence.js'
import type { ExplainedDigest } from './explain-digests.js'
import { usualChains } from '../formulas/chains.js'
import { chainExtractions, usualExtractions, usualSharedExtractions } from '../formulas/extract.js'
import type { Extraction } from '../formulas/extraction.js'
import { computeDigest, describeDigest, expressDigest } from '../formulas/formula.js'
import { findGoals, type Goal } from '../formulas/goals.js'
import { outcomesOf, type OutcomeFormula } from '../formulas/outcomes.js'
import { repetition } from '../formulas/procedures.js'
import type { Places, Relation } from '../formulas/relations.js'
import { drawPassing, mayPass, turnsOf } from './passing.js'
import type { FittedResult, ResultFit } from './result-fit.js'
import { turnOf, type Case, type Scope, type Variable } from '../values/scope.js'
import { seedsOf, sourcesOf, type SeedSource } from './sources.js'
import { tryProcedures } from './try-procedures.js'
import type { DigestObserver } from './try-plan.js'

/** Extra bits that a later fit must have to replace an earlier one, which is simpler. */
const better = 8

/** Bits at which one in a thousand fits by chance: the search ends, although further draws must decide. */
const likely = 10

/** Max goals tried on unpublished hashes. */
const mostObserved = 8

/** Bytes from which results may follow; their description is made only if something fits. */
interface ByteCandidate {
  readonly ways: readonly Extraction[]
  readonly read: (at: Case) => Uint8Array | undefined
  readonly describe: () => { readonly says: string; readonly expression: Expression }
}

/** A place that a goal accepts. */
interface Fit {
  readonly says: string
  readonly place: Expression
  /** The draw of each place: the cases themselves, or turns that run ahead of them. */
  readonly tries: readonly Case[]
  /** The input of a place in a case; a repeated input is no new evidence. */
  readonly from: (at: Case, limit: number) => string
  readonly undecided?: string
}

/** The unexplained results of a scope. */
export class ResultTargets {
  fit: ResultFit | undefined
  /** Number of candidates that fitted. */
  fits = 0
  readonly goals: readonly Goal[]
  /** Formulas for results that are not a place. */
  readonly outcomes: readonly OutcomeFormula[]
  readonly #scope: Scope
  readonly #run: SearchRun
  /** Goals in which earlier winners may have been skipped. */
  readonly #passing: ReadonlySet<Goal>
  #outcomeBits: number | undefined

  constructor(scope: Scope, results: readonly Variable[], run: SearchRun) {
    this.#scope = scope
    this.#run = run
    this.goals = results.length === 0 ? [] : findGoals(scope, results)
    this.#passing = new Set(this.goals.filter(goal => mayPass(scope, goal)))
    this.outcomes = outcomesOf({ ...scope, results })
  }

  /** Whether there is nothing to explain. */
  get isEmpty(): boolean {
    return this.goals.length + this.outcomes.length === 0
  }

  /** Whether there is nothing to explain, or a fit beyond chance. */
  get isSettled(): boolean {
    return this.isEmpty || (this.fit !== undefined && isEnough(this.fit.evidence))
  }

  /** Whether a fit could be more than chance. */
  get canBeEnough(): boolean {
    return this.goals.some(goal => this.#mayBeEnough(goal)) || this.#mayOutcomesBeEnough()
  }

  #mayOutcomesBeEnough(): boolean {
    const bitsOf = ({ bits }: OutcomeFormula): number =>
      this.#scope.cases.reduce((sum, at) => sum + bits(at), 0)
    this.#outcomeBits ??= Math.max(0, ...this.outcomes.map(bitsOf))
    return isEnough({ bits: this.#outcomeBits, tried: this.#run.guesses.count + 1 })
  }

  #mayBeEnough({ bits }: Goal): boolean {
    return isEnough({ bits, tried: this.#run.guesses.count + 1 })
  }

  /** Whether nothing better is to be expected: the fit is hardly chance, or everything that can fit does. */
  get isOver(): boolean {
    if (this.isSettled) return true
    return this.fit !== undefined && (netBits(this.fit.evidence) >= likely || !this.canBeEnough)
  }

  /** Tries all ways from explained digests, or from all other values. */
  tryKnown(explained: readonly ExplainedDigest[], which: 'explained' | 'others'): void {
    if (this.isSettled) return
    // Goals that explain all results come before those that explain some.
    const counts = new Set(this.goals.map(({ relations }) => relations.length))
    for (const most of counts.size === 0 ? [0] : counts) {
      const goals = this.goals.filter(({ relations }) => relations.length === most)
      for (const source of sourcesOf(this.#scope, explained, which, this.#run.engine)) {
        if (!this.#trySource(source, goals)) continue
        if (this.#run.bound.isReached || this.isOver) return
      }
    }
  }

  /**
   * Tries generators seeded by a value, if the results have enough bits: first likely seeds (explained values
   * and bytes), then all others.
   */
  tryProcedures(explained: readonly ExplainedDigest[], which: 'likely' | 'others'): void {
    if (this.isSettled || !this.canBeEnough) return
    const known = new Set(explained.map(({ target }) => target.reference))
    const isLikely = ({ reference, shape }: Variable): boolean =>
      known.has(reference) || shape.kind === 'hex' || shape.kind === 'base64'
    const seeds = seedsOf(this.#scope, explained).filter(one => isLikely(one) === (which === 'likely'))
    const first = seeds.filter(({ reference }) => known.has(reference))
    for (const some of [first, seeds.filter(one => !first.includes(one))]) {
      const fit = some.length === 0 ? undefined : tryProcedures(this.#scope, this.goals, some, this.#run)
      if (fit === undefined) continue
      this.fit = fit
      return
    }
  }

  /** Goals worth comparing with any hash. */
  #observed(): readonly Goal[] {
    const isChance = !this.canBeEnough
    return this.goals.filter(goal => isChance || this.#mayBeEnough(goal)).slice(0, mostObserved)
  }

  /** Tries the usual ways on an unpublished digest. */
  observer(): DigestObserver {
    const goals = this.#observed()
    return (digest, formula) => {
      this.#tryBytes(digest, goals, {
        ways: usualExtractions,
        read: at => computeDigest(formula(), at, this.#run.engine),
        describe: () => ({ says: describeDigest(formula()), expression: expressDigest(formula()) }),
      })
    }
  }

  /**
   * The same for a digest that the turns share: each turn takes all of it, a piece of it, or its next hash.
   */
  sharedObserver(): DigestObserver {
    const goals = this.#observed()
    const { engine } = this.#run
    const [lead] = this.#scope.cases
    const first = lead ? turnOf(lead) : 0
    return (digest, formula) => {
      const value = digest.slice()
      const describe = (): { readonly says: string; readonly expression: Expression } => ({
        says: describeDigest(formula()),
        expression: expressDigest(formula()),
      })
      // Turns share the digest, so nearly all candidates fail at one of the next turns.
      const read = (at: Case): Uint8Array | undefined =>
        at.draw === lead?.draw ? value : computeDigest(formula(), at, engine)
      this.#tryBytes(value, goals, { ways: usualSharedExtractions, read, describe })
      for (const chain of usualChains) {
        this.#tryBytes(chain.read(value, first, engine), goals, {
          ways: chainExtractions,
          read: at => {
            const start = read(at)
            return start && chain.read(start, turnOf(at), engine)
          },
          describe: () => {
            const { says, expression } = describe()
            return { says: `${says}, ${chain.says}`, expression: chain.express(expression) }
          },
        })
      }
    }
  }

  /** @returns false if the first case has no such value. */
  #trySource({ says, expression, ways, bytes, integer }: SeedSource, goals: readonly Goal[]): boolean {
    const [lead] = this.#scope.cases
    if (lead === undefined) return false
    const first = bytes(lead)
    const number = integer(lead)
    if (first !== undefined) {
      this.#tryBytes(first, goals, { ways, read: bytes, describe: () => ({ says, expression }) })
    } else if (number !== undefined) {
      this.#tryNumber(number, goals, { says, expression, integer })
    }
    return first !== undefined || number !== undefined
  }

  #tryBytes(value: Uint8Array, goals: readonly Goal[], { ways, read, describe }: ByteCandidate): void {
    const { guesses } = this.#run
    const [lead] = this.#scope.cases
    const turn = lead ? turnOf(lead) : 0
    if (this.outcomes.length > 0) this.#tryOutcomes(value, { read, describe })
    for (const way of ways) {
      let limit = NaN
      let rest = -1
      for (const goal of goals) {
        guesses.count += 1
        // The first case before all others: nearly all candidates fail there.
        const [first = 0, last = -1] = goal.places[0] ?? []
        // Goals of equal limit are mostly adjacent.
        const [own = 1] = goal.limits
        if (own !== limit) rest = way.residue(value, own, turn)
        limit = own
        if (rest < first || rest > last) continue
        const residue = (at: Case, limit: number): number => {
          const bytes = read(at)
          return bytes === undefined ? -1 : way.residue(bytes, limit, turnOf(at))
        }
        const tries = this.#confirm(goal, residue) ? this.#scope.cases : this.#pass(goal, residue)
        if (tries === undefined) continue
        const { says, expression } = describe()
        this.#keep(goal, {
          says: `${says}: ${way.says}`,
          place: way.express(expression, goal.modulus.expression),
          tries,
          from: (at, limit) => `${encodeHex(read(at) ?? new Uint8Array())}${this.#turnIn(way, at, limit)}`,
          ...(way.undecided !== undefined && { undecided: way.undecided }),
        })
      }
    }
  }

  /** How turns differ besides their bytes: the piece that they take, or the number left. */
  #turnIn({ isTurned }: Extraction, at: Case, limit: number): string {
    if (this.#scope.kind !== 'turn') return ''
    return isTurned ? `#${turnOf(at)}` : `%${limit}`
  }

  /** Outcomes that are not a place: each formula has its own. */
  #tryOutcomes(value: Uint8Array, { read, describe }: Pick<ByteCandidate, 'read' | 'describe'>): void {
    const { guesses } = this.#run
    const { cases } = this.#scope
    const [lead] = cases
    if (lead === undefined) return
    for (const outcome of this.outcomes) {
      guesses.count += 1
      if (outcome.read(value, lead) !== outcome.wanted(lead)) continue
      const isFit = cases.every(at => {
        const bytes = read(at)
        const wanted = outcome.wanted(at)
        return bytes !== undefined && wanted !== undefined && outcome.read(bytes, at) === wanted
      })
      if (!isFit) continue
      this.fits += 1
      const hits = cases.map((at): Hit => ({
        from: encodeHex(read(at) ?? new Uint8Array()),
        place: outcome.wanted(at) ?? 0,
        bits: outcome.bits(at),
      }))
      const evidence = { bits: measure(hits), tried: guesses.count }
      if (this.fit !== undefined && netBits(evidence) < netBits(this.fit.evidence) + better) continue
      const { says, expression } = describe()
      const { result } = outcome
      const fitted = { result, says: outcome.says, expression: outcome.express(expression), evidence }
      this.fit = { says, results: [fitted], evidence }
    }
  }

  #tryNumber(
    number: bigint,
    goals: readonly Goal[],
    { says, expression, integer }: Pick<SeedSource, 'says' | 'expression' | 'integer'>,
  ): void {
    for (const goal of goals) {
      if (number < BigInt(goal.limits[0] ?? 1)) continue
      this.#run.guesses.count += 1
      this.#run.bound.spend()
      const isFit = this.#confirm(goal, (at, modulus) => {
        const value = integer(at)
        return value === undefined || value < 0n ? -1 : Number(value % BigInt(modulus))
      })
      if (!isFit) continue
      this.#keep(goal, {
        says: `${says}, modulo`,
        place: { mod: [expression, goal.modulus.expression] },
        tries: this.#scope.cases,
        from: (at, limit) => `${String(integer(at))}${this.#scope.kind === 'turn' ? `%${limit}` : ''}`,
      })
    }
  }

  #confirm({ limits, places }: Goal, residue: (at: Case, limit: number) => number): boolean {
    return this.#scope.cases.every((at, index) => {
      const [first = 0, last = -1] = places[index] ?? []
      const rest = residue(at, limits[index] ?? 1)
      return rest >= first && rest <= last
    })
  }

  /** The tries that gave the winners if earlier winners are skipped. */
  #pass(goal: Goal, residue: (at: Case, limit: number) => number): readonly Case[] | undefined {
    return this.#passing.has(goal) ? drawPassing(this.#scope, goal, residue) : undefined
  }

  /** Keeps a fit unless there is a simpler one. */
  #keep(goal: Goal, { says, place, tries, from, undecided }: Fit): void {
    this.fits += 1
    const { modulus, relations, variants } = goal
    const tried = this.#run.guesses.count
    const { cases } = this.#scope
    const isPassing = tries !== cases
    // Nobody wins twice, so each turn has fewer bits to guess.
    const limits = isPassing ? goal.limits.map((limit, index) => limit - turnIn(cases[index])) : goal.limits
    const froms = tries.map((at, index) => from(at, goal.limits[index] ?? 0))
    const evidence = { bits: measurePlaces(limits, goal.places, froms), tried }
    const own = relations.map(({ places }) => measurePlaces(limits, places, froms))
    // Results that follow from one number were selected for agreement among all the ways in which each could
    // follow.
    const triedTogether = relations.length === 1 ? tried : tried * variants
    const surest = own.indexOf(Math.max(...own))
    const isNumberSure = isEnough({ bits: own[surest] ?? 0, tried: triedTogether })
    if (this.fit !== undefined && netBits(evidence) < netBits(this.fit.evidence) + better) return
    const open = !isPassing && this.#passing.has(goal) ? turnsOf(place) : undefined
    const alternative = open === undefined ? goal.alternative : repetition
    // A counter rarely draws one entry twice; numbers, and pieces of a hash, do repeat.
    const isOfEntries = relations.some(({ relation }) => relation.isEntry === true)
    const passesOver = isPassing || (open === 'counted' && isOfEntries)
    this.fit = {
      says: `${says} ${modulus.says}`,
      place,
      results: relations.map(({ relation }, index) => ({
        result: relation.result,
        says: passesOver ? `${relation.says}, whoever was drawn before being passed over` : relation.says,
        expression: relation.express('$place'),
        ...drawnBy(relation, passesOver ? modulus.expression : undefined),
        evidence: {
          bits: own[index] ?? 0,
          // If one result alone shows the number, only the relation of the others to it was guessed.
          tried: isNumberSure && index !== surest ? this.goals.length * variants : triedTogether,
        },
      })),
      evidence,
      ...(undecided !== undefined && { undecided }),
      ...(alternative !== undefined && { alternative }),
    }
  }
}

function turnIn(at: Case | undefined): number {
  return at === undefined ? 0 : turnOf(at)
}

/** One expression for all results, if each depends on those before it. */
function drawnBy(
  { drawn, list }: Relation,
  passingBelow: Expression | undefined,
): Pick<FittedResult, 'drawn'> {
  const from = passingBelow === undefined ? undefined : list?.(passingBelow)
  if (from === undefined) return drawn === undefined ? {} : { drawn }
  return { drawn: (count, index) => ({ pick: { from, count, index, remove: 'again' } }) }
}

/**
 * @param limits - the limit of each case's place.
 * @param froms - the inputs of the places.
 */
function measurePlaces(
  limits: readonly number[],
  places: readonly Places[],
  froms: readonly string[],
): number {
  return measure(
    places.map(([first, last], index): Hit => ({
      from: froms[index] ?? '',
      place: first,
      bits: Math.log2((limits[index] ?? 1) / (last - first + 1)),
    })),
  )
}
