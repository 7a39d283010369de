import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberLE, numberToBytesBE, numberToBytesLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import {
  createPublicKey,
  generateKeyPairSync,
  sign as opensslSign,
  verify as opensslVerify,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { concatBytes, decodeBase64, decodeHex, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { portable } from '../../src/core/portable.js'
import {
  parsePublicKey,
  verifySeedHash,
  verifySignature,
  type PublicKey,
  type SignatureForm,
} from '../../src/core/signature.js'
import { DrawauditError } from '../../src/errors.js'
import { both } from '../../src/native/both.js'
import { native } from '../../src/native/engine.js'
import { vectors } from '../vectors.js'

const engines = [portable, native]
const slow = process.env['SLOW'] === '1'
const runs = slow ? 2000 : 8
if (slow) t.setTimeout(600_000)

const compact: SignatureForm = { encoding: 'compact' }
const der: SignatureForm = { encoding: 'der' }
const anyS: SignatureForm = { encoding: 'compact', lowS: false }
const lowS: SignatureForm = { encoding: 'compact', lowS: true }

const message = encodeUtf8('the third prize')

interface Sample {
  readonly name: string
  readonly key: PublicKey
  readonly signature: Uint8Array
}

function createSamples(): Sample[] {
  const edwards = ed25519.keygen()
  const nist = p256.keygen()
  const koblitz = secp256k1.keygen()
  const taproot = schnorr.keygen()
  const parse = parsePublicKey
  const long = p256.Point.fromBytes(nist.publicKey).toBytes(false)
  const k1 = 'ecdsa-secp256k1-sha256'
  return [
    {
      name: 'ed25519',
      key: parse('ed25519', edwards.publicKey),
      signature: ed25519.sign(message, edwards.secretKey),
    },
    {
      name: 'P-256, compact',
      key: parse('ecdsa-p256-sha256', nist.publicKey, compact),
      signature: p256.sign(message, nist.secretKey, { lowS: false }),
    },
    {
      name: 'P-256, DER, uncompressed key',
      key: parse('ecdsa-p256-sha256', long, der),
      signature: p256.sign(message, nist.secretKey, { lowS: false, format: 'der' }),
    },
    {
      name: 'secp256k1, compact, low s',
      key: parse(k1, koblitz.publicKey, lowS),
      signature: secp256k1.sign(message, koblitz.secretKey),
    },
    {
      name: 'secp256k1, DER, any s',
      key: parse(k1, koblitz.publicKey, { encoding: 'der', lowS: false }),
      signature: secp256k1.sign(message, koblitz.secretKey, { format: 'der' }),
    },
    {
      name: 'BIP-340',
      key: parse('bip340', taproot.publicKey),
      signature: schnorr.sign(message, taproot.secretKey),
    },
  ]
}

const samples = createSamples()

/** Both engines say the same: true or false. */
function verdict(key: PublicKey, signed: Uint8Array, signature: Uint8Array): boolean {
  const [first, second] = engines.map(engine => verifySignature(key, signed, signature, engine))
  if (first === undefined || first !== second) {
    throw new Error(`engines disagree on ${key.algorithm} ${encodeHex(signature)}`)
  }
  return first
}

/** The test reads a file of shared vectors, or skips. */
async function testVectors(name: string, path: string, test: (t: Tap, text: string) => void): Promise<void> {
  const url = vectors(path)
  const skip = url === undefined && `shared vectors are not here: ${path}`
  await t.test(name, { skip }, t => {
    test(t, readFileSync(url!, 'utf8'))
    t.end()
  })
}

type Tap = Pick<typeof t, 'equal' | 'same' | 'ok' | 'notOk' | 'throws'>

function count(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

interface Wycheproof {
  readonly numberOfTests: number
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk?: string; readonly uncompressed?: string }
    readonly tests: readonly {
      readonly tcId: number
      readonly flags: readonly string[]
      readonly msg: string
      readonly sig: string
      readonly result: 'valid' | 'invalid'
    }[]
  }[]
}

/** Every vector on every engine; what is decided against the vector's label comes back as its flags. */
function runWycheproof(t: Tap, text: string, algorithm: string, form?: SignatureForm): string[] {
  const suite = JSON.parse(text) as Wycheproof
  const against: string[] = []
  const disagreements: number[] = []
  let total = 0
  for (const { publicKey, tests } of suite.testGroups) {
    const key = parsePublicKey(algorithm, decodeHex((publicKey.pk ?? publicKey.uncompressed)!), form)
    for (const { tcId, flags, msg, sig, result } of tests) {
      const [first, second] = engines.map(engine =>
        verifySignature(key, decodeHex(msg), decodeHex(sig), engine),
      )
      total++
      if (first !== second) disagreements.push(tcId)
      if (first !== (result === 'valid')) against.push(`${result}: ${flags.join(', ')}`)
    }
  }
  t.equal(total, suite.numberOfTests)
  t.same(disagreements, [])
  return against
}

await testVectors('wycheproof: ed25519, 151', 'wycheproof/ed25519_test.json', (t, text) => {
  t.same(runWycheproof(t, text, 'ed25519'), [])
  t.equal((JSON.parse(text) as Wycheproof).numberOfTests, 151)
})

await testVectors(
  'wycheproof: P-256, 262',
  'wycheproof/ecdsa_secp256r1_sha256_p1363_test.json',
  (t, text) => {
    t.same(runWycheproof(t, text, 'ecdsa-p256-sha256', compact), [])
    t.equal((JSON.parse(text) as Wycheproof).numberOfTests, 262)
  },
)

await testVectors(
  'wycheproof: secp256k1, 252',
  'wycheproof/ecdsa_secp256k1_sha256_p1363_test.json',
  (t, text) => {
    t.same(runWycheproof(t, text, 'ecdsa-secp256k1-sha256', anyS), [])
    t.equal((JSON.parse(text) as Wycheproof).numberOfTests, 252)
    // High s, 72 times, which the vectors call valid and this form refuses.
    t.same(count(runWycheproof(t, text, 'ecdsa-secp256k1-sha256', lowS)), {
      'valid: ArithmeticError': 24,
      'valid: EdgeCasePublicKey': 15,
      'valid: PointDuplication': 1,
      'valid: SpecialCaseHash': 26,
      'valid: ValidSignature': 6,
    })
  },
)

await testVectors('BIP-340, 19', 'bip340/test-vectors.csv', (t, text) => {
  const rows = text.trim().split('\n').slice(1)
  t.equal(rows.length, 19)
  const badKeys: string[] = []
  for (const row of rows) {
    const [index = '', , publicKey = '', , signed = '', signature = '', result] = row.trim().split(',')
    let key: PublicKey
    try {
      key = parsePublicKey('bip340', decodeHex(publicKey))
    } catch (error) {
      t.equal((error as DrawauditError).code, 'key-invalid')
      t.equal(result, 'FALSE', index)
      badKeys.push(index)
      continue
    }
    t.equal(verdict(key, decodeHex(signed), decodeHex(signature)), result === 'TRUE', index)
  }
  t.same(badKeys, ['5', '14'])
})

await testVectors('DSSE: P-256', 'dsse/vectors.json', (t, text) => {
  interface Vector {
    readonly pae_utf8: string
    readonly X: string
    readonly Y: string
    readonly envelope: { readonly signatures: readonly { readonly sig: string }[] }
  }
  const suite = JSON.parse(text) as Vector[]
  t.equal(suite.length, 1)
  for (const { pae_utf8: pae, X, Y, envelope } of suite) {
    const point = concatBytes(
      Uint8Array.of(4),
      numberToBytesBE(BigInt(X), 32),
      numberToBytesBE(BigInt(Y), 32),
    )
    const key = parsePublicKey('ecdsa-p256-sha256', point, compact)
    const signature = decodeBase64(envelope.signatures[0]!.sig)
    t.equal(verdict(key, encodeUtf8(pae), signature), true)
    t.equal(verdict(key, encodeUtf8(`${pae} `), signature), false)
  }
})

await t.test('ed25519: RFC 8032 section 7.1', t => {
  const answers = [
    [
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ] as const
  for (const [publicKey, signed, signature] of answers) {
    const key = parsePublicKey('ed25519', decodeHex(publicKey))
    t.equal(verdict(key, decodeHex(signed), decodeHex(signature)), true)
    t.equal(verdict(key, decodeHex(`${signed}00`), decodeHex(signature)), false)
  }
  t.end()
})

await t.test('P-256: RFC 6979 section A.2.5, the first with a high s', t => {
  const key = parsePublicKey(
    'ecdsa-p256-sha256',
    decodeHex(
      '0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299',
    ),
    compact,
  )
  const sample =
    'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8'
  const test =
    'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083'
  t.equal(verdict(key, encodeUtf8('sample'), decodeHex(sample)), true)
  t.equal(verdict(key, encodeUtf8('test'), decodeHex(test)), true)
  t.equal(verdict(key, encodeUtf8('test'), decodeHex(sample)), false)
  t.end()
})

await t.test('BIP-340: the first vector of its text', t => {
  const key = parsePublicKey(
    'bip340',
    decodeHex('f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9'),
  )
  const signature = decodeHex(
    'e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0',
  )
  t.equal(verdict(key, new Uint8Array(32), signature), true)
  t.equal(verdict(key, new Uint8Array(33), signature), false)
  t.end()
})

// Every encoding, canonical or not, of a point whose order divides 8.
const smallOrder = {
  canonical: [
    '0100000000000000000000000000000000000000000000000000000000000000',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  ],
  other: [
    '0100000000000000000000000000000000000000000000000000000000000080',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  ],
}

const { Point } = ed25519
const order = Point.Fn.ORDER
const secret = 0x1234567890abcdef1234567890abcdefn
const honest = Point.BASE.multiply(secret).toBytes()

/** A signature with an R of one's choice, whose part in the subgroup of prime order is nonce·B. */
function craft(publicKey: Uint8Array, encodedR: Uint8Array, nonce: bigint): Uint8Array {
  const k = bytesToNumberLE(sha512(concatBytes(encodedR, publicKey, message)))
  return concatBytes(encodedR, numberToBytesLE((nonce + k * secret) % order, 32))
}

function opensslAccepts(publicKey: Uint8Array, signature: Uint8Array): boolean {
  const spki = concatBytes(decodeHex('302a300506032b6570032100'), publicKey)
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  return opensslVerify(null, message, key, signature)
}

await t.test('ed25519: a public key of small order is refused in all 14 encodings', t => {
  for (const text of smallOrder.canonical) {
    t.throws(() => parsePublicKey('ed25519', decodeHex(text)), { code: 'key-weak' }, text)
  }
  for (const text of smallOrder.other) {
    t.throws(() => parsePublicKey('ed25519', decodeHex(text)), { code: 'key-invalid' }, text)
  }
  t.end()
})

await t.test('ed25519: a public key with a small-order component is refused', t => {
  for (const text of smallOrder.canonical.slice(1)) {
    const mixed = Point.fromBytes(honest)
      .add(Point.fromBytes(decodeHex(text)))
      .toBytes()
    t.throws(() => parsePublicKey('ed25519', mixed), { code: 'key-weak' }, text)
  }
  t.end()
})

await t.test('ed25519: an R of small order is refused in all 14 encodings', t => {
  const key = parsePublicKey('ed25519', honest)
  const accepted = { noble: 0, openssl: 0 }
  for (const text of [...smallOrder.canonical, ...smallOrder.other]) {
    const signature = craft(honest, decodeHex(text), 0n)
    t.equal(verdict(key, message, signature), false, text)
    if (ed25519.verify(signature, message, honest, { zip215: false })) accepted.noble++
    if (opensslAccepts(honest, signature)) accepted.openssl++
  }
  // What the rule is for: left alone, the two libraries differ from it and from each other.
  t.equal(accepted.noble, 8)
  t.ok(accepted.openssl <= 1, 'OpenSSL 3.0 takes the identity, 3.5 none')
  t.end()
})

await t.test('ed25519: an R with a small-order component is refused', t => {
  const key = parsePublicKey('ed25519', honest)
  const nonce = 987654321n
  const R = Point.BASE.multiply(nonce)
  t.equal(verdict(key, message, craft(honest, R.toBytes(), nonce)), true)
  for (const text of smallOrder.canonical.slice(1)) {
    const signature = craft(honest, R.add(Point.fromBytes(decodeHex(text))).toBytes(), nonce)
    t.equal(verdict(key, message, signature), false, text)
    t.equal(ed25519.verify(signature, message, honest, { zip215: false }), true, 'noble alone accepts it')
  }
  t.end()
})

await t.test('ed25519: S must be below the order', t => {
  const key = parsePublicKey('ed25519', honest)
  const signature = craft(honest, Point.BASE.multiply(77n).toBytes(), 77n)
  const S = bytesToNumberLE(signature.subarray(32))
  t.equal(verdict(key, message, signature), true)
  for (const other of [S + order, S + 8n * order, (order - S) % order, 0n, order]) {
    const malleated = concatBytes(signature.subarray(0, 32), numberToBytesLE(other, 32))
    t.equal(verdict(key, message, malleated), false)
  }
  t.end()
})

await t.test('ed25519: what either library signs, both engines accept', t => {
  for (let length = 0; length < 40; length++) {
    const text = new Uint8Array(length * 7).fill(length)
    const nobleKeys = ed25519.keygen()
    const nobleSignature = ed25519.sign(text, nobleKeys.secretKey)
    t.equal(verdict(parsePublicKey('ed25519', nobleKeys.publicKey), text, nobleSignature), true)
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    t.equal(verdict(parsePublicKey('ed25519', bytes), text, opensslSign(null, text, privateKey)), true)
  }
  t.end()
})

const curves = [
  { algorithm: 'ecdsa-p256-sha256', name: 'prime256v1', curve: p256, forms: { compact, der } },
  {
    algorithm: 'ecdsa-secp256k1-sha256',
    name: 'secp256k1',
    curve: secp256k1,
    forms: { compact: anyS, der: { encoding: 'der', lowS: false } as const },
  },
]

for (const { algorithm, name, curve, forms } of curves) {
  await t.test(`${algorithm}: what OpenSSL signs is accepted, in both encodings and with any s`, t => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: name })
    const long = publicKey.export({ format: 'der', type: 'spki' }).subarray(-65)
    const short = curve.Point.fromBytes(long).toBytes(true)
    let high = 0
    for (let index = 0; index < 60; index++) {
      const text = encodeUtf8(`message ${index}`)
      const fixed = opensslSign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' })
      const encoded = opensslSign('sha256', text, privateKey)
      const point = index % 2 === 0 ? long : short
      const isHigh = curve.Signature.fromBytes(fixed).hasHighS()
      if (isHigh) high++
      t.equal(verdict(parsePublicKey(algorithm, point, forms.compact), text, fixed), true)
      t.equal(verdict(parsePublicKey(algorithm, point, forms.der), text, encoded), true)
      // The other encoding is never tried.
      t.equal(verdict(parsePublicKey(algorithm, point, forms.der), text, fixed), false)
      t.equal(verdict(parsePublicKey(algorithm, point, forms.compact), text, encoded), false)
      if (algorithm === 'ecdsa-secp256k1-sha256') {
        t.equal(verdict(parsePublicKey(algorithm, point, lowS), text, fixed), !isHigh)
      }
    }
    t.ok(high > 0 && high < 60, 'some s are high and some are low')
    t.end()
  })

  await t.test(`${algorithm}: DER is strict`, t => {
    const keys = curve.keygen()
    const key = parsePublicKey(algorithm, keys.publicKey, forms.der)
    // An r without and an s with a sign byte, for faults of either kind.
    let r = new Uint8Array()
    let s = new Uint8Array()
    let text = message
    for (let index = 0; r.length === 0 || r[0]! >= 0x80 || r[0] === 0 || s[0]! < 0x80; index++) {
      text = encodeUtf8(`message ${index}`)
      const fixed = curve.sign(text, keys.secretKey, { lowS: false })
      r = fixed.slice(0, 32)
      s = fixed.slice(32)
    }
    const R = [0x02, 32, ...r]
    const S = [0x02, 33, 0, ...s]
    const sequence = (...parts: number[][]) => {
      const body = parts.flat()
      return Uint8Array.from([0x30, body.length, ...body])
    }
    t.equal(verdict(key, text, sequence(R, S)), true)
    const faults: Record<string, Uint8Array> = {
      empty: new Uint8Array(),
      'no integers': sequence(),
      'one integer': sequence(R),
      'a third integer': sequence(R, S, [0x02, 1, 1]),
      'a byte after the sequence': Uint8Array.from([...sequence(R, S), 0]),
      'a byte after s, inside': sequence(R, S, [0]),
      'a byte short': sequence(R, S).subarray(0, -1),
      'length too short': Uint8Array.from([0x30, 68, ...R, ...S]),
      'length too long': Uint8Array.from([0x30, 70, ...R, ...S]),
      'long form of the outer length': Uint8Array.from([0x30, 0x81, 69, ...R, ...S]),
      'indefinite length': Uint8Array.from([0x30, 0x80, ...R, ...S, 0, 0]),
      'long form of an inner length': sequence([0x02, 0x81, 32, ...r], S),
      'r with a needless zero': sequence([0x02, 33, 0, ...r], S),
      's with a needless zero': sequence(R, [0x02, 34, 0, 0, ...s]),
      's negative': sequence(R, [0x02, 32, ...s]),
      's the least negative': sequence(R, [0x02, 32, 0x80, ...s.subarray(1)]),
      'r of 34 bytes': sequence([0x02, 34, 1, 0, ...r], S),
      'r of 33 bytes, above 2^256': sequence([0x02, 33, 1, ...r], S),
      'r of no bytes': sequence([0x02, 0], S),
      'r longer than what is there': sequence([0x02, 33, ...r]),
      's longer than what is there': sequence(R, [0x02, 32, ...r.subarray(1)]),
      'r as a bit string': sequence([0x03, 32, ...r], S),
      'a set for a sequence': Uint8Array.from([0x31, 69, ...R, ...S]),
    }
    const gullible = { ...portable, verify: () => true }
    for (const [fault, bytes] of Object.entries(faults)) {
      t.equal(verifySignature(key, text, bytes, gullible), false, `${fault}: no engine sees it`)
      t.equal(verdict(key, text, bytes), false, fault)
    }
    const wellFormed: Record<string, Uint8Array> = {
      'r zero': sequence([0x02, 1, 0], S),
      's zero': sequence(R, [0x02, 1, 0]),
      'r and s exchanged': sequence(S, R),
    }
    for (const [fault, bytes] of Object.entries(wellFormed)) {
      t.equal(verifySignature(key, text, bytes, gullible), true, `${fault}: the engine decides`)
      t.equal(verdict(key, text, bytes), false, fault)
    }
    t.end()
  })
}

