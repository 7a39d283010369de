import { readFileSync } from 'node:fs'
import type { SchemeName } from '../../src/core/beacon.js'
import { createChain, type RelayChain } from '../../src/relay/create-chain.js'
import { hex, sha256, utf8 } from './second-opinion.js'

/** A chain as a trust file has it. */
export interface ChainJson {
  readonly chain_hash: string
  readonly scheme: string
  readonly public_key: string
  readonly period: number
  readonly genesis_time: number
  readonly genesis_seed: string
  readonly beacon_id?: string
}

/** One round with its chain. */
export interface Round {
  readonly chain: ChainJson
  /** Trusted without being named in the trust file. */
  readonly builtIn: boolean
  readonly round: number
  readonly signature: string
  readonly previous_signature?: string
}

export const roundTime = ({ chain, round }: Pick<Round, 'chain' | 'round'>): number =>
  chain.genesis_time + (round - 1) * chain.period

interface Published {
  readonly chain: {
    readonly hash: string
    readonly schemeID: string
    readonly public_key: string
    readonly period: number
    readonly genesis_time: number
    readonly groupHash: string
  }
  readonly beacons: readonly {
    readonly round: number
    readonly signature: string
    readonly previous_signature?: string
  }[]
}

function readRounds(name: string): readonly Round[] {
  const file = new URL(`../../fixtures/beacons/${name}.json`, import.meta.url)
  const { chain, beacons } = JSON.parse(readFileSync(file, 'utf8')) as Published
  return beacons.map(({ round, signature, previous_signature }) => ({
    chain: {
      chain_hash: chain.hash,
      scheme: chain.schemeID,
      public_key: chain.public_key,
      period: chain.period,
      genesis_time: chain.genesis_time,
      genesis_seed: chain.groupHash,
    },
    builtIn: true,
    round,
    signature,
    ...(previous_signature !== undefined && { previous_signature }),
  }))
}

/** What drand published. */
export const published = { quicknet: readRounds('quicknet'), default: readRounds('default') } as const

/** A round that drand published. */
export function realRound(chain: keyof typeof published, round: number): Round {
  const found = published[chain].find(one => one.round === round)
  if (found === undefined) throw new Error(`no round ${round} of ${chain} is in fixtures/beacons`)
  return found
}

const chains = new Map<string, RelayChain>()

/** A round of a chain of our own; chained schemes sign every round before it. */
export function ownRound(
  scheme: SchemeName,
  round: number,
  { period = 10, genesisTime = 1_750_000_000, name = 'one' } = {},
): Round {
  const beaconId = `test-${name}`
  const key = JSON.stringify([scheme, period, genesisTime, name])
  const own =
    chains.get(key) ?? createChain({ secretKey: secretOf(key), period, genesisTime, beaconId, scheme })
  chains.set(key, own)
  const { chain } = own
  const { signature, previousSignature } = own.sign(round)
  return {
    chain: {
      chain_hash: chain.chainHash,
      scheme,
      public_key: hex(chain.publicKey),
      period,
      genesis_time: genesisTime,
      genesis_seed: hex(chain.genesisSeed),
      beacon_id: beaconId,
    },
    builtIn: false,
    round,
    signature: hex(signature),
    ...(previousSignature && { previous_signature: hex(previousSignature) }),
  }
}

/** Below the order of the group: the first bits are zero. */
function secretOf(name: string): Uint8Array {
  const bytes = sha256(utf8(`chain ${name}`))
  bytes[0] = 0x1f & bytes[0]!
  return bytes
}
