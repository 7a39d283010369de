/**
 * The status with which the desk answers an error.
 *
 * @packageDocumentation
 */
import type { DrawauditError, ErrorCode } from '../errors.js'
import type { ErrorStatus } from '../server/respond.js'

const statuses: Partial<Record<ErrorCode, ErrorStatus>> = {
  'desk-body': 400,
  'utf8-invalid': 400,
  'raffle-missing': 404,
  // Until the operator makes a key asking again changes nothing.
  'signing-key': 409,
  'raffle-exists': 409,
  'raffle-state': 409,
  'raffle-early': 409,
  'raffle-late': 409,
  'raffle-invalid': 422,
  'entries-invalid': 422,
  'desk-request': 422,
}

/** What is not in the request is in the desk, its store, its clock, its keys or the network: 503. */
export function statusOf({ code }: DrawauditError): ErrorStatus {
  return statuses[code] ?? (code.startsWith('json-') ? 400 : 503)
}

/**
 * What the envelope has beside the message: the code of docs/CLAIMS.md, where it was, what to do. What somebody would do
 * at the command line is not for who asks over HTTP.
 */
export const describeError = ({ code, hint, where }: DrawauditError) => ({
  reason: code,
  ...(where.pointer !== undefined && { pointer: where.pointer }),
  ...(hint !== undefined && !/drawaudit [a-z]|--\w/.test(hint) && { hint }),
})
