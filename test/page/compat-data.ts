/**
 * What the oldest browsers that the page is made for lack, by the data of MDN.
 *
 * @packageDocumentation
 */
import { createRequire } from 'node:module'
import type {
  CompatData,
  Identifier,
  SimpleSupportStatement,
  SupportStatement,
} from '@mdn/browser-compat-data'

export const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** The oldest ones; scripts/build-page.js names the same to esbuild. */
const oldest = { chrome: '109', firefox: '115', safari: '16.4' } as const

/** Whether one version is at most another one; `≤79` is what is known of versions before the data began. */
function isAtMost(version: string, most: string): boolean {
  const [a, b] = [version, most].map(text => text.replace('≤', '').split('.').map(Number))
  const length = Math.max(a?.length ?? 0, b?.length ?? 0)
  for (let at = 0; at < length; at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return true
}

/** Under its own name, without a setting, and not taken away since. */
function isIn(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: added, version_removed: removed } = statement
  if (statement.flags !== undefined || statement.prefix !== undefined) return false
  if (statement.alternative_name !== undefined) return false
  if (typeof added !== 'string' || added === 'preview' || !isAtMost(added, version)) return false
  return typeof removed !== 'string' || !isAtMost(removed, version)
}

const statementsOf = (support: SupportStatement | undefined): readonly SimpleSupportStatement[] =>
  support === undefined ? [] : Array.isArray(support) ? support : [support]

function compareSupport(feature: Identifier | undefined): readonly string[] {
  const support = feature?.__compat?.support
  if (support === undefined) return []
  return Object.entries(oldest).flatMap(([browser, version]) => {
    const statements = statementsOf(support[browser as keyof typeof oldest])
    if (statements.some(statement => isIn(statement, version))) return []
    const [since] = statements
    return [`${browser} ${String(since?.version_added ?? 'never')}`]
  })
}

const lacks = new Map<Identifier | undefined, readonly string[]>()

/** The oldest browsers that lack a feature, each with the version that brought it; of what has no data none. */
export function lackOf(feature: Identifier | undefined): readonly string[] {
  const lack = lacks.get(feature) ?? compareSupport(feature)
  lacks.set(feature, lack)
  return lack
}

/** What is lacking of features of one name: nothing where any of them is there, since that one will be meant. */
export const lackOfAll = (features: readonly Identifier[]): readonly string[] =>
  features.every(feature => lackOf(feature).length > 0) ? lackOf(features[0]) : []

export type Features = Readonly<Record<string, Identifier>>

const inner = new WeakMap<object, Features>()

/** The features within one, by name. */
export function within(feature: object = {}): Features {
  const kept = inner.get(feature)
  if (kept !== undefined) return kept
  const named = Object.entries(feature).filter(([name]) => name !== '__compat')
  const features = Object.fromEntries(named) as Features
  inner.set(feature, features)
  return features
}

/** A feature by its name, which may be that of a member of every object. */
export const own = (features: Features, name: string): Identifier | undefined =>
  Object.hasOwn(features, name) ? features[name] : undefined

/** What the language has, and what browsers have. */
export const language = within(data.javascript['builtins'])
export const web = within(data.api)

/** Features by their last names, such as all methods that are called `with`. */
function indexOf(owners: Iterable<Identifier>): ReadonlyMap<string, readonly Identifier[]> {
  const index = new Map<string, Identifier[]>()
  for (const owner of owners) {
    for (const [key, feature] of Object.entries(within(owner))) {
      const name = key.replace(/_(static|event)$/, '')
      if (feature.__compat !== undefined) index.set(name, [...(index.get(name) ?? []), feature])
    }
  }
  return index
}

/** Those that all have, whose members are not reached otherwise: without iterators, and without what its name leads to. */
const known = (owners: Features): readonly Identifier[] =>
  Object.entries(owners)
    .filter(([name, owner]) => name !== 'Iterator' && lackOf(owner).length === 0)
    .map(([, owner]) => owner)

/** Members of what the language has, of what browsers have, and the attributes of HTML. */
export const languageMembers = indexOf([...known(language), ...known(within(language['Intl']))])
export const webMembers = indexOf(known(web))
const { global_attributes: globals, elements } = within(data.html)
export const attributes = indexOf([...(globals ? [globals] : []), ...Object.values(within(elements))])
