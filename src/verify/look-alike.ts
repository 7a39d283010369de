/**
 * Texts that look alike but consist of different code points.
 *
 * @packageDocumentation
 */
import { spellOut } from '../core/unsafe-text.js'

/** Max length of a text that is normalized, which takes quadratic time on some. */
const longestNormalized = 4096

/** Two texts for display that can be told apart. */
export interface DistinguishedTexts {
  readonly expected: string
  readonly found: string
  /** Why they differ, if that is invisible. */
  readonly because?: string
}

/**
 * Makes a difference visible: if the texts differ only in how Unicode encodes the same characters, everything
 * beyond ASCII is escaped.
 */
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
