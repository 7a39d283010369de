/**
 * The result of every verification: a report with a subject for each thing verified, and a status for each
 * claim, never an exception. Its JSON Schema is schemas/report.json.
 *
 * @packageDocumentation
 */
import type { ErrorCode } from '../errors.js'

/** The origin of a recipe that does not ship with drawaudit. */
export interface RecipeOrigin {
  /** Installed by `drawaudit recipe add`, or a file named on the command line. */
  readonly from: 'installed' | 'file'
  /**
   * Name of the signer in the trust file; null for a signature by an unknown key, of which nothing is known.
   * Absent if unsigned.
   */
  readonly signed_by?: string | null
}

/** The three verdicts. Not checked, not provable and failed are different things. */
export type Verdict = 'proven' | 'refuted' | 'not-provable'

/** The result of a claim. `not-applicable`: nothing in this draw is subject to the claim. */
export type Status = Verdict | 'not-applicable'

/** Codes of claims beside the error codes, in the order of docs/CLAIMS.md. */
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
  'statement-outdated',
  'witness-unknown',
  'witnesses-short',
  'quorum-splits',
  'fraud-unproven',
  'log-unproven',
  'log-behind',
  'seal-overdue',
  'draw-overdue',
  'draw-withheld',
  'basis-unproven',
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

/** One of {@link claimCodes}, or the code of the error that prevented the check. */
export type ClaimCode = (typeof claimCodes)[number] | ErrorCode

/** Codes of findings, in the order of docs/CLAIMS.md. */
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
  'log-inconclusive',
  'statement-outdated',
  'receipt-late',
  'withdrawn-alone',
] as const

/** A code of {@link findingCodes}. */
export type FindingCode = (typeof findingCodes)[number]

/** Something that the evidence allows to check, and its result. */
export interface Claim {
  /** Stable: `winner.derived`. */
  readonly id: string
  /** Whether it holds. */
  readonly status: Status
  /** Why it has this status. */
  readonly code: ClaimCode
  /** One sentence, lower case, without a full stop. It may quote text from outside; `render` escapes it. */
  readonly message: string
  /** The required value. */
  readonly expected?: string
  /** The published value, if it differs from the required one. */
  readonly found?: string
  /** The pick concerned. */
  readonly pick?: {
    /** Position of the prize, from 1. */
    readonly position: number
    /** 0 for the draw, from 1 for a replacement. */
    readonly attempt: number
  }
  /** The place concerned, as an RFC 6901 JSON pointer. */
  readonly pointer?: string
  /** The section of the interface specification for a rule. */
  readonly section?: string
  /** A shell command that reproduces it. */
  readonly reproduce?: string
  /** Set if the claim was not asked for: then it counts only if refuted. */
  readonly asked?: false
}

/** A noteworthy fact that no claim decides. */
export interface Finding {
  /** Stable; listed in docs/CLAIMS.md. */
  readonly code: FindingCode
  /** One sentence, lower case, without a full stop. It may quote text from outside; `render` escapes it. */
  readonly message: string
  /** The rule of docs/CONFORMANCE.md concerned. */
  readonly rule?: string
  /** The required value. */
  readonly expected?: string
  /** The published value. */
  readonly found?: string
  /** The section of the interface specification for a rule. */
  readonly section?: string
  /** A shell command that reproduces it. */
  readonly reproduce?: string
}

/** Max findings of one code in a report. */
const mostFindings = 10

/** Adds a finding, without duplicates; only the first of very many with one code. */
export function addFinding(findings: Finding[], finding: Finding): void {
  const same = findings.filter(other => other.code === finding.code)
  if (same.length > mostFindings || same.some(other => other.message === finding.message)) return
  findings.push(
    same.length < mostFindings ? finding : { code: finding.code, message: 'and more of the same kind' },
  )
}

/** The assurance levels of docs/CLAIMS.md, by number. */
export const levelNames = [
  'unverified',
  'well-formed',
  'authentic',
  'reproducible',
  'unsteerable',
  'witnessed',
] as const

