/**
 * All forms in which a list may be hashed: orders, separators, JSON.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import type { Expression } from '../../model/recipe.js'
import { printCell } from '../values/datum.js'
import { encoded, textForm, type Form } from './forms.js'
import { declaresText, itemText, ordersOf, sortedAsText, type ListOrder } from './orders.js'
import type { Case, ListVariable } from '../values/scope.js'
import type { ScalarShape } from '../values/shape.js'

const separators = [',', '\n', '', '|', ':', ';', '-', ' ', ', ', '_', '.', '/', '&', '+', '\r\n', '\t']

/** Separators between the cells of a row. */
const cellSeparators = [':', ',', '|', '-', ';', '', '=', '_', ' ', '\t']

type TableShape = Extract<ListVariable['shape'], { kind: 'table' }>

/** The items of a list as texts, before they are joined. */
interface Texts {
  readonly reference: string
  readonly says: string
  /** The list in its order. */
  readonly sorted: Expression
  /** The items as texts, as a recipe expression. */
  readonly items: Expression
  /** The items in a case; undefined if it has no such list. */
  readonly read: (at: Case) => readonly string[] | undefined
}

/** How an item becomes text. */
interface ItemText {
  readonly says: string
  readonly express: Expression
  readonly print: (item: JsonValue) => string
}

/** The forms of a list, likely ones first; not cached. */
export function* listForms(list: ListVariable): Generator<Form> {
  const { reference, shape } = list
  const orders = ordersOf(list)
  if (shape.kind === 'table') {
    for (const order of orders) yield* tableForms(reference, shape, order)
    return
  }
  for (const order of orders) yield* itemForms(reference, shape.of, order)
  if (shape.of.kind === 'integer') yield* itemForms(reference, { kind: 'text' }, sortedAsText)
}

/** Number of separators and orders tried if a list is part of a longer message. */
const likely = { separators: 6, cells: 4, orders: 2 }

/** The likely forms of a list. */
export function likelyForms(list: ListVariable): readonly Form[] {
  const { reference, shape } = list
  const orders = ordersOf(list).slice(0, likely.orders)
  if (shape.kind === 'table') return orders.flatMap(order => [...tableForms(reference, shape, order, likely)])
  const plain = orders.flatMap(order => [...itemForms(reference, shape.of, order, likely.separators)])
  if (shape.of.kind !== 'integer') return plain
  return [...plain, ...itemForms(reference, { kind: 'text' }, sortedAsText, likely.separators)]
}

/** A list of scalars, in one order. */
function* itemForms(
  reference: string,
  of: ScalarShape,
  order: ListOrder,
  most = separators.length,
): Generator<Form> {
  const texts = textsOf(reference, order, {
    says: `${reference} ${order.says}`,
    express: itemText(of, '$item'),
    print: item => printCell(item, undefined),
  })
  yield* joinedForms(texts, most)
  yield* jsonForms(reference, order, [of])
  if (of.kind === 'integer' || declaresText(of)) yield spacedJsonForm(texts, of.kind === 'integer' ? '' : '"')
  if (of.kind === 'integer') yield jsonOfTextsForm(texts)
}

/** A table in one order: a column, its rows with joined cells, and JSON. */
function* tableForms(
  reference: string,
  { columns }: TableShape,
  order: ListOrder,
  most = { separators: separators.length, cells: cellSeparators.length },
): Generator<Form> {
  const names = Object.keys(columns)
  const cells = Object.entries(columns).map(([name, of]) => itemText(of, `$item.${name}`))
  for (const [index, name] of names.entries()) {
    const column: ItemText = {
      says: `${name} of ${reference} ${order.says}`,
      express: cells[index] ?? '',
      print: row => printCell(row, name),
    }
    yield* joinedForms(textsOf(reference, order, column), most.separators)
  }
  for (const separator of cellSeparators.slice(0, most.cells)) {
    const row: ItemText = {
      says: `${reference} ${order.says}, cells with ${JSON.stringify(separator)} between`,
      express: { join: [cells, separator] },
      print: row => names.map(name => printCell(row, name)).join(separator),
    }
    yield* joinedForms(textsOf(reference, order, row), most.separators)
  }
  yield* jsonForms(reference, order, Object.values(columns))
}

function textsOf(reference: string, order: ListOrder, { says, express, print }: ItemText): Texts {
  const sorted = order.express(`$${reference}`)
  // Successive forms share their start: the searched case is read repeatedly.
  let last: { readonly at: Case; readonly texts: readonly string[] } | undefined
  return {
    reference,
    says,
    sorted,
    items: express === '$item' ? sorted : { map: { list: sorted, as: 'item', do: express } },
    read: at => {
      if (last?.at === at) return last.texts
      const list = at.lists.get(reference)
      if (list === undefined) return undefined
      last = { at, texts: order.sort(list).map(print) }
      return last.texts
    },
  }
}

/** Texts joined by a separator, or each with a line feed after it. */
function* joinedForms({ reference, says, items, read }: Texts, most: number): Generator<Form> {
  for (const separator of separators.slice(0, most)) {
    yield textForm({
      name: 'text',
      reference,
      says: `${says}, ${JSON.stringify(separator)} between`,
      text: { join: [items, separator] },
      read: at => read(at)?.join(separator),
    })
  }
  const lines: Expression = { join: [items, '\n'] }
  yield {
    name: 'text',
    reference,
    says: `${says}, each ended by a line feed`,
    expression: { concat: [{ bytes_utf8: lines }, { bytes_utf8: '\n' }] },
    bytes: encoded(at => {
      const texts = read(at)
      return texts && `${texts.join('\n')}\n`
    }),
  }
}

/** As `JSON.stringify` writes it; fractions and truth values were not published as text. */
function* jsonForms(reference: string, order: ListOrder, of: readonly ScalarShape[]): Generator<Form> {
  if (of.some(shape => shape.kind === 'fraction' || (shape.kind === 'text' && shape.isLogical === true)))
    return
  yield textForm({
    name: 'text',
    reference,
    says: `${reference} ${order.says}, as JSON`,
    text: { text_json: order.express(`$${reference}`) },
    read: at => {
      const list = at.lists.get(reference)
      return list && JSON.stringify(order.sort(list))
    },
  })
}

/** In the style of Python's JSON. */
function spacedJsonForm({ reference, says, items, read }: Texts, quote: '' | '"'): Form {
  const inner: Expression = { join: [items, `${quote}, ${quote}`] }
  return {
    name: 'text',
    reference,
    says: `${says}, as JSON with a space after each comma`,
    expression: { bytes_utf8: { join: [[`[${quote}`, inner, `${quote}]`], ''] } },
    bytes: encoded(at => {
      const texts = read(at)
      return texts && `[${texts.map(text => (quote === '' ? text : JSON.stringify(text))).join(', ')}]`
    }),
  }
}

/** Numbers in quotation marks. */
function jsonOfTextsForm({ reference, says, sorted, read }: Texts): Form {
  return textForm({
    name: 'text',
    reference,
    says: `${says}, as a JSON list of texts`,
    text: { text_json: { map: { list: sorted, as: 'item', do: { text_decimal: '$item' } } } },
    read: at => {
      const texts = read(at)
      return texts && JSON.stringify(texts)
    },
  })
}
