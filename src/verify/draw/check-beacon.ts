/**
 * Checks a published beacon by the signature of its chain.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { verifyBeacon, type BeaconFault, type ChainInfo } from '../../core/beacon.js'
import { findChain, type TrustRoot } from '../../model/trust.js'
import type { ClaimCode, Status } from '../../model/report.js'
import type { PublishedBeacon } from '../../recipe/value.js'

/** Ending of a claim, without its sentence. */
export interface DrawClaimResult {
  readonly status: Status
  readonly code: ClaimCode
  readonly because?: string
  readonly expected?: string
  readonly found?: string
}

const beaconFaults: Readonly<Record<BeaconFault, readonly [ClaimCode, string]>> = {
  'previous-missing': [
    'beacon-signature-missing',
    'the signature of the round before was not published; drand serves it with this one as previous_signature',
  ],
  'previous-unexpected': ['beacon-previous', 'this chain signs no previous signature, and one was published'],
  'previous-invalid': ['beacon-previous', 'the previous signature cannot be one of this chain'],
  'signature-encoding': [
    'beacon-signature',
    'the signature is not a point of the chain’s group in its one encoding',
  ],
  signature: ['beacon-signature', 'the signature is not the chain’s over this round'],
  randomness: ['beacon-randomness', 'the randomness is not the hash of the signature'],
}

/** URL of a round at drand. */
function addressOf(round: number, chain: ChainInfo): string {
  return `https://api.drand.sh/${chain.chainHash}/public/${round}`
}

/**
 * Whether the chain signed the round. Not provable without a signature, or for a chain that the auditor does
 * not know: a recipe can define a chain of its own.
 */
export function checkBeacon(
  beacon: PublishedBeacon,
  chain: ChainInfo,
  trust: TrustRoot,
  engine: Engine,
): DrawClaimResult {
  const { round, signature } = beacon
  if (findChain(trust, chain.chainHash) === undefined) {
    const because = `the recipe brings ${describeOwnChain(chain)}, which is not in your trust file: whoever has its key makes its rounds`
    return { status: 'not-provable', code: 'beacon-unknown', because }
  }
  if (signature === undefined) {
    return {
      status: 'not-provable',
      code: 'beacon-signature-missing',
      because: `the signature of round ${round} was not published; drand has it at ${addressOf(round, chain)}`,
    }
  }
  const check = verifyBeacon({ ...beacon, signature }, chain, engine)
  if (check.valid) return { status: 'proven', code: 'beacon-verified' }
  const [code, because] = beaconFaults[check.reason]
  return { status: code === 'beacon-signature-missing' ? 'not-provable' : 'refuted', code, because }
}

/** Describes a chain that nobody vouches for, by its hash and only key. */
export function describeOwnChain({ chainHash, publicKey }: ChainInfo): string {
  return `the chain ${chainHash} with the one key ${encodeHex(publicKey)}`
}
