/**
 * Reads a value from JSON by its declared type.
 *
 * @packageDocumentation
 */
import { parseSha256 } from '../core/digest.js'
import { decodeBase64, decodeHex } from '../core/encoding.js'
import { pointerOf, type JsonValue } from '../core/json.js'
import { parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import type { InputType } from '../model/recipe.js'
import type { ExpressionPath } from './compile.js'
import type { Context } from './context.js'
import { parseDouble } from './decimal.js'
import {
  bytes,
  contentSize,
  float,
  integer,
  itemSize,
  list,
  rowsOf,
  sizeOf,
  text,
  type PublishedBeacon,
  type Value,
} from './value.js'

/** Max decimal digits: longer text is refused before it is converted. */
const mostDigits = 1200

/** Undeclared members of a row: refused, or ignored. */
type OtherMembers = 'refused' | 'left'

const decoders = {
  hex: decodeHex,
  '0x': (text: string): Uint8Array => {
    if (text.startsWith('0x')) return decodeHex(text.slice(2))
    throw new DrawauditError('hex-invalid', 'expected 0x and hex digits')
  },
  base64: decodeBase64,
} as const

/**
 * Reads a value of a declared type.
 *
 * @throws DrawauditError `draw-value`, with a pointer that begins with `path`; BoundExceeded beyond the
 * memory limit.
 */
export function readValue(
  type: InputType,
  json: JsonValue,
  path: ExpressionPath,
  context: Context,
  others: OtherMembers = 'refused',
): Value {
  return readAt(type, json, { path }, context, others)
}

/** Where a value stands. Most values are right, so that it is written out only for an error. */
type Place = { readonly path: ExpressionPath } | { readonly in: Place; readonly at: string | number }

const pathOf = (place: Place): ExpressionPath =>
  'path' in place ? place.path : [...pathOf(place.in), place.at]

function readAt(
  type: InputType,
  json: JsonValue,
  path: Place,
  context: Context,
  others: OtherMembers,
): Value {
  switch (type.type) {
    case 'bytes': {
      const decode = decoders[type.encoding]
      const value = readText(json, path, decode)
      if (type.length !== undefined && value.length !== type.length) {
        throw valueError(path, `expected ${type.length} bytes, found ${value.length}`)
      }
      return keepContent(bytes(value), json, context)
    }
    case 'sha256':
      return keepContent(bytes(readText(json, path, parseSha256)), json, context)
    case 'text':
      return keepContent(text(readText(json, path, value => value)), json, context)
    case 'time':
      return readText(json, path, value => ({ kind: 'time', nanoseconds: parseTime(value), text: value }))
    case 'integer':
      return readInteger(type.minimum, json, path)
    case 'float':
      return readFloat(json, path)
    case 'list':
      if (!isList(json)) throw valueError(path, `expected a list, found ${nameOf(json)}`)
      return readItems(json, context, (item, index) =>
        readAt(type.of, item, { in: path, at: index }, context, others),
      )
    case 'table': {
      if (!isList(json)) throw valueError(path, `expected a list of rows, found ${nameOf(json)}`)
      const columns = columnsOf(type)
      return readItems(json, context, (item, index) =>
        readRow(columns, item, { in: path, at: index }, context, others),
      )
    }
    case 'drand':
      return { kind: 'beacon', beacon: readBeacon(json, path) }
  }
}

/** Bytes of memory for an object or string of JSON, without its content. */
const jsonSize = 24

/** Charges the slots of the items to the memory of the run first, including those in the JSON. */
function readItems(
  json: readonly JsonValue[],
  context: Context,
  read: (item: JsonValue, index: number) => Value,
): Value {
  context.keep(2 * itemSize * json.length)
  return list(
    json.map((item, index) => {
      const value = read(item, index)
      context.keep(sizeOf(value))
      return value
    }),
  )
}

/** Charges the content of a text or bytes to the memory of the run, including its copy in the JSON. */
function keepContent(value: Value, json: JsonValue, context: Context): Value {
  const written = value.kind === 'bytes' && typeof json === 'string' ? jsonSize + json.length : 0
  context.keep(contentSize(value) + written)
  return value
}

/** The columns of a table, and what makes its rows. */
interface Columns {
  readonly columns: readonly (readonly [name: string, type: InputType])[]
  readonly names: readonly string[]
  readonly makeRow: (values: readonly Value[]) => Value
}

function columnsOf(type: Extract<InputType, { type: 'table' }>): Columns {
  const columns = Object.entries(type.columns)
  const names = columns.map(([name]) => name)
  return { columns, names, makeRow: rowsOf(names) }
}

/** A row has the declared columns. */
function readRow(
  { columns, names, makeRow }: Columns,
  json: JsonValue,
  path: Place,
  context: Context,
  others: OtherMembers,
): Value {
  if (typeof json !== 'object' || json === null || isList(json)) {
    throw valueError(path, `expected a row, found ${nameOf(json)}`)
  }
  context.keep(jsonSize + itemSize * columns.length)
  const unknown = others === 'refused' ? Object.keys(json).find(name => !names.includes(name)) : undefined
  if (unknown !== undefined) {
    throw valueError({ in: path, at: unknown }, `a row has ${names.join(', ')}`)
  }
  const values = columns.map(([name, column]) => {
    const value = Object.hasOwn(json, name) ? json[name] : undefined
    const place = { in: path, at: name }
    if (value === undefined) throw valueError(place, 'is missing')
    return readAt(column, value, place, context, others)
  })
  return makeRow(values)
}

/** drand's JSON, of which organisers publish parts: only the round is required. */
function readBeacon(json: JsonValue, path: Place): PublishedBeacon {
  if (typeof json !== 'object' || json === null || isList(json)) {
    throw valueError(path, `expected a beacon with a round, found ${nameOf(json)}`)
  }
  const known = ['round', 'randomness', 'signature', 'previous_signature']
  const unknown = Object.keys(json).find(name => !known.includes(name))
  if (unknown !== undefined) throw valueError({ in: path, at: unknown }, `a beacon has ${known.join(', ')}`)
  const { round } = json
  if (!Number.isSafeInteger(round) || typeof round !== 'number' || round < 1) {
    throw valueError({ in: path, at: 'round' }, `expected a round from 1, found ${nameOf(round)}`)
  }
  const member = (name: string, length?: number): Uint8Array | undefined => {
    const value = json[name]
    if (value === undefined) return undefined
    const memberPath = { in: path, at: name }
    const decoded = readText(value, memberPath, decodeHex)
    if (decoded.length === 0) throw valueError(memberPath, 'is empty: leave out what was not published')
    if (length !== undefined && decoded.length !== length) {
      throw valueError(memberPath, `expected ${length} bytes, found ${decoded.length}`)
    }
    return decoded
  }
  const randomness = member('randomness', 32)
  const signature = member('signature')
  const previousSignature = member('previous_signature')
  return {
    round,
    ...(randomness && { randomness }),
    ...(signature && { signature }),
    ...(previousSignature && { previousSignature }),
  }
}

/** An integer, as a JSON number or, if too large for one, as decimal text. */
function readInteger(minimum: number | undefined, json: JsonValue, path: Place): Value {
  const isWhole =
    typeof json === 'number'
      ? Number.isSafeInteger(json)
      : typeof json === 'string' && json.length <= mostDigits && /^(0|-?[1-9][0-9]*)$/.test(json)
  if (isWhole && typeof json === 'number' && (minimum === undefined || json >= minimum)) return integer(json)
  if (isWhole) {
    const value = BigInt(json as number | string)
    if (minimum === undefined || value >= BigInt(minimum)) return integer(value)
    throw valueError(path, `expected ${minimum} or more, found ${value}`)
  }
  throw valueError(path, `expected a whole number, found ${nameOf(json)}`)
}

/** The double nearest to a JSON number or decimal text. */
function readFloat(json: JsonValue, path: Place): Value {
  const number = typeof json === 'string' && json.length <= mostDigits ? parseDouble(json) : json
  if (typeof number === 'number' && Number.isFinite(number)) return float(number)
  throw valueError(path, `expected a number, found ${nameOf(json)}`)
}

function readText<T>(json: JsonValue, path: Place, decode: (text: string) => T): T {
  if (typeof json !== 'string') throw valueError(path, `expected text, found ${nameOf(json)}`)
  try {
    return decode(json)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw valueError(path, error.message)
  }
}

function valueError(path: Place, message: string): DrawauditError {
  return new DrawauditError('draw-value', message, { where: { pointer: pointerOf(pathOf(path)) } })
}

function nameOf(json: JsonValue | undefined): string {
  if (json === undefined) return 'nothing'
  if (json === null) return 'null'
  if (isList(json)) return 'a list'
  return typeof json === 'object' ? 'an object' : typeof json === 'string' ? 'text' : String(json)
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
