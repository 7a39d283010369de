/**
 * The native engine of Node.
 *
 * @packageDocumentation
 */
import { constants, createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto'
import { createRequire } from 'node:module'
import { chainHashes } from '../core/hash-chain.js'
import { concatBytes, decodeHex } from '../core/encoding.js'
import type { Engine, HashAlgorithm } from '../core/engine.js'
import type { PublicKey, SignatureAlgorithm } from '../core/key.js'
import { mlDsa44KeyLength, mlDsa44SignatureLength, provideMlDsa44, type MlDsa44 } from '../core/ml-dsa.js'
import { portable } from '../core/portable.js'
import {
  encodeDer,
  encodeRsaSpki,
  isRsa,
  parseRsaKey,
  rsaAlgorithms,
  type RsaAlgorithm,
} from '../core/rsa.js'

/** OpenSSL's names of hashes; undefined for those it lacks. */
const names: Readonly<Record<HashAlgorithm, string | undefined>> = {
  sha1: 'sha1',
  sha256: 'sha256',
  sha512: 'sha512',
  'sha3-256': 'sha3-256',
  'sha3-512': 'sha3-512',
  'keccak-256': undefined,
  'blake2b-256': undefined,
  'blake2b-512': 'blake2b512',
  blake3: undefined,
  md5: 'md5',
  sha224: 'sha224',
  sha384: 'sha384',
  'sha512-256': 'sha512-256',
  // OpenSSL 3 has it, but not in every build.
  ripemd160: undefined,
  'keccak-512': undefined,
  'blake-256': undefined,
}

/**
 * OpenSSL, through node:crypto. BIP-340 and some hashes, which it lacks, go to the portable engine.
 *
 * @example
 * ```js
 * encodeHex(native.hash('sha256', new TextEncoder().encode('abc'))).slice(0, 8) // ba7816bf
 * ```
 */
export const native: Engine = {
  name: 'native',

  hash(algorithm, bytes) {
    const name = names[algorithm]
    if (name === undefined) return portable.hash(algorithm, bytes)
    // Twice as fast as a buffer, which matters for lists of millions.
    const text = hash(name, bytes, 'binary')
    const digest = new Uint8Array(text.length)
    writeBytes(text, digest)
    return digest
  },

  hashInto(algorithm, bytes, digest) {
    const name = names[algorithm]
    if (name === undefined) digest.set(portable.hash(algorithm, bytes))
    else writeBytes(hash(name, bytes, 'binary'), digest)
  },

  chain(algorithm, from, times, form) {
    const name = names[algorithm]
    if (name === undefined) return chainHashes(portable, algorithm, from, times, form)
    // A third of the time of chaining bytes.
    if (form === 'hex') {
      let digits = hash(name, from, 'hex')
      for (let done = 1; done < times; done += 1) digits = hash(name, digits, 'hex')
      return decodeHex(digits)
    }
    const digest = Buffer.from(hash(name, from, 'hex'), 'hex')
    for (let done = 1; done < times; done += 1) digest.write(hash(name, digest, 'binary'), 'binary')
    return new Uint8Array(digest)
  },

  verify(key, message, signature) {
    switch (key.algorithm) {
      case 'ed25519':
        return (
          !isIdentity(signature.subarray(0, 32)) &&
          verify(null, message, keyObject(key, key.algorithm), signature)
        )
      case 'ecdsa-p256-sha256':
      case 'ecdsa-secp256k1-sha256':
        return verify(
          'sha256',
          message,
          { key: keyObject(key, key.algorithm), dsaEncoding: 'ieee-p1363' },
          signature,
        )
      case 'ml-dsa-44':
        return hasMlDsa44()
          ? verify(null, message, keyObject(key, key.algorithm), signature)
          : portable.verify(key, message, signature)
      default:
        return isRsa(key.algorithm)
          ? verifyRsa(key, key.algorithm, message, signature)
          : portable.verify(key, message, signature)
    }
  },

  signer(secretKey) {
    // OpenSSL would use the first 32 bytes of a longer one.
    if (secretKey.length !== 32) throw new TypeError('a secret key of Ed25519 has 32 bytes')
    const der = Buffer.from(concatBytes(privateKeyHead, secretKey))
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    der.fill(0)
    const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
    return {
      publicKey: new Uint8Array(publicKey),
      sign: message => new Uint8Array(sign(null, message, key)),
      signAll: messages =>
        new Promise((resolve, reject) => {
          const signatures: Uint8Array[] = []
          let left = messages.length
          if (left === 0) resolve([])
          for (const [index, message] of messages.entries()) {
            sign(null, message, key, (error, signature) => {
              if (error === null) signatures[index] = new Uint8Array(signature)
              else reject(error)
              if (--left === 0) resolve(signatures)
            })
          }
        }),
    }
  },
}

/** Prefix of an Ed25519 key's 32 bytes in PKCS #8 (RFC 8410 section 7). */
const privateKeyHead = decodeHex('302e020100300506032b657004220420')

/** Copies a Latin-1 text to bytes, one for each character. */
function writeBytes(text: string, bytes: Uint8Array): void {
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
}

function verifyRsa(
  key: PublicKey,
  algorithm: RsaAlgorithm,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const { padding, hash, digestLength } = rsaAlgorithms[algorithm]
  const options =
    padding === 'pkcs1'
      ? { padding: constants.RSA_PKCS1_PADDING }
      : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: digestLength }
  return verify(hash, message, { key: keyObject(key, algorithm), ...options }, signature)
}

