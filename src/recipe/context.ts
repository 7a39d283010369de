/**
 * What a running recipe may touch: hashing, its budget, and where it leaves findings and the trace. Nothing
 * else: no file, network, clock or code.
 *
 * @packageDocumentation
 */
import type { Condition } from './tells.js'
import type { Engine } from '../core/engine.js'
import type { JsonValue } from '../core/json.js'
import { addFinding, type Finding } from '../model/report.js'
import { contentSize, type Value } from './value.js'

/** The published values do not allow a step: more winners than entries, an index outside the list. */
export class ImpossibleStep extends Error {}

/** A recipe or a draw is larger than drawaudit computes. */
export class BoundExceeded extends Error {}

/** One operation carried out. */
export interface Operation {
  readonly name: string
  readonly inputs: readonly Value[]
  readonly output: Value
}

/** Units of work a draw may cost, about 0.1 µs each; docs/RECIPES.md says what each operation charges. */
export const defaultBudget = 100_000_000

/** What an operation, or a turn of a loop, costs beside its work on what it is given. */
export const turnCost = 4

/** Bytes that the values of a draw may fill, as `sizeOf` counts them. */
const mostMemory = 120 * 1024 * 1024

/** So many operations are kept to be explained. */
const mostTraced = 20_000

/** Bytes that texts and bytes may fill that are kept only to be explained. */
const mostTracedMemory = 24 * 1024 * 1024

export class Context {
  readonly engine: Engine
  /** Is told of long computations how many of how many steps are done, at most every 50,000 steps. */
  progress?: ((done: number, total: number) => void) | undefined
  /** Conditions of what operations tell that do not hold of the values that were published. */
  readonly broken = new Set<Condition>()
  /** Collects the operations of the current step when the run is to be explained. */
  trace: Operation[] | undefined
  /** Operations that were carried out and are too many to be explained. */
  untraced = 0
  /** The JSON that was read last out of a text. */
  parsed: { readonly from: Value; readonly json: JsonValue } | undefined
  #traced = 0
  #tracedRoom = mostTracedMemory
  readonly #seen = new WeakSet<Value>()
  readonly #found: Finding[] = []
  readonly #worst = new Map<object, { finding: Finding; rounds: bigint }>()
  /** All of them; what a place has changes. */
  readonly #kept: { readonly finding: Finding }[] = []
  readonly #budget: number
  #left: number
  #room = mostMemory
  #held = 0
  /** A text or bytes are being made: whatever is charged is a byte of them, or says before what it needs. */
  isMaking = false

  constructor(engine: Engine, budget: number) {
    this.engine = engine
    this.#budget = budget
    this.#left = budget
  }

  /** Units of work that were charged. */
  get spent(): number {
    return this.#budget - this.#left
  }

  /** Takes `units` off the budget; what does not fit leaves it to cheaper steps. */
  charge(units: number): void {
    if (!(units <= this.#left))
      throw new BoundExceeded('the draw takes more steps than drawaudit carries out')
    this.#left -= units
    if (this.isMaking) this.expect(units)
  }

  /** Takes `bytes` off the memory that values may fill. */
  keep(bytes: number): void {
    this.expect(bytes)
    this.#room -= bytes
  }

  /** There is room for so many bytes, or the draw is too large: asked before they are there. */
  expect(bytes: number): void {
    if (!(bytes <= this.#room)) throw new BoundExceeded('the draw has more values than drawaudit keeps')
  }

  /** What is held for a while, to be given back by `settle`. */
  get held(): number {
    return this.#held
  }

  /**
   * Gives back what texts and bytes filled that were made since `mark` and are not needed any more, but for those of
   * `result`.
   */
  settle(mark: number, result?: Value): void {
    this.#room += this.#held - mark
    this.#held = mark
    this.isMaking = false
    if (result === undefined) return
    const size = contentSize(result)
    this.keep(size)
    this.#held += size
  }

  /** Gives back what was only needed for a while. */
  release(bytes: number): void {
    this.#room += bytes
  }

  /** Leaves a finding. */
  find(finding: Finding): void {
    const before = this.#found.length
    addFinding(this.#found, finding)
    if (this.#found.length > before) this.#kept.push({ finding })
  }

  /** Leaves a finding about one place of a recipe, where only the one with the fewest rounds is kept. */
  findWorst(place: object, rounds: bigint, describe: () => Finding): void {
    const known = this.#worst.get(place)
    if (known === undefined) {
      const worst = { finding: describe(), rounds }
      this.#worst.set(place, worst)
      this.#kept.push(worst)
    } else if (rounds < known.rounds) {
      known.finding = describe()
      known.rounds = rounds
    }
  }

  /** What was left, in the order in which it was left first. */
  get findings(): readonly Finding[] {
    const findings: Finding[] = []
    for (const { finding } of this.#kept) addFinding(findings, finding)
    return findings
  }

  /** Adds an operation to the trace, where there is one. */
  note(operation: Operation): void {
    if (this.trace === undefined) return
    if (this.#traced < mostTraced && this.#isRoomFor(operation)) {
      this.trace.push(operation)
      this.#traced += 1
    } else this.untraced += 1
  }

  /** Takes what the texts and bytes of an operation fill off the memory of the trace, each once. */
  #isRoomFor({ inputs, output }: Operation): boolean {
    const fresh = new Set([...inputs, output].filter(value => !this.#seen.has(value)))
    const size = [...fresh].reduce((sum, value) => sum + contentSize(value), 0)
    if (size > this.#tracedRoom) return false
    this.#tracedRoom -= size
    for (const value of fresh) this.#seen.add(value)
    return true
  }
}
