/**
 * Why a proof of a verifiable random function does not hold, in the order in which it is found:
 *
 * - `public-key`: not the one encoding of a point of the curve, or a point of small order, under which one input has
 *   many outputs;
 * - `proof-length`: more or fewer bytes than a proof of the suite has;
 * - `proof-point`: its first part, gamma, is not the one encoding of a point of the curve;
 * - `proof-scalar`: s is not below the order of the group. Some verifiers reduce it and accept the proof: its output
 *   would be the same;
 * - `proof`: well formed, and not of this key over this input.
 */
export type VrfFault = 'public-key' | 'proof-length' | 'proof-point' | 'proof-scalar' | 'proof'

/** The output of the function, which nobody could choose, or why the proof shows none. */
export type VrfResult = { readonly output: Uint8Array } | { readonly fault: VrfFault }
