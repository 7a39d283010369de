/**
 * What the process ends with; docs/CLI.md says what each number means, and they do not change.
 *
 * @packageDocumentation
 */
import { DrawauditError, type ErrorCode } from '../../errors.js'
import type { ExitCode } from '../../model/report.js'

const ours: readonly ErrorCode[] = ['internal', 'engine-disagreement']

/** An error that ended a command: a defect of drawaudit, the network or a service, or a call that cannot be carried out. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  if (ours.includes(code)) return 70
  return code.startsWith('remote-') ? 4 : 2
}

/** A document that is not what it should be ends a command with 3, as it does among others that are verified. */
export class DocumentError extends DrawauditError {}

/** What kept a document from being read lies in the document, not in the disk and not in drawaudit. */
export function isDocumentFault(error: unknown): error is DrawauditError {
  if (!(error instanceof DrawauditError) || ours.includes(error.code)) return false
  return error.code === 'file-too-large' || !error.code.startsWith('file-')
}