await t.test('short integers in DER become 32 bytes', t => {
  const seen: string[] = []
  const engine = {
    ...portable,
    verify: (_key: PublicKey, _message: Uint8Array, signature: Uint8Array) => {
      seen.push(encodeHex(signature))
      return true
    },
  }
  const key = parsePublicKey('ecdsa-p256-sha256', p256.keygen().publicKey, der)
  t.equal(verifySignature(key, message, decodeHex('300702017f02020080'), engine), true)
  t.same(seen, [`${'7f'.padStart(64, '0')}${'80'.padStart(64, '0')}`])
  t.end()
})

await t.test('a signature of another length is false', t => {
  const keys: readonly [PublicKey, Uint8Array][] = samples.map(({ key, signature }) => [key, signature])
  for (const [key, signature] of keys) {
    for (const other of [
      new Uint8Array(),
      signature.subarray(0, -1),
      signature.subarray(1),
      concatBytes(signature, Uint8Array.of(0)),
      concatBytes(Uint8Array.of(0), signature),
      concatBytes(signature, signature),
    ]) {
      t.equal(verdict(key, message, other), false, `${key.algorithm}, ${other.length} bytes`)
    }
  }
  t.end()
})

await t.test('text in the place of bytes throws', t => {
  const { key, signature } = samples[0]!
  const hex = encodeHex(signature) as unknown as Uint8Array
  for (const engine of engines) {
    t.throws(() => verifySignature(key, message, hex, engine), TypeError)
    t.throws(() => verifySignature(key, hex, signature, engine), TypeError)
  }
  t.throws(() => parsePublicKey('ed25519', encodeHex(honest) as unknown as Uint8Array), {
    code: 'key-length',
  })
  t.end()
})

