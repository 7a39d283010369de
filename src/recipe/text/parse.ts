/**
 * Parses recipe text, another spelling of its JSON. The grammar is in docs/RECIPES.md, "As text".
 *
 * @packageDocumentation
 */
import { placeOf } from '../../core/json-scan.js'
import type { JsonValue } from '../../core/json.js'
import { findPlace, jsonNode, leaf, listNode, objectNode, type JsonNode } from './node.js'
import { deepest, ExpressionParser } from './parse-expression.js'
import { Tokens } from './tokenize.js'
import { claimRelations, flags, keywords, relations, reserved, version } from './words.js'

/** A parsed text with its positions. */
export interface ParsedText {
  /** The same as `parseJson` of the recipe in JSON. */
  readonly value: JsonValue
  /** Line and column, from 1, of the part at a JSON pointer, or of the closest part around it. */
  placeOf(pointer: string): { readonly line: number; readonly column: number }
}

/**
 * Reads recipe text as its JSON value, the input of `parseRecipe`. Comments are dropped.
 *
 * Takes time linear in the text. Nesting too deep for JSON is refused here too.
 *
 * @param text - a recipe as formulas (docs/RECIPES.md).
 * @throws DrawauditError `recipe-syntax`, or a code that begins with `json-`, with line and column.
 *
 * @example
 * ```js
 * parseRecipeText('recipe mine let x = 1 + 2').name // mine
 * ```
 */
export function parseRecipeText(text: string): JsonValue {
  return parseText(text).value
}

/** Like {@link parseRecipeText}, with positions. */
export function parseText(text: string): ParsedText {
  const root = new RecipeParser(text).recipe()
  return { value: root.value, placeOf: pointer => placeOf(text, findPlace(root, pointer)) }
}

const lists = { note: 'notes', claim: 'claims', example: 'examples' } as const
const tables = { input: 'inputs', function: 'functions', let: 'steps' } as const

/** Defaults of required members without a line. */
const empty: readonly (readonly [string, (at: number) => JsonNode])[] = [
  ['recipe', at => leaf(version, at)],
  ['inputs', at => objectNode(new Map(), at)],
  ['steps', at => objectNode(new Map(), at)],
  ['claims', at => listNode([], at)],
]

class RecipeParser {
  readonly #tokens: Tokens
  readonly #parser: ExpressionParser
  /** Members that have a line of their own. */
  readonly #members = new Map<string, JsonNode>()
  readonly #items = new Map<string, JsonNode[]>()
  readonly #named = new Map<string, Map<string, JsonNode>>()

  constructor(text: string) {
    this.#tokens = new Tokens(text)
    this.#parser = new ExpressionParser(this.#tokens)
  }

  recipe(): JsonNode {
    const { at } = this.#tokens.expect(
      'recipe',
      'a recipe begins with { in JSON, and with recipe NAME as text',
    )
    this.#name()
    while (this.#tokens.peek().kind !== 'end') this.#line()
    for (const [name, items] of this.#items) this.#put(name, listNode(items, items[0]?.at ?? at))
    for (const [name, members] of this.#named) {
      this.#put(name, objectNode(members, [...members.values()][0]?.at ?? at))
    }
    for (const [name, make] of empty) if (!this.#members.has(name)) this.#put(name, make(at))
    const root = objectNode(this.#members, at)
    if (root.height > deepest) throw this.#parser.tooDeep(placeOfHighest(root))
    return root
  }

  #name(): void {
    const token = this.#tokens.nextName()
    if (token.kind !== 'word' && token.kind !== 'text') {
      throw this.#tokens.unexpected('the name of the recipe', 'a-z, 0-9 and -, as draws call it', token)
    }
    this.#put('name', leaf(token.kind === 'word' ? token.raw : this.#tokens.valueOf(token), token.at))
  }

  #line(): void {
    const { kind, raw, at } = this.#tokens.peek()
    if (kind === 'text') {
      this.#member()
      return
    }
    if (kind !== 'word' || !keywords.has(raw) || raw === 'recipe') {
      const hint = `lines begin with ${[...keywords].slice(1).join(', ')}`
      throw this.#tokens.unexpected('the next line of the recipe', hint)
    }
    this.#tokens.next()
    if (raw === 'input' || raw === 'function' || raw === 'let') this.#declare(raw)
    else if (raw === 'note' || raw === 'claim' || raw === 'example') this.#add(raw, at)
    else this.#put(raw, this.#only(raw, at), at)
  }

  /** A keyword that may occur only once. */
  #only(keyword: string, at: number): JsonNode {
    if (keyword === 'title' || keyword === 'source') return this.#text()
    if (this.#tokens.isNext('{')) return this.#parser.json()
    return keyword === 'series' ? this.#pairs(at) : this.#commitment(at)
  }

  /** `"name" = JSON`: a member of the recipe without a line syntax. */
  #member(): void {
    const { name, at } = this.#parser.name('the name of a member')
    this.#tokens.expect('=', 'a line that begins with a text is "name" = a value in JSON')
    this.#put(name, this.#parser.json(), at)
  }

