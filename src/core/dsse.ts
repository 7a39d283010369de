/**
 * DSSE envelopes (secure-systems-lab/dsse, version 1.0.2), with exactly one Ed25519 signature.
 *
 * @packageDocumentation
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { canonicalize } from './canonical.js'
import { concatBytes, decodeBase64, encodeBase64, encodeHex, encodeUtf8 } from './encoding.js'
import type { Engine, Signer } from './engine.js'
import type { JsonValue } from './json.js'
import { parsePublicKey, verifySignature, type PublicKey } from './signature.js'

/** An envelope in JSON, as schemas/envelope.json defines it. */
export interface EnvelopeJson {
  /** Media type of the payload, which is signed too. */
  readonly payloadType: string
  /** Base64. */
  readonly payload: string
  /** Exactly one. */
  readonly signatures: readonly {
    /** Hint which key to try; not signed. */
    readonly keyid?: string
    /** Base64. */
    readonly sig: string
  }[]
}

/** A decoded envelope. Nothing in it has been verified. */
export interface Envelope {
  /** Media type of the payload, which is signed too. */
  readonly payloadType: string
  /** The signed bytes: what is verified is what is read. */
  readonly payload: Uint8Array
  /** Hint which key to try, by the envelope's author; optional. */
  readonly keyId?: string
  /** The only signature, over {@link encodePae}. */
  readonly signature: Uint8Array
}

/**
 * The bytes that are signed: DSSE's pre-authentication encoding. LEN is the number of bytes in decimal.
 *
 * ```
 * "DSSEv1" SP LEN(type) SP type SP LEN(payload) SP payload
 * ```
 *
 * @example
 * ```js
 * new TextDecoder().decode(encodePae('text/plain', new TextEncoder().encode('hi'))) // DSSEv1 10 text/plain 2 hi
 * ```
 */
export function encodePae(payloadType: string, payload: Uint8Array): Uint8Array {
  const { length } = encodeUtf8(payloadType)
  return concatBytes(encodeUtf8(`DSSEv1 ${length} ${payloadType} ${payload.length} `), payload)
}

/**
 * Decodes an envelope that is valid by its schema.
 *
 * @throws DrawauditError `base64-invalid` for base64 that is not canonical.
 */
export function decodeEnvelope({ payloadType, payload, signatures: [first] }: EnvelopeJson): Envelope {
  return {
    payloadType,
    payload: decodeBase64(payload),
    ...(first?.keyid !== undefined && { keyId: first.keyid }),
    signature: decodeBase64(first?.sig ?? ''),
  }
}

/**
 * The JSON form of an envelope, members in the order of DSSE's own examples.
 *
 * @param encode - a faster base64 encoder, if any.
 */
export function encodeEnvelope(
  { payloadType, payload, keyId, signature }: Envelope,
  encode = encodeBase64,
): EnvelopeJson {
  return {
    payload: encode(payload),
    payloadType,
    signatures: [{ ...(keyId !== undefined && { keyid: keyId }), sig: encode(signature) }],
  }
}

/**
 * The log entry of an envelope: the RFC 8785 form of the members that DSSE defines (docs/PROTOCOL.md, "The
 * log"), so that an envelope has one entry however it was written.
 */
export function encodeLogEntry(envelope: Envelope): Uint8Array {
  return encodeUtf8(canonicalize(encodeEnvelope(envelope) as unknown as JsonValue))
}

/**
 * Whether the signature of `envelope` is by `key` over its payload and payload type.
 *
 * @example
 * ```js
 * const [commitment] = parseBundle(read('bundle.json')).statements
 * const [operator] = parseTrust(read('trust.json')).operators
 * verifyEnvelope(commitment, operator.keys[0].key) // true
 * ```
 */
export function verifyEnvelope(
  { payloadType, payload, signature }: Envelope,
  key: PublicKey,
  engine?: Engine,
): boolean {
  return verifySignature(key, encodePae(payloadType, payload), signature, engine)
}

/**
 * Signs a payload with Ed25519 (RFC 8032), which gives the same signature every time.
 *
 * @param key - a secret key of 32 bytes, or a signer.
 */
export function signEnvelope(payloadType: string, payload: Uint8Array, key: Uint8Array | Signer): Envelope {
  const { publicKey, sign } = key instanceof Uint8Array ? createSigner(key) : key
  return {
    payloadType,
    payload,
    keyId: encodeHex(sha256(publicKey)),
    signature: sign(encodePae(payloadType, payload)),
  }
}

/** A signer with a secret key in memory. @param secretKey - 32 bytes, RFC 8032 section 5.1.5. */
export function createSigner(secretKey: Uint8Array): Signer {
  return {
    publicKey: ed25519.getPublicKey(secretKey),
    sign: message => ed25519.sign(message, secretKey),
  }
}

/** The id and fingerprint of a key: lower-case hex of the SHA-256 of its bytes. */
export function computeKeyId(key: PublicKey): string {
  return encodeHex(sha256(key.bytes))
}

/** The public key of a secret one. @param secretKey - 32 bytes, RFC 8032 section 5.1.5. */
export function derivePublicKey(secretKey: Uint8Array): PublicKey {
  return parsePublicKey('ed25519', ed25519.getPublicKey(secretKey))
}
