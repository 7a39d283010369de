/**
 * Claims and notes beside the formulas: what else a found recipe must show, and what the draws leave open.
 *
 * @packageDocumentation
 */
import { guessChain } from '../values/declare.js'
import { claimId, usedBy, type Draft } from './draft.js'
import { nameAsWords } from '../values/names.js'
import { referencesOf } from '../formulas/formula.js'
import { ordersOf } from '../formulas/orders.js'
import type { SearchFindings } from '../search/search.js'

/** Claims for beacons that formulas use; merely naming a round is not a claim. */
export function writeBeacons(draft: Draft): void {
  const used = usedBy(draft)
  for (const [name, shape] of draft.published.shapes) {
    if (shape.kind !== 'beacon' || !used.has(name)) continue
    const id = claimId(draft, 'beacon', 'genuine')
    draft.claims.push({ id, says: 'the randomness is the one that drand published', verified: `$${name}` })
  }
}

/** Notes on lists that no digest covers, and winners come from. */
export function writeUncommitted(draft: Draft, { scopes }: SearchFindings): void {
  const tables = scopes[0]?.scope.lists ?? []
  const listsOf = (name: string): readonly string[] =>
    tables.find(({ reference }) => reference === name)?.made?.of ?? [name]
  const covered = new Set(
    scopes.flatMap(({ digests }) => digests.flatMap(({ formula }) => referencesOf(formula).flatMap(listsOf))),
  )
  const results = scopes.flatMap(({ scope }) => scope.results)
  const columns = scopes.flatMap(({ scope }) => (scope.kind === 'turn' ? scope.variables : []))
  const isOfTurns = (name: string): boolean =>
    [...results, ...columns].some(({ reference }) => reference === name)
  const made = tables.flatMap(({ reference }) => draft.steps[reference] ?? [])
  const written = JSON.stringify([draft.claims, made])
  for (const [name, shape] of draft.published.shapes) {
    if (shape.kind !== 'list' && shape.kind !== 'table') continue
    if (covered.has(name) || isOfTurns(name) || !written.includes(`"$${name}"`)) continue
    const id = claimId(draft, 'entries', 'committed')
    const says = `the ${nameAsWords(name)} stood fixed before the draw`
    draft.claims.push({ id, says, verified: `$${name}` })
  }
}

/** Notes on lists that were published in sorted order: they do not show whether the rule sorts them. */
export function writeOrders({ claims, steps, notes }: Draft, { scopes: [draws] }: SearchFindings): void {
  if (draws === undefined) return
  const { lists, cases } = draws.scope
  const text = JSON.stringify([claims, steps])
  for (const list of lists) {
    const { reference, shape } = list
    const [, ascending] = ordersOf(list)
    if (shape.kind !== 'list' || ascending === undefined || !text.includes(`"$${reference}"`)) continue
    const isSorted = cases.every(at => {
      const items = at.lists.get(reference) ?? []
      return ascending.sort(items).every((item, index) => item === items[index])
    })
    if (!isSorted) continue
    notes.push(`${reference} is taken as given; it is in ascending order, so sorted would be the same here.`)
  }
}

/** Notes on rounds without a signature, which may belong to either chain. */
export function writeChains({ published, notes }: Draft): void {
  for (const [name, shape] of published.shapes) {
    if (shape.kind !== 'beacon' || shape.members.includes('signature')) continue
    const chain = guessChain(published.draws.map(draw => draw[name]))
    notes.push(`${name} was published without a signature: that it is of drand's ${chain} chain is assumed.`)
  }
}
