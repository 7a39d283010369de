/**
 * Defines operations: its arguments by type, its result, and a function from values to a value.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import {
  basisOf,
  expectType,
  inAnyOrder,
  isArray,
  noBasis,
  recipeError,
  type Compiled,
  type Compiler,
  type Bindings,
  type ExpressionPath,
  type ArgumentReader,
  type NameScope,
} from '../compile.js'
import { turnCost, type Context } from '../context.js'
import { isWrittenOut, mixedBy, mixingOf, stateMixing, unmixed, type Mixing } from '../mixing.js'
import { tellsOf, toldBy } from '../tells.js'
import { describeType, integer, type Type, type Value } from '../value.js'

/** An operation of the closed set: compiles its arguments with the given compiler. */
export type Operation = (compiler: Compiler) => ArgumentReader

type ValueOf<K> = Extract<Value, { kind: K }>

/** The values of a tuple of argument types. */
type ArgumentValues<T extends readonly Type[]> = { readonly [I in keyof T]: ValueOf<T[I]['kind']> }

interface PlainOperation<T extends readonly Type[]> {
  readonly takes: T
  readonly gives: Type | ((types: readonly Type[]) => Type)
  /** The result does not depend on the order of lists. */
  readonly anyOrder?: true
  /** The result may share memory with a longer argument or list items, whose memory is then not released. */
  readonly shares?: true
  /** Units of work beside {@link turnCost}; none by default. */
  readonly cost?: (...values: ArgumentValues<T>) => number
  readonly run: (context: Context, ...values: ArgumentValues<T>) => Value
}

/**
 * An operation on values of fixed types. It takes its argument or, if there are several, an array of them.
 */
export function plain<const T extends readonly Type[]>(definition: PlainOperation<T>): Operation {
  const { takes, gives, anyOrder, shares, cost, run } = definition
  return compiler => (args, path, scope, name) => {
    const expressions = readArguments(compiler, args, takes, path, scope, name)
    const compiled = operation(
      name,
      expressions,
      typeof gives === 'function' ? gives(expressions.map(({ type }) => type)) : gives,
      (values, context) => {
        const typed = values as unknown as ArgumentValues<T>
        context.charge(turnCost + (cost?.(...typed) ?? 0))
        return run(context, ...typed)
      },
      shares,
    )
    return anyOrder === true ? { ...compiled, ...basisOf(...expressions.map(inAnyOrder)) } : compiled
  }
}

/**
 * A compiled operation that computes its arguments first and leaves a line in the trace. Memory of
 * intermediate texts and bytes in its arguments is released, unless the result shares it.
 *
 * @param isWeak - collisions can be found.
 * @param noted - its name in the trace, if the operation's name is ambiguous.
 */
export function operation(
  name: string,
  expressions: readonly Compiled[],
  type: Type,
  run: (values: readonly Value[], context: Context) => Value,
  shares = false,
  isWeak = false,
  noted = name,
): Compiled {
  const isLong = type.kind === 'text' || type.kind === 'bytes'
  const settles = isFlat(type) && !(shares && isLong)
  // A result of known length is as short as a digest, and covered by the charge for its input.
  const makes = isLong && !shares && type.length === undefined
  const { tells, condition } = toldBy(name, expressions, isWeak)
  const before = expressions.map(mixingOf)
  const mixing = mixedBy(name, before)
  const isGenerator = isWrittenOut(mixing, before)
  return {
    type,
    ...basisOf(...expressions),
    tells,
    mixing,
    run(environment, context) {
      if (isGenerator) findWrittenOut(context)
      const mark = context.held
      const inputs = expressions.map(expression => expression.run(environment, context))
      context.isMaking = makes
      const output = run(inputs, context)
      context.isMaking = false
      if (condition !== undefined && !context.broken.has(condition) && !condition.holds(inputs, output)) {
        context.broken.add(condition)
      }
      // A number has no content.
      if (settles) context.settle(mark, isLong ? output : undefined)
      if (context.trace !== undefined) context.note({ name: noted, inputs, output })
      return output
    },
  }
}

/** Reports the finding of a generator written out in the recipe. */
export function findWrittenOut(context: Context): void {
  context.find({
    code: 'weak-generator',
    message:
      'numbers follow from one another by arithmetic alone: whoever knows the state knows all that follow',
  })
}

/** A scope with the history of a name. */
export function withMixing(scope: NameScope, name: string, mixing: Mixing): NameScope {
  const known = scope.get(name)
  return known === undefined ? scope : new Map([...scope, [name, { ...known, mixing }]])
}

/** A scope with the state of a loop. */
export function withState(scope: NameScope, state: string, type: Type): NameScope {
  const columns = type.kind === 'row' ? Object.keys(type.columns) : []
  return withMixing(extendScope(scope, { [state]: type }), state, stateMixing(state, columns))
}

/** Whether values of the type contain no others. */
export function isFlat({ kind }: Type): boolean {
  return kind === 'text' || kind === 'bytes' || kind === 'integer' || kind === 'float' || kind === 'time'
}

/** Uses a temporary value: the memory of texts and bytes made for it is released. */
export function borrow<T extends bigint | number | string | boolean>(context: Context, use: () => T): T {
  const mark = context.held
  const result = use()
  context.settle(mark)
  return result
}

