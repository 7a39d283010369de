/**
 * How much a fit shows. A bit of evidence halves the chance that it fits by accident.
 *
 * @packageDocumentation
 */

/** Less is not called a match: a right guess by accident in 10^12. */
export const enoughBits = 40

export interface Evidence {
  /** What a candidate would have to guess, in bits, over all draws. */
  readonly bits: number
  /** Candidates that were tried until this one fitted. */
  readonly tried: number
}

/** What is left after all guesses that were made. */
export function netBits({ bits, tried }: Evidence): number {
  return bits - Math.log2(Math.max(1, tried))
}

export function isEnough(evidence: Evidence): boolean {
  return netBits(evidence) >= enoughBits
}

/** How many of the candidates would fit if none of them were right. */
export function expectedByChance({ bits, tried }: Evidence): number {
  return tried / 2 ** bits
}

/** Draws like these that it would take in all, each with as much to guess; at least one more than there are. */
export function drawsNeeded(evidence: Evidence, draws: number): number {
  const each = evidence.bits / draws
  const wanted = enoughBits + Math.log2(Math.max(1, evidence.tried))
  return Math.max(draws + 1, Math.ceil(wanted / each))
}
