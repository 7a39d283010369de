/**
 * Suggestions for a mistyped word.
 *
 * @packageDocumentation
 */

/** Max words named in a hint. */
const mostNamed = 12

/**
 * Suggests the nearest known word, if one is near; otherwise those with a common part (`hex_bytes`:
 * `bytes_hex`), or all if they are few.
 *
 * @param where - where they are listed, if too many to name.
 */
export function suggest(word: string, what: string, known: readonly string[], where?: string): string {
  const start = word.slice(0, longest)
  const nearest = findNearest(word, known)
  const isBeginning = word !== '' && known.some(candidate => candidate.startsWith(`${start}_`))
  if (nearest !== undefined && !isBeginning) return `did you mean ${nearest}?`
  if (known.length <= mostNamed) return `the ${what} are ${known.join(', ')}`
  const all = where === undefined ? '' : `; ${where} lists all ${known.length}`
  const related = findRelated(start.toLowerCase(), known)
  if (related.length > 0) return `${what} like it are ${related.slice(0, mostNamed).join(', ')}${all}`
  if (where !== undefined) return `${where} lists the ${known.length} ${what}`
  return `the ${what} are ${known.slice(0, mostNamed).join(', ')} and ${known.length - mostNamed} more`
}

/** Max letters of a mistyped word that are compared. */
const longest = 64

/** The word that differs by a letter or two, if any. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map(candidate => ({ candidate, distance: editDistance(word.slice(0, longest), candidate) }))
    .filter(({ distance }) => distance > 0 && distance <= Math.min(2, word.length / 3))
    .sort((a, b) => a.distance - b.distance)
  return nearest?.candidate
}

/** Words with common parts, most similar first; none if half of all match. */
function findRelated(word: string, known: readonly string[]): readonly string[] {
  const parts = partsOf(word)
  const shared = (candidate: string): number => {
    const own = partsOf(candidate.toLowerCase())
    return parts.filter(part => own.some(other => isEndOf(part, other) || isEndOf(other, part))).length
  }
  const related = known
    .map(candidate => ({ candidate, count: shared(candidate) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ candidate }) => candidate)
  return related.length * 2 < known.length ? related : []
}

/** Min length of a part: shorter ones are too common. */
const shortestPart = 3

function partsOf(word: string): readonly string[] {
  return word.split(/[^a-z0-9]+/).filter(({ length }) => length >= shortestPart)
}

/** Whether `whole` begins or ends with `part`. */
function isEndOf(part: string, whole: string): boolean {
  return whole.startsWith(part) || whole.endsWith(part)
}

/** Levenshtein distance. */
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
