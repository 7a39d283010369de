/**
 * Readable forms of a draw's values: long ones are cut in the middle, and lists after their first items.
 *
 * @packageDocumentation
 */
import { plainValue, printValue, weightOf, type Value } from '../recipe/value.js'
import { drawStrings as say } from './catalogue/en/draws.js'
import type { FormulaValue } from './model.js'

/** Max characters of a single value and of one in a list, and the characters kept of longer ones. */
const alone = { longest: 40, kept: 22 }
const inList = { longest: 20, kept: 16 }

/** Max items of a list, columns of a row, and rows of a table. */
const mostItems = 6
const mostRows = 2

/**
 * Max weight of a value that can be copied here; the step-by-step calculation has the parts of heavier ones.
 */
const heaviest = 1000

/** Min bytes shown as text: fewer can be printable by chance. */
const leastText = 12

export function showValue(value: Value): FormulaValue {
  const shown = brief(value, alone)
  const isWhole = !shown.includes('…') || value.kind === 'stream' || weightOf(value) > heaviest
  return isWhole ? { shown } : { shown, full: printWhole(value) }
}

function printWhole(value: Value): string {
  const plain = (value.kind === 'bytes' ? asText(value.bytes) : undefined) ?? plainValue(value)
  return typeof plain === 'string' ? plain : JSON.stringify(plain)
}

function brief(value: Value, most: typeof alone): string {
  switch (value.kind) {
    case 'stream':
      return say.stream
    case 'bytes': {
      const text = asText(value.bytes)
      return text === undefined ? cut(printValue(value), most) : `“${cut(text, most)}”`
    }
    case 'list': {
      const { items } = value
      const shown = items[0]?.kind === 'row' ? mostRows : mostItems
      const first = items.slice(0, shown).map(briefPart)
      if (items.length <= shown) return first.join(', ')
      return `${first.join(', ')} … ${say.inAll(items.length)}`
    }
    case 'row': {
      const columns = Object.entries(value.columns)
      const first = columns
        .slice(0, mostItems)
        .map(([name, one]) => `${cut(name, inList)}: ${briefPart(one)}`)
      return columns.length > mostItems ? `${first.join(', ')} …` : first.join(', ')
    }
    default:
      return cut(printValue(value), most)
  }
}

/** A value within another value. */
function briefPart(value: Value): string {
  const text = brief(value, inList)
  return value.kind === 'list' ? `[${text}]` : value.kind === 'row' ? `{${text}}` : text
}

/** Keeps two thirds of the characters from the beginning, and splits no character. */
function cut(text: string, { longest, kept }: typeof alone): string {
  if (text.length <= longest) return text
  const end = Math.floor(kept / 3)
  const head = text.slice(0, kept - end).replace(/[\uD800-\uDBFF]$/, '')
  return `${head}…${text.slice(-end).replace(/^[\uDC00-\uDFFF]/, '')}`
}

/** Bytes that contain text, such as a joined string before it is hashed. */
function asText(bytes: Uint8Array): string | undefined {
  const isText = bytes.length >= leastText && bytes.every(byte => byte >= 0x20 && byte < 0x7f)
  return isText ? new TextDecoder().decode(bytes) : undefined
}
