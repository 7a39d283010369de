/**
 * What was found, as a recipe.
 *
 * @packageDocumentation
 */
import type { Expression, RecipeClaim, RecipeDocument } from '../model/recipe.js'
import { declareInputs, findChain, titleOf } from './declare.js'
import { netBits } from './evidence.js'
import { describeResult, splitResults, type FittedResult } from './explain-results.js'
import { bytesExpression, isTurned } from './forms.js'
import { describeDigest, expressDigest } from './formula.js'
import { resultExpression } from './goals.js'
import { ordersOf } from './orders.js'
import type { PublishedValues } from './published.js'
import type { Scope, Variable } from './scope.js'
import type { ScopeFindings, SearchFindings } from './search.js'

/** Characters that a recipe may say of a claim (schemas/recipe.json). */
const longestSays = 200

const shorten = (says: string): string =>
  says.length <= longestSays ? says : `${says.slice(0, longestSays - 1)}…`

/** Replaces what was published by what is computed, so that a claim rests on as few published values as it can. */
type Replacements = Map<string, Expression>

interface Draft {
  readonly published: PublishedValues
  readonly steps: Record<string, Expression>
  readonly claims: RecipeClaim[]
  readonly replacements: Replacements
  readonly notes: string[]
}

/**
 * Writes the recipe of what was found by more than chance; what may be chance is left out of it.
 *
 * @returns undefined where the number of winners is nowhere published and not the same in all draws, or where no
 * claim came of it.
 */
export function writeRecipe(
  published: PublishedValues,
  found: SearchFindings,
  name: string,
): RecipeDocument | undefined {
  const draft: Draft = { published, steps: {}, claims: [], replacements: new Map(), notes: [] }
  for (const scope of found.scopes) writeDigests(draft, scope)
  for (const scope of found.scopes) writeDerived(draft, scope)
  for (const scope of found.scopes) if (!writeResults(draft, scope)) return undefined
  writeBeacons(draft)
  writeUncommitted(draft, found)
  writeOrders(draft, found)
  writeChains(draft)
  if (draft.claims.length === 0) return undefined
  const { steps, claims } = draft
  const used = usedBy(draft)
  return {
    recipe: 'drawaudit/v1',
    name,
    title: published.title,
    source: published.source,
    notes: draft.notes.slice(0, 20).map(note => note.slice(0, 2048)),
    inputs: declareInputs(published, used),
    steps,
    claims: [...claims].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, 32),
  }
}

/** The published values on which claims rest. */
function usedBy({ claims, steps }: Draft): ReadonlySet<string> {
  return new Set([...JSON.stringify([claims, steps]).matchAll(reference)].map(([, found = '']) => found))
}

const reference = /"\$([a-z][a-z0-9_]*)/g

/** The order of docs/CLAIMS.md. */
function rankOf({ id }: RecipeClaim): number {
  const order = ['seed.', 'entries.', 'beacon.', 'draw.', 'winner.']
  return order.findIndex(prefix => id.startsWith(prefix))
}

function writeDigests(draft: Draft, { scope, digests }: ScopeFindings): void {
  // What others are made of comes first, so that each step finds the steps that it needs.
  const written = new Set<string>()
  const pending = [...digests]
  while (pending.length > 0) {
    const waiting = new Set(pending.map(({ target }) => target.reference))
    const index = pending.findIndex(({ formula, target }) =>
      [...formula.parts, ...(formula.key ? [formula.key] : [])].every(({ reference: part }) => part === undefined || part === target.reference || !waiting.has(part)),
    ) // prettier-ignore
    const [next] = pending.splice(Math.max(index, 0), 1)
    if (next === undefined) return
    const { target, formula, evidence } = next
    const computed = replace(expressDigest(formula), draft.replacements)
    const from = bytesExpression(target.shape, target.expression)
    if (scope.kind === 'draw') {
      const step = addStep(draft, `computed_${target.reference}`, computed)
      draft.replacements.set(JSON.stringify(from), step)
      draft.claims.push({ id: digestId(draft, next.formula, target), says: shorten(`the ${titleOf(target.reference)} is ${describeDigest(formula)}`), equal: [step, from] })
    } else {
      const all = addStep(draft, `computed_${plainName(target)}`, overCases(draft, scope, computed))
      draft.replacements.set(JSON.stringify(from), scope.kind === 'turn' ? { at: [all, '$turn'] } : computed)
      draft.claims.push({ id: claimId(draft, 'draw', plainName(target)), says: shorten(`the ${titleOf(plainName(target))} are each ${describeDigest(formula)}`), equal: [all, overCases(draft, scope, from)] })
    }
    written.add(target.reference)
    draft.notes.push(`${plainName(target)}: ${describeDigest(formula)}; ${Math.floor(netBits(evidence))} bits of evidence.`)
  } // prettier-ignore
}

