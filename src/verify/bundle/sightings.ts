/**
 * Outside evidence: what trusted observers saw of a raffle, and when.
 *
 * @packageDocumentation
 */
import { encodeEnvelope, type Envelope, type EnvelopeJson } from '../../core/dsse.js'
import { encodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { parseTime } from '../../core/time.js'
import { observationType, parseObservation } from '../../model/observation.js'
import { addFinding, type Finding } from '../../model/report.js'
import type { Statement } from '../../model/statement.js'
import type { TrustRoot } from '../../model/trust.js'
import { discountFuture, readObserved, type Discounted } from '../observer.js'
import { isStatement, nameStatement, type StatementChain } from './chain.js'
import type { LogEvidence } from './log-evidence.js'
import type { Sighting } from './sighting.js'
import { findStamped, noStamps, type BundleStamps } from './stamped.js'
import { createSignedReader, isOutdated, isStolen, type SignedStatement } from './signed-statement.js'

/** A statement found outside the bundle. */
export interface StatementSeen {
  readonly statement: Statement
  /** Where: `Ada saw`, `entry 17 of the log is`. */
  readonly where: string
  /** When, if known. */
  readonly atUtc?: string
}

/** A statement that is missing in the bundle. */
export interface MissingStatement extends StatementSeen {
  /**
   * Whether the bundle has another one for its position, signed by the operator: another history. Otherwise
   * it came later, or the bundle was made up.
   */
  readonly isOther: boolean
}

export interface Sightings {
  /**
   * For each statement of the bundle, the earliest sighting by an observer that would count against another
   * bundle, too; one under an outdated key if there is no other.
   */
  readonly observed: readonly (Sighting | undefined)[]
  /** The earliest by anyone, including time-stampers, who saw only a digest. */
  readonly earliest: readonly (Sighting | undefined)[]
  /**
   * A second signed commitment or seal of this raffle, different from the bundle's or another observation's.
   */
  readonly second?: StatementSeen
  /**
   * The first signed statement of this raffle that is missing in the bundle, other than a second commitment
   * or seal.
   */
  readonly missing?: MissingStatement
  /** What did not count; empty if there were no observations. */
  readonly discounted: readonly Discounted[]
  /** Time-stamps that did not count; empty if there were none. */
  readonly unstamped: readonly Discounted[]
  readonly findings: readonly Finding[]
}

const elsewhere = 'another document that was given has'

/** Sources beside a bundle that show statements of its raffle. */
interface SightingSources {
  readonly observations: readonly Envelope[]
  readonly companions?: readonly EnvelopeJson[]
  readonly log: LogEvidence
  readonly stamps?: BundleStamps
}

const ofRaffles = { payloadType: observationType, parse: parseObservation }

/** What observers, other documents and the log show about the statements of a chain. */
export function findSightings(
  { observations, companions = [], log, stamps = noStamps }: SightingSources,
  chain: StatementChain,
  trust: TrustRoot,
  now: bigint,
  engine: Engine,
): Sightings {
  // By digest: a bundle may contain a statement twice.
  const names = chain.links.map(({ digest }) => encodeHex(digest))
  const known = new Set(names)
  const seen = new Map<string, Sighting>()
  const counted = new Map<string, Sighting>()
  const discounted: Discounted[] = []
  const findings: Finding[] = []
  const unknown: Unknown[] = []
  const about = chain.links.map(({ statement }) => statement).find(isStatement)
  const readSigned = about && createSignedReader(about, trust, engine)
  for (const envelope of observations) {
    const read = readObserved(envelope, ofRaffles, trust, engine)
    if ('why' in read) {
      discounted.push(read)
      continue
    }
    const { observed: observation, observer } = read
    const at = parseTime(observation.observed_at_utc)
    const atUtc = observation.observed_at_utc
    const sighting = { who: observer.name, by: 'observer', at, atUtc } as const
    if (readSigned === undefined || observation.raffle_id !== about?.raffle_id) {
      discounted.push({
        code: 'evidence-missing',
        why: `an observation is of raffle ${observation.raffle_id}`,
      })
      continue
    }
    if (at > now) {
      const future = discountFuture(atUtc)
      addFinding(findings, { code: 'time-in-future', message: future.why })
      discounted.push(future)
      continue
    }
    for (const json of observation.envelopes) {
      const signed = readSigned(json)
      if (signed === undefined) continue
      const { digest } = signed
      const isOld = isOutdated(signed, at, now)
      if (!known.has(digest) && isOld) {
        addFinding(findings, describeOutdated(signed, `${observer.name} saw`))
        continue
      }
      if (isStolen(signed, at)) continue
      if (!known.has(digest)) {
        unknown.push({ ...signed, where: `${observer.name} saw`, atUtc })
        continue
      }
      keepEarliest(seen, digest, sighting)
      if (!isOld) keepEarliest(counted, digest, sighting)
    }
  }
  for (const json of companions) {
    const signed = readSigned?.(json)
    if (signed === undefined || known.has(signed.digest)) continue
    if (isOutdated(signed, undefined, now)) {
      addFinding(findings, describeOutdated(signed, elsewhere))
      continue
    }
    unknown.push({ ...signed, where: elsewhere })
  }
  for (const { index, signed } of log.others)
    unknown.push({ ...signed, where: `entry ${index} of the log is` })
  const { stamped, unstamped } = findStamped(stamps, chain, readSigned, engine)
  const earliest = names.map((name, place) =>
    findEarlier(findEarlier(seen.get(name), log.sightings[place]), stamped[place]),
  )
  const observed = names.map(name => {
    const old = seen.get(name)
    return counted.get(name) ?? (old && { ...old, isOutdated: true as const })
  })
  /** Only statements that the operator signed: anybody can make up another one, which accuses nobody. */
  const signedAt = (place: number): SignedStatement | undefined => {
    const link = chain.links[place]
    const signed = link && readSigned?.(encodeEnvelope(link.envelope))
    return signed === undefined || isStolen(signed, earliest[place]?.at) ? undefined : signed
  }
  const others = sortUnknown(unknown, chain, signedAt)
  return { observed, earliest, ...others, discounted, unstamped, findings }
}

/** A statement signed by the operator that is missing in the bundle. */
type Unknown = SignedStatement & Omit<StatementSeen, 'statement'>

/** @param signedAt - the operator's signed statement at a position of the bundle. */
function sortUnknown(
  unknown: readonly Unknown[],
  { links, commitment, seal }: StatementChain,
  signedAt: (place: number) => SignedStatement | undefined,
): Pick<Sightings, 'second' | 'missing'> {
  if (unknown.length === 0) return {}
  const only = new Map<string, string>()
  for (const statement of [commitment, seal?.statement]) {
    const own = statement && signedAt(links.findIndex(link => link.statement === statement))
    if (own !== undefined) only.set(own.statement.type, own.digest)
  }
  let second: StatementSeen | undefined
  let missing: StatementSeen | undefined
  for (const { statement, digest, where, atUtc } of unknown) {
    const seen = { statement, where, ...(atUtc !== undefined && { atUtc }) }
    const { type, sequence } = statement
    // Only one of these may exist.
    if (type === 'commitment' || type === 'seal') {
      const first = only.get(type) ?? digest
      only.set(type, first)
      if (first !== digest) {
        second ??= seen
        continue
      }
    }
    if (sequence < (missing?.statement.sequence ?? Infinity)) missing = seen
  }
  const isOther = missing !== undefined && signedAt(missing.statement.sequence) !== undefined
  return { ...(second && { second }), ...(missing && { missing: { ...missing, isOther } }) }
}

function keepEarliest(kept: Map<string, Sighting>, digest: string, sighting: Sighting): void {
  kept.set(digest, findEarlier(kept.get(digest), sighting) ?? sighting)
}

function findEarlier(one: Sighting | undefined, other: Sighting | undefined): Sighting | undefined {
  return one !== undefined && (other === undefined || one.at <= other.at) ? one : other
}

/** A statement by an old key: anybody may have that key, so it accuses nobody, but readers are told. */
function describeOutdated({ statement }: SignedStatement, where: string): Finding {
  const what = describeSeen({ statement, where }, 'another')
  const message = `${what}, by a key of the operator that is not valid any more: it accuses nobody`
  return { code: 'statement-outdated', message }
}

/** Describes a second statement. */
export function describeSecond(second: StatementSeen): string {
  const when = second.atUtc === undefined ? '' : `, at ${second.atUtc}`
  return `${describeSeen(second, 'another')}, signed by the operator${when}`
}

/** Describes a statement missing in the bundle. */
export function describeMissing(missing: StatementSeen): string {
  return `${describeSeen(missing, 'a')}, signed by the operator, which is not in the bundle`
}

function describeSeen({ where, statement }: StatementSeen, article: string): string {
  return `${where} ${article} ${nameStatement(statement)} of this raffle`
}
