/**
 * `statement.signed`
 *
 * @packageDocumentation
 */
import type { Envelope } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { statementType } from '../../model/statement.js'
import type { TrustRoot } from '../../model/trust.js'
import { isStatement, nameStatement } from '../chain.js'
import { findKey, findSigner, type SignerFault } from '../signer.js'
import { speak, type Ending, type Evidence } from './evidence.js'

const { proven, refuted, notProvable } = speak('the organiser signed every statement about the raffle')

/**
 * Every statement verifies under a key of its operator that the trust root holds, within the key's validity by the
 * time that it gives; where the key was revoked, only if an observer saw the statement before.
 */
export function checkStatementSigned({ chain, trust, sightings, engine }: Evidence): Ending {
  const operator = chain.links.map(({ statement }) => statement).find(isStatement)?.operator
  const faults = chain.links.flatMap(({ envelope, statement }, index): readonly SignerFault[] => {
    if (!isStatement(statement)) return [describeUnread(index, envelope, operator, trust, engine)]
    const name = nameStatement(statement)
    const signer = findSigner(envelope, statement, trust, engine)
    if ('why' in signer) return [{ ...signer, why: `${name}: ${signer.why}` }]
    const { revokedAt } = signer.key
    if (revokedAt === undefined || (sightings.earliest[index]?.at ?? revokedAt) < revokedAt) return []
    const why = `${name}: its key was revoked, and no observer saw it before that`
    return [{ status: 'not-provable', code: 'key-revoked', why }]
  })
  const [fault] = faults.toSorted((a, b) => weigh(a) - weigh(b))
  if (fault === undefined) return proven('signature-verified')
  return (fault.status === 'refuted' ? refuted : notProvable)(fault.code, fault.why)
}

/** What is no statement may still show that nobody of the operator's signed it. */
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

function weigh({ status }: SignerFault): number {
  return status === 'refuted' ? 0 : 1
}
