/**
 * The worker of a page that shows a raffle whose bundle has time-stamps.
 *
 * @packageDocumentation
 */
import { checkTimestamps } from '../../timestamp/index.js'
import { serveChecks } from './serve-checks.js'

// Web Crypto is there only for pages that came by HTTPS, or from this machine.
serveChecks(isSecureContext ? { checkTimestamps } : {})
