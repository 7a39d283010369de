/**
 * Maps errors to the HTTP status of the desk's answers.
 *
 * @packageDocumentation
 */
import type { DrawauditError, ErrorCode } from '../errors.js'
import type { ErrorStatus } from '../server/respond.js'

const statuses: Partial<Record<ErrorCode, ErrorStatus>> = {
  'desk-body': 400,
  'utf8-invalid': 400,
  'raffle-missing': 404,
  // Retrying is useless until the operator makes a key.
  'signing-key': 409,
  'raffle-exists': 409,
  'raffle-state': 409,
  'raffle-early': 409,
  'raffle-late': 409,
  'raffle-invalid': 422,
  'entries-invalid': 422,
  'desk-request': 422,
}

/** Errors not caused by the request, but by the desk, its store, clock, keys or network, are 503. */
export function statusOf({ code }: DrawauditError): ErrorStatus {
  return statuses[code] ?? (code.startsWith('json-') ? 400 : 503)
}

/**
 * The error body beside the message: the code of docs/CLAIMS.md, the place, a hint. Hints about the command
 * line are left out.
 */
export const describeError = ({ code, hint, where }: DrawauditError) => ({
  reason: code,
  ...(where.pointer !== undefined && { pointer: where.pointer }),
  ...(hint !== undefined && !/drawaudit [a-z]|--\w/.test(hint) && { hint }),
})
