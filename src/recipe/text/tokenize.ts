/**
 * Splits recipe text into words, signs, numbers and texts.
 *
 * @packageDocumentation
 */
import { describeCharacter } from '../../core/encoding.js'
import { parseJson, type JsonValue } from '../../core/json.js'
import { placeOf } from '../../core/json-scan.js'
import { replaceUnsafe } from '../../core/unsafe-text.js'
import { DrawauditError, type ErrorCode } from '../../errors.js'
import { longestText } from './words.js'

export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign' | 'end'
  /** The source text. */
  readonly raw: string
  readonly at: number
}

/** Common mistakes: their names, and what to do. */
const slips: Readonly<Record<string, string>> = {
  '/': 'write div, which rounds down',
  '%': 'write mod',
  '==': 'write =',
  '>>': 'write shift_right(x, k)',
  '<<': 'write shift_left(x, k, width), or wrap(x * 2 ^ k, width)',
  '<>': 'write !=',
  '//': 'a comment begins with #',
  '!': 'write not',
  '!=': 'claims compare with =, < or <=',
  '>': 'turn the two sides round and write <',
  '>=': 'turn the two sides round and write <=',
  '&': 'write and',
  '|': 'write or',
  "'": 'use straight double quotes',
  ';': 'lines need no terminator',
  '**': 'write ^',
}

/** The tokens of a text; comments, from `#` to the end of the line, are skipped. */
export class Tokens {
  readonly #text: string
  /** Tokens looked at but not taken yet. */
  readonly #ahead: Token[] = []
  #at = 0

