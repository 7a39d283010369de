/**
 * Commands that are printed to be typed again, with more.
 *
 * @packageDocumentation
 */

/** A word as a shell takes it. */
export function quote(word: string): string {
  return /^[\w./:=@,+%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** The options of a call again: `--trust trust.json` of `{ trust: 'trust.json' }`; what was not given is left out. */
export function repeatOptions(values: Readonly<Record<string, unknown>>): readonly string[] {
  // yargs has values of its own, `_` and `$0`.
  const own = Object.entries(values).filter(([name]) => /^[a-z][a-z-]+$/.test(name))
  return own.flatMap(([name, value]) =>
    value === true
      ? [`--${name}`]
      : [value].flat().flatMap(one => (typeof one === 'string' ? [`--${name}`, one] : [])),
  )
}
