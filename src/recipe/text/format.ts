/**
 * Formats recipes as text or as JSON.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { replaceUnsafe } from '../../core/unsafe-text.js'
import { DrawauditError } from '../../errors.js'
import { chain, fill, filled, group, plainText, prefixed, startOf, width, type Doc } from './layout.js'
import {
  claimRelations,
  combinations,
  flags,
  infixes,
  isBinding,
  isCondition,
  isTyped,
  isWord,
  longestText,
  powerLevel,
  relations,
  reserved,
  version,
  type Infix,
} from './words.js'

type JsonObject = Readonly<Record<string, JsonValue>>

/**
 * A recipe as text, which `parseRecipeText` reads back. Deterministic for the same value and member order.
 * Parts without text syntax are written as JSON.
 *
 * @param value - a recipe of the form of schemas/recipe.json, as from `parseJson`; its meaning is not
 * checked.
 * @throws DrawauditError `recipe-schema` without name, inputs, steps or claims; `json-too-large` if the text
 * would be too long to read.
 *
 * @example
 * ```js
 * formatRecipe(read('recipe.json')).startsWith('recipe ') // true
 * ```
 */
export function formatRecipe(value: JsonValue): string {
  const missing = ['recipe', 'name', 'inputs', 'steps', 'claims'].find(
    name => !isObject(value) || !Object.hasOwn(value, name),
  )
  if (!isObject(value) || missing !== undefined || typeof value['name'] !== 'string') {
    throw new DrawauditError('recipe-schema', `not a recipe: it has no ${missing ?? 'name'}`, {
      where: { pointer: '' },
      hint: 'docs/RECIPES.md shows how a recipe is written',
    })
  }
  const { name } = value
  const head = [`recipe ${/^[A-Za-z0-9_-]+$/.test(name) ? name : quote(name)}`]
  const lines = new Map<string, readonly string[]>()
  for (const [member, part] of Object.entries(value)) {
    if (member === 'name' || (member === 'recipe' && part === version)) continue
    const own = linesOf(member, part)
    if (own === undefined) head.push(prefixed(`${quote(member)} = `, json(part)).print(0, 0, 0))
    else lines.set(member, own)
  }
  for (const member of ['title', 'source', 'notes']) head.push(...(lines.get(member) ?? []))
  const others = ['inputs', 'functions', 'steps', 'claims', 'series', 'commitment', 'examples']
  const blocks = [head, ...others.map(member => lines.get(member) ?? [])].filter(({ length }) => length > 0)
  const text = blocks.map(lines => lines.map(line => `${line}\n`).join('')).join('\n')
  if (text.length <= longestText) return text
  const message = `a recipe as text has at most ${longestText} characters, this one would have ${text.length}`
  throw new DrawauditError('json-too-large', message, { hint: 'keep it as JSON' })
}

/** An expression in the syntax of recipe text. */
export function formatExpression(value: JsonValue): string {
  return expression(value).print(0, 0, 0)
}

/** A recipe as readable JSON. */
export function formatJson(value: JsonValue): string {
  return `${json(value).print(0, 0, 0)}\n`
}

/** The lines for a member of a recipe; undefined if it has none. */
function linesOf(member: string, value: JsonValue): readonly string[] | undefined {
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : undefined
  const table = isObject(value) ? Object.entries(value) : undefined
  const isFull = (items ?? table ?? []).length > 0
  const objects = items?.every(isObject) === true ? items : undefined
  const named =
    table?.every((entry): entry is [string, JsonObject] => isObject(entry[1])) === true ? table : undefined
  switch (member) {
    case 'title':
    case 'source':
      return typeof value === 'string' ? [`${member} ${quote(value)}`] : undefined
    case 'notes':
      return isFull && items?.every(isText) === true ? items.map(note => `note ${quote(note)}`) : undefined
    case 'inputs':
      return named?.map(([name, part]) => printInput(wordOrQuote(name), part))
    case 'functions':
      return isFull ? named?.map(([name, part]) => printFunction(wordOrQuote(name), part)) : undefined
    case 'steps':
      return table?.map(([name, part]) =>
        prefixed(`let ${wordOrQuote(name)} = `, expression(part)).print(0, 0, 0),
      )
    case 'claims':
      return objects?.map(printClaim)
    case 'series':
      return isObject(value) ? [printSeries(value)] : undefined
    case 'commitment':
      return isObject(value) ? [printCommitment(value)] : undefined
    case 'examples':
      return isFull ? objects?.map(printExample) : undefined
    default:
      return undefined
  }
}

/** Members of a type; all others belong to the input. */
const ofType = ['type', 'encoding', 'length', 'minimum', 'chain', 'of', 'columns']

