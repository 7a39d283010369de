/**
 * The names of verifiable random functions, kept apart because keys are also read where nothing is verified.
 *
 * @packageDocumentation
 */

/**
 * The suites of elliptic curve functions. The first four are those of RFC 9381 section 5.5, by their names there. The
 * last is ECVRF-ED25519-SHA512-Elligator2 of draft-irtf-cfrg-vrf-03, which Algorand and Cardano run and libsodium's fork
 * calls `crypto_vrf_ietfdraft03`; it shares its octet, 0x04, with the suite before it, and no proof holds under both.
 */
export const ecvrfSuites = [
  'ecvrf-p256-sha256-tai',
  'ecvrf-p256-sha256-sswu',
  'ecvrf-edwards25519-sha512-tai',
  'ecvrf-edwards25519-sha512-ell2',
  'ecvrf-ed25519-sha512-elligator2-draft03',
] as const

/** One of {@link ecvrfSuites}. */
export type EcvrfSuite = (typeof ecvrfSuites)[number]

/** Every known suite; the last is Chainlink's `VRF.sol`. */
export const vrfSuites = [...ecvrfSuites, 'chainlink-vrf'] as const

/** Name of a verifiable random function: those of RFC 9381 and Chainlink’s. */
export type VrfSuite = (typeof vrfSuites)[number]

/** Whether `algorithm` is a verifiable random function rather than a signature. */
export function isVrfSuite(algorithm: string): algorithm is VrfSuite {
  return (vrfSuites as readonly string[]).includes(algorithm)
}
