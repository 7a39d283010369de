import t from 'tap'
import {
  followsBeacon,
  parseChainInfo,
  schemeNames,
  verifyBeacon,
  type ChainInfo,
} from '../../src/core/beacon.js'
import { encodeHex } from '../../src/core/encoding.js'
import { createChain, createSecretKey } from '../../src/relay/create-chain.js'

const secretKey = new Uint8Array(32).fill(7)
const schedule = { period: 3, genesisTime: 1_700_000_000 }

/** As drand describes a chain. */
const describe = (chain: ChainInfo) => ({
  public_key: encodeHex(chain.publicKey),
  period: chain.period,
  genesis_time: chain.genesisTime,
  genesis_seed: encodeHex(chain.genesisSeed),
  chain_hash: chain.chainHash,
  scheme: chain.scheme,
  beacon_id: chain.beaconId,
})

for (const scheme of schemeNames) {
  await t.test(`a chain of ${scheme} passes for one of drand`, t => {
    const { chain, sign } = createChain({ secretKey, ...schedule, scheme })
    t.same(parseChainInfo(describe(chain)), chain)
    const beacons = [sign(5), sign(1), sign(6)]
    for (const beacon of beacons)
      t.same(verifyBeacon(beacon, chain), { valid: true }, `round ${beacon.round}`)
    const [fifth, , sixth] = beacons
    if (fifth === undefined || sixth === undefined) throw new Error('no beacons')
    t.equal(followsBeacon(fifth, sixth), scheme === 'pedersen-bls-chained')
    t.same(createChain({ secretKey, ...schedule, scheme }).sign(5), fifth, 'the same again')
    t.end()
  })
}

await t.test('whatever a chain is made from makes it another chain', t => {
  const hashes = [
    createChain({ secretKey, ...schedule }),
    createChain({ secretKey: createSecretKey(), ...schedule }),
    createChain({ secretKey, ...schedule, period: 4 }),
    createChain({ secretKey, ...schedule, genesisTime: 1_700_000_001 }),
    createChain({ secretKey, ...schedule, beaconId: 'another' }),
  ].map(({ chain }) => chain.chainHash)
  t.equal(new Set(hashes).size, hashes.length)
  t.notMatch(createSecretKey(), createSecretKey())
  t.end()
})

await t.test('the key stays what it was', t => {
  const key = Uint8Array.from(secretKey)
  const { chain, sign } = createChain({ secretKey: key, ...schedule })
  key.fill(9)
  t.same(verifyBeacon(sign(1), chain), { valid: true })
  t.end()
})

await t.test('what no chain can be made from', t => {
  const make = (options: object) => () => createChain({ secretKey, ...schedule, ...options })
  for (const bad of [new Uint8Array(32), new Uint8Array(31).fill(1), new Uint8Array(32).fill(0xff)]) {
    t.throws(make({ secretKey: bad }), { code: 'key-invalid' })
  }
  for (const period of [0, 1.5, -1, Infinity, 2 ** 32]) {
    t.throws(make({ period }), { code: 'chain-invalid', message: /period/ })
  }
  for (const genesisTime of [-1, 0.5, NaN]) {
    t.throws(make({ genesisTime }), { code: 'chain-invalid', message: /genesis time/ })
  }
  const { sign } = createChain({ secretKey, ...schedule })
  for (const round of [0, -1, 1.5, 2 ** 53]) t.throws(() => sign(round), { code: 'beacon-invalid' })
  t.end()
})
