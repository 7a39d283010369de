/**
 * The title of one of several values.
 *
 * @packageDocumentation
 */

/** `winning ticket` for `winning tickets`; undefined for what is no plain plural, such as `winners of the first tier`. */
export function singularOf(title: string): string | undefined {
  const [, singular] = /^((?:\p{L}+(?:ing|ed|en|y) )?\p{L}+)s$/u.exec(title) ?? []
  return singular?.replace(/ie$/, 'y')
}
