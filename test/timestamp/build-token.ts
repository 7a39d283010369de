/**
 * Tokens that no authority makes: any time, two signers, attributes that lack or lie. P-256 by noble, so that the same
 * choices make the same bytes.
 *
 * @packageDocumentation
 */
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest())

/** One value of DER. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Uint8Array.from([tag, ...size, ...content])
}

export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => der(0x30, ...parts)
export const setOf = (...parts: readonly Uint8Array[]): Uint8Array =>
  der(0x31, ...[...parts].sort((a, b) => Buffer.compare(a, b)))
export const octets = (bytes: Uint8Array): Uint8Array => der(0x04, bytes)
const bits = (bytes: Uint8Array): Uint8Array => der(0x03, Uint8Array.of(0), bytes)
export const integer = (value: number): Uint8Array => der(0x02, Uint8Array.of(value))
const utf8 = (text: string): Uint8Array => der(0x0c, Buffer.from(text))
const time = (date: Date | string): Uint8Array => {
  const text = typeof date === 'string' ? date : date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x18, Buffer.from(text))
}

export function oid(text: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const encode = (arc: number): number[] => {
    const digits = [arc & 127]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift(128 | (left & 127))
    return digits
  }
  return der(0x06, Uint8Array.from([40 * first + second, ...rest].flatMap(encode)))
}

export const oids = {
  signedData: '1.2.840.113549.1.7.2',
  info: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  ecdsa: '1.2.840.10045.4.3.2',
}

export const algorithm = (id: string, ...parameters: readonly Uint8Array[]): Uint8Array =>
  sequence(oid(id), ...parameters)

const keyOf = (seed: string): Uint8Array => sha256(Buffer.from(seed))
export const name = (text: string): Uint8Array => sequence(setOf(sequence(oid('2.5.4.3'), utf8(text))))

const yes = der(0x01, Uint8Array.of(255))
const extension = (id: string, isCritical: boolean, value: Uint8Array): Uint8Array =>
  sequence(oid(id), ...(isCritical ? [yes] : []), octets(value))

/** Extensions of certificates. */
export const extensions = {
  timeStamping: extension('2.5.29.37', true, sequence(oid('1.3.6.1.5.5.7.3.8'))),
  timeStampingAmongOthers: extension(
    '2.5.29.37',
    true,
    sequence(oid('1.3.6.1.5.5.7.3.8'), oid('1.3.6.1.5.5.7.3.1')),
  ),
  timeStampingNotCritical: extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.8'))),
  webSites: extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))),
  authority: extension('2.5.29.19', true, sequence(yes)),
  signsCertificates: extension('2.5.29.15', true, der(0x03, Uint8Array.of(2, 4))),
  signsLists: extension('2.5.29.15', true, der(0x03, Uint8Array.of(1, 2))),
  encrypts: extension('2.5.29.15', true, der(0x03, Uint8Array.of(5, 32))),
  keyIdentifier: extension('2.5.29.14', false, octets(Buffer.from('a key'))),
  unknown: extension('1.2.3.4', true, der(0x05)),
}

export interface CertificateChoices {
  /** Its name and its key. */
  readonly seed: string
  /** Those of whoever signs it; itself where it is left out. */
  readonly issuer?: string
  readonly serial?: number
  readonly from?: string
  readonly until?: string
  readonly extensions?: readonly Uint8Array[]
  /** Instead of the key of its name. */
  readonly spki?: Uint8Array
}

/** SubjectPublicKeyInfo. */
export const p256Key = (seed: string): Uint8Array =>
  sequence(
    algorithm('1.2.840.10045.2.1', oid('1.2.840.10045.3.1.7')),
    bits(p256.getPublicKey(keyOf(seed), false)),
  )

/** The same of an Ed25519 key, which does not count either. */
export const ed25519Key = (seed: string): Uint8Array =>
  sequence(algorithm('1.3.101.112'), bits(ed25519.getPublicKey(keyOf(seed))))

export const signByEd25519 = (seed: string, message: Uint8Array): Uint8Array =>
  ed25519.sign(message, keyOf(seed))

/** The same on a curve that does not count. */
export const secp256k1Key = (seed: string): Uint8Array =>
  sequence(
    algorithm('1.2.840.10045.2.1', oid('1.3.132.0.10')),
    bits(secp256k1.getPublicKey(keyOf(seed), false)),
  )

export function signBySecp256k1(seed: string, message: Uint8Array): Uint8Array {
  return secp256k1.sign(message, keyOf(seed), { format: 'der' })
}

