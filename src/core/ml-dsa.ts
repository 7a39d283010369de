/**
 * ML-DSA-44 (FIPS 204), pure and with an empty context: what newer witnesses cosign with (c2sp.org/tlog-cosignature).
 *
 * Few documents need it, so that it is loaded once a key asks for it: in Node by itself, elsewhere by {@link loadMlDsa44}.
 *
 * @packageDocumentation
 */
import type { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'
import { DrawauditError } from '../errors.js'

/** Bytes of a public key, FIPS 204 table 2. */
export const mlDsa44KeyLength = 1312

/** Bytes of a signature. */
export const mlDsa44SignatureLength = 2420

/** What noble has of it. */
export type MlDsa44 = Pick<typeof ml_dsa44, 'keygen' | 'sign' | 'verify'>

let loaded: MlDsa44 | undefined
let loadNow: (() => MlDsa44 | undefined) | undefined

/** Loads it: from then on the portable engine verifies ML-DSA-44. Done again, it does nothing. */
export async function loadMlDsa44(): Promise<void> {
  loaded ??= (await import('@noble/post-quantum/ml-dsa.js')).ml_dsa44
}

/** Says how it is loaded without waiting, when it is first needed; undefined where it is left out. */
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
 * @throws DrawauditError `algorithm-unsupported` where it is not loaded.
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
