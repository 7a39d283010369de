/**
 * What a worker runs before its own program where a document has time-stamps, or the reader gave some, or a round of
 * drand's evmnet, a cosignature with ML-DSA-44 or a policy of witnesses is to be read.
 *
 * @packageDocumentation
 */
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'
import { bn254OnG1, evmnet } from '../../core/bn254.js'
import { provideMlDsa44, verifyMlDsa44 } from '../../core/ml-dsa.js'
import { parseWitnessPolicy } from '../../model/witness-policy.js'
import { stamper } from '../stamper.js'
import type { WorkerScope } from './worker-scope.js'

const scope = globalThis as unknown as WorkerScope
provideMlDsa44(() => ml_dsa44)
scope.more = { bn254OnG1, evmnet, verifyMlDsa44, parseWitnessPolicy }
// Web Crypto is there only for pages that came by HTTPS, from this machine, or from a file.
if (isSecureContext) scope.stamper = stamper