/** A certificate; for time-stamping unless it has other extensions. */
export function createCertificate(choices: CertificateChoices): Uint8Array {
  const { seed, issuer = seed, serial = 1, extensions: given = [extensions.timeStamping] } = choices
  const { from = '2020-01-01T00:00:00Z', until = '2060-01-01T00:00:00Z' } = choices
  const { spki = p256Key(seed) } = choices
  const tbs = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    algorithm(oids.ecdsa),
    name(issuer),
    sequence(time(new Date(from)), time(new Date(until))),
    name(seed),
    spki,
    der(0xa3, sequence(...given)),
  )
  return sequence(tbs, algorithm(oids.ecdsa), bits(signBy(issuer, tbs)))
}

/** A certificate for time-stamping, signed by itself: an anchor by itself. */
export function createSelfSigned(seed: string): Uint8Array {
  return createCertificate({ seed })
}

function signBy(seed: string, message: Uint8Array): Uint8Array {
  return p256.sign(message, keyOf(seed), { format: 'der' })
}

export interface TokenChoices {
  readonly seed: string
  /** A date, or the GeneralizedTime itself. */
  readonly at: Date | string
  readonly imprint: Uint8Array
  readonly digest?: 'sha256' | 'sha384' | 'sha512'
  readonly version?: number
  /** Encoded extensions, tagged, at the end of TSTInfo. */
  readonly infoEnd?: readonly Uint8Array[]
  readonly type?: string
  /** Changes the attributes before they are signed. */
  readonly attributes?: (attributes: Uint8Array[]) => readonly Uint8Array[]
  /** Attributes are left in the order in which they come. */
  readonly isUnordered?: boolean
  /** How many signers, all the same. */
  readonly signers?: number
  readonly certificates?: readonly Uint8Array[]
  readonly sign?: (message: Uint8Array) => Uint8Array
  readonly signatureAlgorithm?: Uint8Array
  readonly signer?: Uint8Array
  /** Issuer and serial number of that, or the identifier of its key. */
  readonly sid?: Uint8Array
  /** 3 where the signer is named by its key. */
  readonly signerVersion?: number
}

export const attribute = (type: string, ...values: readonly Uint8Array[]): Uint8Array =>
  sequence(oid(type), der(0x31, ...values))

/** The name of a certificate, RFC 5035. */
export const essOf = (certificate: Uint8Array): Uint8Array =>
  attribute(oids.signingCertificate, sequence(sequence(sequence(octets(sha256(certificate))))))

/** A token; without other choices one that holds under `createSelfSigned(seed)`. */
export function buildToken(choices: TokenChoices): Uint8Array {
  const {
    seed,
    at,
    imprint,
    digest = 'sha256',
    version = 1,
    infoEnd = [],
    type = oids.info,
    signers = 1,
  } = choices
  const certificate = choices.signer ?? createSelfSigned(seed)
  const info = sequence(
    integer(version),
    oid('1.2.3.4'),
    sequence(algorithm(oids[digest]), octets(imprint)),
    integer(7),
    time(at),
    ...infoEnd,
  )
  const attributes = [
    attribute(oids.contentType, oid(type)),
    attribute(oids.messageDigest, octets(sha256(info))),
    essOf(certificate),
  ]
  const changed = choices.attributes?.(attributes) ?? attributes
  const set = choices.isUnordered === true ? der(0x31, ...changed) : setOf(...changed)
  const signature = (choices.sign ?? (message => signBy(seed, message)))(set)
  const signer = sequence(
    integer(choices.signerVersion ?? 1),
    choices.sid ?? sequence(name(seed), integer(1)),
    algorithm(oids.sha256),
    Uint8Array.from([0xa0, ...set.subarray(1)]),
    choices.signatureAlgorithm ?? algorithm(oids.ecdsa),
    octets(signature),
  )
  const certificates = choices.certificates ?? [certificate]
  const signed = sequence(
    integer(3),
    setOf(algorithm(oids.sha256)),
    sequence(oid(type), der(0xa0, octets(info))),
    ...(certificates.length === 0 ? [] : [der(0xa0, ...certificates)]),
    der(0x31, ...Array.from({ length: signers }, () => signer)),
  )
  return sequence(oid(oids.signedData), der(0xa0, signed))
}

/** Signs by a key in PEM, RSA-PSS. */
export function signPss(key: string | KeyObject, message: Uint8Array, saltLength = 32): Uint8Array {
  return new Uint8Array(
    sign('sha256', message, {
      key: typeof key === 'string' ? createPrivateKey(key) : key,
      padding: 6,
      saltLength,
    }),
  )
}

/** AlgorithmIdentifier of RSA-PSS with MGF1, RFC 4055. */
export const pss = (salt: number, by = algorithm(oids.sha256)): Uint8Array => {
  const mask = algorithm('1.2.840.113549.1.1.8', algorithm(oids.sha256))
  return algorithm(
    '1.2.840.113549.1.1.10',
    sequence(der(0xa0, by), der(0xa1, mask), der(0xa2, integer(salt))),
  )
}

