/**
 * The worker of the page that works from a file: published draws too.
 *
 * @packageDocumentation
 */
import { checkDraw } from '../check-draw.js'
import { readLog } from '../read-log.js'
import { serveChecks } from './serve-checks.js'

serveChecks({ checkDraw, readLog })
