/**
 * `seed.committed`
 *
 * @packageDocumentation
 */
import { explainMismatch, formatSha256, parseSha256 } from '../../../core/digest.js'
import { decodeHex } from '../../../core/encoding.js'
import { namePick } from '../chain.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'
import { endOpen } from './open.js'

const speaker = speak('each seed was fixed in the commitment')

/** SHA-256 of each revealed seed equals the `rng_seed_hash` of its prize in the commitment. */
export function checkSeedCommitted({ chain, engine }: Evidence): BundleClaimResult {
  const { commitment, draws } = chain
  if (commitment === undefined) return speaker.notProvable('evidence-missing', 'there is no commitment')
  for (const draw of draws) {
    const expected = commitment.prizes[draw.position - 1]?.rng_seed_hash
    const seed = decodeHex(draw.rng_seed)
    const digest = engine.hash('sha256', seed)
    const found = formatSha256(digest)
    if (expected !== undefined && expected !== found) {
      const hashed = (bytes: Uint8Array): Uint8Array => engine.hash('sha256', bytes)
      const slip = explainMismatch(parseSha256(expected), { digest, bytes: seed }, hashed)
      const why = `the seed of ${namePick(draw)} is not the one that was committed to${slip === undefined ? '' : `: ${slip}`}`
      return speaker.refuted('seed-differs', why, { expected, found })
    }
  }
  return endOpen(chain, speaker) ?? speaker.proven('seed-committed')
}
