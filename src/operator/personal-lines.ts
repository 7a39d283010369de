/**
 * Detects ids that look like personal data, to warn the operator: the list is public.
 *
 * @packageDocumentation
 */
import { holdsAddress, isTelephone, looksPersonal, maskPersonal } from '../model/personal-data.js'

/** Lines whose ids look like personal data. */
export interface PersonalLines {
  readonly count: number
  /**
   * The first lines with an e-mail address or a telephone number, then with names; redacted enough not to
   * identify anybody.
   */
  readonly examples: readonly Example[]
}

interface Example {
  readonly line: number
  readonly masked: string
}

/** Max lines named. */
const mostExamples = 3

/** Collects {@link PersonalLines} while a list streams past. */
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

  /** Undefined if there is none. */
  get found(): PersonalLines | undefined {
    if (this.#count === 0) return undefined
    return { count: this.#count, examples: [...this.#contacts, ...this.#names].slice(0, mostExamples) }
  }
}
