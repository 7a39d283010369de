/**
 * A token: CMS SignedData over a TSTInfo, RFC 3161 section 2.4.2 and RFC 5652, read strictly.
 *
 * @packageDocumentation
 */
import type { OctetString } from 'asn1js'
import { ContentInfo, IssuerAndSerialNumber, SignedData, TSTInfo, type SignerInfo } from 'pkijs'
import { equalBytes } from '../core/digest.js'
import { encodeHex } from '../core/encoding.js'
import {
  convertAlgorithm,
  digestLengths,
  hash,
  readAlgorithm,
  readDigestName,
  readScheme,
  verifyCertificateSignature,
  type DigestName,
} from './algorithms.js'
import { findKeyIdentifier, readCertificate, type Certificate } from './certificate.js'
import { isContext, isType, parseDer, readGeneralizedTime, readOid, tags, type DerNode } from './der.js'
import { readWithFault, demand, TokenFault } from './fault.js'
import type { TimeInterval } from './path.js'

/** The stamped digest and the time. */
export interface TimestampInfo {
  readonly algorithm: DigestName
  readonly imprint: Uint8Array
  readonly moment: TimeInterval
  /** Nonce of the request, big-endian; undefined if the token has none. */
  readonly nonce: Uint8Array | undefined
}

/** A parsed token. Nothing in it has been verified. */
export interface TimestampToken {
  readonly stamped: TimestampInfo
  readonly certificates: readonly Certificate[]
  /** Finds the certificate that signed it: by name, digest, and signature. @throws Fault if there is none. */
  readonly findSigner: (among: readonly Certificate[]) => Promise<Certificate>
}

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  info: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
}

/** Max bytes of a token, and max certificates in one: authorities send two or three. */
export const mostTokenBytes = 65_536
const mostCertificates = 16

/**
 * Reads a token.
 *
 * @throws Fault for anything else.
 */
export function readToken(der: Uint8Array): TimestampToken {
  const root = parseDer(der, 'the token')
  const outer = readWithFault('the token', () => new ContentInfo({ schema: root.block }))
  demand(outer.contentType === oids.signedData && root.children.length === 2, 'the token is no signed data')
  const [body] = root.children[1]?.children ?? []
  demand(body !== undefined && root.children[1]?.children.length === 1, 'the token is no signed data')
  const signed = readWithFault('the token', () => new SignedData({ schema: body.block }))
  demand(signed.version === 3, 'the token is signed data of another version')
  const content = readContent(body)
  const [signer, ...more] = signed.signerInfos
  demand(signer !== undefined && more.length === 0, 'the token does not have exactly one signer')
  const certificates = readCertificates(body)
  return {
    stamped: readInfo(content),
    certificates,
    findSigner: among => findSigner(signer, content, among),
  }
}

/** The signed TSTInfo. */
function readContent({ children }: DerNode): Uint8Array {
  const [type, wrapped, ...rest] = children[2]?.children ?? []
  demand(
    readOid(type, 'the type of what is signed') === oids.info,
    'the token signs something else than a time',
  )
  const [octets, ...others] = wrapped?.children ?? []
  demand(
    rest.length === 0 && isContext(wrapped, 0) && isType(octets, tags.octetString) && others.length === 0,
    'the token does not have what it signs',
  )
  return octets.content
}

function readCertificates({ children }: DerNode): readonly Certificate[] {
  const listed = children.find(child => isContext(child, 0))?.children ?? []
  demand(listed.length <= mostCertificates, `the token has more than ${mostCertificates} certificates`)
  return listed.map(({ bytes }) => readCertificate(bytes))
}

function readInfo(content: Uint8Array): TimestampInfo {
  const what = 'the time that is signed'
  const root = parseDer(content, what)
  const info = readWithFault(what, () => new TSTInfo({ schema: root.block }))
  demand(info.version === 1, `${what} is of another version`)
  const { messageImprint, accuracy, nonce, extensions = [] } = info
  demand(!extensions.some(({ critical }) => critical), `${what} has a critical extension`)
  const algorithm = readDigestName(
    convertAlgorithm(messageImprint.hashAlgorithm, 'the imprint'),
    'the digest of the imprint',
  )
  const imprint = messageImprint.hashedMessage.valueBlock.valueHexView
  demand(imprint.length === digestLengths[algorithm], 'the imprint is not as long as its digest')
  const at = readGeneralizedTime(root.children[4], what)
  return {
    algorithm,
    imprint: Uint8Array.from(imprint),
    moment: { from: at, until: at + readAccuracy(accuracy) },
    nonce: nonce && Uint8Array.from(nonce.valueBlock.valueHexView),
  }
}

/** Accuracy in nanoseconds; one second if the authority states none. */
function readAccuracy(accuracy: TSTInfo['accuracy']): bigint {
  if (accuracy === undefined) return 1_000_000_000n
  const { seconds = 0, millis = 0, micros = 0 } = accuracy
  const isSound = [seconds, millis, micros].every(part => Number.isSafeInteger(part) && part >= 0)
  demand(isSound && seconds <= 86_400 && millis <= 999 && micros <= 999, 'the accuracy is out of bounds')
  return BigInt(seconds) * 1_000_000_000n + BigInt(millis) * 1_000_000n + BigInt(micros) * 1000n
}

