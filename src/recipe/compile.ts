/**
 * What a recipe's JSON expressions become: typed functions. Every type is known before a value is, so a mistake in a
 * recipe is found when it is read, and the error points at it. `read-expression.ts` reads them.
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

/** The values that names stand for while a recipe runs; a name that was not published has none. */
export interface Environment {
  get(name: string): Value | undefined
}

/** What an expression depends on. */
export interface Basis {
  /** The published values it rests on. */
  readonly rests: ReadonlySet<string>
  /** Those of them that are lists in whose order it would make a difference to have them in another. */
  readonly order: ReadonlySet<string>
}

/** What is known of a value before there is one. */
export interface Shape {
  readonly type: Type
  /** What is known of each item, of a list that the recipe writes item by item. */
  readonly items?: readonly Shape[]
  /** It stands in the recipe itself. */
  readonly isLiteral?: boolean
  /** It is a whole number that stands in the recipe as text. */
  readonly digits?: string
  /** It is a text in the recipe that is called as a value is. */
  readonly isNamesake?: boolean
  /** Bytes of which the beginning tells where they end. */
  readonly isPrefixed?: boolean
  /** Published values that it fixes; none where it is left out. */
  readonly tells?: Tells
  /**
   * Published lists of which another order gives the same items in another order: where nothing depends on the order of
   * these, nothing depends on that of those.
   */
  readonly permutes?: ReadonlySet<string> | undefined
  /** What arithmetic it went through. */
  readonly mixing?: Mixing | undefined
  /** The name by which what is told of it is known, where that is a whole value: of an input, an item, a state. */
  readonly origin?: string
  /** It belongs to whoever calls a function, which does not see it. */
  readonly isHidden?: boolean
}

/** An expression that has been read: its type, what it depends on, and how to compute it. */
export interface Compiled extends Basis, Shape {
  /** Every name in `rests` has a value when this is called. */
  run(environment: Environment, context: Context): Value
}

/** What a name stands for while a recipe is read. */
export type Scope = ReadonlyMap<string, Basis & Shape>

/** Where in the recipe an expression stands. */
export type Path = readonly (string | number)[]

/** Reads the arguments of one operation. */
export type Reader = (args: Expression, path: Path, scope: Scope, name: string) => Compiled

/** The operations that a recipe may name. */
export type Operations = ReadonlyMap<string, Reader>

/** A mistake in a recipe, with the place of it. */
export function recipeError(
  code: 'recipe-schema' | 'recipe-type' | 'recipe-reference',
  path: Path,
  message: string,
  hint?: string,
): DrawauditError {
  const pointer = pointerOf(path)
  return new DrawauditError(code, message, { where: { pointer }, ...(hint !== undefined && { hint }) })
}

/** An error about a part of a recipe, with the place of that part before its own. */
export function moveError(error: DrawauditError, path: Path): DrawauditError {
  return error.at({ pointer: pointerOf(path) + (error.where.pointer ?? '') })
}

/** What expressions together depend on. */
export function basisOf(...parts: readonly Basis[]): Basis {
  return { rests: union(parts.map(({ rests }) => rests)), order: union(parts.map(({ order }) => order)) }
}

/** Depends on nothing that was published. */
export const noBasis: Basis = { rests: new Set(), order: new Set() }

/** The basis without the order of lists: for what comes out the same in whatever order they are. */
export function inAnyOrder({ rests, order, permutes }: Basis & Pick<Shape, 'permutes'>): Basis {
  return { rests, order: without(order, permutes ?? noBasis.order) }
}

/** The names that are not among others. */
export function without(names: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...names].filter(name => !others.has(name)))
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const filled = sets.filter(({ size }) => size > 0)
  return filled.length === 1 && filled[0] !== undefined ? filled[0] : new Set(filled.flatMap(set => [...set]))
}
/** Reads the expressions of one recipe. */
export interface Compiler {
  /**
   * Reads one expression.
   *
   * @throws DrawauditError `recipe-schema`, `recipe-reference` or `recipe-type`, with the pointer of the mistake.
   */
  read(expression: Expression, path: Path, scope: Scope): Compiled
}

/** Lists and rows within one another; deeper ones could not be compared or printed. */
const deepest = 32

/** Columns of a row, with those of the rows in it. A row can stand in another many times. */
const mostColumns = 1000
/** A type of values that can be compared and printed, or the recipe is wrong at `path`. */
export function checkType(type: Type, path: Path): void {
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

/** There is a stream in it, which reads what it is made of when it is read. */
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

// Types are made of types that were measured before.
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

/** Takes the place of one more item off the memory of the run. */
export function keepItem(item: Value, context: Context): Value {
  context.keep(itemSize + sizeOf(item))
  return item
}

/** `expression` has the type, or the recipe is wrong at `path`. */
export function expectType(expression: Compiled, wanted: Type, path: Path): void {
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
  // A name without its $ is text.
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

/** A list's items have one type, whatever their lengths. */
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
/** A value that stands in the recipe. */
export function constant(type: Type, value: Value): Compiled {
  return { type, ...noBasis, run: () => value }
}
// Array.isArray does not narrow readonly arrays.
export function isArray(value: Expression): value is readonly Expression[] {
  return Array.isArray(value)
}
