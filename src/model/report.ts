/**
 * What every verification ends in: a report with one subject for each thing verified, and for each claim a
 * status, never an exception. Its JSON Schema is schemas/report.json.
 *
 * @packageDocumentation
 */
import type { ErrorCode } from '../errors.js'

/** Whose a recipe is that does not come with drawaudit, which vouches for its own alone. */
export interface RecipeOrigin {
  /** From the folder in which `drawaudit recipe add` keeps them, or from a file that was named. */
  readonly from: 'installed' | 'file'
  /**
   * Who signed it, as the trust file names the key; null where it carries a signature of another key, of which nothing
   * is known. Missing where it is unsigned.
   */
  readonly signed_by?: string | null
}

/** The three words of a verdict. Not checked, not provable and failed are different things. */
export type Verdict = 'proven' | 'refuted' | 'not-provable'

/** How one claim ended. `not-applicable`: there is nothing in this draw that the claim is about. */
export type Status = Verdict | 'not-applicable'

/** Every code that a claim can carry beside those of errors, in the order of docs/CLAIMS.md. */
export const claimCodes = [
  // proven
  'schema-valid',
  'record-consistent',
  'values-equal',
  'order-kept',
  'draws-agree',
  'beacon-verified',
  'block-pinned',
  'block-linked',
  'block-worked',
  'signature-verified',
  'vrf-verified',
  'rule-kept',
  'draws-kept',
  'correction-signed',
  'history-complete',
  'capture-intact',
  'level-reached',
  'chain-complete',
  'chain-cancelled',
  'seed-committed',
  'round-committed',
  'entries-sealed',
  'entries-light',
  'observed-in-time',
  'observed-once',
  'logged-once',
  'log-included',
  'log-witnessed',
  'log-consistent',
  'log-kept',
  'ticket-included',
  'receipt-honoured',
  'draw-unstoppable',
  'choice-bound',
  // refuted
  'schema-invalid',
  'record-total',
  'record-draw-repeated',
  'record-winner-repeated',
  'values-differ',
  'order-broken',
  'draws-contradict',
  'step-impossible',
  'beacon-signature',
  'beacon-randomness',
  'block-differs',
  'beacon-previous',
  'signature-invalid',
  'vrf-invalid',
  'vrf-output',
  'rule-broken',
  'draw-changed',
  'draw-vanished',
  'record-vanished',
  'history-incomplete',
  'key-outside-period',
  'chain-broken',
  'chain-mixed',
  'chain-order',
  'chain-time',
  'chain-prize',
  'prize-repeated',
  'seed-differs',
  'round-differs',
  'round-wrong',
  'beacon-uncommitted',
  'counts-differ',
  'winner-differs',
  'inclusion-invalid',
  'list-differs',
  'entries-repeated',
  'pool-empty',
  'statement-second',
  'receipt-dishonoured',
  'receipt-other',
  'log-other',
  'log-forked',
  'draw-early',
  'cancelled-after-round',
  // not provable
  'evidence-missing',
  'value-missing',
  'nothing-compared',
  'value-unproven',
  'beacon-signature-missing',
  'block-unpinned',
  'headers-short',
  'headers-broken',
  'headers-other',
  'key-unpinned',
  'bound-exceeded',
  'claim-not-made',
  'level-short',
  'correction-recorded',
  'correction-unread',
  'rule-unsteady',
  'rule-undecided',
  'rule-not-probed',
  'raffle-unknown',
  'operator-unknown',
  'key-unknown',
  'key-revoked',
  'chain-unfinished',
  'record-partial',
  'beacon-unknown',
  'list-other',
  'observation-untrusted',
  'timestamp-untrusted',
  'observed-late',
  'observed-early',
  'observed-other',
  'log-unknown',
  'log-damaged',
  'witness-unknown',
  'witnesses-short',
  'quorum-splits',
  'fraud-unproven',
  'log-unproven',
  'log-behind',
  'seal-overdue',
  'draw-overdue',
  'draw-withheld',
  'basis-refuted',
  'cancelled-unseen',
  'ticket-absent',
  'nonce-other',
  'source-uncommitted',
  'list-uncommitted',
  'input-grindable',
  'randomness-missing',
  'order-unstated',
  'ambiguous-concat',
  'weak-hash',
  'merkle-duplicate',
  'hash-trivial',
  // not applicable
  'nothing-to-show',
  'rule-not-applicable',
  'seen-first',
  'record-not-given',
  'raffle-cancelled',
  'receipt-withdrawn',
  'beacon-none',
  'seeds-secret',
] as const

