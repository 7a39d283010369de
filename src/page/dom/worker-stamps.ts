/**
 * The program that a worker runs before its main one for documents with time-stamps, time-stamps from the
 * reader, rounds of drand's evmnet, cosignatures with ML-DSA-44, or witness policies.
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
// Browsers provide Web Crypto only to pages from HTTPS, localhost or files.
if (isSecureContext) scope.stamper = stamper
