/**
 * Sorts the claims of a subject for display, by the verdict that was decided before.
 *
 * @packageDocumentation
 */
import {
  conformanceOf,
  hasRules,
  isDraw,
  isRule,
  levelNames,
  type Claim,
  type LongReport,
  type Subject,
  type Subjects,
} from '../model/report.js'
import { escapeText } from './escape.js'

/** The claims of a subject, each in one of these lists, in their order. */
export interface Outcomes {
  readonly refuted: readonly Claim[]
  /** Required, and not shown. */
  readonly open: readonly Claim[]
  readonly kept: readonly Claim[]
  readonly notApplicable: readonly Claim[]
  /** Neither shown nor required. */
  readonly notAsked: readonly Claim[]
  /** Why the verdict is not `proven`, if no claim says so. */
  readonly remark?: string
}

/**
 * Sorts the claims of a subject.
 *
 * @param require - requirements of its report.
 */
export function sortClaims(subject: Subject, require: readonly string[] = []): Outcomes {
  const named = subject.kind === 'service' ? [] : require
  const isOpen = ({ id, status, asked }: Claim): boolean =>
    status === 'not-provable' ? asked !== false : status === 'not-applicable' && named.includes(id)
  const of = (status: Claim['status']): readonly Claim[] =>
    subject.claims.filter(claim => claim.status === status && !isOpen(claim))
  const [refuted, open] = [of('refuted'), subject.claims.filter(isOpen)]
  const unexplained = subject.verdict !== 'proven' && refuted.length + open.length === 0
  return {
    refuted,
    open,
    kept: of('proven'),
    notApplicable: of('not-applicable'),
    notAsked: of('not-provable'),
    ...(unexplained && { remark: 'nothing that was asked for is there to be checked' }),
  }
}

/**
 * What the verdict on a service or a raffle is about, if it could be mistaken for more; otherwise undefined.
 */
export function describeScope({ kind, claims }: Subject): string | undefined {
  if (kind === 'service') return 'the rules that a service keeps whatever the raffle'
  const winner = claims.find(({ id }) => id === 'winner.derived')
  if (kind !== 'raffle' || winner?.asked !== false || winner.status === 'proven') return undefined
  return hasRules({ kind, claims })
    ? 'the rules, and whether the record agrees with itself; not how the winner was found'
    : 'whether the record still says what it said, and agrees with itself; not how the winner was found'
}

/** `block_hash from --given, beacon from round.json, verified`; undefined if everything was published. */
export function describeSupplied({ supplied }: Subject): string | undefined {
  if (supplied === undefined || supplied.length === 0) return undefined
  return supplied.map(({ name, from }) => `${name} from ${from}`).join('; ')
}

/**
 * `level 3 of 5, reproducible; asked for level 4 (unsteerable), not reached, stopped by evidence.timely`;
 * undefined without a level.
 *
 * @param isStopNamed - false if what blocks the next level is shown elsewhere.
 */
export function describeReachedLevel(
  { level, stopped_by, claims, verdict, recipe }: Subject,
  isStopNamed = true,
): string | undefined {
  // The level of a refuted subject has no meaning.
  if (level === undefined || verdict === 'refuted') return undefined
  const claim = claims.find(({ id }) => id === 'level.reached')
  const isShort = claim !== undefined && claim.status !== 'proven'
  const isMade = recipe === undefined || claims.some(({ id }) => id === stopped_by)
  const stopped =
    stopped_by === undefined || !isStopNamed
      ? ''
      : `, stopped by ${stopped_by}${isMade ? '' : ', which its recipe does not have'}`
  const asked =
    claim === undefined
      ? ''
      : `; asked for ${(claim.expected ?? '').replace(/^(level \d), (.*)$/, '$1 ($2)')}, ${isShort ? `not reached${stopped}` : 'reached'}`
  return `level ${level} of ${levelNames.length - 1}, ${describeName(level)}${asked}`
}

function describeName(level: number): string {
  return (levelNames[level] ?? '').replace('-', ' ')
}

/** The lowest level at which the organiser cannot have steered a draw. */
const unsteerable = 4

/** The level required of draws by default. */
const defaultLevel: string = levelNames[unsteerable]

/**
 * Whether a subject may be green: a draw only if nobody could have chosen the winner, since green suggests
 * that.
 */
export function earnsPraise({ kind, level = 0, verdict }: Subject): boolean {
  if (verdict === 'refuted') return false
  return isDraw({ kind }) || kind === 'raffle' ? level >= unsteerable : verdict === 'proven'
}

/** Whether only rules about a service's answers are refuted, which says nothing about its draws. */
export function isBrokenAlone({ verdict, claims }: Pick<Subject, 'verdict' | 'claims'>): boolean {
  return verdict === 'refuted' && claims.every(claim => claim.status !== 'refuted' || isRule(claim))
}

/**
 * Appearance of a subject: `plain` if it has what was required, without praise; `broken` if a service breaks
 * rules for its answers, and no draw is refuted.
 */
