/**
 * The draws that were given, under names that a recipe can have.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { isList, readPlainDraws } from '../model/plain-values.js'
import { findShape, type Shape } from './shape.js'

export interface PublishedValues {
  /** What each value is, by name, in the order in which they were published. */
  readonly shapes: ReadonlyMap<string, Shape>
  /** The values of each draw, by the same names. */
  readonly draws: readonly Readonly<Record<string, JsonValue>>[]
  /** Names as they were given, by those in the recipe: `Server Seed`, `proof.hash`. */
  readonly renamed: ReadonlyMap<string, string>
  /** Values that are left out: of no kind that a recipe can use. */
  readonly ignored: readonly string[]
  readonly title: string
  readonly source: string
}

/** A recipe has at most as many inputs. */
const mostValues = 64
const mostDraws = 1000
const mostItems = 50_000

/**
 * Reads a published draw, an object of values, or a list of either.
 *
 * @throws DrawauditError `draw-value` when it is none of these, or more than a recipe could take.
 */
export function readPublishedValues(value: JsonValue): PublishedValues {
  const documents = isList(value) ? value.length : 1
  if (documents > mostDraws) throw refuse(`expected at most ${mostDraws} draws, found ${documents}`)
  const { draws: read, renamed } = readPlainDraws(value)
  const flat = read.map(({ values }) => values)
  const names = new Set(flat.flatMap(values => Object.keys(values)))
  if (names.size > mostValues) {
    throw refuse(`more than ${mostValues} values, and a recipe has no more: leave out what cannot matter`)
  }
  checkSize(flat)
  const shapes = new Map<string, Shape>()
  const ignored: string[] = []
  for (const name of names) {
    const shape = findShape(flat.flatMap(values => (values[name] === undefined ? [] : [values[name]])))
    if (shape === undefined) ignored.push(name)
    else shapes.set(name, shape)
  }
  if (shapes.size === 0) throw refuse('there is no value that a recipe could use')
  const draws = flat.map(
    values =>
    Object.fromEntries([...shapes.keys()].flatMap(name => (values[name] === undefined ? [] : [[name, values[name]]]))), // prettier-ignore
  )
  const [{ title = 'Published values', source = 'the values alone' } = {}] = read
  return { shapes, draws, renamed, ignored, title, source }
}

function checkSize(draws: readonly Readonly<Record<string, JsonValue>>[]): void {
  let items = 0
  for (const values of draws) {
    for (const value of Object.values(values)) if (isList(value)) items += value.length
  }
  if (items > mostItems)
    throw refuse(`expected lists of ${mostItems} items in all, found ${items}: take a smaller draw`)
}

function refuse(message: string): DrawauditError {
  return new DrawauditError('draw-value', message)
}
