import fc from 'fast-check'
import { constants, createHash, generateKeyPairSync, privateEncrypt, sign, type KeyObject } from 'node:crypto'
import t from 'tap'
import { concatBytes, decodeBase64, decodeHex, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { parsePublicKey, type PublicKey } from '../../src/core/key.js'
import { portable } from '../../src/core/portable.js'
import { encodeRsaSpki, isRsa, parseRsaKey, rsaAlgorithms, type RsaAlgorithm } from '../../src/core/rsa.js'
import { verifySignature } from '../../src/core/signature.js'
import { DrawauditError } from '../../src/errors.js'
import { both } from '../../src/native/both.js'
import { native } from '../../src/native/engine.js'
import { verifyRsa } from '../../src/web/rsa.js'
import { openssl } from './rsa-vectors.js'

const runs = process.env['SLOW'] === '1' ? 3000 : 20
const algorithms = Object.keys(rsaAlgorithms) as RsaAlgorithm[]
const message = encodeUtf8('the third prize')
const spki = decodeBase64(openssl.spki)
const pkcs1 = decodeBase64(openssl.pkcs1)

/** Node and Web Crypto say the same: true or false. */
async function verdict(key: PublicKey, signed: Uint8Array, signature: Uint8Array): Promise<boolean> {
  if (!isRsa(key.algorithm)) throw new Error(key.algorithm)
  const first = verifySignature(key, signed, signature, native)
  const second = verifySignature(key, signed, signature, both(portable, native))
  // What is no number below the modulus reaches neither.
  const gullible = { ...portable, verify: () => true }
  const third =
    verifySignature(key, signed, signature, gullible) &&
    (await verifyRsa(key.algorithm, key, signed, signature))
  if (first !== second || first !== third) throw new Error(`${first}, ${second} and ${third}`)
  return first
}

await t.test('signatures of OpenSSL, under either form of the key', async t => {
  for (const algorithm of algorithms) {
    const signature = decodeBase64(openssl.signatures[algorithm])
    for (const bytes of [spki, pkcs1]) {
      const key = parsePublicKey(algorithm, bytes)
      t.equal(await verdict(key, message, signature), true, algorithm)
      t.equal(await verdict(key, encodeUtf8('the first prize'), signature), false, algorithm)
      t.equal(await verdict(key, new Uint8Array(), signature), false, algorithm)
      t.same(key.bytes, bytes)
    }
    for (const other of algorithms.filter(name => name !== algorithm)) {
      t.equal(
        await verdict(parsePublicKey(other, spki), message, signature),
        false,
        `${algorithm} as ${other}`,
      )
    }
  }
})

await t.test('the portable engine says that it cannot tell, and only of what could be a signature', t => {
  for (const algorithm of algorithms) {
    const key = parsePublicKey(algorithm, spki)
    const signature = decodeBase64(openssl.signatures[algorithm])
    for (const engine of [portable, both(portable, portable)]) {
      t.throws(() => verifySignature(key, message, signature, engine), {
        code: 'algorithm-unsupported',
        message: `the portable engine cannot verify ${algorithm}`,
        hint: 'the native engine can, and in a browser verifyPublishedOnWeb of drawaudit/web',
      })
      t.equal(verifySignature(key, message, signature.subarray(1), engine), false)
    }
  }
  t.end()
})

await t.test('a disagreement on RSA is one, whichever engine cannot tell', t => {
  const key = parsePublicKey('rsa-pss-sha256', spki)
  const signature = decodeBase64(openssl.signatures['rsa-pss-sha256'])
  const liar = { ...native, name: 'liar', verify: () => false }
  t.throws(() => verifySignature(key, message, signature, both(native, liar)), {
    code: 'engine-disagreement',
  })
  t.equal(verifySignature(key, message, signature, both(native, portable)), true)
  t.equal(verifySignature(key, message, signature, both(portable, liar)), false)
  const broken = { ...native, verify: () => { throw new Error('broken') } } // prettier-ignore
  t.throws(() => verifySignature(key, message, signature, both(broken, native)), /^broken$/)
  t.end()
})

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicDer = new Uint8Array(pair.publicKey.export({ format: 'der', type: 'pkcs1' }))
const { modulus } = parseRsaKey(publicDer)

await t.test('signatures of node:crypto, of keys of many sizes', async t => {
  for (const [modulusLength, publicExponent] of [
    [2048, 3],
    [2049, 65537],
    [2055, 17],
    [3072, 65537],
  ] as const) {
    // prettier-ignore
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent })
    const der = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))
    t.same(encodeRsaSpki(parseRsaKey(der)), der)
    for (const algorithm of algorithms) {
      const signature = signWith(privateKey, algorithm, message)
      const key = parsePublicKey(algorithm, der)
      t.equal(await verdict(key, message, signature), true, `${algorithm}, ${modulusLength} bits`)
      t.equal(await verdict(key, concatBytes(message, message), signature), false)
    }
  }
})