await t.test('a public key: lengths', t => {
  const lengths: Record<string, readonly number[]> = {
    ed25519: [32],
    'ecdsa-p256-sha256': [33, 65],
    'ecdsa-secp256k1-sha256': [33, 65],
    bip340: [32],
  }
  const forms: Record<string, SignatureForm> = {
    'ecdsa-p256-sha256': compact,
    'ecdsa-secp256k1-sha256': lowS,
  }
  for (const [algorithm, right] of Object.entries(lengths)) {
    for (const length of [0, 1, 31, 32, 33, 34, 64, 65, 66, 128]) {
      if (right.includes(length)) continue
      const bytes = new Uint8Array(length)
      t.throws(() => parsePublicKey(algorithm, bytes, forms[algorithm]), { code: 'key-length' })
    }
  }
  t.end()
})

await t.test('a public key: bytes that are not a point', t => {
  const point = p256.keygen().publicKey
  const long = p256.Point.fromBytes(point).toBytes(false)
  const zeros = '00'.repeat(32)
  const ones = 'ff'.repeat(32)
  const hybrid = Uint8Array.from(long, (byte, index) => (index === 0 ? 6 + (long[64]! & 1) : byte))
  const moved = Uint8Array.from(long, (byte, index) => (index === 64 ? byte ^ 1 : byte))
  const p256Field = encodeHex(numberToBytesBE(p256.Point.Fp.ORDER, 32))
  const k1Field = encodeHex(numberToBytesBE(secp256k1.Point.Fp.ORDER, 32))
  const bad: readonly [string, Uint8Array, SignatureForm?][] = [
    ['ed25519', decodeHex(`02${'00'.repeat(31)}`)],
    ['ed25519', decodeHex(ones)],
    ['ecdsa-p256-sha256', hybrid, compact],
    ['ecdsa-p256-sha256', moved, compact],
    ['ecdsa-p256-sha256', decodeHex(`00${zeros}`), compact],
    ['ecdsa-p256-sha256', decodeHex(`04${zeros}${zeros}`), compact],
    ['ecdsa-p256-sha256', decodeHex(`02${ones}`), compact],
    ['ecdsa-p256-sha256', decodeHex(`02${p256Field}`), compact],
    ['ecdsa-secp256k1-sha256', decodeHex(`02${k1Field}`), lowS],
    ['ecdsa-secp256k1-sha256', decodeHex(`02${zeros}`), lowS],
    ['ecdsa-secp256k1-sha256', long, lowS],
    ['bip340', decodeHex(zeros)],
    ['bip340', decodeHex(k1Field)],
    ['bip340', decodeHex(ones)],
    ['bip340', decodeHex('eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34')],
  ]
  for (const [algorithm, bytes, form] of bad) {
    const name = `${algorithm} ${encodeHex(bytes)}`
    t.throws(() => parsePublicKey(algorithm, bytes, form), { code: 'key-invalid' }, name)
  }
  t.end()
})

