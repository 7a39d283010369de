/**
 * Duplicate entries and winners.
 *
 * @packageDocumentation
 */
import type { Context } from './context.js'
import { equalValues, plainValue, printValue, type Value } from './value.js'

/**
 * The first duplicate, or undefined. Uses a table of places, since a set of a million texts would take more
 * memory than the texts.
 *
 * @throws BoundExceeded for too many items, or items crafted to collide in the table.
 */
export function findRepeated(items: readonly Value[], context: Context): string | undefined {
  const size = 2 ** Math.ceil(Math.log2((4 / 3) * items.length + 1))
  const room = 4 * size
  context.keep(room)
  const places = new Int32Array(size)
  try {
    const repeated = items.find((item, index) => {
      let at = hashOf(item) & (size - 1)
      for (; places[at] !== 0; at = (at + 1) & (size - 1)) {
        context.charge(1)
        const other = items[(places[at] ?? 0) - 1]
        if (other !== undefined && equalValues(item, other)) return true
      }
      places[at] = index + 1
      return false
    })
    return repeated && printValue(repeated)
  } finally {
    context.release(room)
  }
}

function writtenOut(value: Value): string {
  const plain = plainValue(value)
  return typeof plain === 'number' && !Object.is(plain, -0) ? `${plain}` : JSON.stringify(plain)
}

/** FNV-1a, 32 bits, over the characters of a value. */
function hashOf(value: Value): number {
  const text = value.kind === 'text' ? value.text : writtenOut(value)
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash ^ (hash >>> 15)
}
