/**
 * The odds of the interface specification (section 2.3).
 *
 * @packageDocumentation
 */

/**
 * The probability `entries` / `total` with six decimal places, rounded half up: `0.035211`. Integer
 * arithmetic, so that every implementation gives the same digits.
 *
 * @param entries - an integer from 1 to `total`.
 * @param total - an integer up to 2^53 − 1.
 */
export function formatProbability(entries: number, total: number): string {
  const digits = countMillionths(entries, total).toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

function countMillionths(entries: number, total: number): number | bigint {
  // Every term is exact and far enough from the next integer for the quotient not to round up to it.
  if (total < 2 ** 31) return Math.floor((2_000_000 * entries + total) / (2 * total))
  return (2_000_000n * BigInt(entries) + BigInt(total)) / (2n * BigInt(total))
}
