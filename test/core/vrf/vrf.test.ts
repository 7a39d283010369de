import { ed25519, ED25519_TORSION_SUBGROUP } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { numberToBytesBE, numberToBytesLE } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import t from 'tap'
import { concatBytes, decodeHex, encodeHex } from '../../../src/core/encoding.js'
import { verifyChainlinkVrf, type ChainlinkVrfStatement } from '../../../src/core/vrf/chainlink.js'
import { verifyEcvrf, type VrfStatement } from '../../../src/core/vrf/ecvrf.js'
import type { VrfResult } from '../../../src/core/vrf/fault.js'
import { ecvrfSuites, type EcvrfSuite } from '../../../src/core/vrf/suites.js'
import { made } from './made.js'
import { deriveNonce, deriveScalar, prove } from './prove.js'
import {
  chainlinkKeyHash,
  chainlinkPreSeed,
  chainlinkRandomWords,
  chainlinkRequestId,
  chainlinkSeed,
  parseChainlinkProof,
} from './requests.js'
import { algorand, chainlink, rfc9381 } from './vectors.js'

const all = process.env['SLOW'] === '1'
const draft03 = 'ecvrf-ed25519-sha512-elligator2-draft03'

/** The output in hex, or the fault. */
const tell = (result: VrfResult): string => ('fault' in result ? result.fault : encodeHex(result.output))

const statementOf = (publicKey: string, alpha: string, proof: string): VrfStatement => ({
  publicKey: decodeHex(publicKey),
  alpha: decodeHex(alpha),
  proof: decodeHex(proof),
})

/** Copies of `bytes` with one bit turned over, each bit in turn, or from the first one on each that so many steps lead to. */
function* flips(bytes: Uint8Array, step = 1, first = 0): Generator<Uint8Array> {
  for (let bit = first; bit < 8 * bytes.length; bit += step) {
    const changed = Uint8Array.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    yield changed
  }
}

await t.test('RFC 9381 appendix B', t => {
  t.equal(rfc9381.length, 12)
  for (const v of rfc9381) {
    t.equal(
      tell(verifyEcvrf(v.suite, statementOf(v.publicKey, v.alpha, v.proof))),
      v.output,
      `example ${v.example}`,
    )
  }
  t.end()
})

await t.test('their proofs are made of their secret keys', t => {
  for (const { suite, example, secretKey, publicKey, points, proof } of rfc9381) {
    const h = decodeHex(points[0])
    const x = deriveScalar(suite, decodeHex(secretKey))
    const k = deriveNonce(suite, decodeHex(secretKey), h)
    const Point = suite.includes('p256') ? p256.Point : ed25519.Point
    t.equal(Point.BASE.multiply(x).toHex(), publicKey, `example ${example}`)
    t.equal(Point.BASE.multiply(k).toHex(), points[1])
    t.equal(Point.fromHex(points[0]).multiply(k).toHex(), points[2])
    t.equal(encodeHex(prove(suite, { x, k, h })), proof)
  }
  t.end()
})

await t.test('the draft that Algorand runs', t => {
  for (const [, publicKey, alpha, proof, output] of algorand) {
    t.equal(tell(verifyEcvrf(draft03, statementOf(publicKey, alpha, proof))), output)
    t.equal(
      tell(verifyEcvrf('ecvrf-edwards25519-sha512-ell2', statementOf(publicKey, alpha, proof))),
      'proof',
    )
  }
  t.end()
})

await t.test('what another program made', t => {
  const count: Record<string, number> = {}
  for (const [name, publicKey, alpha, proof, output] of made) {
    count[name] = (count[name] ?? 0) + 1
    if (name === 'chainlink') {
      const statement = { publicKey: decodeHex(publicKey), seed: decodeHex(alpha), proof: decodeHex(proof) }
      t.equal(tell(verifyChainlinkVrf(statement)), output)
    } else {
      t.equal(tell(verifyEcvrf(name as EcvrfSuite, statementOf(publicKey, alpha, proof))), output, name)
    }
  }
  t.same(count, Object.fromEntries([...ecvrfSuites, 'chainlink'].map(name => [name, 4])))
  t.end()
})

