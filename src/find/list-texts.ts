/**
 * Every way in which a list goes into a hash: its order, its separators, JSON.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../core/json.js'
import type { Expression } from '../model/recipe.js'
import { textForm, type Form } from './forms.js'
import { declaresText, itemText, ordersOf, type ListOrder } from './orders.js'
import type { Case, ListVariable } from './scope.js'
import { isObject, printScalar, type ScalarShape } from './shape.js'

const separators = [',', '\n', '', '|', ':', ';', '-', ' ', ', ', '_', '.', '/', '&', '+', '\r\n', '\t']

/** Between the cells of a row. */
const cellSeparators = [':', ',', '|', '-', ';', '', '=', '_', ' ', '\t']

/** The forms of a list, the likely ones first; none of them is kept. */
export function* listForms(list: ListVariable): Generator<Form> {
  const orders = ordersOf(list)
  const { shape, reference } = list
  if (shape.kind === 'list') {
    for (const order of orders) yield* texts(reference, order, `${reference} ${order.says}`, shape.of, item => item, itemText(shape.of, '$item')) // prettier-ignore
    if (shape.of.kind === 'integer') {
      const asText: ListOrder = {
        says: 'sorted as text',
        sort: items =>
          [...items].sort((a, b) =>
            printScalar(a) < printScalar(b) ? -1 : printScalar(a) > printScalar(b) ? 1 : 0,
          ),
        express: items => ({ sort: [{ map: { list: items, as: 'item', do: { text_decimal: '$item' } } }, 'ascending', 'utf16'] }), // prettier-ignore
      }
      yield* texts(reference, asText, `${reference} sorted as text`, { kind: 'text' }, item => item, '$item')
    }
    return
  }
  const columns = Object.entries(shape.columns)
  for (const order of orders) {
    for (const [name, column] of columns) {
      const cell = (row: JsonValue): JsonValue => (isObject(row) ? (row[name] ?? '') : '')
      yield* texts(reference, order, `${name} of ${reference} ${order.says}`, column, cell, itemText(column, `$item.${name}`), true) // prettier-ignore
    }
    for (const cellSeparator of cellSeparators) {
      const cells = columns.map(([name, column]) => itemText(column, `$item.${name}`))
      const row = (item: JsonValue): JsonValue => columns.map(([name]) => printScalar(isObject(item) ? item[name] : undefined)).join(cellSeparator) // prettier-ignore
      const says = `${reference} ${order.says}, cells with ${JSON.stringify(cellSeparator)} between`
      yield* texts(reference, order, says, { kind: 'text' }, row, { join: [cells, cellSeparator] }, true)
    }
    yield jsonForm(reference, order)
  }
}

function* texts(
  reference: string,
  order: ListOrder,
  says: string,
  shape: ScalarShape,
  read: (item: JsonValue) => JsonValue,
  item: Expression,
  isCell = false,
): Generator<Form> {
  const sorted = order.express(`$${reference}`)
  const items: Expression = item === '$item' ? sorted : { map: { list: sorted, as: 'item', do: item } }
  let last: { readonly at: Case; readonly strings: readonly string[] } | undefined
  const strings = (at: Case): readonly string[] | undefined => {
    if (last?.at === at) return last.strings
    const list = at.lists.get(reference)
    if (list === undefined) return undefined
    // The forms that follow begin with the same: the case that is searched is asked again and again.
    last = { at, strings: order.sort(list).map(entry => printScalar(read(entry))) }
    return last.strings
  }
  for (const separator of separators) {
    const name = `${says}, ${JSON.stringify(separator)} between`
    yield textForm('text', reference, name, { join: [items, separator] }, at => strings(at)?.join(separator))
  }
  const lines = textForm(
    'text',
    reference,
    `${says}, each ended by a line feed`,
    { join: [items, '\n'] },
    at => {
      const joined = strings(at)?.join('\n')
      return joined === undefined ? undefined : `${joined}\n`
    },
  )
  const { text = '' } = lines
  yield withoutText({ ...lines, expression: { concat: [{ bytes_utf8: text }, { bytes_utf8: '\n' }] } })
  if (isCell) return
  yield jsonForm(reference, order)
  if (shape.kind === 'integer' || declaresText(shape)) {
    const quote = shape.kind === 'integer' ? '' : '"'
    const spaced = textForm(
      'text',
      reference,
      `${says}, as JSON with a space after each comma`,
      { join: [items, `${quote}, ${quote}`] },
      at => {
        // prettier-ignore
        const joined = strings(at)
        return joined && `[${joined.map(one => (quote === '' ? one : JSON.stringify(one))).join(', ')}]`
      },
    )
    const { text: inner = '' } = spaced
    yield withoutText({
      ...spaced,
      expression: { bytes_utf8: { join: [[`[${quote}`, inner, `${quote}]`], ''] } },
    })
  }
  if (shape.kind === 'integer') {
    yield textForm(
      'text',
      reference,
      `${says}, as a JSON list of texts`,
      { text_json: { map: { list: sorted, as: 'item', do: { text_decimal: '$item' } } } },
      at => {
        // prettier-ignore
        const joined = strings(at)
        return joined && JSON.stringify(joined)
      },
    )
  }
}

function jsonForm(reference: string, order: ListOrder): Form {
  return textForm(
    'text',
    reference,
    `${reference} ${order.says}, as JSON`,
    { text_json: order.express(`$${reference}`) },
    at => {
      // prettier-ignore
      const list = at.lists.get(reference)
      return list && JSON.stringify(order.sort(list))
    },
  )
}

/** A form that is bytes to the recipe, though it was made of text. */
function withoutText({ name, reference, says, expression, bytes }: Form): Form {
  return { name, ...(reference !== undefined && { reference }), says, expression, bytes }
}
