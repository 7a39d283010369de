/**
 * Limits and progress of a search.
 *
 * @packageDocumentation
 */
import type { Engine } from '../../core/engine.js'

/** Limits of a search. */
export interface SearchLimits {
  /** Max candidates. */
  readonly most: number
  /** Max milliseconds, by `now`. */
  readonly milliseconds: number
  /** Monotonic clock in milliseconds. */
  readonly now: () => number
  readonly onProgress?: (tried: number, most: number) => void
}

/** State shared by all parts of a search. */
export interface SearchRun {
  readonly engine: Engine
  readonly bound: Bound
  /** Number of candidates compared with results, over all scopes. */
  readonly guesses: { count: number }
}

/** Bytes of a message that count as one candidate; a longer one counts as several, by the time it takes. */
const bytesOfOne = 4096

/** Candidates between two looks at the clock, and between two progress reports. */
const interval = 512
const reportInterval = 8192

/** Counts candidates, and ends the search at its limit. */
export class Bound {
  tried = 0
  /** Whether the limit is reached. */
  isReached = false
  /** Whether the limit reached is the time. */
  isLate = false
  readonly #limits: SearchLimits
  readonly #start: number
  #next = interval
  #nextReport = reportInterval

  constructor(limits: SearchLimits) {
    this.#limits = limits
    this.#start = limits.now()
  }

  /**
   * Counts a candidate.
   *
   * @param length - bytes of its message.
   * @returns false once the limit is reached.
   */
  spend(length = 0): boolean {
    this.tried += length > bytesOfOne ? Math.ceil(length / bytesOfOne) : 1
    if (this.tried >= this.#next) this.#look()
    return !this.isReached
  }

  /** Counts work that takes as long as this many candidates. */
  spendWork(candidates: number): void {
    this.tried += Math.ceil(candidates)
    if (this.tried >= this.#next) this.#look()
  }

  get milliseconds(): number {
    return this.#limits.now() - this.#start
  }

  #look(): void {
    const { most, milliseconds, onProgress } = this.#limits
    this.#next = this.tried + interval
    if (this.tried >= this.#nextReport) {
      this.#nextReport = this.tried + reportInterval
      onProgress?.(this.tried, most)
    }
    if (this.tried >= most) this.isReached = true
    if (this.milliseconds >= milliseconds) {
      this.isReached = true
      this.isLate = true
    }
  }
}