await t.test('a proof holds under its own suite alone', t => {
  for (const v of rfc9381) {
    for (const suite of ecvrfSuites.filter(name => name !== v.suite)) {
      const sameCurve = suite.includes('p256') === v.suite.includes('p256')
      const expected = sameCurve ? 'proof' : 'public-key'
      t.equal(tell(verifyEcvrf(suite, statementOf(v.publicKey, v.alpha, v.proof))), expected)
    }
  }
  t.end()
})

const example = (number: number): (typeof rfc9381)[number] => {
  const found = rfc9381.find(v => v.example === number)
  if (!found) throw new Error(`no example ${number}`)
  return found
}

await t.test('no bit can be turned over', t => {
  const short = [11, 14, 17, 20].map(example)
  const rows = all ? rfc9381 : short
  const ofDraft = algorand.slice(1, all ? undefined : 2)
  const statements: [EcvrfSuite, VrfStatement][] = [
    ...rows.map((v): [EcvrfSuite, VrfStatement] => [v.suite, statementOf(v.publicKey, v.alpha, v.proof)]),
    ...ofDraft.map((v): [EcvrfSuite, VrfStatement] => [draft03, statementOf(v[1], v[2], v[3])]),
  ]
  const curveOf = (suite: string): string => (suite.includes('p256') ? 'P-256' : 'edwards25519')
  for (const [at, [suite, statement]] of statements.entries()) {
    // Suites of one curve read proofs alike: they share every third bit, but for `npm run campaign bits`.
    const ofCurve = [...statements.entries()].filter(([, [other]]) => curveOf(other) === curveOf(suite))
    const [step, first] = all ? [1, 0] : [3 * ofCurve.length, 3 * ofCurve.findIndex(([one]) => one === at)]
    let changed = 0
    for (const name of ['publicKey', 'alpha', 'proof'] as const) {
      for (const bytes of flips(statement[name], step, first)) {
        changed += 1
        const result = verifyEcvrf(suite, { ...statement, [name]: bytes })
        if (!('fault' in result)) t.fail(`${suite} holds with another ${name}: ${encodeHex(bytes)}`)
      }
    }
    const { publicKey, alpha, proof } = statement
    const expected = (8 * (publicKey.length + alpha.length + proof.length)) / step
    t.ok(Math.abs(changed - expected) < 3, `${suite}: ${changed} of ${expected}`)
  }
  t.end()
})

await t.test('other lengths', t => {
  for (const v of [12, 15, 18, 21].map(example)) {
    const statement = statementOf(v.publicKey, v.alpha, v.proof)
    const { publicKey, alpha, proof } = statement
    const ask = (part: Partial<VrfStatement>): string => tell(verifyEcvrf(v.suite, { ...statement, ...part }))
    for (const bytes of [
      proof.subarray(1),
      proof.subarray(0, -1),
      concatBytes(proof, Uint8Array.of(0)),
      Uint8Array.of(),
    ]) {
      t.equal(ask({ proof: bytes }), 'proof-length')
    }
    for (const bytes of [publicKey.subarray(1), concatBytes(publicKey, Uint8Array.of(0)), Uint8Array.of()]) {
      t.equal(ask({ publicKey: bytes }), 'public-key')
    }
    t.equal(ask({ alpha: concatBytes(alpha, Uint8Array.of(0)) }), 'proof')
    t.equal(ask({ alpha: alpha.subarray(0, -1) }), 'proof')
    t.throws(() => ask({ proof: v.proof as unknown as Uint8Array }), TypeError)
    t.throws(() => ask({ publicKey: v.publicKey as unknown as Uint8Array }), TypeError)
    t.throws(() => ask({ alpha: v.alpha as unknown as Uint8Array }), TypeError)
  }
  t.end()
})

