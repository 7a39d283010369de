/**
 * The draws that were given, under names that a recipe can have.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { findShape, isBeacon, isList, isObject, type Shape } from './shape.js'

export interface PublishedValues {
  /** What each value is, by name, in the order in which they were published. */
  readonly shapes: ReadonlyMap<string, Shape>
  /** The values of each draw, by the same names. */
  readonly draws: readonly Readonly<Record<string, JsonValue>>[]
  /** Names as they were given, where a recipe cannot have them. */
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
const deepest = 4

/**
 * Reads a published draw, an object of values, or a list of either.
 *
 * @throws DrawauditError `draw-value` when it is none of these, or more than a recipe could take.
 */
export function readPublishedValues(value: JsonValue): PublishedValues {
  const documents = isList(value) ? value : [value]
  if (documents.length === 0) throw refuse('there is no draw in the list')
  if (documents.length > mostDraws)
    throw refuse(`expected at most ${mostDraws} draws, found ${documents.length}`)
  const renamed = new Map<string, string>()
  const names = new Map<string, string>()
  let title = 'Values of an unknown recipe'
  let source = 'the values alone'
  const flat = documents.map((document, index) => {
    if (!isObject(document)) throw refuse('a draw is an object of values', index)
    const isDocument = typeof document['draw'] === 'string' && document['published'] !== undefined
    const published = isDocument ? document['published'] : document
    if (published === undefined || !isObject(published))
      throw refuse('"published" is an object of values', index)
    if (isDocument && index === 0) {
      if (typeof document['title'] === 'string') title = document['title']
      if (typeof document['source'] === 'string') source = document['source']
    }
    const values: Record<string, JsonValue> = {}
    flatten(published, '', 1, (path, member) => {
      let name = names.get(path)
      if (name === undefined) {
        name = nameOf(path, new Set(names.values()))
        names.set(path, name)
        if (names.size > mostValues) {
          throw refuse(
            `more than ${mostValues} values, and a recipe has no more: leave out what cannot matter`,
          )
        }
        if (name !== path) renamed.set(name, path)
      }
      values[name] = renameColumns(member)
    })
    return values
  })
  checkSize(flat)
  const shapes = new Map<string, Shape>()
  const ignored: string[] = []
  for (const name of names.values()) {
    const shape = findShape(flat.flatMap(values => (values[name] === undefined ? [] : [values[name]])))
    if (shape === undefined) ignored.push(name)
    else shapes.set(name, shape)
  }
  if (shapes.size === 0) throw refuse('there is no value that a recipe could use')
  const draws = flat.map(
    values =>
    Object.fromEntries([...shapes.keys()].flatMap(name => (values[name] === undefined ? [] : [[name, values[name]]]))), // prettier-ignore
  )
  return { shapes, draws, renamed, ignored, title, source }
}

/** Members of members get the names of both; a beacon stays whole, null says nothing. */
function flatten(
  values: Readonly<Record<string, JsonValue>>,
  before: string,
  depth: number,
  take: (path: string, value: JsonValue) => void,
): void {
  if (depth > deepest) throw refuse(`objects in objects more than ${deepest} deep`)
  for (const [name, value] of Object.entries(values)) {
    const path = before === '' ? name : `${before}_${name}`
    if (value === null) continue
    if (isObject(value) && !isBeacon(value)) flatten(value, path, depth + 1, take)
    else take(path, value)
  }
}

function renameColumns(value: JsonValue): JsonValue {
  if (!isList(value) || !value.every(isObject)) return value
  const [first = {}] = value
  const taken = new Set<string>()
  const renames = new Map<string, string>()
  for (const name of Object.keys(first)) {
    const renamed = nameOf(name, taken)
    taken.add(renamed)
    renames.set(name, renamed)
  }
  if ([...renames].every(([name, renamed]) => name === renamed)) return value
  return value.map(row =>
    Object.fromEntries(Object.entries(row).map(([name, item]) => [renames.get(name) ?? name, item])),
  )
}

/** Names that a recipe's own words would hide. */
const reserved = new Set(['turn', 'left', 'row', 'item', 'entry', 'chunk'])

function nameOf(path: string, taken: ReadonlySet<string>): string {
  const plain = path
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 50)
  const base = plain === '' || reserved.has(plain) ? `value_${plain}`.replace(/_$/, '') : plain
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`
  return name
}

function checkSize(draws: readonly Readonly<Record<string, JsonValue>>[]): void {
  let items = 0
  for (const values of draws) {
    for (const value of Object.values(values)) if (isList(value)) items += value.length
  }
  if (items > mostItems)
    throw refuse(`expected lists of ${mostItems} items in all, found ${items}: take a smaller draw`)
}

function refuse(message: string, draw?: number): DrawauditError {
  return new DrawauditError(
    'draw-value',
    message,
    draw === undefined ? {} : { where: { pointer: `/${draw}` } },
  )
}
