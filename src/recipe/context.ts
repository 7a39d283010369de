/**
 * What a running recipe may touch: hashing, its budget, and where it leaves findings and the trace. Nothing
 * else: no file, network, clock or code.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import { addFinding, type Finding } from '../model/report.js'
import type { Value } from './value.js'

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
export const defaultBudget = 50_000_000

/** What an operation, or a turn of a loop, costs beside its work on what it is given. */
export const turnCost = 4

/** Bytes that the values of a draw may fill, as `sizeOf` counts them. */
const mostMemory = 128 * 1024 * 1024

/** So many operations are kept to be explained. */
const mostTraced = 20_000

export class Context {
  readonly engine: Engine
  readonly findings: Finding[] = []
  /** Collects the operations of the current step when the run is to be explained. */
  trace: Operation[] | undefined
  /** Operations that were carried out and are too many to be explained. */
  untraced = 0
  #traced = 0
  #left: number
  #room = mostMemory

  constructor(engine: Engine, budget: number) {
    this.engine = engine
    this.#left = budget
  }

  /** Takes `units` off the budget; what does not fit leaves it to cheaper steps. */
  charge(units: number): void {
    if (!(units <= this.#left))
      throw new BoundExceeded('the draw takes more steps than drawaudit carries out')
    this.#left -= units
  }

  /** Takes `bytes` off the memory that values may fill. */
  keep(bytes: number): void {
    if (!(bytes <= this.#room)) throw new BoundExceeded('the draw has more values than drawaudit keeps')
    this.#room -= bytes
  }

  /** Gives back what was only needed for a while. */
  release(bytes: number): void {
    this.#room += bytes
  }

  /** Leaves a finding. */
  find(finding: Finding): void {
    addFinding(this.findings, finding)
  }

  /** Adds an operation to the trace, where there is one. */
  note(operation: Operation): void {
    if (this.trace === undefined) return
    if (this.#traced < mostTraced) this.trace.push(operation)
    else this.untraced += 1
    this.#traced += 1
  }
}
