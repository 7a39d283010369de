/**
 * Display of settings.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { escapeText } from '../../render/escape.js'

/** A setting on one line. */
export function renderValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'none'
  if (!Array.isArray(value)) return escapeText(typeof value === 'string' ? value : JSON.stringify(value))
  return value
    .map((item: JsonValue) => {
      const isWitness = typeof item === 'object' && item !== null && 'url' in item
      return renderValue(isWitness ? (item as { readonly url: JsonValue }).url : item)
    })
    .join(' ')
}
