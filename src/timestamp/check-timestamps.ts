/**
 * Checks RFC 3161 time-stamp tokens against the anchors of a trust file.
 *
 * @packageDocumentation
 */
import { formatTime, normalizeTime } from '../core/time.js'
import { encodeHex } from '../core/encoding.js'
import type { TrustRoot } from '../model/trust.js'
import type { CheckedTimestamp, Timestamp } from '../verify/timestamps.js'
import { hash } from './algorithms.js'
import { readCertificate } from './certificate.js'
import { TokenFault } from './fault.js'
import { findAnchor, type Anchor } from './path.js'
import { mostTokenBytes, readToken } from './token.js'

/**
 * Checks tokens; the results are an input for verifying a bundle or a published draw. A failing token is a
 * result, not an exception. Nothing is fetched: no revocation list, and no certificate but those of the token
 * and the trust file.
 *
 * @param tokens - DER of ContentInfo, RFC 3161 section 2.4.2.
 * @param trust - whose `timestampers` are trusted.
 * @param now - a token with a later date does not count.
 * @returns one result for each token, in order.
 *
 * @example
 * ```js
 * const authority = { name: 'Sigstore', certificates: readCertificates(readBytes('authority.pem')) }
 * const trust = { ...emptyTrust, timestampers: [authority] }
 * const [checked] = await checkTimestamps([readTokenFile(readBytes('token.tsr'))], trust, new Date())
 * checked.atUtc // 2025-05-09T11:58:56+00:00
 * ```
 */
export async function checkTimestamps(
  tokens: readonly Uint8Array[],
  trust: TrustRoot,
  now: Date,
): Promise<readonly CheckedTimestamp[]> {
  const anchors = readAnchors(trust)
  const results: CheckedTimestamp[] = []
  for (const token of tokens) results.push(await checkOne(token, anchors, BigInt(now.getTime()) * 1_000_000n))
  return results
}

/**
 * Reads digest and time from tokens, without verifying them.
 *
 * @param tokens - DER of ContentInfo, each with a name for its authority.
 * @returns undefined for anything that is not a token.
 *
 * @example
 * ```js
 * const token = readTokenFile(readBytes('token.tsr'))
 * const [stamped] = await readTimestamps([{ token, authority: 'Sigstore' }])
 * encodeHex(stamped.imprint).slice(0, 8) // 2cf24dba
 * ```
 */
export async function readTimestamps(
  tokens: readonly { readonly token: Uint8Array; readonly authority: string }[],
): Promise<readonly (Timestamp | undefined)[]> {
  const results: (Timestamp | undefined)[] = []
  for (const { token: der, authority: who } of tokens) {
    const token = encodeHex(await hash('sha256', der))
    try {
      const { algorithm, imprint, moment } = readToken(der).stamped
      results.push({
        token,
        algorithm,
        imprint,
        at: moment.until,
        atUtc: formatNanoseconds(moment.until),
        who,
      })
    } catch (error) {
      if (!(error instanceof TokenFault)) throw error
      results.push(undefined)
    }
  }
  return results
}

/** An invalid certificate vouches for nothing; `drawaudit trust check` reports it. */
function readAnchors({ timestampers }: TrustRoot): readonly Anchor[] {
  return timestampers.flatMap(timestamper =>
    timestamper.certificates.flatMap(der => {
      try {
        return [{ timestamper, certificate: readCertificate(der) }]
      } catch (error) {
        if (error instanceof TokenFault) return []
        throw error
      }
    }),
  )
}

async function checkOne(der: Uint8Array, anchors: readonly Anchor[], now: bigint): Promise<CheckedTimestamp> {
  const token = encodeHex(await hash('sha256', der))
  try {
    if (der.length > mostTokenBytes) throw new TokenFault(`the token has more than ${mostTokenBytes} bytes`)
    const { stamped, certificates, findSigner } = readToken(der)
    const { algorithm, imprint, moment } = stamped
    const signer = await findSigner([...certificates, ...anchors.map(({ certificate }) => certificate)])
    const { timestamper } = await findAnchor(signer, certificates, anchors, moment)
    const at = moment.until
    if (at > now)
      throw new TokenFault(`it is dated ${formatNanoseconds(at)}, which is after now`, 'timestamp-untrusted')
    return { token, algorithm, imprint, at, atUtc: formatNanoseconds(at), who: timestamper.name }
  } catch (error) {
    if (!(error instanceof TokenFault)) throw error
    return { token, code: error.code, why: `a time-stamp does not count: ${error.message}` }
  }
}

function formatNanoseconds(at: bigint): string {
  const text = formatTime(new Date(Number(at / 1_000_000n)))
  return normalizeTime(text.replace('+', `.${String(at % 1_000_000_000n).padStart(9, '0')}+`))
}
