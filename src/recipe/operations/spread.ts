/**
 * Tracks the distribution of uniform numbers through arithmetic: the possible results, and their bias. An
 * untracked number counts as a constant.
 *
 * @packageDocumentation
 */
import type { Spread, Value } from '../value.js'
import {
  bitsBelow,
  describeModulo,
  describeScaling,
  noChanceOff,
  widestFraction,
  type Unevenness,
} from './bias.js'

export type IntegerValue = Extract<Value, { kind: 'integer' }>

/** floor((factor · uniform + offset) / divisor); a factor above 1 has a divisor of 1. */
type LinearSpread = Exclude<Spread, 'unknown'>

/** An integer with its distribution. */
export function spreadInteger(integer: bigint, spread: Spread | undefined): IntegerValue {
  if (spread === undefined) return { kind: 'integer', integer }
  if (spread === 'unknown') return { kind: 'integer', integer, spread }
  const { below, factor, offset, divisor } = spread
  const isUniform = factor === 1n && offset === 0n && divisor === 1n
  if (isUniform) return { kind: 'integer', integer, below }
  // Wider than any number here: untracked unless small.
  const isWide = [below, factor, offset, divisor].some(part => part >= widest || part <= -widest)
  return { kind: 'integer', integer, spread: isWide ? 'unknown' : spread }
}

const widest = 2n ** 4097n

/** Whether the number derives from a random one. */
export function isSpread({ below, spread }: IntegerValue): boolean {
  return below !== undefined || spread !== undefined
}

/** The number with an unknown distribution. */
export function blur(value: IntegerValue): IntegerValue {
  return isSpread(value) ? spreadInteger(value.integer, 'unknown') : value
}

function spreadOf({ below, spread }: IntegerValue): Spread | undefined {
  return below === undefined ? spread : uniform(below, 0n)
}

function uniform(below: bigint, offset: bigint): LinearSpread {
  return { below, factor: 1n, offset, divisor: 1n }
}

/** The distribution of a + b. */
export function spreadOfSum(a: IntegerValue, b: IntegerValue): Spread | undefined {
  const [left, right] = [spreadOf(a), spreadOf(b)]
  if (left === undefined) return right === undefined ? undefined : shift(right, a.integer)
  return right === undefined ? shift(left, b.integer) : 'unknown'
}

/** The distribution of a − b. */
export function spreadOfDifference(a: IntegerValue, b: IntegerValue): Spread | undefined {
  const [left, right] = [spreadOf(a), spreadOf(b)]
  if (right === undefined) return left === undefined ? undefined : shift(left, -b.integer)
  return left === undefined ? shift(negate(right), a.integer) : 'unknown'
}

/** The distribution of a · b. */
export function spreadOfProduct(a: IntegerValue, b: IntegerValue): Spread | undefined {
  const [left, right] = [spreadOf(a), spreadOf(b)]
  if (left === undefined) return right === undefined ? undefined : stretch(right, a.integer)
  return right === undefined ? stretch(left, b.integer) : 'unknown'
}

function shift(spread: Spread, by: bigint): Spread {
  return spread === 'unknown' ? spread : { ...spread, offset: spread.offset + by * spread.divisor }
}

/** −floor(x / d) is floor((d − 1 − x) / d), and below − 1 − u is as uniform as u. */
function negate(spread: Spread): Spread {
  if (spread === 'unknown') return spread
  const { below, factor, offset, divisor } = spread
  return { ...spread, offset: divisor - 1n - offset - factor * (below - 1n) }
}

function stretch(spread: Spread, by: bigint): Spread | undefined {
  if (by === 0n) return undefined
  if (by < 0n) return stretch(negate(spread), -by)
  if (spread === 'unknown' || by === 1n) return spread
  const { factor, offset, divisor } = spread
  return divisor === 1n ? { ...spread, factor: factor * by, offset: offset * by } : 'unknown'
}

/** The distribution and bias of a quotient or a remainder. */
interface SpreadResult {
  readonly spread: Spread | undefined
  readonly uneven?: Unevenness | undefined
}