/** A thing that was verified. */
export interface Subject {
  /** Its origin: a file's path, `-` for standard input, or a URL. */
  readonly source: string
  /**
   * `service`: service-wide rules; `raffle`: one raffle of a service, with its views; `feed`: the draws of
   * one organiser, compared with each other.
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
  /** Name of the draw, if it has one. */
  readonly title?: string
  /** The applied recipe, the SHA-256 of its RFC 8785 form, and its origin if known. */
  readonly recipe?: {
    /** Name of the recipe, as draws give it. */
    readonly name: string
    /** `sha256:` and 64 hex digits. */
    readonly digest: string
  } & Partial<RecipeOrigin>
  /** Values that the organiser left out, and their actual source. */
  readonly supplied?: readonly {
    /** Name of the input. */
    readonly name: string
    /** A file, URL or option. */
    readonly from: string
  }[]
  /** The weakest of the required claims; `refuted` if any claim is. */
  readonly verdict: Verdict
  /** The result in one sentence without a full stop: for a draw its level, or what is refuted. */
  readonly headline: string
  /** For a draw: the assurance level of docs/CLAIMS.md, 0 to 5. */
  readonly level?: number
  /** The obstacle to the next level: the first unproven claim, or the code of a finding. */
  readonly stopped_by?: string
  /** In a fixed order. */
  readonly claims: readonly Claim[]
  /** Noteworthy facts that no claim decides. */
  readonly findings: readonly Finding[]
  /** One plain sentence. */
  readonly who_could_choose: string
}

const draws: readonly Subject['kind'][] = ['bundle', 'published-draw', 'audit-record']

/** Whether a subject is a draw, so that it has a level. */
export function isDraw({ kind }: Pick<Subject, 'kind'>): boolean {
  return draws.includes(kind)
}

/** Whether a claim is a rule of the specification, about a service rather than a draw. */
export const isRule = ({ id }: Pick<Claim, 'id'>): boolean => /^[A-Z]/.test(id)

/** Whether a subject was checked against rules of the specification: not if a raffle is only watched. */
export function hasRules({ kind, claims }: Pick<Subject, 'kind' | 'claims'>): boolean {
  return kind === 'service' || (kind === 'raffle' && claims.some(isRule))
}

/** Whether a service conforms to the specification, whatever was asked about its draws. */
export function conformanceOf({ claims, verdict }: Pick<Subject, 'claims' | 'verdict'>): Verdict {
  const rules = claims.filter(({ id, asked }) => id !== 'level.reached' && asked !== false)
  if (verdict !== 'not-provable' || rules.some(({ status }) => status === 'not-provable')) return verdict
  return rules.some(({ status }) => status === 'proven') ? 'proven' : verdict
}

/** The exit codes of the CLI, also in every report. docs/CLAIMS.md has their meanings. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 70

/** Why there is no verdict: a usage error, or a defect of drawaudit. */
export interface Failure {
  /** What went wrong, for programs. */
  readonly code: ErrorCode
  /** The same in one sentence: lower case, no full stop. */
  readonly message: string
  /** What to do about it. */
  readonly hint?: string
  /** Its place: a file, a line, a JSON pointer or similar, by name. */
  readonly where?: Readonly<Record<string, string | number>>
}

/** The result of a verification; schemas/report.json. */
export interface Report {
  /** Format of the report. */
  readonly report: 'drawaudit/v1'
  /** Absent if there is an `error`, which is never a verdict. */
  readonly verdict?: Verdict
  /** Exit code of the CLI for this report. */
  readonly exit_code: ExitCode
  /** The required claims and level, if not all claims. */
  readonly require?: readonly string[]
  /** The rules that a service was checked against, if not all. */
  readonly rules?: readonly string[]
  /** The skipped rules. */
  readonly skip?: readonly string[]
  /** The seed of generated requests, which determines them. */
  readonly seed?: number
  /** One per verified thing, in the given order. */
  readonly subjects: readonly Subject[]
  /** Number of subjects, in total and by verdict. */
  readonly counts: {
    /** All subjects. */
    readonly subjects: number
    /** Subjects with the verdict `proven`. */
    readonly proven: number
    /** Subjects with the verdict `refuted`. */
    readonly refuted: number
    /** Subjects with the verdict `not-provable`. */
    readonly not_provable: number
    /** Number of unrefuted draws by level, from 0 to 5. */
    readonly levels: readonly number[]
  }
  /** Why nothing was verified. */
  readonly error?: Failure
}

/** Subjects in their order, which may be more than fit into memory. */
export interface Subjects extends Iterable<Subject> {
  /** Number of subjects. */
  readonly length: number
}

/** A report of any length. */
export interface LongReport extends Omit<Report, 'subjects'> {
  /** One per verified thing, in the given order. */
  readonly subjects: Subjects
}
