/**
 * The given draws, under names valid in a recipe.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { isList, isObject, readPlainDraws } from '../../model/plain-values.js'
import { findShape, type ValueShape } from './shape.js'

/** The values of all draws that are searched together. */
export interface SearchedValues {
  /** Shape of each value by name, in published order. */
  readonly shapes: ReadonlyMap<string, ValueShape>
  /** Values of each draw, by the same names. */
  readonly draws: readonly Readonly<Record<string, JsonValue>>[]
  /** Original names, by those in the recipe: `Server Seed`, `proof.hash`. */
  readonly renamed: ReadonlyMap<string, string>
  /** Values left out because no recipe can use their kind. */
  readonly ignored: readonly string[]
  readonly title: string
  readonly source: string
}

/** Max inputs of a recipe. */
const mostValues = 64

/** Max draws. */
const mostDraws = 1000

/** Max items of all lists in all draws. */
const mostItems = 500_000

/**
 * Reads a published draw, an object of values, or a list of either.
 *
 * @throws DrawauditError `draw-value` for any other value, or more than a recipe can contain.
 */
export function readPublishedValues(value: JsonValue): SearchedValues {
  const documents = isList(value) ? value.length : 1
  if (documents > mostDraws) throw refuse(`expected at most ${mostDraws} draws, found ${documents}`)
  const { draws, renamed } = readPlainDraws(value)
  const given = draws.map(({ values }) => values)
  checkSize(given)
  const { shapes, ignored } = findShapes(given)
  if (shapes.size === 0) throw refuse('there is no value that a recipe could use')
  const [{ title = 'Published values', source = 'the values alone' } = {}] = draws
  return { shapes, draws: given.map(values => keep(values, shapes)), renamed, ignored, title, source }
}

type DrawValues = SearchedValues['draws'][number]

function checkSize(draws: readonly DrawValues[]): void {
  if (namesOf(draws).size > mostValues) {
    throw refuse(`more than ${mostValues} values, and a recipe has no more: leave out what cannot matter`)
  }
  const lists = draws.flatMap(values => Object.values(values).filter(isList))
  const items = lists.reduce((sum, list) => sum + list.length, 0)
  if (items <= mostItems) return
  throw refuse(`expected lists of ${mostItems} items in all, found ${items}: take a smaller draw`)
}

function findShapes(draws: readonly DrawValues[]): Pick<SearchedValues, 'shapes' | 'ignored'> {
  const shapes = new Map<string, ValueShape>()
  const ignored: string[] = []
  for (const name of namesOf(draws)) {
    const shape = findShape(draws.flatMap(values => (values[name] === undefined ? [] : [values[name]])))
    if (shape === undefined) ignored.push(name)
    else shapes.set(name, shape)
    if (shape?.kind === 'table')
      ignored.push(...otherColumns(draws, name, shape).map(other => `${name}.${other}`))
  }
  return { shapes, ignored }
}

function namesOf(draws: readonly DrawValues[]): ReadonlySet<string> {
  return new Set(draws.flatMap(values => Object.keys(values)))
}

type TableShape = Extract<ValueShape, { kind: 'table' }>

/** Columns missing in some rows, or of no usable kind. */
function otherColumns(
  draws: readonly DrawValues[],
  name: string,
  { columns }: TableShape,
): readonly string[] {
  const others = new Set<string>()
  for (const row of draws.flatMap(values => rowsOf(values[name]))) {
    for (const column of Object.keys(row)) if (!Object.hasOwn(columns, column)) others.add(column)
  }
  return [...others]
}

function rowsOf(value: JsonValue | undefined): readonly Readonly<Record<string, JsonValue>>[] {
  return value !== undefined && isList(value) ? value.filter(isObject) : []
}

/** The values with a shape, in the order of the shapes. */
function keep(values: DrawValues, shapes: ReadonlyMap<string, ValueShape>): DrawValues {
  const kept = [...shapes].flatMap(([name, shape]): readonly (readonly [string, JsonValue])[] => {
    const value = values[name]
    if (value === undefined) return []
    return [[name, shape.kind === 'table' ? keepColumns(value, shape) : value]]
  })
  return Object.fromEntries(kept)
}

function keepColumns(value: JsonValue, { columns }: TableShape): JsonValue {
  const names = Object.keys(columns)
  const rows = rowsOf(value)
  if (rows.every(row => Object.keys(row).length === names.length)) return value
  return rows.map(row => Object.fromEntries(names.map(name => [name, row[name] ?? ''])))
}

function refuse(message: string): DrawauditError {
  return new DrawauditError('draw-value', message)
}
