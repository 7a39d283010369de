/**
 * Time-stampers of the tests: the same choices make the same tokens, byte for byte, so that they can stand in
 * fixtures. What `openssl` thinks of them, the second verifier asks.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { parseTrust } from '../../src/model/trust.js'
import { checkTimestamps } from '../../src/timestamp/index.js'
import type { CheckedTimestamp } from '../../src/verify/timestamps.js'
import {
  buildToken,
  createCertificate,
  extensions,
  integer,
  name as nameOf,
  sequence,
  type CertificateChoices,
  type TokenChoices,
} from '../timestamp/build-token.js'
import type { EnvelopeJson, Evidence, TrustJson } from './evidence.js'
import { entryOf } from './log.js'
import { base64, unbase64, utf8 } from './second-opinion.js'

type Digest = NonNullable<TokenChoices['digest']>
export type Timestamper = NonNullable<TrustJson['timestampers']>[number]

export interface Stamper {
  /** As it stands in a trust file, by its authority. */
  readonly pinned: Timestamper
  /** The same by the signer itself. */
  readonly bySigner: Timestamper
  /** A token of bytes, or of an envelope as the log takes it; at a second, to which a second of accuracy is added. */
  readonly stamp: (
    what: EnvelopeJson | Uint8Array,
    second: number,
    choices?: Partial<TokenChoices>,
  ) => Uint8Array
}

/** An authority, and a signer that it issued a certificate to. */
export function createStamper(
  name: string,
  signerChoices: Partial<CertificateChoices> = {},
  caChoices: Partial<CertificateChoices> = {},
): Stamper {
  const [ca, seed] = [`${name} CA`, `${name} signer`]
  const authority = createCertificate({
    seed: ca,
    extensions: [extensions.authority, extensions.signsCertificates],
    ...caChoices,
  })
  const signer = createCertificate({ seed, issuer: ca, serial: 2, ...signerChoices })
  const pin = (certificate: Uint8Array): Timestamper => ({ name, certificates: [base64(certificate)] })
  return {
    pinned: pin(authority),
    bySigner: pin(signer),
    stamp: (what, second, choices = {}) => {
      const bytes = what instanceof Uint8Array ? what : utf8(entryOf(what))
      const digest: Digest = choices.digest ?? 'sha256'
      return buildToken({
        seed,
        at: new Date(1000 * second),
        imprint: new Uint8Array(createHash(digest).update(bytes).digest()),
        signer,
        certificates: [signer],
        sid: sequence(nameOf(ca), integer(2)),
        ...choices,
      })
    },
  }
}

/** What comes of the tokens in evidence, and beside it. */
export async function checkTokens({
  bundle,
  trust,
  tokens = [],
  now,
}: Pick<Evidence, 'bundle' | 'trust' | 'tokens' | 'now'>): Promise<readonly CheckedTimestamp[]> {
  const given = [...(bundle.timestamps ?? []).map(({ token }) => token), ...tokens]
  if (given.length === 0) return []
  return checkTimestamps(given.map(unbase64), parseTrust(trust), new Date(now))
}
