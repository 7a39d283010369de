/**
 * Which of the published values are results.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { isList } from '../../model/plain-values.js'
import { cellOf } from './datum.js'
import { isCalledDrawn, isCalledResult, isNumberOfDraw } from './names.js'
import type { PublishedValues } from './published.js'
import { isDigest } from './shape.js'

/** The results, and how they were told from other values. */
export interface ChosenResults {
  /** Names of values, or `table.column`. */
  readonly results: readonly string[]
  /** Whether the user said so, the names do, or only that the value stands last. */
  readonly by: 'option' | 'name' | 'place'
}

/** @throws DrawauditError `usage` for a name that is not among the values. */
export function chooseResults(published: PublishedValues, asked: readonly string[]): ChosenResults {
  const { shapes, renamed } = published
  if (asked.length > 0) {
    const given = new Map([...renamed].map(([name, path]) => [path, name]))
    return { by: 'option', results: asked.map(name => checkName(given.get(name) ?? name, name, published)) }
  }
  const plain = namedResults(published, name => isCalledResult(name) && !isNumberOfDraw(name))
  const results = plain.length > 0 ? plain : namedResults(published, isCalledResult)
  if (results.length > 0) return { by: 'name', results }
  const [name = '', shape] = [...shapes].at(-1) ?? []
  const of = shape?.kind === 'list' ? shape.of : shape
  return { by: 'place', results: of?.kind === 'integer' || of?.kind === 'text' ? [name] : [] }
}

function namedResults(published: PublishedValues, isResult: (name: string) => boolean): readonly string[] {
  return [...published.shapes].flatMap(([name, shape]) => {
    if (shape.kind === 'beacon') return []
    if (shape.kind === 'table') {
      return Object.entries(shape.columns).flatMap(([column, of]) =>
        isResult(column) && !isDigest(of) && !isCounting(name, column, published)
          ? [`${name}.${column}`]
          : [],
      )
    }
    const of = shape.kind === 'list' ? shape.of : shape
    if (!isResult(name) || isDigest(of)) return []
    return shape.kind === 'list' && isDrawnFrom(name, published) ? [] : [name]
  })
}

/** A column that counts the rows, from whatever number, was not drawn. */
function isCounting(table: string, column: string, { draws }: PublishedValues): boolean {
  return draws.every(draw => {
    const rows = draw[table] ?? null
    const numbers = isList(rows) ? rows.map(row => Number(cellOf(row, column))) : []
    return numbers.length > 1 && numbers.every((number, at) => number === (numbers[0] ?? 0) + at)
  })
}

/** The longest list is what is drawn from, whatever it is called, unless it says that it has won. */
function isDrawnFrom(name: string, { draws, shapes }: PublishedValues): boolean {
  if (isCalledDrawn(name)) return false
  const [first = {}] = draws
  const lengthOf = (list: string): number => {
    const value = first[list]
    return value !== undefined && isList(value) ? value.length : 0
  }
  return [...shapes.keys()].every(other => lengthOf(other) <= lengthOf(name))
}

/** @param asked - the name as the user gave it. */
function checkName(name: string, asked: string, { shapes }: PublishedValues): string {
  const [value = '', column] = name.split('.')
  const shape = shapes.get(value)
  const isThere =
    column === undefined ? shape !== undefined : shape?.kind === 'table' && column in shape.columns
  if (isThere) return name
  throw new DrawauditError('usage', `there is no value ${JSON.stringify(asked)}`, {
    hint: `the values are ${[...shapes.keys()].join(', ')}`,
  })
}
