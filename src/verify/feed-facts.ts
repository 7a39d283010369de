/**
 * Facts of a document that must not recur in other draws of the same organiser.
 *
 * @packageDocumentation
 */
import { canonicalize } from '../core/canonical.js'
import { formatSha256, normalizeSha256 } from '../core/digest.js'
import { encodeUtf8 } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import type { JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { parseAuditRecord } from '../model/audit-record.js'
import type { Bundle } from '../model/bundle.js'
import type { PublishedDraw } from '../model/published-draw.js'
import type { Series } from '../model/recipe.js'
import { Context, defaultBudget } from '../recipe/context.js'
import { readPublished } from '../recipe/inputs.js'
import type { Recipe } from '../recipe/recipe.js'
import { plainValue, printValue, type Value } from '../recipe/value.js'
import { readChain } from './bundle/chain.js'
import { findDeciding, winnerClaims } from './draw/deciding.js'
import type { Document } from './read-document.js'

/** Facts of one published draw, record or bundle. All values are compared as text. */
export interface Facts {
  readonly source: string
  /** Documents about one raffle are not separate draws. */
  readonly raffle?: string
  /** Draws by one recipe belong together. */
  readonly recipe?: string
  readonly series: Series
  /** Digest of the whole document; of a published draw, of its values and recipe, without its title. */
  readonly digest: string
  readonly id?: string
  readonly number?: bigint
  readonly seeds: readonly string[]
  readonly commitments: readonly string[]
  readonly rounds: readonly string[]
  readonly winners: readonly string[]
  /** Digest of all lists that decide who wins. */
  readonly entries?: string
}

/** Reads the facts of a document; undefined if it is not comparable, or unreadable. */
export function readFacts(
  document: Document,
  source: string,
  findRecipe: (name: string) => Recipe | undefined,
  engine: Engine,
): Facts | undefined {
  try {
    const said = readSaid(document, findRecipe, engine)
    return said && { source, ...said }
  } catch (error) {
    // The document's own report says what is wrong with it.
    if (!(error instanceof DrawauditError) || error.code === 'internal') throw error
  }
  return undefined
}

type DocumentFacts = Omit<Facts, 'source'>

const nothing = { series: {}, seeds: [], commitments: [], rounds: [], winners: [] }

function readSaid(
  document: Document,
  findRecipe: (name: string) => Recipe | undefined,
  engine: Engine,
): DocumentFacts | undefined {
  switch (document.kind) {
    case 'audit-record':
      return ofRecord(document.value, engine)
    case 'bundle':
      return ofBundle(document.bundle, digestOf(document.value, engine), engine)
    case 'published-draw':
      return ofDraw(document.draw, findRecipe, engine)
    default:
      return undefined
  }
}

function ofRecord(value: Readonly<Record<string, JsonValue>>, engine: Engine): DocumentFacts | undefined {
  const record = parseAuditRecord(value)
  if ('problems' in record) return undefined
  return {
    digest: digestOf(value, engine),
    ...nothing,
    raffle: record.raffle_id,
    id: record.raffle_id,
    commitments: record.draws.map(draw => normalizeSha256(draw.rng_seed_hash)),
  }
}

function ofBundle({ statements }: Bundle, digest: string, engine: Engine): DocumentFacts | undefined {
  const { commitment, draws } = readChain(statements, engine)
  if (commitment === undefined) return undefined
  const { raffle_id, prizes, beacon } = commitment
  return {
    digest,
    ...nothing,
    raffle: raffle_id,
    commitments: prizes.map(prize => normalizeSha256(prize.rng_seed_hash)),
    seeds: draws.map(draw => draw.rng_seed),
    rounds: beacon === null ? [] : [`${beacon.round} of the chain ${beacon.chain_hash}`],
  }
}

function ofDraw(
  draw: PublishedDraw,
  findRecipe: (name: string) => Recipe | undefined,
  engine: Engine,
): DocumentFacts | undefined {
  const recipe = findRecipe(draw.recipe)
  if (recipe === undefined) return undefined
  const { values, problems, exceeded } = readPublished(
    recipe,
    draw.published,
    new Context(engine, defaultBudget),
  )
  // Facts of a partly unreadable draw would be incomplete.
  if (problems.length > 0 || exceeded !== undefined) return undefined
  const print = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : values.get(name)
    return value && printValue(value)
  }
  const { id, number } = recipe.series
  const counted = number === undefined ? undefined : values.get(number)
  const printedId = print(id)
  const lists = findDeciding(recipe, [], values)
    .own.filter(({ kind }) => kind === 'list')
    .flatMap(({ name }) => values.get(name) ?? [])
  const committed = findSeeds(recipe)
  const named = winnerClaims(recipe).at(-1)?.result
  return {
    digest: digestOf({ recipe: recipe.name, published: draw.published }, engine),
    recipe: recipe.name,
    series: recipe.series,
    ...(printedId !== undefined && { id: printedId }),
    ...(counted?.kind === 'integer' && { number: counted.integer }),
    seeds: committed.flatMap(({ seed }) => print(seed) ?? []),
    commitments: committed.flatMap(({ commitment }) => print(commitment) ?? []),
    rounds: [...recipe.inputs].flatMap(([name, { chain }]) => {
      const value = values.get(name)
      return chain === undefined || value?.kind !== 'beacon'
        ? []
        : [`${value.beacon.round} of the chain ${chain.chainHash}`]
    }),
    winners: named === undefined ? [] : itemsIn(values.get(named)).map(printValue),
    ...(lists.length > 0 && { entries: digestOf(lists.map(plainValue), engine) }),
  }
}

/** Inputs of which only the hash is published beforehand, each with its hash. */
function findSeeds(recipe: Recipe): readonly { readonly seed: string; readonly commitment: string }[] {
  return recipe.claims.flatMap(claim => {
    if (claim.kind !== 'equal' || claim.result === undefined || claim.mirrors !== undefined) return []
    const [seed, ...others] = claim.computed.rests
    const input = seed === undefined ? undefined : recipe.inputs.get(seed)
    const isText = input?.type.kind === 'bytes' || input?.type.kind === 'text'
    if (seed === undefined || others.length > 0 || !isText) return []
    return claim.published.type.kind === 'bytes' ? [{ seed, commitment: claim.result }] : []
  })
}

function itemsIn(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : value.kind === 'list' ? value.items : [value]
}

function digestOf(value: JsonValue, engine: Engine): string {
  return formatSha256(engine.hash('sha256', encodeUtf8(canonicalize(value))))
}
