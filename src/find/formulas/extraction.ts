/**
 * A way from bytes to a number below a limit, for the search and as a recipe expression.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'

/** From bytes to a number below a limit. */
export interface Extraction {
  readonly says: string
  /** Whether each turn takes other bytes. */
  readonly isTurned: boolean
  /** The number below `modulus`; -1 if there are too few bytes. */
  readonly residue: (bytes: Uint8Array, modulus: number, turn: number) => number
  readonly express: (bytes: Expression, modulus: Expression) => Expression
  /** What a fitting draw leaves open. */
  readonly undecided?: string
}