function printInput(name: string, value: JsonObject): string {
  const { title, ...others } = value
  const parts = Object.entries(others)
  const type = typeDoc(Object.fromEntries(parts.filter(([member]) => ofType.includes(member))))
  const known = parts
    .filter(([member]) => !ofType.includes(member))
    .sort(([one], [other]) => order(one) - order(other))
    .map(([member, part]) => printFlag(member, part))
  if (type === undefined || !isText(title) || !known.every(isText)) {
    return prefixed(`input ${name}: `, json(value)).print(0, 0, 0)
  }
  const said = ` ${quote(title)}`
  const head = prefixed(`input ${name}: `, type).print(0, 0, said.length) + said
  return fill([head, ...known], 2, -(head.lastIndexOf('\n') + 1))
}

const order = (flag: string): number => Object.keys(flags).indexOf(flag)

function printFlag(name: string, value: JsonValue): string | undefined {
  const takes = Object.hasOwn(flags, name) ? flags[name] : undefined
  if (takes === 'true' || takes === 'either') {
    return value === true ? name : value === false && takes === 'either' ? `not ${name}` : undefined
  }
  if (takes === undefined || !isText(value)) return undefined
  return `${name} ${takes === 'word' ? wordOrQuote(value) : quote(value)}`
}

/** A type in text syntax; undefined if it is not a type. */
function typeDoc(value: JsonValue): Doc | undefined {
  if (!isObject(value)) return undefined
  const { type, ...members } = value
  const has = (...names: readonly string[]): boolean =>
    Object.keys(members).every(name => names.includes(name))
  const { encoding, length, minimum, chain: network, of, columns } = members
  const number = (word: string, part: JsonValue | undefined): string | undefined =>
    part === undefined ? '' : typeof part === 'number' ? `${word}${part}` : undefined
  if (type === 'bytes') {
    const size = number(' ', length)
    if (!has('encoding', 'length') || !isText(encoding) || size === undefined) return undefined
    return plainText(`bytes ${encoding === '0x' ? encoding : wordOrQuote(encoding)}${size}`)
  }
  if (type === 'integer') {
    const least = number(' from ', minimum)
    return has('minimum') && least !== undefined ? plainText(`integer${least}`) : undefined
  }
  if (type === 'drand') {
    if (!has('chain')) return undefined
    if (isText(network)) return plainText(`drand ${wordOrQuote(network)}`)
    return isObject(network) ? prefixed('drand ', json(network)) : undefined
  }
  if (type === 'list') {
    const inner = has('of') && of !== undefined ? typeDoc(of) : undefined
    return inner && prefixed('list of ', inner)
  }
  if (type === 'table') {
    if (!has('columns') || !isObject(columns)) return undefined
    const docs = Object.entries(columns).map(([name, column]) => {
      const doc = typeDoc(column)
      return doc && prefixed(`${wordOrQuote(name)}: `, doc)
    })
    return docs.every(doc => doc !== undefined) ? group('table(', docs, ')') : undefined
  }
  const isPlain = type === 'sha256' || type === 'text' || type === 'float' || type === 'time'
  return isPlain && has() ? plainText(type) : undefined
}

function printFunction(name: string, value: JsonObject): string {
  const { of, is } = value
  if (Object.keys(value).length === 2 && Array.isArray(of) && is !== undefined) {
    const names = of as readonly JsonValue[]
    if (names.every(isText)) {
      return prefixed(`function ${name}(${names.map(wordOrQuote).join(', ')}) = `, expression(is)).print(
        0,
        0,
        0,
      )
    }
  }
  return prefixed(`function ${name} `, json(value)).print(0, 0, 0)
}

function printClaim(value: JsonObject): string {
  if (!isText(value['id']) || !isText(value['says'])) {
    return prefixed('claim ', json(value)).print(0, 0, 0)
  }
  const { id, says, ...others } = value
  const head = `claim ${dottedOrQuote(id)} ${quote(says)}:`
  const doc = claimed(others)
  const line = `${head} ${doc.flat}`
  return line.length <= width ? line : head + startOf(2) + doc.print(2, 2, 0)
}

/** What a claim compares or verifies. */
function claimed(members: JsonObject): Doc {
  const names = Object.keys(members)
  const [name = ''] = names
  const value = members[name]
  if (names.length !== 1 || value === undefined) return json(members)
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : []
  const [left, second, third] = items
  if (left !== undefined && second !== undefined) {
    if (name === 'equal' && items.length === 2) return comparison(left, '=', second)
    if (name === 'holds' && items.length === 3 && isRelation(second, '=') && third !== undefined) {
      return comparison(left, second, third)
    }
  }
  if (name === 'verified' && isText(value) && isReference(value))
    return plainText(`verified ${reference(value)}`)
  return expression(members)
}

