/**
 * Blocks whose hashes are known from elsewhere: pinned.
 *
 * @packageDocumentation
 */
import { bitcoinPeriods, ethereumBlocks } from './shipped.js'

/** A block of which somebody says that it is the one of its height. */
export interface BlockPin {
  /** The name of the chain: `bitcoin`, `ethereum`, or another. */
  readonly chain: string
  readonly height: number
  /** 64 lower-case hex digits, as explorers print them: of Bitcoin from the last byte. */
  readonly hash: string
  /** Of the last block of a period of Bitcoin: the bits of the header after it. */
  readonly nextBits?: number
}

/** Bitcoin's target changes with every block whose height is a multiple of this. */
export const periodLength = 2016

const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'

let shipped: ReadonlyMap<string, readonly BlockPin[]> | undefined

/** The pins of a chain that come with drawaudit, the lowest first; none of a chain that it does not know. */
export function shippedPins(chain: string): readonly BlockPin[] {
  shipped ??= new Map([
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
