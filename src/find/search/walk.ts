/**
 * Messages in their order: every choice of a number of parts, written into one buffer that is used again and again.
 *
 * @packageDocumentation
 */
import type { Form } from '../formulas/forms.js'

/** A form of an ingredient, with its bytes in the case that is searched. */
export interface MessagePiece {
  readonly form: Form
  readonly bytes: Uint8Array
  /** Bits; a message is looked at when its pieces have all bits of `needed` between them. */
  readonly mark: number
}

/** Which messages are visited. */
export interface Walk {
  /** For each ingredient in published order, the forms to choose from. */
  readonly choices: readonly (readonly MessagePiece[])[]
  /** Parts of a message. */
  readonly size: number
  /** `given`: the parts stand as they were published. `run`: and are next to each other. */
  readonly order: 'any' | 'given' | 'run'
  readonly separator: Uint8Array
  readonly needed: number
  /** Bits that one piece of a message may have, and not several. */
  readonly once?: number
}

/** Bytes of the longest message that is tried. */
export const longestMessage = 16_384

/**
 * Visits every message.
 *
 * @param buffer - where the message is written, from `start`.
 * @param visit - given the end of the message and its pieces, which are overwritten afterwards; false ends the walk.
 * @returns false when the walk was ended.
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

  /** Adds a part, one of the values from `first` on, to a message that ends at `offset`; `mark` is what it shows. */
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
