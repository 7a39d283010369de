/**
 * The one sentence at the top of a report. It never says more than the level does, and never "proven": claims do.
 *
 * @packageDocumentation
 */
import { conformanceOf, hasRules, isRule, type Claim, type Subject, type Verdict } from '../model/report.js'

/** What a headline adds to the words of its level. */
export interface Aside {
  /** What else there is to know: `unsigned`, `the raffle is not drawn yet`. */
  readonly state?: string
  /** The winners follow from what was published, whatever stopped the draw below that level. */
  readonly isDerived?: boolean
  /** Whose honesty it takes that nobody could have chosen: `the beacon’s network`, `Ada`. */
  readonly honest?: readonly string[]
  /** What was not looked at, and could have been: another raffle for the same prizes. */
  readonly isOnlyOne?: boolean
  /** Something was checked and holds, though not that the winners follow. */
  readonly isPartly?: boolean
  /** There was one entry, and so one possible winner. */
  readonly isOnlyEntry?: boolean
  /** It repeats a raffle that was cancelled. */
  readonly isRepeated?: boolean
  /** Winners were replaced, and the auditor accepts that. */
  readonly isReplaced?: boolean
}

/** The headline of a draw that nothing refutes, in its parts. */
export interface DrawHeadline {
  /** What its level says. */
  readonly shown: string
  /** What the highest level says beside that. */
  readonly alike?: string
  /** Whose honesty that takes: of a bundle that of the beacon first. */
  readonly honest: readonly string[]
  /** It takes that this is the only raffle that was run for these prizes. */
  readonly isOnlyOne: boolean
  /** What else there is to know. */
  readonly state?: string
}

/** The parts in one sentence. */
export function joinHeadline({ shown, alike = '', honest, isOnlyOne, state }: DrawHeadline): string {
  const conditions = [
    ...(honest.length === 0 ? [] : [`${honest.join(' and ')} are honest`]),
    ...(isOnlyOne ? ['this is the only raffle that was run for these prizes'] : []),
  ]
  const condition = conditions.length === 0 ? '' : `, if ${conditions.join(' and if ')}`
  return `${shown}${alike}${condition}${state === undefined ? '' : `; ${state}`}`
}

/** What there is to say of a draw that nothing refutes, by its level. */
export function describeDraw(level: number, aside: Aside = {}): DrawHeadline {
  const { state, isDerived = false, isPartly = false, isReplaced = false } = aside
  if (level >= 4) {
    const who = isReplaced
      ? 'Nobody could have chosen the first winners, of whom the organiser replaced some'
      : `Nobody could have chosen the winners${aside.isOnlyEntry === true ? ', since there was only one entry' : ''}`
    const alike = `${isReplaced ? ';' : ','} and everyone was shown the same history`
    return {
      shown: who,
      ...(level === 5 && { alike }),
      honest: aside.honest ?? [],
      isOnlyOne: aside.isOnlyOne ?? true,
      ...(aside.isRepeated === true && { state: 'the raffle repeats one that was cancelled' }),
    }
  }
  const nothing = 'Nothing is known of this draw'
  const words = [
    nothing,
    isDerived
      ? `Well formed${andDerived}`
      : `Well formed${isPartly ? '; the winners cannot be checked' : state === undefined ? '; nothing more can be checked' : ''}`,
    `Signed by its organiser${isDerived ? andDerived : ''}`,
    'Reproducible: the winners are the ones the rule gives',
  ]
  return {
    shown: words[level] ?? nothing,
    honest: [],
    isOnlyOne: false,
    ...(state !== undefined && { state }),
  }
}

const andDerived = '; the winners match the rule, and not everything behind them could be checked'

/** Longer values, and those of several lines, stand with the claim alone. */
const longestValue = 80

/** A refuted claim as a sentence, with what differs where that is short. */
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

/** What the specification says: its rules, and the form of the record. */
const isOfSpecification = (claim: Claim): boolean => isRule(claim) || claim.id.endsWith('.schema')

/** Whether the rules are kept, where something else is refuted. */
function describeRules(claims: readonly Claim[]): string {
  const rules = claims.filter(isOfSpecification)
  const broken = rules.find(({ status }) => status === 'refuted')
  if (broken !== undefined) return `${conformance.refuted}: ${broken.id}`
  return conformance[conformanceOf({ claims: rules, verdict: 'not-provable' })]
}

const driftClaim = 'drift.changed'

/** What a claim says beyond its sentence: why it ended as it did. */
function reasonOf({ message }: Claim): string {
  return message.replace(/^[^:]*: /, '')
}

/** What became of what was seen before, where it was asked; beside rules only where it is news. */
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
 * @param own - of a draw that nothing refutes.
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
  if (refuted !== undefined) return describeRefuted(refuted)
  if (own !== undefined) return joinHeadline(own)
  const unread = claims.find(({ id }) => id === 'document.read')
  return unread === undefined ? others[verdict] : `Nothing is known of this document: ${unread.code}`
}
