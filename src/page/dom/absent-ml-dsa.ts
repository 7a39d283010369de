/**
 * Replaces ML-DSA-44 in the worker of a page that shows only raffles, since few witnesses cosign with it. To
 * verify such a cosignature the worker requests the program that can. Inserted by scripts/build-page.js.
 *
 * @packageDocumentation
 */
import { NeedsMore, type WorkerScope } from './worker-scope.js'

export const mlDsa44KeyLength = 1312
export const mlDsa44SignatureLength = 2420

export function verifyMlDsa44(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const { more } = globalThis as unknown as WorkerScope
  if (more === undefined) throw new NeedsMore()
  return more.verifyMlDsa44(key, message, signature)
}

/** A page never signs. */
export function deriveMlDsa44Key(): Uint8Array {
  throw new NeedsMore()
}

export const signMlDsa44 = deriveMlDsa44Key
