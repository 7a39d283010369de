import { bn254 } from '@noble/curves/bn254.js'
import { numberToBytesBE } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { verifyBeacons } from '../../src/core/beacon-batch.js'
import {
  beaconMessage,
  computeChainHash,
  evmnetChain,
  parseBeacon,
  parseChainInfo,
  quicknetChain,
  verifyBeacon,
  type Beacon,
  type ChainInfo,
} from '../../src/core/beacon.js'
import { encodeChainInfo } from '../../src/core/beacon-json.js'
import { bn254OnG1, encodeG1, encodeG2, hashToG1, mapToG1 } from '../../src/core/bn254.js'
import { concatBytes, decodeHex, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { createChain } from '../../src/relay/create-chain.js'

const { Fp, Fp2, Fr } = bn254.fields
const G1 = bn254.G1.Point
const G2 = bn254.G2.Point
const p = Fp.ORDER

const scheme = 'bls-bn254-unchained-on-g1'
const valid = { valid: true }
const fault = (reason: string) => ({ valid: false, reason })

const beacons = (
  JSON.parse(readFileSync(new URL('../../fixtures/beacons/evmnet.json', import.meta.url), 'utf8')) as {
    readonly beacons: readonly unknown[]
  }
).beacons.map(parseBeacon)
const first = beacons[0]!

const own = createChain({
  secretKey: new Uint8Array(32).fill(7),
  period: 3,
  genesisTime: 1_700_000_000,
  scheme,
})

/** From drand/kyber, pairing/bn254/test_vectors.go at d3ad80c1: u, x, y; two for each of the three candidates for x. */
const maps = [
  [
    '8907521814056845701802348140424269446568701586099685087550074745505454990277',
    '21327796494947423405781055484721506997911420687569473755205793150767574651200',
    '3372936415674007959180395606556373867269842194129649068337399034827190551419',
  ],
  [
    '14002706413544512086011313485260721134492113971201943123855929099751712401330',
    '5654319571910195119875017232265243457653084807005590545621347499927356452482',
    '8662841080934442035292875987773120781238510495992762203740694041320765040430',
  ],
  [
    '9029964684230010889644402877237695563306506518734238145952077172678272239729',
    '16232949366108770005106479722961969861572226261135831246834195858561579527625',
    '16632263432778334793843525578889065288090857901297212349013142811533289311567',
  ],
  [
    '16790481588467486713138481704256336698311563712450310047269422977889374516388',
    '1244153382945416406859808477461905819685000811144692599882574601172454185592',
    '11005663113685614682972728000199587767958979799959797724633848891562377644892',
  ],
  [
    '3540903031681319421922757684101610645767707797048988415875375111724680581685',
    '8075871960767046579231430403985926277223410823818061304251976251393112450333',
    '906535411243285569638264840959243001417172892367399608998007435385595449341',
  ],
  [
    '20326462760568587868629484809115194097854000284430645425127344852845016335889',
    '18348050220125696793834103828885788353830697599990912860791666991196360946977',
    '10142397021399531924792542567727608849689087726487616526590751328276153549731',
  ],
] as const

void t.test('the map to the curve, as kyber has it', t => {
  for (const [u, x, y] of maps) t.same(mapToG1(BigInt(u)), { x: BigInt(x), y: BigInt(y) })
  // What has no inverse: u² is 1 / 4 or −1 / 4.
  for (const u of [0n, 1n, Fp.div(1n, 2n), Fp.neg(Fp.div(1n, 2n))]) {
    G1.fromAffine(mapToG1(u)).assertValidity()
  }
  t.end()
})

void t.test('messages hashed to the curve', t => {
  const hash = (message: Uint8Array, name?: string): string => encodeHex(encodeG1(hashToG1(message, name)))
  // drand/kyber, pairing/bn254/point_test.go at d3ad80c1.
  const name = 'domain_separation_tag_test_12345'
  t.equal(
    hash(encodeUtf8('The Times 03/Jan/2009 Chancellor on brink of second bailout for banks'), name),
    '13af4ace8febc1ec800f7d33d66868310516bce9cb1b7f7c68607f9ba6dba92c' +
      '1823b8f13feeb8dad6b152eb2bbefbe59452f9519c88230b55d0b699498db6f1',
  )
  t.equal(
    hash(decodeHex('e0a05cbb37fd6c159732a8c57b981773f7480695328b674d8a9cc083377f1811'), name),
    '07abd743dc93dfa3a8ee4ab449b1657dc6232c589612b23a54ea461c7232101e' +
      '2533badbee56e8457731fc35bb7630236623e4614e4f8acb4a0c3282df58a289',
  )
  // randa-mu/bls-solidity, test/data/testcases.json at 11af179a: made with arkworks.
  const hello = encodeUtf8('hello')
  t.equal(
    hash(hello, 'BN254G1_XMD:KECCAK-256_SVDW_RO'),
    '0beef402c4c94fac44fe220ef0cb7f56fb2d2f6a0500930282c170ee6afa447f' +
      '1cb8fd2d4488f28d14d1ab7a4ac224049e24f245481e670a51178d2895bb10a1',
  )
  t.equal(
    hash(
      hello,
      'dcipher-helloworld-v01-BN254G1_XMD:KECCAK-256_SVDW_RO_0x0000000000000000000000000000000000000000000000000000000000007a69_',
    ),
    '08b70ec12bec2465bd5e245a7ddde3e619dba68b6e59dc4fce6bb1c58d76451a' +
      '0f78beba66e72e912d5699966a3c4de5ea28e792b267671552e7d07936fc78aa',
  )
  t.equal(
    hash(beaconMessage({ round: 9337227 }, { scheme })),
    '1626082c3dd0751bdaaf8c3e709b5dd7cdedf45d4e81a5aa3e270f1e78924b32' +
      '2bf29ab3af54dfe3c053ad4efa93db05d3586368463e9d7334c7ba61f6f4e955',
    'a round of evmnet, in drand’s own domain',
  )
  t.end()
})

void t.test('the message of a round is its Keccak-256', t => {
  t.same(beaconMessage({ round: 0x0102030405060 }, { scheme }), keccak_256(decodeHex('0000102030405060')))
  t.equal(
    encodeHex(beaconMessage({ round: 9337227 }, { scheme })),
    'baf09720c37cb921fd8362b1d907232ac0b813ffba768c714aeaace987e7fd6b',
  )
  t.end()
})

/** drand/drand, crypto/schemes_test.go at f45e7e04; kevincharm/noble-bn254-drand, test/data.ts at 104ccdbe. */
const others = [
  [
    '00e3e43df8fcc6a8e57a419a72cee58dc97ad27b2cd17db52ca6e173fe2962971d9d20260c7006980bb49ce8a152bb81e43862f0b6a2c49c3a19b457c2892b7302eb4c1d3ebefde8b9eefeabcdc2d8dcef925f270a345c298a6c31a2df23bd4f1319c6bb3b5376e85f1e0ee12359ecc28928593163c4df2d0b9c6d3505e2c02f',
    1,
    '256867706c495afda16143b5cb7013dc582ee698a096220bb2a7a12e9091603427a95923355cf492d540e4d428e949e46e4e293165f4f30b8b12c51fae591e37',
  ],
  [
    '047033cd6e8a37849271c7a2b624176ded162fa8d8f309610f0d32cb1b4e647124a1d10d86e51d268e5927b12a772997c47bc39396ef44daf73e29d246b9f56c210e4bb108f94165a6d8005fa82f3265bfde96289bc2fcca42c643997693aedf2e75abeb76348f0f7f96a02bbc7c9cc68aba524008b7b20e9c27353589297096',
    16,
    '0367ff3a4ae82eb060decfe4d79549d07dbbf490e6c0d800ffe1e5a4edca03af231486e2358564a5c34be1a010bb8afc84e8d347fdf27807e2e987bf430cc222',
  ],
  [
    '2a8fde29149e45235ddf09a79873f9e830294decd247722ccbf0552c15d1c5231550c146413b9326b9c4f425d16962964e458211c1e4c86f70bd354fa3fbf1d417fcf10dd2edbc8e5f95f27bb975ada01d9625033051e272085e3d25244d3dec19bf704f8c41e0b8dc56e36b6b0ae624448e46f511c4da2a95e5e32c3e270ab8',
    5,
    '27014bdeb181aac8afe771f67d6c168c46e5a184b6a62cd4c2a155650a992eda2df062eb8aaa87e2712d71bf64e66ea8cf0845b4cfbf4151ba595ae7bce72555',
  ],
  [
    '14018a8127d0cd185f0d0cd168bec330c584581d46f77f41e8ee33ad600588e104961f20efbcec8ce5e176aa182bf141f7059cfb467e3b508bc6f36f227d5cf31c7baa2a010677e813ffca24b4ff5faf3348b2750201c85b126a480118b149f514d3e7aba46a99f40aac6507a2c6d6f3c7a6b38038786831e3e6b5b0adf5894b',
    40,
    '23f7e78888e0bb376e9f70ded2d49546e300c913a401c1b59cc63626c5a6f3750cc5ef66ad1430b82a57aa94aa866dccd68213e66d5f35ff53b19c60dc008429',
  ],
] as const

void t.test('rounds of other networks verify, under their own key alone', t => {
  for (const [key, round, signature] of others) {
    const beacon = { round, signature: decodeHex(signature) }
    t.same(verifyBeacon(beacon, { ...evmnetChain, publicKey: decodeHex(key) }), valid, `round ${round}`)
    t.same(verifyBeacon(beacon, evmnetChain), fault('signature'))
  }
  t.end()
})

void t.test('chain hashes of another network', t => {
  // kevincharm/noble-bn254-drand, test/data.ts at 104ccdbe.
  const hash = computeChainHash({
    publicKey: decodeHex(others[3][0]),
    period: 3,
    genesisTime: 1726958055,
    genesisSeed: decodeHex('3a7cd8aa1864ff0cf8837e1bf77dad871aaaa8f046041ccecce74ab4e029f30c'),
    beaconId: 'default',
  })
  t.equal(encodeHex(hash), 'f50064cd5f71a2e2de647940ac7fa2fd9f6128129ada163e971625ec9f082db2')
  t.end()
})

const roundOne = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1)
const sk = BigInt(`0x${'07'.repeat(32)}`)

