/**
 * Signatures of X.509 and CMS: the accepted algorithms, verified by Web Crypto.
 *
 * @packageDocumentation
 */
import type { BaseBlock } from 'asn1js'
import type { AlgorithmIdentifier } from 'pkijs'
import { encodeRsaSpki, parseRsaKey } from '../core/rsa.js'
import { DrawauditError } from '../errors.js'
import { isContext, isType, parseDer, readOid, readSmall, tags, type DerNode } from './der.js'
import { demand } from './fault.js'

export type DigestName = 'sha256' | 'sha384' | 'sha512'

const digests: Readonly<Record<string, DigestName>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** Digest lengths in bytes. */
export const digestLengths: Readonly<Record<DigestName, number>> = { sha256: 32, sha384: 48, sha512: 64 }

const webNames = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' } as const

const oids = {
  rsa: '1.2.840.113549.1.1.1',
  pss: '1.2.840.113549.1.1.10',
  mgf1: '1.2.840.113549.1.1.8',
  ecKey: '1.2.840.10045.2.1',
}

const rsaSignatures: Readonly<Record<string, DigestName>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}

const ecdsaSignatures: Readonly<Record<string, DigestName>> = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}

/** Curves, with the length of a coordinate in bytes. */
const curves: Readonly<Record<string, { readonly name: 'P-256' | 'P-384'; readonly size: number }>> = {
  '1.2.840.10045.3.1.7': { name: 'P-256', size: 32 },
  '1.3.132.0.34': { name: 'P-384', size: 48 },
}

/** A digest of bytes; SHA-1 only for the certificate identifiers of RFC 2634. */
export async function hash(name: DigestName | 'sha1', bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await globalThis.crypto.subtle.digest(webNames[name], Uint8Array.from(bytes)))
}

/** An AlgorithmIdentifier, RFC 5280 section 4.1.1.2. */
export interface Algorithm {
  readonly oid: string
  readonly parameters?: DerNode
}

/** The same as a pkijs object. */
export function convertAlgorithm(
  { algorithmId, algorithmParams }: AlgorithmIdentifier,
  what: string,
): Algorithm {
  const parameters = algorithmParams as BaseBlock | undefined
  return {
    oid: algorithmId,
    ...(parameters && {
      parameters: parseDer(new Uint8Array(parameters.toBER()), `the parameters of ${what}`),
    }),
  }
}

/** @throws Fault for anything else. */
export function readAlgorithm(node: DerNode | undefined, what: string): Algorithm {
  demand(isType(node, tags.sequence) && [1, 2].includes(node.children.length), `${what} is malformed`)
  const [id, parameters] = node.children
  return { oid: readOid(id, what), ...(parameters && { parameters }) }
}

/** The name of SHA-256, SHA-384 or SHA-512, with no parameters but NULL. */
export function readDigestName({ oid, parameters }: Algorithm, what: string): DigestName {
  const name = digests[oid]
  demand(name !== undefined, `${what} is not SHA-256, SHA-384 or SHA-512`)
  demand(isPlain(parameters), `${what} has parameters`)
  return name
}

function isPlain(parameters: DerNode | undefined): boolean {
  return parameters === undefined || isType(parameters, tags.null)
}

/** An accepted public key: RSA of at least 2048 bits, P-256 or P-384. */
export type CertificateKey =
  | { readonly kind: 'rsa'; readonly spki: Uint8Array; readonly pss?: Padding | 'any' }
  | {
      readonly kind: 'ec'
      readonly curve: 'P-256' | 'P-384'
      readonly size: number
      readonly point: Uint8Array
    }

interface Padding {
  readonly digest: DigestName
  readonly saltLength: number
}

/**
 * Reads a SubjectPublicKeyInfo.
 *
 * @throws Fault for other algorithms, weak keys, and anything else.
 */
export function readPublicKey(spki: DerNode): CertificateKey {
  const [identifier, bits, ...rest] = spki.children
  const { oid, parameters } = readAlgorithm(identifier, 'the algorithm of a key')
  demand(isType(bits, tags.bitString) && rest.length === 0 && bits.content[0] === 0, 'a key has no bytes')
  const key = bits.content.subarray(1)
  if (oid === oids.rsa || oid === oids.pss) {
    if (oid === oids.rsa) demand(isPlain(parameters), 'an RSA key has parameters')
    try {
      const pss = oid === oids.pss && {
        pss: parameters === undefined ? ('any' as const) : readPadding(parameters),
      }
      return { kind: 'rsa', spki: encodeRsaSpki(parseRsaKey(key)), ...pss }
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      demand(false, `a key does not count: ${error.message}`)
    }
  }
  demand(oid === oids.ecKey, 'a key is neither RSA nor of an elliptic curve that counts')
  const curve = curves[isType(parameters, tags.oid) ? readOid(parameters, 'a curve') : '']
  demand(curve !== undefined, 'a key is on a curve other than P-256 and P-384')
  demand(key.length === 1 + 2 * curve.size && key[0] === 4, 'a key is no point of its curve')
  return { kind: 'ec', curve: curve.name, size: curve.size, point: key }
}

