/**
 * Prints a recipe's expressions in mathematical notation, such as `int(sha256(seed ‖ list_hash)) mod 142`,
 * with numbers in place of names.
 *
 * @packageDocumentation
 */
import type { Expression } from '../model/recipe.js'
import { printValue, type Value } from '../recipe/value.js'

/** Known values, by name. */
export type FormulaValues = ReadonlyMap<string, Value>

/** Max characters of a recipe's text in a formula. */
const longest = 40

/** Max digits of a number in a formula; a longer one is shown by its name. */
const mostDigits = 20

/** Operations written between their two arguments. */
const infix: Readonly<Record<string, string>> = {
  add: '+',
  subtract: '−',
  multiply: '×',
  divide: '÷',
  mod: 'mod',
  power: '^',
  float_divide: '÷',
  float_multiply: '×',
  float_subtract: '−',
}

/** Operations that only say how to encode a value; the formula omits them. */
const asTheyAre: readonly string[] = ['bytes_utf8', 'text_decimal', 'text_time', 'float']

/** Better-known names of operations. */
const known: Readonly<Record<string, string>> = {
  integer_be: 'int',
  integer_le: 'int_little_endian',
  integer_hex: 'int',
  integer_decimal: 'int',
  integer_floor: 'floor',
  text_hex: 'hex',
  bytes_hex: 'bytes',
}

/**
 * Prints an expression with its known numbers; an operation without special notation is printed as a call.
 */
export function printFormula(expression: Expression, values: FormulaValues = new Map()): string {
  const print = (one: Expression): string => printFormula(one, values)
  if (typeof expression === 'number') return String(expression)
  if (typeof expression === 'string') return printName(expression, values)
  if (isList(expression)) return `[${expression.map(print).join(', ')}]`
  const [[name, args] = ['', '']] = Object.entries(expression)
  const sign = infix[name]
  if (isList(args)) {
    const [first, second] = args
    if (sign !== undefined) return args.map(one => within(one, print)).join(` ${sign} `)
    if (name === 'concat') return args.map(print).join(' ‖ ')
    if (name === 'at' && first !== undefined && second !== undefined) {
      return `${within(first, print)}[${print(second)}]`
    }
    if (name === 'hmac' && typeof first === 'string') {
      return `hmac_${first}(${args.slice(1).map(print).join(', ')})`
    }
    return `${known[name] ?? name}(${args.map(one => printArgument(one, print)).join(', ')})`
  }
  if (typeof args === 'object') {
    const own = printNamed(name, args, print)
    if (own !== undefined) return own
    // A single argument is the expression itself; several are named, as are the columns of a row.
    if (name === 'row' || Object.keys(args).length > 1) {
      const named = Object.entries(args).map(([key, value]) => `${key}: ${printArgument(value, print)}`)
      return name === 'row' ? `{${named.join(', ')}}` : `${name}(${named.join(', ')})`
    }
  }
  if (asTheyAre.includes(name)) return print(args)
  if (name === 'count') return countOf(args, values) ?? `count(${print(args)})`
  return `${known[name] ?? name}(${print(args)})`
}