const isRelation = (value: JsonValue, but?: string): value is string =>
  isText(value) && value !== but && claimRelations.includes(value)

const comparison = (left: JsonValue, relation: string, right: JsonValue): Doc =>
  chain(expression(left, 1), [[relation, expression(right, 1)]])

function printSeries(value: JsonObject): string {
  const parts = printPairs(value)
  return parts === undefined ? prefixed('series ', json(value)).print(0, 0, 0) : `series ${parts.join(', ')}`
}

function printCommitment(value: JsonObject): string {
  const { at, values } = value
  const pairs = isObject(values) ? printPairs(values) : undefined
  if (Object.keys(value).length === 2 && isText(at) && pairs !== undefined) {
    return `commitment ${quote(at)}:${startOf(2)}${pairs.join(`,${startOf(2)}`)}`
  }
  return prefixed('commitment ', json(value)).print(0, 0, 0)
}

/** Names with texts; undefined for an empty object, or anything else. */
function printPairs(value: JsonObject): readonly string[] | undefined {
  const pairs = Object.entries(value)
  const printed = pairs.map(([name, text]) =>
    isText(text) ? `${dottedOrQuote(name)} ${wordOrQuote(text)}` : undefined,
  )
  return pairs.length > 0 && printed.every(isText) ? printed : undefined
}

function printExample(value: JsonObject): string {
  const { title, published, ends, ...others } = value
  const isPlain =
    isText(title) &&
    isObject(published) &&
    (ends === undefined || isObject(ends)) &&
    Object.keys(others).length === 0
  if (!isPlain) return prefixed('example ', json(value)).print(0, 0, 0)
  const first = prefixed(`example ${quote(title)} `, json(published)).print(0, 0, 0)
  return ends === undefined ? first : first + prefixed(`${startOf(2)}ends `, json(ends)).print(2, 2, 0)
}

/** An expression; in parentheses if it binds less tightly than `least`. */
function expression(value: JsonValue, least = 0): Doc {
  if (typeof value === 'string') return plainText(isReference(value) ? reference(value) : literal(value))
  if (Array.isArray(value)) return listDoc(value as readonly JsonValue[], item => expression(item))
  if (!isObject(value)) return plainText(JSON.stringify(value))
  const [name = '', ...more] = Object.keys(value)
  const args = value[name]
  if (more.length > 0 || args === undefined) return json(value)
  const level = operandsOf(value)?.level
  const choice = name === 'if' && isObject(args) ? choiceDoc(args) : undefined
  if (level !== undefined) return inParentheses(infixDoc(level, value), level < least)
  if (choice !== undefined) return inParentheses(choice, least > 0)
  return call(name, args)
}

const inParentheses = (doc: Doc, isNeeded: boolean): Doc => (isNeeded ? group('(', [doc], ')') : doc)

/** Operands joined by operators of one level, left-associative. */
function infixDoc(level: number, value: JsonValue): Doc {
  const others: (readonly [string, Doc])[] = []
  let first = value
  for (;;) {
    const operands = operandsOf(first, level)
    // A power of a power needs parentheses.
    if (operands === undefined || (level === powerLevel && others.length > 0)) break
    others.unshift([operands.sign, expression(operands.right, level + 1)])
    first = operands.left
  }
  // -2 ^ 2 would be read as the negative of a square.
  const negative = level === powerLevel && typeof first === 'number' && first < 0 ? first : undefined
  const doc =
    negative !== undefined
      ? plainText(`(${negative})`)
      : expression(first, level + (level === powerLevel ? 1 : 0))
  return chain(doc, others)
}

interface Operands extends Infix {
  readonly left: JsonValue
  readonly right: JsonValue
}

/** The operator and the operands of an operation of this level. */
function operandsOf(value: JsonValue, level?: number): Operands | undefined {
  if (!isObject(value)) return undefined
  const [[name, args] = [], ...more] = Object.entries(value)
  const infix = infixes.find(one => one.name === name && (level === undefined || one.level === level))
  if (infix === undefined || more.length > 0 || !Array.isArray(args) || args.length !== 2) return undefined
  const [left, right] = args as [JsonValue, JsonValue]
  return { ...infix, left, right }
}

/** `if a < b then x else y`; undefined for any other form. */
function choiceDoc(args: JsonObject): Doc | undefined {
  const { is, then: yes, else: no } = args
  const condition = conditionDoc(is)
  if (Object.keys(args).length !== 3 || yes === undefined || no === undefined || condition === undefined) {
    return undefined
  }
  return chain(prefixed('if ', condition), [
    ['then', expression(yes, isObject(yes) && Object.hasOwn(yes, 'if') ? 1 : 0)],
    ['else', expression(no)],
  ])
}

