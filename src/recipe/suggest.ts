/**
 * What a mistyped word could have been.
 *
 * @packageDocumentation
 */

/** More words than these are not worth reading in a hint. */
const mostNamed = 12

/**
 * What could have been meant: the nearest of the known words if one is near; otherwise those that have a part in
 * common with it (`hex_bytes`: `bytes_hex`), or all of them where they are few.
 *
 * @param where - where all of them stand, if they are too many to be named.
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

/** Letters of a mistyped word that are looked at. */
const longest = 64

/** The word that differs in a letter or two, if there is one. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map(candidate => ({ candidate, distance: editDistance(word.slice(0, longest), candidate) }))
    .filter(({ distance }) => distance > 0 && distance <= Math.min(2, word.length / 3))
    .sort((a, b) => a.distance - b.distance)
  return nearest?.candidate
}

/** The words that have parts in common with `word`, those with most first; none if half of all have. */
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

/** Shorter parts are in every other word. */
const shortestPart = 3

function partsOf(word: string): readonly string[] {
  return word.split(/[^a-z0-9]+/).filter(({ length }) => length >= shortestPart)
}

/** Whether `whole` begins or ends with `part`. */
function isEndOf(part: string, whole: string): boolean {
  return whole.startsWith(part) || whole.endsWith(part)
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