await t.test('s has one form', t => {
  const draft = algorand[2]
  if (!draft) throw new Error('no vector')
  const rows = [12, 15, 18, 21].map(example).map(v => [v.suite, v.publicKey, v.alpha, v.proof] as const)
  for (const [suite, publicKey, alpha, proof] of [
    ...rows,
    [draft03, draft[1], draft[2], draft[3]] as const,
  ]) {
    const statement = statementOf(publicKey, alpha, proof)
    const big = suite.includes('p256')
    const order = (big ? p256 : ed25519).Point.Fn.ORDER
    const s = statement.proof.slice(-32)
    const value = BigInt(`0x${encodeHex(big ? s : s.toReversed())}`)
    for (const other of [value + order, order, order + 1n, 2n ** 256n - 1n].filter(n => n < 2n ** 256n)) {
      const bytes = big ? numberToBytesBE(other, 32) : numberToBytesLE(other, 32)
      const changed = concatBytes(statement.proof.subarray(0, -32), bytes)
      t.equal(tell(verifyEcvrf(suite, { ...statement, proof: changed })), 'proof-scalar')
    }
    const zero = concatBytes(statement.proof.subarray(0, -32), new Uint8Array(32))
    t.equal(tell(verifyEcvrf(suite, { ...statement, proof: zero })), 'proof')
    const noChallenge = concatBytes(statement.proof.subarray(0, -48), new Uint8Array(48))
    t.equal(tell(verifyEcvrf(suite, { ...statement, proof: noChallenge })), 'proof')
  }
  t.end()
})

/** Every encoding that a lax reader takes for a point of order 1, 2, 4 or 8. */
const smallOrder = (() => {
  const { p } = ed25519.Point.CURVE()
  const canonical = ED25519_TORSION_SUBGROUP.map(hex => decodeHex(hex))
  const lax = [p, p + 1n, 1n, p - 1n].flatMap(y => [y, y + 2n ** 255n])
  return { canonical, lax: lax.map(y => numberToBytesLE(y, 32)) }
})()

await t.test('no key of small order, under which every proof could be made', t => {
  t.equal(smallOrder.canonical.length, 8)
  for (const v of [16, 19].map(example)) {
    const statement = statementOf(v.publicKey, v.alpha, v.proof)
    for (const publicKey of [...smallOrder.canonical, ...smallOrder.lax]) {
      for (const suite of [v.suite, draft03] as const) {
        t.equal(tell(verifyEcvrf(suite, { ...statement, publicKey })), 'public-key')
      }
    }
  }
  t.end()
})

await t.test('encodings that are not the one of their point', t => {
  const { p } = ed25519.Point.CURVE()
  const ed = example(18)
  const edStatement = statementOf(ed.publicKey, ed.alpha, ed.proof)
  // y from p to 2^255 − 1, with either sign: none is canonical, whether a point has it or not.
  for (let y = p; y < 2n ** 255n; y += 1n) {
    for (const gamma of [y, y + 2n ** 255n].map(n => numberToBytesLE(n, 32))) {
      const proof = concatBytes(gamma, edStatement.proof.subarray(32))
      for (const suite of [
        'ecvrf-edwards25519-sha512-tai',
        'ecvrf-edwards25519-sha512-ell2',
        draft03,
      ] as const) {
        t.equal(tell(verifyEcvrf(suite, { ...edStatement, proof })), 'proof-point')
        t.equal(tell(verifyEcvrf(suite, { ...edStatement, publicKey: gamma })), 'public-key')
      }
    }
  }
  for (const number of [12, 15]) {
    const v = example(number)
    const statement = statementOf(v.publicKey, v.alpha, v.proof)
    const { Fp } = p256.Point
    const gamma = statement.proof.slice(0, 33)
    // x = 5 is that of a point, and 5 + p has room in 32 bytes.
    const wide = concatBytes(Uint8Array.of(2), numberToBytesBE(5n + Fp.ORDER, 32))
    t.ok(p256.Point.fromBytes(concatBytes(Uint8Array.of(2), numberToBytesBE(5n, 32))))
    const bad = [0, 1, 4, 5, 6, 7, 0x82].map(head => concatBytes(Uint8Array.of(head), gamma.subarray(1)))
    for (const bytes of [...bad, wide, new Uint8Array(33)]) {
      const proof = concatBytes(bytes, statement.proof.subarray(33))
      t.equal(tell(verifyEcvrf(v.suite, { ...statement, proof })), 'proof-point')
      t.equal(tell(verifyEcvrf(v.suite, { ...statement, publicKey: bytes })), 'public-key')
    }
    const uncompressed = p256.Point.fromBytes(statement.publicKey).toBytes(false)
    for (const publicKey of [uncompressed, Uint8Array.of(0)]) {
      t.equal(tell(verifyEcvrf(v.suite, { ...statement, publicKey })), 'public-key')
    }
  }
  t.end()
})

