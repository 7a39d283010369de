/**
 * `beacon.genuine`
 *
 * @packageDocumentation
 */
import { verifyBeacon, type BeaconFault } from '../../../core/beacon.js'
import { findChain } from '../../../model/trust.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'

const { proven, refuted, notProvable, notApplicable } = speak(
  'the public randomness is the one that the beacon published',
)

const reasons: Readonly<Record<BeaconFault, string>> = {
  'previous-missing': 'the chain signs the signature before, which is missing',
  'previous-unexpected': 'there is a signature before, which this chain does not sign',
  'previous-invalid': 'the signature before has another length, or is not the genesis seed',
  'signature-encoding': 'the signature is no point of its group',
  signature: 'the signature is not of the chain’s key over this round',
  randomness: 'the randomness is not the hash of the signature',
}

/**
 * The beacon's signature is canonical, in the subgroup, and valid under the key of its chain in the trust
 * file.
 */
export function checkBeaconGenuine({ bundle, chain, trust, engine }: Evidence): BundleClaimResult {
  const { beacon } = bundle
  if (beacon === undefined) {
    return chain.commitment?.beacon === null
      ? notApplicable('beacon-none', 'the commitment names no beacon')
      : notProvable('evidence-missing', 'it is not in the bundle')
  }
  const pinned = findChain(trust, beacon.chainHash)
  if (pinned === undefined) {
    return notProvable('beacon-unknown', `the trust file does not have the chain ${beacon.chainHash}`)
  }
  const check = verifyBeacon(beacon, pinned, engine)
  if (check.valid) return proven('beacon-verified')
  const { reason } = check
  return refuted(reason.startsWith('previous') ? 'beacon-previous' : 'beacon-signature', reasons[reason])
}