await t.test('a public key: the algorithm and its form are declared in full', t => {
  const { publicKey } = p256.keygen()
  for (const algorithm of [
    '',
    'none',
    'HS256',
    'Ed25519',
    'ecdsa',
    'rsa',
    'RSA-SHA256',
    'toString',
    '__proto__',
  ]) {
    t.throws(() => parsePublicKey(algorithm, honest), { code: 'algorithm-unknown' }, algorithm)
  }
  const forms: readonly [string, Uint8Array, unknown][] = [
    ['ecdsa-p256-sha256', publicKey, {}],
    ['ecdsa-p256-sha256', publicKey, { encoding: 'guess' }],
    ['ecdsa-p256-sha256', publicKey, { encoding: 'der', lowS: true }],
    ['ecdsa-p256-sha256', publicKey, { encoding: 'der', lows: false }],
    ['ecdsa-secp256k1-sha256', publicKey, { encoding: 'der' }],
    ['ecdsa-secp256k1-sha256', publicKey, { lowS: true }],
    ['ecdsa-secp256k1-sha256', publicKey, { encoding: 'der', lowS: 'yes' }],
    ['ed25519', honest, { encoding: 'compact' }],
    ['bip340', honest, { lowS: true }],
    ['rsa-pkcs1-sha256', honest, { encoding: 'der' }],
  ]
  for (const [algorithm, bytes, form] of forms) {
    t.throws(
      () => parsePublicKey(algorithm, bytes, form as SignatureForm),
      { code: 'algorithm-unknown' },
      `${algorithm} ${JSON.stringify(form)}`,
    )
  }
  t.end()
})

