/**
 * The file with which a rehearsal continues the same chain. The secret key is unencrypted: a rehearsal's key
 * protects nothing.
 *
 * @packageDocumentation
 */
import { decodeHex, encodeHex } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import type { ChainOptions } from './create-chain.js'

/** The parameters that determine a rehearsal chain. */
export type ChainKey = Required<Pick<ChainOptions, 'secretKey' | 'period' | 'genesisTime' | 'beaconId'>>

const format = 'drawaudit/v1'

/** The content of the file: JSON and a newline. */
export function encodeKeyFile({ secretKey, period, genesisTime, beaconId }: ChainKey): string {
  const value = {
    rehearsal_beacon: format,
    secret_key: encodeHex(secretKey),
    period,
    genesis_time: genesisTime,
    beacon_id: beaconId,
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

/**
 * Reads what {@link encodeKeyFile} wrote. `createChain` checks whether the numbers make a chain.
 *
 * @param value - JSON, parsed.
 * @throws DrawauditError `key-invalid`.
 */
export function parseKeyFile(value: unknown): ChainKey {
  const members = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >
  const { secret_key: secretKey, period, genesis_time: genesisTime, beacon_id: beaconId } = members
  if (
    members['rehearsal_beacon'] !== format ||
    typeof secretKey !== 'string' ||
    !/^[0-9a-f]{64}$/.test(secretKey) ||
    typeof period !== 'number' ||
    typeof genesisTime !== 'number' ||
    typeof beaconId !== 'string' ||
    !beaconId.isWellFormed()
  ) {
    throw new DrawauditError('key-invalid', 'not the key file of a rehearsal beacon', {
      hint: 'name a file that drawaudit beacon serve made, or one that is not there yet',
    })
  }
  return { secretKey: decodeHex(secretKey), period, genesisTime, beaconId }
}
