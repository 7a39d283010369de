/**
 * Suggested commands, printed for copying.
 *
 * @packageDocumentation
 */

/** Quotes a word for a shell. */
export function quote(word: string): string {
  return /^[\w./:=@,+%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/**
 * Command-line options from their values: `{ trust: 'trust.json' }` gives `--trust trust.json`; unset ones are
 * omitted.
 */
export function repeatOptions(values: Readonly<Record<string, unknown>>): readonly string[] {
  // Skips yargs' own keys, `_` and `$0`.
  const own = Object.entries(values).filter(([name]) => /^[a-z][a-z-]+$/.test(name))
  return own.flatMap(([name, value]) =>
    value === true
      ? [`--${name}`]
      : [value].flat().flatMap(one => (typeof one === 'string' ? [`--${name}`, one] : [])),
  )
}
