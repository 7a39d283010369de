/**
 * Findings of a report in the words of the page.
 *
 * @packageDocumentation
 */
import type { Finding } from '../model/report.js'
import { findings } from './catalogue/en/claims.js'
import { asSentence } from './catalogue/en/grammar.js'
import type { PageFinding } from './model.js'

/** The page's sentence, if it has one, and the report's. */
export const sayFinding = ({ code, message }: Finding): PageFinding => ({
  code,
  message,
  says: `${findings[code] ?? ''} ${asSentence(message)}`.trim(),
})
