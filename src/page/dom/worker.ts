/**
 * The worker of a page that shows a raffle: bundles and records, without recipes.
 *
 * @packageDocumentation
 */
import { serveChecks } from './serve-checks.js'

serveChecks({})
