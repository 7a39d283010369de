/**
 * Why a proof of a verifiable random function fails, in the order of the checks:
 *
 * - `public-key`: not the canonical encoding of a point of the curve, or a point of small order, with which
 *   one input has many outputs;
 * - `proof-length`: more or fewer bytes than a proof of the suite has;
 * - `proof-point`: its first part, gamma, is not the canonical encoding of a point of the curve;
 * - `proof-scalar`: s is not below the order of the group. Some verifiers reduce it and accept the proof,
 *   with the same output;
 * - `proof`: well formed, but not by this key over this input.
 */
export type VrfFault = 'public-key' | 'proof-length' | 'proof-point' | 'proof-scalar' | 'proof'

/** The output of the function, which nobody could choose, or the fault of the proof. */
export type VrfResult = { readonly output: Uint8Array } | { readonly fault: VrfFault }