/** RSASSA-PSS-params, RFC 4055 section 3.1: one of the three digests, MGF1 with the same. */
function readPadding(parameters: DerNode): Padding {
  const what = 'the padding of RSA-PSS'
  demand(isType(parameters, tags.sequence), `${what} has no parameters`)
  const found = new Map<number, DerNode>()
  let before = -1
  for (const child of parameters.children) {
    const [value, ...more] = child.children
    demand(
      isContext(child, child.tag) &&
        child.tag > before &&
        child.tag <= 3 &&
        value !== undefined &&
        more.length === 0,
      `${what} is malformed`,
    )
    before = child.tag
    found.set(child.tag, value)
  }
  const digest = readDigestName(readAlgorithm(found.get(0), what), `the digest in ${what}`)
  const mask = readAlgorithm(found.get(1), what)
  const inner = readDigestName(readAlgorithm(mask.parameters, what), `the digest in ${what}`)
  demand(mask.oid === oids.mgf1 && inner === digest, `${what} does not use one digest`)
  const salt = found.get(2)
  const saltLength = isType(salt, tags.integer) ? readSmall(salt.content, `the salt in ${what}`) : 20
  const trailer = found.get(3)
  demand(
    trailer === undefined || (isType(trailer, tags.integer) && trailer.content[0] === 1),
    `${what} has another trailer`,
  )
  demand(saltLength <= 64, `the salt in ${what} is out of bounds`)
  return { digest, saltLength }
}

/** Padding and digest of a signature. */
type SignatureScheme =
  | { readonly padding: 'pkcs1' | 'ecdsa'; readonly digest: DigestName }
  | ({ readonly padding: 'pss' } & Padding)

/**
 * The signature scheme of an algorithm.
 *
 * @param plain - the digest, if the algorithm only names a key type, as CMS allows for RSA (RFC 3370 section
 * 3.2).
 */
export function readScheme(
  { oid, parameters }: Algorithm,
  what: string,
  plain?: DigestName,
): SignatureScheme {
  if (oid === oids.pss) {
    demand(parameters !== undefined, `${what} has no parameters`)
    return { padding: 'pss', ...readPadding(parameters) }
  }
  const rsa = oid === oids.rsa ? plain : rsaSignatures[oid]
  if (rsa !== undefined) {
    demand(isPlain(parameters), `${what} has parameters`)
    return { padding: 'pkcs1', digest: rsa }
  }
  const digest = ecdsaSignatures[oid]
  demand(digest !== undefined, `${what} is not accepted`)
  demand(parameters === undefined, `${what} has parameters`)
  return { padding: 'ecdsa', digest }
}

/** Whether the signature is by this key over these bytes. False also for a key of the wrong type. */
export async function verifyCertificateSignature(
  key: CertificateKey,
  scheme: SignatureScheme,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const { subtle } = globalThis.crypto
  const [bytes, signed] = [Uint8Array.from(message), signature]
  const name = webNames[scheme.digest]
  if (key.kind === 'ec') {
    const raw = scheme.padding === 'ecdsa' ? readEcdsa(signed, key.size) : undefined
    if (raw === undefined) return false
    const algorithm = { name: 'ECDSA', namedCurve: key.curve }
    const imported = await tryImport(() =>
      subtle.importKey('raw', Uint8Array.from(key.point), algorithm, false, ['verify']),
    )
    return (
      imported !== undefined && (await subtle.verify({ name: 'ECDSA', hash: name }, imported, raw, bytes))
    )
  }
  if (scheme.padding === 'ecdsa') return false
  const isPss = scheme.padding === 'pss'
  // A key marked for PSS may sign with nothing else, RFC 4055 section 1.2.
  if (key.pss !== undefined && !isPss) return false
  if (isPss && key.pss !== undefined && key.pss !== 'any') {
    if (key.pss.digest !== scheme.digest || scheme.saltLength < key.pss.saltLength) return false
  }
  const algorithm = { name: isPss ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5', hash: name }
  const imported = await tryImport(() =>
    subtle.importKey('spki', Uint8Array.from(key.spki), algorithm, false, ['verify']),
  )
  if (imported === undefined) return false
  const saltLength = isPss ? scheme.saltLength : 0
  return subtle.verify({ name: algorithm.name, saltLength }, imported, Uint8Array.from(signed), bytes)
}

/** Undefined for a key that Web Crypto refuses: a point off its curve. */
async function tryImport<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch {
    return undefined
  }
}

/**
 * Converts an X.509 ECDSA signature, a SEQUENCE of two INTEGERs (RFC 3279 section 2.2.3), to `r || s` for
 * Web Crypto.
 */
function readEcdsa(der: Uint8Array, size: number): Uint8Array<ArrayBuffer> | undefined {
  const root = parseDer(der, 'a signature')
  const { children } = root
  const raw = new Uint8Array(2 * size)
  if (!isType(root, tags.sequence) || children.length !== 2) return undefined
  for (const [place, number] of children.entries()) {
    if (!isType(number, tags.integer) || (number.content[0] ?? 0xff) >= 0x80) return undefined
    const digits = number.content.subarray(number.content[0] === 0 ? 1 : 0)
    if (digits.length === 0 || digits.length > size) return undefined
    raw.set(digits, (place + 1) * size - digits.length)
  }
  return raw
}
