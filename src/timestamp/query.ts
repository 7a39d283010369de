/**
 * Time-stamp requests: the query, and the token in the response (RFC 3161, sections 2.4.1 and 2.4.2).
 *
 * @packageDocumentation
 */
import { Integer, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs'
import { equalBytes } from '../core/digest.js'
import { DrawauditError } from '../errors.js'
import { hash } from './algorithms.js'
import { TokenFault } from './fault.js'
import { findToken, readTokenFile } from './read-tokens.js'
import { mostTokenBytes, readToken } from './token.js'

const sha256 = '2.16.840.1.101.3.4.2.1'

/** Content of a query. */
export interface TimestampQuery {
  /** SHA-256 of the data to stamp. */
  readonly imprint: Uint8Array
  /** 8 random bytes, the first from 1 to 127; they identify the response. */
  readonly nonce: Uint8Array
}

/**
 * A TimeStampReq in DER, with a request for the signer's certificate.
 *
 * @returns the body of a POST to the authority, of type `application/timestamp-query`.
 *
 * @example
 * ```js
 * const imprint = parseSha256('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824')
 * encodeQuery({ imprint, nonce: decodeHex('0102030405060708') }).length // 69
 * ```
 */
export function encodeQuery({ imprint, nonce }: TimestampQuery): Uint8Array {
  const query = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: Uint8Array.from(imprint) }),
    }),
    nonce: new Integer({ valueHex: Uint8Array.from(nonce) }),
    certReq: true,
  })
  return new Uint8Array(query.toSchema().toBER())
}

/**
 * The token in the response to a query.
 *
 * @param answer - a TimeStampResp in DER.
 * @returns DER of the token. It fits the query; verifying it needs an auditor's anchors.
 * @throws DrawauditError `timestamp-invalid` for a rejection, a missing token, or a token for something else.
 *
 * @example
 * ```js
 * const imprint = parseSha256('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824')
 * const nonce = decodeHex('0102030405060708')
 * readTimestampResponse(readBytes('token.tsr'), { imprint, nonce }) // throws timestamp-invalid
 * ```
 */
export function readTimestampResponse(answer: Uint8Array, { imprint, nonce }: TimestampQuery): Uint8Array {
  try {
    const token = findToken(answer, 'the answer')
    // A longer token would make the bundle unreadable.
    if (token.length > mostTokenBytes) throw new TokenFault(`it has more than ${mostTokenBytes} bytes`)
    const { stamped } = readToken(token)
    if (stamped.algorithm !== 'sha256' || !equalBytes(stamped.imprint, imprint)) {
      throw new TokenFault('it stamps something else than was asked')
    }
    if (stamped.nonce === undefined || !equalBytes(stamped.nonce, nonce)) {
      throw new TokenFault('it answers another query: its nonce is not the one that was sent')
    }
    return token
  } catch (error) {
    if (!(error instanceof TokenFault)) throw error
    throw new DrawauditError(
      'timestamp-invalid',
      `the answer is not a token for this request: ${error.message}`,
      {
        hint: 'ask another authority',
      },
    )
  }
}

/** Whether a file contains a token over these bytes, by any authority. */
export async function isTokenOf(file: Uint8Array, content: Uint8Array): Promise<boolean> {
  try {
    const { stamped } = readToken(readTokenFile(file))
    return equalBytes(stamped.imprint, await hash(stamped.algorithm, content))
  } catch (error) {
    if (error instanceof TokenFault || error instanceof DrawauditError) return false
    throw error
  }
}
