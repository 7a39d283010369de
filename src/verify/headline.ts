/**
 * The sentence at the top of a report. It never says more than the level does, and never "proven", which is
 * for claims.
 *
 * @packageDocumentation
 */
import type { DrawChoice } from './draw/describe-choice.js'
import { conformanceOf, hasRules, isRule, type Claim, type Subject, type Verdict } from '../model/report.js'

/** Additions to a level's headline. */
export interface Aside {
  /** What else a reader should know. */
  readonly state?: StateCode
  /** Whether the winners follow from published values, whatever kept the draw below that level. */
  readonly isDerived?: boolean
  /** Parties on whose honesty it rests that nobody could have chosen the winner. */
  readonly honest?: readonly Voucher[]
  /** Whether it rests on an unchecked condition: no other raffle for the same prizes. */
  readonly isOnlyOne?: boolean
  /** Whether something was checked and holds, although not that the winners follow. */
  readonly isPartly?: boolean
  /** Whether there was a single entry, hence only one possible winner. */
  readonly isOnlyEntry?: boolean
  /** Whether it repeats a cancelled raffle. */
  readonly isRepeated?: boolean
  /** Whether winners were replaced, and the auditor accepts that. */
  readonly isReplaced?: boolean
}

/** Parties whose honesty matters. */
export interface Voucher {
  /** `stated`: as `says` says. */
  readonly kind: 'network' | 'observers' | 'timestampers' | 'witnesses' | 'reader' | 'seers' | 'stated'
  /** `the beacon’s network`, `the observers` */
  readonly says: string
  /** Their names, or the witnesses' groups. */
  readonly names?: readonly string[]
}

/** What a level means. */
export type ShownCode = keyof typeof shownTexts
/** What else a reader should know of a draw. */
export type StateCode = keyof typeof stateTexts

const andDerived = '; the winners match the rule, and not everything behind them could be checked'

/** What the levels mean, by code. */
export const shownTexts = {
  nothing: 'Nothing is known of this draw',
  form: 'Well formed',
  'form-only': 'Well formed; nothing more can be checked',
  'form-partly': 'Well formed; the winners cannot be checked',
  'form-derived': `Well formed${andDerived}`,
  signed: 'Signed by its organiser',
  'signed-derived': `Signed by its organiser${andDerived}`,
  reproducible: 'Reproducible: the winners are the ones the rule gives',
  nobody: 'Nobody could have chosen the winners',
  'nobody-one-entry': 'Nobody could have chosen the winners, since there was only one entry',
  'nobody-first': 'Nobody could have chosen the first winners, of whom the organiser replaced some',
} as const

/** States of a draw, by code. */
export const stateTexts = {
  repeated: 'the raffle repeats one that was cancelled',
  unsigned: 'unsigned',
  choosable: 'the organiser could have chosen them',
  'choosable-unsigned': 'the organiser could have chosen them; unsigned',
  cancelled: 'the raffle was cancelled',
  unpublished: 'its winners follow already, and the operator has not published them',
  'not-drawn': 'the raffle is not drawn yet',
} as const

/** Parts of the headline of a draw without refuted claims. */
export interface DrawHeadline {
  /** What its level means. */
  readonly shown: ShownCode
  /** What the highest level adds. */
  readonly alike?: string
  /** Parties on whose honesty that rests; for a bundle the beacon's first. */
  readonly honest: readonly Voucher[]
  /** Whether it rests on this being the only raffle for these prizes. */
  readonly isOnlyOne: boolean
  /** What else a reader should know. */
  readonly state?: StateCode
  /** Of a published draw: who could have chosen the winner, which its report says too. */
  readonly choice?: DrawChoice
  /** Follows a refuted claim: what holds all the same. */
  readonly nevertheless?: string
}

/** Joins the parts into one sentence. */
export function joinHeadline({ shown, alike = '', honest, isOnlyOne, state }: DrawHeadline): string {
  const conditions = [
    ...(honest.length === 0 ? [] : [`${honest.map(({ says }) => says).join(' and ')} are honest`]),
    ...(isOnlyOne ? ['this is the only raffle that was run for these prizes'] : []),
  ]
  const condition = conditions.length === 0 ? '' : `, if ${conditions.join(' and if ')}`
  return `${shownTexts[shown]}${alike}${condition}${state === undefined ? '' : `; ${stateTexts[state]}`}`
}

