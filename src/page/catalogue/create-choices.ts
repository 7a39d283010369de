/**
 * Who could have chosen the winner of a published draw, which the translations build alike.
 *
 * @packageDocumentation
 */
import type { DrawChoice, DrawChoiceTexts, Maker, OwnValue } from '../../verify/draw/describe-choice.js'

/** The parts of those sentences. Lists are of names and titles, each quoted. */
export interface ChoiceWords {
  readonly listWords: (words: readonly string[]) => string
  /** A title of the recipe, in quotation marks. */
  readonly title: (title: string) => string
  /** Who makes a value: in quotation marks unless the language has a text for it. */
  readonly maker: (name: string) => string
  readonly makerOf: (title: string) => string
  readonly own: Readonly<Record<'choice' | 'order', (title: string) => string>>
  readonly nobody: (honest: string) => string
  readonly noRule: string
  readonly noWinner: string
  readonly writtenDown: string
  readonly notShown: string
  readonly ruleMaker: string
  readonly ruleUnfit: (claim: string) => string
  readonly ownValues: (values: string) => string
  readonly anyone: (title: string) => string
  readonly alone: string
  /** @param conditions - from `isGenuine` and `isFixed`, numbered if there are both. */
  readonly ruledOut: (conditions: string) => string
  readonly isGenuine: (titles: string, count: number) => string
  readonly isFixed: (values: string, outside: string) => string
  /** The same where the condition before names what is outside. */
  readonly isFixedBefore: (values: string) => string
  readonly othersToo: (names: string) => string
  /** The organiser alone, on a condition or two. */
  readonly aloneIf: (conditions: string) => string
  readonly isLate: (outside: string) => string
  readonly hasSeveral: (isOtherSeen: boolean) => string
  readonly or: (conditions: readonly string[]) => string
  readonly otherwise: (together: string) => string
  readonly together: (makers: string) => string
  readonly aloneUnless: (genuine: string, count: number) => string
  readonly short: (together: string, stopper: string | undefined) => string
}

export function createChooser(words: ChoiceWords): (choice: DrawChoice) => string {
  const { listWords, title } = words
  const titles = (all: readonly string[]): string => listWords(all.map(title))
  const makers = (all: readonly Maker[]): string =>
    listWords(all.map(one => ('name' in one ? words.maker(one.name) : words.makerOf(title(one.of)))))
  const values = (all: readonly OwnValue[]): string =>
    listWords(
      all.map(one => (one.kind === 'value' ? title(one.title) : words.own[one.kind](title(one.title)))),
    )
  type Shared =
    | Extract<DrawChoice, { readonly code: 'late' }>
    | Extract<DrawChoice, { readonly code: 'short' }>
  const together = ({ makers: all, unverified }: Pick<Shared, 'makers' | 'unverified'>): string =>
    words.together(makers(all)) +
    (unverified.length === 0 ? '' : words.aloneUnless(titles(unverified), unverified.length))
  const texts: DrawChoiceTexts = {
    nobody: choice => words.nobody(makers(choice.makers)),
    'no-rule': () => words.noRule,
    'no-winner': () => words.noWinner,
    'written-down': () => words.writtenDown,
    'not-shown': () => words.notShown,
    'rule-maker': () => words.ruleMaker,
    'rule-unfit': ({ claim }) => words.ruleUnfit(claim),
    'own-values': choice => words.ownValues(values(choice.values)),
    anyone: choice => words.anyone(title(choice.title)),
    unfixed({ values: free, outside, unverified, others }) {
      const [genuine, known] = [titles(unverified), titles(outside)]
      const conditions = [
        ...(unverified.length === 0 ? [] : [words.isGenuine(genuine, unverified.length)]),
        known === genuine ? words.isFixedBefore(values(free)) : words.isFixed(values(free), known),
      ]
      const all = conditions.map((one, at) => (conditions.length === 1 ? one : `(${at + 1}) ${one}`))
      return [
        words.alone,
        words.ruledOut(listWords(all)),
        ...(others.length === 0 ? [] : [words.othersToo(listWords(others.map(words.maker)))]),
      ].join(' ')
    },
    late: choice =>
      [
        words.aloneIf(words.or([words.isLate(titles(choice.outside)), words.hasSeveral(choice.isOtherSeen)])),
        words.otherwise(together(choice)),
      ].join(' '),
    several: choice =>
      [words.aloneIf(words.hasSeveral(choice.isOtherSeen)), words.otherwise(together(choice))].join(' '),
    short: choice => words.short(together(choice), choice.stopper),
  }
  const say = <C extends DrawChoice['code']>(choice: Extract<DrawChoice, { readonly code: C }>): string =>
    texts[choice.code](choice)
  return choice => say(choice)
}
