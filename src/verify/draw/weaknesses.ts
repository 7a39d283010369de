/**
 * Weaknesses of a publication, as findings. They are not part of a recipe: they follow from what decides the
 * winner, and from what was published.
 *
 * @packageDocumentation
 */
import { holdsAddress } from '../../model/personal-data.js'
import type { PublishedDraw } from '../../model/published-draw.js'
import type { Finding } from '../../model/report.js'
import { inputName } from '../../recipe/claims.js'
import { BoundExceeded, type Context } from '../../recipe/context.js'
import { oncePerRecipe, type Recipe } from '../../recipe/recipe.js'
import { findRepeated } from '../../recipe/repeated.js'
import type { Type, Value } from '../../recipe/value.js'
import { winnerClaims, type Deciding } from './deciding.js'
import { enumerate } from './enumerate.js'

/**
 * The weaknesses of a publication, in the order of docs/CLAIMS.md, within what is left of the draw's budget.
 */
export function findWeaknesses(
  draw: PublishedDraw,
  recipe: Recipe,
  values: ReadonlyMap<string, Value>,
  deciding: Deciding,
  context: Context,
): readonly Finding[] {
  return [
    ...findUncommitted(recipe, values, deciding),
    ...findUnsigned(draw, recipe, values),
    ...findPersonal(recipe, values),
    ...findUnchecked(recipe, values),
    ...findRepeatedWinners(recipe, values, context),
  ]
}

/** Deciding values that nothing fixed beforehand. */
function findUncommitted(
  recipe: Recipe,
  values: ReadonlyMap<string, Value>,
  { own, unordered }: Deciding,
): readonly Finding[] {
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

const beaconsOf = oncePerRecipe(recipe =>
  [...recipe.inputs].flatMap(([name, { chain }]) => (chain === undefined ? [] : [name])),
)

/** Beacons published without what their signature is verified from. */
function findUnsigned(
  { published }: PublishedDraw,
  recipe: Recipe,
  values: ReadonlyMap<string, Value>,
): readonly Finding[] {
  return beaconsOf(recipe).flatMap(name => {
    const value = values.get(name)
    if (value?.kind !== 'beacon') return []
    const written = published[name]
    if (typeof written === 'object' && written !== null && Object.hasOwn(written, 'signature')) return []
    const { round } = value.beacon
    const message = `the signature of drand round ${round} was not published: the record alone does not show that the randomness is drand’s`
    return [{ code: 'beacon-unsigned' as const, message }]
  })
}

/** Max items of a list that are searched for addresses. */
const mostLookedAt = 10_000

/** Inputs that may contain personal data. */
const personalOf = oncePerRecipe(recipe =>
  [...recipe.inputs].flatMap(([name, { declared, type }]) =>
    declared.personal !== undefined || holdsText(type) ? [{ name, declared }] : [],
  ),
)

function holdsText(type: Type): boolean {
  if (type.kind === 'list') return holdsText(type.of)
  return type.kind === 'row' ? Object.values(type.columns).some(holdsText) : type.kind === 'text'
}

function findPersonal(recipe: Recipe, values: ReadonlyMap<string, Value>): readonly Finding[] {
  return personalOf(recipe).flatMap(({ name, declared: { title, personal } }): Finding[] => {
    const value = values.get(name)
    if (value === undefined) return []
    if (personal === 'hashed') {
      const message = `the ${title} holds hashes of personal data without a salt: whoever guesses the data can confirm the guess`
      return [{ code: 'personal-unsalted', message }]
    }
    if (personal !== 'plain' && !holdsAddresses(value)) return []
    return [{ code: 'personal-data', message: `the ${title} holds personal data, published as it is` }]
  })
}

function holdsAddresses(value: Value): boolean {
  switch (value.kind) {
    case 'text':
      return holdsAddress(value.text)
    case 'list':
      return value.items.slice(0, mostLookedAt).some(holdsAddresses)
    case 'row':
      return Object.values(value.columns).some(holdsAddresses)
    default:
      return false
  }
}

const informationalOf = oncePerRecipe(recipe =>
  [...recipe.inputs].flatMap(([name, { declared }]) =>
    declared.informational === true ? [{ name, title: declared.title }] : [],
  ),
)

/** Published values that nothing checks. */
function findUnchecked(recipe: Recipe, values: ReadonlyMap<string, Value>): readonly Finding[] {
  return informationalOf(recipe)
    .filter(({ name }) => values.has(name))
    .map(({ title }) => ({ code: 'value-unchecked', message: `nothing checks the ${title}` }))
}

/** Published values that are winners. */
const winnersOf = oncePerRecipe(recipe => [
  ...new Set(winnerClaims(recipe).flatMap(({ result }) => result ?? [])),
])

function findRepeatedWinners(
  recipe: Recipe,
  values: ReadonlyMap<string, Value>,
  context: Context,
): readonly Finding[] {
  return winnersOf(recipe).flatMap((name): Finding[] => {
    const value = values.get(name)
    if (value?.kind !== 'list' || recipe.inputs.get(name)?.declared.distinct !== undefined) return []
    const among = `among the ${titleOf(name, recipe)}`
    try {
      const repeated = findRepeated(value.items, context)
      if (repeated === undefined) return []
      return [{ code: 'winner-repeated', message: `${repeated} occurs more than once ${among}` }]
    } catch (error) {
      if (!(error instanceof BoundExceeded)) throw error
      // No finding would mean that there is no duplicate.
      const message = `nothing checks whether any occurs more than once ${among}: ${error.message}`
      return [{ code: 'value-unchecked', message }]
    }
  })
}

function titleOf(name: string, recipe: Recipe): string {
  return recipe.inputs.get(inputName(name))?.declared.title ?? name
}
