/**
 * Orders in which a draw may take a list.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import type { Expression } from '../../model/recipe.js'
import { cellOf, printScalar } from '../values/datum.js'
import { fractionText } from './forms.js'
import type { ListVariable } from '../values/scope.js'
import type { ScalarShape } from '../values/shape.js'

/** An order of a list, for the search and as a recipe expression. */
export interface ListOrder {
  readonly says: string
  readonly sort: (items: readonly JsonValue[]) => readonly JsonValue[]
  readonly express: (list: Expression) => Expression
}

type Compare = (a: JsonValue, b: JsonValue) => number

/** The published order. */
export const asGiven: ListOrder = { says: 'as given', sort: items => items, express: list => list }

const directions = ['ascending', 'descending'] as const

/** Numbers sorted as text. */
export const sortedAsText: ListOrder = {
  says: 'sorted as text',
  sort: items => [...items].sort(compareText),
  express: list => ({
    sort: [{ map: { list, as: 'item', do: { text_decimal: '$item' } } }, 'ascending', 'utf16'],
  }),
}

/** Orders of a list or table, the published one first. */
export function ordersOf({ shape }: ListVariable): readonly ListOrder[] {
  if (shape.kind === 'list') return [asGiven, ...directions.map(direction => sorted(shape.of, direction))]
  const columns = Object.entries(shape.columns)
  return [
    asGiven,
    ...columns.flatMap(([column, of]) => directions.map(direction => sortedBy(column, of, direction))),
  ]
}

/** A table sorted by one of its columns. */
export function ordersBy(column: string, of: ScalarShape): readonly ListOrder[] {
  return directions.map(direction => sortedBy(column, of, direction))
}

type Direction = (typeof directions)[number]

function sorted(of: ScalarShape, direction: Direction): ListOrder {
  const compare = compareIn(of, direction)
  // Bytes and numbers have one order; the orders of text by UTF-16 and UTF-8 differ only beyond the BMP.
  const unit = declaresText(of) ? ['utf16'] : []
  return {
    says: `sorted, ${direction}`,
    sort: items => [...items].sort(compare),
    express: list => ({ sort: [list, direction, ...unit] }),
  }
}

function sortedBy(column: string, of: ScalarShape, direction: Direction): ListOrder {
  const compare = compareIn(of, direction)
  const unit = declaresText(of) ? { unit: 'utf16' } : {}
  const key = `$entry.${column}`
  return {
    says: `sorted by ${column}, ${direction}`,
    sort: rows => [...rows].sort((a, b) => compare(cellOf(a, column), cellOf(b, column))),
    express: list => ({ sort_by: { list, as: 'entry', key, order: direction, ties: 'keep', ...unit } }),
  }
}

function compareIn({ kind }: ScalarShape, direction: Direction): Compare {
  const compare = kind === 'integer' ? compareNumber : kind === 'fraction' ? compareFraction : compareText
  return direction === 'ascending' ? compare : (a, b) => compare(b, a)
}

function compareText(a: JsonValue, b: JsonValue): number {
  const [first, second] = [printScalar(a), printScalar(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

function compareNumber(a: JsonValue, b: JsonValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const difference = BigInt(printScalar(a)) - BigInt(printScalar(b))
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function compareFraction(a: JsonValue, b: JsonValue): number {
  return Number(printScalar(a)) - Number(printScalar(b))
}

/** Whether a recipe declares such a value as text. */
export function declaresText(shape: ScalarShape): boolean {
  return shape.kind === 'text' || (shape.kind === 'hex' && shape.prefix === '0x')
}

/** An item of this shape as text. */
export function itemText(shape: ScalarShape, item: Expression): Expression {
  if (declaresText(shape)) return item
  if (shape.kind === 'integer') return { text_decimal: item }
  if (shape.kind === 'fraction') return fractionText(shape, item)
  if (shape.kind === 'base64') return { text_base64: item }
  return shape.kind === 'hex' && shape.upper ? { upper: { text_hex: item } } : { text_hex: item }
}
