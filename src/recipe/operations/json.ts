/**
 * JSON: rows, formatting and parsing.
 *
 * @packageDocumentation
 */
import { canonicalize } from '../../core/canonical.js'
import { parseJson, pointerOf, type JsonValue } from '../../core/json.js'
import { DrawauditError, type ErrorCode } from '../../errors.js'
import { basisOf, expectType, isArray, recipeError, type ExpressionPath } from '../compile.js'
import { BoundExceeded, ImpossibleStep, turnCost, type Context } from '../context.js'
import { readInputType, typeOf } from '../input-type.js'
import { mixingOf, rowMixing } from '../mixing.js'
import { readValue } from '../read-value.js'
import { allTold } from '../tells.js'
import { rowsOf, text, textOf, weightOf, type Type, type Value } from '../value.js'
import { asPublished } from './bytes.js'
import { operation, readNamedArguments, type Operation } from './define.js'

/** A row with named columns, in the order of the recipe's JSON. */
const rowOf: Operation = compiler => (args, path, scope, name) => {
  if (typeof args !== 'object' || isArray(args) || Object.keys(args).length === 0) {
    throw recipeError('recipe-type', path, `${name} takes an object with a column or more`)
  }
  const columns = Object.entries(args).map(
    ([column, expression]) => [column, compiler.read(expression, [...path, column], scope)] as const,
  )
  const makeRow = rowsOf(columns.map(([column]) => column))
  return {
    type: { kind: 'row', columns: Object.fromEntries(columns.map(([column, { type }]) => [column, type])) },
    ...basisOf(...columns.map(([, expression]) => expression)),
    tells: allTold(...columns.map(([, { tells }]) => tells)),
    mixing: rowMixing(Object.fromEntries(columns.map(([column, of]) => [column, mixingOf(of)]))),
    run(environment, context) {
      context.charge(turnCost + turnCost * columns.length)
      const inputs: Value[] = []
      for (const [, expression] of columns) inputs.push(expression.run(environment, context))
      const output = makeRow(inputs)
      if (context.trace !== undefined) context.note({ name, inputs, output })
      return output
    },
  }
}

const written =
  (print: (json: JsonValue) => string): Operation =>
  compiler =>
  (args, path, scope, name) => {
    const expression = compiler.read(args, path, scope)
    expectJson(expression.type, path)
    return operation(name, [expression], { kind: 'text' }, ([value = text('')], context) => {
      context.charge(turnCost + jsonCost * weightOf(value))
      const room = jsonSize * weightOf(value)
      context.keep(room)
      const json = jsonOf(value, context)
      const printed = asPublished(() => print(json))
      context.release(room)
      return text(printed)
    })
  }

/** Units of work, and bytes, for each unit of weight. */
const jsonCost = 8
const jsonSize = 64

/** Asserts that values of the type have an unambiguous JSON form. */
function expectJson(type: Type, path: ExpressionPath): void {
  switch (type.kind) {
    case 'text':
    case 'integer':
    case 'float':
      return
    case 'list':
      expectJson(type.of, path)
      return
    case 'row':
      for (const column of Object.values(type.columns)) expectJson(column, path)
      return
    default:
      throw recipeError(
        'recipe-type',
        path,
        `JSON has no ${type.kind}`,
        type.kind === 'bytes' ? 'convert it with text_hex or text_base64' : undefined,
      )
  }
}

function jsonOf(value: Value, context: Context): JsonValue {
  switch (value.kind) {
    case 'text':
      chargeEscapes(value.text, context)
      return value.text
    case 'integer': {
      const number = Number(value.integer)
      if (Number.isSafeInteger(number)) return number
      throw new ImpossibleStep(`${value.integer} is not a number that every reader of JSON has`)
    }
    case 'float':
      return value.float
    case 'list':
      return value.items.map(item => jsonOf(item, context))
    case 'row':
      return Object.fromEntries(
        Object.entries(value.columns).map(([name, column]) => {
          chargeEscapes(name, context)
          return [name, jsonOf(column, context)]
        }),
      )
    default:
      throw new DrawauditError('internal', `a ${value.kind} has no JSON`)
  }
}

/** Escapes take up to six times the length, charged before the text is built. */
function chargeEscapes(text: string, context: Context): void {
  context.charge(JSON.stringify(text).length - text.length)
}

/** Parses a value of a declared type from JSON text. */
const parse: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['text', 'at', 'type'], args, path, name)
  const source = compiler.read(members.text, [...path, 'text'], scope)
  expectType(source, { kind: 'text' }, [...path, 'text'])
  const segments = readPointer(members.at, [...path, 'at'])
  const type = readInputType(members.type, [...path, 'type'])
  return operation(name, [source], typeOf(type, [...path, 'type']), ([value = text('')], context) => {
    const { length } = textOf(value)
    context.charge(turnCost + 8 + length)
    const room = parsedSize * length
    context.keep(room)
    const found = findAt(parseOnce(value, context), segments)
    const result = asPublished(() => withPlace(() => readValue(type, found, segments, context, 'left')))
    context.release(room)
    return result
  })
}

/** Bytes that a character of JSON may take while it is parsed. */
const parsedSize = 16

/** The member names and indexes of an RFC 6901 pointer. */
function readPointer(pointer: unknown, path: ExpressionPath): readonly string[] {
  if (typeof pointer !== 'string' || !/^(?:\/(?:[^~]|~[01])*)?$/su.test(pointer)) {
    throw recipeError(
      'recipe-type',
      path,
      'expected a JSON pointer, such as "/entries/0", or "" for the whole',
    )
  }
  return pointer
    .split('/')
    .slice(1)
    .map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const bounds: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'json-too-large',
  'json-too-deep',
  'json-too-many-values',
  'json-too-many-names',
  'json-string-too-long',
])

/** Max characters of a text whose parsed form is cached: its memory is not counted between steps. */
const longestKept = 65_536

/** The parsed text. Recipes take several parts from one text, which is parsed once. */
function parseOnce(value: Value, context: Context): JsonValue {
  if (context.parsed?.from === value) return context.parsed.json
  const written = textOf(value)
  const json = parseText(written)
  if (written.length <= longestKept) context.parsed = { from: value, json }
  return json
}

function parseText(json: string): JsonValue {
  try {
    return parseJson(json, { numbers: 'any' })
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const { line, column } = error.where
    const place = line === undefined ? '' : `line ${line}, column ${column}: `
    if (bounds.has(error.code)) throw new BoundExceeded(error.message)
    throw new ImpossibleStep(`cannot be read as JSON: ${place}${error.message}`)
  }
}

function findAt(json: JsonValue, segments: readonly string[]): JsonValue {
  let found = json
  segments.forEach((segment, index) => {
    const isObject = typeof found === 'object' && found !== null
    // Only the indexes of a list: it has other properties too, such as length.
    const isThere =
      isObject && Object.hasOwn(found as object, segment) && (!Array.isArray(found) || /^(?:0|[1-9][0-9]*)$/.test(segment)) // prettier-ignore
    if (!isThere) throw new ImpossibleStep(`there is nothing at ${pointerOf(segments.slice(0, index + 1))}`)
    found = (found as Readonly<Record<string, JsonValue>>)[segment] ?? null
  })
  return found
}

/** Prefixes errors in a value with its place. */
function withPlace<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const { pointer = '' } = error.where
    throw new DrawauditError(error.code, `${pointer === '' ? 'the JSON' : pointer}: ${error.message}`)
  }
}

export const jsonOperations = {
  row: rowOf,
  text_json: written(json => JSON.stringify(json)),
  text_jcs: written(canonicalize),
  parse_json: parse,
}