void t.test('a bit that is another one, another round, another scheme', t => {
  for (let bit = 0; bit < 512; bit += 7) {
    const signature = Uint8Array.from(first.signature, (byte, at) =>
      at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
    )
    t.equal(verifyBeacon({ ...first, signature }, evmnetChain).valid, false, `bit ${bit}`)
  }
  const { randomness, ...without } = first
  t.same(verifyBeacon(without, evmnetChain), valid)
  t.same(verifyBeacon({ ...first, round: 2 }, evmnetChain), fault('signature'))
  t.same(verifyBeacon({ ...first, randomness: sha256(randomness!) }, evmnetChain), fault('randomness'))
  t.same(
    verifyBeacon({ ...first, randomness: keccak_256(first.signature) }, evmnetChain),
    fault('randomness'),
    'the contracts’ hash is not the network’s',
  )
  t.same(
    verifyBeacon({ ...first, previousSignature: first.signature }, evmnetChain),
    fault('previous-unexpected'),
  )
  t.same(verifyBeacon(first, quicknetChain), fault('signature-encoding'))
  t.throws(() => verifyBeacon(first, { ...evmnetChain, scheme: quicknetChain.scheme }), {
    code: 'chain-invalid',
  })
  // What signs the SHA-256 of the round signs another message.
  const digest = sha256(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1))
  const signature = encodeG1(hashToG1(digest).multiply(sk))
  t.same(verifyBeacon({ round: 1, signature }, own.chain), fault('signature'))
  t.same(
    verifyBeacon({ round: 1, signature: encodeG1(hashToG1(keccak_256(roundOne)).multiply(sk)) }, own.chain),
    valid,
  )
  const elsewhere = encodeG1(hashToG1(keccak_256(roundOne), 'BN254G1_XMD:KECCAK-256_SVDW_RO_').multiply(sk))
  t.same(verifyBeacon({ round: 1, signature: elsewhere }, own.chain), fault('signature'))
  t.end()
})

