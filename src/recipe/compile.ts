/**
 * The compiled form of a recipe's JSON expressions: typed functions. Types are static, so errors in a recipe
 * are found when it is read, and point at the place. `read-expression.ts` compiles them.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { pointerOf } from '../core/json.js'
import type { Expression } from '../model/recipe.js'
import type { Context } from './context.js'
import type { Mixing } from './mixing.js'
import type { Tells } from './tells.js'
import { describeType, fits, itemSize, sizeOf, type Type, type Value } from './value.js'

/** The values of names during a run; unpublished names have none. */
export interface Bindings {
  get(name: string): Value | undefined
}

/** What an expression depends on. */
export interface Basis {
  /** The published values that it depends on. */
  readonly rests: ReadonlySet<string>
  /** Those of them that are lists whose order matters. */
  readonly order: ReadonlySet<string>
}

/** Static knowledge about a value. */
export interface Shape {
  readonly type: Type
  /** For a list written item by item: about each item. */
  readonly items?: readonly Shape[]
  /** It is a literal in the recipe. */
  readonly isLiteral?: boolean
  /** An integer literal written as text. */
  readonly digits?: string
  /** A text literal that equals the name of a value. */
  readonly isNamesake?: boolean
  /** Bytes whose beginning tells their length. */
  readonly isPrefixed?: boolean
  /** The published values that it determines; none if left out. */
  readonly tells?: Tells
  /**
   * Published lists whose reordering only reorders the items: if nothing depends on the order of the items,
   * nothing depends on that of the lists.
   */
  readonly permutes?: ReadonlySet<string> | undefined
  /** The arithmetic behind it. */
  readonly mixing?: Mixing | undefined
  /** The name under which a whole value is tracked: an input, an item, a state. */
  readonly origin?: string
  /** Belongs to the caller of a function, and is invisible inside it. */
  readonly isHidden?: boolean
}

/** A compiled expression: its type, its dependencies, and how to compute it. */
export interface Compiled extends Basis, Shape {
  /** Called only if every name in `rests` has a value. */
  run(environment: Bindings, context: Context): Value
}

/** Static knowledge about the names in scope. */
export type NameScope = ReadonlyMap<string, Basis & Shape>

/** The place of an expression in the recipe. */
export type ExpressionPath = readonly (string | number)[]

/** Compiles the arguments of an operation. */
export type ArgumentReader = (
  args: Expression,
  path: ExpressionPath,
  scope: NameScope,
  name: string,
) => Compiled

/** The available operations, by name. */
export type Operations = ReadonlyMap<string, ArgumentReader>

/** An error in a recipe, with its place. */
export function recipeError(
  code: 'recipe-schema' | 'recipe-type' | 'recipe-reference',
  path: ExpressionPath,
  message: string,
  hint?: string,
): DrawauditError {
  const pointer = pointerOf(path)
  return new DrawauditError(code, message, { where: { pointer }, ...(hint !== undefined && { hint }) })
}

/** Prefixes the place of an error with that of the part it is in. */
export function moveError(error: DrawauditError, path: ExpressionPath): DrawauditError {
  return error.at({ pointer: pointerOf(path) + (error.where.pointer ?? '') })
}

/** The union of dependencies. */
export function basisOf(...parts: readonly Basis[]): Basis {
  return { rests: union(parts.map(({ rests }) => rests)), order: union(parts.map(({ order }) => order)) }
}

/** No dependency on anything published. */
export const noBasis: Basis = { rests: new Set(), order: new Set() }

/** The dependencies without the order of lists, for results that do not depend on it. */
export function inAnyOrder({ rests, order, permutes }: Basis & Pick<Shape, 'permutes'>): Basis {
  return { rests, order: without(order, permutes ?? noBasis.order) }
}

/** Set difference. */
export function without(names: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...names].filter(name => !others.has(name)))
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const filled = sets.filter(({ size }) => size > 0)
  return filled.length === 1 && filled[0] !== undefined ? filled[0] : new Set(filled.flatMap(set => [...set]))
}
/** Compiles the expressions of one recipe. */
export interface Compiler {
  /**
   * Compiles an expression.
   *
   * @throws DrawauditError `recipe-schema`, `recipe-reference` or `recipe-type`, with the pointer of the
   * error.
   */
  read(expression: Expression, path: ExpressionPath, scope: NameScope): Compiled
}

/** Max nesting of lists and rows; deeper ones could not be compared or printed. */
const deepest = 32