export type SubjectTone = Subject['verdict'] | 'plain' | 'broken'

export function subjectTone(subject: Subject): SubjectTone {
  if (isBrokenAlone(subject)) return 'broken'
  return subject.verdict === 'proven' && !earnsPraise(subject) ? 'plain' : subject.verdict
}

/** Appearance of all subjects together. */
export function toneOfAll(subjects: Iterable<Subject>, verdict: Subject['verdict']): SubjectTone {
  const tones = new Set<SubjectTone>()
  for (const subject of subjects) tones.add(subjectTone(subject))
  if (verdict === 'refuted') return tones.has('broken') && !tones.has('refuted') ? 'broken' : verdict
  return verdict === 'proven' && tones.has('plain') ? 'plain' : verdict
}

/** The only subject of a report; undefined if there are none or several. */
export function onlyOf(subjects: Subjects): Subject | undefined {
  if (subjects.length !== 1) return undefined
  const [only] = subjects
  return only
}

/** Maps lazily, one subject at a time. */
export function* mapEach<T>(subjects: Iterable<Subject>, make: (subject: Subject) => T): Generator<T> {
  for (const subject of subjects) yield make(subject)
}

/** Appearance of a claim. */
export function toneOfClaim(claim: Claim, subject: Subject): Claim['status'] | 'plain' | 'broken' {
  const { status } = claim
  if (status === 'refuted' && isRule(claim)) return 'broken'
  return status === 'proven' && !earnsPraise(subject) ? 'plain' : status
}

/** The word for a subject, with the level for a raffle of a service. */
export function shownOf(subject: Subject): string {
  const { kind, level, verdict } = subject
  const isLevelled = kind === 'raffle' && level !== undefined && verdict !== 'refuted'
  return isLevelled && hasRules(subject) ? `${wordOf(subject)}, ${describeName(level)}` : wordOf(subject)
}

const conformance = { proven: 'keeps', refuted: 'breaks', 'not-provable': 'undecided' } as const
const checked = { proven: 'holds', refuted: 'refuted', 'not-provable': 'undecided' } as const

/**
 * The result of a subject in a word: `refuted`; the level of a draw; whether a service `keeps` the
 * specification.
 */
export function wordOf(subject: Subject): string {
  const { verdict, level } = subject
  if (isDraw(subject)) return verdict === 'refuted' ? 'refuted' : describeName(level ?? 0)
  return hasRules(subject) ? conformance[conformanceOf(subject)] : checked[verdict]
}

/** Text of a report without subjects. */
export const nothingVerified = 'nothing to verify'

/** Whether a report has neither subjects nor an error. */
export function isEmpty({ error, subjects, counts }: LongReport): boolean {
  return error === undefined && subjects.length === 0 && counts.subjects === 0
}

/** Kinds with so many claims that those without news are only counted. */
export function isChecklist({ kind }: Pick<Subject, 'kind'>): boolean {
  return kind === 'service' || kind === 'raffle'
}

/** What to show of a subject at first sight, and the rest. */
export interface ClaimSelection {
  readonly shown: readonly Claim[]
  readonly folded: readonly Claim[]
}

/** For a service and its raffles, rules that are kept, not applicable or not required are folded. */
export function selectClaims(subject: Subject, require?: readonly string[]): ClaimSelection {
  // The level has its own line.
  const isLevel = ({ id }: Claim): boolean => id === 'level.reached' && subject.level !== undefined
  if (!isChecklist(subject)) return { shown: subject.claims.filter(claim => !isLevel(claim)), folded: [] }
  const { refuted, open } = sortClaims(subject, require)
  const isNews = (claim: Claim): boolean =>
    refuted.includes(claim) ||
    open.includes(claim) ||
    (claim.status === 'proven' && claim.code !== 'rule-kept' && claim.asked !== false)
  return { shown: subject.claims.filter(isNews), folded: subject.claims.filter(claim => !isNews(claim)) }
}

