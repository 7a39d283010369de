/**
 * Time-stampers of the trust file. Their certificates are opaque here: `drawaudit/timestamp` reads them.
 *
 * @packageDocumentation
 */
import { decodeBase64, encodeHex } from '../core/encoding.js'
import { parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import type { Problem } from './schema.js'

/** An RFC 3161 authority. */
export interface TrustedTimestamper {
  /** Name, as in the trust file. */
  readonly name: string
  /** DER of its anchors: certificates of an authority, or of signers themselves. */
  readonly certificates: readonly Uint8Array[]
  /** Start of validity, inclusive. Nanoseconds since 1970. */
  readonly validFrom?: bigint
  /** End of validity, exclusive. Nanoseconds since 1970. */
  readonly validUntil?: bigint
}

/** A time-stamper in JSON. */
export interface TimestamperJson {
  readonly name: string
  /** base64 of DER */
  readonly certificates: readonly string[]
  readonly valid_from?: string
  readonly valid_until?: string
}

/**
 * Reads a time-stamper.
 *
 * @throws DrawauditError `trust-invalid` for a certificate that is not a DER sequence, and for times out of
 * order.
 */
export function readTimestamper(json: TimestamperJson, pointer: string): TrustedTimestamper {
  const { name, certificates, valid_from, valid_until } = json
  const [validFrom, validUntil] = [valid_from, valid_until].map(time =>
    time === undefined ? undefined : parseTime(time),
  )
  if (validFrom !== undefined && validUntil !== undefined && validUntil <= validFrom) {
    throw wrong('expected a time after valid_from', `${pointer}/valid_until`)
  }
  return {
    name,
    certificates: certificates.map((text, index) => readDer(text, `${pointer}/certificates/${index}`)),
    ...(validFrom !== undefined && { validFrom }),
    ...(validUntil !== undefined && { validUntil }),
  }
}

/** Duplicate names or certificates: one authority under two names would count twice. */
export function findRepeatedAnchors(timestampers: readonly TimestamperJson[]): Problem[] {
  const seen = new Set<string>()
  const repeated = (key: string, pointer: string, what: string): Problem[] => {
    if (seen.has(key)) return [{ pointer, message: `the ${what} is a duplicate` }]
    seen.add(key)
    return []
  }
  return timestampers.flatMap(({ name, certificates }, at) => [
    ...repeated(`name ${name}`, `/timestampers/${at}/name`, 'time-stamper'),
    ...certificates.flatMap((text, index) =>
      repeated(`certificate ${text}`, `/timestampers/${at}/certificates/${index}`, 'certificate'),
    ),
  ])
}

function readDer(text: string, pointer: string): Uint8Array {
  try {
    const bytes = decodeBase64(text)
    if (isSequence(bytes)) return bytes
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw wrong(error.message, pointer)
  }
  throw wrong('expected the DER of a certificate, in base64', pointer)
}

/** A single SEQUENCE over all bytes: `30`, the length, and that many bytes. */
function isSequence(bytes: Uint8Array): boolean {
  const [tag, first = 0] = bytes
  const digits = first < 0x80 ? 0 : first - 0x80
  if (tag !== 0x30 || digits > 3 || first === 0x80) return false
  const length =
    digits === 0 ? first : bytes.subarray(2, 2 + digits).reduce((sum, byte) => 256 * sum + byte, 0)
  return bytes.length === 2 + digits + length
}

/** Prefix of an Ed25519 SubjectPublicKeyInfo, RFC 8410 section 4. */
const spki = '302a300506032b6570032100'

/** The Ed25519 key in a certificate, in hex. Other roles have no keys of other types. */
export function findEd25519Key(certificate: Uint8Array): string | undefined {
  const hex = encodeHex(certificate)
  const at = hex.indexOf(spki)
  return at === -1 ? undefined : hex.slice(at + spki.length, at + spki.length + 64)
}

function wrong(message: string, pointer: string): DrawauditError {
  return new DrawauditError('trust-invalid', message, { where: { pointer } })
}