/** Max columns of a row, including nested rows. A row can occur in another many times. */
const mostColumns = 1000
/** Asserts that values of the type can be compared and printed; `path` is the place for the error. */
export function checkType(type: Type, path: ExpressionPath): void {
  if (type.kind === 'list' && hasStream(type.of)) {
    throw recipeError('recipe-type', path, 'a list holds no streams', 'take words of each')
  }
  const { depth, columns } = sizeOfType(type)
  if (depth > deepest)
    throw recipeError('recipe-type', path, `lists and rows are nested at most ${deepest} deep`)
  if (columns > mostColumns) {
    const message = `a row has at most ${mostColumns} columns, with those of the rows in it`
    throw recipeError('recipe-type', path, message)
  }
}

/** Whether the type contains a stream; a stream reads its inputs when it is read itself. */
export function hasStream(type: Type): boolean {
  switch (type.kind) {
    case 'stream':
      return true
    case 'list':
      return hasStream(type.of)
    case 'row':
      return Object.values(type.columns).some(hasStream)
    default:
      return false
  }
}

interface TypeSize {
  readonly depth: number
  readonly columns: number
}

// Nested types were measured before.
const typeSizes = new WeakMap<Type, TypeSize>()

function sizeOfType(type: Type): TypeSize {
  const known = typeSizes.get(type)
  if (known !== undefined) return known
  const parts = type.kind === 'list' ? [type.of] : type.kind === 'row' ? Object.values(type.columns) : []
  const sizes = parts.map(sizeOfType)
  const size = {
    depth: Math.max(0, ...sizes.map(({ depth }) => depth + 1)),
    columns: sizes.reduce((sum, { columns }) => sum + columns, type.kind === 'row' ? parts.length : 0),
  }
  typeSizes.set(type, size)
  return size
}

/** Charges the memory of one more list slot to the run. */
export function keepItem(item: Value, context: Context): Value {
  context.keep(itemSize + sizeOf(item))
  return item
}

/** Asserts that `expression` has the type; `path` is the place for the error. */
export function expectType(expression: Compiled, wanted: Type, path: ExpressionPath): void {
  if (fits(expression.type, wanted)) return
  throw recipeError(
    'recipe-type',
    path,
    `expected ${describeType(wanted)}, found ${describeType(expression.type)}`,
    conversionHint(expression, wanted),
  )
}

function conversionHint({ type: from, isLiteral, isNamesake, digits }: Shape, to: Type): string | undefined {
  if (digits !== undefined && to.kind === 'integer') {
    return digits.length < 16
      ? 'a number is written without quotes'
      : `a number of so many digits is written { "integer_decimal": ${JSON.stringify(digits)} }`
  }
  // A name without its $ is a text.
  const isTyped = from.kind === 'text' && isLiteral === true
  if (
    isNamesake === true ||
    (isTyped && (to.kind === 'list' || to.kind === 'beacon' || to.kind === 'time'))
  ) {
    return 'if this is a name, write $ before it'
  }
  const conversions: Record<string, string> = {
    'text→bytes': 'bytes_utf8 for the letters, bytes_hex for what hex digits stand for',
    'bytes→text': 'text_hex for hex digits, text_utf8 for the letters that they stand for',
    'integer→text': 'text_decimal',
    'integer→bytes': 'bytes_be and a width',
    'bytes→integer': 'integer_be or integer_le',
    'text→integer': 'integer_decimal or integer_hex',
    'text→time': 'time_rfc3339',
    'time→text': 'text_time',
    'float→integer': 'integer_floor or integer_round',
    'integer→float': 'float',
    'text→float': 'float_decimal',
    'float→text': 'text_float or text_fixed',
  }
  const conversion = conversions[`${from.kind}→${to.kind}`]
  if (conversion === undefined) return undefined
  return `convert it with ${conversion}${isTyped ? '; if this is a name, write $ before it' : ''}`
}

/** The common item type of a list, without lengths. */
export function withoutLength(type: Type): Type {
  switch (type.kind) {
    case 'bytes':
    case 'text':
      return { kind: type.kind }
    case 'list':
      return { kind: 'list', of: withoutLength(type.of) }
    case 'row': {
      const columns = Object.entries(type.columns)
      return {
        kind: 'row',
        columns: Object.fromEntries(columns.map(([name, column]) => [name, withoutLength(column)])),
      }
    }
    default:
      return type
  }
}
/** A literal of the recipe. */
export function constant(type: Type, value: Value): Compiled {
  return { type, ...noBasis, run: () => value }
}
// Array.isArray does not narrow readonly arrays.
export function isArray(value: Expression): value is readonly Expression[] {
  return Array.isArray(value)
}
