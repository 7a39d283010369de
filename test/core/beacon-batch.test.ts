import { readFileSync } from 'node:fs'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import t from 'tap'
import { verifyBeacons, verifyEachBeacon } from '../../src/core/beacon-batch.js'
import {
  beaconMessage,
  defaultChain,
  parseBeacon,
  quicknetChain,
  verifyBeacon,
  type Beacon,
  type ChainInfo,
} from '../../src/core/beacon.js'

const { G1, G2, longSignatures, shortSignatures } = bls12_381
const secretKey = new Uint8Array(32).fill(7)
const genesisSeed = sha256(Uint8Array.of(7))

function readBeacons(name: string): readonly Beacon[] {
  const url = new URL(`../../fixtures/beacons/${name}.json`, import.meta.url)
  return (JSON.parse(readFileSync(url, 'utf8')) as { beacons: readonly unknown[] }).beacons.map(parseBeacon)
}

const own: ChainInfo = {
  ...quicknetChain,
  publicKey: shortSignatures.getPublicKey(secretKey).toBytes(true),
  genesisSeed,
}
const chained: ChainInfo = {
  ...defaultChain,
  publicKey: longSignatures.getPublicKey(secretKey).toBytes(true),
  genesisSeed,
}

/** What has to come of it: of each by itself. */
const oneByOne = (beacons: readonly Beacon[], chain: ChainInfo) =>
  beacons.map(beacon => verifyBeacon(beacon, chain))

function signed(round: number): Beacon {
  const message = shortSignatures.hash(
    beaconMessage({ round }, own),
    'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_',
  )
  return { round, signature: shortSignatures.sign(message, secretKey).toBytes(true) }
}

void t.test('rounds of real chains', t => {
  for (const [name, chain] of [
    ['default', defaultChain],
    ['quicknet', quicknetChain],
  ] as const) {
    const beacons = readBeacons(name)
    t.ok(beacons.length > 1)
    t.strictSame(
      verifyBeacons(beacons, chain),
      beacons.map(() => ({ valid: true })),
      name,
    )
  }
  t.strictSame(verifyBeacons([], quicknetChain), [])
  t.end()
})

void t.test('every fault is found, wherever it stands', t => {
  const good = Array.from({ length: 5 }, (_, index) => signed(index + 1))
  t.strictSame(new Set(verifyBeacons(good, own).map(({ valid }) => valid)), new Set([true]))
  const [first, second] = good as [Beacon, Beacon]
  const faulty: readonly Beacon[] = [
    { ...first, signature: second.signature },
    { ...first, signature: G1.Point.ZERO.toBytes(true) },
    { ...first, signature: first.signature.subarray(1) },
    { ...first, randomness: new Uint8Array(32) },
    { ...first, previousSignature: second.signature },
  ]
  for (const bad of faulty) {
    for (const place of [0, 2, 4]) {
      const list = good.with(place, bad)
      const outcome = verifyBeacons(list, own)
      t.strictSame(outcome, oneByOne(list, own))
      t.equal(outcome.filter(({ valid }) => !valid).length, 1)
    }
  }
  const all = good.map((beacon, index) => ({
    ...beacon,
    signature: good.at(index - 1)?.signature ?? beacon.signature,
  }))
  t.strictSame(verifyBeacons(all, own), oneByOne(all, own))
  t.strictSame(verifyBeacons([first, first], own), oneByOne([first, first], own), 'the same one twice')
  t.end()
})

void t.test('faults that cancel out in a plain sum do not pass', t => {
  // D is added to one signature and taken from the other, so that their sum is that of the good ones.
  const [one, other] = [signed(1), signed(2)].map(({ signature }) => G1.Point.fromBytes(signature))
  if (one === undefined || other === undefined) throw new Error('no points')
  const shift = G1.Point.BASE.multiply(5n)
  const list = [
    { round: 1, signature: one.add(shift).toBytes(true) },
    { round: 2, signature: other.subtract(shift).toBytes(true) },
  ]
  t.ok(one.add(shift).add(other.subtract(shift)).equals(one.add(other)), 'the sums are equal')
  t.strictSame(verifyBeacons(list, own), [
    { valid: false, reason: 'signature' },
    { valid: false, reason: 'signature' },
  ])
  // And with two that were swapped.
  const [first, second] = [signed(1), signed(2)] as const
  const swapped = [
    { ...first, signature: second.signature },
    { ...second, signature: first.signature },
  ]
  t.strictSame(verifyBeacons(swapped, own), oneByOne(swapped, own))
  t.end()
})

void t.test('a chain whose rounds sign each other', t => {
  const list: Beacon[] = []
  for (let round = 1, previousSignature = genesisSeed; round <= 4; round += 1) {
    const message = longSignatures.hash(
      beaconMessage({ round, previousSignature }, chained),
      'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_',
    )
    const signature = longSignatures.sign(message, secretKey).toBytes(true)
    list.push({ round, signature, previousSignature })
    previousSignature = signature
  }
  t.strictSame(new Set(verifyBeacons(list, chained).map(({ valid }) => valid)), new Set([true]))
  const broken = list.map(({ round, signature, previousSignature }) => ({
    round,
    signature,
    ...(round !== 3 && previousSignature !== undefined && { previousSignature }),
  }))
  t.strictSame(verifyBeacons(broken, chained), oneByOne(broken, chained))
  t.end()
})

void t.test('what is no chain or no round', t => {
  const list = [signed(1), signed(2)]
  const zero = G2.Point.ZERO.toBytes(true)
  t.throws(() => verifyBeacons(list, { ...own, publicKey: zero }), { code: 'chain-invalid' })
  t.throws(() => verifyBeacons([...list, { ...signed(3), round: 0 }], own), { code: 'beacon-invalid' })
  t.end()
})

void t.test('each of very many, some of them bad and most of them asked again, ends as it does alone', t => {
  const good = Array.from({ length: 12 }, (_, index) => signed(index + 1))
  const bad: readonly Beacon[] = [
    { ...signed(20), round: 21 },
    { ...signed(22), signature: new Uint8Array(48) },
    { ...signed(23), previousSignature: new Uint8Array(48) },
    { ...signed(24), randomness: new Uint8Array(32) },
  ]
  const some = [...good, ...bad]
  const many = Array.from({ length: 350 }, (_, index) => some[(index * 7) % some.length]!)
  const checks = verifyEachBeacon(many, own)
  t.equal(checks.filter(({ valid }) => valid).length, many.filter(beacon => good.includes(beacon)).length)
  t.strictSame(checks, oneByOne(many, own))
  t.strictSame(
    verifyEachBeacon(readBeacons('default'), defaultChain),
    oneByOne(readBeacons('default'), defaultChain),
  )
  t.strictSame(verifyEachBeacon([], own), [])
  t.throws(() => verifyEachBeacon([signed(30), { ...signed(31), round: 0 }], own), { code: 'beacon-invalid' })
  const noKey = { ...own, publicKey: new Uint8Array(96) }
  t.throws(() => verifyEachBeacon([signed(32), signed(33)], noKey), { code: 'chain-invalid' })
  t.end()
})
