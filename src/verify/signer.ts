/**
 * Who signed a statement, as far as the auditor's trust root shows.
 *
 * @packageDocumentation
 */
import { verifyEnvelope, type Envelope } from '../core/dsse.js'
import type { Engine } from '../core/engine.js'
import { parseTime } from '../core/time.js'
import type { ClaimCode } from '../model/report.js'
import type { Statement } from '../model/statement.js'
import type { TrustedKey, TrustRoot } from '../model/trust.js'

/** Why no trusted key stands behind a statement. */
export interface SignerFault {
  readonly status: 'refuted' | 'not-provable'
  readonly code: ClaimCode
  readonly why: string
}

export type Signer = { readonly key: TrustedKey } | SignerFault

/**
 * The key of the statement's operator under which its envelope verifies, valid when the statement was issued. A
 * `keyid` narrows the keys that are tried, and nothing else.
 */
export function findSigner(
  envelope: Envelope,
  statement: Statement,
  trust: TrustRoot,
  engine: Engine,
): Signer {
  const operator = trust.operators.find(({ name }) => name === statement.operator)
  if (operator === undefined) {
    const why = `the trust root does not have the operator ${JSON.stringify(statement.operator)}`
    return { status: 'not-provable', code: 'operator-unknown', why }
  }
  const { keyId } = envelope
  const candidates = operator.keys.filter(key => keyId === undefined || key.keyId === keyId)
  if (candidates.length === 0) {
    const why = `the trust root does not have the key ${keyId ?? ''} of ${JSON.stringify(operator.name)}`
    return { status: 'not-provable', code: 'key-unknown', why }
  }
  const signer = candidates.find(({ key }) => verifyEnvelope(envelope, key, engine))
  if (signer === undefined) {
    return { status: 'refuted', code: 'signature-invalid', why: 'the signature is not of the operator’s key' }
  }
  const issuedAt = parseTime(statement.issued_at_utc)
  if (issuedAt < signer.validFrom || (signer.validUntil !== undefined && issuedAt >= signer.validUntil)) {
    const why = `it is dated ${statement.issued_at_utc}, when its key is not valid`
    return { status: 'refuted', code: 'key-outside-period', why }
  }
  return { key: signer }
}
