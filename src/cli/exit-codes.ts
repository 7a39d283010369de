/**
 * What the process ends with; docs/CLI.md says what each number means, and they do not change.
 *
 * @packageDocumentation
 */
import { DrawauditError, type ErrorCode } from '../errors.js'
import type { ExitCode } from '../model/report.js'

const ours: readonly ErrorCode[] = ['internal', 'engine-disagreement']

/** An error that ended a command: a defect of drawaudit, or a call that cannot be carried out. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  return ours.includes(code) ? 70 : 2
}

/** A document that is not what it should be ends a command with 3, as it does among others that are verified. */
export class DocumentError extends DrawauditError {}
