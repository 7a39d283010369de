/**
 * The worker of a page that shows a raffle: bundles and records, without recipes.
 *
 * @packageDocumentation
 */
import { readLog } from '../read-log.js'
import { serveChecks } from './serve-checks.js'

serveChecks({ readLog })
