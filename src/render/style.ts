/**
 * Colour for terminals. Without it the words are the same.
 *
 * @packageDocumentation
 */
import type { Status, Verdict } from '../model/report.js'

export interface Style {
  readonly status: (status: Status | 'plain', text: string) => string
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
}

const plain = (text: string): string => text

const sgr =
  (code: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`

const colours: Readonly<Record<Status | 'plain', (text: string) => string>> = {
  proven: sgr(32),
  refuted: sgr(31),
  'not-provable': sgr(33),
  'not-applicable': sgr(2),
  plain,
}

export function createStyle(colour: boolean): Style {
  if (!colour) return { status: (_, text) => text, strong: plain, faint: plain }
  return { status: (status, text) => colours[status](text), strong: sgr(1), faint: sgr(2) }
}

/** A status in words. */
export function describeStatus(status: Status): string {
  return status.replace('-', ' ')
}

const meanings: Readonly<Record<Verdict, string>> = {
  proven: 'everything that was asked for was checked, and holds',
  refuted: 'something was checked, and does not hold',
  'not-provable':
    'nothing that was checked fails, and something that was asked for cannot be checked with what was published',
}

/** What a verdict means, in the words of docs/CLAIMS.md. */
export function explainVerdict(verdict: Verdict): string {
  return meanings[verdict]
}
