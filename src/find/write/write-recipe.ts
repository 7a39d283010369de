/**
 * Writes a recipe from what was found.
 *
 * @packageDocumentation
 */
import type { Expression, RecipeClaim, RecipeDocument } from '../../model/recipe.js'
import { declareInputs } from '../values/declare.js'
import type { Derived } from '../search/derived.js'
import {
  addEqual,
  addStep,
  claimId,
  createDraft,
  hasClaim,
  plainName,
  replaceParts,
  usedBy,
  type Draft,
} from './draft.js'
import { netBits, type SearchEvidence } from '../search/evidence.js'
import type { ExplainedDigest } from '../search/explain-digests.js'
import { bytesExpression } from '../formulas/forms.js'
import { describeDigest, expressDigest, referencesOf, type DigestFormula } from '../formulas/formula.js'
import { nameAsWords } from '../values/names.js'
import { countTurns, overCases } from './over-cases.js'
import type { SearchedValues } from '../values/published.js'
import { describeResult, splitResults, type FittedResult } from '../search/result-fit.js'
import type { Scope, Variable } from '../values/scope.js'
import type { ScopeFindings, SearchFindings } from '../search/search.js'
import { writeBeacons, writeChains, writeOrders, writeUncommitted } from './write-open.js'

/** Max notes, max claims, and max characters of a note (schemas/recipe.json). */
const mostNotes = 20
const mostClaims = 32
const longestNote = 2048

/**
 * Writes the recipe of everything explained by more than chance.
 *
 * @returns undefined if the number of winners is neither published nor constant, or if there are no claims.
 */
export function writeRecipe(
  published: SearchedValues,
  found: SearchFindings,
  name: string,
): RecipeDocument | undefined {
  const draft = createDraft(published)
  const tables = found.scopes[0]?.scope.lists.filter(({ made }) => made !== undefined) ?? []
  for (const { reference, made } of tables) draft.steps[reference] = made?.step ?? ''
  for (const { scope, digests } of found.scopes) {
    for (const digest of inOrderOfUse(digests)) writeDigest(draft, scope, digest)
  }
  for (const { scope, derived } of found.scopes) for (const one of derived) writeDerived(draft, scope, one)
  for (const scope of found.scopes) if (!writeResults(draft, scope)) return undefined
  for (const { reference } of tables) {
    if (!usedBy(draft).has(reference)) Reflect.deleteProperty(draft.steps, reference)
  }
  writeBeacons(draft)
  writeUncommitted(draft, found)
  writeOrders(draft, found)
  writeChains(draft)
  const { steps, claims, notes } = draft
  if (claims.length === 0) return undefined
  return {
    recipe: 'drawaudit/v1',
    name,
    title: published.title,
    source: published.source,
    notes: notes.slice(0, mostNotes).map(note => note.slice(0, longestNote)),
    inputs: declareInputs(published, usedBy(draft)),
    steps,
    claims: [...claims].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, mostClaims),
  }
}

/** In the order of docs/CLAIMS.md. */
const groups = ['seed.', 'entries.', 'beacon.', 'draw.', 'winner.']

function rankOf({ id }: RecipeClaim): number {
  return groups.findIndex(prefix => id.startsWith(prefix))
}

/** Sorts digests so that each comes after those it uses. */
function inOrderOfUse(digests: readonly ExplainedDigest[]): readonly ExplainedDigest[] {
  const ordered: ExplainedDigest[] = []
  const pending = [...digests]
  while (pending.length > 0) {
    const waiting = new Set(pending.map(({ target }) => target.reference))
    const index = pending.findIndex(({ formula, target }) =>
      referencesOf(formula).every(part => part === target.reference || !waiting.has(part)),
    )
    // Circular digests have no order.
    ordered.push(...pending.splice(Math.max(index, 0), 1))
  }
  return ordered
}

function writeDigest(draft: Draft, scope: Scope, { target, formula, evidence }: ExplainedDigest): void {
  const { published, replacements } = draft
  const name = plainName(target)
  const from = bytesExpression(target)
  const computed = replaceParts(expressDigest(formula), replacements)
  const step = addStep(draft, `computed_${name}`, overCases(published, scope, computed))
  const ofCase: Readonly<Record<Scope['kind'], Expression>> = {
    draw: step,
    row: computed,
    turn: { at: [step, '$turn'] },
  }
  replacements.set(JSON.stringify(from), ofCase[scope.kind])
  const id = scope.kind === 'draw' ? digestId(draft, formula, name) : claimId(draft, 'draw', name)
  const verb = scope.kind === 'draw' ? 'is' : 'are each'
  const says = describeDigest(formula)
  addEqual(draft, id, `the ${nameAsWords(name)} ${verb} ${says}`, [step, overCases(published, scope, from)])
  addNote(draft, name, says, evidence)
}