/**
 * Why refusing this one R makes OpenSSL accept what the portable engine accepts, no more and no less: OpenSSL
 * refuses S ≥ L, computes S·B − k·A, encodes it and compares bytes with R. B is of prime order and so is A, which the
 * key has shown; so the result is of prime order or the identity, and R is its canonical encoding.
 */
function isIdentity(encoded: Uint8Array): boolean {
  return encoded.every((byte, index) => byte === (index === 0 ? 1 : 0))
}

provideMlDsa44(() => {
  const { ml_dsa44 } = createRequire(import.meta.url)('@noble/post-quantum/ml-dsa.js') as {
    readonly ml_dsa44: MlDsa44
  }
  return ml_dsa44
})

let mlDsa44: boolean | undefined

/** True with OpenSSL 3.5 and Node 24.7 or later. Tests both with a key of zeros. */
export function hasMlDsa44(): boolean {
  if (mlDsa44 === undefined) {
    try {
      const key = Buffer.from(encodeSpki(identifiers['ml-dsa-44'], new Uint8Array(mlDsa44KeyLength)))
      mlDsa44 = !verify(
        null,
        new Uint8Array(),
        createPublicKey({ key, format: 'der', type: 'spki' }),
        new Uint8Array(mlDsa44SignatureLength),
      )
    } catch {
      mlDsa44 = false
    }
  }
  return mlDsa44
}

/** AlgorithmIdentifier of SubjectPublicKeyInfo: RFC 8410 section 3, RFC 5480 section 2.1.1, RFC 9881 section 2. */
const identifiers: Record<NativeAlgorithm, Uint8Array> = {
  ed25519: decodeHex('300506032b6570'),
  'ecdsa-p256-sha256': decodeHex('301306072a8648ce3d020106082a8648ce3d030107'),
  'ecdsa-secp256k1-sha256': decodeHex('301006072a8648ce3d020106052b8104000a'),
  'ml-dsa-44': decodeHex('300b0609608648016503040311'),
}

type NativeAlgorithm = Exclude<SignatureAlgorithm, 'bip340' | RsaAlgorithm> | 'ml-dsa-44'

const keyObjects = new WeakMap<PublicKey, KeyObject>()

function keyObject(key: PublicKey, algorithm: NativeAlgorithm | RsaAlgorithm): KeyObject {
  let object = keyObjects.get(key)
  if (object === undefined) {
    const spki = isRsa(algorithm)
      ? encodeRsaSpki(parseRsaKey(key.bytes))
      : encodeSpki(identifiers[algorithm], key.bytes)
    object = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
    keyObjects.set(key, object)
  }
  return object
}

/**
 * SubjectPublicKeyInfo, RFC 5280 section 4.1.
 *
 * ```
 * 30 length   AlgorithmIdentifier   03 length 00 key
 * ```
 */
function encodeSpki(identifier: Uint8Array, key: Uint8Array): Uint8Array {
  const bits = encodeDer(0x03, Uint8Array.of(0), key)
  return encodeDer(0x30, identifier, bits)
}
