/**
 * Errors in reports.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { levelNames, type Failure, type Report } from '../../model/report.js'
import { DocumentError, exitCodeOf } from './exit-codes.js'

/** Node's error codes for modules that are missing or cannot be opened. */
const loading = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'EMFILE', 'ENFILE']

/** An error in the form of reports; anything but a `DrawauditError` is a bug in drawaudit. */
export function toFailure(error: unknown): Failure {
  if (error instanceof DrawauditError) {
    const { code, message, hint, where } = error
    return {
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(Object.keys(where).length > 0 && { where: { ...where } }),
    }
  }
  const { code } = (error ?? {}) as { readonly code?: unknown }
  if (error instanceof Error && typeof code === 'string' && loading.includes(code)) {
    return {
      code: 'internal',
      message: `drawaudit cannot be loaded: ${error.message}`,
      hint: 'install it again, or in a clone: npm run build; and look at ulimit -n',
    }
  }
  return {
    code: 'internal',
    message: `a bug in drawaudit: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'please report it, with what DRAWAUDIT_DEBUG=1 prints; it says nothing about the draw',
  }
}

/** The report of a run that failed: it has no verdict. */
export function reportFailure(error: unknown): Report & { readonly error: Failure } {
  const failure = toFailure(error)
  return {
    report: 'drawaudit/v1',
    exit_code: error instanceof DocumentError ? 3 : exitCodeOf(failure.code),
    subjects: [],
    counts: { subjects: 0, proven: 0, refuted: 0, not_provable: 0, levels: levelNames.map(() => 0) },
    error: failure,
  }
}
