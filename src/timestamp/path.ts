/**
 * Certificate paths from a signer to an anchor of the trust file.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../core/digest.js'
import type { TrustedTimestamper } from '../model/trust-timestampers.js'
import { checkAuthority, checkSigner, checkValid, type Certificate } from './certificate.js'
import { TokenFault } from './fault.js'

/** A certificate pinned by the auditor, and its owner. */
export interface Anchor {
  readonly certificate: Certificate
  readonly timestamper: TrustedTimestamper
}

/** The time of a token: it was stamped between these two moments. */
export interface TimeInterval {
  readonly from: bigint
  readonly until: bigint
}

/** Max certificate signatures tried for one token, and max length of a path. */
const [mostTried, mostAuthorities] = [32, 5]

const untrusted = 'timestamp-untrusted'

/**
 * Finds an anchor that vouches for a signer at a moment.
 *
 * @param others - certificates in the token.
 * @throws Fault if there is none, with the reason nearest to an anchor.
 */
export async function findAnchor(
  signer: Certificate,
  others: readonly Certificate[],
  anchors: readonly Anchor[],
  moment: TimeInterval,
): Promise<Anchor> {
  checkSigner(signer)
  checkValid(signer, moment.from, 'the signer’s certificate')
  let left = mostTried
  let nearest: TokenFault | undefined
  /** Whether a check passes; otherwise keeps the reason. */
  const holds = async (check: () => void | Promise<void>): Promise<boolean> => {
    try {
      await check()
      return true
    } catch (error) {
      if (!(error instanceof TokenFault)) throw error
      nearest ??= error
      return false
    }
  }
  const isIssuedBy = async (certificate: Certificate, issuer: Certificate, below: number): Promise<boolean> =>
    equalBytes(certificate.issuer, issuer.subject) &&
    (await holds(async () => {
      if (left-- <= 0) throw new TokenFault('a token has too many certificates to try', untrusted)
      checkAuthority(issuer, below)
      checkValid(issuer, moment.from, 'the certificate of an issuer')
      if (!(await certificate.isSignedBy(issuer.readKey()))) {
        throw new TokenFault('a certificate is not signed by its issuer', untrusted)
      }
    }))
  const search = async (path: readonly Certificate[]): Promise<Anchor | undefined> => {
    const last = path.at(-1) ?? signer
    const below = path.length - 1
    for (const anchor of anchors) {
      const isAnchor = equalBytes(anchor.certificate.der, last.der)
      const isFound = isAnchor || (await isIssuedBy(last, anchor.certificate, below))
      if (
        isFound &&
        (await holds(() => {
          checkPeriod(anchor, moment)
        }))
      )
        return anchor
    }
    if (below >= mostAuthorities) return undefined
    for (const other of others) {
      if (path.some(({ der }) => equalBytes(der, other.der))) continue
      const found = (await isIssuedBy(last, other, below)) ? await search([...path, other]) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
  const found = await search([signer])
  if (found !== undefined) return found
  throw nearest ?? new TokenFault('no time-stamper of the trust file issued its certificate', untrusted)
}

function checkPeriod({ timestamper }: Anchor, { from, until }: TimeInterval): void {
  const { name, validFrom, validUntil } = timestamper
  if (validFrom !== undefined && from < validFrom) {
    throw new TokenFault(
      `it was stamped before the trust file begins to believe ${JSON.stringify(name)}`,
      untrusted,
    )
  }
  if (validUntil !== undefined && until >= validUntil) {
    throw new TokenFault(
      `it was stamped after the trust file stopped believing ${JSON.stringify(name)}`,
      untrusted,
    )
  }
}
