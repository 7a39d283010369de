/**
 * A published draw for verification: the name of a recipe, and the published values under the recipe's names.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { describeProblems, findProblems } from './schema.js'
import { validatePublishedDraw } from './validators/published-draw.js'

/** A draw with the values that its organiser published; schemas/published-draw.json. */
export interface PublishedDraw {
  /** Format of the document. */
  readonly draw: 'drawaudit/v1'
  /** Name of the recipe; the auditor chooses its file. */
  readonly recipe: string
  /** Name of the draw, for people. */
  readonly title: string
  /** Where the values were published. */
  readonly source: string
  /** Remarks of whoever wrote the file. */
  readonly notes?: readonly string[]
  /** Published values by the names of the recipe’s inputs; unverified. */
  readonly published: Readonly<Record<string, JsonValue>>
}

export function isPublishedDraw(value: object): boolean {
  // A platform may have a value of this name.
  const { draw } = value as { readonly draw?: unknown }
  return (
    'draw' in value && ('published' in value || (typeof draw === 'string' && draw.startsWith('drawaudit/')))
  )
}

/**
 * Reads a published draw.
 *
 * @param value - from {@link parseJson}.
 * @throws DrawauditError `draw-schema` with everything that its schema (schemas/published-draw.json) refuses.
 *
 * @example
 * ```js
 * parsePublishedDraw(read('draw.json')).recipe // raffair
 * ```
 */
export function parsePublishedDraw(value: unknown): PublishedDraw {
  const problems = findProblems(validatePublishedDraw, value)
  if (problems.length === 0) return value as PublishedDraw
  throw new DrawauditError('draw-schema', `not a published draw: ${describeProblems(problems)}`, {
    where: { pointer: problems[0]?.pointer ?? '' },
    hint: 'docs/RECIPES.md shows how a draw is written down',
  })
}