/** The hash of a single value is a commitment to it. */
function digestId(draft: Draft, { key, parts, root }: DigestFormula, name: string): string {
  if (root !== undefined) return claimId(draft, 'entries', 'listed')
  const [part] = parts
  const shape = draft.published.shapes.get(part?.reference ?? '')
  if (parts.length > 1 || key !== undefined || shape === undefined) return claimId(draft, 'draw', name)
  const isList = shape.kind === 'list' || shape.kind === 'table'
  return isList ? claimId(draft, 'entries', 'listed') : claimId(draft, 'seed', 'committed')
}

function writeDerived(draft: Draft, scope: Scope, { result, expression, says, evidence }: Derived): void {
  const name = plainName(result)
  const computed = replaceParts(expression, draft.replacements)
  const id = derivedId(draft, scope, { name, says })
  addEqual(draft, id, `the ${nameAsWords(name)} ${verbOf(scope)} ${says}`, [
    overCases(draft.published, scope, computed),
    overCases(draft.published, scope, result.expression),
  ])
  addNote(draft, name, says, evidence)
}

function derivedId(
  draft: Draft,
  { kind }: Scope,
  { name, says }: { readonly name: string; readonly says: string },
): string {
  const isCount = kind === 'draw' && /^the (count|sum)/.test(says)
  if (!isCount) return claimId(draft, 'draw', name)
  return claimId(draft, 'entries', hasClaim(draft, 'entries.counted') ? name : 'counted')
}

/** @returns false if the number of winners cannot be expressed. */
function writeResults(draft: Draft, { scope, fit }: ScopeFindings): boolean {
  const { sure } = splitResults(fit)
  if (fit === undefined || sure.length === 0) return true
  const place = writePlace(draft, scope, fit.place)
  const main = findMain(sure)
  for (const fitted of sure) {
    const { result } = fitted
    const name = plainName(result)
    const computed = expressResult(draft, scope, fitted, place)
    if (computed === undefined) return false
    const isWinner = fitted === main && !hasClaim(draft, 'winner.derived')
    const id = isWinner ? 'winner.derived' : claimId(draft, 'draw', name)
    const says = `the ${nameAsWords(name)} ${verbOf(scope)} ${describeResult(fit, fitted)}`
    addEqual(draft, id, says, [computed, publishedResult(draft, scope, result)])
  }
  const weakest = sure.reduce((least, one) => (netBits(one.evidence) < netBits(least.evidence) ? one : least))
  addNote(draft, sure.map(({ result }) => plainName(result)).join(', '), fit.says, weakest.evidence)
  if (fit.undecided !== undefined) draft.notes.push(fit.undecided)
  if (fit.alternative !== undefined) draft.notes.push(`Not decided: ${fit.alternative}.`)
  return true
}

/** The result that is the winner: the last one taken from a list, otherwise the last. */
function findMain(results: readonly FittedResult[]): FittedResult | undefined {
  return results.findLast(({ expression }) => JSON.stringify(expression).includes('"at"')) ?? results.at(-1)
}

/** The place from which results follow; in a draw, which has only one, as a step. */
function writePlace(draft: Draft, scope: Scope, place: Expression | undefined): Expression | undefined {
  if (place === undefined) return undefined
  const computed = replaceParts(place, draft.replacements)
  return scope.kind === 'draw' ? addStep(draft, 'place', computed) : computed
}

/** The computed result; undefined if the number of turns cannot be expressed. */
function expressResult(
  { published, replacements }: Draft,
  scope: Scope,
  { expression, drawn, isWhole }: FittedResult,
  place: Expression | undefined,
): Expression | undefined {
  const ofPlace = place === undefined ? [] : [[JSON.stringify('$place'), place] as const]
  const computed = replaceParts(expression, new Map([...replacements, ...ofPlace]))
  if (scope.kind !== 'turn') return overCases(published, scope, computed)
  const count = countTurns(published, scope)
  if (count === undefined) return undefined
  if (isWhole === true) return { take: [computed, count] }
  if (drawn !== undefined) return drawn(count, place ?? 0)
  if (scope.isTable === true) return overCases(published, scope, computed)
  return { map: { list: { range: count }, as: 'turn', do: computed } }
}

/** The published result: a list, a column, or the value itself. */
function publishedResult({ published }: Draft, scope: Scope, result: Variable): Expression {
  if (scope.kind === 'turn' && scope.isTable !== true) return `$${result.reference}`
  return overCases(published, scope, result.expression)
}

function verbOf({ kind }: Scope): string {
  return kind === 'draw' ? 'is' : 'are'
}

function addNote({ notes }: Draft, name: string, says: string, evidence: SearchEvidence): void {
  notes.push(`${name}: ${says}; ${Math.floor(netBits(evidence))} bits of evidence.`)
}
