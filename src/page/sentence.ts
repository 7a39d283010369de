/**
 * Messages of reports as sentences.
 *
 * @packageDocumentation
 */
import { escapeText } from '../render/escape.js'

/** A message of a report as a sentence: reports write in lower case and without a full stop. */
export function asSentence(message: string, length = 600): string {
  const text = escapeText(message, length)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.…!?)]$/u.test(text) ? '' : '.'}`
}
