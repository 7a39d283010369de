/**
 * Parses the expressions and types of a recipe text.
 *
 * @packageDocumentation
 */
import { defaultJsonLimits } from '../../core/json.js'
import { jsonNode, leaf, listNode, objectNode, type JsonNode } from './node.js'
import { Tokens, type Token } from './tokenize.js'
import {
  combinations,
  infixes,
  isBinding,
  isCondition,
  isTyped,
  keywords,
  powerLevel,
  relations,
  reserved,
  typeHeadWords,
  type Infix,
} from './words.js'

/** Max nesting of lists and objects, as in JSON. */
export const deepest = defaultJsonLimits.depth

/** Max nesting, with a pair of parentheses for each level. */
const mostNested = 2 * deepest

/** Max values: several times more than a recipe's expressions. */
const mostValues = 100_000

/** An operand that may be a condition. */
interface ParsedOperand {
  readonly node: JsonNode
  readonly isCondition: boolean
}

/** Parses expressions one by one. */
export class ExpressionParser {
  readonly tokens: Tokens
  #nested = 0
  #values = 0

  constructor(tokens: Tokens) {
    this.tokens = tokens
  }

  /** @throws DrawauditError `recipe-syntax`, or a code that begins with `json-`, with line and column. */
  expression(): JsonNode {
    return this.#within(() => (this.#isChoice() ? this.#choice() : this.#infix(1)))
  }

  /** A comparison of two expressions; undefined if there is only one. */
  comparison(
    signs: readonly string[],
    left = this.expression(),
  ): readonly [left: JsonNode, relation?: JsonNode, right?: JsonNode] {
    const sign = this.tokens.peek()
    if (sign.kind !== 'sign' || !signs.includes(sign.raw)) return [left]
    this.tokens.next()
    return [left, this.count(leaf(sign.raw, sign.at)), this.expression()]
  }

  /** A condition, or else an expression. */
  condition(): ParsedOperand {
    return this.#combined('any', () => this.#combined('all', () => this.#single()))
  }

  /** Conditions joined by `and` or `or`. */
  #combined(name: keyof typeof combinations, read: () => ParsedOperand): ParsedOperand {
    const first = read()
    const word = combinations[name]
    if (!this.tokens.isNext(word)) return first
    const parts = [this.#expectCondition(first)]
    while (this.tokens.take(word)) parts.push(this.#expectCondition(read()))
    const list = this.count(listNode(parts, first.node.at))
    return { node: this.#operation(name, list, first.node.at), isCondition: true }
  }

  #single(): ParsedOperand {
    const { tokens } = this
    const { at } = tokens.peek()
    if (tokens.take('not')) {
      const node = this.#within(() => this.#expectCondition(this.#single()))
      return { node: this.#operation('not', node, at), isCondition: true }
    }
    let left: JsonNode | undefined
    if (tokens.take('(')) {
      let inner: ParsedOperand | undefined
      const node = this.#within(() => {
        inner = this.condition()
        return inner.node
      })
      tokens.expect(')', 'close what was opened')
      if (inner?.isCondition === true) return inner
      // It was the start of an expression.
      left = this.#infix(1, node)
    }
    const [one, relation, other] = this.comparison(relations, left)
    if (relation === undefined || other === undefined) return { node: one, isCondition: false }
    return { node: this.count(listNode([one, relation, other], one.at)), isCondition: true }
  }

