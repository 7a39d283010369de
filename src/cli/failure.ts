/**
 * Errors as they are reported.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { Failure } from '../model/report.js'

/** What an error says to a user; whatever we did not throw on purpose is a bug of ours. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof DrawauditError) {
    const { code, message, hint, where } = error
    return {
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(Object.keys(where).length > 0 && { where: { ...where } }),
    }
  }
  return {
    code: 'internal',
    message: `a bug in drawaudit: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'please report it, with what DRAWAUDIT_DEBUG=1 prints; it says nothing about the draw',
  }
}