function signWith(privateKey: KeyObject, algorithm: RsaAlgorithm, signed: Uint8Array): Uint8Array {
  const { padding, hash, digestLength } = rsaAlgorithms[algorithm]
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: digestLength }
  const options = padding === 'pss' ? pss : { padding: constants.RSA_PKCS1_PADDING }
  return new Uint8Array(sign(hash, signed, { key: privateKey, ...options }))
}

const digestOf = (hash: string, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash(hash).update(bytes).digest())

/** The private operation on a number as it stands: whatever padding is wanted. */
const raw = (encoded: Uint8Array): Uint8Array =>
  new Uint8Array(
    privateEncrypt({ key: pair.privateKey, padding: constants.RSA_NO_PADDING }, Buffer.from(encoded)),
  )

const size = 256

/** `00 01 ff…ff 00` and the rest, of the size of the modulus. */
const type1 = (rest: Uint8Array): Uint8Array =>
  concatBytes(decodeHex('0001'), new Uint8Array(size - 3 - rest.length).fill(0xff), decodeHex('00'), rest)

const prefixes = {
  sha256: '3031300d060960864801650304020105000420',
  sha512: '3051300d060960864801650304020305000440',
} as const

for (const algorithm of ['rsa-pkcs1-sha256', 'rsa-pkcs1-sha512'] as const) {
  await t.test(`${algorithm}: the padding is exactly one`, async t => {
    const { hash, digestLength } = rsaAlgorithms[algorithm]
    const key = parsePublicKey(algorithm, publicDer)
    const digest = digestOf(hash, message)
    const info = (prefix: string, bytes = digest): Uint8Array => concatBytes(decodeHex(prefix), bytes)
    const prefix = prefixes[hash]
    const good = type1(info(prefix))
    t.equal(await verdict(key, message, raw(good)), true)
    t.same(raw(good), signWith(pair.privateKey, algorithm, message))

    const size1 = (bytes: number): string => bytes.toString(16).padStart(2, '0')
    const oid = prefix.slice(8, 30)
    const other = hash === 'sha256' ? prefixes.sha512 : prefixes.sha256
    const garbage = new Uint8Array(64).fill(0xa5)
    const at = (index: number, byte: number): Uint8Array => good.map((old, place) => (place === index ? byte : old)) // prettier-ignore
    const faults: Record<string, Uint8Array> = {
      'the digest alone': type1(digest),
      'of another hash': type1(info(other)),
      'of SHA-1': type1(info('3021300906052b0e03021a05000414', digestOf('sha1', message))),
      'without NULL': type1(info(`30${size1(0x0f + digestLength)}300b${oid}04${size1(digestLength)}`)),
      'parameters that are no NULL': type1(info(prefix.replace('05000', '04000'))),
      'garbage in the parameters': type1(info(`30${size1(0x11 + 8 + digestLength)}3015${oid}0508a5a5a5a5a5a5a5a504${size1(digestLength)}`)), // prettier-ignore
      'a length in the long form': type1(info(`3081${prefix.slice(2)}`)),
      'the digest in the long form': type1(info(`30${size1(0x12 + digestLength)}300d${oid}05000481${size1(digestLength)}`)), // prettier-ignore
      'bytes after the digest, fewer of padding': concatBytes(decodeHex('0001ffffffffffffffff00'), info(prefix), new Uint8Array(size - 11 - 19 - digestLength)), // prettier-ignore
      'garbage after the digest': type1(concatBytes(info(prefix), garbage)),
      'a digest too short': type1(info(prefix).subarray(0, -1)),
      'padding for encryption': at(1, 2),
      'padding of zeros': at(1, 0),
      'a byte of padding that is not ff': at(20, 0xfe),
      'a zero within the padding': at(20, 0),
      'no zero after the padding': at(size - 20 - digestLength, 0xff),
      'the digest of another message': type1(info(prefix, digestOf(hash, encodeUtf8('the first prize')))),
      zero: new Uint8Array(size),
      one: new Uint8Array(size).fill(1, size - 1),
    }
    for (const [fault, encoded] of Object.entries(faults)) {
      t.equal(encoded.length, size, fault)
      t.equal(await verdict(key, message, raw(encoded)), false, fault)
    }
  })
}

