/**
 * Statements found beside a bundle, in observations and in a log. Only what the operator signed counts.
 *
 * @packageDocumentation
 */
import { decodeEnvelope, encodePae, type Envelope, type EnvelopeJson } from '../../core/dsse.js'
import { encodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { DrawauditError } from '../../errors.js'
import type { Statement } from '../../model/statement.js'
import type { TrustRoot } from '../../model/trust.js'
import { isStatement, readStatement } from './chain.js'
import { findSigner } from './signer.js'

/** A statement signed by its operator. */
export interface SignedStatement {
  /** The statement. */
  readonly statement: Statement
  /** Of the payload, in hex. */
  readonly digest: string
  /** Id of the signing key. */
  readonly keyId: string
  /** Since when that key may be in other hands. Nanoseconds since 1970. */
  readonly revokedAt?: bigint
  /** End of the key’s validity, exclusive. Nanoseconds since 1970. */
  readonly validUntil?: bigint
}

/** Reads an envelope; undefined if it is not signed by the operator, or is of another raffle. */
export type SignedReader = (json: EnvelopeJson) => SignedStatement | undefined

/**
 * Only what the operator had signed counts, for it and against it: anyone can show an observer something, and
 * an operator could show a thousand unsigned drafts and later sign the best.
 */
export function createSignedReader(about: Statement, trust: TrustRoot, engine: Engine): SignedReader {
  // The same statements recur in every observation.
  const known = new Map<string, SignedStatement | undefined>()
  return json => {
    const envelope = tryDecode(json)
    if (envelope === undefined) return undefined
    const { payloadType, payload, signature } = envelope
    const signed = engine.hash('sha256', encodePae(payloadType, payload))
    const name = `${encodeHex(signed)} ${encodeHex(signature)}`
    if (!known.has(name)) {
      // Bounds the memory.
      if (known.size >= mostKnown) known.clear()
      known.set(name, readSignedStatement(envelope, about, trust, engine))
    }
    return known.get(name)
  }
}

/** Max cached verdicts on signatures. */
const mostKnown = 100_000

/** Whether a statement seen at this time may have been signed by a thief of the key. */
export function isStolen({ revokedAt }: SignedStatement, at: bigint | undefined): boolean {
  return revokedAt !== undefined && (at === undefined || at >= revokedAt)
}

/**
 * Whether a statement does not count against its operator: anybody may have an old key, and can date a second
 * commitment at will.
 *
 * @param at - when somebody saw it, if known.
 */
export function isOutdated(signed: SignedStatement, at: bigint | undefined, now: bigint): boolean {
  const { validUntil } = signed
  if (isStolen(signed, at)) return true
  return validUntil !== undefined && validUntil <= now && (at === undefined || at >= validUntil)
}

function readSignedStatement(
  { payloadType, payload, signature }: Envelope,
  about: Statement,
  trust: TrustRoot,
  engine: Engine,
): SignedStatement | undefined {
  // Key ids are not signed: with a wrong one, a second statement would not count against its signer.
  const envelope = { payloadType, payload, signature }
  const statement = readStatement(envelope)
  if (!isStatement(statement)) return undefined
  if (statement.raffle_id !== about.raffle_id) return undefined
  // By key, whatever operator name it gives.
  const signer = findSigner(envelope, { ...statement, operator: about.operator }, trust, engine)
  if ('why' in signer) return undefined
  const { revokedAt, validUntil, keyId } = signer.key
  const digest = encodeHex(engine.hash('sha256', payload))
  return {
    statement,
    digest,
    keyId,
    ...(revokedAt !== undefined && { revokedAt }),
    ...(validUntil !== undefined && { validUntil }),
  }
}

function tryDecode(json: EnvelopeJson): Envelope | undefined {
  try {
    return decodeEnvelope(json)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
