/**
 * The winners of a published draw and their formula, from the recipe and its check.
 *
 * @packageDocumentation
 */
import type { Recipe } from '../recipe/recipe.js'
import { singularOf } from '../recipe/singular.js'
import { printValue, type Value } from '../recipe/value.js'
import { drawStrings as say } from './catalogue/en/draws.js'
import { createLines, type Examined } from './draw-formula.js'
import type { PageAnswer, Formula, PageWinner } from './model.js'
import { sayTitle } from './say-recipe.js'

/** Max winners shown. */
const mostWinners = 200

type CompiledRecipeClaim = Recipe['claims'][number]
type Equal = Extract<CompiledRecipeClaim, { kind: 'equal' }>

/** The result as the page shows it. */
export interface DrawOutcome {
  readonly winners: readonly PageWinner[]
  readonly formula?: Formula
}

export function findOutcome(given: Examined): DrawOutcome {
  const ofWinners = given.recipe.claims.filter(isOfWinners)
  if (ofWinners.length === 0) return { winners: [] }
  const winners = findResults(given).flatMap(describeWinners)
  const list = findList(given)
  const differs = findDifference(given)
  return {
    winners: winners.slice(0, mostWinners),
    formula: {
      ...createLines(
        given,
        ofWinners.map(({ id }) => id),
      ),
      ...(list && { entries: { title: list.title, count: list.items.length } }),
      counts: countsOf(given),
      ...(differs && { differs }),
    },
  }
}

const isOfWinners = (claim: CompiledRecipeClaim): claim is Equal =>
  claim.kind === 'equal' && claim.id.startsWith('winner.')

/** A value that contains winners. */
interface WinnersValue {
  readonly items: readonly Value[]
  /** Title of one item. */
  readonly title: string
  readonly isPublished: boolean
}

/** The winners as published, or otherwise as the rule gives them; by name if known, else by place. */
function findResults({ recipe, examined }: Examined): readonly WinnersValue[] {
  const { published, derive } = examined
  const results = recipe.claims
    .filter(isOfWinners)
    .filter(({ id, result }) => id !== 'winner.prizes' && result !== undefined)
    .flatMap(claim => {
      const said = published.get(claim.result ?? '')
      const value = said ?? derive(claim)
      if (value === undefined) return []
      const title = recipe.inputs.get(claim.result ?? '')?.declared.title ?? say.winner
      const isPublished = said !== undefined
      return value.kind === 'list'
        ? [{ id: claim.id, items: value.items, title: sayTitle(singularOf(title) ?? title), isPublished }]
        : [{ id: claim.id, items: [value], title: sayTitle(title), isPublished }]
    })
  const isNamed = results.some(({ id }) => id === 'winner.named')
  return results.filter(({ id }) => !isNamed || id !== 'winner.derived')
}

const describeWinners = ({ items, title, isPublished }: WinnersValue): readonly PageWinner[] =>
  items.map((item, at) => {
    const prize = say.winnerOf(title, items.length === 1 ? undefined : at + 1)
    return {
      prize: isPublished ? prize : say.byRule(prize),
      entryId: printValue(item),
      replaced: false,
    }
  })

/** The rule's result and the published one, if they differ. */
function findDifference({ recipe, examined }: Examined): Formula['differs'] {
  const { published, derive, examination } = examined
  const isRefuted = (asked: string): boolean =>
    examination.claims.some(({ id, status }) => id === asked && status === 'refuted')
  const claim = recipe.claims.filter(isOfWinners).find(({ id }) => isRefuted(id))
  const [rule, found] = [claim && derive(claim), published.get(claim?.result ?? '')]
  if (rule === undefined || found === undefined) return undefined
  if (rule.kind !== 'list' || found.kind !== 'list') {
    return { rule: printValue(rule), published: printValue(found) }
  }
  const print = (value: Value | undefined): string => (value === undefined ? say.nobody : printValue(value))
  const count = Math.max(rule.items.length, found.items.length)
  const places = Array.from(
    { length: count },
    (_, at) => [print(rule.items[at]), print(found.items[at])] as const,
  )
  const at = places.findIndex(([one, other]) => one !== other)
  const [one, other] = places[at] ?? []
  return one === undefined || other === undefined ? undefined : { rule: one, published: other, place: at + 1 }
}

interface EntryList {
  readonly title: string
  readonly items: readonly Value[]
}

/** Matches titles of lists of eligible participants. */
const listTitle = /\b(?:list of (?!disqualified)|ticket list|snapshot of|list$|qualified entries)/

/** The list that winners are drawn from, if the draw has it. */
function findList({ recipe, examined: { published } }: Examined): EntryList | undefined {
  const rests = restsOf(recipe)
  const lists = [...recipe.inputs].filter(
    ([name, { declared, type }]) =>
      rests.has(name) && type.kind === 'list' && declared.public !== true && listTitle.test(declared.title),
  )
  const [name, input] = lists.find(([, { declared }]) => declared.distinct === true) ?? lists[0] ?? []
  const value = name === undefined ? undefined : published.get(name)
  return input && value?.kind === 'list'
    ? { title: sayTitle(input.declared.title), items: value.items }
    : undefined
}

/** Numbers of tickets that the draw states. */
function countsOf({ recipe, examined: { published } }: Examined): Formula['counts'] {
  const rests = restsOf(recipe)
  return [...recipe.inputs].flatMap(([name, { declared, type }]) => {
    const value = published.get(name)
    const isCount = type.kind === 'integer' && /^(?:total )?number of /.test(declared.title)
    return rests.has(name) && isCount && value !== undefined
      ? [{ title: sayTitle(declared.title), count: printValue(value) }]
      : []
  })
}

const restsOf = ({ claims }: Recipe): ReadonlySet<string> =>
  new Set(
    claims
      .filter(isOfWinners)
      .flatMap(({ computed, result }) => (result === undefined ? [] : [...computed.rests])),
  )

/** The answer about a ticket in the draw's list; undefined if the draw has no list. */
export function answerOfDraw(given: Examined, id: string): PageAnswer | undefined {
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
  const winning = findResults(given).flatMap(({ items }) => items.map(printValue))
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

/** Spellings by which an entry can be looked up: the entry itself, or the texts and numbers in its row. */
function spellingsOf(entry: Value): readonly string[] {
  return entry.kind === 'row' ? Object.values(entry.columns).map(one => printValue(one)) : [printValue(entry)]
}

const plainOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