/** One of {@link claimCodes}, or the code of the error that kept the claim from being checked. */
export type ClaimCode = (typeof claimCodes)[number] | ErrorCode

/** Every code that a finding can carry, in the order of docs/CLAIMS.md. */
export const findingCodes = [
  'modulo-bias',
  'entry-unreachable',
  'weak-hash',
  'weak-generator',
  'float-arithmetic',
  'ambiguous-concat',
  'merkle-duplicate',
  'source-uncommitted',
  'list-uncommitted',
  'input-grindable',
  'order-unstated',
  'beacon-unsigned',
  'personal-data',
  'personal-unsalted',
  'hash-trivial',
  'value-unchecked',
  'entry-repeated',
  'winner-repeated',
  'seed-reused',
  'commitment-reused',
  'round-reused',
  'id-repeated',
  'winner-again',
  'list-changed',
  'number-missing',
  'record-pool-step',
  'record-time-order',
  'record-seed-hash-repeated',
  'record-unknown-member',
  'should-broken',
  'left-open',
  'draw-new',
  'record-corrected',
  'winner-replaced',
  'cancelled-late',
  'winner-unpublished',
  'list-other',
  'raffle-repeated',
  'time-in-future',
  'log-set-back',
  'log-entry-repeated',
  'log-unread',
  'statement-outdated',
  'receipt-late',
  'withdrawn-alone',
] as const

export type FindingCode = (typeof findingCodes)[number]

/** One thing that the evidence lets one check, and how it ended. */
export interface Claim {
  /** Stable: `winner.derived`. */
  readonly id: string
  readonly status: Status
  readonly code: ClaimCode
  /** One sentence, lower case, without a full stop. It may quote text from outside; `render` escapes it. */
  readonly message: string
  /** What the evidence requires, and what was published instead. */
  readonly expected?: string
  readonly found?: string
  /** The pick that it is about: its prize, from 1, and 0 for the draw of it, from 1 for a replacement. */
  readonly pick?: { readonly position: number; readonly attempt: number }
  /** The place in the document that it is about, as an RFC 6901 JSON pointer. */
  readonly pointer?: string
  /** The section of the interface specification that a rule comes from. */
  readonly section?: string
  /** A shell command that shows the same. */
  readonly reproduce?: string
  /** Set where the claim was not asked for, and so counts only when it is refuted. */
  readonly asked?: false
}

/** Something worth knowing that no claim decides. */
export interface Finding {
  readonly code: FindingCode
  readonly message: string
  /** The rule of docs/CONFORMANCE.md that it is about. */
  readonly rule?: string
  readonly expected?: string
  readonly found?: string
  readonly section?: string
  readonly reproduce?: string
}

/** So many findings of one code are worth reading. */
const mostFindings = 10

/** Adds a finding, once; of very many with one code only the first. */
export function addFinding(findings: Finding[], finding: Finding): void {
  const same = findings.filter(other => other.code === finding.code)
  if (same.length > mostFindings || same.some(other => other.message === finding.message)) return
  findings.push(
    same.length < mostFindings ? finding : { code: finding.code, message: 'and more of the same kind' },
  )
}

/** The assurance levels of docs/CLAIMS.md, by their number. */
export const levelNames = [
  'unverified',
  'well-formed',
  'authentic',
  'reproducible',
  'unsteerable',
  'witnessed',
] as const

