/**
 * From a recipe's JSON expressions to typed functions. Every type is known before a value is, so a mistake in a
 * recipe is found when it is read, and the error points at it.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { describeCharacter } from '../core/encoding.js'
import { pointerOf } from '../core/json.js'
import type { Expression, FunctionOf } from '../model/recipe.js'
import type { Context } from './context.js'
import { columnMixing, mixedTogether, mixingOf, written, type Mixing } from './mixing.js'
import { suggest } from './suggest.js'
import { allTold, tellsNothing, tellsOf, type Tells } from './tells.js'
import { describeType, fits, integer, itemSize, list, sizeOf, text, type Type, type Value } from './value.js'

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

/** Expressions in one recipe; the longest that come with drawaudit have about a hundred. */
const mostExpressions = 10_000

/** An expression with names of its own, that is used in several places. */
interface Definition {
  readonly of: readonly string[]
  readonly is: Expression
  isUsed: boolean
}

/** Reads expressions with a given set of operations. */
export class Compiler {
  readonly #operations: Operations
  readonly #functions = new Map<string, Definition>()
  /** So many functions may be called: within a function, those before it. */
  #callable = Infinity
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
    if (typeof expression === 'number') {
      return { ...constant({ kind: 'integer' }, integer(expression)), mixing: written(String(expression)) }
    }
    if (typeof expression === 'string') {
      if (expression.startsWith('$') && !expression.startsWith('$$')) {
        return readReference(expression.slice(1), path, scope)
      }
      return { ...literal(expression.replace(/^\$\$/, '$')), isNamesake: scope.has(expression) }
    }
    if (isArray(expression)) return checkDepth(this.#readList(expression, path, scope), path)
    const [name = '', ...others] = Object.keys(expression)
    const reader = this.#functions.has(name) ? this.#call : this.#operations.get(name)
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
        others.length > 0
          ? `${JSON.stringify(name)} and ${JSON.stringify(others[0])} each take an object of their own`
          : suggest(
              name,
              'operations',
              [...this.#operations.keys(), ...this.#functions.keys()],
              'docs/RECIPES.md',
            ),
      )
    }
    return checkDepth(reader(args, [...path, name], scope, name), path)
  }

  /**
   * Adds a function, which is read anew wherever it is called.
   *
   * @throws DrawauditError `recipe-reference` for a name that is taken, `recipe-type` for names that stand twice.
   */
  define(name: string, { of, is }: FunctionOf, path: Path): void {
    if (this.#operations.has(name)) {
      throw recipeError('recipe-reference', path, `the name ${name} is taken: it is an operation`)
    }
    const twice = of.find((one, index) => of.indexOf(one) < index)
    if (twice !== undefined) throw recipeError('recipe-type', [...path, 'of'], `${twice} stands there twice`)
    this.#functions.set(name, { of, is, isUsed: false })
  }

  /** @throws DrawauditError `recipe-reference` for a function that nothing calls: nobody has read its expression. */
  refuseUnused(path: Path): void {
    for (const [name, { isUsed }] of this.#functions) {
      if (!isUsed) throw recipeError('recipe-reference', [...path, name], 'nothing calls this function')
    }
  }

  /** The body of a function, in which its own names stand for what it is given, and no others are seen. */
  readonly #call: Reader = (args, path, scope, name) => {
    const place = [...this.#functions.keys()].indexOf(name)
    const definition = this.#functions.get(name)
    if (definition === undefined || place >= this.#callable) {
      throw recipeError('recipe-reference', path, `${name} is no function before this one`)
    }
    definition.isUsed = true
    const { of, is } = definition
    const given = of.length > 1 && isArray(args) ? args : [args]
    if (given.length !== of.length) {
      const found = isArray(args) ? `${args.length}` : 'one'
      const message = `${name} takes an array of ${of.length} (${of.join(', ')}), found ${found}`
      throw recipeError('recipe-type', path, message)
    }
    const values = given.map((one, index) => this.read(one, of.length > 1 ? [...path, index] : path, scope))
    const hidden = [...scope].map(([other, known]) => [other, { ...known, isHidden: true }] as const)
    const own = of.flatMap((one, index) => {
      const value = values[index]
      return value === undefined ? [] : [[one, value] as const]
    })
    const body = this.#readBody(name, is, place, new Map<string, Basis & Shape>([...hidden, ...own]), path)
    return withNames(own, body)
  }

  #readBody(name: string, is: Expression, place: number, scope: Scope, calledAt: Path): Compiled {
    const before = this.#callable
    this.#callable = place
    try {
      return this.read(is, ['functions', name, 'is'], scope)
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      const hint = `it is called at ${pointerOf(calledAt)}${error.hint === undefined ? '' : `; ${error.hint}`}`
      throw new DrawauditError(error.code, error.message, { where: error.where, hint })
    } finally {
      this.#callable = before
    }
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
      items,
      ...basisOf(...items),
      tells: allTold(...items.map(({ tells }) => tells)),
      mixing: mixedTogether(...items.map(mixingOf)),
      run(environment, context) {
        context.charge(items.length)
        return list(items.map(item => keepItem(item.run(environment, context), context)))
      },
    }
  }
}

