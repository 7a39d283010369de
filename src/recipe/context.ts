/**
 * What a running recipe may touch: hashing, its budget, and where it leaves findings and the trace. Nothing
 * else: no file, network, clock or code.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import type { Finding } from '../model/report.js'
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

/** Units of work a draw may cost; docs/RECIPES.md says what each operation charges. */
export const defaultBudget = 50_000_000

export class Context {
  readonly engine: Engine
  readonly findings: Finding[] = []
  /** Collects the operations of the current step when the run is to be explained. */
  trace: Operation[] | undefined
  #left: number

  constructor(engine: Engine, budget: number) {
    this.engine = engine
    this.#left = budget
  }

  /** Takes `units` off the budget. */
  charge(units: number): void {
    this.#left -= units
    if (this.#left < 0) throw new BoundExceeded('the draw takes more steps than drawaudit carries out')
  }

  /** Leaves a finding, once. */
  find(finding: Finding): void {
    if (!this.findings.some(({ code, message }) => code === finding.code && message === finding.message)) {
      this.findings.push(finding)
    }
  }
}
