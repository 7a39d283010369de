/**
 * Names within a recipe: `let`, and the functions that a recipe defines.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import { pointerOf } from '../core/json.js'
import type { Expression, FunctionOf } from '../model/recipe.js'
import {
  basisOf,
  isArray,
  recipeError,
  type Basis,
  type Compiled,
  type Compiler,
  type ExpressionPath,
  type ArgumentReader,
  type NameScope,
  type Shape,
} from './compile.js'
import type { Value } from './value.js'

/** A function: an expression with parameters, used in several places. */
interface Definition {
  readonly of: readonly string[]
  readonly is: Expression
  /** Order of definition: a function may only call earlier ones. */
  readonly place: number
  isUsed: boolean
}

/** The functions of one recipe. */
export class Functions {
  readonly #compiler: Compiler
  readonly #definitions = new Map<string, Definition>()
  /** Number of callable functions: within a function, those before it. */
  #callable = Infinity

  constructor(compiler: Compiler) {
    this.#compiler = compiler
  }

  /** The names in order of definition. */
  get names(): Iterable<string> {
    return this.#definitions.keys()
  }

  has(name: string): boolean {
    return this.#definitions.has(name)
  }

  /**
   * Adds a function, which is compiled at each call.
   *
   * @throws DrawauditError `recipe-type` for duplicate names.
   */
  define(name: string, { of, is }: FunctionOf, path: ExpressionPath): void {
    const twice = of.find((one, index) => of.indexOf(one) < index)
    if (twice !== undefined) throw recipeError('recipe-type', [...path, 'of'], `${twice} is a duplicate`)
    this.#definitions.set(name, { of, is, place: this.#definitions.size, isUsed: false })
  }

  /**
   * @throws DrawauditError `recipe-reference` for an unused function, whose expression was never compiled.
   */
  refuseUnused(path: ExpressionPath): void {
    for (const [name, { isUsed }] of this.#definitions) {
      if (!isUsed) throw recipeError('recipe-reference', [...path, name], 'nothing calls this function')
    }
  }

  /** The body of a function, which sees only its own parameters. */
  readonly call: ArgumentReader = (args, path, scope, name) => {
    const definition = this.#definitions.get(name)
    if (definition === undefined || definition.place >= this.#callable) {
      throw recipeError('recipe-reference', path, `${name} is not a function defined before this one`)
    }
    definition.isUsed = true
    const { of, is, place } = definition
    const given = of.length > 1 && isArray(args) ? args : [args]
    if (given.length !== of.length) {
      const found = isArray(args) ? `${args.length}` : 'one'
      const message = `${name} takes an array of ${of.length} (${of.join(', ')}), found ${found}`
      throw recipeError('recipe-type', path, message)
    }
    const values = given.map((one, index) =>
      this.#compiler.read(one, of.length > 1 ? [...path, index] : path, scope),
    )
    const hidden = [...scope].map(([other, known]) => [other, { ...known, isHidden: true }] as const)
    const own = of.flatMap((one, index) => {
      const value = values[index]
      return value === undefined ? [] : [[one, value] as const]
    })
    const body = this.#readBody(name, is, place, new Map<string, Basis & Shape>([...hidden, ...own]), path)
    return withNames(own, body)
  }

  #readBody(
    name: string,
    is: Expression,
    place: number,
    scope: NameScope,
    calledAt: ExpressionPath,
  ): Compiled {
    const before = this.#callable
    this.#callable = place
    try {
      return this.#compiler.read(is, ['functions', name, 'is'], scope)
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      const hint = `it is called at ${pointerOf(calledAt)}${error.hint === undefined ? '' : `; ${error.hint}`}`
      throw new DrawauditError(error.code, error.message, { where: error.where, hint })
    } finally {
      this.#callable = before
    }
  }
}

/** An expression with local names, each computed once, outside of it, whether used or not. */
export function withNames(
  named: readonly (readonly [name: string, value: Compiled])[],
  body: Compiled,
): Compiled {
  return {
    ...body,
    rests: basisOf(...named.map(([, value]) => value), body).rests,
    run(environment, context) {
      const mark = context.held
      const values = new Map(named.map(([name, value]) => [name, value.run(environment, context)] as const))
      const output = body.run({ get: name => values.get(name) ?? environment.get(name) }, context)
      if (isItsOwn(output)) context.settle(mark, output)
      return output
    },
  }
}

/** Whether a value shares no memory with others, so that intermediate memory can be released. */
function isItsOwn(value: Value): boolean {
  switch (value.kind) {
    case 'integer':
    case 'float':
    case 'time':
      return true
    case 'bytes':
      return value.bytes.length === value.bytes.buffer.byteLength
    case 'text':
      // For longer texts V8 may keep the text they were cut from.
      return value.text.length < 13
    default:
      return false
  }
}
