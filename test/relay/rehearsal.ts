import type t from 'tap'
import { encodeChainInfo, type ChainJson } from '../../src/core/beacon-json.js'
import { createSecretKey } from '../../src/relay/create-chain.js'
import { createRelay } from '../../src/relay/create-relay.js'

/** A beacon of one round a second, for as long as a test takes. */
export async function startRehearsal(
  test: Pick<typeof t, 'teardown'>,
): Promise<{ readonly chain: ChainJson; readonly url: string }> {
  const relay = createRelay({
    secretKey: createSecretKey(),
    period: 1,
    genesisTime: Math.floor(Date.now() / 1000) - 60,
    beaconId: 'rehearsal',
    now: () => new Date(),
  })
  test.teardown(() => relay.close())
  return { chain: encodeChainInfo(relay.chain), url: await relay.listen(0, '127.0.0.1') }
}
