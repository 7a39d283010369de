/**
 * Public keys: checked once, when read, so that verification never meets a bad one.
 *
 * @packageDocumentation
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { DrawauditError } from '../errors.js'
import { concatBytes, encodeHex } from './encoding.js'
import { mlDsa44KeyLength } from './ml-dsa.js'
import { parseRsaKey } from './rsa.js'
import { vrfSuites, type VrfSuite } from './vrf/suites.js'

/** Every signature algorithm, including its message hash. */
export const signatureAlgorithms = [
  'ed25519',
  'ecdsa-p256-sha256',
  'ecdsa-secp256k1-sha256',
  'bip340',
  'rsa-pkcs1-sha256',
  'rsa-pkcs1-sha512',
  'rsa-pss-sha256',
  'rsa-pss-sha512',
] as const

/** A signature algorithm of recipes and trust files. */
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

/** Algorithms of a signer's key: signatures, or proofs of a verifiable random function. */
export const keyAlgorithms = [...signatureAlgorithms, ...vrfSuites] as const

/** A signature algorithm, a verifiable random function, or the algorithm that only witnesses use. */
export type KeyAlgorithm = SignatureAlgorithm | VrfSuite | 'ml-dsa-44'

/** The signature encoding of an ECDSA key: declared by the key's publisher, never guessed. */
export interface SignatureForm {
  /** Required for ECDSA: `compact` is r‖s, 32 bytes each; `der` is SEQUENCE of INTEGER r and INTEGER s. */
  readonly encoding?: 'compact' | 'der'
  /** Required for secp256k1: refuse an s above half the order, as Bitcoin and Ethereum do. */
  readonly lowS?: boolean
}

interface KeyRules {
  /** What must be declared beside the key; nothing else may be. */
  readonly declared: readonly (keyof SignatureForm)[]
  /** Throws unless the bytes are a valid key of the algorithm. */
  readonly check: (bytes: Uint8Array, algorithm: KeyAlgorithm) => void
}

const rsa: KeyRules = { declared: [], check: bytes => void parseRsaKey(bytes) }

const edwards: KeyRules = {
  declared: [],
  check: checkPoint(
    [32],
    rememberStrong(bytes => {
      const point = ed25519.Point.fromBytes(bytes)
      return !point.is0() && point.isTorsionFree()
    }),
  ),
}

// RFC 9381 hashes the encoded key, so only one encoding is allowed.
const compressedP256: KeyRules = {
  declared: [],
  check: checkPoint([33], bytes => !p256.Point.fromBytes(bytes).is0()),
}

const rules: Record<KeyAlgorithm, KeyRules> = {
  ed25519: edwards,
  'ecdsa-p256-sha256': {
    declared: ['encoding'],
    check: checkPoint([33, 65], bytes => !p256.Point.fromBytes(bytes).is0()),
  },
  'ecdsa-secp256k1-sha256': {
    declared: ['encoding', 'lowS'],
    check: checkPoint([33, 65], bytes => !secp256k1.Point.fromBytes(bytes).is0()),
  },
  bip340: {
    declared: [],
    check: checkPoint([32], bytes => !schnorr.utils.lift_x(bytesToNumberBE(bytes)).is0()),
  },
  'rsa-pkcs1-sha256': rsa,
  'rsa-pkcs1-sha512': rsa,
  'rsa-pss-sha256': rsa,
  'rsa-pss-sha512': rsa,
  // Any bytes decode (FIPS 204 algorithm 23).
  'ml-dsa-44': { declared: [], check: checkPoint([mlDsa44KeyLength], () => true) },
  'ecvrf-p256-sha256-tai': compressedP256,
  'ecvrf-p256-sha256-sswu': compressedP256,
  'ecvrf-edwards25519-sha512-tai': edwards,
  'ecvrf-edwards25519-sha512-ell2': edwards,
  'ecvrf-ed25519-sha512-elligator2-draft03': edwards,
  'chainlink-vrf': {
    declared: [],
    check: checkPoint([64], bytes => !secp256k1.Point.fromBytes(concatBytes(Uint8Array.of(4), bytes)).is0()),
  },
}

/** A public key that has passed every check of its algorithm. Immutable: the constructor is the only way in. */
class PublicKey {
  /** Algorithm of the signatures that the key verifies. */
  readonly algorithm: KeyAlgorithm
  /** How its signatures are encoded; empty unless the algorithm leaves a choice. */
  readonly form: SignatureForm
  readonly #bytes: Uint8Array

  constructor(algorithm: KeyAlgorithm, bytes: Uint8Array, form: SignatureForm) {
    checkForm(algorithm, form)
    // Check and keep a copy, which the caller cannot change.
    const copy = bytes.slice()
    rules[algorithm].check(copy, algorithm)
    this.algorithm = algorithm
    this.form = Object.freeze({ ...form })
    this.#bytes = copy
    Object.freeze(this)
  }