/** Operations with several arguments and special notation. */
function printNamed(
  operation: string,
  args: Readonly<Record<string, Expression>>,
  print: (one: Expression) => string,
): string | undefined {
  const { list, as, do: action, key, from, times, item, text, at, weight, point, count, ...rest } = args
  const order = Object.values(rest).map(one => `, ${printArgument(one, print)}`)
  const name = typeof as === 'string' ? as : ''
  if (operation === 'map' && list !== undefined && action !== undefined) {
    // A list mapped to its own items is printed as the list.
    const each = print(action)
    return each === name ? print(list) : `[${each} for ${name} in ${print(list)}]`
  }
  if (operation === 'sort_by' && list !== undefined && key !== undefined) {
    return `sort(${print(list)} by ${print(key)}${order.join('')})`
  }
  if (operation === 'distinct' && list !== undefined && key !== undefined) {
    return print(key) === name ? `distinct(${print(list)})` : `distinct(${print(list)} by ${print(key)})`
  }
  if (operation === 'weighted_at' && list !== undefined && weight !== undefined && point !== undefined) {
    return `at_share(${print(point)}, ${print(list)} by ${print(weight)})`
  }
  if (operation === 'iterate' && from !== undefined && times !== undefined && action !== undefined) {
    return `repeat(${name} → ${print(action)}, ${print(times)} times, from ${print(from)})`
  }
  if (operation === 'fold' && list !== undefined && from !== undefined && action !== undefined) {
    const one = typeof item === 'string' ? item : ''
    return `repeat(${name} → ${print(action)}, for ${one} in ${print(list)}, from ${print(from)})`
  }
  if (operation === 'parse_json' && text !== undefined && at !== undefined) {
    return `read(${print(text)}, ${print(at)})`
  }
  if (operation === 'pick' && from !== undefined && count !== undefined && as === undefined) {
    const others = Object.entries(rest).map(([one, value]) => `, ${one}: ${printArgument(value, print)}`)
    return `pick(${print(count)} of ${print(from)}${others.join('')})`
  }
  return undefined
}

/** Keywords such as `ascending` are arguments of an operation, so they have no quotation marks. */
function printArgument(argument: Expression, print: (one: Expression) => string): string {
  return typeof argument === 'string' && /^[a-z][a-z0-9_-]*$/.test(argument) ? argument : print(argument)
}

/** Adds brackets around an expression that is itself one of these operations. */
function within(expression: Expression, print: (one: Expression) => string): string {
  const isCompound =
    typeof expression === 'object' &&
    !isList(expression) &&
    Object.keys(expression).some(name => name in infix || name === 'concat')
  return isCompound ? `(${print(expression)})` : print(expression)
}

function printName(text: string, values: FormulaValues): string {
  if (!text.startsWith('$') || text.startsWith('$$')) {
    const literal = text.replace(/^\$\$/, '$')
    return JSON.stringify(literal.length > longest ? `${literal.slice(0, longest)}…` : literal)
  }
  const name = text.slice(1)
  const value = values.get(name)
  if (value?.kind !== 'integer' && value?.kind !== 'float') return name
  const printed = printValue(value)
  return printed.length > mostDigits ? name : printed
}

function countOf(expression: Expression, values: FormulaValues): string | undefined {
  const value =
    typeof expression === 'string' && expression.startsWith('$') ? values.get(expression.slice(1)) : undefined
  return value?.kind === 'list' ? String(value.items.length) : undefined
}

/** Names of values in an expression, with columns if any. */
export function pathsIn(expression: Expression): readonly string[] {
  if (typeof expression === 'number') return []
  if (typeof expression === 'string') {
    return expression.startsWith('$') && !expression.startsWith('$$') ? [expression.slice(1)] : []
  }
  return (isList(expression) ? expression : Object.values(expression)).flatMap(pathsIn)
}

/** Names of values in an expression, without columns. */
export const namesIn = (expression: Expression): readonly string[] =>
  pathsIn(expression).map(path => path.split('.')[0] ?? '')

/** Names of the operations in an expression. */
export function operationsIn(expression: Expression): readonly string[] {
  if (typeof expression !== 'object') return []
  if (isList(expression)) return expression.flatMap(operationsIn)
  return Object.entries(expression).flatMap(([name, args]) => {
    const hasNames =
      typeof args === 'object' && !isList(args) && (name === 'row' || Object.keys(args).length > 1)
    // A type is not an operation.
    const inner = hasNames
      ? Object.entries(args).flatMap(([key, one]) => (key === 'type' ? [] : [one]))
      : [args]
    return [name, ...inner.flatMap(operationsIn)]
  })
}

function isList(expression: Expression): expression is readonly Expression[] {
  return Array.isArray(expression)
}
