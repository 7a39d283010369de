/**
 * What a worker runs before its own program where a document has time-stamps, or the reader gave some.
 *
 * @packageDocumentation
 */
import { stamper } from '../stamper.js'
import type { Scope } from './serve-checks.js'

// Web Crypto is there only for pages that came by HTTPS, from this machine, or from a file.
if (isSecureContext) (globalThis as unknown as Scope).stamper = stamper
