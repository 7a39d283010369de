/**
 * Arithmetic on whole numbers of any size.
 *
 * @packageDocumentation
 */
import { BoundExceeded, ImpossibleStep } from '../context.js'
import { integer, wordsOf } from '../value.js'
import { plain, type Operation } from './define.js'

const integerType = { kind: 'integer' } as const

/** As wide as the widest number that bytes are read as. */
const largest = 2n ** 4096n

const sum = (sign: bigint): Operation =>
  plain({
    takes: [integerType, integerType],
    gives: integerType,
    run: (_, a, b) => {
      const result = a.integer + sign * b.integer
      if (result >= largest || result <= -largest) throw new BoundExceeded('a number of more than 4096 bits')
      return integer(result)
    },
  })

/** The remainder of a division, never negative. It knows how uneven it is and says so. */
const mod = plain({
  takes: [integerType, integerType],
  gives: integerType,
  cost: dividend => 8 + 2 * wordsOf(dividend),
  run: (context, dividend, { integer: divisor }) => {
    if (divisor < 1n) throw new ImpossibleStep(`a remainder by ${divisor}`)
    if (dividend.below !== undefined) {
      const message = describeBias(dividend.below, divisor)
      if (message !== undefined) context.find({ code: 'modulo-bias', message })
    }
    const remainder = dividend.integer % divisor
    return { kind: 'integer', integer: remainder < 0n ? remainder + divisor : remainder, below: divisor }
  },
})

/** Chances up to this many bits are written as fractions, above as the power of two that bounds them. */
const widestFraction = 40

/** How uneven `mod divisor` is for a number that is uniform below `below`; undefined if it is even. */
function describeBias(below: bigint, divisor: bigint): string | undefined {
  const favoured = below % divisor
  if (favoured === 0n) return undefined
  const times = below / divisor
  const bits = below.toString(2).length - 1
  if (bits > widestFraction) {
    // No chance differs from 1/divisor by more than 1/below.
    const effect = bits < 64 ? '' : ', which is negligible'
    return `a number of ${bits} bits is reduced by modulo: no chance is off by more than 1 in 2^${bits}${effect}`
  }
  const rest =
    favoured + 1n === divisor ? `remainder ${favoured}` : `remainders ${favoured} to ${divisor - 1n}`
  const first = favoured === 1n ? 'remainder 0 has' : `remainders 0 to ${favoured - 1n} have`
  const has = favoured + 1n === divisor ? 'has' : 'have'
  return `modulo ${divisor} is uneven: ${first} a chance of ${times + 1n}/${below}, ${rest} ${has} ${times}/${below}`
}

export const numberOperations = { add: sum(1n), subtract: sum(-1n), mod }
