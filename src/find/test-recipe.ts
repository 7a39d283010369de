/**
 * Tests a recipe on draws known to be good: their claims must hold, and a change of any value must be noticed
 * by some claim.
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

/** A draw to test the recipe on. */
export interface KnownDraw {
  /** Its name in reports. */
  readonly source: string
  readonly draw: PublishedDraw
  /** Expected statuses of claims that differ from a good draw's. */
  readonly ends?: Readonly<Record<string, Status>>
}

/** Test result of one draw. */
export interface DrawTest {
  readonly source: string
  readonly title: string
  readonly claims: readonly Pick<Claim, 'id' | 'status' | 'code'>[]
  /** Unexpected statuses; empty if all is well. */
  readonly faults: readonly string[]
}

/** Test result of changes to one value, over all draws. */
export interface ValueTest {
  readonly name: string
  readonly title: string
  readonly is_list: boolean
  readonly informational: boolean
  readonly changes: number
  readonly noticed: number
  /** Changes that no claim noticed, at most ten. */
  readonly unnoticed: readonly { readonly source: string; readonly change: string }[]
  /** Whether all unnoticed changes concern only the order. */
  readonly order_only: boolean
}

/** Test result of a recipe. */
export interface RecipeTest {
  readonly recipe: { readonly name: string; readonly digest: string }
  readonly passed: boolean
  readonly draws: readonly DrawTest[]
  readonly values: readonly ValueTest[]
  /** Inputs that occur in no draw. */
  readonly untested: readonly string[]
  /** Claims proven by no draw. */
  readonly unproven: readonly string[]
  /** Faults of the recipe itself. */
  readonly faults: readonly string[]
}

/** Engine and other options of the verification. */
export interface TestOptions {
  readonly engine: Engine
  readonly trust: TrustRoot
  /** Called before each run of a draw. */
  readonly onRun?: (source: string, input?: string) => void
}

/** Max number of inputs that nothing checks; a recipe with more shows too little. */
const mostInformational = 2

/**
 * Codes with which a good draw's claim may be open: something was not published, or nothing published could
 * prove it.
 */
const openCodes: readonly ClaimCode[] = [
  'value-missing',
  'value-unproven',
  'beacon-signature-missing',
  'block-unpinned',
  'key-unpinned',
  'nothing-compared',
]

/** Max unnoticed changes listed per value. */
const mostNamed = 10

/**
 * Tests a recipe on draws.
 *
 * @throws only DrawauditError `engine-disagreement`, from an engine that compares two others.
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

/** A change of a value, and whether a claim noticed it. */
interface TestedChange {
  readonly input: string
  readonly source: string
  readonly change: string
  readonly isOrder: boolean
  readonly isNoticed: boolean
}

/** @param claims - the claims of the unchanged draw. */
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
    // A draw rejected as invalid shows nothing about the claims.
    if (isUnread(changed)) continue
    changes.push({ input, source, change, isOrder: order === true, isNoticed: isNoticed(claims, changed) })
  }
  return changes
}

/** Results for each changed value, in the order of the recipe. */
function testValues({ inputs, claims }: Recipe, changes: readonly TestedChange[]): readonly ValueTest[] {
  return [...inputs].flatMap(([name, { declared, type }]): readonly ValueTest[] => {
    const own = changes.filter(({ input }) => input === name)
    const isHeight = claims.some(claim => claim.kind === 'verified' && claim.height === name)
    // A wrong block height is noticed only with block headers, which are not part of a draw.
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

/** Whether no change of the value is noticed, and the recipe does not declare it informational. */
export function isUnchecked({ informational, noticed }: ValueTest): boolean {
  return !informational && noticed === 0
}

function claimsOf(recipe: Recipe, draw: PublishedDraw, { engine, trust }: TestOptions): readonly Claim[] {
  const { claims } = examinePublished(draw, recipe, { engine, trust }).examination
  // Claims added to every draw are not the recipe's fault.
  return claims.filter(({ id }) => !ownClaims.some(own => own === id))
}

function isUnread(claims: readonly Claim[]): boolean {
  return claims.some(({ id }) => id === 'document.read')
}

/** Whether a claim's status changed. From not-applicable to not-provable does not count. */
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