/** MGF1, RFC 8017 appendix B.2.1. */
function mask(hash: string, seed: Uint8Array, length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 20) }, (_, counter) =>
    digestOf(hash, concatBytes(seed, Uint8Array.of(0, 0, 0, counter))),
  )
  return concatBytes(...blocks).slice(0, length)
}

interface Pss {
  readonly salt?: Uint8Array
  readonly maskHash?: string
  readonly separator?: number
  readonly filler?: number
  readonly trailer?: number
}

/** EMSA-PSS, RFC 8017 section 9.1.1, with what may be wrong of it; the highest bit is cleared. */
function encodePss(hash: 'sha256' | 'sha512', signed: Uint8Array, options: Pss = {}): Uint8Array {
  const length = hash === 'sha256' ? 32 : 64
  const { salt = new Uint8Array(length).fill(7), maskHash = hash, separator = 1, filler = 0, trailer = 0xbc } = options // prettier-ignore
  const digest = digestOf(hash, concatBytes(new Uint8Array(8), digestOf(hash, signed), salt))
  const block = concatBytes(
    new Uint8Array(size - length - salt.length - 2).fill(filler),
    Uint8Array.of(separator),
    salt,
  )
  const masked = mask(maskHash, digest, block.length).map((byte, index) => byte ^ (block[index] ?? 0))
  masked[0]! &= 0x7f
  return concatBytes(masked, digest, Uint8Array.of(trailer))
}

