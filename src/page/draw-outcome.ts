/**
 * Who won a published draw, and by which formula: from what a recipe says and a check of it found.
 *
 * @packageDocumentation
 */
import type { Expression, RecipeDocument } from '../model/recipe.js'
import type { Recipe } from '../recipe/recipe.js'
import { printValue, type Value } from '../recipe/value.js'
import type { PublishedExamination } from '../verify/draw/verify-published.js'
import { namesIn, printFormula } from './formula.js'
import type { Answer, Formula, PageWinner } from './model.js'
import { drawStrings as say } from './catalogue/draws.js'

/** Max winners, and lines of a formula, that are shown. */
const mostWinners = 200
const mostLines = 40

/** Max characters of one value in a formula. */
const longestValue = 80

type Claim = Recipe['claims'][number]
type Equal = Extract<Claim, { kind: 'equal' }>

/** A draw that was examined by a recipe. */
export interface Examined {
  readonly recipe: Recipe
  /** The recipe as it stands in its file. */
  readonly document: RecipeDocument
  readonly examined: PublishedExamination
}

/** What the page shows of the result. */
export interface DrawOutcome {
  readonly winners: readonly PageWinner[]
  readonly formula?: Formula
}

export function findOutcome(given: Examined): DrawOutcome {
  const { recipe, document, examined } = given
  const ofWinners = recipe.claims.filter(isOfWinners)
  if (ofWinners.length === 0) return { winners: [] }
  const values = valuesOf(examined)
  const winners = findWinners(given)
  const sides = ofWinners.flatMap(claim => {
    const found = document.claims.find(({ id }) => id === claim.id)
    return found !== undefined && 'equal' in found ? [{ claim, sides: found.equal }] : []
  })
  const steps = stepsFor(
    sides.map(one => one.sides[0]),
    document,
  )
  const lines = [
    ...steps.map(([name, expression]) => ({
      text: `${name} = ${printFormula(expression, values)}`,
      ...give(values.get(name)),
    })),
    ...sides.map(({ claim, sides: [computed, published] }) => ({
      text: `${printFormula(published)} = ${printFormula(computed, values)}`,
      ...give(examined.derive(claim)),
    })),
  ]
  const differing = examined.examination.claims.find(
    ({ id, status }) => status === 'refuted' && ofWinners.some(claim => claim.id === id),
  )
  const list = findList(given)
  return {
    winners: winners.slice(0, mostWinners).map((value, at) => ({
      prize: winners.length === 1 ? say.winner : say.winnerOf(at + 1),
      entryId: printValue(value),
      replaced: false,
    })),
    formula: {
      lines: lines.slice(-mostLines),
      ...(list && { entries: { title: list.title, count: list.items.length } }),
      counts: countsOf(given),
      ...(differing?.expected !== undefined &&
        differing.found !== undefined && {
          differs: { rule: cut(differing.expected), published: cut(differing.found) },
        }),
    },
  }
}

const isOfWinners = (claim: Claim): claim is Equal => claim.kind === 'equal' && claim.id.startsWith('winner.')

/** Who won, as it was published, or else as the rule gives it: by name where there is one, and by place otherwise. */
function findWinners({ recipe, examined }: Examined): readonly Value[] {
  const { published, derive } = examined
  const results = recipe.claims
    .filter(isOfWinners)
    .filter(({ id, result }) => id !== 'winner.prizes' && result !== undefined)
    .map(claim => ({ id: claim.id, value: published.get(claim.result ?? '') ?? derive(claim) }))
  const isNamed = results.some(({ id, value }) => id === 'winner.named' && value !== undefined)
  return results
    .filter(({ id }) => !isNamed || id !== 'winner.derived')
    .flatMap(({ value }) => (value === undefined ? [] : value.kind === 'list' ? value.items : [value]))
}

/** Published values, and what the steps gave. */
function valuesOf({ published, steps }: PublishedExamination): ReadonlyMap<string, Value> {
  const computed = steps.flatMap(({ step, outcome }): readonly (readonly [string, Value])[] =>
    outcome.ended === 'value' ? [[step.name, outcome.value]] : [],
  )
  return new Map([...published, ...computed])
}