  /** The encoded key, a fresh copy each time. */
  get bytes(): Uint8Array {
    return this.#bytes.slice()
  }
}

export type { PublicKey }

/**
 * Reads a public key.
 *
 * - `ed25519`: 32 bytes, RFC 8032 section 5.1.3, canonical, and a point of prime order: with a component of
 *   small order one signature could fit many messages, and libraries would disagree.
 * - `ecdsa-p256-sha256`, `ecdsa-secp256k1-sha256`: SEC 1 section 2.3.3, compressed (33 bytes) or uncompressed (65).
 * - `bip340`: the x coordinate, 32 bytes.
 * - `ecvrf-…`: of P-256 compressed (33 bytes), of Edwards25519 as `ed25519`. `chainlink-vrf`: x ‖ y, 64
 *   bytes, as in its contracts.
 * - `ml-dsa-44`: 1312 bytes, FIPS 204 algorithm 22.
 * - `rsa-…`: DER, SubjectPublicKeyInfo or RSAPublicKey; 2048 to 8192 bits, an odd exponent from 3 to 2^32.
 *
 * @param form - for ECDSA keys only, see {@link SignatureForm}.
 * @throws DrawauditError `algorithm-unknown` for an unknown name or an incomplete or superfluous `form`,
 * `key-length`, `key-invalid` for bytes that do not encode a key, `key-weak` for a key whose signatures prove
 * nothing.
 *
 * @example
 * ```js
 * const bytes = decodeHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
 * parsePublicKey('ed25519', bytes).algorithm // ed25519
 * parsePublicKey('ed25519', bytes.slice(1)) // throws key-length
 * ```
 */
export function parsePublicKey(algorithm: string, bytes: Uint8Array, form: SignatureForm = {}): PublicKey {
  if (!isKeyAlgorithm(algorithm)) {
    throw new DrawauditError('algorithm-unknown', `unknown algorithm ${JSON.stringify(algorithm)}`, {
      hint: `known are ${Object.keys(rules).join(', ')}`,
    })
  }
  return new PublicKey(algorithm, bytes, form)
}

function isKeyAlgorithm(name: string): name is KeyAlgorithm {
  return Object.hasOwn(rules, name)
}

function checkForm(algorithm: KeyAlgorithm, form: SignatureForm): void {
  const { declared } = rules[algorithm]
  const complete =
    declared.includes('encoding') === (form.encoding === 'compact' || form.encoding === 'der') &&
    declared.includes('lowS') === (typeof form.lowS === 'boolean')
  const needless = Object.keys(form).filter(name => !(declared as readonly string[]).includes(name))
  if (!complete || needless.length > 0) {
    const wanted = declared.length === 0 ? 'nothing' : declared.join(' and ')
    throw new DrawauditError('algorithm-unknown', `${algorithm} needs ${wanted} declared beside the key`, {
      hint: 'ask the key’s publisher how its signatures are encoded; it cannot be guessed',
    })
  }
}

/**
 * Checks a key of fixed length, such as a point.
 *
 * @param lengths - allowed lengths in bytes.
 * @param isStrong - throws unless the bytes are the canonical encoding of a point; false if it is a weak key.
 */
function checkPoint(lengths: readonly number[], isStrong: (bytes: Uint8Array) => boolean): KeyRules['check'] {
  return (bytes, algorithm) => {
    if (!lengths.includes(bytes.length)) {
      const wanted = lengths.join(' or ')
      throw new DrawauditError(
        'key-length',
        `expected ${wanted} bytes for ${algorithm}, found ${bytes.length}`,
      )
    }
    let strong: boolean
    try {
      strong = isStrong(bytes)
    } catch (cause) {
      throw new DrawauditError('key-invalid', `the bytes are not a public key of ${algorithm}`, { cause })
    }
    if (!strong) {
      throw new DrawauditError('key-weak', `this public key of ${algorithm} has a small-order component`, {
        hint: 'signatures under such a key prove nothing; ask for another key',
      })
    }
  }
}

/** Remembers which keys are strong, the latest of them: a check takes a millisecond, and the same few keys are read each time. */
function rememberStrong(isStrong: (bytes: Uint8Array) => boolean): (bytes: Uint8Array) => boolean {
  const known = new Set<string>()
  return bytes => {
    const key = encodeHex(bytes)
    if (known.has(key)) return true
    if (!isStrong(bytes)) return false
    known.add(key)
    const [oldest] = known
    if (known.size > 200 && oldest !== undefined) known.delete(oldest)
    return true
  }
}