/** `61 rules kept, 5 not applicable, 3 not probed`; empty without claims. */
export function countClaims(claims: readonly Claim[]): string {
  const words = claims.map(({ status, code }) => {
    if (code === 'rule-kept') return 'kept'
    if (code === 'rule-not-probed') return 'not probed'
    return status === 'not-provable' ? 'not asked for' : status.replace('-', ' ')
  })
  return ['kept', 'proven', 'not applicable', 'not probed', 'not asked for']
    .map(word => [words.filter(other => other === word).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word === 'kept' ? `rule${count === 1 ? '' : 's'} kept` : word}`)
    .join(', ')
}

/** How a language writes the line of totals. */
export interface TotalsTexts {
  readonly nothing: string
  /** Between the counts and what was asked for. */
  readonly semicolon: string
  /** `3 checked: 1 refuted, 2 reproducible`. */
  readonly checked: (count: number, counts: readonly string[]) => string
  /** `2 reproducible`: a result of {@link wordOf}, with the level that it is, if it is one. */
  readonly count: (count: number, word: string, level?: number) => string
  /** `unsteerable`: a level that was asked for. */
  readonly level: (level: number) => string
  /** `asked for unsteerable: none of 3 reaches it`. */
  readonly asked: (asked: AskedTotals) => string
}

/** What was asked of all subjects, and how many have it. */
export interface AskedTotals {
  /** Levels and claims. */
  readonly names: readonly string[]
  readonly isOfLevels: boolean
  readonly shown: number
  /** Subjects that it was asked of; 0 for none. */
  readonly of: number
  /** Whether it was asked of the draws among them alone. */
  readonly isOfDraws: boolean
}

/**
 * `3 checked: 1 refuted, 2 reproducible; asked for unsteerable: none of 3 reaches it`.
 *
 * @param name - formats the id of a required claim, which may be any text.
 */
export function describeCounts(
  { subjects, require }: Pick<LongReport, 'subjects' | 'require'>,
  name?: (id: string) => string,
): string {
  const counted = new Totals(require)
  for (const subject of subjects) counted.add(subject)
  return counted.describe(totals, name)
}

const plurals: Readonly<Record<string, string>> = { keeps: 'keep', breaks: 'break', holds: 'hold' }

/** The line of totals in English. */
export const totals: TotalsTexts = {
  nothing: nothingVerified,
  semicolon: '; ',
  checked: (count, counts) => `${count} checked: ${counts.join(', ')}`,
  count: (count, word, level) =>
    `${count} ${count === 1 || level !== undefined ? word : (plurals[word] ?? word)}`,
  level: level => levelNames[level] ?? '',
  asked({ names, isOfLevels, shown, of, isOfDraws }) {
    const what = `asked for ${names.join(', ')}`
    if (of === 0) return what
    const verb = `${isOfLevels ? 'reach' : 'show'}${shown > 1 ? '' : isOfLevels ? 'es' : 's'}`
    const draws = isOfDraws ? ` draw${of === 1 ? '' : 's'}` : ''
    return `${what}: ${shown === 0 ? 'none' : shown} of ${of}${draws} ${verb} ${names.length === 1 ? 'it' : 'them'}`
  },
}

/** Order of the counts: failures first, then draws by descending level, then everything else. */
const words: readonly string[] = [
  checked.refuted,
  conformance.refuted,
  ...levelNames.map((_, level) => describeName(level)).reverse(),
  conformance.proven,
  checked.proven,
  checked['not-provable'],
]

const levelOf = (one: string): number | undefined => {
  const level = levelNames.findIndex((name, at) => name === one || describeName(at) === one)
  return level === -1 ? undefined : level
}

/** Totals of a report, for callers that do not keep its subjects. */
export class Totals {
  readonly #require: readonly string[] | undefined
  readonly #of = new Map<string, number>()
  #checked = 0
  #asked = 0
  #shown = 0
  #isOpen = false

  /** @param require - requirements of the report. */
  constructor(require?: readonly string[]) {
    this.#require = require
    this.#isOpen = require !== undefined
  }

  add(subject: Subject): void {
    const word = wordOf(subject)
    this.#of.set(word, (this.#of.get(word) ?? 0) + 1)
    this.#checked += 1
    if (!this.#isAsked(subject)) return
    this.#asked += 1
    if (this.#isShown(subject)) this.#shown += 1
    // A level that was not required says nothing about what is refuted.
    if (subject.verdict !== 'refuted') this.#isOpen = true
  }

  /** One line without a line feed. */
  describe(texts = totals, name: (id: string) => string = escapeText): string {
    if (this.#checked === 0) return texts.nothing
    const counts = words.flatMap(word => {
      const count = this.#of.get(word) ?? 0
      return count === 0 ? [] : texts.count(count, word, levelOf(word))
    })
    const said = texts.checked(this.#checked, counts)
    return this.#isOpen ? `${said}${texts.semicolon}${texts.asked(this.#describeAsked(texts, name))}` : said
  }

  #describeAsked({ level }: TotalsTexts, name: (id: string) => string): AskedTotals {
    const names = (this.#require ?? [defaultLevel]).map(one => {
      const asked = levelOf(one)
      return asked === undefined ? name(one) : level(asked)
    })
    const isOfDraws = this.#asked !== this.#checked && this.#require === undefined
    return { names, isOfLevels: this.#isOfLevels, shown: this.#shown, of: this.#asked, isOfDraws }
  }

  get #isOfLevels(): boolean {
    return this.#require?.every(one => levelOf(one) !== undefined) ?? true
  }

  /** A service's rules are checked completely, and described on their own. */
  #isAsked(subject: Subject): boolean {
    if (isChecklist(subject)) return false
    return this.#require === undefined ? isDraw(subject) : subject.claims.some(({ asked }) => asked !== false)
  }

  /** A ticket that is not in the list does not change the level. */
  #isShown({ verdict, claims }: Subject): boolean {
    if (!this.#isOfLevels) return verdict === 'proven'
    return (
      verdict !== 'refuted' && claims.some(({ id, status }) => id === 'level.reached' && status === 'proven')
    )
  }
}
