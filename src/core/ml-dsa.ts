/**
 * ML-DSA-44 (FIPS 204), pure and with an empty context: the cosignature algorithm of newer witnesses
 * (c2sp.org/tlog-cosignature).
 *
 * Few documents need it, so it is loaded on demand: automatically in Node, elsewhere by {@link loadMlDsa44}.
 *
 * @packageDocumentation
 */
import type { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'
import { DrawauditError } from '../errors.js'

/** Length of a public key in bytes, FIPS 204 table 2. */
export const mlDsa44KeyLength = 1312

/** Length of a signature in bytes. */
export const mlDsa44SignatureLength = 2420

/** The part of noble's implementation that is used. */
export type MlDsa44 = Pick<typeof ml_dsa44, 'keygen' | 'sign' | 'verify'>

let loaded: MlDsa44 | undefined
let loadNow: (() => MlDsa44 | undefined) | undefined

/** Loads ML-DSA-44 for the portable engine. Calling it again does nothing. */
export async function loadMlDsa44(): Promise<void> {
  loaded ??= (await import('@noble/post-quantum/ml-dsa.js')).ml_dsa44
}

/** Sets the synchronous loader for the first use; undefined where ML-DSA-44 is left out. */
export function provideMlDsa44(load: () => MlDsa44 | undefined): void {
  loadNow ??= load
}

function findMlDsa44(): MlDsa44 {
  loaded ??= loadNow?.()
  if (loaded !== undefined) return loaded
  throw new DrawauditError('algorithm-unsupported', 'this program does not have ML-DSA-44', {
    hint: 'await loadMlDsa44() first, or use the engine of drawaudit/native',
  })
}

/**
 * ML-DSA.Verify, FIPS 204 algorithm 3.
 *
 * @param key - any 1312 bytes are a key.
 * @throws DrawauditError `algorithm-unsupported` if it is not loaded.
 */
export function verifyMlDsa44(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return findMlDsa44().verify(signature, message, key)
}

/**
 * The public key of a seed: ML-DSA.KeyGen, FIPS 204 algorithm 1.
 *
 * @param seed - 32 bytes.
 * @throws as {@link verifyMlDsa44}.
 */
export function deriveMlDsa44Key(seed: Uint8Array): Uint8Array {
  return findMlDsa44().keygen(seed).publicKey
}

/**
 * ML-DSA.Sign, FIPS 204 algorithm 2, hedged: two signatures of one message differ.
 *
 * @param seed - 32 bytes.
 * @throws as {@link verifyMlDsa44}.
 */
export function signMlDsa44(message: Uint8Array, seed: Uint8Array): Uint8Array {
  const { keygen, sign } = findMlDsa44()
  const { secretKey } = keygen(seed)
  try {
    return sign(message, secretKey)
  } finally {
    secretKey.fill(0)
  }
}
