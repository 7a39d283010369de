/**
 * The last sentence of a report about a published draw: who could have chosen the winner.
 *
 * @packageDocumentation
 */
import { enumerate } from './enumerate.js'

/** The producer of a value: its name, or the title of the value. */
export type Maker = { readonly name: string } | { readonly of: string }

/** A value that the organiser controls, by its title: what it is, which of several would count, or its order. */
export interface OwnValue {
  readonly kind: 'value' | 'choice' | 'order'
  readonly title: string
}

/** A choice that needs no more words. */
interface Plain<C extends string> {
  readonly code: C
}

/** The organiser together with others, or alone on a condition. */
interface Together<C extends string> {
  readonly code: C
  readonly makers: readonly Maker[]
  /** Titles of the values from outside, and of those of them that are not verified. */
  readonly outside: readonly string[]
  readonly unverified: readonly string[]
  readonly isOtherSeen: boolean
  /** The sentence of the claim that is not shown. */
  readonly stopper?: string
}

/** Who could have chosen the winner of a published draw. */
export type DrawChoice =
  | { readonly code: 'nobody'; readonly makers: readonly Maker[] }
  | Plain<'no-rule'>
  | Plain<'no-winner'>
  | Plain<'written-down'>
  | Plain<'not-shown'>
  | Plain<'rule-maker'>
  | { readonly code: 'rule-unfit'; readonly claim: string }
  | { readonly code: 'own-values'; readonly values: readonly OwnValue[] }
  | { readonly code: 'anyone'; readonly title: string }
  | {
      readonly code: 'unfixed'
      readonly values: readonly OwnValue[]
      readonly outside: readonly string[]
      readonly unverified: readonly string[]
      /** Names of producers who could have chosen too. */
      readonly others: readonly string[]
    }
  | Together<'late'>
  | Together<'several'>
  | Together<'short'>

/** How a language says it. */
export type DrawChoiceTexts = {
  readonly [C in DrawChoice['code']]: (choice: Extract<DrawChoice, { readonly code: C }>) => string
}

const sayMaker = (maker: Maker): string => ('name' in maker ? maker.name : `whoever makes the ${maker.of}`)

/** `drand’s nodes and the observer`. */
export const sayVouching = (vouching: readonly Maker[]): string => enumerate(vouching.map(sayMaker))

const sayOwn = ({ kind, title }: OwnValue): string => {
  if (kind === 'choice') return `which ${title} would count`
  return kind === 'order' ? `the order of the ${title}` : `the ${title}`
}

const sayAll = (titles: readonly string[], adjective = ''): string =>
  enumerate(titles.map(title => `the ${adjective}${title}`))

const sayTogether = ({ makers, unverified }: Together<string>): string => {
  const genuine =
    unverified.length === 0 ? '' : `, or alone if it did not use ${sayAll(unverified, 'genuine ')}`
  return `the organiser together with ${sayVouching(makers)}${genuine}`
}

const saySeveral = ({ isOtherSeen }: Together<string>): string =>
  `if it has several commitments and shows the one it likes: ${isOtherSeen ? 'an observer saw another one' : 'nothing that was given shows otherwise'}`

/** The sentences of a report. */
const choiceTexts: DrawChoiceTexts = {
  nobody: ({ makers }) =>
    `nobody, if ${sayVouching(makers)} are honest, and the organiser showed nobody else another commitment; of the organiser, what it could do is refuse to draw, show another draw for the same prizes, or put entries of its own among the others before they were fixed`,
  'no-rule': () => 'unknown: the recipe does not say how a winner is chosen',
  'no-winner': () => 'unknown: no winner was published',
  'written-down': () =>
    'whoever wrote down the result, by intent or by mistake: the published values do not lead to the published winner',
  'not-shown': () =>
    'the organiser alone, as far as anyone can tell: nothing that was published shows that the winner follows from the rule',
  'rule-maker': () => 'whoever made the rule: it gives this winner whatever is published',
  'rule-unfit': ({ claim }) =>
    `whoever wrote down the values, by intent or by mistake: they do not fit the rule (${claim})`,
  'own-values': ({ values }) =>
    `the organiser alone: it had ${enumerate(values.map(sayOwn))} in its hands, and nothing from outside decides the winner`,
  anyone: ({ title }) => `anyone who made the ${title}: nothing keeps it from being tried out`,
  unfixed({ values, outside, unverified, others }) {
    const fixed = `had fixed ${enumerate(values.map(sayOwn))} before`
    const conditions =
      unverified.length > 0
        ? [
            `used ${sayAll(unverified, 'genuine ')}`,
            `${fixed} ${outside.length === 1 ? 'it' : 'they'} came out`,
          ]
        : [`${fixed} ${sayAll(outside)} came out`]
    const too =
      others.length === 0 ? '' : `. So could ${enumerate(others)}, as far as the value can be steered`
    return `the organiser alone. That would be ruled out if it ${conditions.join(', and ')}. Nothing that was published shows ${conditions.length === 1 ? 'that' : 'either'}${too}`
  },
  late: choice =>
    `the organiser alone, if what fixes the rest was published after ${sayAll(choice.outside)} came out, or ${saySeveral(choice)}; else ${sayTogether(choice)}`,
  several: choice => `the organiser alone, ${saySeveral(choice)}; else ${sayTogether(choice)}`,
  short: choice =>
    `${sayTogether(choice)}, or alone, as long as this is not shown: ${choice.stopper ?? 'all of the rest'}`,
}

/** One line of text. */
export function describeChoice<C extends DrawChoice['code']>(
  choice: Extract<DrawChoice, { readonly code: C }>,
): string {
  return choiceTexts[choice.code](choice)
}
