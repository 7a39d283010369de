/**
 * What a worker runs before its own program where a document has time-stamps, or the reader gave some, or a round of
 * drand's evmnet is to be verified.
 *
 * @packageDocumentation
 */
import { bn254OnG1, evmnet } from '../../core/bn254.js'
import { stamper } from '../stamper.js'
import type { Scope } from './worker-scope.js'

const scope = globalThis as unknown as Scope
scope.more = { bn254OnG1, evmnet }
// Web Crypto is there only for pages that came by HTTPS, from this machine, or from a file.
if (isSecureContext) scope.stamper = stamper
