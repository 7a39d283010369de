/**
 * The worker of the page that works from a file: published draws too. In its file `worker-stamps.ts` stands before it.
 *
 * @packageDocumentation
 */
import { checkDraw } from '../check-draw.js'
import { readLog } from '../read-log.js'
import { serveChecks } from './serve-checks.js'

serveChecks({ checkDraw, readLog })
