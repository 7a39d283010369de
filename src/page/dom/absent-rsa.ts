/**
 * Replaces RSA in the worker of a page that shows only raffles, since only other platforms sign with it. RSA
 * keys in a trust file are accepted unparsed, but nothing is verified with them. Inserted by
 * scripts/build-page.js.
 *
 * @packageDocumentation
 */
export const isRsa = (): boolean => false

export function parseRsaKey(): { readonly modulus: bigint } {
  return { modulus: 0n }
}
