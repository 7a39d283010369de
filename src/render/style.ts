/**
 * Colours for terminals. The words are the same without them.
 *
 * @packageDocumentation
 */
import type { Status, Verdict } from '../model/report.js'

/** Selects the colour: a status; `plain`; `broken` for a rule that a service does not keep. */
export type StyleTone = Status | 'plain' | 'broken'

export interface Style {
  readonly status: (status: StyleTone, text: string) => string
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
}

const plain = (text: string): string => text

const sgr =
  (code: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`

const colours: Readonly<Record<StyleTone, (text: string) => string>> = {
  proven: sgr(32),
  refuted: sgr(31),
  'not-provable': sgr(33),
  broken: sgr(33),
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

const proven = 'everything that was asked for was checked, and holds'
const meanings: Readonly<Record<Verdict | 'plain' | 'broken', string>> = {
  proven,
  plain: proven,
  refuted: 'something was checked, and does not hold',
  broken:
    'how the service answers is not as its specification says; that tells nothing of how winners were found',
  'not-provable':
    'nothing that was checked fails, and something that was asked for cannot be checked with what was published',
}

/** Meaning of a verdict, in the words of docs/CLAIMS.md. */
export function explainTone(tone: keyof typeof meanings): string {
  return meanings[tone]
}
