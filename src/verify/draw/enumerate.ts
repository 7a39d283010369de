/**
 * Lists names within a sentence.
 *
 * @packageDocumentation
 */

/** `a, b and c`. */
export function enumerate(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
