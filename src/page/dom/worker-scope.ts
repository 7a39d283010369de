/**
 * Values that a worker's programs share in its global scope.
 *
 * @packageDocumentation
 */
import type * as bn254 from '../../core/bn254.js'
import type * as mlDsa from '../../core/ml-dsa.js'
import type * as witnessPolicy from '../../model/witness-policy.js'
import type { WorkerRequest, WorkerResponse } from '../messages.js'
import type { Stamper } from '../stamper.js'

/**
 * Thrown if verification needs the page's larger program. Create it only where it is thrown: an error created
 * while a program starts, even if never thrown, can make the browser parse the whole program again for its
 * stack.
 */
export class NeedsMore extends Error {}

/** The global scope of a worker; the DOM types do not include it. */
export interface WorkerScope {
  /** Set by `worker-stamps.ts` if it ran before. */
  stamper?: Stamper
  /** Set by `worker-stamps.ts` as well. */
  more?: Pick<typeof bn254, 'bn254OnG1' | 'evmnet'> &
    Pick<typeof mlDsa, 'verifyMlDsa44'> &
    Pick<typeof witnessPolicy, 'parseWitnessPolicy'>
  onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null
  postMessage: (response: WorkerResponse, transfer?: readonly ArrayBuffer[]) => void
}