/** The signed attributes, each type once and with one value. */
function readAttributes({ signedAttrs }: SignerInfo): ReadonlyMap<string, DerNode> {
  demand(signedAttrs !== undefined, 'the token signs no attributes')
  const set = parseDer(new Uint8Array(signedAttrs.encodedValue), 'the attributes')
  const isOrdered = set.children.every(({ bytes }, at) => {
    const before = set.children[at - 1]
    return before === undefined || encodeHex(before.bytes) < encodeHex(bytes)
  })
  demand(isOrdered, 'the attributes are not in DER: their order')
  const found = new Map<string, DerNode>()
  for (const { children } of set.children) {
    const [type, values] = children
    const oid = readOid(type, 'an attribute')
    const [value, ...more] = values?.children ?? []
    demand(isType(values, tags.set) && !found.has(oid), 'an attribute is a duplicate, or has no values')
    if (value === undefined || more.length > 0) {
      demand(!Object.values(oids).includes(oid), 'an attribute does not have exactly one value')
      continue
    }
    found.set(oid, value)
  }
  return found
}

async function findSigner(
  signer: SignerInfo,
  content: Uint8Array,
  among: readonly Certificate[],
): Promise<Certificate> {
  const attributes = readAttributes(signer)
  const type = attributes.get(oids.contentType)
  demand(
    type !== undefined && readOid(type, 'the content type') === oids.info,
    'the signed content type is another one',
  )
  const digest = readDigestName(
    convertAlgorithm(signer.digestAlgorithm, 'a digest'),
    'the digest of the token',
  )
  const signedDigest = attributes.get(oids.messageDigest)
  demand(
    isType(signedDigest, tags.octetString) && equalBytes(signedDigest.content, await hash(digest, content)),
    'the signed digest is not that of the time',
  )
  const named = readNamed(attributes)
  demand(named.length > 0, 'the signer’s certificate is not among the signed attributes')
  const isSigner = createNaming(signer)
  let found: Certificate | undefined
  for (const certificate of among) {
    if (isSigner(certificate) && (await isNamed(certificate, named))) found ??= certificate
  }
  if (found === undefined) {
    throw new TokenFault(
      'the certificate that the token names as its signer’s is not there',
      'timestamp-untrusted',
    )
  }
  const what = 'the signature algorithm of the token'
  const scheme = readScheme(convertAlgorithm(signer.signatureAlgorithm, what), what, digest)
  const signed = new Uint8Array(signer.signedAttrs?.encodedValue ?? [])
  const signature = signer.signature.valueBlock.valueHexView
  demand(
    await verifyCertificateSignature(found.readKey(), scheme, signed, signature),
    'the signature of the token is not its signer’s',
  )
  return found
}

/** A predicate for the certificate named by the SignerInfo. */
function createNaming({ version, sid }: SignerInfo): (certificate: Certificate) => boolean {
  if (sid instanceof IssuerAndSerialNumber) {
    demand(version === 1, 'the signer is of another version')
    const issuer = new Uint8Array(sid.issuer.toSchema().toBER())
    const serial = parseDer(new Uint8Array(sid.serialNumber.toBER()), 'a number').content
    return one => equalBytes(one.issuer, issuer) && equalBytes(one.serial, serial)
  }
  demand(version === 3, 'the signer is of another version')
  const identifier = (sid as OctetString | undefined)?.valueBlock.valueHexView
  demand(identifier !== undefined, 'the signer has no name')
  return one => {
    const found = findKeyIdentifier(one)
    return found !== undefined && equalBytes(found, identifier)
  }
}

/** A signed attribute that identifies the signer's certificate. */
interface SignerReference {
  readonly algorithm: DigestName | 'sha1'
  readonly digest: Uint8Array
  readonly issuer?: Uint8Array
  readonly serial?: Uint8Array
}

/** The first of each attribute: RFC 2634 section 5.4 with SHA-1, RFC 5035 with any digest. */
function readNamed(attributes: ReadonlyMap<string, DerNode>): readonly SignerReference[] {
  return [oids.signingCertificate, oids.signingCertificateV2].flatMap(oid => {
    const value = attributes.get(oid)
    if (value === undefined) return []
    const what = 'the name of the signer’s certificate'
    const parts = [...(value.children[0]?.children[0]?.children ?? [])]
    let algorithm: SignerReference['algorithm'] = oid === oids.signingCertificate ? 'sha1' : 'sha256'
    if (oid === oids.signingCertificateV2 && isType(parts[0], tags.sequence)) {
      algorithm = readDigestName(readAlgorithm(parts.shift(), what), what)
    }
    const [digest, place, ...rest] = parts
    demand(isType(digest, tags.octetString) && rest.length === 0, `${what} has another form`)
    if (place === undefined) return [{ algorithm, digest: digest.content }]
    const [names, serial] = place.children
    const [name, ...others] = names?.children ?? []
    demand(
      isContext(name, 4) && others.length === 0 && isType(serial, tags.integer),
      `${what} has another form`,
    )
    return [{ algorithm, digest: digest.content, issuer: name.content, serial: serial.content }]
  })
}

async function isNamed(certificate: Certificate, named: readonly SignerReference[]): Promise<boolean> {
  for (const { algorithm, digest, issuer, serial } of named) {
    if (!equalBytes(digest, await hash(algorithm, certificate.der))) return false
    if (issuer !== undefined && !equalBytes(issuer, certificate.issuer)) return false
    if (serial !== undefined && !equalBytes(serial, certificate.serial)) return false
  }
  return true
}