function writeDerived(draft: Draft, { scope, derived }: ScopeFindings): void {
  for (const { result, expression, says, evidence } of derived) {
    const isCount = scope.kind === 'draw' && /^the (count|sum)/.test(says)
    const id = isCount ? claimId(draft, 'entries', draft.claims.some(claim => claim.id === 'entries.counted') ? result.reference : 'counted') : claimId(draft, 'draw', plainName(result)) // prettier-ignore
    const computed = replace(expression, draft.replacements)
    const both = scope.kind === 'draw' ? [computed, result.expression] : [overCases(draft, scope, computed), overCases(draft, scope, result.expression)] // prettier-ignore
    draft.claims.push({
      id,
      says: shorten(`the ${titleOf(plainName(result))} ${scope.kind === 'draw' ? 'is' : 'are'} ${says}`),
      equal: [both[0] ?? '', both[1] ?? ''],
    })
    draft.notes.push(`${plainName(result)}: ${says}; ${Math.floor(netBits(evidence))} bits of evidence.`)
  }
}

/** What a formula rests on has to be shown too; that a draw names a round is no claim by itself. */
function writeBeacons(draft: Draft): void {
  const used = usedBy(draft)
  for (const [name, shape] of draft.published.shapes) {
    if (shape.kind !== 'beacon' || !used.has(name)) continue
    draft.claims.push({ id: claimId(draft, 'beacon', 'genuine'), says: `the randomness is the one that drand published`, verified: `$${name}` }) // prettier-ignore
  }
}

/** @returns false where the number of winners cannot be written. */
function writeResults(draft: Draft, { scope, fit }: ScopeFindings): boolean {
  const { sure: results } = splitResults(fit)
  if (fit === undefined || results.length === 0) return true
  const place = fit.place === undefined ? undefined : replace(fit.place, draft.replacements)
  const main = [...results].reverse().find(({ expression }) => JSON.stringify(expression).includes('"at"')) ?? results.at(-1) // prettier-ignore
  const name = place === undefined || scope.kind !== 'draw' ? undefined : addStep(draft, 'place', place)
  for (const fitted of results) {
    const { result } = fitted
    const computed = resultOf(draft, scope, fitted, name ?? place)
    if (computed === undefined) return false
    const id = fitted === main && !draft.claims.some(claim => claim.id === 'winner.derived') ? 'winner.derived' : claimId(draft, 'draw', plainName(result)) // prettier-ignore
    draft.claims.push({ id, says: shorten(`the ${titleOf(plainName(result))} ${scope.kind === 'draw' ? 'is' : 'are'} ${describeResult(fit, fitted)}`), equal: [computed, wholeResult(draft, scope, result)] }) // prettier-ignore
  }
  const bits = Math.floor(Math.min(...results.map(({ evidence }) => netBits(evidence))))
  draft.notes.push(`${results.map(({ result }) => plainName(result)).join(', ')}: ${fit.says}; ${bits} bits of evidence.`) // prettier-ignore
  if (fit.undecided !== undefined) draft.notes.push(fit.undecided)
  return true
}

function resultOf(
  draft: Draft,
  scope: Scope,
  fitted: FittedResult,
  place: Expression | undefined,
): Expression | undefined {
  const { expression, from, isWhole } = fitted
  const computed = replace(expression, new Map([...draft.replacements, ...(place === undefined ? [] : [[JSON.stringify('$place'), place] as const])])) // prettier-ignore
  if (scope.kind === 'draw') return computed
  if (scope.kind === 'row') return overCases(draft, scope, computed)
  const count = countTurns(draft, scope)
  if (count === undefined) return undefined
  if (isWhole === true) return { take: [computed, count] }
  if (from !== undefined) return { pick: { from, count, index: place ?? 0 } }
  return { map: { list: { range: count }, as: 'turn', do: computed } }
}

/** A result as it was published: a column, a list, or the value itself. */
function wholeResult(draft: Draft, scope: Scope, result: Variable): Expression {
  if (scope.kind === 'turn') return `$${result.reference}`
  return scope.kind === 'row' ? overCases(draft, scope, resultExpression(result)) : resultExpression(result)
}

/** What holds in a row or a turn, for all of them. */
function overCases(draft: Draft, scope: Scope, expression: Expression): Expression {
  if (scope.kind === 'row') return { map: { list: `$${scope.of ?? ''}`, as: 'row', do: expression } }
  if (/^\{"at":\["\$[a-z0-9_]+","\$turn"\]\}$/.test(JSON.stringify(expression))) {
    return (expression as { readonly at: readonly Expression[] }).at[0] ?? expression
  }
  return { map: { list: { range: countTurns(draft, scope) ?? { count: `$${scope.of ?? ''}` } }, as: 'turn', do: expression } } // prettier-ignore
}

