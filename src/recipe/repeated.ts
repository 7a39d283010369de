/**
 * Duplicate entries and winners.
 *
 * @packageDocumentation
 */
import type { Context } from './context.js'
import {
  columnOf,
  equalValues,
  isPrinted,
  plainValue,
  printValue,
  SmallInteger,
  type Value,
} from './value.js'

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

/** FNV-1a, 32 bits, over the characters of a value: of a text itself, of any other its JSON. */
function hashOf(value: Value): number {
  const hash = value.kind === 'text' ? addText(0x811c9dc5, value.text) : addJson(0x811c9dc5, value)
  return hash ^ (hash >>> 15)
}

function addText(start: number, text: string): number {
  let hash = start
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash
}

/** Part by part: the JSON of a row takes longer to write than to hash. */
function addJson(start: number, value: Value): number {
  if (value instanceof SmallInteger) return addText(start, `${value.number}`)
  if (value.kind === 'text') return addString(start, value.text)
  if (value.kind !== 'row' || !isPrinted(value)) return addText(start, JSON.stringify(plainValue(value)))
  let hash = start
  let before = '{'
  for (const name in value.columns) {
    hash = addString(addText(hash, before), name)
    hash = addJson(addText(hash, ':'), columnOf(value, name))
    before = ','
  }
  return addText(hash, '}')
}

/** What has to be escaped in JSON, and more: a surrogate may be half of a character. */
const escaped = /["\\\p{Cc}\p{Cs}]/u

function addString(start: number, text: string): number {
  if (escaped.test(text)) return addText(start, JSON.stringify(text))
  return addText(addText(addText(start, '"'), text), '"')
}