  /** @throws DrawauditError `json-too-large`, and `recipe-syntax` for invisible characters. */
  constructor(text: string) {
    if (text.length > longestText) {
      const message = `a recipe as text has at most ${longestText} characters, found ${text.length}`
      throw new DrawauditError('json-too-large', message, { hint: 'write it as JSON' })
    }
    this.#text = text
    const marked = replaceUnsafe(text, found =>
      /^[\t\r:#]$/.test(found) ? found : '\0'.repeat(found.length),
    )
    const hidden = marked.indexOf('\0')
    if (hidden === -1) return
    const unit = text.charCodeAt(hidden).toString(16).padStart(4, '0')
    const hint = `remove it, or write it in double quotes as \\u${unit}`
    throw this.fail(hidden, `expected what can be seen, found ${describeCharacter(text, hidden)}`, hint)
  }

  /** An upcoming token, by default the next one. */
  peek(ahead: 0 | 1 = 0): Token {
    for (;;) {
      const token = this.#ahead[ahead]
      if (token !== undefined) return token
      this.#ahead.push(this.#read())
    }
  }

  next(): Token {
    const token = this.peek()
    this.#ahead.shift()
    return token
  }

  /** Whether the next token is this word or sign. */
  isNext(raw: string): boolean {
    const { kind, raw: found } = this.peek()
    return found === raw && (kind === 'word' || kind === 'sign')
  }

  /** Takes the next token if it is this word or sign. */
  take(raw: string): boolean {
    const isThere = this.isNext(raw)
    if (isThere) this.next()
    return isThere
  }

  /** @throws DrawauditError `recipe-syntax` if the next token is another. */
  expect(raw: string, hint: string): Token {
    if (!this.isNext(raw)) throw this.unexpected(JSON.stringify(raw), hint)
    return this.next()
  }

  /** The name of a recipe, which may begin with a digit and contain dashes. */
  nextName(): Token {
    const start = this.#skip(this.#ahead[0]?.at ?? this.#at)
    const raw = matchAt(/[A-Za-z0-9_-]+/y, this.#text, start)
    if (raw === undefined) return this.next()
    this.#ahead.length = 0
    this.#at = start + raw.length
    return { kind: 'word', raw, at: start }
  }

  /** The value of a text or number token. */
  valueOf({ raw, at }: Token, sign = ''): string | number {
    return this.#parse(sign + raw, at) as string | number
  }

  /** A JSON list or object, up to its closing bracket. */
  nextJson(): { readonly value: JsonValue; readonly at: number } {
    const { at } = this.peek()
    let end = at
    let depth = 0
    do {
      const unit = this.#text.charAt(end)
      if (unit === '{' || unit === '[') depth += 1
      else if (unit === '}' || unit === ']') depth -= 1
      else if (unit === '"') end = this.#endOfText(end) - 1
      end += 1
    } while (depth > 0 && end < this.#text.length)
    this.#ahead.length = 0
    this.#at = end
    return { value: this.#parse(this.#text.slice(at, end), at), at }
  }

  fail(at: number, message: string, hint: string, code: ErrorCode = 'recipe-syntax'): DrawauditError {
    return new DrawauditError(code, message, { hint, where: placeOf(this.#text, at) })
  }

  /** The error for an unexpected token. */
  unexpected(expected: string, hint: string, token = this.peek()): DrawauditError {
    const slip = token.kind === 'sign' ? slips[token.raw] : undefined
    return this.fail(token.at, `expected ${expected}, found ${describe(token)}`, slip ?? hint)
  }

  #read(): Token {
    const at = this.#skip(this.#at)
    const token = this.#readAt(at)
    this.#at = at + token.raw.length
    return token
  }

  #readAt(at: number): Token {
    if (at >= this.#text.length) return { kind: 'end', raw: '', at }
    if (this.#text.charAt(at) === '"') {
      const end = this.#endOfText(at)
      const raw = this.#text.slice(at, end)
      if (raw.length > 1 && raw.endsWith('"')) return { kind: 'text', raw, at }
      const hint = 'a text ends with a double quote on its own line; a line feed in it is \\n'
      throw this.fail(at, 'expected a closing quote, found the end of the line', hint)
    }
    const word = matchAt(/[A-Za-z_][A-Za-z0-9_]*/y, this.#text, at)
    if (word !== undefined) return { kind: 'word', raw: word, at }
    const number = matchAt(/[0-9][\w.]*/y, this.#text, at)
    if (number !== undefined) return { kind: 'number', raw: number, at }
    const sign = matchAt(/<=|>=|==|!=|<<|>>|<>|\/\/|\*\*|[-+*^=<>(){}[\],.:$/%!&|';]/y, this.#text, at)
    if (sign !== undefined) return { kind: 'sign', raw: sign, at }
    const found = describeCharacter(this.#text, at)
    throw this.fail(at, `expected a word, a number or a text, found ${found}`, 'text needs double quotes')
  }

  /** Offset after the closing quote, or of the end of the line. */
  #endOfText(start: number): number {
    for (let end = start + 1; end < this.#text.length; end++) {
      const unit = this.#text.charAt(end)
      if (unit === '"') return end + 1
      if (unit === '\n') return end
      if (unit === '\\') end += 1
    }
    return this.#text.length
  }

  /** Offset after white space and comments. */
  #skip(from: number): number {
    let at = from
    for (;;) {
      const found = matchAt(/[ \t\r\n]+|#[^\n]*/y, this.#text, at)
      if (found === undefined) return at
      at += found.length
    }
  }

  /** Parses JSON within the text; errors get the position in the text. */
  #parse(json: string, at: number): JsonValue {
    try {
      return parseJson(json)
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      const { line = 1, column = 1 } = error.where
      const start = placeOf(this.#text, at)
      const place = line === 1 ? { line: start.line, column: start.column + column - 1 } : { line: start.line + line - 1, column } // prettier-ignore
      throw new DrawauditError(error.code, error.message, {
        ...(error.hint !== undefined && { hint: error.hint }),
        where: place,
      })
    }
  }
}

/** A token in an error message. */
function describe({ kind, raw }: Token): string {
  const short = raw.length <= 60 ? raw : `${raw.slice(0, 57)}...`
  if (kind === 'end') return 'the end of the text'
  return kind === 'sign' ? JSON.stringify(raw) : kind === 'text' ? `the text ${short}` : short
}

function matchAt(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at
  return form.exec(text)?.[0]
}
