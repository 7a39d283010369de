/**
 * Results other than a place below a limit: multipliers of crash games, and whether a ticket wins at
 * published odds.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import type { Expression } from '../../model/recipe.js'
import { printDatum } from '../values/datum.js'
import type { Case, Scope, Variable } from '../values/scope.js'

/** A way from bytes to such an outcome. */
export interface OutcomeFormula {
  readonly result: Variable
  readonly says: string
  /** The comparable outcome: hundredths of a multiplier, or 1 for a win; undefined if there is none. */
  readonly read: (bytes: Uint8Array, at: Case) => number | undefined
  readonly express: (bytes: Expression) => Expression
  /** The published outcome in the same form. */
  readonly wanted: (at: Case) => number | undefined
  /** Bits of a guess of the published outcome, by the fraction of random bytes that give it. */
  readonly bits: (at: Case) => number
}

/** All ways in which a scope's results may be outcomes of a game. */
export function outcomesOf(scope: Scope): readonly OutcomeFormula[] {
  return scope.results.flatMap(result => {
    const { shape } = result
    if (shape.kind === 'fraction' && shape.places <= 2) return multipliersOf(scope, result)
    return shape.kind === 'text' && shape.isLogical === true ? winsOf(scope, result) : []
  })
}

const hundred = 100

/** Hex digits read as a number below a power of two: 52 or 32 bits. */
const widths = [13, 8] as const

/** Percentages kept by the house, the most common first. */
const edges = [1, 0, 2, 3, 4, 5] as const

/** One game in this many ends at once: if the hash is a multiple of it. */
const divisors = [101, 33, 25, 20, 50, 34, 15] as const

function numberOf(bytes: Uint8Array, digits: number): number {
  return Number.parseInt(encodeHex(bytes).slice(0, digits), 16)
}

const digitsOf = (bytes: Expression, digits: number): Expression => ({
  integer_hex: { slice: [{ text_hex: bytes }, 0, digits] },
})

/** Hundredths, rounded down and at least 100, as a multiplier. */
function asMultiplier(quotient: Expression): Expression {
  const cents: Expression = { maximum: [{ integer_floor: quotient }, hundred] }
  return { float_divide: [{ float: cents }, { float: hundred }] }
}

const floatOf = (integer: Expression): Expression => ({ float: integer })

/** A multiplier, in hundredths, as a function of a number below 2^bits. */
interface Curve {
  readonly says: string
  readonly cents: (number: number, most: number) => number
  readonly express: (number: Expression, most: Expression) => Expression
  /** Percentage paid out. */
  readonly paid: number
}

const curves: readonly Curve[] = edges.flatMap((edge): readonly Curve[] => {
  const paid = hundred - edge
  const says = `${paid} hundredths`
  return [
    {
      says: `${says} divided by what the number lacks to 1`,
      cents: (number, most) => Math.floor((paid * most) / (most - number)),
      express: (number, most) => ({
        float_divide: [floatOf({ multiply: [paid, most] }), floatOf({ subtract: [most, number] })],
      }),
      paid,
    },
    {
      says: `${says} divided by the number, plus 1 in its last place`,
      cents: (number, most) => Math.floor((paid * most) / (number + 1)),
      express: (number, most) => ({
        float_divide: [floatOf({ multiply: [paid, most] }), floatOf({ add: [number, 1] })],
      }),
      paid,
    },
  ]
})

/** (100 e − h) / (e − h), from the first crash games. */
const classic: Curve = {
  says: '(100 e − h) / (e − h), h being the number and e what it is below',
  cents: (number, most) => Math.floor((hundred * most - number) / (most - number)),
  express: (number, most) => ({
    float_divide: [
      floatOf({ subtract: [{ multiply: [hundred, most] }, number] }),
      floatOf({ subtract: [most, number] }),
    ],
  }),
  paid: hundred,
}

