/**
 * Formats a recipe as in this repository: an object or list that fits on a line is on one line.
 *
 * @packageDocumentation
 */
import { encodeUtf8 } from '../../core/encoding.js'

/** Max columns of a line. */
const widest = 140

/** JSON with two-space indents; objects and lists that fit into 140 columns are on one line. */
export function layOut(value: unknown): string {
  return `${lay(value, 0, 0)}\n`
}

/** @param around - number of other characters on the line, without the indent. */
function lay(value: unknown, indent: number, around: number): string {
  const line = flat(value)
  const isRoot = indent === 0
  if (typeof value !== 'object' || value === null) return line
  const fits = indent + around + encodeUtf8(line).length <= widest
  if (!isRoot && fits && !isBroken(value)) return line
  const inner = ' '.repeat(indent + 2)
  const parts = Array.isArray(value)
    ? value.map((item, index) => inner + lay(item, indent + 2, index + 1 < value.length ? 1 : 0))
    : Object.entries(value).map(([name, item], index, members) => {
        const label = `${JSON.stringify(name)}: `
        return inner + label + lay(item, indent + 2, label.length + (index + 1 < members.length ? 1 : 0))
      })
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.join(',\n')}\n${' '.repeat(indent)}${close}`
}

/** Lists of several lists or objects have one line per member. */
function isBroken(value: object): boolean {
  if (!Array.isArray(value) || value.length < 2) return false
  const items: readonly unknown[] = value
  const [first] = items
  return items.every(item => isNested(item) && Array.isArray(item) === Array.isArray(first))
}

function isNested(item: unknown): boolean {
  return typeof item === 'object' && item !== null && Object.keys(item).length > 1
}

function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${flat(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
