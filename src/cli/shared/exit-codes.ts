/**
 * Exit codes of the process: a stable interface, defined in docs/CLAIMS.md.
 *
 * @packageDocumentation
 */
import { DrawauditError, type ErrorCode } from '../../errors.js'
import type { ExitCode } from '../../model/report.js'

/** Exit codes of commands that verify. */
export const verdictExits = {
  0: 'everything that was asked for is proven',
  1: 'something is refuted',
  3: 'something that was asked for is not provable, or there was nothing to verify',
  4: 'nothing but the network kept it from being decided',
}

const ours: readonly ErrorCode[] = ['internal', 'engine-disagreement']

/**
 * The exit code for an error that ended a command: 70 for a defect of drawaudit, 4 for the network or a service,
 * else 2.
 */
export function exitCodeOf(code: ErrorCode): ExitCode {
  if (ours.includes(code)) return 70
  return code.startsWith('remote-') ? 4 : 2
}

/** An invalid document: ends a command with 3, like an unprovable document among those verified. */
export class DocumentError extends DrawauditError {}

/** Whether reading failed because of the document, not because of the disk or drawaudit. */
export function isDocumentFault(error: unknown): error is DrawauditError {
  if (!(error instanceof DrawauditError) || ours.includes(error.code)) return false
  return error.code === 'file-too-large' || !error.code.startsWith('file-')
}