/** An RSA key of the tests, PKCS #1: made once, so that what it signs can stand in fixtures. */
const rsaKey = createPrivateKey({
  key: Buffer.from(rsaText(), 'base64'),
  format: 'der',
  type: 'pkcs1',
})

export const rsaSpki = new Uint8Array(createPublicKey(rsaKey).export({ format: 'der', type: 'spki' }))

/** Without salt the same message has the same signature. */
export const signByRsaPss = (message: Uint8Array): Uint8Array => signPss(rsaKey, message, 0)

function rsaText(): string {
  return [
    'MIIEowIBAAKCAQEAyEzeV6QQKP5ySA7rw/Y+SU4HuhY1wgLr6pSOUHkg6dtU5L398+jd8iLfhg07yA8sJbTsX+QIC14ZjhZjbITc',
    '90kuNS/e4YB0IsAf2S4D9qlzDRTCfR6qkjaDehOW/ib4M7PPhxRZ6fM+rTNTgKQS6jLyPRk+tevv9GcDosHhZ+DTGtYtOkwtNjyz',
    '3DdUjJbmnLkDUHk4l9Rq+xQ2vjeWEZyqwC5fjFqDyps2QCdETvArrzTSshSt1PlJfYw3QGQtpMwJiSKNkzFeWxwZcnmtlhEi985k',
    'lnFbRJPgkozNjBe3Spmdd5cJYdCgg/CG1cs/jN5kHcKg9TGqMxIG+isffQIDAQABAoIBAAauJ6E5J8/SMqoME1lpCklEGLZgXMEg',
    'e1FKzJdK/unFxqZNXt2mZ9aWSqmsIdEJjoGgb9y/3HPSmtwWC5FYOg1mS6v68X5IXDc3fKhv5DJzEtL+HQFyxyISvt5QrnHCB3ej',
    '+NkquNf4ZJ/+rPuGnVnhwpn+kEyddpaKZADm4fdmpU6qKyVeRl42ew5gXHUpD5xvMSxZH6pp3ccFPwczhzDwu4iuzM8jsGKtru64',
    'z6PIPdPGqRONik25nAtPL1JL5kwFOMXtZLV86j3IuAIgdU+XdSpC3rUHmm1qhBu+ql9tDf4dhHna17lBFo6heRAQwRw46ZASUz1X',
    'EJjNKJ3lcgECgYEA6m7uy2uq5YOR4LIpCCFBfEvyNQhVoK/O0kbjZudGrQjzaggJGzjVimHZKiOA4x/jGWKM8CBct8+tb6fabM18',
    'JTt54O/I1Yb4ZbZENnf1UpzPm4d/JV7RBa2kcuW8W22WaCXajSnN0JfHf808wM8l53Ges+F92yqyay17u4wrggECgYEA2roUFhzR',
    'gbvDESOBtnESCccuVEtTOzMfbcq0ZJ7NukbGL12oplXcsifku1aCUnlZih0MCreYD9+m0smiI8G7qW9DP+sNktEXLxUcE3w73S2x',
    '/rO9FQGnt9LZlQ5f0aajk7LffvDXaekf16IOUM+1KhSC+JbvNSepVGmM4DoipX0CgYB3YB3BAAZ58NFrtc0nEqgh/xpK3v+bX2rV',
    'sLtDPynCGvi4WXcpoXs7iC/pQUL0ZNxjpMdXz2LnRp1uae7T0J8S5oJdhDykXqJGSNXbVqJZevhMnmakRO/zEETZLRsJA3i/d+ce',
    'Utc3DNLNxVjWZaVLgZPqzTwlSkyoPvTuv6W4AQKBgQCkQnQNOy03UYun1lN2cKnMQBIR6dOitLzYlg8tNXlod/gj4CFkcTzhakZD',
    'Ti9mwo00xKWjcsc2vI4q5JPoaHiHQPBvExXJeU8A48iG9Zh7fPKcRd0s5mZPDYCriPT6nDtiE0X2reYIOrPYG3LGy4XRCUBmcetI',
    'rvViWDYcumwEfQKBgBH/toTr8bMQBYLdLZEq5aqbQ+7dmJwuPrfDiP9Iefi+sG2Tz7yTOgmuL1VPU6Qs94SIWPNi5lJCUqdgDStz',
    'WKUhLk8eSkjI5y3JVkBt+IvriRpsLBguu9wA7981azUHjQMSpNUXUsLPCYZP4RSH8GwKfatzMRkX7meD1/G/49pG',
  ].join('')
}
