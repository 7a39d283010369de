/**
 * Local names.
 *
 * @packageDocumentation
 */
import { isArray, recipeError, type Compiled, type NameScope } from '../compile.js'
import { withNames } from '../functions.js'
import { readName, type Operation } from './define.js'

/** `{ "let": { "x": …, "y": …, "in": … } }`: each name is computed once. */
const letIn: Operation = compiler => (args, path, scope, name) => {
  if (typeof args !== 'object' || isArray(args) || args['in'] === undefined || Object.keys(args).length < 2) {
    throw recipeError('recipe-type', path, `${name} takes an object with names, and with in`)
  }
  const { in: within, ...named } = args
  const values: (readonly [name: string, value: Compiled])[] = []
  let inner: NameScope = scope
  for (const [known, expression] of Object.entries(named)) {
    readName(known, [...path, known], inner)
    const value = compiler.read(expression, [...path, known], inner)
    values.push([known, value])
    inner = new Map([...inner, [known, value]])
  }
  const body = compiler.read(within, [...path, 'in'], inner)
  return values.reduceRight((compiled, one) => withNames([one], compiled), body)
}

export const nameOperations = { let: letIn }
