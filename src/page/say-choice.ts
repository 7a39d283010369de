/**
 * Who could have chosen the winner of a raffle, and on whose honesty that rests, in any language.
 *
 * @packageDocumentation
 */
import { escapeText } from '../render/escape.js'
import type { BundleChoice } from '../verify/bundle/bundle-choice.js'
import type { StatementChain } from '../verify/bundle/chain.js'
import type { DrawHeadline, Voucher } from '../verify/headline.js'
import type { Catalogue } from './catalogue/catalogue.js'

/** How a language lists names of parties. */
export type NameTexts = Pick<Catalogue['grammar'], 'listWords' | 'sayName'> &
  Pick<Catalogue['result'], 'andMore'>

/** What a language says of those whose honesty matters. */
export type RestTexts = NameTexts &
  Pick<Catalogue['grammar'], 'fromReport'> &
  Pick<Catalogue['result'], 'rests' | 'vouchers'>

/** What a language says of who could have chosen. */
export type ChoiceTexts = Pick<Catalogue['answers'], 'choices' | 'ofChoice' | 'sayNobody'> &
  Pick<Catalogue['grammar'], 'clause'> &
  Pick<Catalogue['result'], 'keysBy' | 'rests'>

/** Max names. */
const most = 3

/** `Ada, Ben, Cem and 2 more`; untrusted names are escaped. */
export const listNamesIn = ({ listWords, sayName, andMore }: NameTexts, names: readonly string[]): string =>
  listWords([
    ...names.slice(0, most).map(name => sayName(escapeText(name, 60))),
    ...(names.length > most ? [andMore(names.length - most)] : []),
  ])

/**
 * The trust assumptions behind the headline that nobody could have chosen the winners of a raffle; empty for
 * other headlines.
 *
 * @param isOwnBeacon - whether the random numbers come from a source that is not public.
 */
export function sayRestsIn(
  texts: RestTexts,
  said: DrawHeadline | undefined,
  choice: BundleChoice | undefined,
  isOwnBeacon: boolean,
): readonly string[] {
  const { rests } = texts
  const [network, ...others] = said?.honest ?? []
  if (said === undefined || network === undefined) return []
  return [
    isOwnBeacon ? rests.rehearsal : rests.network,
    ...others.map(one => sayVoucher(texts, one)),
    ...(choice?.isShownOnce === true ? [rests.shownOnce] : []),
    said.isOnlyOne ? rests.onlyOne : rests.outside,
  ]
}

/** The same of a published draw. */
export const sayRestsOfDrawIn = (
  { fromReport, rests }: Pick<RestTexts, 'fromReport' | 'rests'>,
  said: DrawHeadline | undefined,
): readonly string[] => [
  ...(said?.honest ?? []).map(({ says }) => fromReport(says)),
  ...(said?.isOnlyOne === true ? [rests.onlyOne] : []),
]

function sayVoucher(texts: RestTexts, { kind, says, names = [] }: Voucher): string {
  const { vouchers, sayName, fromReport } = texts
  switch (kind) {
    case 'observers':
    case 'timestampers':
      return vouchers[kind](listNamesIn(texts, names), names.length)
    case 'witnesses':
      return vouchers.witnesses(names[0] ?? '')
    case 'reader':
      return vouchers.reader(sayName(escapeText(names[0] ?? '', 60)))
    case 'seers':
      return vouchers.seers
    default:
      return fromReport(says)
  }
}

/** What {@link sayChoiceIn} needs beside the choice. */
export interface ChoiceBasis {
  /** From {@link sayRestsIn}. */
  readonly rested: readonly string[]
  /** Who says whose the keys are. */
  readonly trustFrom: keyof Catalogue['result']['keysBy']
  readonly isOwnBeacon: boolean
  /** Whether nobody could have withheld the result. */
  readonly isForced: boolean
  /** For an overdue draw: who could still choose. */
  readonly overdue?: readonly string[]
}

/** Who could have chosen, in sentences, and what the operator could still do. */
export function sayChoiceIn(
  texts: ChoiceTexts,
  { code, left, told }: BundleChoice,
  { picks, commitment }: Pick<StatementChain, 'picks' | 'commitment'>,
  basis: ChoiceBasis,
): { readonly says: readonly string[]; readonly left?: readonly string[] } {
  const { choices, ofChoice } = texts
  const given =
    (code === 'not-drawn' ? basis.overdue : undefined) ?? (code === 'nobody' ? undefined : choices[code])
  const isFirst = code === 'first-winners'
  // Anyone who could have chosen the list could also have filled it.
  const isOfList = code === 'list-unread' || code === 'not-timely' || code === 'not-unique'
  const ofList = basis.isForced ? (['fill'] as const) : (['refuse', 'fill'] as const)
  const could = left ?? (isOfList ? ofList : undefined)
  const isReplaced = picks.some(({ type }) => type === 'replacement')
  return {
    says: [
      ...(given ?? sayNobodyIn(texts, basis)),
      ...(isFirst && isReplaced ? [ofChoice.replaced] : []),
      ...(isFirst && commitment?.supersedes != null ? [ofChoice.repeated] : []),
      ...(told === undefined ? [] : [ofChoice.told]),
    ],
    ...(could && { left: could.map(one => ofChoice.left[one]) }),
  }
}

/**
 * The names of all parties who have to be honest so that nobody could have chosen, and who vouches for their
 * keys.
 */
function sayNobodyIn(
  { sayNobody, keysBy, rests, clause }: ChoiceTexts,
  { rested, trustFrom, isOwnBeacon }: ChoiceBasis,
): readonly string[] {
  const network = isOwnBeacon ? rests.rehearsal : rests.networkShort
  const { honest, clauses } = splitRests(clause, rested.slice(1))
  return [sayNobody([network, ...honest], clauses, trustFrom === 'service'), keysBy[trustFrom]]
}

/** On what condition nobody could have chosen. @param rested - from {@link sayRestsIn}. */
export function sayConditionIn(
  {
    rests,
    clause,
    holdsIf,
  }: Pick<Catalogue['result'], 'holdsIf' | 'rests'> & Pick<Catalogue['grammar'], 'clause'>,
  rested: readonly string[],
): string {
  const named: Readonly<Record<string, string>> = {
    [rests.network]: rests.networkNamed,
    [rests.rehearsal]: rests.rehearsalNamed,
  }
  const { honest, clauses } = splitRests(clause, rested)
  return holdsIf(
    honest.map(one => named[one] ?? one),
    clauses,
  )
}

/** Separates the parties who have to be honest from the other conditions, which are clauses. */
function splitRests(
  clause: RegExp,
  rested: readonly string[],
): { readonly honest: readonly string[]; readonly clauses: readonly string[] } {
  const isClause = (one: string): boolean => clause.test(one)
  return { honest: rested.filter(one => !isClause(one)), clauses: rested.filter(isClause) }
}
