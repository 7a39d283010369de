import { readFileSync } from 'node:fs'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import t from 'tap'
import { verifyBeacons } from '../../src/core/beacon-batch.js'
import {
  beaconMessage,
  defaultChain,
  evmnetChain,
  parseBeacon,
  quicknetChain,
  type Beacon,
  type ChainInfo,
} from '../../src/core/beacon.js'
import { schemeNames, schemes, signatureDomains, type SchemeName } from '../../src/core/beacon-scheme.js'
import { loadMcl } from '../../src/native/index.js'

/** How many mutated signatures both are asked about: `npm run campaign beacons` takes 10,000. */
const mutants = Number(process.env['MUTANTS'] ?? 20)

const { G1, G2, longSignatures, shortSignatures } = bls12_381
const secretKey = new Uint8Array(32).fill(7)
const bls = await loadMcl()

function readBeacons(name: string): readonly Beacon[] {
  const url = new URL(`../../fixtures/beacons/${name}.json`, import.meta.url)
  return (JSON.parse(readFileSync(url, 'utf8')) as { beacons: readonly unknown[] }).beacons.map(parseBeacon)
}

type Bls12381Name = keyof typeof signatureDomains
const names = schemeNames.filter((name): name is Bls12381Name => name in signatureDomains)

/** A chain of this scheme, and one good round of it for each number. */
function createChain(scheme: Bls12381Name): { chain: ChainInfo; sign: (round: number) => Beacon } {
  const { group, domain } = signatureDomains[scheme]
  const signatures = group === 'G1' ? shortSignatures : longSignatures
  const chain: ChainInfo = {
    ...(scheme === 'pedersen-bls-chained' ? defaultChain : quicknetChain),
    scheme,
    publicKey: signatures.getPublicKey(secretKey).toBytes(true),
  }
  const previous = schemes[scheme].chained && longSignatures.Signature.toBytes(G2.Point.BASE)
  const sign = (round: number): Beacon => {
    const unsigned = { round, ...(previous && { previousSignature: previous }) }
    const message = beaconMessage(unsigned, chain)
    const signature =
      group === 'G1'
        ? shortSignatures.sign(shortSignatures.hash(message, domain), secretKey).toBytes(true)
        : longSignatures.sign(longSignatures.hash(message, domain), secretKey).toBytes(true)
    return { ...unsigned, signature }
  }
  return { chain, sign }
}

void t.test('rounds of real chains', t => {
  for (const [name, chain] of [
    ['default', defaultChain],
    ['quicknet', quicknetChain],
    ['evmnet', evmnetChain],
  ] as const) {
    const beacons = readBeacons(name)
    t.strictSame(verifyBeacons(beacons, chain, { bls }), verifyBeacons(beacons, chain), name)
    t.ok(
      verifyBeacons(beacons, chain, { bls }).every(({ valid }) => valid),
      name,
    )
  }
  t.equal(
    bls.withGroups('bls-bn254-unchained-on-g1', () => 1),
    undefined,
    'of BN254 mcl is not asked',
  )
  t.end()
})

void t.test('messages are hashed to the same points', t => {
  for (const scheme of names) {
    const { group, domain } = signatureDomains[scheme]
    for (let length = 0; length < 300; length += 43) {
      const message = Uint8Array.from({ length }, (_, at) => at)
      const expected =
        group === 'G1'
          ? shortSignatures.hash(message, domain).toBytes(true)
          : longSignatures.hash(message, domain).toBytes(true)
      const same = bls.withGroups(scheme, ({ hash, decodeSignature, verify, add }) => {
        const [point, other] = [hash(message), decodeSignature(expected)]
        if (other === undefined) throw new Error('noble hashes to no point')
        // 3 a = a + 2 b where a is b: by what the pairing sees.
        const [left, right] = [add([point], [3n]), add([point, other], [1n, 2n])]
        return decodeKeyOf(scheme, key => verify(left, right, key))
      })
      t.strictSame(same, { result: true }, `${scheme}, ${length} bytes`)
    }
  }
  t.end()

  /** With the generator as the key, a signature is what was hashed. */
  function decodeKeyOf(scheme: SchemeName, use: (key: never) => boolean): boolean {
    const generator = signatureDomains[scheme as Bls12381Name].group === 'G1' ? G2.Point.BASE : G1.Point.BASE
    const found = bls.withGroups(scheme, ({ decodeKey }) => decodeKey(generator.toBytes(true)))
    return use(found?.result as never)
  }
})

