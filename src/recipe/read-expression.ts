/**
 * Compiles the expressions of a recipe: constants, references, lists, operations, and calls of its functions.
 *
 * @packageDocumentation
 */
import { describeCharacter } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import type { Expression, FunctionOf } from '../model/recipe.js'
import {
  basisOf,
  checkType,
  constant,
  expectType,
  isArray,
  keepItem,
  noBasis,
  recipeError,
  withoutLength,
  type Compiled,
  type Compiler,
  type Bindings,
  type Operations,
  type ExpressionPath,
  type NameScope,
} from './compile.js'
import { Functions } from './functions.js'
import { columnMixing, mixedTogether, mixingOf, written } from './mixing.js'
import { suggest } from './suggest.js'
import { allTold, tellsNothing, tellsOf } from './tells.js'
import { columnOf, describeType, integer, list, text, type Type, type Value } from './value.js'

/** Max expressions in a recipe; the longest shipped ones have about a hundred. */
const mostExpressions = 10_000

/** Compiles expressions with a given set of operations. */
export class ExpressionReader implements Compiler {
  readonly #operations: Operations
  readonly #functions = new Functions(this)
  #count = 0

  constructor(operations: Operations) {
    this.#operations = operations
  }

  read(expression: Expression, path: ExpressionPath, scope: NameScope): Compiled {
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
    const reader = this.#functions.has(name) ? this.#functions.call : this.#operations.get(name)
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
              [...this.#operations.keys(), ...this.#functions.names],
              'docs/RECIPES.md',
            ),
      )
    }
    return checkDepth(reader(args, [...path, name], scope, name), path)
  }

  /**
   * Adds a function, which is compiled at each call.
   *
   * @throws DrawauditError `recipe-reference` for a name that is taken, `recipe-type` for duplicate names.
   */
  define(name: string, definition: FunctionOf, path: ExpressionPath): void {
    if (this.#operations.has(name)) {
      throw recipeError('recipe-reference', path, `the name ${name} is taken: it is an operation`)
    }
    this.#functions.define(name, definition, path)
  }

  /**
   * @throws DrawauditError `recipe-reference` for an unused function, whose expression was never compiled.
   */
  refuseUnused(path: ExpressionPath): void {
    this.#functions.refuseUnused(path)
  }

  #readList(expressions: readonly Expression[], path: ExpressionPath, scope: NameScope): Compiled {
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

function checkDepth(compiled: Compiled, path: ExpressionPath): Compiled {
  checkType(compiled.type, path)
  return compiled
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

const beaconMembers = {
  round: { kind: 'integer' },
  randomness: { kind: 'bytes', length: 32 },
  signature: { kind: 'bytes' },
  previous_signature: { kind: 'bytes' },
} as const satisfies Record<string, Type>

function membersOf(type: Type): Readonly<Record<string, Type>> {
  return type.kind === 'beacon' ? beaconMembers : type.kind === 'row' ? type.columns : {}
}

/**
 * Reads `name` or, for a beacon or a row, `name.member`; a column may have any name, even `name.Ticket no.`.
 */
function readReference(reference: string, path: ExpressionPath, scope: NameScope): Compiled {
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
  // An alias of a beacon, or a list item, lacks the members published by name.
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

/** Beacon members are separate names in the environment, so that each can be missing. */
function lookUp(environment: Bindings, name: string): Value {
  const value = environment.get(name)
  if (value === undefined) throw new DrawauditError('internal', `no value for ${name}`)
  return value
}
