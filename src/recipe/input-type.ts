/**
 * Declared types of inputs, and of parts of JSON text.
 *
 * @packageDocumentation
 */
import type { Expression, InputType } from '../model/recipe.js'
import { checkType, isArray, recipeError, type ExpressionPath } from './compile.js'
import type { Type } from './value.js'

/** The type of values declared as `input`. */
export function typeOf(input: InputType, path: ExpressionPath): Type {
  switch (input.type) {
    case 'bytes':
      return { kind: 'bytes', ...(input.length !== undefined && { length: input.length }) }
    case 'sha256':
      return { kind: 'bytes', length: 32 }
    case 'drand':
      return { kind: 'beacon' }
    case 'list':
      return { kind: 'list', of: itemTypeOf(input.of, [...path, 'of']) }
    case 'table': {
      const columns = Object.entries(input.columns).map(
        ([name, column]) => [name, itemTypeOf(column, [...path, 'columns', name])] as const,
      )
      const of: Type = { kind: 'row', columns: Object.fromEntries(columns) }
      checkType(of, path)
      return { kind: 'list', of }
    }
    default:
      return { kind: input.type }
  }
}

/** A beacon's members are separate names, which a list item cannot have. */
function itemTypeOf(input: InputType, path: ExpressionPath): Type {
  if (input.type === 'drand') throw recipeError('recipe-type', path, 'a list or a table holds no beacons')
  return typeOf(input, path)
}

/** Members of each type beside its name; `?` marks optional ones. */
const members = {
  bytes: ['encoding', 'length?'],
  sha256: [],
  text: [],
  integer: ['minimum?'],
  float: [],
  time: [],
  list: ['of'],
  table: ['columns'],
} as const satisfies Record<string, readonly string[]>

const longestBytes = 1024 * 1024

/**
 * Reads a type in an expression, which no schema has checked: any input type except `drand`. The columns of a
 * table may have any names.
 *
 * @throws DrawauditError `recipe-type`, with the place of the error.
 */
export function readInputType(written: Expression, path: ExpressionPath): InputType {
  if (typeof written !== 'object' || isArray(written)) {
    throw recipeError('recipe-type', path, 'expected a type as in "inputs": { "type": "text" }')
  }
  const name = Object.keys(members).find(known => known === written['type']) as
    | keyof typeof members
    | undefined
  if (name === undefined) {
    const names = Object.keys(members).join(', ')
    throw recipeError('recipe-type', [...path, 'type'], `expected one of ${names}`)
  }
  const allowed = members[name].map(member => member.replace('?', ''))
  const unknown = Object.keys(written).find(member => member !== 'type' && !allowed.includes(member))
  if (unknown !== undefined) {
    const message = `${name} has ${allowed.length === 0 ? 'no further members' : `only ${allowed.join(' and ')}`}`
    throw recipeError('recipe-type', [...path, unknown], message)
  }
  const member = (which: string): Expression => {
    const value = Object.hasOwn(written, which) ? written[which] : undefined
    if (value === undefined) throw recipeError('recipe-type', [...path, which], 'is missing')
    return value
  }
  switch (name) {
    case 'bytes': {
      const encoding = member('encoding')
      if (encoding !== 'hex' && encoding !== '0x' && encoding !== 'base64') {
        throw recipeError('recipe-type', [...path, 'encoding'], 'expected "hex", "0x" or "base64"')
      }
      const length = optionalNumber(written['length'], 1, longestBytes, [...path, 'length'])
      return { type: 'bytes', encoding, ...(length !== undefined && { length }) }
    }
    case 'integer': {
      const lowest = Number.MIN_SAFE_INTEGER
      const minimum = optionalNumber(written['minimum'], lowest, Number.MAX_SAFE_INTEGER, [
        ...path,
        'minimum',
      ])
      return { type: 'integer', ...(minimum !== undefined && { minimum }) }
    }
    case 'list':
      return { type: 'list', of: readInputType(member('of'), [...path, 'of']) }
    case 'table': {
      const columns = member('columns')
      if (typeof columns !== 'object' || isArray(columns) || Object.keys(columns).length === 0) {
        throw recipeError(
          'recipe-type',
          [...path, 'columns'],
          'expected an object with the type of each column',
        )
      }
      return {
        type: 'table',
        columns: Object.fromEntries(
          Object.entries(columns).map(([column, type]) => [
            column,
            readInputType(type, [...path, 'columns', column]),
          ]),
        ),
      }
    }
    default:
      return { type: name }
  }
}

function optionalNumber(
  written: Expression | undefined,
  low: number,
  high: number,
  path: ExpressionPath,
): number | undefined {
  if (written === undefined) return undefined
  if (typeof written === 'number' && Number.isInteger(written) && written >= low && written <= high) {
    return written
  }
  throw recipeError('recipe-type', path, `expected a whole number from ${low} to ${high}`)
}
