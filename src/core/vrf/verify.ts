/**
 * Verifies proofs of verifiable random functions of any suite.
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
 * Verifies a proof and returns the only output for the key and `alpha`: 32 bytes for P-256 and Chainlink, 64
 * for Edwards25519. An output has many proofs: never compare proofs by their bytes.
 *
 * @param alpha - the input; 32 bytes for `chainlink-vrf`.
 * @throws DrawauditError `algorithm-unknown` for a signature key; RangeError for an `alpha` of the wrong
 * length with `chainlink-vrf`.
 */
export function verifyVrf({ algorithm, bytes }: PublicKey, alpha: Uint8Array, proof: Uint8Array): VrfResult {
  if (!isVrfSuite(algorithm)) {
    throw new DrawauditError('algorithm-unknown', `a key of ${algorithm} makes signatures, and no proofs`)
  }
  return algorithm === 'chainlink-vrf'
    ? verifyChainlinkVrf({ publicKey: bytes, seed: alpha, proof })
    : verifyEcvrf(algorithm, { publicKey: bytes, alpha, proof })
}
