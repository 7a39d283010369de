/**
 * Messages in their order: every choice of so many parts, written into one buffer that is used again and again.
 *
 * @packageDocumentation
 */
import type { Form } from './forms.js'

/** A form of an ingredient, with its bytes in the case that is searched. */
export interface Piece {
  readonly form: Form
  readonly bytes: Uint8Array
  /** Bits; a message is looked at when its pieces have all bits of `needed` between them. */
  readonly mark: number
}

export interface Walk {
  /** For each ingredient in published order, the forms to choose from. */
  readonly choices: readonly (readonly Piece[])[]
  readonly size: number
  /** `given`: the parts stand as they were published. `run`: and are next to each other. */
  readonly order: 'any' | 'given' | 'run'
  readonly separator: Uint8Array
  readonly needed: number
}

/** Longer messages are not tried. */
export const longestMessage = 16_384

/**
 * Visits every message.
 *
 * @param buffer - where the message is written, from `start`.
 * @param visit - given the end of the message and its pieces, which are overwritten afterwards; false ends the walk.
 * @returns false when the walk was ended.
 */
export function walk(
  { choices, size, order, separator, needed }: Walk,
  buffer: Uint8Array,
  start: number,
  visit: (end: number, pieces: readonly Piece[]) => boolean,
): boolean {
  const count = choices.length
  const used = new Uint8Array(count)
  const pieces: Piece[] = []

  function extend(depth: number, from: number, to: number, offset: number, mark: number): boolean {
    for (let index = from; index < to; index += 1) {
      if (used[index] === 1) continue
      used[index] = 1
      for (const piece of choices[index] ?? []) {
        let end = offset
        if (end + separator.length + piece.bytes.length > buffer.length) continue
        if (depth > 0 && separator.length > 0) {
          buffer.set(separator, end)
          end += separator.length
        }
        buffer.set(piece.bytes, end)
        end += piece.bytes.length
        pieces[depth] = piece
        const marks = mark | piece.mark
        if (depth + 1 < size) {
          const next = order === 'any' ? 0 : index + 1
          const last = order === 'run' ? Math.min(count, index + 2) : count
          if (!extend(depth + 1, next, last, end, marks)) return false
        } else if ((marks & needed) === needed && !visit(end, pieces)) return false
      }
      used[index] = 0
    }
    return true
  }

  return extend(0, 0, count, start, 0)
}
