/**
 * A recipe being written; each step and each claim gets a unique name.
 *
 * @packageDocumentation
 */
import type { Expression, RecipeClaim } from '../../model/recipe.js'
import type { SearchedValues } from '../values/published.js'
import type { Variable } from '../values/scope.js'

/** The parts written so far. */
export interface Draft {
  readonly published: SearchedValues
  readonly steps: Record<string, Expression>
  readonly claims: RecipeClaim[]
  readonly notes: string[]
  /**
   * Computed expressions that replace published ones, keyed by the latter as JSON: a claim should rest on as
   * few published values as possible.
   */
  readonly replacements: Map<string, Expression>
}

/** An empty draft. */
export function createDraft(published: SearchedValues): Draft {
  return { published, steps: {}, claims: [], notes: [], replacements: new Map() }
}

/** @returns a reference to the step. */
export function addStep({ published, steps }: Draft, wanted: string, expression: Expression): string {
  const base = wanted.slice(0, 56).replace(/[^a-z0-9_]/g, '_')
  let name = base
  for (let number = 2; published.shapes.has(name) || name in steps; number += 1) name = `${base}_${number}`
  steps[name] = expression
  return `$${name}`
}

/** Max characters of a claim's text (schemas/recipe.json). */
const longestSays = 200

/** Adds the claim that the computed value equals the published one. */
export function addEqual(
  { claims }: Draft,
  id: string,
  says: string,
  equal: readonly [computed: Expression, published: Expression],
): void {
  const short = says.length <= longestSays ? says : `${says.slice(0, longestSays - 1)}…`
  claims.push({ id, says: short, equal })
}

/** Whether a claim of this id exists. */
export function hasClaim({ claims }: Draft, id: string): boolean {
  return claims.some(claim => claim.id === id)
}

/** A unique claim id: only letters and `_`. */
export function claimId(draft: Draft, group: string, name: string): string {
  const base = `${group}.${name.replace(/[^a-z_]/g, '').slice(0, 50) || 'value'}`
  let id = base
  for (let more = 1; hasClaim(draft, id); more += 1) id = `${base}_${'b'.repeat(more)}`
  return id
}

/** A variable's reference as part of a name. */
export function plainName({ reference }: Variable): string {
  return reference.replace(/^row\./, '').replace('.', '_')
}

const reference = /"\$([a-z][a-z0-9_]*)/g

/** Names of published values and steps used in claims and steps. */
export function usedBy({ claims, steps }: Draft): ReadonlySet<string> {
  return new Set([...JSON.stringify([claims, steps]).matchAll(reference)].map(([, found = '']) => found))
}

/** Replaces parts of an expression, given those parts as JSON. */
export function replaceParts(
  expression: Expression,
  replacements: ReadonlyMap<string, Expression>,
): Expression {
  const found = replacements.get(JSON.stringify(expression))
  if (found !== undefined) return found
  if (Array.isArray(expression)) return expression.map((item: Expression) => replaceParts(item, replacements))
  if (typeof expression !== 'object') return expression
  const members = Object.entries(expression as Readonly<Record<string, Expression>>)
  return Object.fromEntries(members.map(([name, item]) => [name, replaceParts(item, replacements)]))
}
