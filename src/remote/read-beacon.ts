/**
 * Reads and verifies a round from an untrusted source.
 *
 * @packageDocumentation
 */
import {
  beaconRandomness,
  parseBeacon,
  verifyBeacon,
  type Beacon,
  type BeaconFault,
  type ChainInfo,
} from '../core/beacon.js'
import { parseJson } from '../core/json.js'
import { DrawauditError } from '../errors.js'

/** Max bytes of a round of any scheme. */
export const mostBeaconBytes = 16 * 1024

const limits = { bytes: mostBeaconBytes, depth: 8, values: 100, names: 100 }

/**
 * Reads a round in drand's JSON, from a file or a relay.
 *
 * @returns the beacon with its randomness, computed from the signature, verified with the chain's key.
 * @throws DrawauditError `beacon-invalid` for another round, or one not signed by the chain; `utf8-invalid`
 * or `json-…` for anything but JSON.
 */
export function parseBeaconFile(bytes: Uint8Array, chain: ChainInfo, round: number): Beacon {
  const beacon = parseBeacon(parseJson(bytes, { limits }))
  if (beacon.round !== round) throw invalid(`expected round ${round}, found round ${beacon.round}`)
  const check = verifyBeacon(beacon, chain)
  if (!check.valid) throw invalid(describeBeaconFault(check.reason))
  const { previousSignature, signature } = beacon
  return {
    round,
    signature,
    ...(previousSignature && { previousSignature }),
    randomness: beaconRandomness(signature),
  }
}

const faults = {
  'previous-missing': 'the previous signature is missing, which the chain signs',
  'previous-unexpected': 'there is a previous signature, which the chain does not sign',
  'previous-invalid': 'the previous signature cannot be one of the chain',
  'signature-encoding': 'the signature is not the compressed form of a point of its group',
  signature: 'the signature is not of the key of the chain over this round',
  randomness: 'the randomness is not the hash of the signature',
} as const

/** A beacon fault in words. */
export function describeBeaconFault(fault: BeaconFault): string {
  return faults[fault]
}

function invalid(message: string): DrawauditError {
  return new DrawauditError('beacon-invalid', message, {
    hint: 'fetch the round of this chain again, from another relay',
  })
}
