/**
 * Lists in the orders that a draw may take them in.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import type { Expression } from '../model/recipe.js'
import type { ListVariable } from './scope.js'
import { isObject, printScalar, type ScalarShape } from './shape.js'

export interface ListOrder {
  readonly says: string
  readonly sort: (items: readonly JsonValue[]) => readonly JsonValue[]
  readonly express: (list: Expression) => Expression
}

const given: ListOrder = { says: 'as given', sort: items => items, express: list => list }

const compareText = (a: JsonValue, b: JsonValue): number =>
  printScalar(a) < printScalar(b) ? -1 : printScalar(a) > printScalar(b) ? 1 : 0
const compareNumber = (a: JsonValue, b: JsonValue): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const difference = BigInt(printScalar(a)) - BigInt(printScalar(b))
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The orders of a list or table, as it was published first. */
export function ordersOf({ shape }: ListVariable): readonly ListOrder[] {
  if (shape.kind === 'list') {
    const isNumber = shape.of.kind === 'integer'
    const compare = isNumber ? compareNumber : compareText
    // Bytes and numbers have one order; text may be sorted by UTF-16 or UTF-8, which differ only beyond the BMP.
    const unit = declaresText(shape.of) ? ['utf16'] : []
    const sorted: readonly ListOrder[] = (['ascending', 'descending'] as const).map(direction => ({
      says: `sorted, ${direction}`,
      sort: items => [...items].sort(direction === 'ascending' ? compare : (a, b) => compare(b, a)),
      express: list => ({ sort: [list, direction, ...unit] }),
    }))
    return [given, ...sorted]
  }
  return [
    given,
    ...Object.entries(shape.columns).flatMap(([name, column]): readonly ListOrder[] => {
      const isNumber = column.kind === 'integer'
      const compare = isNumber ? compareNumber : compareText
      const cell = (row: JsonValue): JsonValue => (isObject(row) ? (row[name] ?? '') : '')
      return (['ascending', 'descending'] as const).map(direction => ({
        says: `sorted by ${name}, ${direction}`,
        sort: items => [...items].sort((a, b) => (direction === 'ascending' ? compare(cell(a), cell(b)) : compare(cell(b), cell(a)))), // prettier-ignore
        express: list => ({
          sort_by: { list, as: 'entry', key: `$entry.${name}`, order: direction, ties: 'keep', ...(declaresText(column) && { unit: 'utf16' }) }, // prettier-ignore
        }),
      }))
    }),
  ]
}

/** Whether a recipe declares such a value as text. */
export function declaresText(shape: ScalarShape): boolean {
  return shape.kind === 'text' || (shape.kind === 'hex' && shape.prefix === '0x')
}

/** An item of such a shape as text. */
export function itemText(shape: ScalarShape, item: Expression): Expression {
  if (declaresText(shape)) return item
  if (shape.kind === 'integer') return { text_decimal: item }
  if (shape.kind === 'base64') return { text_base64: item }
  return shape.kind === 'hex' && shape.upper ? { upper: { text_hex: item } } : { text_hex: item }
}
