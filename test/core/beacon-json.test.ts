import { readFileSync } from 'node:fs'
import t from 'tap'
import { encodeBeacon, encodeChainInfo } from '../../src/core/beacon-json.js'
import { defaultChain, parseBeacon, parseChainInfo, quicknetChain } from '../../src/core/beacon.js'

await t.test('rounds and chains are written as drand serves them', t => {
  for (const name of ['default', 'quicknet', 'evmnet']) {
    const url = new URL(`../../fixtures/beacons/${name}.json`, import.meta.url)
    const { beacons } = JSON.parse(readFileSync(url, 'utf8')) as { readonly beacons: readonly object[] }
    t.ok(beacons.length > 0)
    for (const beacon of beacons) t.strictSame({ ...encodeBeacon(parseBeacon(beacon)) }, beacon)
  }
  for (const chain of [defaultChain, quicknetChain])
    t.strictSame(parseChainInfo(encodeChainInfo(chain)), chain)
  t.same(Object.keys(encodeChainInfo(quicknetChain)), [
    'chain_hash',
    'scheme',
    'public_key',
    'period',
    'genesis_time',
    'genesis_seed',
    'beacon_id',
  ])
  t.end()
})
