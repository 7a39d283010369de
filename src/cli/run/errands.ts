/**
 * What is done beside the steps of a raffle: others are shown what was signed, and it is published. None of it keeps a
 * step from its time.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'

/** Something to do after each step. */
export interface Errand {
  /**
   * Does it, or as much of it as there is left to do.
   *
   * @param signal - says that time is up.
   * @returns why it is not all done; nothing where it is.
   * @throws DrawauditError for the same.
   */
  readonly run: (signal: AbortSignal) => Promise<readonly string[]>
}

/** Errands in groups: those of one run together, and a group shows what the one before it brought. */
export class Errands {
  readonly #groups: readonly (readonly Errand[])[]
  readonly #tell: (text: string) => void
  readonly #open = new Set<Errand>()
  readonly #told = new Set<string>()

  constructor(groups: readonly (readonly Errand[])[], tell: (text: string) => void) {
    this.#groups = groups
    this.#tell = tell
  }

  /** Whether any is not done. */
  get isOpen(): boolean {
    return this.#open.size > 0
  }

  /** Something was signed: all have to be done again. */
  begin(): void {
    for (const errand of this.#groups.flat()) this.#open.add(errand)
  }

  /** Tries each that is not done once; why one is not is told once. */
  async attempt(milliseconds: number): Promise<void> {
    const signal = AbortSignal.timeout(milliseconds)
    for (const [place, group] of this.#groups.entries()) {
      const open = group.filter(errand => this.#open.has(errand))
      if (open.length === 0) continue
      for (const later of this.#groups.slice(place + 1).flat()) this.#open.add(later)
      const faults = await Promise.all(open.map(errand => this.#try(errand, signal)))
      for (const fault of faults.flat()) {
        if (!this.#told.has(fault)) this.#tell(`${fault}: it is tried again`)
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
