/**
 * What a publication leaves open, as findings. Nobody writes these into a recipe: they follow from what the winner
 * rests on and from what was published.
 *
 * @packageDocumentation
 */
import type { PublishedDraw } from '../model/published-draw.js'
import type { Claim, Finding } from '../model/report.js'
import { inputName } from '../recipe/claims.js'
import { BoundExceeded, type Context } from '../recipe/context.js'
import type { Recipe } from '../recipe/recipe.js'
import { findRepeated } from '../recipe/repeated.js'
import type { Value } from '../recipe/value.js'
import { findDeciding, winnerClaims } from './deciding.js'
import { enumerate } from './enumerate.js'

/** The weaknesses of a publication, in the order of docs/CLAIMS.md, with what the draw left of its budget. */
export function findWeaknesses(
  draw: PublishedDraw,
  recipe: Recipe,
  values: ReadonlyMap<string, Value>,
  claims: readonly Claim[],
  context: Context,
): readonly Finding[] {
  return [
    ...findUncommitted(recipe, values, claims),
    ...findUnsigned(draw, recipe, values),
    ...findPersonal(recipe, values),
    ...findUnchecked(recipe, values),
    ...findRepeatedWinners(recipe, values, context),
  ]
}

/** What decides the winner and that nothing fixed beforehand. */
function findUncommitted(
  recipe: Recipe,
  values: ReadonlyMap<string, Value>,
  claims: readonly Claim[],
): readonly Finding[] {
  const { own, unordered } = findDeciding(recipe, claims, values)
  const open = own.filter(({ committed, name }) => !committed && values.has(name))
  const chosen = open.filter(({ kind }) => kind === 'value').map(({ title }) => `the ${title}`)
  return [
    ...open
      .filter(({ kind }) => kind === 'choice')
      .map(({ title }) => ({
        code: 'source-uncommitted' as const,
        message: `nothing that was published beforehand fixes which ${title} would count: whoever picks that when the value is known picks the result`,
      })),
    ...open
      .filter(({ kind }) => kind === 'list')
      .map(({ title }) => ({
        code: 'list-uncommitted' as const,
        message: `nothing that was published beforehand fixes the ${title}: whoever may change it when the random number is known picks the result`,
      })),
    ...(chosen.length === 0
      ? []
      : [
          {
            code: 'input-grindable' as const,
            message: `the organiser had ${enumerate(chosen)} in its hands, and nothing that was published beforehand fixes ${chosen.length === 1 ? 'it' : 'them'}: it could have tried, when the rest was known, until the result pleased`,
          },
        ]),
    ...unordered
      .filter(name => values.has(name))
      .map(name => ({
        code: 'order-unstated' as const,
        message: `the result depends on the order of the ${titleOf(name, recipe)}, which the platform does not state`,
      })),
  ]
}

/** Beacons that were published without what their signature is verified from. */
function findUnsigned(
  { published }: PublishedDraw,
  recipe: Recipe,
  values: ReadonlyMap<string, Value>,
): readonly Finding[] {
  return [...recipe.inputs].flatMap(([name, { chain }]) => {
    const value = values.get(name)
    if (chain === undefined || value?.kind !== 'beacon') return []
    const written = published[name]
    if (typeof written === 'object' && written !== null && Object.hasOwn(written, 'signature')) return []
    const { round } = value.beacon
    const message = `the signature of drand round ${round} was not published: the record alone does not show that the randomness is drand’s`
    return [{ code: 'beacon-unsigned' as const, message }]
  })
}

const address = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i

/** So many items of a list are looked at for addresses. */
const mostLookedAt = 10_000

function findPersonal(recipe: Recipe, values: ReadonlyMap<string, Value>): readonly Finding[] {
  return [...recipe.inputs].flatMap(([name, { declared }]): Finding[] => {
    const value = values.get(name)
    if (value === undefined) return []
    const { title, personal } = declared
    if (personal === 'hashed') {
      const message = `the ${title} holds hashes of personal data without a salt: whoever guesses the data can confirm the guess`
      return [{ code: 'personal-unsalted', message }]
    }
    if (personal !== 'plain' && !textsOf(value).some(text => address.test(text))) return []
    return [{ code: 'personal-data', message: `the ${title} holds personal data, published as it is` }]
  })
}

function textsOf(value: Value): readonly string[] {
  switch (value.kind) {
    case 'text':
      return [value.text]
    case 'list':
      return value.items.slice(0, mostLookedAt).flatMap(textsOf)
    case 'row':
      return Object.values(value.columns).flatMap(textsOf)
    default:
      return []
  }
}

/** Values that were published and that nothing checks. */
function findUnchecked(recipe: Recipe, values: ReadonlyMap<string, Value>): readonly Finding[] {
  return [...recipe.inputs].flatMap(([name, { declared }]) =>
    declared.informational === true && values.has(name)
      ? [{ code: 'value-unchecked' as const, message: `nothing checks the ${declared.title}` }]
      : [],
  )
}

function findRepeatedWinners(
  recipe: Recipe,
  values: ReadonlyMap<string, Value>,
  context: Context,
): readonly Finding[] {
  const results = new Set(winnerClaims(recipe).flatMap(({ result }) => result ?? []))
  return [...results].flatMap((name): Finding[] => {
    const value = values.get(name)
    if (value?.kind !== 'list' || recipe.inputs.get(name)?.declared.distinct !== undefined) return []
    const among = `among the ${titleOf(name, recipe)}`
    try {
      const repeated = findRepeated(value.items, context)
      if (repeated === undefined) return []
      return [{ code: 'winner-repeated', message: `${repeated} stands more than once ${among}` }]
    } catch (error) {
      if (!(error instanceof BoundExceeded)) throw error
      // Silence would say that there is none.
      const message = `nothing checks whether any stands more than once ${among}: ${error.message}`
      return [{ code: 'value-unchecked', message }]
    }
  })
}

function titleOf(name: string, recipe: Recipe): string {
  return recipe.inputs.get(inputName(name))?.declared.title ?? name
}
