/**
 * From a recipe's JSON expressions to typed functions. Every type is known before a value is, so a mistake in a
 * recipe is found when it is read, and the error points at it.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { describeCharacter } from '../core/encoding.js'
import { pointerOf } from '../core/json.js'
import type { Expression } from '../model/recipe.js'
import type { Context } from './context.js'
import { suggest } from './suggest.js'
import { describeType, fits, integer, itemSize, list, sizeOf, text, type Type, type Value } from './value.js'

/** The values that names stand for while a recipe runs; a name that was not published has none. */
export interface Environment {
  get(name: string): Value | undefined
}

/** An expression that has been read: its type, the published values it rests on, and how to compute it. */
export interface Compiled {
  readonly type: Type
  readonly rests: ReadonlySet<string>
  /** Every name in `rests` has a value when this is called. */
  run(environment: Environment, context: Context): Value
}

/** What a name stands for while a recipe is read. */
export type Scope = ReadonlyMap<string, { readonly type: Type; readonly rests: ReadonlySet<string> }>

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

export function union(...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap(set => [...set]))
}

/** Expressions in one recipe; the longest that come with drawaudit have about a hundred. */
const mostExpressions = 10_000

/** Reads expressions with a given set of operations. */
export class Compiler {
  readonly #operations: Operations
  #count = 0

  constructor(operations: Operations) {
    this.#operations = operations
  }