/** One thing that was verified. */
export interface Subject {
  /** Where it came from: a file's path, `-` for standard input, or a URL. */
  readonly source: string
  /**
   * `service`: what a service does whatever the raffle; `raffle`: one raffle of a service, with its views; `feed`:
   * the draws of one organiser against one another.
   */
  readonly kind:
    | 'audit-record'
    | 'published-draw'
    | 'bundle'
    | 'fraud-proof'
    | 'log'
    | 'feed'
    | 'service'
    | 'raffle'
    | 'unknown'
  readonly title?: string
  /** The recipe that was applied, with the SHA-256 of the recipe's RFC 8785 form, and whose it is where that is known. */
  readonly recipe?: { readonly name: string; readonly digest: string } & Partial<RecipeOrigin>
  /** Values that the organiser left out, and where they came from instead. */
  readonly supplied?: readonly { readonly name: string; readonly from: string }[]
  readonly verdict: Verdict
  /** What was shown, in one sentence without a full stop: of a draw what its level is, or what is refuted. */
  readonly headline: string
  /** The assurance level of docs/CLAIMS.md, 0 to 5, of a draw. */
  readonly level?: number
  /** What keeps it from the next level: the first claim that is not proven, or the code of a finding. */
  readonly stopped_by?: string
  /** In a fixed order. */
  readonly claims: readonly Claim[]
  readonly findings: readonly Finding[]
  /** One plain sentence. */
  readonly who_could_choose: string
}

const draws: readonly Subject['kind'][] = ['bundle', 'published-draw', 'audit-record']

/** Whether a subject is a draw, so that its level is what it shows. */
export function isDraw({ kind }: Pick<Subject, 'kind'>): boolean {
  return draws.includes(kind)
}

/** Whether a claim is a rule of the specification, about how a service answers, and not about a draw. */
export const isRule = ({ id }: Pick<Claim, 'id'>): boolean => /^[A-Z]/.test(id)

/** Whether rules of the specification were asked of a subject: who only watches a raffle asks none. */
export function hasRules({ kind, claims }: Pick<Subject, 'kind' | 'claims'>): boolean {
  return kind === 'service' || (kind === 'raffle' && claims.some(isRule))
}

/** Whether a service keeps the specification, whatever else was asked of its draws. */
export function conformanceOf({ claims, verdict }: Pick<Subject, 'claims' | 'verdict'>): Verdict {
  const rules = claims.filter(({ id, asked }) => id !== 'level.reached' && asked !== false)
  if (verdict !== 'not-provable' || rules.some(({ status }) => status === 'not-provable')) return verdict
  return rules.some(({ status }) => status === 'proven') ? 'proven' : verdict
}

/** The exit codes of the CLI, the same in every report. docs/CLAIMS.md says what each one means. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 70

/** Why there is no verdict: the call was wrong, or drawaudit was. */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
  readonly hint?: string
  readonly where?: Readonly<Record<string, string | number>>
}

export interface Report {
  readonly report: 'drawaudit/v1'
  /** Missing when `error` is there: an error is never a verdict. */
  readonly verdict?: Verdict
  readonly exit_code: ExitCode
  /** The claims and the level asked for, when not all claims were. */
  readonly require?: readonly string[]
  /** The rules that a service was checked against, where not all of them were. */
  readonly rules?: readonly string[]
  /** Rules that were left out. */
  readonly skip?: readonly string[]
  /** What the generated requests began from; the same seed gives the same requests. */
  readonly seed?: number
  readonly subjects: readonly Subject[]
  /** Subjects, and how many of them ended with each verdict. */
  readonly counts: {
    readonly subjects: number
    readonly proven: number
    readonly refuted: number
    readonly not_provable: number
    /** The draws that are not refuted, by their level from 0 to 5. */
    readonly levels: readonly number[]
  }
  readonly error?: Failure
}

/** Subjects in their order, which may be more than fit into memory. */
export interface Subjects extends Iterable<Subject> {
  readonly length: number
}

/** A report of any length. */
export interface LongReport extends Omit<Report, 'subjects'> {
  readonly subjects: Subjects
}