function multipliersOf(_: Scope, result: Variable): readonly OutcomeFormula[] {
  const wanted = (at: Case): number | undefined => {
    const datum = at.data.get(result.reference)
    return datum?.kind === 'fraction' ? Math.round(datum.number * hundred) : undefined
  }
  const of = (curve: Curve, width: number, divisor: number | undefined): OutcomeFormula => {
    const most = 16 ** width
    const mostOf: Expression = { power: [2, 4 * width] }
    const plain = (bytes: Expression): Expression =>
      asMultiplier(curve.express(digitsOf(bytes, width), mostOf))
    return {
      result,
      says: `the multiplier: ${curve.says}, of the first ${width} hex digits${divisor === undefined ? '' : `; 1 where the hash is a multiple of ${divisor}`}`,
      read: bytes => {
        if (2 * bytes.length < width) return undefined
        if (divisor !== undefined && remainder(bytes, divisor) === 0) return hundred
        return Math.max(hundred, curve.cents(numberOf(bytes, width), most))
      },
      express: bytes =>
        divisor === undefined
          ? plain(bytes)
          : {
              if: {
                is: [{ mod: [{ integer_be: bytes }, divisor] }, '=', 0],
                then: { float: 1 },
                else: plain(bytes),
              },
            },
      wanted,
      bits: at => bitsOfMultiplier(wanted(at) ?? 0, curve.paid, divisor),
    }
  }
  return widths.flatMap(width => [
    ...curves.map(curve => of(curve, width, undefined)),
    of(classic, width, undefined),
    ...divisors.map(divisor => of(classic, width, divisor)),
  ])
}

/** The probability of a multiplier of m hundredths or more is paid / m. */
function bitsOfMultiplier(cents: number, paid: number, divisor: number | undefined): number {
  if (cents < hundred) return 0
  const own = cents === hundred ? 1 - paid / (hundred + 1) : paid / (cents * (cents + 1))
  const least = divisor !== undefined && cents === hundred ? 1 / divisor : 0
  return -Math.log2(Math.min(1, own + least))
}

function remainder(bytes: Uint8Array, divisor: number): number {
  return bytes.reduce((rest, byte) => (rest * 256 + byte) % divisor, 0)
}

/** A published number; a fraction of one below it wins. */
interface Threshold {
  readonly says: string
  /** From 0 to 1. */
  readonly of: (at: Case) => number
  /** Whether a number of this many hex digits wins. */
  readonly express: (number: Expression, digits: number) => Expression
  /** The only possible number of digits. */
  readonly digits?: number
}

/** A win is a number below a published chance: a fraction, a percentage, or hex digits of the hash. */
function winsOf({ variables }: Scope, result: Variable): readonly OutcomeFormula[] {
  const wanted = (at: Case): number | undefined => {
    const datum = at.data.get(result.reference)
    return datum?.kind === 'text' ? Number(datum.text === 'true') : undefined
  }
  return variables.flatMap(thresholdsOf).flatMap(threshold =>
    [8, 13]
      .filter(digits => threshold.digits === undefined || threshold.digits === digits)
      .map((digits): OutcomeFormula => {
        const chanceOf = (at: Case): number => threshold.of(at)
        return {
          result,
          says: `whether the first ${digits} hex digits, as a fraction of one, are below ${threshold.says}`,
          read: (bytes, at) => {
            const chance = chanceOf(at)
            if (!(chance > 0 && chance < 1) || 2 * bytes.length < digits) return undefined
            return Number(numberOf(bytes, digits) / 16 ** digits < chance)
          },
          express: bytes => ({
            if: { is: threshold.express(digitsOf(bytes, digits), digits), then: 'true', else: 'false' },
          }),
          wanted,
          bits: at => -Math.log2(wanted(at) === 1 ? chanceOf(at) : 1 - chanceOf(at)),
        }
      }),
  )
}

function thresholdsOf(variable: Variable): readonly Threshold[] {
  const { reference, shape, expression, says } = variable
  const datumOf = (at: Case): string => {
    const datum = at.data.get(reference)
    return datum === undefined ? '' : printDatum(shape, datum)
  }
  const asFloat = (number: Expression, digits: number): Expression => ({
    float_divide: [{ float: number }, { float: { power: [16, digits] } }],
  })
  const hex = (digits: number): Threshold => ({
    says: `${says} as hex digits`,
    digits,
    of: at => {
      const text = datumOf(at)
      return text.length === digits && /^[0-9a-f]+$/i.test(text)
        ? Number.parseInt(text, 16) / 16 ** digits
        : NaN
    },
    express: number => [
      number,
      '<',
      { integer_hex: shape.kind === 'integer' ? { text_decimal: expression } : expression },
    ],
  })
  if (shape.kind === 'fraction')
    return [
      {
        says,
        of: at => Number(datumOf(at)),
        express: (number, digits) => [asFloat(number, digits), '<', expression],
      },
    ]
  if (shape.kind === 'text') return [hex(8)]
  if (shape.kind !== 'integer' || reference.includes('#')) return []
  const percent: Threshold = {
    says: `${says} in a hundred`,
    of: at => Number(datumOf(at)) / hundred,
    express: (number, digits) => [
      asFloat(number, digits),
      '<',
      { float_divide: [{ float: expression }, { float: hundred }] },
    ],
  }
  return [percent, hex(8)]
}
