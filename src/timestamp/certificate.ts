/**
 * Certificates, RFC 5280, as far as time-stamping needs them.
 *
 * @packageDocumentation
 */
import { BasicConstraints, Certificate as ParsedCertificate, ExtKeyUsage } from 'pkijs'
import { equalBytes } from '../core/digest.js'
import {
  convertAlgorithm,
  readPublicKey,
  readScheme,
  verifyCertificateSignature,
  type CertificateKey,
} from './algorithms.js'
import { isType, parseDer, tags, type DerNode } from './der.js'
import { readWithFault, demand } from './fault.js'

/** A parsed certificate. Nothing in it has been verified. */
export interface Certificate {
  readonly der: Uint8Array
  /** The part signed by its issuer. */
  readonly tbs: Uint8Array
  /** DER of the names. */
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  /** Content of the INTEGER. */
  readonly serial: Uint8Array
  /** Nanoseconds since 1970, both inclusive. */
  readonly notBefore: bigint
  readonly notAfter: bigint
  readonly extensions: ReadonlyMap<string, Extension>
  /** @throws Fault for an unaccepted key. */
  readonly readKey: () => CertificateKey
  /** Whether it was signed with this issuer key. @throws Fault for an unaccepted algorithm. */
  readonly isSignedBy: (key: CertificateKey) => Promise<boolean>
}

interface Extension {
  readonly isCritical: boolean
  readonly value: Uint8Array
}

const oids = {
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  constraints: '2.5.29.19',
  purposes: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  anyPurpose: '2.5.29.37.0',
}

/** Supported extensions: any other critical one fails. */
const known: readonly string[] = [oids.keyUsage, oids.constraints, oids.purposes]

/** Bits of the key usage, RFC 5280 section 4.2.1.3, counted from the highest bit of the first byte. */
const usage = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5 }

/**
 * Reads a certificate in DER.
 *
 * @throws Fault for anything else.
 */
export function readCertificate(der: Uint8Array): Certificate {
  const what = 'a certificate'
  const root = parseDer(der, what)
  const parsed = readWithFault(what, () => new ParsedCertificate({ schema: root.block }))
  const [inner, , signature] = root.children
  demand(
    inner !== undefined && isType(signature, tags.bitString) && root.children.length === 3,
    `${what} has another form`,
  )
  demand(signature.content[0] === 0, 'the signature of a certificate is not a whole number of bytes')
  const algorithm = convertAlgorithm(parsed.signatureAlgorithm, 'the signature of a certificate')
  demand(
    equalBytes(encode(parsed.signatureAlgorithm), encode(parsed.signature)),
    'a certificate names two signature algorithms',
  )
  return {
    der: root.bytes,
    tbs: inner.bytes,
    issuer: encode(parsed.issuer),
    subject: encode(parsed.subject),
    serial: parseDer(new Uint8Array(parsed.serialNumber.toBER()), 'a number').content,
    notBefore: readDate(parsed.notBefore.value),
    notAfter: readDate(parsed.notAfter.value),
    extensions: readExtensions(parsed),
    readKey: () => readPublicKey(parseDer(encode(parsed.subjectPublicKeyInfo), 'a key')),
    isSignedBy: key =>
      verifyCertificateSignature(
        key,
        readScheme(algorithm, 'the signature algorithm of a certificate'),
        inner.bytes,
        signature.content.subarray(1),
      ),
  }
}

function encode(value: { toSchema: () => { toBER: () => ArrayBuffer } }): Uint8Array {
  return new Uint8Array(value.toSchema().toBER())
}

function readDate(date: Date): bigint {
  demand(!Number.isNaN(date.getTime()), 'a certificate has a time that does not exist')
  return BigInt(date.getTime()) * 1_000_000n
}

function readExtensions({ extensions = [] }: ParsedCertificate): Certificate['extensions'] {
  const found = new Map<string, Extension>()
  for (const { extnID, critical, extnValue } of extensions) {
    demand(!found.has(extnID), 'a certificate has an extension twice')
    found.set(extnID, { isCritical: critical, value: extnValue.valueBlock.valueHexView })
  }
  return found
}

/** The content of an extension; undefined if absent. */
function findExtension(
  { extensions }: Certificate,
  oid: string,
): (Extension & { readonly node: DerNode }) | undefined {
  const found = extensions.get(oid)
  return found && { ...found, node: parseDer(found.value, 'an extension') }
}

