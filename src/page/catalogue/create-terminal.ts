/**
 * Parts of what `drawaudit verify` prints, which the translations write alike.
 *
 * @packageDocumentation
 */
import type { TotalsTexts } from '../../render/outcome.js'

/** Words of that line: `Geprüft: 3 (nachweislich falsch: 1, auf Stufe 3: 2); verlangt: Stufe 4, erfüllt: 0 von 2 Auslosungen`. */
export interface TotalsWords {
  readonly nothing: string
  readonly checked: string
  /** Results without a level, by the report's word. */
  readonly results: Readonly<Record<'refuted' | 'breaks' | 'keeps' | 'holds' | 'undecided', string>>
  readonly level: string
  readonly atLevel: string
  readonly asked: string
  readonly met: string
  readonly of: string
  readonly draws: string
  /** Between a label and its value. */
  readonly colon: string
  readonly semicolon: string
}

export function createTotals(words: TotalsWords): TotalsTexts {
  const { nothing, checked, results, level, atLevel, asked, met, of, draws, colon, semicolon } = words
  const named = new Map(Object.entries(results))
  return {
    nothing,
    semicolon,
    checked: (count, counts) => `${checked}${colon}${count} (${counts.join(', ')})`,
    count: (count, word, reached) =>
      `${reached === undefined ? (named.get(word) ?? word) : `${atLevel} ${reached}`}${colon}${count}`,
    level: one => `${level} ${one}`,
    asked({ names, shown, of: most, isOfDraws }) {
      const what = `${asked}${colon}${names.join(', ')}`
      return most === 0
        ? what
        : `${what}, ${met}${colon}${shown} ${of} ${most}${isOfDraws ? ` ${draws}` : ''}`
    },
  }
}

/**
 * Names a winner: `winner of prize 1, Mug, replacement 2`.
 *
 * @param winner - by the position of the prize; @param replacement - by its number.
 */
export const createWinnerOf =
  (winner: (position: number) => string, replacement: (attempt: number) => string) =>
  /** The name of the prize is undefined if it has none, the attempt for the first winner. */
  (position: number, prize: string | undefined, attempt: number | undefined): string =>
    [
      winner(position),
      ...(prize === undefined ? [] : [prize]),
      ...(attempt === undefined ? [] : [replacement(attempt)]),
    ].join(', ')
