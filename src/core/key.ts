/**
 * Public keys: checked once, when they are read, so that verifying never meets a bad one.
 *
 * @packageDocumentation
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { DrawauditError } from '../errors.js'
import { concatBytes } from './encoding.js'
import { mlDsa44KeyLength } from './ml-dsa.js'
import { parseRsaKey } from './rsa.js'
import { vrfSuites, type VrfSuite } from './vrf/suites.js'

/** Every signature algorithm, the hash of the message included. */
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

/** One of {@link signatureAlgorithms}. */
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

/** What a key of a signer is for: signatures, or proofs of a verifiable random function. */
export const keyAlgorithms = [...signatureAlgorithms, ...vrfSuites] as const

/** One of {@link keyAlgorithms}, or what only witnesses sign with. */
export type KeyAlgorithm = SignatureAlgorithm | VrfSuite | 'ml-dsa-44'

/** How the signatures of an ECDSA key are written: declared by whoever publishes the key, never guessed. */
export interface SignatureForm {
  /** ECDSA, and required there: `compact` is r‖s, 32 bytes each; `der` is SEQUENCE of INTEGER r and INTEGER s. */
  readonly encoding?: 'compact' | 'der'
  /** secp256k1, and required there: refuse an s above half the order, as Bitcoin and Ethereum do. */
  readonly lowS?: boolean
}

interface Rules {
  /** What has to be declared beside the key, and nothing else may be. */
  readonly declared: readonly (keyof SignatureForm)[]
  /** Throws unless the bytes are a key of the algorithm. */
  readonly check: (bytes: Uint8Array, algorithm: KeyAlgorithm) => void
}

const rsa: Rules = { declared: [], check: bytes => void parseRsaKey(bytes) }

const edwards: Rules = {
  declared: [],
  check: checkPoint([32], bytes => {
    const point = ed25519.Point.fromBytes(bytes)
    return !point.is0() && point.isTorsionFree()
  }),
}

// RFC 9381 hashes the key as it stands: in one encoding.
const compressedP256: Rules = {
  declared: [],
  check: checkPoint([33], bytes => !p256.Point.fromBytes(bytes).is0()),
}

const rules: Record<KeyAlgorithm, Rules> = {
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
  // Whatever the bytes are, they decode (FIPS 204 algorithm 23).
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
  readonly algorithm: KeyAlgorithm
  readonly form: SignatureForm
  readonly #bytes: Uint8Array

  constructor(algorithm: KeyAlgorithm, bytes: Uint8Array, form: SignatureForm) {
    checkForm(algorithm, form)
    // Checked and kept is a copy: what happens to the array that was given does not matter.
    const copy = bytes.slice()
    rules[algorithm].check(copy, algorithm)
    this.algorithm = algorithm
    this.form = Object.freeze({ ...form })
    this.#bytes = copy
    Object.freeze(this)
  }

  /** The key as it was given, a fresh copy each time. */
  get bytes(): Uint8Array {
    return this.#bytes.slice()
  }
}

export type { PublicKey }

/**
 * Reads a public key.
 *
 * - `ed25519`: 32 bytes, RFC 8032 section 5.1.3, canonical, and a point of prime order: a key with a component of
 *   small order could sign many messages at once, or be judged differently by other libraries.
 * - `ecdsa-p256-sha256`, `ecdsa-secp256k1-sha256`: SEC 1 section 2.3.3, compressed (33 bytes) or uncompressed (65).
 * - `bip340`: the x coordinate, 32 bytes.
 * - `ecvrf-…`: of P-256 compressed (33 bytes), of Edwards25519 as `ed25519`. `chainlink-vrf`: x ‖ y,
 *   64 bytes, as its contracts have it.
 * - `ml-dsa-44`: 1312 bytes, FIPS 204 algorithm 22.
 * - `rsa-…`: DER, SubjectPublicKeyInfo or RSAPublicKey; 2048 to 8192 bits, an odd exponent from 3 to 2^32.
 *
 * @param form - for ECDSA keys only, see {@link SignatureForm}.
 * @throws DrawauditError `algorithm-unknown` for another name or an incomplete or needless `form`, `key-length`,
 * `key-invalid` for bytes that do not encode a key, `key-weak` for a key whose signatures prove nothing.
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
      hint: 'ask whoever publishes the key how its signatures are written; it is not guessed',
    })
  }
}

/**
 * The check of a key of fixed length, such as a point.
 *
 * @param lengths - in bytes, that a key may have.
 * @param isStrong - throws unless the bytes are the one encoding of a point; false when it may not be a key.
 */
function checkPoint(lengths: readonly number[], isStrong: (bytes: Uint8Array) => boolean): Rules['check'] {
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