/** How many turns a draw has: a published number, or the length of a list that is no result, or always the same. */
function countTurns({ published }: Draft, scope: Scope): Expression | undefined {
  const counts = published.draws.map((_, draw) => scope.cases.filter(at => at.draw === draw).length)
  const isCount = (variable: Variable): boolean =>
    variable.shape.kind === 'integer' && !isTurned(variable) && !variable.reference.includes('#') && scope.cases.every(at => {
      const { reference } = variable
      const datum = at.data.get(reference)
      return datum?.kind === 'integer' && datum.integer === BigInt(counts[at.draw] ?? 0)
    }) // prettier-ignore
  const published_ = scope.variables.find(isCount)
  if (published_ !== undefined) return published_.expression
  const column = scope.variables.find(
    ({ expression }) => typeof expression === 'object' && 'at' in expression,
  )
  if (column !== undefined) return { count: `$${column.reference}` }
  const [first] = counts
  return counts.every(count => count === first) ? first : undefined
}

/** Lists that no digest covers, and that winners come from. */
function writeUncommitted(draft: Draft, found: SearchFindings): void {
  const covered = new Set(found.scopes.flatMap(({ digests }) => digests.flatMap(({ formula }) => formula.parts.map(part => part.reference)))) // prettier-ignore
  const chosen = JSON.stringify(draft.claims)
  for (const [name, shape] of draft.published.shapes) {
    if (shape.kind !== 'list' && shape.kind !== 'table') continue
    const isResult = found.scopes.some(({ scope }) =>
      scope.results.some(({ reference }) => reference === name),
    )
    const isColumn = found.scopes.some(({ scope }) => scope.kind === 'turn' && scope.variables.some(({ reference }) => reference === name)) // prettier-ignore
    if (covered.has(name) || isResult || isColumn || !chosen.includes(`"$${name}"`)) continue
    draft.claims.push({ id: claimId(draft, 'entries', 'committed'), says: `the ${titleOf(name)} stood fixed before the draw`, verified: `$${name}` }) // prettier-ignore
  }
}

/** A list that was published in order says nothing of whether it was sorted. */
function writeOrders({ claims, steps, notes }: Draft, found: SearchFindings): void {
  const [draws] = found.scopes
  const text = JSON.stringify([claims, steps])
  for (const list of draws?.scope.lists ?? []) {
    const ascending = ordersOf(list)[1]
    if (list.shape.kind !== 'list' || ascending === undefined || !text.includes(`"$${list.reference}"`))
      continue
    const isSorted = draws?.scope.cases.every(({ lists }) => {
      const items = lists.get(list.reference) ?? []
      return ascending.sort(items).every((item, index) => item === items[index])
    })
    if (isSorted === true) notes.push(`${list.reference} is taken as given; it is in ascending order, so sorted would be the same here.`) // prettier-ignore
  }
}

/** Without a signature a round may be of either chain. */
function writeChains({ published, notes }: Draft): void {
  for (const [name, shape] of published.shapes) {
    if (shape.kind !== 'beacon' || shape.members.includes('signature')) continue
    notes.push(`${name} was published without a signature: that it is of drand's ${findChain(published.draws.map(draw => draw[name]))} chain is assumed.`) // prettier-ignore
  }
}

/** @returns a reference to the step. */
function addStep({ published, steps }: Draft, wanted: string, expression: Expression): string {
  const base = wanted.slice(0, 56).replace(/[^a-z0-9_]/g, '_')
  let name = base
  for (let number = 2; published.shapes.has(name) || name in steps; number += 1) name = `${base}_${number}`
  steps[name] = expression
  return `$${name}`
}

function digestId(
  draft: Draft,
  formula: ScopeFindings['digests'][number]['formula'],
  target: Variable,
): string {
  const [part] = formula.parts
  const isSingle = formula.parts.length === 1 && formula.key === undefined
  const shape = draft.published.shapes.get(part?.reference ?? '')
  const isList = shape?.kind === 'list' || shape?.kind === 'table'
  if (isSingle && isList) return claimId(draft, 'entries', 'listed')
  if (isSingle && shape !== undefined) return claimId(draft, 'seed', 'committed')
  return claimId(draft, 'draw', target.reference)
}

/** An id that no other claim has: letters and `_` only. */
function claimId({ claims }: Draft, group: string, name: string): string {
  const base = `${group}.${name.replace(/[^a-z_]/g, '').slice(0, 50) || 'value'}`
  let id = base
  for (let more = 1; claims.some(claim => claim.id === id); more += 1) id = `${base}_${'b'.repeat(more)}`
  return id
}

function plainName({ reference }: Variable): string {
  return reference.replace(/^row\./, '').replace('.', '_')
}

/** An expression with others in the place of parts of it. */
function replace(expression: Expression, replacements: ReadonlyMap<string, Expression>): Expression {
  const found = replacements.get(JSON.stringify(expression))
  if (found !== undefined) return found
  if (Array.isArray(expression)) return expression.map((item: Expression) => replace(item, replacements))
  if (typeof expression !== 'object') return expression
  return Object.fromEntries(
    Object.entries(expression as Readonly<Record<string, Expression>>).map(([name, item]) => [name, replace(item, replacements)]), // prettier-ignore
  )
}