/** Parenthesizes by precedence: `or`, then `and`, then `not` and comparisons. */
function conditionDoc(value: JsonValue | undefined, least = 0): Doc | undefined {
  if (Array.isArray(value)) {
    const [left, relation, right] = value as readonly JsonValue[]
    if (value.length !== 3 || left === undefined || right === undefined) return undefined
    return isText(relation) && relations.includes(relation) ? comparison(left, relation, right) : undefined
  }
  const [[name, parts] = [], ...more] = isObject(value) ? Object.entries(value) : []
  if (more.length > 0) return undefined
  if (name === 'not') {
    const inner = conditionDoc(parts, 2)
    return inner && prefixed('not ', inner)
  }
  if ((name !== 'any' && name !== 'all') || !Array.isArray(parts) || parts.length < 2) return undefined
  const level = name === 'any' ? 0 : 1
  const [first, ...others] = parts.map(part => conditionDoc(part as JsonValue, level + 1))
  if (first === undefined || !others.every(other => other !== undefined)) return undefined
  const word = combinations[name]
  return inParentheses(
    chain(
      first,
      others.map(other => [word, other] as const),
    ),
    level < least,
  )
}

function call(name: string, args: JsonValue): Doc {
  const isPlain = isWord(name) && name !== 'if' && name !== 'not'
  const open = `${isPlain ? name : quote(name)}(`
  if (Array.isArray(args)) {
    const items = args.map(item => expression(item as JsonValue))
    return group(open, args.length === 1 ? [group('[', items, ']')] : items, ')')
  }
  const members = isObject(args) ? Object.entries(args) : []
  // The columns of a row look like operations.
  const isNamed = members.length > 1 || (members.length === 1 && name === 'row')
  if (!isNamed) return group(open, [expression(args)], ')')
  return group(
    open,
    members.map(([member, value]) => prefixed(`${wordOrQuote(member)}: `, argument(name, member, value))),
    ')',
  )
}

/** The value of a named argument, some of which are not expressions. */
function argument(operation: string, name: string, value: JsonValue): Doc {
  const condition = isCondition(operation, name) ? conditionDoc(value) : undefined
  if (condition !== undefined) return condition
  const isBound = isBinding(operation, name)
  if (!isBound && !isTyped(operation, name)) return expression(value)
  if (isText(value)) {
    if (isReference(value)) return plainText(reference(value, true))
    return plainText(isBound && isWord(value) ? value : literal(value))
  }
  // true would be a name.
  if (typeof value === 'boolean' || value === null) return plainText(`(${String(value)})`)
  if (isBound || !isObject(value)) return expression(value)
  return typeDoc(value) ?? json(value)
}

/** JSON, on one line if it fits. */
function json(value: JsonValue): Doc {
  if (Array.isArray(value)) return listDoc(value as readonly JsonValue[], json)
  if (!isObject(value)) return plainText(typeof value === 'string' ? quote(value) : JSON.stringify(value))
  const members = Object.entries(value).map(([name, part]) => prefixed(`${quote(name)}: `, json(part)))
  return group('{', members, '}', ' ')
}

function listDoc(items: readonly JsonValue[], print: (item: JsonValue) => Doc): Doc {
  const docs = items.map(print)
  const isShort = items.every(item => typeof item !== 'object' || item === null)
  return isShort && docs.length > 1
    ? filled(
        '[',
        docs.map(({ flat }) => flat),
        ']',
      )
    : group('[', docs, ']')
}

const isReference = (text: string): boolean => text.startsWith('$') && !text.startsWith('$$')

/** A name in an expression, with `$` before it if it would be misread. */
function reference(value: string, isMarked = false): string {
  const [, name = '', member] = /^\$([^.]*)(?:\.(.*))?$/s.exec(value) ?? []
  if (!isWord(name)) return `$${quote(value.slice(1))}`
  const path = member === undefined ? '' : `.${member.split('.').every(isWord) ? member : quote(member)}`
  return (isMarked || reserved.has(name) ? '$' : '') + name + path
}

/** In JSON a text that begins with `$` has one more `$`. */
const literal = (value: string): string => quote(value.replace(/^\$\$/, '$'))

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string'

const wordOrQuote = (text: string): string => (isWord(text) ? text : quote(text))

const dottedOrQuote = (text: string): string => (text.split('.').every(isWord) ? text : quote(text))

/** A JSON string with all characters visible. */
function quote(text: string): string {
  return replaceUnsafe(JSON.stringify(text), character =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map(unit => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