  #expectCondition({ node, isCondition }: ParsedOperand): JsonNode {
    if (isCondition) return node
    return this.#fail('"=", "!=", "<", "<=", ">" or ">="', 'a condition compares two values')
  }

  /** A name and its members: in JSON `"$entry.Ticket no."`. */
  reference(): JsonNode {
    const { tokens } = this
    const { at } = tokens.peek()
    if (!tokens.take('$')) return this.count(leaf(`$${this.#members(tokens.next().raw)}`, at))
    const { kind, raw } = tokens.peek()
    if (kind === 'word') return this.count(leaf(`$${this.#members(tokens.next().raw)}`, at))
    const name = kind === 'text' ? String(tokens.valueOf(tokens.peek())) : raw
    if (kind !== 'text' || name.startsWith('$')) {
      throw tokens.unexpected('a name', 'a text that begins with $ is written in quotes, "$5"')
    }
    tokens.next()
    return this.count(leaf(`$${name}`, at))
  }

  /** A type, as in an input. */
  type(): JsonNode {
    return this.#within(() => {
      const { tokens } = this
      const { raw, at, kind } = tokens.peek()
      if (tokens.isNext('{')) return this.json()
      if (kind !== 'word' || !typeHeadWords.has(raw)) {
        throw tokens.unexpected('a type', `the types are ${[...typeHeadWords].join(', ')}`)
      }
      tokens.next()
      return objectNode(new Map([['type', this.count(leaf(raw, at))], ...this.#typeMembers(raw)]), at)
    })
  }

  /** A JSON value. */
  json(): JsonNode {
    const { tokens } = this
    const token = tokens.peek()
    if (tokens.isNext('{') || tokens.isNext('[')) {
      const { value, at } = tokens.nextJson()
      return this.count(jsonNode(value, at))
    }
    return this.constant() ?? this.#fail('a value in JSON', 'a name has no place here', token)
  }

  /** A text, a number, or a keyword value, as in JSON. */
  constant(): JsonNode | undefined {
    const { tokens } = this
    const { kind, raw, at } = tokens.peek()
    if (kind === 'text' || kind === 'number') return this.count(leaf(tokens.valueOf(tokens.next()), at))
    if (tokens.take('-')) {
      if (tokens.peek().kind === 'number') return this.count(leaf(tokens.valueOf(tokens.next(), '-'), at))
      throw tokens.unexpected('a number after the minus sign', 'what is not a number is subtracted from 0')
    }
    const value = raw === 'true' ? true : raw === 'false' ? false : raw === 'null' ? null : undefined
    if (kind !== 'word' || value === undefined) return undefined
    tokens.next()
    return this.count(leaf(value, at))
  }

  /** A name; quoted if it is not a word. */
  name(what: string): { readonly name: string; readonly at: number } {
    const token = this.tokens.peek()
    if (token.kind !== 'word' && token.kind !== 'text') {
      throw this.tokens.unexpected(what, 'a name that is not a word needs double quotes')
    }
    this.tokens.next()
    return { name: token.kind === 'word' ? token.raw : String(this.tokens.valueOf(token)), at: token.at }
  }

  /** Adds a member, which must be new. */
  put(members: Map<string, JsonNode>, name: string, node: JsonNode, at = node.at): void {
    if (name === '__proto__') {
      throw this.tokens.fail(at, 'forbidden name "__proto__"', 'give it another name', 'json-forbidden-name')
    }
    if (members.has(name)) {
      const message = `there is ${JSON.stringify(name)} already`
      throw this.tokens.fail(at, message, 'keep one of the two', 'json-duplicate-name')
    }
    members.set(name, node)
  }

  count(node: JsonNode): JsonNode {
    this.#values += 1
    if (this.#values > mostValues) {
      const message = `a recipe as text has at most ${mostValues} values`
      throw this.tokens.fail(node.at, message, 'write long lists as JSON', 'json-too-many-values')
    }
    if (node.height > deepest) throw this.tooDeep(node.at)
    return node
  }

  tooDeep(at: number): Error {
    const message = `expected at most ${deepest} lists and operations inside one another`
    return this.tokens.fail(at, message, 'give a part of it a name of its own, with let', 'json-too-deep')
  }

  #fail(expected: string, hint: string, token?: Token): never {
    throw this.tokens.unexpected(expected, hint, token)
  }

  #within(read: () => JsonNode): JsonNode {
    this.#nested += 1
    if (this.#nested > mostNested) throw this.tooDeep(this.tokens.peek().at)
    const node = read()
    this.#nested -= 1
    return node
  }

  /** Whether `if` begins a choice; a quoted one is an operation. */
  #isChoice(): boolean {
    return this.tokens.isNext('if')
  }

  #choice(): JsonNode {
    const { tokens } = this
    const { at } = tokens.next()
    const is = this.#expectCondition(this.condition())
    tokens.expect('then', 'a condition is written if a < b then x else y')
    const yes = this.expression()
    tokens.expect('else', 'both cases have a value')
    const no = this.expression()
    const members = new Map([
      ['is', is],
      ['then', yes],
      ['else', no],
    ])
    return this.#operation('if', this.count(objectNode(members, at)), at)
  }

  /** Operands joined by operators of at least this level. */
  #infix(least: number, first = this.#operand()): JsonNode {
    const { tokens } = this
    let left = first
    let bound = powerLevel + 1
    for (;;) {
      const operator = this.#operator()
      if (operator === undefined || operator.level < least) return left
      if (operator.level === powerLevel && bound === powerLevel) {
        throw tokens.unexpected('parentheses', 'write (a ^ b) ^ c or a ^ (b ^ c)')
      }
      tokens.next()
      const right = this.#infix(operator.level + 1)
      left = this.#operation(operator.name, this.count(listNode([left, right], left.at)), left.at)
      bound = operator.level
    }
  }

  #operator(): Infix | undefined {
    const { kind, raw } = this.tokens.peek()
    return kind === 'sign' || kind === 'word' ? infixes.find(({ sign }) => sign === raw) : undefined
  }

  #operand(): JsonNode {
    const { tokens } = this
    const { kind, raw, at } = tokens.peek()
    if (tokens.take('(')) {
      const inner = this.expression()
      tokens.expect(')', 'close what was opened')
      return inner
    }
    if (tokens.take('[')) return this.count(listNode(this.#items(']'), at))
    if (tokens.isNext('{')) return this.json()
    if (tokens.isNext('$')) return this.reference()
    const isNamed = kind === 'word' || kind === 'text'
    if (isNamed && raw !== 'if' && isSign(tokens.peek(1), '(')) return this.#call()
    if (kind === 'text') return this.count(leaf(escapeDollar(String(tokens.valueOf(tokens.next()))), at))
    if (kind === 'sign' && raw === '-') return this.#negative()
    const constant = this.constant()
    if (constant !== undefined) return constant
    if (kind !== 'word' || this.#isNextLine()) {
      return this.#fail(
        'an expression',
        'a name, a text, a number, a list, or an operation with its arguments',
      )
    }
    if (reserved.has(raw)) {
      const hint =
        raw === 'if' ? 'put the condition in parentheses' : `a value called ${raw} is written $${raw}`
      return this.#fail('an expression', hint)
    }
    return this.reference()
  }

  #negative(): JsonNode {
    const number = this.constant()
    if (number !== undefined && !this.tokens.isNext('^')) return number
    return this.#fail('parentheses', 'write (-2) ^ 2, or 0 - 2 ^ 2')
  }

  /** A line that ended too early continues with the first word of the next one. */
  #isNextLine(): boolean {
    const { raw } = this.tokens.peek()
    if (!keywords.has(raw)) return false
    const after = this.tokens.peek(1)
    const isOther = after.kind === 'word' && !reserved.has(after.raw) && !keywords.has(after.raw)
    return isOther || after.kind === 'text'
  }

  #members(name: string): string {
    let path = name
    while (this.tokens.take('.')) path += `.${this.name('the name of a member').name}`
    return path
  }

  /** `op(a, b)`, `op(a)` or `op(name: a)`. */
  #call(): JsonNode {
    const { tokens } = this
    const { name, at } = this.name('an operation')
    const { at: open } = tokens.next()
    const first = tokens.peek()
    const isNamed = (first.kind === 'word' || first.kind === 'text') && isSign(tokens.peek(1), ':')
    if (isNamed) return this.#operation(name, this.#namedArguments(name, open), at)
    const items = this.#items(')')
    const [only] = items
    const args = items.length === 1 && only !== undefined ? only : this.count(listNode(items, open))
    return this.#operation(name, args, at)
  }

  #operation(name: string, args: JsonNode, at: number): JsonNode {
    const members = new Map<string, JsonNode>()
    this.put(members, name, args, at)
    return this.count(objectNode(members, at))
  }

  #namedArguments(operation: string, open: number): JsonNode {
    const members = new Map<string, JsonNode>()
    this.list(')', () => {
      const { name, at } = this.name('the name of an argument')
      this.tokens.expect(':', 'where one argument has a name, all have')
      this.put(members, name, this.#argument(operation, name), at)
    })
    return this.count(objectNode(members, open))
  }

  #argument(operation: string, name: string): JsonNode {
    const { tokens } = this
    const { kind, raw, at } = tokens.peek()
    if (isCondition(operation, name)) return this.condition().node
    if (kind !== 'word') return this.expression()
    if (isBinding(operation, name) && (isSign(tokens.peek(1), ',') || isSign(tokens.peek(1), ')'))) {
      tokens.next()
      return this.count(leaf(raw, at))
    }
    const isType = typeHeadWords.has(raw) && (raw === 'table' || !isSign(tokens.peek(1), '('))
    return isTyped(operation, name) && isType ? this.type() : this.expression()
  }

  #items(close: string): readonly JsonNode[] {
    const items: JsonNode[] = []
    this.list(close, () => items.push(this.expression()))
    return items
  }

  /** Comma-separated items up to the closing bracket. */
  list(close: string, read: () => void): void {
    const { tokens } = this
    if (tokens.take(close)) return
    do read()
    while (tokens.take(','))
    tokens.expect(close, 'put a comma between two, and close what was opened')
  }

  *#typeMembers(type: string): Generator<readonly [string, JsonNode]> {
    const { tokens } = this
    const isNumber = (): boolean => tokens.peek().kind === 'number' || tokens.isNext('-')
    const constant = (): JsonNode => this.constant() ?? this.#fail('a number', 'a whole number')
    if (type === 'bytes') {
      const zeroX = tokens.peek()
      if (zeroX.raw === '0x') tokens.next()
      const { name, at } = zeroX.raw === '0x' ? { name: '0x', at: zeroX.at } : this.name('hex, 0x or base64')
      yield ['encoding', this.count(leaf(name, at))]
      if (isNumber()) yield ['length', constant()]
    } else if (type === 'integer') {
      if (tokens.take('from')) yield ['minimum', constant()]
    } else if (type === 'drand') {
      if (tokens.isNext('{')) yield ['chain', this.json()]
      else {
        const { name, at } = this.name('a chain')
        yield ['chain', this.count(leaf(name, at))]
      }
    } else if (type === 'list') {
      tokens.expect('of', 'a list is a list of one type')
      yield ['of', this.type()]
    } else if (type === 'table') {
      const { at } = tokens.expect('(', 'a table is written table(name: text, weight: integer)')
      const columns = new Map<string, JsonNode>()
      this.list(')', () => {
        const column = this.name('the name of a column')
        tokens.expect(':', 'a column has a type')
        this.put(columns, column.name, this.type(), column.at)
      })
      yield ['columns', this.count(objectNode(columns, at))]
    }
  }
}

function isSign({ kind, raw }: Token, sign: string): boolean {
  return kind === 'sign' && raw === sign
}

/** In JSON a text that begins with `$` has one more `$`. */
function escapeDollar(text: string): string {
  return text.startsWith('$') ? `$${text}` : text
}