/** The set bits of its key usage; undefined if unrestricted. */
function readUsage(certificate: Certificate): ReadonlySet<number> | undefined {
  const node = findExtension(certificate, oids.keyUsage)?.node
  if (node === undefined) return undefined
  demand(isType(node, tags.bitString), 'the key usage of a certificate has another form')
  const bits = [...node.content.subarray(1)].flatMap((byte, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter(bit => (byte & (0x80 >> bit)) !== 0).map(bit => 8 * at + bit),
  )
  return new Set(bits)
}

/** The purposes in its extended key usage; undefined if absent. */
function readPurposes(
  certificate: Certificate,
): { readonly isCritical: boolean; readonly purposes: readonly string[] } | undefined {
  const found = findExtension(certificate, oids.purposes)
  if (found === undefined) return undefined
  const { keyPurposes } = readWithFault(
    'an extended key usage',
    () => new ExtKeyUsage({ schema: found.node.block }),
  )
  return { isCritical: found.isCritical, purposes: keyPurposes }
}

/** Its subject key identifier, by which CMS may name it. */
export function findKeyIdentifier(certificate: Certificate): Uint8Array | undefined {
  const node = findExtension(certificate, oids.subjectKey)?.node
  return isType(node, tags.octetString) ? node.content : undefined
}

/** @throws Fault for an unsupported critical extension. */
function checkCritical({ extensions }: Certificate, whose: string): void {
  const other = [...extensions].find(([oid, { isCritical }]) => isCritical && !known.includes(oid))
  demand(
    other === undefined,
    `${whose} has a critical extension that is not known here: ${other?.[0] ?? ''}`,
    'timestamp-untrusted',
  )
}

/**
 * Asserts that a certificate is for time-stamping only, in a critical extension (RFC 3161 section 2.3), and
 * for signatures.
 *
 * @throws Fault otherwise.
 */
export function checkSigner(signer: Certificate): void {
  const whose = 'the signer’s certificate'
  checkCritical(signer, whose)
  const found = readPurposes(signer)
  demand(
    found?.isCritical === true && found.purposes.length === 1 && found.purposes[0] === oids.timeStamping,
    `${whose} is not for time-stamping alone, critically`,
    'timestamp-untrusted',
  )
  const bits = readUsage(signer)
  const isForSignatures =
    bits === undefined ||
    (bits.size > 0 && [...bits].every(bit => bit === usage.digitalSignature || bit === usage.nonRepudiation))
  demand(isForSignatures, `the key of ${whose} is for something else than signatures`, 'timestamp-untrusted')
}

/**
 * Asserts that an authority may issue the certificates below it.
 *
 * @param below - number of authorities between it and the signer.
 * @throws Fault otherwise.
 */
export function checkAuthority(authority: Certificate, below: number): void {
  const whose = 'the certificate of an issuer'
  checkCritical(authority, whose)
  const node = findExtension(authority, oids.constraints)?.node
  const constraints =
    node && readWithFault('basic constraints', () => new BasicConstraints({ schema: node.block }))
  demand(constraints?.cA === true, `${whose} is not that of an authority`, 'timestamp-untrusted')
  const longest = constraints.pathLenConstraint
  const isShort = longest === undefined || (typeof longest === 'number' && longest >= below)
  demand(isShort, `${whose} allows no authority below it`, 'timestamp-untrusted')
  const bits = readUsage(authority)
  demand(
    bits === undefined || bits.has(usage.keyCertSign),
    `${whose} may not sign certificates`,
    'timestamp-untrusted',
  )
  const purposes = readPurposes(authority)?.purposes
  const isForTime =
    purposes === undefined || purposes.includes(oids.timeStamping) || purposes.includes(oids.anyPurpose)
  demand(isForTime, `${whose} is not for time-stamping`, 'timestamp-untrusted')
}

/** @throws Fault if it is not valid at a moment. */
export function checkValid({ notBefore, notAfter }: Certificate, at: bigint, whose: string): void {
  demand(at >= notBefore, `${whose} was not valid yet when it was stamped`, 'timestamp-untrusted')
  // The second of notAfter counts, with all its fractions.
  demand(
    at < notAfter + 1_000_000_000n,
    `${whose} was not valid any more when it was stamped`,
    'timestamp-untrusted',
  )
}