/** An expression in which names stand for others, each computed once, outside of it, whether it is used or not. */
export function withNames(
  named: readonly (readonly [name: string, value: Compiled])[],
  body: Compiled,
): Compiled {
  return {
    ...body,
    rests: union([...named.map(([, value]) => value.rests), body.rests]),
    run(environment, context) {
      const mark = context.held
      const values = new Map(named.map(([name, value]) => [name, value.run(environment, context)] as const))
      const output = body.run({ get: name => values.get(name) ?? environment.get(name) }, context)
      if (isItsOwn(output)) context.settle(mark, output)
      return output
    },
  }
}

/** Shares its memory with no other value: what was only made on the way to it can be given back. */
function isItsOwn(value: Value): boolean {
  switch (value.kind) {
    case 'integer':
    case 'float':
    case 'time':
      return true
    case 'bytes':
      return value.bytes.length === value.bytes.buffer.byteLength
    case 'text':
      // Of a longer one V8 may keep the text that it was cut from.
      return value.text.length < 13
    default:
      return false
  }
}

/** Lists and rows within one another; deeper ones could not be compared or printed. */
const deepest = 32

/** Columns of a row, with those of the rows in it. A row can stand in another many times. */
const mostColumns = 1000

function checkDepth(compiled: Compiled, path: Path): Compiled {
  checkType(compiled.type, path)
  return compiled
}

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

function literal(value: string): Compiled {
  const isAscii = /^\p{ASCII}*$/u.test(value)
  const type: Type = { kind: 'text', ...(isAscii && { length: value.length }) }
  const isNumber = value.length <= 40 && /^-?\d+$/.test(value)
  return {
    ...constant(type, text(value)),
    mixing: written(value),
    isLiteral: true,
    ...(isNumber && { digits: value }),
  }
}

/** A value that stands in the recipe. */
export function constant(type: Type, value: Value): Compiled {
  return { type, ...noBasis, run: () => value }
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
  const column = row.kind === 'row' && Object.hasOwn(row.columns, name) ? row.columns[name] : undefined
  if (column === undefined) throw new DrawauditError('internal', `no column ${name}`)
  return column
}

/** Reads `name` or, of a beacon or a row, `name.member`; a column may be called anything, `name.Ticket no.` too. */
function readReference(reference: string, path: Path, scope: Scope): Compiled {
  const [name = ''] = reference.split('.', 1)
  const member = reference === name ? undefined : reference.slice(name.length + 1)
  const target = scope.get(name)
  const bad = (target?.type.kind === 'row' ? name : reference).search(/[^a-z0-9_.]/)
  if (bad !== -1) {
    const found = describeCharacter(reference, bad)
    throw recipeError('recipe-reference', path, `a name is made of a-z, 0-9 and _, found ${found}`)
  }
  if (target === undefined || target.isHidden === true) {
    const seen = [...scope].filter(([, { isHidden }]) => isHidden !== true).map(([known]) => known)
    throw recipeError(
      'recipe-reference',
      path,
      target === undefined
        ? `nothing before this is called ${JSON.stringify(name)}`
        : `a function sees what it is given and nothing else: ${JSON.stringify(name)} is not given`,
      suggest(name, 'names here', seen),
    )
  }
  if (member === undefined) {
    return { ...target, run: environment => lookUp(environment, name) }
  }
  // Another name for a beacon, or an item of a list, has not the members that were published by name.
  const isInput = target.rests.size === 1 && target.rests.has(name)
  const members = target.type.kind === 'beacon' && !isInput ? {} : membersOf(target.type)
  const type = Object.hasOwn(members, member) ? members[member] : undefined
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
    const run: Compiled['run'] = environment => columnOf(lookUp(environment, name), member)
    const { rests, order, origin } = target
    const mixing = columnMixing(mixingOf(target), member)
    const tells = origin === undefined ? tellsNothing : tellsOf(`${origin}.${member}`, type)
    return { type, rests, order, tells, mixing, run }
  }
  return {
    type,
    rests: new Set([reference]),
    order: noBasis.order,
    tells: tellsOf(reference, type),
    run: environment => lookUp(environment, reference),
  }
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
