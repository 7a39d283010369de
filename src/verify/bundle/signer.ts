/**
 * Finds who signed a statement, by the auditor's trust file.
 *
 * @packageDocumentation
 */
import { verifyEnvelope, type Envelope } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { parseTime } from '../../core/time.js'
import type { ClaimCode } from '../../model/report.js'
import type { Statement } from '../../model/statement.js'
import type { KeyUse, TrustedKey, TrustRoot } from '../../model/trust.js'

/** Why no trusted key has signed a statement. */
export interface SignerFault {
  readonly status: 'refuted' | 'not-provable'
  readonly code: ClaimCode
  readonly why: string
}

export type SignerLookup = { readonly key: TrustedKey } | SignerFault

/**
 * The operator's key under which an envelope verifies. A `keyid` only narrows the keys that are tried; a key
 * for another use counts as unknown.
 */
export function findKey(
  envelope: Envelope,
  name: string,
  trust: TrustRoot,
  engine: Engine,
  use: KeyUse = 'statements',
): SignerLookup {
  const operator = trust.operators.find(one => one.name === name)
  if (operator === undefined) {
    const why = `the trust file does not have the operator ${JSON.stringify(name)}`
    return { status: 'not-provable', code: 'operator-unknown', why }
  }
  const { keyId } = envelope
  const candidates = operator.keys.filter(
    key => key.use === use && (keyId === undefined || key.keyId === keyId),
  )
  if (candidates.length === 0) {
    const what = keyId === undefined ? `a key for ${use}` : `the key ${keyId}`
    const why = `the trust file does not have ${what} of ${JSON.stringify(name)}`
    return { status: 'not-provable', code: 'key-unknown', why }
  }
  const key = candidates.find(one => verifyEnvelope(envelope, one.key, engine))
  if (key !== undefined) return { key }
  return { status: 'refuted', code: 'signature-invalid', why: 'the signature is not of the operator’s key' }
}

/** The operator's key under which a statement's envelope verifies, valid when the statement was issued. */
export function findSigner(
  envelope: Envelope,
  statement: Pick<Statement, 'operator' | 'issued_at_utc'>,
  trust: TrustRoot,
  engine: Engine,
  use: KeyUse = 'statements',
): SignerLookup {
  const signer = findKey(envelope, statement.operator, trust, engine, use)
  if ('why' in signer) return signer
  const { validFrom, validUntil } = signer.key
  const issuedAt = parseTime(statement.issued_at_utc)
  if (issuedAt >= validFrom && (validUntil === undefined || issuedAt < validUntil)) return signer
  const why = `it is dated ${statement.issued_at_utc}, when its key is not valid`
  return { status: 'refuted', code: 'key-outside-period', why }
}