await t.test('the identity and points of small order are no gamma', t => {
  for (const v of [16, 19].map(example)) {
    const statement = statementOf(v.publicKey, v.alpha, v.proof)
    for (const point of smallOrder.canonical) {
      const proof = concatBytes(point, statement.proof.subarray(32))
      t.equal(tell(verifyEcvrf(v.suite, { ...statement, proof })), 'proof')
    }
  }
  t.end()
})

await t.test('a proof with a component of small order has the same output', t => {
  const torsion = ED25519_TORSION_SUBGROUP.map(hex => ed25519.Point.fromHex(hex)).filter(p => !p.is0())
  t.equal(torsion.length, 7)
  for (const v of [16, 19].map(example)) {
    const x = deriveScalar(v.suite, decodeHex(v.secretKey))
    const h = decodeHex(v.points[0])
    const statement = statementOf(v.publicKey, v.alpha, v.proof)
    for (const point of torsion) {
      // It holds where the challenge is a multiple of the order of the point, and nowhere else.
      let [held, refused] = [0, 0]
      for (let k = 1n; held === 0 || refused === 0; k += 1n) {
        const proof = prove(v.suite, { x, k, h, gammaPlus: point })
        const result = tell(verifyEcvrf(v.suite, { ...statement, proof }))
        const multiple = point.multiplyUnsafe(BigInt(proof[32] ?? 0) % 8n).is0()
        t.equal(result, multiple ? v.output : 'proof')
        if (multiple) held += 1
        else refused += 1
      }
    }
  }
  t.end()
})

await t.test('a proof whose U and V are the identity', t => {
  for (const v of [12, 15, 18, 21].map(example)) {
    const x = deriveScalar(v.suite, decodeHex(v.secretKey))
    const proof = prove(v.suite, { x, k: 0n, h: decodeHex(v.points[0]) })
    t.not(encodeHex(proof), v.proof)
    t.equal(tell(verifyEcvrf(v.suite, { ...statementOf(v.publicKey, v.alpha, ''), proof })), v.output)
  }
  t.end()
})

await t.test('the challenge binds the key', t => {
  // Without the key in it, a key is found to a proof afterwards: c·Y = s·B − U.
  const v = example(18)
  const { suite } = v
  const x = deriveScalar(suite, decodeHex(v.secretKey))
  const h = decodeHex(v.points[0])
  const proof = prove(suite, { x, k: 7n, h, challengeKey: new Uint8Array(32) })
  t.equal(tell(verifyEcvrf(suite, { ...statementOf(v.publicKey, v.alpha, ''), proof })), 'proof')
  t.end()
})

/** A fulfilment of the node's tests as what is verified. */
function fulfilment(blockHash: string, bytes: string): ChainlinkVrfStatement & { preSeed: Uint8Array } {
  const parsed = parseChainlinkProof(decodeHex(bytes))
  if (!parsed) throw new Error('no proof')
  return { ...parsed, seed: chainlinkSeed(parsed.preSeed, decodeHex(blockHash)) }
}

const secretTen = secp256k1.Point.BASE.multiply(10n).toBytes(false).subarray(1)

await t.test("fulfilments of Chainlink's node", t => {
  t.equal(chainlink.length, 5)
  for (const [name, blockHash, bytes] of chainlink) {
    const statement = fulfilment(blockHash, bytes)
    t.same(statement.publicKey, secretTen)
    t.equal(
      encodeHex(chainlinkKeyHash(statement.publicKey)),
      '9f2353bde94264dbc3d554a94cceba2d7d2b4fdce4304d3e09a1fea9fbeb1528',
    )
    const gamma = statement.proof.subarray(0, 64)
    const expected = encodeHex(keccak_256(concatBytes(numberToBytesBE(3n, 32), gamma)))
    t.equal(tell(verifyChainlinkVrf(statement)), expected, name)
    // What the contract calls the seed is not what the function is asked for.
    t.equal(tell(verifyChainlinkVrf({ ...statement, seed: statement.preSeed })), 'proof')
  }
  t.end()
})

await t.test('no bit of a fulfilment can be turned over', t => {
  const [first] = chainlink
  if (!first) throw new Error('no fulfilment')
  const statement = fulfilment(first[1], first[2])
  // Every one in `npm run campaign bits`; each bit of a byte comes up.
  const step = all ? 1 : 5
  let changed = 0
  for (const name of ['publicKey', 'seed', 'proof'] as const) {
    for (const bytes of flips(statement[name], step)) {
      changed += 1
      const result = verifyChainlinkVrf({ ...statement, [name]: bytes })
      if (!('fault' in result)) t.fail(`it holds with another ${name}: ${encodeHex(bytes)}`)
    }
  }
  t.ok(Math.abs(changed - (8 * (64 + 32 + 128)) / step) < 3, `${changed} bits`)
  t.end()
})