  /**
   * Reads one expression.
   *
   * @throws DrawauditError `recipe-schema`, `recipe-reference` or `recipe-type`, with the pointer of the mistake.
   */
  read(expression: Expression, path: Path, scope: Scope): Compiled {
    this.#count += 1
    if (this.#count > mostExpressions) {
      throw recipeError('recipe-schema', path, `a recipe has at most ${mostExpressions} expressions`)
    }
    if (typeof expression === 'number') return constant({ kind: 'integer' }, integer(expression))
    if (typeof expression === 'string') {
      if (expression.startsWith('$') && !expression.startsWith('$$')) {
        return readReference(expression.slice(1), path, scope)
      }
      return literal(expression.replace(/^\$\$/, '$'))
    }
    if (isArray(expression)) return checkDepth(this.#readList(expression, path, scope), path)
    const [name = '', ...others] = Object.keys(expression)
    const reader = this.#operations.get(name)
    const args = expression[name]
    if (others.length > 0 || reader === undefined || args === undefined) {
      throw recipeError(
        'recipe-schema',
        path,
        others.length > 0
          ? 'an expression names one operation'
          : name === ''
            ? 'an expression names an operation'
            : `there is no operation ${JSON.stringify(name)}`,
        suggest(name, 'operations', [...this.#operations.keys()]),
      )
    }
    return checkDepth(reader(args, [...path, name], scope, name), path)
  }

  #readList(expressions: readonly Expression[], path: Path, scope: Scope): Compiled {
    const items = expressions.map((item, index) => this.read(item, [...path, index], scope))
    const [first] = items
    if (first === undefined)
      throw recipeError('recipe-type', path, 'a list in a recipe has at least one item')
    items.forEach((item, index) => {
      expectType(item, withoutLength(first.type), [...path, index])
    })
    return {
      type: { kind: 'list', of: withoutLength(first.type) },
      rests: union(...items.map(item => item.rests)),
      run(environment, context) {
        context.charge(items.length)
        return list(items.map(item => keepItem(item.run(environment, context), context)))
      },
    }
  }
}

/** Lists within lists; deeper ones could not be compared or printed. */
const deepest = 32

function checkDepth(compiled: Compiled, path: Path): Compiled {
  let depth = 0
  for (let { type } = compiled; type.kind === 'list'; type = type.of) depth += 1
  if (depth <= deepest) return compiled
  throw recipeError('recipe-type', path, `lists are nested at most ${deepest} deep`)
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
    conversionHint(expression.type, wanted),
  )
}

function conversionHint(from: Type, to: Type): string | undefined {
  const conversions: Record<string, string> = {
    'text→bytes': 'bytes_utf8 for the letters, bytes_hex for what hex digits stand for',
    'bytes→text': 'text_hex',
    'integer→text': 'text_decimal',
    'integer→bytes': 'bytes_be and a width',
    'bytes→integer': 'integer_be or integer_le',
    'text→integer': 'integer_hex; if this is a name, write $ before it',
  }
  // A name without its $ is text.
  if (from.kind === 'text' && (to.kind === 'list' || to.kind === 'beacon' || to.kind === 'time')) {
    return 'if this is a name, write $ before it'
  }
  const conversion = conversions[`${from.kind}→${to.kind}`]
  return conversion === undefined ? undefined : `convert it with ${conversion}`
}

/** A list's items have one type, whatever their lengths. */
export function withoutLength(type: Type): Type {
  return type.kind === 'bytes' || type.kind === 'text' ? { kind: type.kind } : type
}

function literal(value: string): Compiled {
  const isAscii = /^\p{ASCII}*$/u.test(value)
  return constant({ kind: 'text', ...(isAscii && { length: value.length }) }, text(value))
}

function constant(type: Type, value: Value): Compiled {
  return { type, rests: new Set(), run: () => value }
}

const beaconMembers = {
  round: { kind: 'integer' },
  randomness: { kind: 'bytes', length: 32 },
  signature: { kind: 'bytes' },
  previous_signature: { kind: 'bytes' },
} as const satisfies Record<string, Type>

function membersOf(type: Type): Readonly<Record<string, Type>> {
  return type.kind === 'beacon' ? beaconMembers : type.kind === 'row' ? type.columns : {}
}

function columnOf(row: Value, name: string): Value {
  const column = row.kind === 'row' ? row.columns[name] : undefined
  if (column === undefined) throw new DrawauditError('internal', `no column ${name}`)
  return column
}

/** Reads `name` or, of a beacon, `name.member`. */
function readReference(reference: string, path: Path, scope: Scope): Compiled {
  const [name = '', member, ...more] = reference.split('.')
  const bad = reference.search(/[^a-z0-9_.]/)
  if (bad !== -1) {
    const found = describeCharacter(reference, bad)
    throw recipeError('recipe-reference', path, `a name is made of a-z, 0-9 and _, found ${found}`)
  }
  const target = scope.get(name)
  if (target === undefined) {
    throw recipeError(
      'recipe-reference',
      path,
      `nothing before this is called ${JSON.stringify(name)}`,
      suggest(name, 'names here', [...scope.keys()]),
    )
  }
  if (member === undefined) {
    return { type: target.type, rests: target.rests, run: environment => lookUp(environment, name) }
  }
  // Another name for a beacon, or an item of a list, has not the members that were published by name.
  const isInput = target.rests.size === 1 && target.rests.has(name)
  const members = target.type.kind === 'beacon' && !isInput ? {} : membersOf(target.type)
  const type = Object.hasOwn(members, member) && more.length === 0 ? members[member] : undefined
  if (type === undefined) {
    const names = Object.keys(members)
    throw recipeError(
      'recipe-reference',
      path,
      `${JSON.stringify(name)} is ${describeType(target.type)} and has no member ${JSON.stringify(member)}`,
      names.length === 0 ? 'only a beacon and a row have members' : `its members are ${names.join(', ')}`,
    )
  }
  if (target.type.kind === 'row') {
    return { type, rests: target.rests, run: environment => columnOf(lookUp(environment, name), member) }
  }
  return { type, rests: new Set([reference]), run: environment => lookUp(environment, reference) }
}

/** Members of beacons are names of their own in the environment, so that each can be missing by itself. */
function lookUp(environment: Environment, name: string): Value {
  const value = environment.get(name)
  if (value === undefined) throw new DrawauditError('internal', `no value for ${name}`)
  return value
}

// Array.isArray does not narrow readonly arrays.
export function isArray(value: Expression): value is readonly Expression[] {
  return Array.isArray(value)
}
