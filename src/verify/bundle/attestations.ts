/**
 * Attestations by observers in the trust file that they read the sealed list in full and found no duplicate
 * id.
 *
 * @packageDocumentation
 */
import type { Envelope } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { parseTime } from '../../core/time.js'
import { listAttestationType, parseListAttestation } from '../../model/list-attestation.js'
import { addFinding, type Finding } from '../../model/report.js'
import type { TrustRoot } from '../../model/trust.js'
import { readObserved, type Discounted } from '../observer.js'
import type { StatementChain } from './chain.js'

/** Who read the sealed list, and when. */
export interface ListReader {
  /** Name of the observer in the trust file. */
  readonly who: string
  /** Nanoseconds since 1970, and in the attestation's form. */
  readonly at: bigint
  readonly atUtc: string
}

export interface Attestations {
  /** The earliest valid one, if any. */
  readonly reader?: ListReader
  /** Why others do not count; empty if none were given. */
  readonly discounted: readonly Discounted[]
  readonly findings: readonly Finding[]
}

/** Whether an envelope in a file of observations attests a list. */
export function isListAttestation({ payloadType }: Envelope): boolean {
  return payloadType === listAttestationType
}

const ofLists = { payloadType: listAttestationType, parse: parseListAttestation }

/**
 * Observers' attestations of the list that the bundle's seal names. One counts if an observer in the trust
 * file signed it, its raffle, root and counts are the seal's, and it is not dated after now.
 */
export function findAttestations(
  envelopes: readonly Envelope[],
  { seal }: StatementChain,
  trust: TrustRoot,
  now: bigint,
  engine: Engine,
): Attestations {
  const discounted: Discounted[] = []
  const findings: Finding[] = []
  let reader: ListReader | undefined
  for (const envelope of envelopes) {
    const read = readObserved(envelope, ofLists, trust, engine)
    if ('why' in read) {
      const why = read.code === 'observation-untrusted' ? unsigned : read.why
      discounted.push({ ...read, why })
      continue
    }
    const { observed, observer } = read
    const sealed = seal?.statement
    if (sealed?.raffle_id !== observed.raffle_id) {
      const of = `an attestation is of the list of raffle ${observed.raffle_id}`
      discounted.push({ code: 'evidence-missing', why: of })
      continue
    }
    const atUtc = observed.checked_at_utc
    const at = parseTime(atUtc)
    if (at > now) {
      const why = `an attestation of the list is dated ${atUtc}, which is after now`
      addFinding(findings, { code: 'time-in-future', message: why })
      discounted.push({ code: 'observation-untrusted', why })
      continue
    }
    if (compared.some(member => observed[member] !== sealed[member])) {
      const other = `${observer.name} read another list of this raffle, of ${observed.total_entries} entries with the root ${observed.entries_root}`
      // Only the observer says so: it refutes nothing.
      addFinding(findings, { code: 'list-other', message: other })
      discounted.push({ code: 'list-other', why: other })
      continue
    }
    if (reader === undefined || at < reader.at) reader = { who: observer.name, at, atUtc }
  }
  return { ...(reader && { reader }), discounted, findings }
}

const compared = ['entries_root', 'total_entries', 'paid_entries', 'free_entries'] as const

const unsigned = 'an attestation of the list is not signed by an observer of the trust file'
