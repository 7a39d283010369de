/**
 * How far a search goes, and how far it has come.
 *
 * @packageDocumentation
 */

export interface SearchLimits {
  /** Candidates to try at most. */
  readonly most: number
  /** Milliseconds to take at most, by `now`. */
  readonly milliseconds: number
  /** A clock that only goes forward, in milliseconds. */
  readonly now: () => number
  readonly onProgress?: (tried: number, most: number) => void
}

/** A candidate that takes longer counts for as many as it takes the time of. */
const bytesOfOne = 4096
const interval = 8192

export class Bound {
  tried = 0
  /** Nothing more is tried. */
  isReached = false
  /** Whether it was the time that ended the search. */
  isLate = false
  private readonly limits: SearchLimits
  private readonly start: number
  private next = interval

  constructor(limits: SearchLimits) {
    this.limits = limits
    this.start = limits.now()
  }

  /** Counts a candidate of so many bytes; false when it is the last. */
  spend(length = 0): boolean {
    this.tried += length > bytesOfOne ? Math.ceil(length / bytesOfOne) : 1
    if (this.tried >= this.next) this.look()
    return !this.isReached
  }

  get milliseconds(): number {
    return this.limits.now() - this.start
  }

  private look(): void {
    this.next = this.tried + interval
    this.limits.onProgress?.(this.tried, this.limits.most)
    if (this.tried >= this.limits.most) this.isReached = true
    if (this.milliseconds >= this.limits.milliseconds) {
      this.isReached = true
      this.isLate = true
    }
  }
}