await t.test('a public key cannot be changed, or made without its check', t => {
  const given = honest.slice()
  const form = { encoding: 'compact' as 'compact' | 'der' }
  const key = parsePublicKey('ed25519', given)
  const ecdsaKey = parsePublicKey('ecdsa-p256-sha256', p256.keygen().publicKey, form)
  given.fill(0)
  key.bytes.fill(0)
  form.encoding = 'der'
  t.same(key.bytes, honest)
  t.equal(ecdsaKey.form.encoding, 'compact')
  t.throws(() => Object.assign(key, { algorithm: 'bip340' }), TypeError)
  t.throws(() => Object.assign(key, { bytes: new Uint8Array(32) }), TypeError)
  t.throws(() => Object.assign(ecdsaKey.form, { encoding: 'der' }), TypeError)
  const Constructor = key.constructor as new (algorithm: string, bytes: Uint8Array, form: object) => PublicKey
  t.throws(() => new Constructor('ed25519', decodeHex(smallOrder.canonical[0]!), {}), { code: 'key-weak' })
  t.end()
})

await t.test('a seed and its hash', t => {
  const seed = encodeUtf8('abc')
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  for (const engine of engines) {
    t.equal(verifySeedHash(seed, hash, engine), true)
    t.equal(verifySeedHash(seed, hash.toUpperCase(), engine), true)
    t.equal(verifySeedHash(encodeUtf8('abd'), hash, engine), false)
    t.throws(() => verifySeedHash(seed, hash.slice(2), engine), { name: 'DrawauditError' })
  }
  t.equal(verifySeedHash(seed, hash), true)
  t.end()
})