/** The steps that expressions rest on, in the order of the recipe. */
function stepsFor(
  expressions: readonly Expression[],
  { steps }: RecipeDocument,
): readonly (readonly [string, Expression])[] {
  const needed = new Set(expressions.flatMap(namesIn))
  // A step names only those before it.
  const all = Object.entries(steps)
  for (const [name, expression] of [...all].reverse()) {
    if (needed.has(name)) for (const one of namesIn(expression)) needed.add(one)
  }
  return all.filter(([name]) => needed.has(name))
}

/** What a line gives; of long lists that it is one. */
function give(value: Value | undefined): { readonly value?: string } {
  if (value === undefined || value.kind === 'stream') return {}
  const isLong = value.kind === 'list' && value.items.length > 12
  return { value: isLong ? say.listOf(value.items.length) : cut(printValue(value)) }
}

const cut = (text: string): string =>
  text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text

interface EntryList {
  readonly title: string
  readonly items: readonly Value[]
}

/** What lists of those who could win are called. */
const listTitle = /\b(?:list of (?!disqualified)|ticket list|snapshot of|list$|qualified entries)/

/** The list that the winners are drawn from, where the draw has it. */
function findList({ recipe, examined: { published } }: Examined): EntryList | undefined {
  const rests = restsOf(recipe)
  const lists = [...recipe.inputs].filter(
    ([name, { declared, type }]) =>
      rests.has(name) && type.kind === 'list' && declared.public !== true && listTitle.test(declared.title),
  )
  const [name, input] = lists.find(([, { declared }]) => declared.distinct === true) ?? lists[0] ?? []
  const value = name === undefined ? undefined : published.get(name)
  return input && value?.kind === 'list' ? { title: input.declared.title, items: value.items } : undefined
}

/** How many tickets there are, where the draw says it in a number. */
function countsOf({ recipe, examined: { published } }: Examined): Formula['counts'] {
  const rests = restsOf(recipe)
  return [...recipe.inputs].flatMap(([name, { declared, type }]) => {
    const value = published.get(name)
    const isCount = type.kind === 'integer' && /^(?:total )?number of /.test(declared.title)
    return rests.has(name) && isCount && value !== undefined
      ? [{ title: declared.title, count: printValue(value) }]
      : []
  })
}

const restsOf = ({ claims }: Recipe): ReadonlySet<string> =>
  new Set(
    claims
      .filter(isOfWinners)
      .flatMap(({ computed, result }) => (result === undefined ? [] : [...computed.rests])),
  )

/** A ticket in the list of the draw; undefined where the draw has no list. */
export function answerOfDraw(given: Examined, id: string): Answer | undefined {
  const list = findList(given)
  if (list === undefined) return undefined
  const { claims } = given.examined.examination
  const ofList = claims.filter(claim => /^(?:entries|lock)\./.test(claim.id))
  const isFixed = ofList.length > 0 && ofList.every(({ status }) => status === 'proven')
  const isRefuted = claims.some(({ status }) => status === 'refuted')
  const spellings = list.items.map(spellingsOf)
  const index = spellings.findIndex(all => all.includes(id))
  const base = { id: 'ticket' as const, claims: ofList.map(claim => claim.id) }
  if (index === -1) {
    const plain = plainOf(id)
    const near = [...new Set(spellings.flat().filter(one => plain !== '' && plainOf(one) === plain))]
    return {
      ...base,
      word: 'not-provable',
      text: [near.length === 1 ? say.didYouMean(id, near[0] ?? '') : say.notFound(id, list.items.length)],
    }
  }
  const winning = findWinners(given).map(value => printValue(value))
  const won = winning.some(one => spellings[index]?.includes(one))
  return {
    ...base,
    word: isFixed && !isRefuted ? 'proven' : 'not-provable',
    text: [
      `${say.found(id, index, list.items.length)} ${won ? say.won : say.lost}`,
      ...(isFixed && !isRefuted ? [] : [say.listUnfixed]),
    ],
  }
}

/** What an entry may be looked up by: itself, or the texts and numbers of its row. */
function spellingsOf(entry: Value): readonly string[] {
  return entry.kind === 'row' ? Object.values(entry.columns).map(one => printValue(one)) : [printValue(entry)]
}

const plainOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
