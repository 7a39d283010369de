/**
 * Outside evidence: what observers that the auditor trusts saw of a raffle, and when.
 *
 * @packageDocumentation
 */
import { decodeEnvelope, encodePae, verifyEnvelope, type Envelope, type EnvelopeJson } from '../core/dsse.js'
import { encodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import { observationType, parseObservation, type Observation } from '../model/observation.js'
import { addFinding, type ClaimCode, type Finding } from '../model/report.js'
import type { Statement } from '../model/statement.js'
import type { TrustedObserver, TrustRoot } from '../model/trust.js'
import { isStatement, nameStatement, readStatement, type Chain } from './chain.js'
import { findSigner } from './signer.js'

/** A moment at which an observer had a statement before its eyes, signed. Nanoseconds since 1970. */
export interface Sighting {
  readonly observer: string
  readonly at: bigint
  readonly observedAtUtc: string
}

/** A statement that an observer saw. */
export interface StatementSeen extends Sighting {
  readonly statement: Statement
}

/** Why an observation does not count. */
export interface Discounted {
  readonly code: ClaimCode
  readonly why: string
}

export interface Sightings {
  /** Of each statement of the bundle, by its place: the earliest, if there is any. */
  readonly earliest: readonly (Sighting | undefined)[]
  /** A signed commitment or seal of this raffle, where the bundle, or another observation, has another one. */
  readonly second?: StatementSeen
  /** The first signed statement of this raffle that the bundle does not have, beside a second commitment or seal. */
  readonly missing?: StatementSeen
  /** What did not count; empty where no observation was given. */
  readonly discounted: readonly Discounted[]
  readonly findings: readonly Finding[]
}

/** What `observations` show of the statements of a chain. */
export function findSightings(
  observations: readonly Envelope[],
  chain: Chain,
  trust: TrustRoot,
  now: bigint,
  engine: Engine,
): Sightings {
  const places = new Map(chain.links.map(({ digest }, index) => [encodeHex(digest), index]))
  const earliest: (Sighting | undefined)[] = chain.links.map(() => undefined)
  const discounted: Discounted[] = []
  const findings: Finding[] = []
  let second: StatementSeen | undefined
  let missing: StatementSeen | undefined
  const about = chain.links.map(({ statement }) => statement).find(isStatement)
  const readSigned = about && createReader(about, trust, engine)
  const only = findOnly(chain)
  for (const envelope of observations) {
    const read = readObservation(envelope, trust, engine)
    if ('why' in read) {
      discounted.push(read)
      continue
    }
    const { observation, observer } = read
    const at = parseTime(observation.observed_at_utc)
    const sighting = { observer: observer.name, at, observedAtUtc: observation.observed_at_utc }
    if (readSigned === undefined || observation.raffle_id !== about?.raffle_id) {
      discounted.push({
        code: 'evidence-missing',
        why: `an observation is of raffle ${observation.raffle_id}`,
      })
      continue
    }
    if (at > now) {
      const message = `an observation is dated ${observation.observed_at_utc}, which is after now`
      addFinding(findings, { code: 'time-in-future', message })
      discounted.push({ code: 'observation-untrusted', why: message })
      continue
    }
    for (const json of observation.envelopes) {
      const seen = readSigned(json, at)
      if (seen === undefined) continue
      const { digest, statement } = seen
      const place = places.get(digest)
      if (place !== undefined) {
        if (at < (earliest[place]?.at ?? at + 1n)) earliest[place] = sighting
        continue
      }
      const { type, sequence } = statement
      if (type === 'commitment' || type === 'seal') {
        const first = only.get(type) ?? digest
        only.set(type, first)
        if (first !== digest) {
          second ??= { ...sighting, statement }
          continue
        }
      }
      if (sequence < (missing?.statement.sequence ?? Infinity)) missing = { ...sighting, statement }
    }
  }
  return { earliest, ...(second && { second }), ...(missing && { missing }), discounted, findings }
}

/** Digests of the commitment and the seal, of which there may be no other. */
function findOnly({ links, commitment, seal }: Chain): Map<'commitment' | 'seal', string> {
  const only = new Map<'commitment' | 'seal', string>()
  for (const { statement, digest } of links) {
    if (statement === commitment) only.set('commitment', encodeHex(digest))
    if (statement === seal?.statement) only.set('seal', encodeHex(digest))
  }
  return only
}

function readObservation(
  envelope: Envelope,
  trust: TrustRoot,
  engine: Engine,
): { readonly observation: Observation; readonly observer: TrustedObserver } | Discounted {
  const observer = trust.observers.find(
    ({ key, keyId }) =>
      (envelope.keyId === undefined || envelope.keyId === keyId) && verifyEnvelope(envelope, key, engine),
  )
  if (observer === undefined || envelope.payloadType !== observationType) {
    return {
      code: 'observation-untrusted',
      why: 'an observation is not signed by an observer of the trust root',
    }
  }
  try {
    return { observation: parseObservation(envelope.payload), observer }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return { code: 'observation-invalid', why: error.message }
  }
}

/** Reads what an observer saw at a moment; undefined for what does not count. */
type SignedReader = (json: EnvelopeJson, at: bigint) => SignedStatement | undefined

interface SignedStatement {
  readonly statement: Statement
  /** Of the payload, in hex. */
  readonly digest: string
  readonly revokedAt?: bigint
}

/**
 * Only what the operator had signed by then counts, for it and against it: anyone can show an observer something, and
 * an operator could show it a thousand drafts without a signature and sign the best of them later.
 */
function createReader(about: Statement, trust: TrustRoot, engine: Engine): SignedReader {
  // The same statements come again in every observation.
  const known = new Map<string, SignedStatement | undefined>()
  return (json, at) => {
    const envelope = tryDecode(json)
    if (envelope === undefined) return undefined
    const { payloadType, payload, signature } = envelope
    const signed = engine.hash('sha256', encodePae(payloadType, payload))
    const name = `${encodeHex(signed)} ${encodeHex(signature)}`
    if (!known.has(name)) known.set(name, readSignedStatement(envelope, about, trust, engine))
    const read = known.get(name)
    // Whoever stole the key may have signed it.
    return read?.revokedAt !== undefined && at >= read.revokedAt ? undefined : read
  }
}

function readSignedStatement(
  { payloadType, payload, signature }: Envelope,
  about: Statement,
  trust: TrustRoot,
  engine: Engine,
): SignedStatement | undefined {
  // Nobody signs the id of the key: with a wrong one, a second statement would not count against its signer.
  const envelope = { payloadType, payload, signature }
  const statement = readStatement(envelope)
  if (!isStatement(statement)) return undefined
  if (statement.raffle_id !== about.raffle_id || statement.operator !== about.operator) return undefined
  const signer = findSigner(envelope, statement, trust, engine)
  if ('why' in signer) return undefined
  const { revokedAt } = signer.key
  const digest = encodeHex(engine.hash('sha256', payload))
  return { statement, digest, ...(revokedAt !== undefined && { revokedAt }) }
}

function tryDecode(json: EnvelopeJson): Envelope | undefined {
  try {
    return decodeEnvelope(json)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

/** A second statement in words. */
export function describeSecond(second: StatementSeen): string {
  return `${describeSeen(second, 'another')}, signed by the operator, at ${second.observedAtUtc}`
}

/** A statement that is not in the bundle, in words. */
export function describeMissing(missing: StatementSeen): string {
  return `${describeSeen(missing, 'a')}, signed by the operator, which is not in the bundle`
}

function describeSeen({ observer, statement }: StatementSeen, article: string): string {
  return `${observer} saw ${article} ${nameStatement(statement)} of this raffle`
}
