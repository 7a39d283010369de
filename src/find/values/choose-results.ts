/**
 * Decides which published values are results.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { isList } from '../../model/plain-values.js'
import { cellOf, printCell, printScalar } from './datum.js'
import { isCalledDetail, isCalledDrawn, isCalledResult, isCalledSeveral, isNumberOfDraw } from './names.js'
import type { SearchedValues } from './published.js'
import { isDigest } from './shape.js'

/** The results, and how they were recognized. */
export interface ChosenResults {
  /** Names of values, or `table.column`. */
  readonly results: readonly string[]
  /** By the user's option, by their names, or only by the last place. */
  readonly by: 'option' | 'name' | 'place'
}

/** @throws DrawauditError `usage` for a name that no value has. */
export function chooseResults(published: SearchedValues, asked: readonly string[]): ChosenResults {
  const { shapes, renamed } = published
  if (asked.length > 0) {
    const given = new Map([...renamed].map(([name, path]) => [path, name]))
    return { by: 'option', results: asked.map(name => checkName(given.get(name) ?? name, name, published)) }
  }
  const plain = namedResults(published, name => isCalledResult(name) && !isNumberOfDraw(name))
  const results = plain.length > 0 ? plain : namedResults(published, isCalledResult)
  if (results.length > 0) return { by: 'name', results }
  const [name = '', shape] = [...shapes].findLast(([other]) => !isCalledDetail(other)) ?? []
  const of = shape?.kind === 'list' ? shape.of : shape
  return { by: 'place', results: of?.kind === 'integer' || of?.kind === 'text' ? [name] : [] }
}

function namedResults(published: SearchedValues, isResult: (name: string) => boolean): readonly string[] {
  return [...published.shapes].flatMap(([name, shape]) => {
    if (shape.kind === 'beacon') return []
    if (shape.kind === 'table') {
      return Object.entries(shape.columns).flatMap(([column, of]) =>
        isResult(column) &&
        !isCounting(name, column, published) &&
        (!isDigest(of) || isListed(name, column, published))
          ? [`${name}.${column}`]
          : [],
      )
    }
    const of = shape.kind === 'list' ? shape.of : shape
    if (!isResult(name) || (isDigest(of) && !isListed(name, undefined, published))) return []
    if (shape.kind === 'integer' && isCountOf(name, published)) return []
    const isOther =
      shape.kind === 'list' && (isDrawnFrom(name, published) || isCounting(name, undefined, published))
    return isOther ? [] : [name]
  })
}

/** Bytes that occur in a longer list in each draw are one of its entries, such as a wallet, not a digest. */
function isListed(name: string, column: string | undefined, { draws, shapes }: SearchedValues): boolean {
  const others = [...shapes].flatMap(([other, shape]): readonly (readonly [string, string | undefined])[] => {
    if (other === name) return []
    if (shape.kind === 'table') return Object.keys(shape.columns).map(inner => [other, inner])
    return shape.kind === 'list' ? [[other, undefined]] : []
  })
  const itemsOf = (draw: SearchedValues['draws'][number], of: string, inner?: string): readonly string[] => {
    const value = draw[of] ?? null
    return isList(value) ? value.map(item => printCell(item, inner)) : [printScalar(value)]
  }
  return others.some(([other, inner]) =>
    draws.every(draw => {
      const entries = new Set(itemsOf(draw, other, inner))
      const own = itemsOf(draw, name, column)
      return own.length <= entries.size && own.every(item => entries.has(item))
    }),
  )
}

/** A number with a plural name that equals a list's length in each draw is a count: `positions: 10`. */
function isCountOf(name: string, { draws, shapes }: SearchedValues): boolean {
  const lists = [...shapes].filter(([, { kind }]) => kind === 'list' || kind === 'table')
  const isLength = (draw: SearchedValues['draws'][number], list: string): boolean => {
    const items = draw[list] ?? null
    return isList(items) && printScalar(draw[name] ?? null) === `${items.length}`
  }
  return isCalledSeveral(name) && lists.some(([list]) => draws.every(draw => isLength(draw, list)))
}

/** A list or column of consecutive numbers was not drawn. */
function isCounting(table: string, column: string | undefined, { draws }: SearchedValues): boolean {
  return draws.every(draw => {
    const rows = draw[table] ?? null
    const numbers = isList(rows) ? rows.map(row => Number(cellOf(row, column))) : []
    return numbers.length > 1 && numbers.every((number, at) => number === (numbers[0] ?? 0) + at)
  })
}

/** The longest list is drawn from, whatever its name, unless that says it has won. */
function isDrawnFrom(name: string, { draws, shapes }: SearchedValues): boolean {
  if (isCalledDrawn(name)) return false
  const [first = {}] = draws
  const lengthOf = (list: string): number => {
    const value = first[list]
    return value !== undefined && isList(value) ? value.length : 0
  }
  return [...shapes.keys()].every(other => lengthOf(other) <= lengthOf(name))
}

/** @param asked - the name as given by the user. */
function checkName(name: string, asked: string, { shapes }: SearchedValues): string {
  const [value = '', column] = name.split('.')
  const shape = shapes.get(value)
  const isThere =
    column === undefined ? shape !== undefined : shape?.kind === 'table' && column in shape.columns
  if (isThere) return name
  throw new DrawauditError('usage', `there is no value ${JSON.stringify(asked)}`, {
    hint: `the values are ${[...shapes.keys()].join(', ')}`,
  })
}
