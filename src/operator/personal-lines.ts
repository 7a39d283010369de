/**
 * Lines of a list whose ids look like personal data: whoever runs a raffle is warned, since the list is public.
 *
 * @packageDocumentation
 */
import { holdsAddress, isTelephone, looksPersonal, maskPersonal } from '../model/personal-data.js'

/** Lines whose ids look like personal data. */
export interface PersonalLines {
  readonly count: number
  /**
   * The first of them with an e-mail address or a telephone number, then the first names; with what shows which they are
   * and gives nobody away.
   */
  readonly examples: readonly Example[]
}

interface Example {
  readonly line: number
  readonly masked: string
}

/** Lines that are named, at most. */
const mostExamples = 3

/** Collects {@link PersonalLines} while a list goes by. */
export class PersonalLineCounter {
  #count = 0
  readonly #contacts: Example[] = []
  readonly #names: Example[] = []

  add({ line, id }: { readonly line: number; readonly id: string }): void {
    if (!looksPersonal(id)) return
    const examples = holdsAddress(id) || isTelephone(id) ? this.#contacts : this.#names
    if (examples.length < mostExamples) examples.push({ line, masked: maskPersonal(id) })
    this.#count += 1
  }

  /** Undefined where there is none. */
  get found(): PersonalLines | undefined {
    if (this.#count === 0) return undefined
    return { count: this.#count, examples: [...this.#contacts, ...this.#names].slice(0, mostExamples) }
  }
}