  #declare(keyword: keyof typeof tables): void {
    const { name, at } = this.#parser.name('a name')
    const node = keyword === 'input' ? this.#input(at) : keyword === 'let' ? this.#step() : this.#function(at)
    const table = tables[keyword]
    const members = this.#named.get(table) ?? new Map<string, JsonNode>()
    this.#named.set(table, members)
    this.#parser.put(members, name, node, at)
  }

  #step(): JsonNode {
    this.#tokens.expect('=', 'a step is written let name = an expression')
    return this.#parser.expression()
  }

  #function(at: number): JsonNode {
    if (this.#tokens.isNext('{')) return this.#parser.json()
    const { at: open } = this.#tokens.expect('(', 'a function is written function name(a, b) = an expression')
    const names: JsonNode[] = []
    this.#parser.list(')', () => {
      const { name, at: start } = this.#parser.name('the name of an argument')
      names.push(this.#parser.count(leaf(name, start)))
    })
    const members = new Map([
      ['of', listNode(names, open)],
      ['is', this.#step()],
    ])
    return objectNode(members, at)
  }

  #input(at: number): JsonNode {
    this.#tokens.expect(':', 'an input is written input name: type "title", …')
    if (this.#tokens.isNext('{')) return this.#parser.json()
    const members = new Map(this.#parser.type().parts)
    this.#parser.put(members, 'title', this.#text('a title of the value in double quotes'))
    while (this.#tokens.take(',')) this.#flag(members)
    return objectNode(members, at)
  }

  #flag(members: Map<string, JsonNode>): void {
    const { at, kind, raw } = this.#tokens.peek()
    const isNot = this.#tokens.take('not')
    const name = isNot ? this.#tokens.peek().raw : raw
    const takes = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (kind !== 'word' || takes === undefined || (isNot && takes !== 'either')) {
      const hint = `an input may be ${Object.keys(flags).join(', ')}, or not distinct`
      throw this.#tokens.unexpected('what is known of the input', hint)
    }
    this.#tokens.next()
    const value = takes === 'text' ? this.#text() : takes === 'word' ? this.#wordOrText() : leaf(!isNot, at)
    this.#parser.put(members, name, value, at)
  }

  #claim(at: number): JsonNode {
    if (this.#tokens.isNext('{')) return this.#parser.json()
    const { name, at: start } = this.#parser.name('the id of the claim')
    const id = this.#dotted(name)
    const members = new Map([['id', leaf(id, start)]])
    this.#parser.put(members, 'says', this.#text('what the claim says in double quotes'))
    this.#tokens.expect(':', 'a claim is written claim id "what it says": a = b')
    for (const [member, node] of this.#holding()) this.#parser.put(members, member, node)
    const { kind, raw } = this.#tokens.peek()
    if ((kind === 'sign' && relations.includes(raw)) || raw === 'and' || raw === 'or') {
      const hint = 'a claim compares once: write a claim for each, or compare lists, [a, b] = [c, d]'
      throw this.#tokens.unexpected('the next line of the recipe', hint)
    }
    return objectNode(members, at)
  }

  /** What a claim compares or verifies. */
  #holding(): Iterable<readonly [string, JsonNode]> {
    const tokens = this.#tokens
    if (tokens.isNext('verified')) {
      const { kind, raw } = tokens.peek(1)
      if (raw === '$' || (kind === 'word' && !reserved.has(raw))) {
        tokens.next()
        return [['verified', this.#parser.reference()]]
      }
    }
    const { at } = tokens.peek()
    const [left, relation, right] = this.#parser.comparison(claimRelations)
    if (relation !== undefined && right !== undefined) {
      return relation.value === '='
        ? [['equal', listNode([left, right], at)]]
        : [['holds', listNode([left, relation, right], at)]]
    }
    const { value, parts } = left
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return parts ?? Object.entries(value).map(([name, part]) => [name, jsonNode(part, at)])
    }
    throw tokens.unexpected(
      '"=", "<" or "<="',
      'a claim compares two values, or says verified, signed or vrf',
    )
  }

  /** `"title" { published }`, optionally with the results of claims. */
  #example(at: number): JsonNode {
    if (this.#tokens.isNext('{')) return this.#parser.json()
    const members = new Map([['title', this.#text()]])
    const object = (name: string): void => {
      if (!this.#tokens.isNext('{')) {
        throw this.#tokens.unexpected('"{"', 'an example has its values as JSON in braces')
      }
      this.#parser.put(members, name, this.#parser.json())
    }
    object('published')
    if (this.#tokens.take('ends')) object('ends')
    return objectNode(members, at)
  }

  #commitment(at: number): JsonNode {
    const address = this.#text('the address in double quotes')
    const { at: colon } = this.#tokens.expect(
      ':',
      'a commitment is written commitment "address": name "/pointer", …',
    )
    const members = new Map([
      ['at', address],
      ['values', this.#pairs(colon)],
    ])
    return objectNode(members, at)
  }

  /** Names, each followed by a word or text. */
  #pairs(at: number): JsonNode {
    const members = new Map<string, JsonNode>()
    do {
      const { name, at: start } = this.#parser.name('a name')
      this.#parser.put(members, this.#dotted(name), this.#wordOrText(), start)
    } while (this.#tokens.take(','))
    return objectNode(members, at)
  }

  #dotted(name: string): string {
    let all = name
    while (this.#tokens.take('.')) all += `.${this.#parser.name('the second half of the name').name}`
    return all
  }

  #wordOrText(): JsonNode {
    const { name, at } = this.#parser.name('a word or a text')
    return this.#parser.count(leaf(name, at))
  }

  #text(expected = 'a text in double quotes'): JsonNode {
    const token = this.#tokens.peek()
    if (token.kind !== 'text') throw this.#tokens.unexpected(expected, 'text stands in double quotes')
    return this.#parser.count(leaf(this.#tokens.valueOf(this.#tokens.next()), token.at))
  }

  #put(name: string, node: JsonNode, at = node.at): void {
    this.#parser.put(this.#members, name, node, at)
  }

  #add(keyword: keyof typeof lists, at: number): void {
    const node = keyword === 'note' ? this.#text() : keyword === 'claim' ? this.#claim(at) : this.#example(at)
    const list = lists[keyword]
    const items = this.#items.get(list) ?? []
    this.#items.set(list, items)
    items.push(node)
  }
}

/** Position of the deepest part. */
function placeOfHighest(root: JsonNode): number {
  let node = root
  for (;;) {
    const [part] = [...(node.parts?.values() ?? [])].filter(({ height }) => height === node.height - 1)
    if (part === undefined) return node.at
    node = part
  }
}
