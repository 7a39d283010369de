/**
 * A recipe, tried on draws that are known to be good: their claims have to hold, and no value may be changed without
 * any claim noticing.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import type { PublishedDraw } from '../model/published-draw.js'
import type { Claim, ClaimCode, Status } from '../model/report.js'
import type { TrustRoot } from '../model/trust.js'
import type { Recipe } from '../recipe/recipe.js'
import { ownClaims } from '../verify/draw/levels.js'
import { examinePublished } from '../verify/draw/verify-published.js'
import { mutateDraw } from './mutate/mutate-draw.js'

/** A draw to try the recipe on. */
export interface KnownDraw {
  /** What reports call it. */
  readonly source: string
  readonly draw: PublishedDraw
  /** Claims that end otherwise than a good draw's. */
  readonly ends?: Readonly<Record<string, Status>>
}

/** How one draw ended. */
export interface DrawTest {
  readonly source: string
  readonly title: string
  readonly claims: readonly Pick<Claim, 'id' | 'status' | 'code'>[]
  /** What should have ended otherwise; empty where all is as it should be. */
  readonly faults: readonly string[]
}

/** What the changes of one value showed, over all draws. */
export interface ValueTest {
  readonly name: string
  readonly title: string
  readonly is_list: boolean
  readonly informational: boolean
  readonly changes: number
  readonly noticed: number
  /** The changes that no claim noticed, at most ten of them. */
  readonly unnoticed: readonly { readonly source: string; readonly change: string }[]
  /** Only changes of the order were not noticed. */
  readonly order_only: boolean
}

/** What a recipe showed on draws that are known to be good. */
export interface RecipeTest {
  readonly recipe: { readonly name: string; readonly digest: string }
  readonly passed: boolean
  readonly draws: readonly DrawTest[]
  readonly values: readonly ValueTest[]
  /** Inputs that no draw has. */
  readonly untested: readonly string[]
  /** Claims that no draw proves. */
  readonly unproven: readonly string[]
  /** What is wrong with the recipe whatever the draws. */
  readonly faults: readonly string[]
}

/** With what the draws are verified. */
export interface TestOptions {
  readonly engine: Engine
  readonly trust: TrustRoot
  /** Told before each run of a draw. */
  readonly onRun?: (source: string, input?: string) => void
}

/** Values that nothing checks, at most: with more of them a recipe shows too little. */
const mostInformational = 2

/** Why a claim of a good draw may be open: something was not published, or nothing that is published could prove it. */
const openCodes: readonly ClaimCode[] = [
  'value-missing',
  'value-unproven',
  'beacon-signature-missing',
  'block-unpinned',
  'key-unpinned',
  'nothing-compared',
]

/** Unnoticed changes of one value that are named. */
const mostNamed = 10

/**
 * Tries a recipe on draws.
 *
 * @throws DrawauditError `engine-disagreement` only, from an engine that compares two.
 */
export function testRecipe(recipe: Recipe, draws: readonly KnownDraw[], options: TestOptions): RecipeTest {
  const tested: DrawTest[] = []
  const changes: TestedChange[] = []
  for (const known of draws) {
    options.onRun?.(known.source)
    const claims = claimsOf(recipe, known.draw, options)
    tested.push(describeDraw(known, claims))
    if (!isUnread(claims)) changes.push(...tryChanges(recipe, known, claims, options))
  }
  const values = testValues(recipe, changes)
  const faults = findRecipeFaults(recipe)
  return {
    recipe: { name: recipe.name, digest: recipe.digest },
    passed:
      draws.length > 0 &&
      faults.length === 0 &&
      tested.every(({ faults }) => faults.length === 0) &&
      values.every(value => !isUnchecked(value)),
    draws: tested,
    values,
    untested: findUntested(recipe, draws),
    unproven: findUnproven(recipe, tested),
    faults,
  }
}

function describeDraw({ source, draw, ends = {} }: KnownDraw, claims: readonly Claim[]): DrawTest {
  return {
    source,
    title: draw.title,
    claims: claims.map(({ id, status, code }) => ({ id, status, code })),
    faults: findFaults(claims, ends),
  }
}

/** One change of one value, and whether a claim noticed it. */
interface TestedChange {
  readonly input: string
  readonly source: string
  readonly change: string
  readonly isOrder: boolean
  readonly isNoticed: boolean
}