/** Encodings that are no signature, or one of another message: of each kind that a decoder may take wrongly. */
function mutate(signature: Uint8Array, seed: number): Uint8Array {
  const random = sha256(Uint8Array.of(seed, seed >> 8, seed >> 16))
  const bytes = Uint8Array.from(signature)
  const [kind = 0, at = 0, bit = 0] = random
  switch (kind % 8) {
    case 0: // another sign
      bytes[0] = (bytes[0] ?? 0) ^ 0x20
      return bytes
    case 1: // another flag
      bytes[0] = (bytes[0] ?? 0) ^ (0x80 >> (bit % 3))
      return bytes
    case 2: // x of the whole field and beyond
      bytes.fill(0xff, 1)
      bytes[0] = 0x9f
      return bytes
    case 3: // the identity, spelt well and badly
      bytes.fill(0)
      bytes[0] = 0xc0
      bytes[bytes.length - 1] = bit % 2
      return bytes
    case 4: // x + p, where there is room for it
      return addOrder(bytes)
    case 5: // a random x: half of them are on the curve, hardly one of them in the subgroup
      for (let index = 0; index < bytes.length; index += 32)
        bytes.set(random.subarray(0, bytes.length - index), index)
      bytes[0] = 0x80 | (bit % 2 ? 0x20 : 0) | ((bytes[0] ?? 0) & 0x0f)
      return bytes
    case 6:
      return bytes.subarray(0, bytes.length - 1)
    default:
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << (bit % 8))
      return bytes
  }
}

function addOrder(bytes: Uint8Array): Uint8Array {
  const flags = (bytes[0] ?? 0) & 0xe0
  const first = bytes.slice(0, 48)
  first[0] = (first[0] ?? 0) & 0x1f
  const sum = BigInt(`0x${Buffer.from(first).toString('hex')}`) + G1.Point.Fp.ORDER
  if (sum >> 381n !== 0n) return bytes.with(1, (bytes[1] ?? 0) ^ 1)
  const text = sum.toString(16).padStart(96, '0')
  bytes.set(Buffer.from(text, 'hex'))
  bytes[0] = (bytes[0] ?? 0) | flags
  return bytes
}

void t.test(`${mutants} mutated signatures of each scheme`, t => {
  let faults = 0
  for (const scheme of names) {
    const { chain, sign } = createChain(scheme)
    // A first round has nothing before it but the seed.
    const good = Array.from({ length: 4 }, (_, index) => sign(index + 2))
    t.ok(
      verifyBeacons(good, chain, { bls }).every(({ valid }) => valid),
      scheme,
    )
    let disagreements = 0
    for (let seed = 0; seed < mutants; seed += 1) {
      const [of] = good.slice(seed % 4)
      if (of === undefined) throw new Error('no round')
      const list = [{ ...of, signature: mutate(of.signature, seed) }]
      const [ours] = verifyBeacons(list, chain, { bls })
      const [theirs] = verifyBeacons(list, chain)
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
        disagreements += 1
        t.fail(`mutant ${seed} of ${scheme}`, { ours, theirs })
      }
      if (theirs?.valid === false) faults += 1
    }
    t.equal(disagreements, 0, scheme)
  }
  t.ok(faults > mutants * 3, 'what was asked about was wrong for the most part')
  t.comment(`${faults} of ${mutants * names.length} were refused by both`)
  t.end()
})

void t.test('many at once, with a bad one anywhere', t => {
  const { chain, sign } = createChain('bls-unchained-g1-rfc9380')
  // More than are added at once.
  const good = Array.from({ length: 132 }, (_, index) => sign(index + 1))
  t.ok(verifyBeacons(good, chain, { bls }).every(({ valid }) => valid))
  for (const place of [0, 127, 128, 131]) {
    const list = good.with(place, { ...sign(place + 1), signature: sign(place + 2).signature })
    const found = verifyBeacons(list, chain, { bls })
    t.strictSame(
      found.flatMap(({ valid }, index) => (valid ? [] : [index])),
      [place],
    )
    t.strictSame(found[place], { valid: false, reason: 'signature' })
  }
  // Faults that cancel out in a plain sum.
  const [one, other] = [sign(1), sign(2)].map(({ signature }) => G1.Point.fromBytes(signature))
  const list = [
    { round: 1, signature: one?.add(G1.Point.BASE).toBytes(true) ?? new Uint8Array() },
    { round: 2, signature: other?.subtract(G1.Point.BASE).toBytes(true) ?? new Uint8Array() },
  ]
  t.ok(verifyBeacons(list, chain, { bls }).every(({ valid }) => !valid))
  t.throws(() => verifyBeacons(good, { ...chain, publicKey: G2.Point.ZERO.toBytes(true) }, { bls }), {
    code: 'chain-invalid',
  })
  t.end()
})