/** Max number of results: more than a document has values, so only intermediate. */
const mostResults = 5_000_000n

/** floor(dividend / divisor). */
export function spreadOfQuotient(dividend: IntegerValue, divisor: IntegerValue): SpreadResult {
  const spread = spreadOf(dividend)
  if (isSpread(divisor)) return { spread: 'unknown' }
  if (spread === undefined || spread === 'unknown') return { spread }
  const line = reduce({ ...spread, divisor: spread.divisor * divisor.integer })
  if (line.divisor === 1n) return { spread: line }
  const { first, results, counts } = countQuotients(line)
  if (results === 1n) return { spread: undefined }
  if (counts.length === 1) return { spread: uniform(results, first) }
  const uneven =
    results > mostResults
      ? undefined
      : isScaling(line)
        ? describeScaling(line.below, results)
        : describeCounts('result', divisor.integer, counts, line.below)
  if (line.factor === 1n) return { spread: line, uneven }
  return { spread: isNearlyEven(counts, line.below) ? uniform(results, first) : 'unknown', uneven }
}

/** The same line in lowest terms. */
function reduce({ below, factor, offset, divisor }: LinearSpread): LinearSpread {
  const common = greatestCommonDivisor(factor, divisor)
  return { below, factor: factor / common, offset: floorDivide(offset, common), divisor: divisor / common }
}

/** Whether it is floor(uniform · results / below). */
function isScaling({ below, factor, offset, divisor }: LinearSpread): boolean {
  return offset === 0n && factor < divisor && (factor * below) % divisor === 0n
}

/** How many results as many numbers lead to: pairs of a count of numbers and a number of results, each count once. */
type Histogram = readonly (readonly [count: bigint, results: bigint])[]

/** At most a few counts, among which the same one is found faster than in a map. */
function tally(entries: Histogram): Histogram {
  const counts: [count: bigint, results: bigint][] = []
  for (const [count, results] of entries) {
    if (results <= 0n) continue
    const known = counts.find(([other]) => other === count)
    if (known === undefined) counts.push([count, results])
    else known[1] += results
  }
  return counts
}

function countQuotients({ below, factor, offset, divisor }: LinearSpread) {
  const first = floorDivide(offset, divisor)
  const last = floorDivide(factor * (below - 1n) + offset, divisor)
  const results = last - first + 1n
  if (results === 1n) return { first, results, counts: tally([[below, 1n]]) }
  /** The first number that leads to this result or a later one. */
  const startOf = (result: bigint): bigint => -floorDivide(offset - result * divisor, factor)
  const [second, end] = [startOf(first + 1n), startOf(last)]
  // Between the first and the last result, counts differ by at most one.
  const inner = results - 2n
  const least = divisor / factor
  const more = end - second - least * inner
  const counts = tally([
    [second, 1n],
    [below - end, 1n],
    [least + 1n, more],
    [least, inner - more],
  ])
  return { first, results, counts }
}

/** dividend mod divisor, never negative. */
export function spreadOfRemainder(dividend: IntegerValue, { integer: divisor }: IntegerValue): SpreadResult {
  const spread = spreadOf(dividend)
  if (spread === undefined || spread === 'unknown' || divisor === 1n) {
    return { spread: divisor === 1n ? undefined : spread }
  }
  const { below, factor, offset } = spread
  const even = uniform(divisor, 0n)
  if (factor === 1n && spread.divisor === 1n && offset === 0n) {
    const isEven = below % divisor === 0n || below >> BigInt(widestFraction) >= divisor
    return { spread: isEven ? even : 'unknown', uneven: describeModulo(below, divisor) }
  }
  const counts = factor === 1n ? countRemainders(spread, divisor) : countMultiples(spread, divisor)
  // Bits shifted up and reduced leave zeros: not the result of a draw.
  if (factor > 1n && counts.some(([count]) => count === 0n) && isPowerOfTwo(divisor))
    return { spread: 'unknown' }
  if (counts.length === 1) return { spread: even }
  return {
    spread: isNearlyEven(counts, below) ? even : 'unknown',
    uneven: describeCounts('remainder', divisor, counts, below),
  }
}

