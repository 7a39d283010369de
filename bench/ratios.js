// The ratios that `npm run bench check` compares with those that were recorded. See README.md.
import { appendFileSync } from 'node:fs'

/** Names the file that a benchmark writes its ratios to when the check starts it. `serve` refuses variables that begin with DRAWAUDIT. */
export const ratiosFile = 'BENCH_RATIOS'

/**
 * Hands a ratio to the check.
 *
 * @param {string} name - what is compared with what, as a table says it.
 * @param {number} value
 * @param {'more' | 'less'} better - which way it gets better.
 */
export function noteRatio(name, value, better = 'more') {
  const file = process.env[ratiosFile]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, value, better })}\n`)
}
