/**
 * Pinned blocks: their hashes are known from elsewhere.
 *
 * @packageDocumentation
 */
import { bitcoinPeriods, ethereumBlocks } from './shipped.js'

/** A block pinned as the one at its height. */
export interface BlockPin {
  /** The name of the chain: `bitcoin`, `ethereum`, or another. */
  readonly chain: string
  /** Number of the block, from 0. */
  readonly height: number
  /** 64 lower-case hex digits, as explorers print them (Bitcoin: bytes reversed). */
  readonly hash: string
  /** Bitcoin, last block of a period: the bits of the next header. */
  readonly nextBits?: number
}

/** Blocks in a Bitcoin period, after which the target changes. */
export const periodLength = 2016

const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'

let shipped: ReadonlyMap<string, readonly BlockPin[]> | undefined

/** The pins shipped with drawaudit for a chain, lowest first; none for an unknown chain. */
export function shippedPins(chain: string): readonly BlockPin[] {
  shipped ??= new Map<string, readonly BlockPin[]>([
    ['bitcoin', readBitcoin()],
    ['ethereum', ethereumBlocks.map(([height, hash]) => ({ chain: 'ethereum', height, hash }))],
  ])
  return shipped.get(chain) ?? []
}

function readBitcoin(): readonly BlockPin[] {
  const periods = bitcoinPeriods.trim().split(/\s+/)
  const ends = periods.map((written, index) => ({
    chain: 'bitcoin',
    height: (index + 1) * periodLength - 1,
    hash: written.slice(8).padStart(64, '0'),
    nextBits: parseInt(written.slice(0, 8), 16),
  }))
  return [{ chain: 'bitcoin', height: 0, hash: genesis }, ...ends]
}