/** Parts of the headline of a draw without refuted claims, by level. */
export function describeDraw(level: number, aside: Aside = {}): DrawHeadline {
  const { state, isDerived = false, isPartly = false, isReplaced = false } = aside
  if (level >= 4) {
    const alike = `${isReplaced ? ';' : ','} and everyone was shown the same history`
    return {
      shown: isReplaced ? 'nobody-first' : aside.isOnlyEntry === true ? 'nobody-one-entry' : 'nobody',
      ...(level === 5 && { alike }),
      honest: aside.honest ?? [],
      isOnlyOne: aside.isOnlyOne ?? true,
      ...(aside.isRepeated === true && { state: 'repeated' }),
    }
  }
  const form = isPartly ? 'form-partly' : state === undefined ? 'form-only' : 'form'
  const shown: readonly ShownCode[] = [
    'nothing',
    isDerived ? 'form-derived' : form,
    isDerived ? 'signed-derived' : 'signed',
    'reproducible',
  ]
  return {
    shown: shown[level] ?? 'nothing',
    honest: [],
    isOnlyOne: false,
    ...(state !== undefined && { state }),
  }
}

/** Max characters of a value in the headline; longer and multi-line values are shown only with the claim. */
const longestValue = 80

/** A refuted claim as a sentence, with the difference if it is short. */
export function describeRefuted({ message, expected, found }: Claim): string {
  const isShort = (value: string | undefined): value is string =>
    value !== undefined && value.length <= longestValue && !value.includes('\n')
  const values = isShort(expected) && isShort(found) ? ` (expected ${expected}, found ${found})` : ''
  return `Refuted: ${message}${values}`
}

const others: Readonly<Record<Verdict, string>> = {
  proven: 'Nothing that was checked speaks against it',
  refuted: 'Refuted',
  'not-provable': 'Undecided',
}

const conformance: Readonly<Record<Verdict, string>> = {
  proven: 'Keeps the specification',
  refuted: 'Breaks the specification',
  'not-provable': 'Undecided whether it keeps the specification',
}

/** Whether a claim is about the specification: its rules, or the form of the record. */
const isOfSpecification = (claim: Claim): boolean => isRule(claim) || claim.id.endsWith('.schema')

/** Whether the rules are kept, if something else is refuted. */
function describeRules(claims: readonly Claim[]): string {
  const rules = claims.filter(isOfSpecification)
  const broken = rules.find(({ status }) => status === 'refuted')
  if (broken !== undefined) return `${conformance.refuted}: ${broken.id}`
  return conformance[conformanceOf({ claims: rules, verdict: 'not-provable' })]
}

const driftClaim = 'drift.changed'

/** The reason in a claim's message, after its sentence. */
function reasonOf({ message }: Claim): string {
  return message.replace(/^[^:]*: /, '')
}

/** Comparison with what was seen before, if asked for; beside rules only if it is news. */
function describeDrift(claims: readonly Claim[], isBesideRules: boolean): readonly string[] {
  const claim = claims.find(({ id }) => id === driftClaim)
  if (claim === undefined) return []
  switch (claim.code) {
    case 'seen-first':
      return isBesideRules ? [] : ['Seen for the first time']
    case 'draws-kept':
      return isBesideRules ? [] : ['Says what it said when it was seen last']
    case 'correction-signed':
      return ['A draw was corrected, and the organiser signed that']
    case 'correction-recorded':
      return ['A draw was changed, and nobody signed that']
    default:
      return ['Undecided whether it still says what it said']
  }
}

/**
 * The headline of a subject with its verdict.
 *
 * @param own - headline of a draw without refuted claims.
 */
export function describeHeadline(
  { kind, claims }: Pick<Subject, 'kind' | 'claims'>,
  verdict: Verdict,
  own: DrawHeadline | undefined,
): string {
  const refuted = claims.find(({ status }) => status === 'refuted')
  if (kind === 'service' || kind === 'raffle') {
    const evidence =
      kind === 'raffle' ? claims.find(one => one.status === 'refuted' && !isOfSpecification(one)) : undefined
    const isAsked = hasRules({ kind, claims })
    if (evidence !== undefined) {
      const isDrift = evidence.id === driftClaim
      const fails = isDrift ? `Refuted: ${reasonOf(evidence)}` : describeRefuted(evidence)
      return [...(isAsked ? [describeRules(claims)] : []), fails].join('. ')
    }
    const broken = refuted === undefined ? '' : `: ${refuted.id}`
    return [
      ...(isAsked ? [conformance[conformanceOf({ claims, verdict })] + broken] : []),
      ...describeDrift(claims, isAsked),
      ...(own === undefined ? [] : [joinHeadline(own)]),
    ].join('. ')
  }
  if (refuted !== undefined) return `${describeRefuted(refuted)}${own?.nevertheless ?? ''}`
  if (own !== undefined) return joinHeadline(own)
  const unread = claims.find(({ id }) => id === 'document.read')
  return unread === undefined ? others[verdict] : `Nothing is known of this document: ${unread.code}`
}
