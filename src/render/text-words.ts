/**
 * Words of a report for people, which other languages have too.
 *
 * @packageDocumentation
 */

/** Words around what a report says. */
export interface TextWords {
  /** Before the next step. */
  readonly next: string
  /** Between a label and its value. */
  readonly colon: string
  /** Between two parts of a sentence. */
  readonly semicolon: string
  /** Between the names of claims and findings. */
  readonly comma: string
  /** `published draw`: a kind of document. */
  readonly kind: (kind: string) => string
  readonly recipe: (name: string) => string
  /** A winner that nothing shows to follow from the rule. */
  readonly published: (winner: string) => string
  readonly moreWinners: (count: number) => string
  /** Before the names of findings. */
  readonly findings: (count: number) => string
  /** Before the names of claims that are not shown. */
  readonly unproven: (count: number) => string
  /** In the place of a claim's status. */
  readonly finding: string
  /** Before evidence. */
  readonly expected: string
  readonly found: string
}

/** The words of {@link renderText}. */
export const textWords: TextWords = {
  next: 'next',
  colon: ': ',
  semicolon: '; ',
  comma: ', ',
  kind: kind => kind.replace('-', ' '),
  recipe: name => `recipe ${name}`,
  published: winner => `published ${winner}`,
  moreWinners: count => `and ${count} more winner${count === 1 ? '' : 's'}`,
  findings: count => `${count} finding${count === 1 ? '' : 's'}`,
  unproven: count => `${count} not provable`,
  finding: 'finding',
  expected: 'expected',
  found: 'found',
}
