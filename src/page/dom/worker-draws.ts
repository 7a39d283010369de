/**
 * What the page in one file runs for what is rare: published draws too. scripts/build-page.js puts `worker-stamps.ts` before it.
 *
 * @packageDocumentation
 */
import { checkDraw } from '../check-draw.js'
import { readLog } from '../read-log.js'
import { serveChecks } from './serve-checks.js'

serveChecks({ checkDraw, readLog })