for (const algorithm of ['rsa-pss-sha256', 'rsa-pss-sha512'] as const) {
  await t.test(`${algorithm}: a salt as long as the digest, and padding that is exactly one`, async t => {
    const { hash, digestLength } = rsaAlgorithms[algorithm]
    const key = parsePublicKey(algorithm, publicDer)
    t.equal(await verdict(key, message, raw(encodePss(hash, message))), true)
    const salts = [new Uint8Array(digestLength), new Uint8Array(digestLength).fill(0xff)]
    for (const salt of salts) {
      t.equal(await verdict(key, message, raw(encodePss(hash, message, { salt }))), true)
    }
    const faults: Record<string, Uint8Array> = {
      'no salt': encodePss(hash, message, { salt: new Uint8Array() }),
      'a salt of 20 bytes': encodePss(hash, message, { salt: new Uint8Array(20) }),
      'a salt a byte too short': encodePss(hash, message, { salt: new Uint8Array(digestLength - 1) }),
      'a salt a byte too long': encodePss(hash, message, { salt: new Uint8Array(digestLength + 1) }),
      'the longest salt': encodePss(hash, message, { salt: new Uint8Array(size - digestLength - 2) }),
      'a mask by SHA-1': encodePss(hash, message, { maskHash: 'sha1' }),
      'a mask by the other hash': encodePss(hash, message, { maskHash: hash === 'sha256' ? 'sha512' : 'sha256' }), // prettier-ignore
      'another separator': encodePss(hash, message, { separator: 2 }),
      'no separator': encodePss(hash, message, { separator: 0 }),
      'padding that is not zero': encodePss(hash, message, { filler: 1 }),
      'the trailer of RFC 2440': encodePss(hash, message, { trailer: 0xcc }),
      'of another message': encodePss(hash, encodeUtf8('the first prize')),
      'of no digest': new Uint8Array(size).fill(0xbc, size - 1),
    }
    for (const [fault, encoded] of Object.entries(faults)) {
      t.equal(await verdict(key, message, raw(encoded)), false, fault)
    }
    // The highest bit is above what the encoding may have. Of some salts the number is still below the modulus.
    const high = Array.from({ length: 64 }, (_, index) => {
      const encoded = encodePss(hash, message, { salt: new Uint8Array(digestLength).fill(index) })
      encoded[0]! |= 0x80
      return encoded
    }).filter(encoded => Buffer.compare(encoded, modulus) < 0)
    t.ok(high.length > 0)
    for (const encoded of high.slice(0, 4)) t.equal(await verdict(key, message, raw(encoded)), false)
  })
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${encodeHex(bytes)}`)
const bytesOf = (number: bigint): Uint8Array => {
  const digits = number.toString(16)
  return decodeHex(digits.length % 2 === 0 ? digits : `0${digits}`)
}

await t.test('a signature is as long as the modulus, and below it', async t => {
  const key = parsePublicKey('rsa-pkcs1-sha256', publicDer)
  // The same number with the modulus added, of a message that leaves room for it.
  for (let turn = 0; ; turn++) {
    const signed = encodeUtf8(`prize ${turn}`)
    const signature = signWith(pair.privateKey, 'rsa-pkcs1-sha256', signed)
    const more = bytesOf(numberOf(signature) + numberOf(modulus))
    if (more.length > size) continue
    t.equal(await verdict(key, signed, signature), true)
    t.equal(await verdict(key, signed, more), false, 'the modulus more')
    break
  }
  const signature = signWith(pair.privateKey, 'rsa-pkcs1-sha256', message)
  const faults: readonly Uint8Array[] = [
    new Uint8Array(),
    signature.subarray(1),
    signature.subarray(0, -1),
    concatBytes(Uint8Array.of(0), signature),
    concatBytes(signature, Uint8Array.of(0)),
    concatBytes(signature, signature),
    signature.toReversed(),
    modulus,
    bytesOf(numberOf(modulus) - 1n),
    new Uint8Array(size).fill(0xff),
  ]
  for (const bytes of faults) t.equal(await verdict(key, message, bytes), false, `${bytes.length} bytes`)
})

for (const algorithm of algorithms) {
  await t.test(`${algorithm}: no flipped bit verifies`, async t => {
    const signature = decodeBase64(openssl.signatures[algorithm])
    const flip = (bytes: Uint8Array, bit: number): Uint8Array =>
      bytes.map((byte, index) => (index === (bit >> 3) % bytes.length ? byte ^ (1 << (bit & 7)) : byte))
    const ask = async (bytes: Uint8Array, signed: Uint8Array, claimed: Uint8Array): Promise<boolean> => {
      try {
        return await verdict(parsePublicKey(algorithm, bytes), signed, claimed)
      } catch (error) {
        if (error instanceof DrawauditError && error.code.startsWith('key-')) return false
        throw error
      }
    }
    const position = fc.nat({ max: 100_000 })
    await fc.assert(
      fc.asyncProperty(position, fc.constantFrom(spki, pkcs1), async (bit, der) => {
        t.equal(await ask(spki, message, flip(signature, bit)), false, `signature ${bit}`)
        t.equal(await ask(spki, flip(message, bit), signature), false, `message ${bit}`)
        t.equal(await ask(flip(der, bit), message, signature), false, `key ${bit}`)
      }),
      { numRuns: runs },
    )
  })
}

/** DER that may be wrong: a tag and a content, the length in its shortest form. */
function element(tag: string, ...contents: readonly string[]): string {
  const content = contents.join('')
  const length = content.length / 2
  const digits = length.toString(16)
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  const head = length < 128 ? even : `${(0x80 + even.length / 2).toString(16)}${even}`
  return tag + head + content
}
const unsigned = (number: bigint): string => {
  const digits = encodeHex(bytesOf(number))
  return element('02', parseInt(digits.slice(0, 2), 16) >= 0x80 ? `00${digits}` : digits)
}
const bare = (n: bigint, e: bigint): string => element('30', unsigned(n), unsigned(e))
const rsaEncryption = '300d06092a864886f70d0101010500'
const wrapped = (key: string, identifier = rsaEncryption, unused = '00'): string =>
  element('30', identifier, element('03', unused, key))

/** What is wrong with a key; undefined when nothing is. */
function faultOf(hex: string): string | undefined {
  try {
    // Whatever is accepted every engine has to be able to read.
    const key = parsePublicKey('rsa-pkcs1-sha256', decodeHex(hex))
    const length = parseRsaKey(key.bytes).modulus.length
    return verifySignature(key, message, new Uint8Array(length).fill(1), native) ? 'verifies' : undefined
  } catch (error) {
    if (error instanceof DrawauditError) return `${error.code}: ${error.message}`
    throw error
  }
}

/** An odd number of so many bits that no odd number below 752 divides. */
function numberOfBits(bits: number): bigint {
  const odd = Array.from({ length: 375 }, (_, index) => BigInt(2 * index + 3))
  for (let number = 2n ** BigInt(bits - 1) + 1n; ; number += 2n) {
    if (odd.every(divisor => number % divisor !== 0n)) return number
  }
}

await t.test('a key of the sizes that are allowed, and no other', t => {
  const n = numberOfBits(2048)
  const even = 'key-invalid: this RSA key has an exponent that is not an odd number from 3 to 2^32'
  const cases: readonly (readonly [n: bigint, e: bigint, fault: string | undefined])[] = [
    [n, 3n, undefined],
    [n, 65537n, undefined],
    [n, 2n ** 32n - 1n, undefined],
    [n, 2n ** 32n, even],
    [n, 2n ** 32n + 1n, even],
    [n, 2n ** 64n + 1n, even],
    [n, 65536n, even],
    [n, 2n, even],
    [n, 1n, 'key-weak: this RSA key has the exponent 1'],
    [numberOfBits(2047), 65537n, 'key-weak: this RSA key has 2047 bits, less than 2048'],
    [numberOfBits(1024), 65537n, 'key-weak: this RSA key has 1024 bits, less than 2048'],
    [3n, 65537n, 'key-weak: this RSA key has 2 bits, less than 2048'],
    [numberOfBits(2049), 65537n, undefined],
    [numberOfBits(4096), 65537n, undefined],
    [numberOfBits(8192), 2n ** 32n - 1n, undefined],
    [numberOfBits(8193), 65537n, 'key-length: this RSA key has 8193 bits, more than 8192'],
    [numberOfBits(40_000), 65537n, 'key-length: this RSA key has 40000 bits, more than 8192'],
    [n + 1n, 65537n, 'key-invalid: this RSA key has an even modulus'],
    [3n * n, 65537n, 'key-weak: this RSA key has a modulus with a small factor'],
    [751n * n, 65537n, 'key-weak: this RSA key has a modulus with a small factor'],
    [757n * n, 65537n, undefined],
  ]
  for (const [modulus, exponent, fault] of cases) {
    t.equal(faultOf(bare(modulus, exponent)), fault)
    t.equal(faultOf(wrapped(bare(modulus, exponent))), fault)
    if (fault !== undefined) continue
    const der = decodeHex(wrapped(bare(modulus, exponent)))
    t.same(encodeRsaSpki(parseRsaKey(der)), der, 'also where a first byte of 0x80 takes a zero before it')
  }
  const hintOf = (modulus: bigint): unknown => {
    try {
      return parsePublicKey('rsa-pss-sha256', decodeHex(bare(modulus, 3n)))
    } catch (error) {
      return error instanceof DrawauditError ? error.hint : error
    }
  }
  t.equal(hintOf(3n), 'signatures under such a key prove nothing; ask for another key')
  t.equal(hintOf(numberOfBits(8193)), undefined, 'a long key is not a weak one')
  t.end()
})

await t.test('a key in exactly one of two encodings', t => {
  const [n, e] = [numberOfBits(2048), 65537n]
  const key = bare(n, e)
  const nHex = encodeHex(bytesOf(n))
  t.equal(faultOf(key), undefined)
  t.equal(faultOf(wrapped(key)), undefined)
  const inner = `${unsigned(n)}${unsigned(e)}`
  const faults: Record<string, string> = {
    nothing: '',
    'a null byte': '00',
    'a header alone': '3082',
    'an empty sequence': '3000',
    'text of PEM': encodeHex(encodeUtf8('-----BEGIN PUBLIC KEY-----')),
    'a byte after': `${key}00`,
    'a byte after, wrapped': `${wrapped(key)}00`,
    'a byte too few': key.slice(0, -2),
    'a byte after the exponent': element('30', inner, '00'),
    'a third number': element('30', inner, '020103'),
    'one number': element('30', unsigned(n)),
    'numbers bare': inner,
    'a set': element('31', inner),
    'lengths without an end': `3080${inner}0000`,
    'a length with a zero in front': `308300${(inner.length / 2).toString(16).padStart(4, '0')}${inner}`,
    'a length of three bytes': `3083${(inner.length / 2).toString(16).padStart(6, '0')}${inner}`,
    'a short length in the long form': element('30', unsigned(n), '028103010001'),
    'a short length in two bytes': element('30', unsigned(n), '02820003010001'),
    'a length of 255 in two bytes': element('30', `028200ff${'7f'.repeat(255)}`, unsigned(e)),
    'a negative modulus': element('30', element('02', nHex), unsigned(e)),
    'a needless zero': element('30', element('02', `0000${nHex}`), unsigned(e)),
    'a needless zero in the exponent': element('30', unsigned(n), '020400010001'),
    'an exponent of no bytes': element('30', unsigned(n), '0200'),
    'an exponent of zero': element('30', unsigned(n), '020100'),
    'a modulus of zero': element('30', '020100', unsigned(e)),
    'a negative exponent': element('30', unsigned(n), '0201ff'),
    'a bit string for the modulus': element('30', element('03', `00${nHex}`), unsigned(e)),
    'without NULL': wrapped(key, '300b06092a864886f70d010101'),
    'for PSS alone': wrapped(key, '300b06092a864886f70d01010a'),
    'for PSS alone, with NULL': wrapped(key, '300d06092a864886f70d01010a0500'),
    'of an elliptic curve': wrapped(key, '301306072a8648ce3d020106082a8648ce3d030107'),
    'unused bits': wrapped(key, rsaEncryption, '01'),
    'bits of nothing': element('30', rsaEncryption, element('03', '')),
    'bits of no key': element('30', rsaEncryption, element('03', '00')),
    'no bits': element('30', rsaEncryption),
    'an octet string': element('30', rsaEncryption, element('04', `00${key}`)),
    'something after the bits': element('30', rsaEncryption, element('03', `00${key}`), '0500'),
    'wrapped twice': wrapped(wrapped(key)),
    'a version before, as in a private key': element('30', '020100', inner),
  }
  for (const [fault, hex] of Object.entries(faults)) {
    t.equal(faultOf(hex), 'key-invalid: the bytes are not an RSA public key in DER', fault)
  }
  t.throws(() => parsePublicKey('rsa-pss-sha512', decodeHex(key), { encoding: 'der' }), {
    code: 'algorithm-unknown',
  })
  t.throws(() => parsePublicKey('rsa', decodeHex(key)), { code: 'algorithm-unknown' })
  t.end()
})

await t.test('whatever is read is written as the same key', t => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat({ max: 300 }), (bytes, start) => {
        const changed = spki.slice()
        changed.set(bytes.subarray(0, Math.max(0, spki.length - start)), Math.min(start, spki.length - 60))
        try {
          t.same(encodeRsaSpki(parseRsaKey(changed)), changed)
        } catch (error) {
          if (!(error instanceof DrawauditError)) throw error
        }
      }),
      { numRuns: 10 * runs },
    )
  })
  t.same(encodeRsaSpki(parseRsaKey(pkcs1)), spki)
  t.end()
})
