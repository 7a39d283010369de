/**
 * How far a search goes, and how far it has come.
 *
 * @packageDocumentation
 */
import type { Engine } from '../../core/engine.js'

/** How far a search may go. */
export interface SearchLimits {
  /** Candidates to try at most. */
  readonly most: number
  /** Milliseconds to take at most, by `now`. */
  readonly milliseconds: number
  /** A clock that only goes forward, in milliseconds. */
  readonly now: () => number
  readonly onProgress?: (tried: number, most: number) => void
}

/** What all parts of one search share. */
export interface SearchRun {
  readonly engine: Engine
  readonly bound: Bound
  /** Guesses of results: candidates that were held against them, in all scopes together. */
  readonly guesses: { count: number }
}

/** Bytes of a message that count as one candidate: a longer one counts as often as it takes the time of one. */
const bytesOfOne = 4096

/** Candidates between two looks at the clock, and between two reports of progress. */
const interval = 512
const reportInterval = 8192

/** Counts candidates, and says when the search is over. */
export class Bound {
  tried = 0
  /** Nothing more is tried. */
  isReached = false
  /** Whether it was the time that ended the search. */
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
   * @returns false when it is the last one.
   */
  spend(length = 0): boolean {
    this.tried += length > bytesOfOne ? Math.ceil(length / bytesOfOne) : 1
    if (this.tried >= this.#next) this.#look()
    return !this.isReached
  }

  /** Counts work that takes the time of so many candidates. */
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
