/**
 * Renders the test of a recipe for people.
 *
 * @packageDocumentation
 */
import { isUnchecked, type RecipeTest, type ValueTest } from '../find/test-recipe.js'
import { escapeText, onOneLine } from './escape.js'
import { createStyle, type Style } from './style.js'
import { wrap } from './wrap.js'

export interface RecipeTestOptions {
  readonly colour?: boolean
  /** Columns to wrap at; 100 by default. */
  readonly width?: number
  /** Whether to name all unnoticed changes rather than the first ones. */
  readonly all?: boolean
}

/** Max unnoticed changes named on the line of a value. */
const mostNamed = 3

/** The test as a table, with a newline at the end. */
export function renderRecipeTest(
  test: RecipeTest,
  { colour = false, all = false, width = 100 }: RecipeTestOptions = {},
): string {
  const style = createStyle(colour)
  const { recipe, passed, draws, values, untested, unproven, faults } = test
  const lines = [
    style.strong(`recipe ${escapeText(recipe.name)} (${recipe.digest.slice(0, 'sha256:'.length + 8)}…)`),
    '',
    ...draws.flatMap(({ source, claims, faults }) => {
      const proven = claims.filter(({ status }) => status === 'proven').length
      const word = faults.length === 0 ? good('as it should be', style) : bad('not as it should be', style)
      return [
        `  ${escapeText(onOneLine(source))}: ${word}, ${proven} of ${claims.length} claims proven`,
        ...faults.map(fault => wrap('    ', fault, 6, width)),
      ]
    }),
    '',
    ...renderValues(values, style, all, width),
    ...(untested.length === 0 ? [] : ['', wrap('  no draw has ', untested.join(', '), 4, width)]),
    ...(unproven.length === 0 ? [] : ['', wrap('  no draw proves ', unproven.join(', '), 4, width)]),
    ...faults.map(fault => wrap(`  ${bad('wrong', style)}  `, fault, 4, width)),
    '',
    `verdict: ${passed ? good('passed', style) : bad('failed', style)}`,
    '',
  ]
  return lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n')
}

const good = (word: string, style: Style): string => style.status('proven', word)
const bad = (word: string, style: Style): string => style.status('refuted', word)

function renderValues(
  values: readonly ValueTest[],
  style: Style,
  all: boolean,
  columns: number,
): readonly string[] {
  const width = Math.max('value'.length, ...values.map(({ name }) => name.length))
  const count = (number: number, heading: string): string => String(number).padStart(heading.length)
  return [
    ...(values.length === 0 ? [] : [`  ${'value'.padEnd(width)}  changes  noticed`]),
    ...values.flatMap(value => {
      const { name, changes, noticed } = value
      const row = `  ${name.padEnd(width)}  ${count(changes, 'changes')}  ${count(noticed, 'noticed')}`
      const start = isUnchecked(value) ? `    ${bad('unchecked', style)}: ` : '    '
      return [row, ...describeValue(value, all).map(note => wrap(start, note, 6, columns))]
    }),
  ]
}

/** Describes a value of which some changes are not noticed. */
function describeValue(value: ValueTest, all: boolean): readonly string[] {
  const { title, is_list, informational, changes, noticed, unnoticed, order_only } = value
  const open = changes - noticed
  if (informational) return ['informational: the recipe says that nothing checks it']
  if (open === 0) return []
  const named = [...new Set(unnoticed.map(({ change }) => change))].slice(0, all ? undefined : mostNamed)
  const examples = `${named.join('; ')}${open > named.length ? '; …' : ''}`
  if (noticed === 0)
    return [`none of ${changes} changes of the ${title} is noticed by anything (${examples})`]
  const said = open === 1 ? 'is noticed by nothing' : 'are noticed by nothing'
  const why = order_only
    ? 'its order is not checked'
    : is_list
      ? 'it is not committed to'
      : 'other values do as well'
  return [`${open} of ${changes} changes of the ${title} ${said}: ${why} (${examples})`]
}
