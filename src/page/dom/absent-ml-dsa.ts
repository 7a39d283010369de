/**
 * Stands for ML-DSA-44 in the worker of a page that shows raffles alone: few witnesses cosign with it. Where a cosignature
 * is to be verified, the worker asks for the program that can. scripts/build-page.js puts it there.
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

/** A page signs nothing. */
export function deriveMlDsa44Key(): Uint8Array {
  throw new NeedsMore()
}

export const signMlDsa44 = deriveMlDsa44Key
