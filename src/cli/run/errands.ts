/**
 * Work beside the steps of a raffle: publishing what was signed, and getting evidence for it. Errands never delay a
 * step.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'

/** Work to do after each step. */
export interface Errand {
  /**
   * Does as much as possible of what is left.
   *
   * @param signal - aborted when time is up.
   * @returns reasons why some is left; empty when done.
   * @throws DrawauditError likewise.
   */
  readonly run: (signal: AbortSignal) => Promise<readonly string[]>
}

/** Errands in groups: those of a group run concurrently, and later groups publish the results of earlier ones. */
export class Errands {
  readonly #groups: readonly (readonly Errand[])[]
  readonly #tell: (text: string) => void
  readonly #open = new Set<Errand>()
  readonly #told = new Set<string>()

  constructor(groups: readonly (readonly Errand[])[], tell: (text: string) => void) {
    this.#groups = groups
    this.#tell = tell
  }

  /** Whether any errand is unfinished. */
  get isOpen(): boolean {
    return this.#open.size > 0
  }

  /** Marks all errands as unfinished, after something was signed. */
  begin(): void {
    for (const errand of this.#groups.flat()) this.#open.add(errand)
  }

  /** Tries each unfinished errand once; reports each reason for failure once. */
  async attempt(milliseconds: number): Promise<void> {
    const signal = AbortSignal.timeout(milliseconds)
    for (const [place, group] of this.#groups.entries()) {
      const open = group.filter(errand => this.#open.has(errand))
      if (open.length === 0) continue
      for (const later of this.#groups.slice(place + 1).flat()) this.#open.add(later)
      const faults = await Promise.all(open.map(errand => this.#try(errand, signal)))
      for (const fault of faults.flat()) {
        if (!this.#told.has(fault)) this.#tell(`${fault}: retrying`)
        this.#told.add(fault)
      }
    }
  }

  async #try(errand: Errand, signal: AbortSignal): Promise<readonly string[]> {
    try {
      const faults = await errand.run(signal)
      if (faults.length === 0) this.#open.delete(errand)
      return faults
    } catch (error) {
      if (error instanceof DrawauditError) return [error.message]
      if (signal.aborted) return ['time was up']
      throw error
    }
  }
}
