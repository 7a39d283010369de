/**
 * Enumerates messages: all choices of a number of parts, written into one reused buffer.
 *
 * @packageDocumentation
 */
import type { Form } from '../formulas/forms.js'

/** A form of an ingredient, with its bytes in the searched case. */
export interface MessagePiece {
  readonly form: Form
  readonly bytes: Uint8Array
  /** Bits; a message is visited if its pieces together have all bits of `needed`. */
  readonly mark: number
}

/** The messages to visit. */
export interface Walk {
  /** Per ingredient, in published order, the forms to choose from. */
  readonly choices: readonly (readonly MessagePiece[])[]
  /** Number of parts of a message. */
  readonly size: number
  /** `given`: parts in published order. `run`: also adjacent. */
  readonly order: 'any' | 'given' | 'run'
  readonly separator: Uint8Array
  readonly needed: number
  /** Bits that at most one piece of a message may have. */
  readonly once?: number
}

/** Max bytes of a message. */
export const longestMessage = 16_384

/**
 * Visits every message.
 *
 * @param buffer - the message is written here, from `start`.
 * @param visit - called with the end of the message and its pieces, which are reused afterwards; false ends
 * the walk.
 * @returns false if the walk was ended.
 */
export function walk(
  { choices, size, order, separator, needed, once = 0 }: Walk,
  buffer: Uint8Array,
  start: number,
  visit: (end: number, pieces: readonly MessagePiece[]) => boolean,
): boolean {
  const count = choices.length
  const used = new Uint8Array(count)
  const pieces: MessagePiece[] = []

  /**
   * Appends a part, one of the values from `first` on, to a message that ends at `offset` and has the marks
   * `mark`.
   */
  function extend(depth: number, first: number, offset: number, mark: number): boolean {
    const end = order === 'run' && depth > 0 ? Math.min(count, first + 1) : count
    for (let index = first; index < end; index += 1) {
      if (used[index] === 1) continue
      used[index] = 1
      for (const piece of choices[index] ?? []) {
        const { bytes } = piece
        if ((mark & piece.mark & once) !== 0) continue
        if (offset + separator.length + bytes.length > buffer.length) continue
        let last = offset
        if (depth > 0 && separator.length > 0) {
          buffer.set(separator, last)
          last += separator.length
        }
        buffer.set(bytes, last)
        last += bytes.length
        pieces[depth] = piece
        const marks = mark | piece.mark
        if (depth + 1 < size) {
          if (!extend(depth + 1, order === 'any' ? 0 : index + 1, last, marks)) return false
        } else if ((marks & needed) === needed && !visit(last, pieces)) return false
      }
      used[index] = 0
    }
    return true
  }

  return extend(0, 0, start, 0)
}
