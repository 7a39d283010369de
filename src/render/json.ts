/**
 * Documents for programs.
 *
 * @packageDocumentation
 */
import { replaceUnsafe } from '../core/unsafe-text.js'

/**
 * Any value as JSON, indented, with a newline at the end. Characters that a terminal would act on are escaped as
 * JSON does it, beyond those that it asks for.
 */
export function renderJson(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`
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
