/**
 * What every verification ends in: a report with one subject for each thing verified, and for each claim a
 * status, never an exception. Its JSON Schema is schemas/report.json.
 *
 * @packageDocumentation
 */
import type { ErrorCode } from '../errors.js'

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
  'beacon-verified',
  'signature-verified',
  // refuted
  'schema-invalid',
  'record-total',
  'record-draw-repeated',
  'record-winner-repeated',
  'values-differ',
  'step-impossible',
  'beacon-signature',
  'beacon-randomness',
  'beacon-previous',
  'signature-invalid',
  // not provable
  'evidence-missing',
  'value-missing',
  'nothing-compared',
  'value-unproven',
  'beacon-signature-missing',
  'key-unpinned',
  'bound-exceeded',
  'claim-not-made',
  // not applicable
  'nothing-to-show',
] as const

/** One of {@link claimCodes}, or the code of the error that kept the claim from being checked. */
export type ClaimCode = (typeof claimCodes)[number] | ErrorCode

/** Every code that a finding can carry, in the order of docs/CLAIMS.md. */
export const findingCodes = [
  'modulo-bias',
  'weak-hash',
  'ambiguous-concat',
  'hash-trivial',
  'value-unchecked',
  'entry-repeated',
  'record-pool-step',
  'record-time-order',
  'record-seed-hash-repeated',
  'record-unknown-member',
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
}

/** Something worth knowing that no claim decides. */
export interface Finding {
  readonly code: FindingCode
  readonly message: string
}

/** So many findings of one code are worth reading. */
const mostFindings = 10

/** Adds a finding, once; of very many with one code only the first. */
export function addFinding(findings: Finding[], { code, message }: Finding): void {
  const same = findings.filter(other => other.code === code)
  if (same.length > mostFindings || same.some(other => other.message === message)) return
  findings.push({ code, message: same.length < mostFindings ? message : 'and more of the same kind' })
}

/** One thing that was verified. */
export interface Subject {
  /** Where it came from: a file's path, or `-` for standard input. */
  readonly source: string
  readonly kind: 'audit-record' | 'published-draw' | 'unknown'
  readonly title?: string
  /** The recipe that was applied, with the SHA-256 of the recipe's RFC 8785 form. */
  readonly recipe?: { readonly name: string; readonly digest: string }
  readonly verdict: Verdict
  /** The assurance level of docs/CLAIMS.md, 0 to 5, where the kind of subject has levels. */
  readonly level?: number
  /** In a fixed order. */
  readonly claims: readonly Claim[]
  readonly findings: readonly Finding[]
  /** One plain sentence. */
  readonly who_could_choose: string
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
  /** The claims asked for, when not all of them were. */
  readonly require?: readonly string[]
  readonly subjects: readonly Subject[]
  /** Subjects, and how many of them ended with each verdict. */
  readonly counts: {
    readonly subjects: number
    readonly proven: number
    readonly refuted: number
    readonly not_provable: number
  }
  readonly error?: Failure
}