await t.test('forms that Chainlink VRF does not take', t => {
  const [first] = chainlink
  if (!first) throw new Error('no fulfilment')
  const statement = fulfilment(first[1], first[2])
  const { publicKey, proof } = statement
  const { Fn, Fp } = secp256k1.Point
  const ask = (part: Partial<ChainlinkVrfStatement>): string =>
    tell(verifyChainlinkVrf({ ...statement, ...part }))
  const word = (value: bigint): Uint8Array => numberToBytesBE(value, 32)
  for (const s of [0n, Fn.ORDER, Fn.ORDER + 1n, 2n ** 256n - 1n]) {
    t.equal(ask({ proof: concatBytes(proof.subarray(0, 96), word(s)) }), 'proof-scalar')
  }
  // x = 1 is that of a point, and 1 + p has room in 32 bytes.
  const one = secp256k1.Point.fromBytes(concatBytes(Uint8Array.of(2), word(1n)))
    .toBytes(false)
    .subarray(1)
  const wide = concatBytes(word(1n + Fp.ORDER), one.subarray(32))
  t.equal(ask({ publicKey: one }), 'proof')
  for (const point of [wide, new Uint8Array(64), concatBytes(publicKey.subarray(0, 32), word(1n))]) {
    t.equal(ask({ publicKey: point }), 'public-key')
    t.equal(ask({ proof: concatBytes(point, proof.subarray(64)) }), 'proof-point')
  }
  for (const bytes of [publicKey.subarray(1), concatBytes(Uint8Array.of(4), publicKey), Uint8Array.of()]) {
    t.equal(ask({ publicKey: bytes }), 'public-key')
  }
  for (const bytes of [proof.subarray(1), concatBytes(proof, Uint8Array.of(0)), Uint8Array.of()]) {
    t.equal(ask({ proof: bytes }), 'proof-length')
  }
  // s·G + c·Y is the identity where s = −c·x.
  const c = 12345n
  const s = Fn.neg(Fn.create(c * 10n))
  const identity = concatBytes(proof.subarray(0, 64), word(c), word(s))
  t.equal(ask({ proof: identity }), 'proof')
  t.throws(() => ask({ seed: statement.seed.subarray(1) }), RangeError)
  t.throws(() => ask({ publicKey: 'ab' as unknown as Uint8Array }), TypeError)
  t.equal(parseChainlinkProof(new Uint8Array(415)), undefined)
  t.equal(parseChainlinkProof(new Uint8Array(448)), undefined)
  t.end()
})

await t.test('from a request to its seed and its numbers', t => {
  // Made with keccak256 of make.py over the words that the coordinators hash.
  const keyHash = new Uint8Array(32).fill(0x11)
  const request = { keyHash, sender: new Uint8Array(20).fill(0x22), subject: 2n ** 255n + 7n, nonce: 3n }
  const [v1, v2] = [chainlinkPreSeed(1, request), chainlinkPreSeed(2, request)]
  t.equal(encodeHex(v1), '39a56ba30c6a2aa363e282098054240a64dd085af8c7aef8c533e53d7c2f97fc')
  t.equal(encodeHex(v2), 'c9d98f24d676a8e30fcdfb837cf7906871446a5ececfd411e9236fed4eb7987e')
  t.equal(
    encodeHex(chainlinkRequestId(keyHash, v2)),
    '3a6ff1f18dab0f1899c2082f4c413a2b8aab86579846fed6e962190cd4a72c70',
  )
  t.same(chainlinkRandomWords(v2, 2).map(encodeHex), [
    '467aadb88b841fb4adc1a68ba47624bfde1404575a46333298e57e71695454d5',
    'd360ab592964611301ab51632ea4aa40720bb01e5588f58f4143a47fc7061605',
  ])
  t.same(chainlinkRandomWords(v2, 0), [])
  t.throws(() => chainlinkPreSeed(2, { ...request, sender: keyHash }), RangeError)
  t.throws(() => chainlinkRequestId(keyHash.subarray(1), v2), RangeError)
  t.end()
})