void t.test('a signature has one encoding', t => {
  const { signature } = own.sign(5)
  const [x, y] = [signature.subarray(0, 32), signature.subarray(32)]
  const above = (bytes: Uint8Array): Uint8Array => numberToBytesBE(BigInt(`0x${encodeHex(bytes)}`) + p, 32)
  const bad: Readonly<Record<string, Uint8Array>> = {
    'no bytes': new Uint8Array(),
    'one byte short': signature.subarray(1),
    'one byte more': concatBytes(signature, Uint8Array.of(0)),
    'with a prefix': concatBytes(Uint8Array.of(4), signature),
    compressed: concatBytes(Uint8Array.of(2), x),
    'x alone': x,
    identity: new Uint8Array(64),
    ones: new Uint8Array(64).fill(0xff),
    'x above the prime': concatBytes(above(x), y),
    'y above the prime': concatBytes(x, above(y)),
    'x is the prime': concatBytes(numberToBytesBE(p, 32), y),
    'coordinates swapped': concatBytes(y, x),
    'bytes reversed': concatBytes(Uint8Array.from(x).reverse(), Uint8Array.from(y).reverse()),
    'of the other group': encodeG2(G2.BASE),
  }
  for (const [name, other] of Object.entries(bad)) {
    t.same(verifyBeacon({ round: 5, signature: other }, own.chain), fault('signature-encoding'), name)
  }
  const negated = concatBytes(x, numberToBytesBE(p - BigInt(`0x${encodeHex(y)}`), 32))
  t.same(verifyBeacon({ round: 5, signature: negated }, own.chain), fault('signature'))
  t.end()
})

