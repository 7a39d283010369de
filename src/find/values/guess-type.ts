/**
 * Guesses from its name and form how a recipe declares a published value; a person corrects it. The search
 * (`shape.ts`) reads any hex and digits as such, but here anything that is not clearly more is text.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { isList, isObject } from '../../model/plain-values.js'
import type { InputType } from '../../model/recipe.js'
import { isDecimalFraction, isTimeText, isWholeNumber, readBase64Text, readHexText } from './looks.js'
import { isCalledHash } from './names.js'

/**
 * Guesses the type of a value.
 *
 * @param name - of the value: 64 hex digits are a hash or a seed.
 * @throws DrawauditError `draw-value` for true, false, null, and objects other than beacons.
 */
export function guessType(name: string, value: JsonValue): InputType {
  if (typeof value === 'number') return { type: 'integer' }
  if (typeof value === 'string') return guessTextType(name, value)
  if (isList(value)) return guessListType(name, value)
  if (isObject(value) && typeof value['round'] === 'number') {
    const isChained = Object.hasOwn(value, 'previous_signature')
    const { signature } = value
    const isOnBn254 = typeof signature === 'string' && signature.length === 128
    return { type: 'drand', chain: isChained ? 'default' : isOnBn254 ? 'evmnet' : 'quicknet' }
  }
  throw refuse(
    `${name}: expected text, a number, a list or a table, found ${nameOf(value)}`,
    'leave it out, or give each of its members a name of its own',
  )
}

function nameOf(value: JsonValue): string {
  return value === null ? 'null' : typeof value === 'object' ? 'an object' : String(value)
}

/** Hex digits of a SHA-256 digest. */
const digestDigits = 64

/** Min digits of a text that is taken as a number. */
const fewestDigits = 16

/** Min characters of a text that is taken as base64. */
const shortestBase64 = 24

function guessTextType(name: string, text: string): InputType {
  const hex = readHexText(text)
  if (hex !== undefined) {
    const { prefix, digits, hasLower, hasUpper } = hex
    const isSha256 = prefix.toLowerCase() === 'sha256:' || (prefix === '' && isCalledHash(name))
    if (isSha256 && digits.length === digestDigits) return { type: 'sha256' }
    if (prefix === '' && (hasLower || hasUpper)) return { type: 'bytes', encoding: 'hex' }
    if (prefix === '0x') return { type: 'bytes', encoding: '0x' }
  }
  if (isTimeText(text)) return { type: 'time' }
  if (isWholeNumber(text) && text.length >= fewestDigits && !text.startsWith('-')) return { type: 'integer' }
  if (isDecimalFraction(text)) return { type: 'float' }
  const isBase64 = text.length >= shortestBase64 && /[0-9+/]/.test(text) && readBase64Text(text) !== undefined
  return isBase64 ? { type: 'bytes', encoding: 'base64' } : { type: 'text' }
}

/** Max items by which a list is judged. */
const mostJudged = 100

function guessListType(name: string, items: readonly JsonValue[]): InputType {
  const [first] = items
  if (first !== undefined && isObject(first)) return guessTableType(name, first, items)
  const types = items.slice(0, mostJudged).map(item => guessType(name, item))
  const distinct = new Set(types.map(type => JSON.stringify(type)))
  const [type = { type: 'text' as const }] = types
  if (distinct.size <= 1) return { type: 'list', of: type }
  if (items.every(item => typeof item === 'string')) return { type: 'list', of: { type: 'text' } }
  throw refuse(`${name}: its items are of several kinds`, 'a list has items of one type')
}

function guessTableType(
  name: string,
  first: Readonly<Record<string, JsonValue>>,
  rows: readonly JsonValue[],
): InputType {
  const columns = Object.entries(first).map(([column, value]) => [column, guessType(column, value)] as const)
  const isNamed = columns.every(([column]) => /^[a-z][a-z0-9_]{0,63}$/.test(column))
  if (isNamed && columns.length > 0 && rows.every(isObject)) {
    return { type: 'table', columns: Object.fromEntries(columns) }
  }
  throw refuse(
    `${name}: its rows are not a table`,
    'a table has the same columns in each row, named with a-z, 0-9 and _',
  )
}

function refuse(message: string, hint: string): DrawauditError {
  return new DrawauditError('draw-value', message, { hint })
}
