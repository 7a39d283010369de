import fc from 'fast-check'
import t from 'tap'
import { formatProbability } from '../../src/model/odds.js'

const numRuns = process.env['SLOW'] === '1' ? 100_000 : 667

/** The same by long division, digit by digit, and a last look at what remains. */
function divide(entries: number, total: number): string {
  let rest = BigInt(entries)
  const digits: bigint[] = []
  for (let place = 0; place <= 6; place++) {
    digits.push(rest / BigInt(total))
    rest = (rest % BigInt(total)) * 10n
  }
  // `rest` is ten times what the last digit left over: five halves of it and more round up.
  let carry = rest >= 5n * BigInt(total)
  for (let place = 6; carry; place--) {
    const digit = digits[place]! + 1n
    carry = digit === 10n
    digits[place] = carry ? 0n : digit
  }
  return `${digits[0]}.${digits.slice(1).join('')}`
}

const most = Number.MAX_SAFE_INTEGER
const total = fc.oneof(fc.integer({ min: 1, max: 2 ** 32 }), fc.integer({ min: 1, max: most }))
const some = total.chain(total => fc.tuple(fc.integer({ min: 1, max: total }), fc.constant(total)))

/** Odd multiples of half a millionth, and their neighbours. */
const half = fc
  .tuple(
    fc.integer({ min: 1, max: Math.floor(most / 2_000_000) }),
    fc.integer({ min: 0, max: 999_998 }),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([unit, millionths, off]): [number, number] => [
    Math.max(1, unit * (2 * millionths + 1) + off),
    unit * 2_000_000,
  ])

await t.test('the probability is that of long division, half up', t => {
  fc.assert(
    fc.property(fc.oneof(some, half), ([entries, total]) => {
      t.equal(formatProbability(entries, total), divide(entries, total), `${entries} in ${total}`)
    }),
    { numRuns },
  )
  t.end()
})

const known: readonly (readonly [entries: number, total: number, text: string])[] = [
  [5, 142, '0.035211'],
  [142, 142, '1.000000'],
  [1, 1, '1.000000'],
  [1, 3, '0.333333'],
  [2, 3, '0.666667'],
  [1, 2_000_000, '0.000001'],
  [1, 2_000_001, '0.000000'],
  [3, 2_000_000, '0.000002'],
  [1_999_999, 2_000_000, '1.000000'],
  [1_999_998, 2_000_000, '0.999999'],
  [1, most, '0.000000'],
  [most, most, '1.000000'],
  [most - 1, most, '1.000000'],
  [2 ** 52, most, '0.500000'],
  [2 ** 31 - 1, 2 ** 31, '1.000000'],
  [2 ** 30, 2 ** 31 - 1, '0.500000'],
]

await t.test('known odds', t => {
  for (const [entries, total, text] of known) {
    t.equal(formatProbability(entries, total), text, `${entries} in ${total}`)
    t.equal(divide(entries, total), text, `${entries} in ${total}, by the test`)
  }
  t.end()
})