/** For a multiple of a uniform number only every so many remainders occur. */
function countMultiples({ below, factor }: LinearSpread, divisor: bigint): Histogram {
  const possible = divisor / greatestCommonDivisor(factor, divisor)
  return tally([
    [below / possible + 1n, below % possible],
    [below / possible, possible - (below % possible)],
    [0n, divisor - possible],
  ])
}

/** For floor((uniform + offset) / d): complete periods of d · divisor numbers, and a partial one. */
function countRemainders({ below, offset, divisor: width }: LinearSpread, divisor: bigint): Histogram {
  const period = width * divisor
  const times = (below / period) * width
  if (width === 1n) {
    // Wherever the partial period begins, it has as many remainders, once each.
    const more = below % divisor
    return tally([
      [times + 1n, more],
      [times, divisor - more],
    ])
  }
  const start = offset - floorDivide(offset, period) * period
  const end = start + (below % period)
  /** Numbers of the partial period that lead to partly covered remainders. */
  const partly = new Map<bigint, bigint>()
  let whole = 0n
  const cover = (from: bigint, to: bigint): void => {
    if (from >= to) return
    const [low, high] = [from / width, (to - 1n) / width]
    const add = (remainder: bigint, count: bigint): void => {
      partly.set(remainder, (partly.get(remainder) ?? 0n) + count)
    }
    if (low === high) {
      add(low, to - from)
      return
    }
    add(low, (low + 1n) * width - from)
    add(high, to - high * width)
    whole += high - low - 1n
  }
  cover(start, end < period ? end : period)
  cover(0n, end - period)
  return tally([
    ...[...partly.values()].map(count => [times + count, 1n] as const),
    [times + width, whole],
    [times, divisor - whole - BigInt(partly.size)],
  ])
}

/** The bias of the results or remainders of a division. */
function describeCounts(
  what: 'result' | 'remainder',
  divisor: bigint,
  counts: Histogram,
  below: bigint,
): Unevenness {
  const range = rangeOf(counts)
  return {
    rounds: below / (range * resultsOf(counts)),
    describe() {
      const bits = bitsBelow(below)
      const off = bitsBelow(below / range)
      if (off > widestFraction) {
        const how = what === 'result' ? 'divided' : 'reduced by modulo'
        return `a number of ${bits} bits is ${how}: ${noChanceOff(off)}`
      }
      const name = what === 'result' ? `division of a random number by` : 'modulo'
      return `${name} ${divisor} is uneven: ${nameCounts(what, counts, below)}`
    },
  }
}

function nameCounts(what: 'result' | 'remainder', counts: Histogram, below: bigint): string {
  const chance = (count: bigint): string => {
    if (bitsBelow(below) <= widestFraction) return `${count}/${below}`
    return count === 0n
      ? '0'
      : `about ${Number((Number((count * 10n ** 12n) / below) / 1e12).toPrecision(6))}`
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([count, results], index) => {
      const [plural, has] = results === 1n ? ['', 'has'] : ['s', 'have']
      return index === 0
        ? `${results} ${what}${plural} ${has} a chance of ${chance(count)}`
        : `${results} ${has} ${chance(count)}`
    })
    .join(', ')
}

/** Whether the bias is so small that all further results count as exact. */
function isNearlyEven(counts: Histogram, below: bigint): boolean {
  return below >> BigInt(widestFraction) >= rangeOf(counts) * resultsOf(counts)
}

function resultsOf(counts: Histogram): bigint {
  return counts.reduce((sum, [, results]) => sum + results, 0n)
}

/** Max difference of counts. */
function rangeOf(counts: Histogram): bigint {
  let [least, most]: (bigint | undefined)[] = []
  for (const [count] of counts) {
    if (least === undefined || count < least) least = count
    if (most === undefined || count > most) most = count
  }
  return (most ?? 0n) - (least ?? 0n)
}

/** For numbers from 1. */
export function isPowerOfTwo(number: bigint): boolean {
  return (number & (number - 1n)) === 0n
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b
  return a % b < 0n ? quotient - 1n : quotient
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b]
  return a
}
