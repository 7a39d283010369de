/**
 * Texts that look alike and are written with other code points.
 *
 * @packageDocumentation
 */
import { spellOut } from '../core/unsafe-text.js'

/** Longer texts are not normalized: that takes quadratic time on some. */
const longestNormalized = 4096

/** Two texts that are to be shown, so that what looks alike can be told apart. */
export interface DistinguishedTexts {
  readonly expected: string
  readonly found: string
  /** Why they differ, where nobody could see it. */
  readonly because?: string
}

/** Texts that differ, everything beyond ASCII as escapes where only that differs in how Unicode writes the same characters. */
export function tellApart(expected: string, found: string): DistinguishedTexts {
  const isShort = Math.max(expected.length, found.length) <= longestNormalized
  if (!isShort || expected.normalize('NFC') !== found.normalize('NFC')) return { expected, found }
  return {
    expected: codePointsOf(expected),
    found: codePointsOf(found),
    because: 'the two look alike and are written with other code points',
  }
}

function codePointsOf(text: string): string {
  return text.replace(/\P{ASCII}/gu, spellOut)
}
