/**
 * The bias of a uniform number reduced below a bound, in words for findings.
 *
 * @packageDocumentation
 */

import type { Context } from '../context.js'

/** A bias. */
export interface Unevenness {
  /** Description with all probabilities. */
  readonly describe: () => string
  /** Occurrences of each result before one occurs once more: the fewer, the larger the bias. */
  readonly rounds: bigint
}

/** Reports a finding: the largest bias at one place of a recipe. */
export function findBias(uneven: Unevenness | undefined, place: object, context: Context): void {
  if (uneven === undefined) return
  const { rounds, describe } = uneven
  context.findWorst(place, rounds, () => ({ code: 'modulo-bias', message: describe() }))
}

/** Max bits of a probability written as a fraction; above, it is given as a power of two. */
export const widestFraction = 40

/** The bias of `mod divisor` for a number uniform below `below`; undefined if there is none. */
export function describeModulo(below: bigint, divisor: bigint): Unevenness | undefined {
  const favoured = below % divisor
  if (favoured === 0n) return undefined
  const rounds = below / divisor
  return {
    rounds,
    describe() {
      const bits = bitsBelow(below)
      if (bits > widestFraction) return `a number of ${bits} bits is reduced by modulo: ${noChanceOff(bits)}`
      const rest =
        favoured + 1n === divisor ? `remainder ${favoured}` : `remainders ${favoured} to ${divisor - 1n}`
      const first = favoured === 1n ? 'remainder 0 has' : `remainders 0 to ${favoured - 1n} have`
      const has = favoured + 1n === divisor ? 'has' : 'have'
      return `modulo ${divisor} is uneven: ${first} a chance of ${rounds + 1n}/${below}, ${rest} ${has} ${rounds}/${below}`
    },
  }
}

/** The bias of `floor(number · factor / below)` for a number uniform below `below`. */
export function describeScaling(below: bigint, factor: bigint): Unevenness | undefined {
  const favoured = below % factor
  if (favoured === 0n) return undefined
  const rounds = below / factor
  return {
    rounds,
    describe() {
      const bits = bitsBelow(below)
      if (bits > widestFraction) return `a number of ${bits} bits is scaled down: ${noChanceOff(bits)}`
      const rest = factor - favoured
      const first = `${favoured} of them ${favoured === 1n ? 'has' : 'have'} a chance of ${rounds + 1n}/${below}`
      return `scaling to ${factor} results is uneven: ${first}, ${rest} ${rest === 1n ? 'has' : 'have'} ${rounds}/${below}`
    },
  }
}

/**
 * The possible bias of `floor(fraction · factor)` in floating point, for a fraction of `bits` bits: a result
 * may gain or lose one fraction by scaling and another by rounding.
 */
export function describeFloatScaling(bits: number): string {
  return `a fraction of ${bits} bits is scaled up in floating point: ${noChanceOff(bits - 1)}`
}

/** A bound on the deviation of every probability. */
export function noChanceOff(bits: number): string {
  const effect = bits < 64 ? '' : ', which is negligible'
  return `no chance is off by more than 1 in 2^${bits}${effect}`
}

export function bitsBelow(below: bigint): number {
  return below.toString(2).length - 1
}
