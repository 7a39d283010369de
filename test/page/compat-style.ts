/**
 * What a style sheet uses that the oldest browsers lack. It reads sheets as esbuild writes them.
 *
 * @packageDocumentation
 */
import type { Identifier } from '@mdn/browser-compat-data'
import { data, lackOfAll, own, within, type Features } from './compat-data.js'

const css = within(data.css)
const [atRules, properties, selectors, types] = ['at-rules', 'properties', 'selectors', 'types'].map(name =>
  within(css[name]),
) as [Features, Features, Features, Features]

/** Everything below a feature, by its last name. */
function* below(features: Features): Generator<readonly [name: string, Identifier]> {
  for (const entry of Object.entries(features)) {
    yield entry
    yield* below(within(entry[1]))
  }
}

const values = new Map<string, Identifier[]>()
for (const [name, feature] of [...below(types), ...below(properties)]) {
  if (feature.__compat !== undefined) values.set(name, [...(values.get(name) ?? []), feature])
}

interface Block {
  readonly prelude: string
  readonly declarations: readonly string[]
  readonly blocks: readonly Block[]
}

/** Reads what stands between braces. */
function readBlock(text: string, from: number, prelude: string): readonly [block: Block, end: number] {
  const declarations: string[] = []
  const blocks: Block[] = []
  let start = from
  for (let at = from, depth = 0; ; at += 1) {
    const character = text[at]
    if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === '{') {
      const [block, end] = readBlock(text, at + 1, text.slice(start, at).trim())
      blocks.push(block)
      at = end
      start = end + 1
    } else if (character === undefined || character === '}' || (character === ';' && depth === 0)) {
      const declaration = text.slice(start, at).trim()
      if (declaration !== '') declarations.push(declaration)
      start = at + 1
      if (character !== ';') return [{ prelude, declarations, blocks }, at]
    }
  }
}

type Report = (what: string, feature: Identifier | undefined) => void

function checkAtRule(prelude: string, report: Report): void {
  const [, name = ''] = /^@([\w-]+)/.exec(prelude) ?? []
  const rule = own(atRules, name)
  report(`@${name}`, rule)
  if (name !== 'media') return
  for (const [, feature = ''] of prelude.matchAll(/\(([a-z-]+)/g)) {
    report(`@media (${feature})`, own(within(rule), feature.replace(/^(min|max)-/, '')))
  }
  if (/[<>]/.test(prelude)) report('@media with <', own(within(rule), 'range_syntax'))
}

function checkDeclaration(declaration: string, report: Report, reportLack: ReportLack): void {
  const [, name = '', value = ''] = /^([\w-]+):([^]*)$/.exec(declaration) ?? []
  const property = name.startsWith('--') ? undefined : own(properties, name)
  // With a prefix it stands beside the same without one.
  if (!name.startsWith('-')) report(name, property)
  for (const [, word = '', bracket] of value.matchAll(/(?<![\w#.-])(-?[a-zA-Z][\w-]*)(\(?)/g)) {
    const special = own(within(property), word)
    if (special?.__compat !== undefined) report(`${name}: ${word}`, special)
    else if (bracket === '(') reportLack(`${word}()`, values.get(word))
  }
  for (const [, unit = ''] of value.matchAll(/(?<![\w#-])[\d.]+([a-zA-Z]+)/g)) {
    // The oldest units have no data.
    reportLack(unit, unitOf(unit) ?? [])
  }
}

type ReportLack = (what: string, features: readonly Identifier[] | undefined) => void

/** Units that the data has under a name for all of their kind. */
function unitOf(unit: string): readonly Identifier[] | undefined {
  const kinds = [
    [/^[dsl]v/, { d: 'dynamic', s: 'small', l: 'large' }[unit.charAt(0)]],
    [/^cq/, 'container_query_length_units'],
  ] as const
  const [, kind] = kinds.find(([pattern]) => pattern.test(unit)) ?? []
  const name = kind !== undefined && !unit.startsWith('cq') ? `viewport_percentage_units_${kind}` : kind
  return values.get(name ?? unit)
}

/** What a sheet uses and some of the oldest browsers lack, or what nobody knows, a line each. */
export function findInStyle(text: string): readonly string[] {
  const found = new Set<string>()
  const reportLack: ReportLack = (what, features) => {
    const lack = features === undefined ? ['unknown'] : lackOfAll(features)
    if (lack.length > 0) found.add(`${what}: ${lack.join(', ')}`)
  }
  const report: Report = (what, feature) => {
    reportLack(what, feature && [feature])
  }
  const check = ({ prelude, declarations, blocks }: Block, isNested: boolean): void => {
    const isRule = prelude !== '' && !prelude.startsWith('@')
    if (prelude.startsWith('@')) checkAtRule(prelude, report)
    if (isRule) {
      for (const [pseudo, name = ''] of prelude.matchAll(/::?([a-z-]+)/g))
        report(pseudo, own(selectors, name))
    }
    if (isRule && isNested) report('a rule within a rule', own(selectors, 'nesting'))
    for (const declaration of declarations) checkDeclaration(declaration, report, reportLack)
    if (!/^@(-\w+-)?keyframes/.test(prelude)) for (const block of blocks) check(block, isNested || isRule)
    else for (const block of blocks) check({ ...block, prelude: '' }, false)
  }
  const bare = text.replace(/\/\*[^]*?\*\//g, '').replace(/"[^"]*"|'[^']*'/g, '""')
  check(readBlock(bare, 0, '')[0], false)
  return [...found].toSorted()
}
