/**
 * What a mistyped word could have been.
 *
 * @packageDocumentation
 */

/** What could have been meant: the nearest of the known words if one is near, otherwise all of them. */
export function suggest(word: string, what: string, known: readonly string[]): string {
  const [nearest] = known
    .map(candidate => ({ candidate, distance: editDistance(word.slice(0, 64), candidate) }))
    .filter(({ distance }) => distance > 0 && distance <= Math.min(2, word.length / 3))
    .sort((a, b) => a.distance - b.distance)
  return nearest === undefined ? `the ${what} are ${known.join(', ')}` : `did you mean ${nearest.candidate}?`
}

/** Letters to add, leave out or replace (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const letter of a) {
    const next = [(row[0] ?? 0) + 1]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === b.charAt(column - 1) ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
