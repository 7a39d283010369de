/**
 * Decimal numbers in text, as IEEE 754 binary64.
 *
 * @packageDocumentation
 */

/** Digits with an optional sign, point and exponent: the part of `Number`'s syntax that people use. */
const form = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/

/** The double nearest to a decimal number; undefined for any other text, and beyond the range of doubles. */
export function parseDouble(text: string): number | undefined {
  const number = form.test(text) ? Number(text) : NaN
  return Number.isFinite(number) ? number : undefined
}
