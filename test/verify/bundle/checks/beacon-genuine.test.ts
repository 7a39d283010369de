import t from 'tap'
import { builtInChains, parseBeacon, type ChainInfo } from '../../../../src/core/beacon.js'
import { checkBeaconGenuine } from '../../../../src/verify/bundle/checks/beacon-genuine.js'
import type { Evidence } from '../../../../src/verify/bundle/checks/evidence.js'
import { readJson } from '../../fixtures.js'

const says = 'the public randomness is the one that the beacon published'
const { quicknet, default: chained } = builtInChains

interface Given {
  readonly beacon?: object
  readonly chain?: object
  readonly trusted?: readonly ChainInfo[]
}

const check = ({ beacon, chain = {}, trusted = [quicknet, chained] }: Given) =>
  checkBeaconGenuine({ bundle: { beacon }, chain, trust: { chains: trusted } } as unknown as Evidence)

const refuted = (code: string, why: string) => ({ status: 'refuted', code, message: why })

/** The first round of a chain among the fixtures. */
function roundOf(name: string, { chainHash }: ChainInfo) {
  const [first] = (readJson(`fixtures/beacons/${name}.json`) as unknown as { beacons: object[] }).beacons
  return { ...parseBeacon(first), chainHash }
}

await t.test('a beacon that is not there, or of a chain that the auditor does not know', t => {
  const missing = {
    status: 'not-provable',
    code: 'evidence-missing',
    message: `${says}: it is not in the bundle`,
  }
  t.strictSame(check({}), missing)
  t.strictSame(check({ chain: { commitment: { beacon: { round: 1 } } } }), missing)
  t.strictSame(check({ chain: { commitment: { beacon: null } } }), {
    status: 'not-applicable',
    code: 'beacon-none',
    message: `${says}: the commitment names no beacon`,
  })
  t.strictSame(check({ beacon: { chainHash: 'ab' }, trusted: [chained] }), {
    status: 'not-provable',
    code: 'beacon-unknown',
    message: `${says}: the trust file does not have the chain ab`,
  })
  t.end()
})

await t.test('why a beacon is not that of its chain', t => {
  const [plain, linked] = [roundOf('quicknet', quicknet), roundOf('default', chained)]
  const { previousSignature, ...unlinked } = linked
  t.ok(previousSignature)
  const flipped = plain.signature.map((byte, at) => (at === 0 ? byte ^ 0x80 : byte))
  const cases: readonly (readonly [beacon: object, code: string, why: string])[] = [
    [unlinked, 'beacon-previous', 'the chain signs the signature before, which is missing'],
    [
      { ...plain, previousSignature: plain.signature },
      'beacon-previous',
      'there is a signature before, which this chain does not sign',
    ],
    [
      { ...linked, previousSignature: Uint8Array.of(1) },
      'beacon-previous',
      'the signature before has another length, or is not the genesis seed',
    ],
    [{ ...plain, signature: flipped }, 'beacon-signature', 'the signature is no point of its group'],
  ]
  for (const [beacon, code, why] of cases) t.strictSame(check({ beacon }), refuted(code, why))
  t.end()
})

await t.test('a signature or randomness that is not of this round', t => {
  const plain = roundOf('quicknet', quicknet)
  const other = check({ beacon: { ...plain, round: plain.round + 1 } })
  t.strictSame(other, refuted('beacon-signature', 'the signature is not of the chain’s key over this round'))
  const zero = check({ beacon: { ...plain, randomness: new Uint8Array(32) } })
  t.strictSame(zero, refuted('beacon-signature', 'the randomness is not the hash of the signature'))
  t.strictSame(check({ beacon: plain }), { status: 'proven', code: 'beacon-verified', message: says })
  t.end()
})
