/**
 * The single-file page's program for rare documents, including published draws. scripts/build-page.js puts
 * `worker-stamps.ts` before it.
 *
 * @packageDocumentation
 */
import { checkDraw } from '../check-draw.js'
import { readLog } from '../read-log.js'
import { serveChecks } from './serve-checks.js'

serveChecks({ checkDraw, readLog })
