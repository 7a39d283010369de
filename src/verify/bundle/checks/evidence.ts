/**
 * Everything that the checks of a bundle look at, and how they say what they found.
 *
 * @packageDocumentation
 */
import type { ChainInfo } from '../../../core/beacon.js'
import type { Engine } from '../../../core/engine.js'
import * as timetable from '../../../core/timetable.js'
import type { Bundle } from '../../../model/bundle.js'
import type { AuditRecord } from '../../../model/audit-record.js'
import type { Claim, ClaimCode, Status, Subject } from '../../../model/report.js'
import type { Problem } from '../../../model/schema.js'
import type { TrustRoot } from '../../../model/trust.js'
import type { Attestations } from '../attestations.js'
import type { StatementChain } from '../chain.js'
import type { ListSummary } from '../entry-list.js'
import type { LogEvidence } from '../log-evidence.js'
import type { Sightings } from '../sightings.js'

export interface Evidence {
  readonly bundle: Bundle
  readonly chain: StatementChain
  readonly trust: TrustRoot
  /** The chain that the commitment names, when it names one and the trust file has it. */
  readonly beaconChain?: ChainInfo
  readonly record?: AuditRecord | { readonly problems: readonly Problem[] }
  /** What was not in the bundle, and where it came from instead. */
  readonly supplied?: Subject['supplied']
  /** The list of entries, from the bundle or from the file that it names. */
  readonly list?: ListSummary
  readonly log: LogEvidence
  readonly sightings: Sightings
  /** Who says to have read the sealed list whole. */
  readonly attestations: Attestations
  readonly engine: Engine
}

/** How a claim ended: everything but its id, which stands where the claims are listed. */
export type BundleClaimResult = Omit<Claim, 'id'>

/** What to do where the list is not there and one entry is asked for. */
export const askForProof =
  'give the proof of the entry as well: the service has it at /raffles/RAFFLE/entries/ENTRY/proof'

type ClaimValues = Pick<Claim, 'expected' | 'found' | 'pick' | 'pointer'>

export interface Speaker {
  readonly proven: (code: ClaimCode, why?: string) => BundleClaimResult
  readonly refuted: (code: ClaimCode, why: string, values?: ClaimValues) => BundleClaimResult
  readonly notProvable: (code: ClaimCode, why: string, values?: ClaimValues) => BundleClaimResult
  readonly notApplicable: (code: ClaimCode, why: string) => BundleClaimResult
}

/**
 * Endings of a claim that says `says`: the same sentence in every report, and then why. What fails is said as a failure
 * alone, so `why` is a whole sentence there.
 */
export function speak(says: string): Speaker {
  const end =
    (status: Status) =>
    (code: ClaimCode, why?: string, values: ClaimValues = {}): BundleClaimResult => ({
      status,
      code,
      message: why === undefined ? says : `${says}: ${why}`,
      ...values,
    })
  return {
    proven: end('proven'),
    refuted: (code, why, values = {}) => ({ status: 'refuted', code, message: why, ...values }),
    notProvable: end('not-provable'),
    notApplicable: end('not-applicable'),
  }
}

/** Time of the committed round, in seconds since 1970; undefined without a beacon, or when its chain is unknown. */
export function findCommittedRoundTime({ chain: { commitment }, beaconChain }: Evidence): number | undefined {
  const round = commitment?.beacon?.round
  return round === undefined || beaconChain === undefined
    ? undefined
    : timetable.findRoundTime(beaconChain, round)
}
