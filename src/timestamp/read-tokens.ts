/**
 * Reads files with tokens and certificates, as written by authorities and openssl.
 *
 * @packageDocumentation
 */
import { decodeBase64, decodeUtf8 } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import { checkAuthority, checkSigner, readCertificate } from './certificate.js'
import { isType, parseDer, readSmall, tags } from './der.js'
import { TokenFault } from './fault.js'

/**
 * The token in a file: DER, base64 or PEM, of the token itself or of the response around it (TimeStampResp,
 * RFC 3161 section 2.4.2).
 *
 * @param bytes - content of a file.
 * @returns DER of the token. It has not been checked.
 * @throws DrawauditError `timestamp-invalid` for a file without a token, or a rejection.
 *
 * @example
 * ```js
 * readTokenFile(readBytes('token.tsr')).length // 1262
 * ```
 */
export function readTokenFile(bytes: Uint8Array): Uint8Array {
  const der = decodeText(bytes, 'a time-stamp token')
  return read(() => findToken(der, 'the file'))
}

/**
 * The token in the DER of a token or of a response.
 *
 * @param what - name in error messages: `the file`.
 * @throws Fault for malformed DER, DrawauditError `timestamp-invalid` for a rejection.
 */
export function findToken(der: Uint8Array, what: string): Uint8Array {
  const root = parseDer(der, what)
  const [status, token] = root.children
  // A token begins with the identifier of its type.
  if (!isType(status, tags.sequence)) return root.bytes
  const [granted] = status.children
  const number = isType(granted, tags.integer) ? readSmall(granted.content, 'the status') : 2
  if (number <= 1 && token !== undefined) return token.bytes
  throw new DrawauditError('timestamp-invalid', `the authority did not stamp it: status ${number}`, {
    hint: 'ask again, or ask another authority',
  })
}

/**
 * The certificates in a file: any number in PEM, or one in base64 or DER.
 *
 * @param bytes - content of the file.
 * @returns DER of each.
 * @throws DrawauditError `timestamp-invalid` for an invalid one, with its number.
 *
 * @example
 * ```js
 * readCertificates(readBytes('authority.pem')).length // 2
 * ```
 */
export function readCertificates(bytes: Uint8Array): readonly Uint8Array[] {
  const found = bytes[0] === 0x30 ? [bytes] : readBlocks(bytes, 'a certificate')
  return found.map((der, index) =>
    read(() => readCertificate(der).der, found.length === 1 ? 'the certificate' : `certificate ${index + 1}`),
  )
}

/**
 * Why a certificate cannot be an anchor; undefined for that of a signer or an authority.
 *
 * @param der - the certificate in DER.
 *
 * @example
 * ```js
 * describeAnchorFault(readCertificates(readBytes('authority.pem'))[0]) // undefined
 * ```
 */
export function describeAnchorFault(der: Uint8Array): string | undefined {
  try {
    const certificate = readCertificate(der)
    certificate.readKey()
    try {
      checkSigner(certificate)
    } catch {
      checkAuthority(certificate, 0)
    }
    return undefined
  } catch (error) {
    if (error instanceof TokenFault) return error.message
    throw error
  }
}

function decodeText(bytes: Uint8Array, what: string): Uint8Array {
  if (bytes[0] === 0x30) return bytes
  const [first, ...more] = readBlocks(bytes, what)
  if (first !== undefined && more.length === 0) return first
  throw invalid(`expected one ${what.replace(/^an? /, '')}`)
}

/** PEM, RFC 7468; or bare base64, on any number of lines. */
function readBlocks(bytes: Uint8Array, what: string): readonly Uint8Array[] {
  let text
  try {
    text = decodeUtf8(bytes)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw invalid(`the file is not ${what}`)
  }
  const blocks = [...text.matchAll(/-----BEGIN [A-Z0-9 ]+-----([^-]*)-----END [A-Z0-9 ]+-----/g)]
  const bodies = blocks.length > 0 ? blocks.map(([, body = '']) => body) : [text]
  return bodies.map(body => {
    try {
      return decodeBase64(body.replace(/\s+/g, ''))
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      throw invalid(`the file is not ${what}: ${error.message}`)
    }
  })
}

function read<T>(action: () => T, what = 'the file'): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof TokenFault) throw invalid(`${what} cannot be read: ${error.message}`)
    throw error
  }
}

function invalid(message: string): DrawauditError {
  return new DrawauditError('timestamp-invalid', message, {
    hint: 'expected DER, or the same in base64 or PEM',
  })
}
