/**
 * Documents for programs.
 *
 * @packageDocumentation
 */
import { replaceUnsafe } from './escape.js'

/**
 * Any value as JSON, indented, with a newline at the end. Characters that a terminal would act on are escaped as
 * JSON does it, beyond those that it asks for.
 */
export function renderJson(value: unknown): string {
  const escape = (character: string): string =>
    Array.from(character, (_, index) => character.charCodeAt(index))
      .map(unit => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('')
  return `${replaceUnsafe(JSON.stringify(value, null, 2), escape)}\n`
}
