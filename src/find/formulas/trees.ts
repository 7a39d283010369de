/**
 * Roots of Merkle trees over a list: variants of leaves, of joining pairs, and of a lone node.
 *
 * @packageDocumentation
 */
import { concatBytes, encodeUtf8, hexDigits } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import type { Expression } from '../../model/recipe.js'
import { printCell } from '../values/datum.js'
import type { Case, ListVariable } from '../values/scope.js'
import type { ScalarShape } from '../values/shape.js'
import type { Form } from './forms.js'
import { operationOf } from './formula.js'
import { itemText, ordersOf } from './orders.js'

/** Max leaves of a tree. */
const mostLeaves = 20_000

/** Max orders of a list. */
const mostOrders = 2

const hashes = ['sha256', 'keccak-256'] as const

/** How a tree is built, in terms of `merkle_pairs` of the recipe language. */
interface Manner {
  readonly odd: 'duplicate' | 'promote'
  readonly order: 'given' | 'sorted'
  readonly text?: 'hex'
}

const manners: readonly Manner[] = [
  { odd: 'duplicate', order: 'given' },
  { odd: 'promote', order: 'given' },
  { odd: 'promote', order: 'sorted' },
  { odd: 'duplicate', order: 'given', text: 'hex' },
  { odd: 'promote', order: 'given', text: 'hex' },
]

/** All possible roots of a list; the leaves are hashes of its items, or of a column's cells. */
export function* rootForms(
  { reference, shape, made }: ListVariable,
  engine: Engine,
  count: number,
): Generator<Form> {
  if (count > mostLeaves || count < 2 || made !== undefined) return
  const columns: readonly (readonly [string | undefined, ScalarShape])[] =
    shape.kind === 'list' ? [[undefined, shape.of]] : Object.entries(shape.columns)
  for (const order of ordersOf({ reference, shape }).slice(0, mostOrders)) {
    for (const [column, of] of columns) {
      const text = itemText(of, column === undefined ? '$item' : `$item.${column}`)
      const what = column === undefined ? reference : `${column} of ${reference}`
      for (const hash of hashes) {
        const leavesAt = (at: Case): readonly Uint8Array[] | undefined =>
          at.lists.get(reference) &&
          order
            .sort(at.lists.get(reference) ?? [])
            .map(item => engine.hash(hash, encodeUtf8(printCell(item, column))))
        for (const manner of manners) {
          const operation = operationOf(hash)
          const leaves: Expression = {
            map: {
              list: order.express(`$${reference}`),
              as: 'item',
              do: { [operation]: { bytes_utf8: text } },
            },
          }
          yield {
            name: 'bytes',
            reference,
            says: `the root of a tree by ${operation} over the hashes of ${what} ${order.says}; ${describe(manner)}`,
            expression: { merkle_pairs: { leaves, hash: operation, ...manner } },
            bytes: at => {
              const found = leavesAt(at)
              return found && rootOf(found, manner, nodes => engine.hash(hash, nodes))
            },
          }
        }
      }
    }
  }
}

function describe({ odd, order, text }: Manner): string {
  const pairs = order === 'sorted' ? 'pairs sorted' : 'pairs as they stand'
  const lone = odd === 'duplicate' ? 'a lone node is paired with itself' : 'a lone node goes up as it is'
  return `${pairs}${text === 'hex' ? ' as hex text' : ''}, ${lone}`
}

function rootOf(
  leaves: readonly Uint8Array[],
  { odd, order, text }: Manner,
  hash: (nodes: Uint8Array) => Uint8Array,
): Uint8Array | undefined {
  let nodes = leaves
  while (nodes.length > 1) {
    const above: Uint8Array[] = []
    for (let at = 0; at < nodes.length; at += 2) {
      const left = nodes[at] ?? new Uint8Array()
      const right = nodes[at + 1]
      if (right === undefined && odd === 'promote') {
        above.push(left)
        continue
      }
      const pair = [left, right ?? left]
      if (order === 'sorted') pair.sort((one, other) => compareBytes(one, other))
      above.push(hash(concatBytes(...pair.map(node => (text === 'hex' ? hexDigits(node).slice() : node)))))
    }
    nodes = above
  }
  return nodes[0]
}

/** Compares digests of equal length byte by byte. */
function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
