/**
 * One way from bytes to a number below a limit, as the search computes it and as a recipe says it.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'

/** From bytes to a number below a limit. */
export interface Extraction {
  readonly says: string
  /** Takes other bytes in each turn. */
  readonly isTurned: boolean
  /** The number below `modulus`; -1 where the bytes do not go so far. */
  readonly residue: (bytes: Uint8Array, modulus: number, turn: number) => number
  readonly express: (bytes: Expression, modulus: Expression) => Expression
  /** What a draw leaves open that fits it. */
  readonly undecided?: string
}
