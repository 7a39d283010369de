/**
 * `statement.signed`
 *
 * @packageDocumentation
 */
import type { Envelope } from '../../../core/dsse.js'
import type { Engine } from '../../../core/engine.js'
import { statementType } from '../../../model/statement.js'
import type { TrustRoot } from '../../../model/trust.js'
import { isStatement, nameStatement, type Link } from '../chain.js'
import { findKey, findSigner, type SignerFault } from '../signer.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'

const { proven, refuted, notProvable } = speak('the organiser signed every statement about the raffle')

/**
 * Every statement verifies under a key of its operator in the trust file, valid at the statement's time; if
 * the key was revoked, only if an observer or the log had the statement before.
 */
export function checkStatementSigned({ chain, trust, sightings, engine }: Evidence): BundleClaimResult {
  const operator = chain.links.map(({ statement }) => statement).find(isStatement)?.operator
  let open: SignerFault | undefined
  for (const [index, link] of chain.links.entries()) {
    const fault = findFault(index, link)
    // Nothing weighs more, and trying every key for each of 10,000 statements takes time.
    if (fault?.status === 'refuted') return refuted(fault.code, fault.why)
    open ??= fault
  }
  return open === undefined ? proven('signature-verified') : notProvable(open.code, open.why)

  function findFault(index: number, { envelope, statement }: Link): SignerFault | undefined {
    if (!isStatement(statement)) return describeUnread(index, envelope, operator, trust, engine)
    const name = nameStatement(statement)
    const signer = findSigner(envelope, statement, trust, engine)
    if ('why' in signer) return { ...signer, why: `${name}: ${signer.why}` }
    const { revokedAt } = signer.key
    if (revokedAt === undefined || (sightings.earliest[index]?.at ?? revokedAt) < revokedAt) return undefined
    const why = `${name}: its key was revoked, and nobody saw it before that`
    return { status: 'not-provable', code: 'key-revoked', why }
  }
}

/** A malformed statement may still be shown not to be signed by the operator. */
function describeUnread(
  index: number,
  envelope: Envelope,
  operator: string | undefined,
  trust: TrustRoot,
  engine: Engine,
): SignerFault {
  if (envelope.payloadType !== statementType) {
    const why = `statement ${index} is signed as something else than a statement`
    return { status: 'refuted', code: 'signature-invalid', why }
  }
  if (operator !== undefined) {
    const key = findKey(envelope, operator, trust, engine)
    if ('why' in key) return { ...key, why: `statement ${index}: ${key.why}` }
  }
  const why = `statement ${index} cannot be read, so nobody knows whose it is`
  return { status: 'not-provable', code: 'statement-invalid', why }
}