function flipBit(bytes: Uint8Array, position: number): Uint8Array {
  const bit = position % (8 * bytes.length)
  return Uint8Array.from(bytes, (byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
}

/** The verdict, with a key that cannot be read counted as false. */
function verdictOfBytes(key: PublicKey, bytes: Uint8Array, signature: Uint8Array): boolean {
  let other: PublicKey
  try {
    other = parsePublicKey(key.algorithm, bytes, key.form)
  } catch (error) {
    if (error instanceof DrawauditError && error.code.startsWith('key-')) return false
    throw error
  }
  return verdict(other, message, signature)
}

for (const { name, key, signature } of samples) {
  await t.test(`${name}: no flipped bit verifies`, t => {
    t.equal(verdict(key, message, signature), true)
    const position = fc.nat({ max: 10_000 })
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(position, bit => !verdict(key, message, flipBit(signature, bit))),
        { numRuns: runs },
      )
    }, 'of the signature')
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(position, bit => !verdict(key, flipBit(message, bit), signature)),
        { numRuns: runs },
      )
    }, 'of the message')
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(position, bit => !verdictOfBytes(key, flipBit(key.bytes, bit), signature)),
        { numRuns: runs },
      )
    }, 'of the key')
    t.end()
  })

  await t.test(`${name}: the engines agree on any 64 bytes`, t => {
    const engine = both(portable, native)
    const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 })
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(bytes, other => !engine.verify(key, message, other)),
        { numRuns: runs },
      )
    })
    t.end()
  })
}