/** @param claims - how those of the draw ended as it was published. */
function tryChanges(
  recipe: Recipe,
  { source, draw }: KnownDraw,
  claims: readonly Claim[],
  options: TestOptions,
): readonly TestedChange[] {
  const changes: TestedChange[] = []
  for (const { input, change, order, published } of mutateDraw(recipe, draw.published)) {
    options.onRun?.(source, input)
    const changed = claimsOf(recipe, { ...draw, published }, options)
    // What is refused outright shows nothing about the claims.
    if (isUnread(changed)) continue
    changes.push({ input, source, change, isOrder: order === true, isNoticed: isNoticed(claims, changed) })
  }
  return changes
}

/** What was shown of each value that was changed, in the order of the recipe. */
function testValues({ inputs, claims }: Recipe, changes: readonly TestedChange[]): readonly ValueTest[] {
  return [...inputs].flatMap(([name, { declared, type }]): readonly ValueTest[] => {
    const own = changes.filter(({ input }) => input === name)
    const isHeight = claims.some(claim => claim.kind === 'verified' && claim.height === name)
    // Which block it is shows with headers, which are no part of a draw.
    if (own.length === 0 || (isHeight && own.every(change => !change.isNoticed))) return []
    const open = own.filter(change => !change.isNoticed)
    return [
      {
        name,
        title: declared.title,
        is_list: type.kind === 'list',
        informational: declared.informational === true,
        changes: own.length,
        noticed: own.length - open.length,
        unnoticed: open.slice(0, mostNamed).map(({ source, change }) => ({ source, change })),
        order_only: open.length > 0 && open.every(({ isOrder }) => isOrder),
      },
    ]
  })
}

function findRecipeFaults({ inputs }: Recipe): readonly string[] {
  const informational = [...inputs].filter(([, { declared }]) => declared.informational === true)
  if (informational.length <= mostInformational) return []
  const names = informational.map(([name]) => name).join(', ')
  return [
    `${informational.length} values are informational (${names}): a recipe has at most ${mostInformational} that nothing checks`,
  ]
}

function findUntested({ inputs }: Recipe, draws: readonly KnownDraw[]): readonly string[] {
  return [...inputs.keys()].filter(name => draws.every(({ draw }) => !Object.hasOwn(draw.published, name)))
}

function findUnproven({ claims }: Recipe, tested: readonly DrawTest[]): readonly string[] {
  const ended = tested.flatMap(({ claims }) => claims)
  const proven = new Set(ended.flatMap(({ id, status }) => (status === 'proven' ? [id] : [])))
  return claims.map(({ id }) => id).filter(id => !proven.has(id))
}

/** A value of which any other would have done: nothing checks it, and the recipe does not say so. */
export function isUnchecked({ informational, noticed }: ValueTest): boolean {
  return !informational && noticed === 0
}

function claimsOf(recipe: Recipe, draw: PublishedDraw, { engine, trust }: TestOptions): readonly Claim[] {
  const { claims } = examinePublished(draw, recipe, { engine, trust }).examination
  // What every draw is asked is no fault of the recipe.
  return claims.filter(({ id }) => !ownClaims.some(own => own === id))
}

function isUnread(claims: readonly Claim[]): boolean {
  return claims.some(({ id }) => id === 'document.read')
}

/** A claim ends otherwise. That of nothing nothing has to be shown is no news of a claim that shows nothing. */
function isNoticed(before: readonly Claim[], after: readonly Claim[]): boolean {
  return before.some(({ status }, index) => {
    const other = after[index]?.status
    const isOpen = status === 'not-provable' || status === 'not-applicable'
    return isOpen ? other === 'proven' || other === 'refuted' : other !== status
  })
}

function findFaults(claims: readonly Claim[], ends: NonNullable<KnownDraw['ends']>): readonly string[] {
  const unknown = Object.keys(ends).filter(id => claims.every(claim => claim.id !== id))
  return [
    ...unknown.map(id => `${id}: "ends" names it, and the recipe makes no such claim`),
    ...claims.flatMap(({ id, status, code, message }) => {
      const wanted = Object.hasOwn(ends, id) ? ends[id] : undefined
      const says = `${id}: ${status.replace('-', ' ')} (${code})`
      if (wanted !== undefined) return status === wanted ? [] : [`${says}, and "ends" says ${wanted}`]
      const isGood = status === 'proven' || status === 'not-applicable'
      return isGood || (status === 'not-provable' && openCodes.includes(code)) ? [] : [`${says}: ${message}`]
    }),
  ]
}
