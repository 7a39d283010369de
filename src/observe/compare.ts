/**
 * Compares the statements of two sights: in an honest raffle they only grow in number.
 *
 * @packageDocumentation
 */
import { nameStatement } from '../verify/bundle/chain.js'
import type { SeenStatement } from './statements-view.js'

/** Two statements of which an honest operator signs only one. */
export interface Conflict {
  /** What exists twice: `commitment`, `seal`, or `statement 3`. */
  readonly what: string
  readonly first: SeenStatement
  readonly second: SeenStatement
}

export interface SightComparison {
  readonly added: readonly SeenStatement[]
  /** Seen before, but no longer. */
  readonly vanished: readonly SeenStatement[]
  readonly conflicts: readonly Conflict[]
}

/**
 * Compares the current statements with all earlier ones. Earlier conflicts remain conflicts.
 *
 * @param before - may contain duplicates.
 */
export function compareStatements(
  before: readonly SeenStatement[],
  now: readonly SeenStatement[],
): SightComparison {
  const known = distinct(before)
  const shown = distinct(now)
  const knownDigests = new Set(known.map(({ digest }) => digest))
  const shownDigests = new Set(shown.map(({ digest }) => digest))
  const added = shown.filter(({ digest }) => !knownDigests.has(digest))
  return {
    added,
    vanished: known.filter(({ digest }) => !shownDigests.has(digest)),
    conflicts: findConflicts([...known, ...added]),
  }
}

function findConflicts(all: readonly SeenStatement[]): readonly Conflict[] {
  const places = new Map<string, SeenStatement>()
  return all.flatMap(second => {
    const { type, sequence } = second.statement
    const names = [...(type === 'commitment' || type === 'seal' ? [type] : []), `statement ${sequence}`]
    const what = names.find(name => places.has(name))
    for (const name of names) if (!places.has(name)) places.set(name, second)
    const first = what === undefined ? undefined : places.get(what)
    return what === undefined || first === undefined ? [] : [{ what, first, second }]
  })
}

function distinct(statements: readonly SeenStatement[]): readonly SeenStatement[] {
  return [...new Map(statements.map(one => [one.digest, one])).values()]
}

/** Every prize is drawn, or the raffle is cancelled: nothing more is expected. */
export function isFinished(statements: readonly SeenStatement[]): boolean {
  const all = statements.map(({ statement }) => statement)
  const commitment = all.find(({ type }) => type === 'commitment')
  if (all.some(({ type }) => type === 'cancellation')) return true
  if (commitment?.type !== 'commitment') return false
  const drawn = new Set(all.flatMap(one => (one.type === 'draw' ? [one.position] : [])))
  return commitment.prizes.every((_, index) => drawn.has(index + 1))
}

/** A conflict in words. */
export function describeConflict({ what, first, second }: Conflict): string {
  const [one, other] = [first, second].map(
    ({ statement, digest }) => `${nameStatement(statement)} sha256:${digest}`,
  )
  return `there are two of the ${what}: ${one ?? ''} and ${other ?? ''}`
}
