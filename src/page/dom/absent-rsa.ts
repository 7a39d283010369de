/**
 * Stands for RSA in the worker of a page that shows raffles alone: only other platforms sign with it. A trust file may
 * name such keys: they are taken as they are, and nothing is verified with them. scripts/build-page.js puts it there.
 *
 * @packageDocumentation
 */
export const isRsa = (): boolean => false

export function parseRsaKey(): { readonly modulus: bigint } {
  return { modulus: 0n }
}
