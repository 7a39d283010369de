/**
 * The evidence that the checks of a bundle use, and the wording of their results.
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
  /** The chain named by the commitment, if the trust file has it. */
  readonly beaconChain?: ChainInfo
  readonly record?: AuditRecord | { readonly problems: readonly Problem[] }
  /** What was missing in the bundle, and where it came from instead. */
  readonly supplied?: Subject['supplied']
  /** The entry list, from the bundle or from the file that it names. */
  readonly list?: ListSummary
  readonly log: LogEvidence
  readonly sightings: Sightings
  /** Attestations of having read the sealed list in full. */
  readonly attestations: Attestations
  readonly engine: Engine
}

/** Ending of a claim without its id, which is in the list of claims. */
export type BundleClaimResult = Omit<Claim, 'id'>

/** Advice if the list is missing and one entry is asked for. */
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
 * Endings of a claim with the sentence `says`, followed by the reason. A failure is worded as one, so there
 * `why` is a whole sentence.
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
