/**
 * Documents for programs.
 *
 * @packageDocumentation
 */
import { replaceUnsafe } from '../core/unsafe-text.js'
import type { LongReport } from '../model/report.js'

/**
 * Any value as JSON, indented, with a newline at the end. Characters that a terminal would act on are escaped as
 * JSON does it, beyond those that it asks for.
 */
export function renderJson(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`
}

/** A report as {@link renderJson} has it, in pieces: no more than one subject at a time is in memory. */
export function* renderReportJson(report: LongReport): Generator<string> {
  const [head = '', tail = ''] = renderJson({ ...report, subjects: [] }).split('"subjects": []')
  yield `${head}"subjects": [`
  let separator = '\n'
  for (const subject of report.subjects) {
    // Line feeds in texts are escaped: those that are there are the layout's.
    yield `${separator}    ${escapeJson(JSON.stringify(subject, null, 2)).replaceAll('\n', '\n    ')}`
    separator = ',\n'
  }
  yield `${report.subjects.length > 0 ? '\n  ' : ''}]${tail}`
}

/** Any value as JSON on one line (NDJSON), escaped as {@link renderJson} does it. */
export function renderJsonLine(value: unknown): string {
  return `${escapeJson(JSON.stringify(value))}\n`
}

/** A JSON text of the same value, in which nothing acts on a terminal. */
export function escapeJson(json: string): string {
  // Not escaped in a string, these two are white space between tokens.
  return replaceUnsafe(json.replace(/[\t\r]/g, ' '), character =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map(unit => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
