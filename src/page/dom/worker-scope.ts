/**
 * What the programs of a worker leave one another in its global scope.
 *
 * @packageDocumentation
 */
import type * as bn254 from '../../core/bn254.js'
import type * as mlDsa from '../../core/ml-dsa.js'
import type * as witnessPolicy from '../../model/witness-policy.js'
import type { WorkerRequest, WorkerResponse } from '../messages.js'
import type { Stamper } from '../stamper.js'

/**
 * Something is to be verified that this program cannot: the page has a program that can. Made where it is thrown: an error
 * that is made while a program starts, even one that is never thrown, may have all of it parsed again, for its stack.
 */
export class NeedsMore extends Error {}

/** What a worker has of its global scope: the types of a page do not know workers. */
export interface WorkerScope {
  /** What `worker-stamps.ts` put there, if it ran before. */
  stamper?: Stamper
  /** The same. */
  more?: Pick<typeof bn254, 'bn254OnG1' | 'evmnet'> &
    Pick<typeof mlDsa, 'verifyMlDsa44'> &
    Pick<typeof witnessPolicy, 'parseWitnessPolicy'>
  onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null
  postMessage: (response: WorkerResponse, transfer?: readonly ArrayBuffer[]) => void
}
