/**
 * The environment of a running recipe: hashing, its budget, findings and the trace. Nothing else: no file,
 * network, clock or code.
 *
 * @packageDocumentation
 */
import type { TellingCondition } from './tells.js'
import type { Engine } from '../core/engine.js'
import type { JsonValue } from '../core/json.js'
import { addFinding, type Finding } from '../model/report.js'
import { contentSize, type Value } from './value.js'

/** The published values make a step impossible: more winners than entries, an index outside the list. */
export class ImpossibleStep extends Error {}

/** A recipe or a draw exceeds drawaudit's limits. */
export class BoundExceeded extends Error {}

/** A performed operation. */
export interface PerformedOperation {
  readonly name: string
  readonly inputs: readonly Value[]
  readonly output: Value
}

/** Default budget of a draw, in units of about 0.1 µs; docs/RECIPES.md lists the cost of each operation. */
export const defaultBudget = 100_000_000

/** Base cost of an operation or a loop turn, beside its work on the values. */
export const turnCost = 4

/** Max bytes for the values of a draw, as counted by `sizeOf`. */
const mostMemory = 120 * 1024 * 1024

/** Max operations kept for an explanation. */
const mostTraced = 20_000

/** Max bytes of texts and byte strings kept only for an explanation. */
const mostTracedMemory = 24 * 1024 * 1024

export class Context {
  readonly engine: Engine
  /** Called during long computations with the steps done and their total, at most every 50,000 steps. */
  progress?: ((done: number, total: number) => void) | undefined
  /** Conditions for telling that the published values do not meet. */
  readonly broken = new Set<TellingCondition>()
  /** Collects the operations of the current step, if the run is traced. */
  trace: PerformedOperation[] | undefined
  /** Number of operations too many to be traced. */
  untraced = 0
  /** The JSON parsed last from a text. */
  parsed: { readonly from: Value; readonly json: JsonValue } | undefined
  #traced = 0
  #tracedRoom = mostTracedMemory
  // Made when it is needed: a weak set takes longer than all else that a run begins with.
  #seen: WeakSet<Value> | undefined
  readonly #found: Finding[] = []
  readonly #worst = new Map<object, { finding: Finding; rounds: bigint }>()
  /** All findings; the one of a place may be replaced. */
  readonly #kept: { readonly finding: Finding }[] = []
  readonly #budget: number
  #left: number
  #room = mostMemory
  #held = 0
  /** Text or bytes are being built: every charge counts as a byte of them, or announces its need. */
  isMaking = false

  constructor(engine: Engine, budget: number) {
    this.engine = engine
    this.#budget = budget
    this.#left = budget
  }

  /** Units of work charged so far. */
  get spent(): number {
    return this.#budget - this.#left
  }

  /** Units of work that are left. */
  get left(): number {
    return this.#left
  }

  /** Charges `units` to the budget; a charge that does not fit leaves it to cheaper steps. */
  charge(units: number): void {
    if (!(units <= this.#left))
      throw new BoundExceeded('the draw takes more steps than drawaudit carries out')
    this.#left -= units
    if (this.isMaking) this.expect(units)
  }

  /** Charges `bytes` to the memory of values. */
  keep(bytes: number): void {
    this.expect(bytes)
    this.#room -= bytes
  }

  /** Asserts that this many bytes are available, before they are allocated. */
  expect(bytes: number): void {
    if (!(bytes <= this.#room)) throw new BoundExceeded('the draw has more values than drawaudit keeps')
  }

  /** Temporarily held memory, to be released by `settle`. */
  get held(): number {
    return this.#held
  }

  /** Releases the memory of texts and bytes made since `mark`, except those of `result`. */
  settle(mark: number, result?: Value): void {
    this.#room += this.#held - mark
    this.#held = mark
    this.isMaking = false
    if (result === undefined) return
    const size = contentSize(result)
    this.keep(size)
    this.#held += size
  }

  /** Releases temporary memory. */
  release(bytes: number): void {
    this.#room += bytes
  }

  /** Adds a finding. */
  find(finding: Finding): void {
    // Most are of a turn like the one before.
    if (this.#found.some(({ code, message }) => code === finding.code && message === finding.message)) return
    const before = this.#found.length
    addFinding(this.#found, finding)
    if (this.#found.length > before) this.#kept.push({ finding })
  }

  /** Adds a finding about one place of a recipe, keeping only the one with the fewest rounds. */
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

  /** Findings in the order of their first occurrence. */
  get findings(): readonly Finding[] {
    const findings: Finding[] = []
    for (const { finding } of this.#kept) addFinding(findings, finding)
    return findings
  }

  /** Adds an operation to the trace, if there is one. */
  note(operation: PerformedOperation): void {
    if (this.trace === undefined) return
    if (this.#traced < mostTraced && this.#isRoomFor(operation)) {
      this.trace.push(operation)
      this.#traced += 1
    } else this.untraced += 1
  }

  /** Charges the texts and byte strings of an operation to the memory of the trace, once each. */
  #isRoomFor({ inputs, output }: PerformedOperation): boolean {
    this.#seen ??= new WeakSet()
    const seen = this.#seen
    const fresh = new Set([...inputs, output].filter(value => !seen.has(value)))
    const size = [...fresh].reduce((sum, value) => sum + contentSize(value), 0)
    if (size > this.#tracedRoom) return false
    this.#tracedRoom -= size
    for (const value of fresh) seen.add(value)
    return true
  }
}
