/**
 * Lines of a list whose ids look like personal data: whoever runs a raffle is warned, since the list is public.
 *
 * @packageDocumentation
 */
import { looksPersonal, maskPersonal } from '../model/personal-data.js'

/** Lines whose ids look like personal data. */
export interface PersonalLines {
  readonly count: number
  /** The first of them, from line 1 on, with what shows which they are and gives nobody away. */
  readonly examples: readonly { readonly line: number; readonly masked: string }[]
}

/** So many lines are named. */
const mostExamples = 3

/** Collects {@link PersonalLines} while a list goes by. */
export class PersonalLineCounter {
  #count = 0
  readonly #examples: { line: number; masked: string }[] = []

  add({ line, id }: { readonly line: number; readonly id: string }): void {
    if (!looksPersonal(id)) return
    if (this.#count < mostExamples) this.#examples.push({ line, masked: maskPersonal(id) })
    this.#count += 1
  }

  /** Undefined where there is none. */
  get found(): PersonalLines | undefined {
    return this.#count === 0 ? undefined : { count: this.#count, examples: this.#examples }
  }
}
