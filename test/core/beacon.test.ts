import { bls12_381 } from '@noble/curves/bls12-381.js'
import { numberToBytesBE } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  beaconMessage,
  beaconRandomness,
  computeChainHash,
  defaultChain,
  evmnetChain,
  firstRoundAfter,
  firstRoundAtOrAfter,
  followsBeacon,
  parseBeacon,
  parseChainInfo,
  quicknetChain,
  roundAt,
  roundTime,
  schemeNames,
  verifyBeacon,
  type Beacon,
  type ChainInfo,
  type SchemeName,
} from '../../src/core/beacon.js'
import { concatBytes, decodeHex, encodeHex } from '../../src/core/encoding.js'
import { vectors } from '../vectors.js'

const { G1, G2, longSignatures, shortSignatures } = bls12_381
const slow = process.env['SLOW'] === '1'
if (slow) t.setTimeout(600_000)

interface BeaconJson {
  readonly round: number
  readonly signature: string
  readonly randomness: string
  readonly previous_signature?: string
}

interface ChainJson extends Record<string, unknown> {
  readonly public_key: string
  readonly period: number
  readonly genesis_time: number
  readonly hash: string
  readonly groupHash: string
  readonly schemeID: string
  readonly metadata: { readonly beaconID: string }
}

function readFixture(name: string): { readonly chain: ChainJson; readonly beacons: readonly BeaconJson[] } {
  const url = new URL(`../../fixtures/beacons/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as ReturnType<typeof readFixture>
}

const chains = [
  { name: 'default', built: defaultChain, ...readFixture('default') },
  { name: 'quicknet', built: quicknetChain, ...readFixture('quicknet') },
  { name: 'evmnet', built: evmnetChain, ...readFixture('evmnet') },
] as const
const [defaults, quicknet] = chains

const valid = { valid: true }
const fault = (reason: string) => ({ valid: false, reason })

/** Those on BLS12-381; the other one is in bn254.test.ts. */
const schemesHere = schemeNames.filter(scheme => scheme !== 'bls-bn254-unchained-on-g1')

// A chain of each scheme whose secret key is here.
const secretKey = new Uint8Array(32).fill(7)
const genesisSeed = sha256(Uint8Array.of(7))

const domains = {
  g1: 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_',
  g2: 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_',
}

const isLong = (scheme: SchemeName) => scheme.startsWith('pedersen-')

function ownChain(scheme: SchemeName): ChainInfo {
  const chain = {
    scheme,
    publicKey: isLong(scheme)
      ? longSignatures.getPublicKey(secretKey).toBytes(true)
      : shortSignatures.getPublicKey(secretKey).toBytes(true),
    period: 3,
    genesisTime: 1_700_000_000,
    genesisSeed,
    beaconId: 'own',
  }
  return { ...chain, chainHash: encodeHex(computeChainHash(chain)) }
}

function sign(scheme: SchemeName, message: Uint8Array, domain: string): Uint8Array {
  return isLong(scheme)
    ? longSignatures.sign(longSignatures.hash(message, domain), secretKey).toBytes(true)
    : shortSignatures.sign(shortSignatures.hash(message, domain), secretKey).toBytes(true)
}

function ownBeacon(scheme: SchemeName, round: number, previousSignature?: Uint8Array): Beacon {
  const unsigned = previousSignature === undefined ? { round } : { round, previousSignature }
  const domain = scheme === 'bls-unchained-g1-rfc9380' ? domains.g1 : domains.g2
  const signature = sign(scheme, beaconMessage(unsigned, { scheme }), domain)
  return { ...unsigned, signature, randomness: beaconRandomness(signature) }
}

/** A beacon of round 5 of a chain of the scheme. */
function sampleBeacon(scheme: SchemeName): Beacon {
  const chained = scheme === 'pedersen-bls-chained'
  return ownBeacon(scheme, 5, chained ? new Uint8Array(96).fill(9) : undefined)
}

for (const { name, built, chain, beacons } of chains) {
  await t.test(`${name}: real beacons verify`, t => {
    t.ok(beacons.length >= 3)
    for (const json of beacons) {
      const beacon = parseBeacon(json)
      t.same(verifyBeacon(beacon, built), valid, `round ${json.round}`)
      t.equal(encodeHex(beaconRandomness(beacon.signature)), json.randomness)
    }
    t.end()
  })

  await t.test(`${name}: what is built in is what drand says`, t => {
    t.same(parseChainInfo(chain), built)
    t.same(parseChainInfo(chain, built), built)
    t.equal(encodeHex(computeChainHash(built)), built.chainHash)
    t.end()
  })

  await t.test(`${name}: version 2 of the names says the same`, t => {
    const { public_key, period, genesis_time } = chain
    const v2 = {
      public_key,
      period,
      genesis_time,
      chain_hash: chain.hash.toUpperCase(),
      genesis_seed: chain.groupHash,
      scheme: chain.schemeID,
      beacon_id: chain.metadata.beaconID,
    }
    t.same(parseChainInfo(v2, { chainHash: chain.hash.toUpperCase(), scheme: chain.schemeID }), built)
    t.end()
  })

  if (name === 'evmnet') continue
  const path = `drand/${name}.beacons.json`
  const url = vectors(path)
  await t.test(`${name}: shared vectors`, { skip: !url && `shared vectors are not here: ${path}` }, t => {
    const suite = JSON.parse(readFileSync(url!, 'utf8')) as BeaconJson[]
    t.equal(suite.length, name === 'default' ? 5 : 11)
    for (const json of suite) {
      t.same(verifyBeacon(parseBeacon(json), built), valid, `round ${json.round}`)
    }
    t.end()
  })
}

await t.test('a beacon of another round, chain or scheme is refused', t => {
  const [, json] = quicknet.beacons
  const beacon = parseBeacon(json)
  t.same(verifyBeacon({ ...beacon, round: beacon.round + 1 }, quicknetChain), fault('signature'))
  t.same(verifyBeacon({ ...beacon, round: beacon.round - 1 }, quicknetChain), fault('signature'))
  t.same(verifyBeacon(beacon, ownChain('bls-unchained-g1-rfc9380')), fault('signature'))
  t.same(
    verifyBeacon(beacon, { ...quicknetChain, scheme: 'bls-unchained-on-g1' }),
    fault('signature'),
    'the same curve under the name of the other',
  )
  const chained = parseBeacon(defaults.beacons[1])
  t.same(verifyBeacon({ ...chained, round: chained.round + 1 }, defaultChain), fault('signature'))
  t.same(verifyBeacon({ ...chained, previousSignature: chained.signature }, defaultChain), fault('signature'))
  t.same(verifyBeacon(beacon, defaultChain), fault('previous-missing'))
  t.same(verifyBeacon({ ...chained, round: 1 }, defaultChain), fault('previous-invalid'))
  t.same(verifyBeacon(chained, quicknetChain), fault('previous-unexpected'))
  t.end()
})

await t.test('every scheme, with a key of our own', t => {
  for (const scheme of schemesHere) {
    const chain = ownChain(scheme)
    const beacon = sampleBeacon(scheme)
    t.equal(beacon.signature.length, isLong(scheme) ? 96 : 48)
    t.same(verifyBeacon(beacon, chain), valid, scheme)
    const { randomness, ...without } = beacon
    t.same(verifyBeacon(without, chain), valid, `${scheme}, randomness not given`)
    t.same(verifyBeacon({ ...beacon, round: 6 }, chain), fault('signature'), scheme)
    t.same(verifyBeacon({ ...beacon, randomness: sha256(randomness!) }, chain), fault('randomness'), scheme)
    t.same(
      verifyBeacon({ ...beacon, randomness: randomness!.subarray(0, 31) }, chain),
      fault('randomness'),
      scheme,
    )
    t.same(verifyBeacon({ ...beacon, round: 6, randomness: genesisSeed }, chain), fault('signature'))
  }
  t.end()
})

await t.test('a scheme hashes under its own name only', t => {
  for (const scheme of schemesHere) {
    const wrong = scheme === 'bls-unchained-g1-rfc9380' ? domains.g2 : domains.g1
    const beacon = sampleBeacon(scheme)
    const signature = sign(scheme, beaconMessage(beacon, { scheme }), wrong)
    t.same(verifyBeacon({ round: 5, ...previousOf(beacon), signature }, ownChain(scheme)), fault('signature'))
  }
  t.end()
})

function previousOf({ previousSignature }: Beacon): Pick<Beacon, 'previousSignature'> {
  return previousSignature === undefined ? {} : { previousSignature }
}

await t.test('the message of a round', t => {
  const previousSignature = Uint8Array.of(0xaa, 0xbb)
  const round = 0x0102030405060
  const roundBytes = decodeHex('0000102030405060')
  for (const scheme of schemesHere) {
    const chained = scheme === 'pedersen-bls-chained'
    const message = beaconMessage({ round, previousSignature }, { scheme })
    const expected = chained ? concatBytes(previousSignature, roundBytes) : roundBytes
    t.same(message, sha256(expected), scheme)
  }
  t.throws(() => beaconMessage({ round }, defaultChain), { code: 'beacon-invalid' })
  t.throws(() => beaconMessage({ round: 0 }, quicknetChain), { code: 'beacon-invalid' })
  t.end()
})

await t.test('the previous signature is there exactly when the scheme is chained', t => {
  for (const scheme of schemesHere) {
    const chain = ownChain(scheme)
    const beacon = sampleBeacon(scheme)
    if (scheme === 'pedersen-bls-chained') {
      const { previousSignature, ...without } = beacon
      t.same(verifyBeacon(without, chain), fault('previous-missing'))
      for (const length of [0, 32, 48, 95, 97]) {
        const short = ownBeacon(scheme, 5, new Uint8Array(length))
        t.same(verifyBeacon(short, chain), fault('previous-invalid'), `${length} bytes, duly signed`)
      }
      t.same(verifyBeacon(ownBeacon(scheme, 1, genesisSeed), chain), valid)
      t.same(verifyBeacon(ownBeacon(scheme, 1, previousSignature), chain), fault('previous-invalid'))
      t.same(verifyBeacon(ownBeacon(scheme, 1, sha256(genesisSeed)), chain), fault('previous-invalid'))
    } else {
      const withPrevious = { ...beacon, previousSignature: beacon.signature }
      t.same(verifyBeacon(withPrevious, chain), fault('previous-unexpected'))
    }
  }
  t.end()
})

/** Encodings that are not of a signature, by what is wrong with them. */
function badEncodings(scheme: SchemeName, signature: Uint8Array): Record<string, Uint8Array> {
  const length = signature.length
  const first = (mask: number, value: number) =>
    Uint8Array.from(signature, (byte, index) => (index === 0 ? (byte & mask) | value : byte))
  const zeros = (value: number) => Uint8Array.from({ length }, (_, index) => (index === 0 ? value : 0))
  const uncompressed = isLong(scheme)
    ? G2.Point.fromBytes(signature).toBytes(false)
    : G1.Point.fromBytes(signature).toBytes(false)
  return {
    'no bytes': new Uint8Array(),
    'one byte short': signature.subarray(1),
    'one byte more': concatBytes(signature, Uint8Array.of(0)),
    uncompressed,
    'first half of uncompressed': uncompressed.subarray(0, length),
    'compression bit off': first(0x7f, 0),
    'infinity bit on': first(0xff, 0x40),
    identity: zeros(0xc0),
    'identity with a sign': zeros(0xe0),
    'identity, uncompressed': zeros(0x40),
    zeros: zeros(0),
    ones: new Uint8Array(length).fill(0xff),
    'outside the subgroup': isLong(scheme) ? outsideG2 : outsideG1,
    'of the other group': (isLong(scheme) ? G1 : G2).Point.BASE.toBytes(true),
  }
}

// Points of the curves outside the subgroups of prime order: the first x that have a y.
const outsideG1 = numberToBytesBE((1n << 383n) | 4n, 48)
const outsideG2 = numberToBytesBE((1n << 767n) | 2n, 96)

await t.test('the points outside the subgroups are what they are here for', t => {
  const { Fp, Fp2 } = bls12_381.fields
  const y1 = Fp.sqrt(Fp.add(Fp.pow(4n, 3n), 4n))
  t.equal(G1.Point.fromAffine({ x: 4n, y: y1 }).isTorsionFree(), false)
  const x2 = Fp2.fromBigTuple([2n, 0n])
  const y2 = Fp2.sqrt(Fp2.add(Fp2.pow(x2, 3n), Fp2.fromBigTuple([4n, 4n])))
  t.equal(G2.Point.fromAffine({ x: x2, y: y2 }).isTorsionFree(), false)
  t.throws(() => G1.Point.fromBytes(outsideG1), /not in prime-order subgroup/)
  t.throws(() => G2.Point.fromBytes(outsideG2), /not in prime-order subgroup/)
  t.end()
})

await t.test('what was asked before gets the same answer, and what differs in anything its own', t => {
  const chain = ownChain('bls-unchained-g1-rfc9380')
  const beacon = sampleBeacon('bls-unchained-g1-rfc9380')
  const others = Array.from({ length: 200 }, (_, index) => new Uint8Array(48).fill(index))
  for (let time = 0; time < 2; time += 1) {
    t.same(verifyBeacon(beacon, chain), valid)
    t.same(verifyBeacon({ ...beacon, round: 6 }, chain), fault('signature'))
    t.same(verifyBeacon(beacon, quicknetChain), fault('signature'))
    // More than are remembered.
    const answers = others.map(signature => verifyBeacon({ ...beacon, signature }, chain))
    t.ok(answers.every(answer => !answer.valid && answer.reason === 'signature-encoding'))
  }
  t.end()
})

await t.test('a signature has one encoding', t => {
  for (const scheme of schemesHere) {
    const chain = ownChain(scheme)
    const beacon = sampleBeacon(scheme)
    for (const [name, signature] of Object.entries(badEncodings(scheme, beacon.signature))) {
      t.same(verifyBeacon({ ...beacon, signature }, chain), fault('signature-encoding'), `${scheme}: ${name}`)
    }
    const negated = Uint8Array.from(beacon.signature, (byte, index) => (index === 0 ? byte ^ 0x20 : byte))
    t.same(verifyBeacon({ ...beacon, signature: negated }, chain), fault('signature'), `${scheme}: negated`)
  }
  t.end()
})

await t.test('a coordinate above the prime is not a second encoding', t => {
  const scheme = 'bls-unchained-g1-rfc9380'
  const prime = bls12_381.fields.Fp.ORDER
  for (let round = 1; ; round++) {
    const beacon = ownBeacon(scheme, round)
    const x = G1.Point.fromBytes(beacon.signature).toAffine().x + prime
    // There is room above the prime for one coordinate in four.
    if (x >= 1n << 381n) continue
    const encoded = numberToBytesBE(x, 48)
    const signature = Uint8Array.from(encoded, (byte, index) =>
      index === 0 ? byte | (beacon.signature[0]! & 0xe0) : byte,
    )
    t.same(verifyBeacon(beacon, ownChain(scheme)), valid)
    t.same(verifyBeacon({ ...beacon, signature }, ownChain(scheme)), fault('signature-encoding'))
    break
  }
  t.end()
})

await t.test('no flipped bit verifies', t => {
  for (const scheme of schemesHere) {
    const chain = ownChain(scheme)
    const beacon = sampleBeacon(scheme)
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(fc.nat({ max: 8 * beacon.signature.length - 1 }), bit => {
          return !verifyBeacon({ ...beacon, signature: flipBit(beacon.signature, bit) }, chain).valid
        }),
        { numRuns: slow ? 500 : 8 },
      )
    }, `${scheme}: of the signature`)
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(fc.nat({ max: 50 }), bit => {
          const round = Number(BigInt(beacon.round) ^ (1n << BigInt(bit)))
          return !verifyBeacon({ ...beacon, round }, chain).valid
        }),
        { numRuns: slow ? 50 : 4 },
      )
    }, `${scheme}: of the round`)
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(fc.nat({ max: 8 * chain.publicKey.length - 1 }), bit => {
          const publicKey = flipBit(chain.publicKey, bit)
          try {
            return !verifyBeacon(beacon, { ...chain, publicKey }).valid
          } catch (error) {
            return (error as { code?: string }).code === 'chain-invalid'
          }
        }),
        { numRuns: slow ? 200 : 6 },
      )
    }, `${scheme}: of the key`)
  }
  t.end()
})

function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  return Uint8Array.from(bytes, (byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
}

await t.test('chained rounds follow each other', t => {
  const scheme = 'pedersen-bls-chained'
  const first = ownBeacon(scheme, 1, genesisSeed)
  const second = ownBeacon(scheme, 2, first.signature)
  const third = ownBeacon(scheme, 3, second.signature)
  for (const beacon of [first, second, third]) t.same(verifyBeacon(beacon, ownChain(scheme)), valid)
  t.equal(followsBeacon(first, second), true)
  t.equal(followsBeacon(second, third), true)
  t.equal(followsBeacon(first, third), false)
  t.equal(followsBeacon(second, first), false)
  t.equal(followsBeacon(first, first), false)
  t.equal(followsBeacon({ ...first, round: 2 }, third), false)
  t.equal(followsBeacon(first, { ...second, round: 3 }), false)
  t.equal(followsBeacon(first, ownBeacon(scheme, 2, flipBit(first.signature, 700))), false)
  t.equal(
    followsBeacon(sampleBeacon('pedersen-bls-unchained'), { round: 6, signature: first.signature }),
    false,
  )
  t.end()
})

await t.test('a beacon that did not come from parseBeacon', t => {
  const beacon = parseBeacon(quicknet.beacons[0])
  for (const round of [0, -1, 1.5, NaN, Infinity, 2 ** 53]) {
    t.throws(() => verifyBeacon({ ...beacon, round }, quicknetChain), { code: 'beacon-invalid' })
    t.throws(() => verifyBeacon({ ...beacon, round }, defaultChain), { code: 'beacon-invalid' })
  }
  const identity = Uint8Array.from({ length: 96 }, (_, index) => (index === 0 ? 0xc0 : 0))
  for (const publicKey of [identity, outsideG2, new Uint8Array(), defaultChain.publicKey]) {
    t.throws(() => verifyBeacon(beacon, { ...quicknetChain, publicKey }), { code: 'chain-invalid' })
  }
  t.end()
})

await t.test('parseBeacon: what is kept', t => {
  t.same(parseBeacon({ round: 7, signature: 'ABcd', other: true }), {
    round: 7,
    signature: Uint8Array.of(0xab, 0xcd),
  })
  t.same(parseBeacon({ round: 7, signature: '01', previous_signature: '02', randomness: '03' }), {
    round: 7,
    signature: Uint8Array.of(1),
    previousSignature: Uint8Array.of(2),
    randomness: Uint8Array.of(3),
  })
  t.end()
})

await t.test('parseBeacon: what is refused, and where', t => {
  const good = { round: 7, signature: 'abcd' }
  t.equal(parseBeacon({ ...good, round: Number.MAX_SAFE_INTEGER }).round, Number.MAX_SAFE_INTEGER)
  const bad: readonly [unknown, string][] = [
    [null, ''],
    ['beacon', ''],
    [[], ''],
    [undefined, ''],
    [{}, '/round'],
    ...[0, -1, 1.5, '7', '0123', null, 2 ** 53, NaN].map(
      round => [{ ...good, round }, '/round'] as [unknown, string],
    ),
    [{ round: 7 }, '/signature'],
    ...['', 'abc', 'ab cd', '0xab', 'gg', 'ab\n', 171, null].flatMap(text => [
      [{ ...good, signature: text }, '/signature'] as [unknown, string],
      [{ ...good, previous_signature: text }, '/previous_signature'] as [unknown, string],
      [{ ...good, randomness: text }, '/randomness'] as [unknown, string],
    ]),
  ]
  for (const [value, pointer] of bad) {
    t.throws(() => parseBeacon(value), { code: 'beacon-invalid', where: { pointer } }, JSON.stringify(value))
  }
  t.end()
})

/** The description of a chain of our own, with members changed and its hash computed anew. */
function describeChain(chain: ChainInfo, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    public_key: encodeHex(chain.publicKey),
    period: chain.period,
    genesis_time: chain.genesisTime,
    chain_hash: encodeHex(computeChainHash(chain)),
    genesis_seed: encodeHex(chain.genesisSeed),
    scheme: chain.scheme,
    beacon_id: chain.beaconId,
    ...changes,
  }
}

await t.test('parseChainInfo: every scheme', t => {
  for (const scheme of schemesHere) {
    const chain = ownChain(scheme)
    t.same(parseChainInfo(describeChain(chain)), chain, scheme)
    t.same(parseChainInfo(describeChain(chain, { other: 1 }), chain), chain, scheme)
  }
  t.end()
})

await t.test('parseChainInfo: the beacon id', t => {
  const { metadata, ...without } = defaults.chain
  t.equal(metadata.beaconID, 'default')
  // The default chain has had no id, an empty one and this one, and always the same hash.
  for (const info of [without, { ...without, metadata: {} }, { ...without, metadata: { beaconID: '' } }]) {
    t.same(parseChainInfo(info), { ...defaultChain, beaconId: '' })
  }
  t.throws(() => parseChainInfo({ ...defaults.chain, metadata: { beaconID: 'x' } }), {
    code: 'chain-hash-mismatch',
  })
  t.throws(() => parseChainInfo({ ...quicknet.chain, metadata: {} }), { code: 'chain-hash-mismatch' })
  t.end()
})

await t.test('parseChainInfo: the chain hash vouches for everything but the scheme', t => {
  const chain = ownChain('pedersen-bls-unchained')
  const changes: Record<string, unknown>[] = [
    { public_key: encodeHex(G1.Point.BASE.toBytes(true)) },
    { period: 4 },
    { genesis_time: chain.genesisTime + 1 },
    { genesis_seed: encodeHex(sha256(chain.genesisSeed)) },
    { beacon_id: 'other' },
    { chain_hash: defaultChain.chainHash },
  ]
  for (const change of changes) {
    t.throws(
      () => parseChainInfo(describeChain(chain, change)),
      { code: 'chain-hash-mismatch', where: { pointer: '/chain_hash' } },
      Object.keys(change)[0]!,
    )
  }
  t.equal(parseChainInfo(describeChain(chain, { scheme: 'pedersen-bls-chained' })).chainHash, chain.chainHash)
  t.end()
})

await t.test('parseChainInfo: what is pinned', t => {
  const { chain } = quicknet
  t.throws(() => parseChainInfo(chain, defaultChain), {
    code: 'chain-invalid',
    where: { pointer: '/schemeID' },
  })
  t.throws(() => parseChainInfo(chain, { chainHash: defaultChain.chainHash }), {
    code: 'chain-hash-mismatch',
    where: { pointer: '/hash' },
  })
  t.throws(() => parseChainInfo(chain, { chainHash: '' }), { code: 'chain-hash-mismatch' })
  t.throws(() => parseChainInfo({ ...chain, schemeID: 'bls-unchained-on-g1' }, quicknetChain), {
    code: 'chain-invalid',
    where: { pointer: '/schemeID' },
  })
  t.end()
})

await t.test('parseChainInfo: an unknown scheme', t => {
  const schemes = ['bls-bn254-unchained-on-g2', 'PEDERSEN-BLS-CHAINED', '', 'toString', '__proto__']
  for (const scheme of schemes) {
    t.throws(
      () => parseChainInfo({ ...quicknet.chain, schemeID: scheme }),
      { code: 'scheme-unknown', where: { pointer: '/schemeID' } },
      scheme,
    )
    t.throws(
      () => parseChainInfo(describeChain(quicknetChain, { scheme })),
      { code: 'scheme-unknown', where: { pointer: '/scheme' } },
      scheme,
    )
  }
  t.end()
})

await t.test('parseChainInfo: what is refused, and where', t => {
  const chain = ownChain('bls-unchained-g1-rfc9380')
  const long = ownChain('pedersen-bls-unchained')
  // The hash is right for each of these keys: the point is what is wrong.
  const withKey = (of: ChainInfo, publicKey: Uint8Array) => describeChain({ ...of, publicKey })
  const identity = (length: number) => Uint8Array.from({ length }, (_, index) => (index === 0 ? 0xc0 : 0))
  const bad: readonly [unknown, string][] = [
    [null, ''],
    ['chain', ''],
    [[chain], ''],
    [describeChain(chain, { scheme: undefined }), '/scheme'],
    [describeChain(chain, { scheme: 1 }), '/scheme'],
    [describeChain(chain, { chain_hash: undefined }), '/chain_hash'],
    [describeChain(chain, { chain_hash: chain.chainHash.slice(2) }), '/chain_hash'],
    [describeChain(chain, { genesis_seed: 'ab' }), '/genesis_seed'],
    [describeChain(chain, { period: 0 }), '/period'],
    [describeChain(chain, { period: '3' }), '/period'],
    [describeChain(chain, { period: 2 ** 32 }), '/period'],
    [describeChain(chain, { genesis_time: -1 }), '/genesis_time'],
    [describeChain(chain, { genesis_time: 1.5 }), '/genesis_time'],
    [describeChain(chain, { beacon_id: 1 }), '/beacon_id'],
    [describeChain(chain, { beacon_id: '\ud800' }), '/beacon_id'],
    [describeChain(chain, { public_key: 'xy' }), '/public_key'],
    [{ ...quicknet.chain, metadata: 'quicknet' }, '/metadata'],
    [{ ...quicknet.chain, metadata: { beaconID: 1 } }, '/metadata/beaconID'],
    [{ ...quicknet.chain, groupHash: 'ab' }, '/groupHash'],
    [{ ...quicknet.chain, hash: 'ab' }, '/hash'],
    [withKey(chain, identity(96)), '/public_key'],
    [withKey(chain, outsideG2), '/public_key'],
    [withKey(chain, long.publicKey), '/public_key'],
    [withKey(chain, G2.Point.BASE.toBytes(false)), '/public_key'],
    [withKey(chain, G1.Point.BASE.toBytes(false)), '/public_key'],
    [withKey(long, identity(48)), '/public_key'],
    [withKey(long, outsideG1), '/public_key'],
    [withKey(long, chain.publicKey), '/public_key'],
    [withKey(long, G1.Point.BASE.toBytes(false)), '/public_key'],
  ]
  for (const [value, pointer] of bad) {
    t.throws(
      () => parseChainInfo(value),
      { code: 'chain-invalid', where: { pointer } },
      JSON.stringify(value),
    )
  }
  t.end()
})

await t.test('the timetable', t => {
  t.equal(roundTime(defaultChain, 1), 1595431050)
  t.equal(roundTime(quicknetChain, 1000), 1692803367 + 999 * 3)
  const { genesisTime } = quicknetChain
  for (const [seconds, at, atOrAfter, after] of [
    [genesisTime, 1, 1, 2],
    [genesisTime + 1, 1, 2, 2],
    [genesisTime + 2, 1, 2, 2],
    [genesisTime + 3, 2, 2, 3],
    [genesisTime + 4, 2, 3, 3],
  ] as const) {
    t.equal(roundAt(quicknetChain, seconds), at)
    t.equal(firstRoundAtOrAfter(quicknetChain, seconds), atOrAfter)
    t.equal(firstRoundAfter(quicknetChain, seconds), after)
  }
  for (const seconds of [genesisTime - 1, 0, -1, Number.MIN_SAFE_INTEGER]) {
    t.throws(() => roundAt(quicknetChain, seconds), { code: 'time-invalid' })
    t.equal(firstRoundAtOrAfter(quicknetChain, seconds), 1)
    t.equal(firstRoundAfter(quicknetChain, seconds), 1)
  }
  t.end()
})

await t.test('the timetable refuses what is not a round or a second', t => {
  for (const value of [1.5, NaN, Infinity, -Infinity, 2 ** 53]) {
    t.throws(() => roundAt(quicknetChain, value), { code: 'time-invalid' })
    t.throws(() => firstRoundAtOrAfter(quicknetChain, value), { code: 'time-invalid' })
    t.throws(() => firstRoundAfter(quicknetChain, value), { code: 'time-invalid' })
    t.throws(() => roundTime(quicknetChain, value), { code: 'beacon-invalid' })
  }
  for (const round of [0, -1, Number.MAX_SAFE_INTEGER]) {
    t.throws(() => roundTime(quicknetChain, round), { code: 'beacon-invalid' })
  }
  t.end()
})

await t.test('the timetable agrees with itself', t => {
  const timetable = fc.record({
    genesisTime: fc.integer({ min: 0, max: 2 ** 40 }),
    period: fc.integer({ min: 1, max: 0xffffffff }),
  })
  const late = fc.maxSafeNat()
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(timetable, late, (chain, elapsed) => {
        const seconds = Math.min(chain.genesisTime + elapsed, Number.MAX_SAFE_INTEGER - 2)
        const round = roundAt(chain, seconds)
        // Computed anew in whole numbers of any size.
        const exact = (BigInt(seconds) - BigInt(chain.genesisTime)) / BigInt(chain.period) + 1n
        const start = roundTime(chain, round)
        return (
          BigInt(round) === exact &&
          start <= seconds &&
          seconds - start < chain.period &&
          roundAt(chain, start) === round &&
          firstRoundAtOrAfter(chain, start) === round &&
          firstRoundAfter(chain, seconds) === round + 1 &&
          firstRoundAtOrAfter(chain, seconds) === (start === seconds ? round : round + 1)
        )
      }),
      { numRuns: slow ? 20_000 : 167 },
    )
  })
  t.end()
})
