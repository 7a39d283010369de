/**
 * drand's JSON: the writers for what `parseBeacon` and `parseChainInfo` read.
 *
 * @packageDocumentation
 */
import { beaconRandomness, type Beacon, type ChainInfo } from './beacon.js'
import { encodeHex } from './encoding.js'

/** A round as drand serves it. */
export interface BeaconJson {
  readonly round: number
  readonly randomness: string
  readonly signature: string
  readonly previous_signature?: string
}

/** A chain, with the member names of version 2 of drand's `/info`, which trust files use too. */
export interface ChainJson {
  readonly chain_hash: string
  readonly scheme: string
  readonly public_key: string
  readonly period: number
  readonly genesis_time: number
  readonly genesis_seed: string
  /** Left out for drand's default chain. */
  readonly beacon_id?: string
}

/** A beacon as drand serves it; the randomness is computed from the signature. */
export function encodeBeacon({ round, signature, previousSignature }: Beacon): BeaconJson {
  return {
    round,
    randomness: encodeHex(beaconRandomness(signature)),
    signature: encodeHex(signature),
    ...(previousSignature && { previous_signature: encodeHex(previousSignature) }),
  }
}

/** Encodes a chain as trust files and version 2 of drand's `/info` do. */
export function encodeChainInfo(chain: ChainInfo): ChainJson {
  return {
    chain_hash: chain.chainHash,
    scheme: chain.scheme,
    public_key: encodeHex(chain.publicKey),
    period: chain.period,
    genesis_time: chain.genesisTime,
    genesis_seed: encodeHex(chain.genesisSeed),
    beacon_id: chain.beaconId,
  }
}
