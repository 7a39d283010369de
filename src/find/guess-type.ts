/**
 * What a published value probably is, by how it looks.
 *
 * @packageDocumentation
 */
import { decodeBase64, decodeHex } from '../core/encoding.js'
import type { JsonValue } from '../core/json.js'
import { parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import type { InputType } from '../model/recipe.js'

/** The types that a person may choose from, in the words in which they are asked for. */
export const typeWords = [
  'text',
  'integer',
  'float',
  'time',
  'sha256',
  'hex bytes',
  'base64 bytes',
  'drand default',
  'drand quicknet',
] as const

export type TypeWord = (typeof typeWords)[number]

const typesByWord: Readonly<Record<TypeWord, InputType>> = {
  text: { type: 'text' },
  integer: { type: 'integer' },
  float: { type: 'float' },
  time: { type: 'time' },
  sha256: { type: 'sha256' },
  'hex bytes': { type: 'bytes', encoding: 'hex' },
  'base64 bytes': { type: 'bytes', encoding: 'base64' },
  'drand default': { type: 'drand', chain: 'default' },
  'drand quicknet': { type: 'drand', chain: 'quicknet' },
}

/** The type that words name: `text`, or `list of text`. Undefined for other words. */
export function readTypeWords(words: string): InputType | undefined {
  const [, inner] = /^list of (.*)$/.exec(words.trim()) ?? []
  if (inner !== undefined) {
    const of = readTypeWords(inner)
    return of && { type: 'list', of }
  }
  const word = typeWords.find(one => one === words.trim())
  return word && typesByWord[word]
}

/** A type in the words in which it is asked for. */
export function describeInputType(type: InputType): string {
  switch (type.type) {
    case 'bytes':
      return `${type.encoding} bytes`
    case 'drand':
      return typeof type.chain === 'string' ? `drand ${type.chain}` : 'drand of another chain'
    case 'list':
      return `list of ${describeInputType(type.of)}`
    case 'table':
      return `table of ${Object.keys(type.columns).join(', ')}`
    default:
      return type.type
  }
}

export function isTypeOf(type: InputType, kind: InputType['type']): boolean {
  return type.type === kind
}

/**
 * What a value looks like.
 *
 * @param name - of the value: 64 hex digits are a hash or a seed.
 * @throws DrawauditError `draw-value` for true, false, null, and objects that are no beacon.
 */
export function guessType(name: string, value: JsonValue): InputType {
  if (typeof value === 'number') return { type: 'integer' }
  if (typeof value === 'string') return guessText(name, value)
  if (isList(value)) return guessList(name, value)
  if (typeof value === 'object' && value !== null && typeof value['round'] === 'number') {
    const isChained = Object.hasOwn(value, 'previous_signature')
    return { type: 'drand', chain: isChained ? 'default' : 'quicknet' }
  }
  throw new DrawauditError(
    'draw-value',
    `${name}: expected text, a number, a list or a table, found ${nameOf(value)}`,
    {
      hint: 'leave it out, or give each of its members a name of its own',
    },
  )
}

function nameOf(value: JsonValue): string {
  return value === null ? 'null' : typeof value === 'object' ? 'an object' : String(value)
}

function guessText(name: string, text: string): InputType {
  if (/^sha256:[0-9a-f]{64}$/i.test(text)) return { type: 'sha256' }
  if (/^[0-9a-f]{64}$/i.test(text) && /hash|commit|digest/.test(name)) return { type: 'sha256' }
  if (/^(?:[0-9a-f]{2}){8,}$/i.test(text) && /[a-f]/i.test(text) && accepts(decodeHex, text)) {
    return { type: 'bytes', encoding: 'hex' }
  }
  if (accepts(parseTime, text)) return { type: 'time' }
  if (/^[1-9][0-9]{15,}$/.test(text)) return { type: 'integer' }
  if (/^-?[0-9]+\.[0-9]+$/.test(text)) return { type: 'float' }
  const isBase64 = text.length >= 24 && /[A-Z]/.test(text) && /[a-z]/.test(text) && /[0-9+/]/.test(text)
  return isBase64 && accepts(decodeBase64, text) ? { type: 'bytes', encoding: 'base64' } : { type: 'text' }
}

function guessList(name: string, items: readonly JsonValue[]): InputType {
  const [first] = items
  if (first === undefined) return { type: 'list', of: { type: 'text' } }
  if (isRow(first)) {
    const columns = Object.entries(first).map(
      ([column, value]) => [column, guessType(column, value)] as const,
    )
    const wrong = columns.find(([column]) => !/^[a-z][a-z0-9_]{0,63}$/.test(column))
    if (wrong === undefined && columns.length > 0 && items.every(isRow)) {
      return { type: 'table', columns: Object.fromEntries(columns) }
    }
    throw new DrawauditError('draw-value', `${name}: its rows are not a table`, {
      hint: 'a table has the same columns in each row, named with a-z, 0-9 and _',
    })
  }
  const types = items.slice(0, 100).map(item => guessType(name, item))
  const distinct = new Set(types.map(type => JSON.stringify(type)))
  const [type = { type: 'text' as const }] = types
  if (distinct.size === 1) return { type: 'list', of: type }
  if (items.every(item => typeof item === 'string')) return { type: 'list', of: { type: 'text' } }
  throw new DrawauditError('draw-value', `${name}: its items are of several kinds`, {
    hint: 'a list has items of one type',
  })
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isRow(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !isList(value)
}

function accepts(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text)
    return true
  } catch (error) {
    if (error instanceof DrawauditError && error.code !== 'internal') return false
    throw error
  }
}
