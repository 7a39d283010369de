/**
 * Outside evidence: what observers that the auditor trusts saw of a raffle, and when.
 *
 * @packageDocumentation
 */
import { decodeEnvelope, verifyEnvelope, type Envelope } from '../core/dsse.js'
import { encodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import { observationType, parseObservation, type Observation } from '../model/observation.js'
import type { ClaimCode, Finding } from '../model/report.js'
import type { Statement } from '../model/statement.js'
import type { TrustedObserver, TrustRoot } from '../model/trust.js'
import { isStatement, nameStatement, readStatement, type Chain } from './chain.js'
import { findSigner } from './signer.js'

/** A moment at which an observer had a statement before its eyes. Nanoseconds since 1970. */
export interface Sighting {
  readonly observer: string
  readonly at: bigint
  readonly observedAtUtc: string
}

/** Why an observation does not count. */
export interface Discounted {
  readonly code: ClaimCode
  readonly why: string
}

export interface Sightings {
  /** Of each statement of the bundle, by its place: the earliest, if there is any. */
  readonly earliest: readonly (Sighting | undefined)[]
  /** A signed commitment or seal of this raffle that is not that of the bundle. */
  readonly second?: Sighting & { readonly statement: Statement }
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
  let second: Sightings['second']
  const about = chain.links.map(({ statement }) => statement).find(isStatement)
  for (const envelope of observations) {
    const read = readObservation(envelope, trust, engine)
    if ('why' in read) {
      discounted.push(read)
      continue
    }
    const { observation, observer } = read
    const at = parseTime(observation.observed_at_utc)
    const sighting = { observer: observer.name, at, observedAtUtc: observation.observed_at_utc }
    if (observation.raffle_id !== about?.raffle_id) {
      discounted.push({
        code: 'evidence-missing',
        why: `an observation is of raffle ${observation.raffle_id}`,
      })
      continue
    }
    if (at > now) {
      const message = `an observation is dated ${observation.observed_at_utc}, which is after now`
      findings.push({ code: 'time-in-future', message })
      discounted.push({ code: 'observation-untrusted', why: message })
      continue
    }
    for (const json of observation.envelopes) {
      const seen = tryDecode(json)
      if (seen === undefined) continue
      const place = places.get(encodeHex(engine.hash('sha256', seen.payload)))
      if (place === undefined) second ??= findSecond(seen, sighting, about, trust, engine)
      else if (at < (earliest[place]?.at ?? at + 1n)) earliest[place] = sighting
    }
  }
  return { earliest, ...(second && { second }), discounted, findings }
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

function tryDecode(json: Observation['envelopes'][number]): Envelope | undefined {
  try {
    return decodeEnvelope(json)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

/** Only what the operator itself signed: anyone can show an observer something. */
function findSecond(
  envelope: Envelope,
  sighting: Sighting,
  about: Statement,
  trust: TrustRoot,
  engine: Engine,
): Sightings['second'] {
  const statement = readStatement(envelope)
  if (!isStatement(statement)) return undefined
  const { type, raffle_id, operator } = statement
  const isSame = raffle_id === about.raffle_id && operator === about.operator
  if (!isSame || (type !== 'commitment' && type !== 'seal')) return undefined
  const signer = findSigner(envelope, statement, trust, engine)
  if ('why' in signer) return undefined
  const { revokedAt } = signer.key
  // Whoever stole the key may have signed it.
  if (revokedAt !== undefined && sighting.at >= revokedAt) return undefined
  return { ...sighting, statement }
}

/** A second statement in words. */
export function describeSecond({
  statement,
  observer,
  observedAtUtc,
}: NonNullable<Sightings['second']>): string {
  return `${observer} saw another ${nameStatement(statement)} of this raffle, signed by the operator, at ${observedAtUtc}`
}
