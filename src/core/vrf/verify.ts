/**
 * Proofs of verifiable random functions under keys that were read before, whatever the suite.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import type { PublicKey } from '../key.js'
import { verifyChainlinkVrf } from './chainlink.js'
import { verifyEcvrf } from './ecvrf.js'
import type { VrfResult } from './fault.js'
import { isVrfSuite } from './suites.js'

/**
 * Verifies a proof, and gives the one output that there is for the key and `alpha`, in bytes: 32 of P-256 and of
 * Chainlink's function, 64 of Edwards25519. There are many proofs of it, so never tell proofs apart by their bytes.
 *
 * @param alpha - what the function was asked for; of `chainlink-vrf` 32 bytes.
 * @throws DrawauditError `algorithm-unknown` for a key that is for signatures; RangeError for an `alpha` of
 * `chainlink-vrf` of another length.
 */
export function verifyVrf({ algorithm, bytes }: PublicKey, alpha: Uint8Array, proof: Uint8Array): VrfResult {
  if (!isVrfSuite(algorithm)) {
    throw new DrawauditError('algorithm-unknown', `a key of ${algorithm} makes signatures, and no proofs`)
  }
  return algorithm === 'chainlink-vrf'
    ? verifyChainlinkVrf({ publicKey: bytes, seed: alpha, proof })
    : verifyEcvrf(algorithm, { publicKey: bytes, alpha, proof })
}
