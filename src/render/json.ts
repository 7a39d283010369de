/**
 * Renders documents for programs.
 *
 * @packageDocumentation
 */
import { replaceUnsafe } from '../core/unsafe-text.js'
import type { LongReport } from '../model/report.js'

/**
 * Renders a value as indented JSON with a newline at the end. Characters that a terminal would act on are
 * escaped beyond JSON's own requirements.
 *
 * @param value - any value that `JSON.stringify` accepts.
 *
 * @example
 * ```js
 * renderJson({ verdict: 'proven' }) === '{\n  "verdict": "proven"\n}\n' // true
 * ```
 */
export function renderJson(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`
}

/** A report in the form of {@link renderJson}, in pieces: at most one subject is in memory at a time. */
export function* renderReportJson(report: LongReport): Generator<string> {
  const [head = '', tail = ''] = renderJson({ ...report, subjects: [] }).split('"subjects": []')
  yield `${head}"subjects": [`
  let separator = '\n'
  for (const subject of report.subjects) {
    // Line feeds in texts are escaped: the remaining ones are layout.
    yield `${separator}    ${escapeJson(JSON.stringify(subject, null, 2)).replaceAll('\n', '\n    ')}`
    separator = ',\n'
  }
  yield `${report.subjects.length > 0 ? '\n  ' : ''}]${tail}`
}

/** One line of JSON (NDJSON), escaped like {@link renderJson}. */
export function renderJsonLine(value: unknown): string {
  return `${escapeJson(JSON.stringify(value))}\n`
}

/** JSON text of the same value, without characters that a terminal would act on. */
export function escapeJson(json: string): string {
  // Unescaped these two occur only as white space between tokens.
  return replaceUnsafe(json.replace(/[\t\r]/g, ' '), character =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map(unit => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