function readArguments(
  compiler: Compiler,
  args: Expression,
  takes: readonly Type[],
  path: ExpressionPath,
  scope: NameScope,
  name: string,
): readonly Compiled[] {
  const several = takes.length > 1
  if (several && (!isArray(args) || args.length !== takes.length)) {
    const found = isArray(args) ? `${args.length}` : 'one'
    throw recipeError(
      'recipe-type',
      path,
      `${name} takes an array of ${takes.length} arguments, found ${found}`,
    )
  }
  return takes.map((wanted, index) => {
    const argument = several && isArray(args) ? (args[index] ?? '') : args
    const argumentPath = several ? [...path, index] : path
    const expression = compiler.read(argument, argumentPath, scope)
    expectType(expression, wanted, argumentPath)
    return expression
  })
}

/** A keyword argument, a literal in the recipe. */
export function readWord<const W extends string>(
  words: readonly W[],
  word: unknown,
  path: ExpressionPath,
): W {
  const found = words.find(candidate => candidate === word)
  if (found !== undefined) return found
  throw recipeError('recipe-type', path, `expected ${words.map(one => JSON.stringify(one)).join(' or ')}`)
}

/** An integer argument, a literal in the recipe. */
export function readNumber(number: unknown, low: number, high: number, path: ExpressionPath): number {
  if (typeof number === 'number' && number >= low && number <= high) return number
  throw recipeError('recipe-type', path, `expected a number from ${low} to ${high}, written in the recipe`)
}

/** Hint for a missing method. */
export const methodHint =
  'method says how words become numbers: "mod" takes the remainder, "reject" throws words away that would make some ' +
  'numbers likelier; docs/RECIPES.md, "Streams and generators", has the others'

/** The named arguments of an operation: all of `members`, any of `optional`, no others. */
export function readNamedArguments<const M extends string, const O extends string = never>(
  members: readonly M[],
  args: Expression,
  path: ExpressionPath,
  name: string,
  optional: readonly O[] = [],
): Readonly<Record<M, Expression> & Partial<Record<O, Expression>>> {
  const further = optional.length === 0 ? '' : `, and if need be ${optional.join(', ')}`
  const wanted = `${name} takes an object with ${members.join(', ')}${further}`
  if (typeof args !== 'object' || isArray(args)) throw recipeError('recipe-type', path, wanted)
  const missing = members.find(member => args[member] === undefined)
  if (missing !== undefined) {
    const hint = missing === 'method' ? methodHint : undefined
    throw recipeError('recipe-type', path, `${wanted}: ${missing} is missing`, hint)
  }
  const known: readonly string[] = [...members, ...optional]
  const unknown = Object.keys(args).find(key => !known.includes(key))
  if (unknown !== undefined) {
    throw recipeError('recipe-type', [...path, unknown], `${wanted}: ${JSON.stringify(unknown)} is not one`)
  }
  return args as Readonly<Record<M, Expression> & Partial<Record<O, Expression>>>
}

/** A name bound by an operation. It must be new, so that no name has two meanings. */
export function readName(name: unknown, path: ExpressionPath, scope: NameScope): string {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(name)) {
    throw recipeError('recipe-reference', path, 'expected a new name of a-z, 0-9 and _')
  }
  const known = scope.get(name)
  if (known === undefined) return name
  const hint =
    known.isHidden === true ? 'the caller uses this name: choose another one in the function' : undefined
  throw recipeError('recipe-reference', path, `the name ${name} is taken`, hint)
}

/** A list item, and its index if the operation names it (`index`, from 0). */
export function readItem(
  { as, index }: { readonly as: Expression; readonly index?: Expression | undefined },
  of: Type,
  path: ExpressionPath,
  scope: NameScope,
  source: Compiled,
): {
  readonly name: string
  readonly scope: NameScope
  /** Names of the item and, if any, its index. */
  readonly names: readonly string[]
  readonly bind: (environment: Bindings, item: Value, place: number) => Bindings
} {
  const name = readName(as, [...path, 'as'], scope)
  const withItem = withMixing(extendScope(scope, { [name]: of }), name, mixingOf(source))
  if (index === undefined) {
    return { name, names: [name], scope: withItem, bind: (outer, item) => bind(outer, name, item) }
  }
  const place = readName(index, [...path, 'index'], withItem)
  return {
    name,
    names: [name, place],
    scope: withMixing(extendScope(withItem, { [place]: { kind: 'integer' } }), place, unmixed),
    bind: (outer, item, at) => bind(bind(outer, name, item), place, integer(at)),
  }
}

/** The scope with further names for the operation's own values. */
export function extendScope(scope: NameScope, types: Readonly<Record<string, Type>>): NameScope {
  const extended = new Map(scope)
  for (const [name, type] of Object.entries(types)) {
    extended.set(name, { type, ...noBasis, tells: tellsOf(name, type), origin: name })
  }
  return extended
}

/** The environment with one more value, without copying: loops bind millions of times. */
export function bind(environment: Bindings, name: string, value: Value): Bindings {
  return { get: wanted => (wanted === name ? value : environment.get(wanted)) }
}

/** The item type of a list argument. */
export function expectList(expression: Compiled, path: ExpressionPath): Type {
  if (expression.type.kind === 'list') return expression.type.of
  throw recipeError('recipe-type', path, `expected a list, found ${describeType(expression.type)}`)
}