const twist = (() => {
  const { x, y } = G2.BASE.toAffine()
  return Fp2.sub(Fp2.sqr(y), Fp2.mul(Fp2.sqr(x), x))
})()

/** A point of the twist outside the subgroup: the first small x that has a y. */
function outside(): InstanceType<typeof G2> {
  for (let c0 = 1n; ; c0 += 1n) {
    const x = Fp2.fromBigTuple([c0, 0n])
    const square = Fp2.add(Fp2.mul(Fp2.sqr(x), x), Fp2.fromBigTuple([twist.c0, twist.c1]))
    try {
      return G2.fromAffine({ x, y: Fp2.sqrt(square) })
    } catch {
      continue
    }
  }
}
void t.test('a public key has one encoding, and is in the subgroup', t => {
  const { publicKey } = own.chain
  const part = (at: number): Uint8Array => publicKey.subarray(32 * at, 32 * (at + 1))
  const point = outside()
  t.equal(point.isTorsionFree(), false)
  const y = point.toAffine().y
  t.ok(Fp2.eql(Fp2.sqr(y), Fp2.add(Fp2.pow(point.toAffine().x, 3n), twist)), 'on the curve all the same')
  const bad: Readonly<Record<string, Uint8Array>> = {
    'no bytes': new Uint8Array(),
    'one byte short': publicKey.subarray(1),
    'one byte more': concatBytes(publicKey, Uint8Array.of(0)),
    identity: new Uint8Array(128),
    'the other coefficient first': concatBytes(part(1), part(0), part(3), part(2)),
    'above the prime': concatBytes(
      numberToBytesBE(BigInt(`0x${encodeHex(part(0))}`) + p, 32),
      ...[1, 2, 3].map(part),
    ),
    'outside the subgroup': encodeG2(point),
    'not on the curve': concatBytes(part(0), part(1), part(2), part(0)),
    'of G1': encodeG1(G1.BASE),
  }
  t.ok(bn254OnG1.isPublicKey(publicKey))
  for (const [name, key] of Object.entries(bad)) {
    t.notOk(bn254OnG1.isPublicKey(key), name)
    if (key.length === 0) continue
    const info = { ...own.chain, publicKey: key }
    const named = { ...info, chainHash: encodeHex(computeChainHash(info)) }
    t.throws(() => parseChainInfo(encodeChainInfo(named)), { code: 'chain-invalid' }, name)
    t.throws(() => verifyBeacon(own.sign(1), named), { code: 'chain-invalid' }, name)
  }
  t.end()
})

void t.test('a secret key is below the order of this curve', t => {
  const make = (number: bigint) => () =>
    createChain({ secretKey: numberToBytesBE(number, 32), period: 3, genesisTime: 0, scheme })
  t.throws(make(Fr.ORDER), { code: 'key-invalid' })
  t.throws(make(0n), { code: 'key-invalid' })
  t.ok(make(Fr.ORDER - 1n)().chain.publicKey.length === 128)
  t.end()
})

void t.test('many at once: as one by one', t => {
  t.strictSame(
    verifyBeacons(beacons, evmnetChain),
    beacons.map(() => valid),
  )
  const rounds = [1, 2, 3, 4, 5].map(round => own.sign(round))
  const faulty: readonly Beacon[] = [
    { ...rounds[0]!, signature: rounds[1]!.signature },
    { ...rounds[0]!, signature: new Uint8Array(64) },
    { ...rounds[0]!, randomness: new Uint8Array(32) },
    { ...rounds[0]!, round: 9 },
  ]
  const oneByOne = (list: readonly Beacon[], chain: ChainInfo) => list.map(one => verifyBeacon(one, chain))
  for (const bad of faulty) {
    const list = rounds.with(2, bad)
    const outcome = verifyBeacons(list, own.chain)
    t.strictSame(outcome, oneByOne(list, own.chain))
    t.equal(outcome.filter(one => one.valid).length, 4)
  }
  t.end()
})
