/**
 * The checks of the JSON reader: one pass over the text that throws for the first fault and returns no value.
 *
 * @packageDocumentation
 */
import { DrawauditError, type ErrorCode } from '../errors.js'
import { describeCharacter, isWellFormed } from './encoding.js'
import { containerSize, measureStrings, placeSize, sizeOfMember, sizeOfNumber } from './json-memory.js'
import { pointerOf } from './pointer.js'

/** Upper bounds, inclusive. */
export interface JsonLimits {
  /** Bytes of the document; for a string its UTF-16 code units, which are never more. */
  readonly bytes: number
  /** Nesting depth of arrays and objects. */
  readonly depth: number
  /** Values in the whole document, including arrays and objects. */
  readonly values: number
  /** Estimated bytes of memory for the values of the document. */
  readonly memory: number
  /** Members of one object. */
  readonly names: number
  /** Distinct names in the whole document. */
  readonly differentNames: number
  /** UTF-16 code units of one string or name, after unescaping. */
  readonly stringLength: number
}

const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const dot = 0x2e
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Unescaped characters of a string. Sticky: several times faster than a loop over the code units. */
const plain = /[ !#-[\]-\uffff]*/y

/** Which numbers are accepted: integers, also plain decimals, or any JSON number that a double can hold. */
export type JsonNumbers = 'integer' | 'decimal' | 'any'

/** An open array or object. */
interface Container {
  /** Names so far; undefined for an array. */
  readonly names: Set<string> | undefined
  /** Name of the current member, once read. */
  name: string | undefined
  /** Index of the current element. */
  index: number
}

/** Throws for the first fault in `text`; otherwise returns. */
export function scan(text: string, limits: JsonLimits, numbers: JsonNumbers): void {
  const containers: Container[] = []
  const wellFormed = isWellFormed(text)
  const sizeOfString = measureStrings(text)
  const allNames = new Set<string>()
  let memory = 0

  if (text.charCodeAt(0) === 0xfeff) {
    throw fail('json-bom', 0, 'expected JSON, found a byte order mark', 'save the file as UTF-8 without BOM')
  }
  let at = skipSpace(0)
  if (at === text.length) {
    const found = text.length === 0 ? 'nothing' : 'only white space'
    throw fail('json-empty', at, `expected JSON, found ${found}`, 'give the whole document')
  }

  let values = 0
  for (;;) {
    values += 1
    if (values > limits.values) {
      const message = `expected at most ${limits.values} values in one document`
      throw fail('json-too-many-values', at, message, 'split the document')
    }
    fill(placeSize, at)
    const unit = text.charCodeAt(at)
    if (unit === quote) {
      const end = checkString(at)
      fill(sizeOfString(at, end), at)
      at = end
    } else if (unit === openBrace || unit === openBracket) {
      if (containers.length >= limits.depth) {
        const message = `expected at most ${limits.depth} arrays and objects inside one another`
        throw fail('json-too-deep', at, message, 'make the document flatter')
      }
      fill(containerSize, at)
      const names = unit === openBrace ? new Set<string>() : undefined
      const container: Container = { names, name: undefined, index: 0 }
      containers.push(container)
      at = skipSpace(at + 1)
      if (text.charCodeAt(at) !== (names === undefined ? closeBracket : closeBrace)) {
        if (names !== undefined) at = checkName(container, names, at)
        continue
      }
    } else {
      at = checkWord(at, unit)
    }

    // A value has ended, or an empty container is about to: close containers, then move to the next value.
    for (;;) {
      at = skipSpace(at)
      const container = containers.at(-1)
      if (container === undefined) {
        if (at === text.length) return
        throw trailing(at)
      }
      const { names } = container
      const next = text.charCodeAt(at)
      if (next === comma) {
        at = skipSpace(at + 1)
        if (names === undefined) container.index += 1
        else at = checkName(container, names, at)
        break
      }
      if (next !== (names === undefined ? closeBracket : closeBrace)) {
        const expected = names === undefined ? '"," or "]"' : '"," or "}"'
        throw unexpected(at, expected, 'put a comma between two values, and close what was opened')
      }
      containers.pop()
      at += 1
    }
  }

  /** Adds up the memory of a value. */
  function fill(bytes: number, start: number): void {
    memory += bytes
    if (memory <= limits.memory) return
    const message = `expected values that fill at most ${limits.memory} bytes of memory`
    throw fail('json-too-many-values', start, message, 'split the document')
  }

  function skipSpace(from: number): number {
    let end = from
    for (;;) {
      const unit = text.charCodeAt(end)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return end
      end += 1
    }
  }

  // Each check takes the offset where its item begins and returns the offset after it.

  /** Checks a name and its colon; returns where the value begins. */
  function checkName(container: Container, names: Set<string>, start: number): number {
    container.name = undefined
    if (text.charCodeAt(start) !== quote) {
      throw unexpected(start, 'a name in double quotes', 'put double quotes around every name')
    }
    const end = checkString(start)
    const raw = text.slice(start + 1, end - 1)
    const name = raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw
    container.name = name
    if (name === '__proto__') {
      throw fail('json-forbidden-name', start, 'forbidden name "__proto__"', 'give this member another name')
    }
    if (names.has(name)) {
      const hint = 'keep one of them: which one counts differs from program to program'
      throw fail('json-duplicate-name', start, `duplicate name ${excerpt(name)}`, hint)
    }
    if (names.size >= limits.names) {
      const message = `expected at most ${limits.names} names in one object`
      throw fail('json-too-many-names', start, message, 'use an array for long lists')
    }
    names.add(name)
    allNames.add(name)
    if (allNames.size > limits.differentNames) {
      const message = `expected at most ${limits.differentNames} different names in one document`
      throw fail('json-too-many-names', start, message, 'use an array for long lists')
    }
    fill(sizeOfMember(names.size), start)
    const after = skipSpace(end)
    if (text.charCodeAt(after) !== colon) {
      throw unexpected(after, '":"', 'put a colon between name and value')
    }
    return skipSpace(after + 1)
  }

  function checkString(start: number): number {
    let end = start + 1
    let saved = 0
    for (;;) {
      let unit = text.charCodeAt(end)
      if (unit !== quote && unit !== backslash) {
        plain.lastIndex = end
        plain.test(text)
        end = plain.lastIndex
        unit = text.charCodeAt(end)
      }
      if (unit === quote) break
      if (unit !== backslash) throw badString(start, end)
      const length = escapeLength(end)
      saved += length === 12 ? 10 : length - 1
      end += length
    }
    if (!wellFormed) checkSurrogates(start, end)
    const length = end - start - 1 - saved
    if (length > limits.stringLength) {
      const message = `expected strings of at most ${limits.stringLength} UTF-16 code units, found ${length}`
      throw fail('json-string-too-long', start, message, 'shorten the text')
    }
    return end + 1
  }

  /** Length of the escape, or pair of surrogate escapes, that begins at `start`. */
  function escapeLength(start: number): number {
    const kind = text.charAt(start + 1)
    if (kind !== '' && '"\\/bfnrt'.includes(kind)) return 2
    const unit = escapedUnit(start)
    if (unit < 0) {
      const found = excerpt(text.slice(start, start + (kind === 'u' ? 6 : 2)))
      const hint = 'write a backslash itself as \\\\'
      throw fail('json-syntax', start, `expected an escape like \\n or \\u0041, found ${found}`, hint)
    }
    if (!isSurrogate(unit)) return 6
    const low = unit < 0xdc00 ? escapedUnit(start + 6) : -1
    if (low >= 0xdc00 && isSurrogate(low)) return 12
    throw loneSurrogate(start, unit)
  }

  /** The code unit of the `\uXXXX` at `start`, negative if there is none. */
  function escapedUnit(start: number): number {
    if (text.charCodeAt(start) !== backslash || text.charAt(start + 1) !== 'u') return -1
    return (
      (hexValue(text.charCodeAt(start + 2)) << 12) |
      (hexValue(text.charCodeAt(start + 3)) << 8) |
      (hexValue(text.charCodeAt(start + 4)) << 4) |
      hexValue(text.charCodeAt(start + 5))
    )
  }

  function checkSurrogates(start: number, end: number): void {
    const lone = text.slice(start, end).search(/\p{Surrogate}/u)
    if (lone !== -1) throw loneSurrogate(start + lone, text.charCodeAt(start + lone))
  }

  /** A number, `true`, `false` or `null`; `unit` is its first code unit. */
  function checkWord(start: number, unit: number): number {
    if (unit === minus || (unit >= zero && unit <= nine)) {
      const end = checkNumber(start)
      fill(sizeOfNumber(end - start), start)
      return end
    }
    if (text.startsWith('true', start) || text.startsWith('null', start)) return start + 4
    if (text.startsWith('false', start)) return start + 5
    if (matchAt(/[+.][\w.]|NaN|Infinity/y, text, start) !== undefined) throw badNumber(start)
    throw unexpected(start, 'a value', 'text needs double quotes; only true, false and null go without')
  }

  function checkNumber(start: number): number {
    if (numbers === 'any') return checkAnyNumber(start)
    const negative = text.charCodeAt(start) === minus
    const first = negative ? start + 1 : start
    let end = first
    let unit = text.charCodeAt(end)
    // 17 digits are too many already: the rest does not matter.
    while (unit >= zero && unit <= nine && end < first + 17) unit = text.charCodeAt(++end)
    const digits = end - first
    const leadingZero = text.charCodeAt(first) === zero && (digits > 1 || negative)
    if (digits === 0 || leadingZero || unit === dot || isLetter(unit)) return checkFraction(start)
    if (digits > 15 && (digits > 16 || !Number.isSafeInteger(Number(text.slice(start, end))))) {
      throw unsafeNumber(start, `an integer within ±${Number.MAX_SAFE_INTEGER}`)
    }
    return end
  }

  function checkAnyNumber(start: number): number {
    const token = matchAt(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![\w.])/y, text, start)
    if (token === undefined) throw badNumber(start)
    if (!Number.isFinite(Number(token))) throw unsafeNumber(start, 'a number that a double has')
    return start + token.length
  }

  function checkFraction(start: number): number {
    const decimal = matchAt(/-?(?:0|[1-9][0-9]*)\.[0-9]+(?![\w.])/y, text, start)
    if (numbers !== 'decimal' || decimal === undefined) throw badNumber(start)
    const point = decimal.indexOf('.')
    const first = decimal.search(/[1-9]/)
    if (first === -1) throw badNumber(start)
    const significant = decimal.length - first - (first < point ? 1 : 0)
    if (significant > 15 || decimal.length - point > 101) {
      throw unsafeNumber(start, 'a decimal of at most 15 significant digits and 100 decimals')
    }
    return start + decimal.length
  }

  function badNumber(start: number): DrawauditError {
    const token = numberAt(start)
    const slip = numberSlips.find(([form]) => form.test(token))?.[1] ?? 'in no form of JSON'
    const expected = numberKinds[numbers]
    const message = `expected ${expected}, found ${shorten(token)}: ${slip}`
    return fail('json-number-form', start, message, 'write it as a plain integer, or as a string')
  }

  /** The characters of a malformed number. */
  function numberAt(start: number): string {
    return matchAt(/[-+]?[\w.]*(?:(?<=[eE])[-+]\w*)?/y, text, start) ?? ''
  }

  function unsafeNumber(start: number, expected: string): DrawauditError {
    const message = `expected ${expected}, found ${shorten(numberAt(start))}`
    return fail('json-number-unsafe', start, message, 'write it as a string')
  }

  function badString(start: number, end: number): DrawauditError {
    if (end >= text.length) {
      return fail('json-syntax', start, 'expected a closing quote, found the end of the text', cutOff)
    }
    const unit = text.charCodeAt(end).toString(16).padStart(4, '0')
    const message = `expected an escape, found ${describeCharacter(text, end)} in a string`
    return fail('json-syntax', end, message, `write it as \\u${unit}, or close the string before it`)
  }

  function loneSurrogate(start: number, unit: number): DrawauditError {
    const message = `lone surrogate U+${unit.toString(16).toUpperCase()}`
    const hint = 'half a character has no bytes: write the whole character'
    return fail('json-lone-surrogate', start, message, hint)
  }

  function trailing(start: number): DrawauditError {
    const found = describeCharacter(text, start)
    const comment = matchAt(commentForm, text, start)
    const hint =
      comment !== undefined
        ? noComments
        : text.charCodeAt(start) === 0
          ? 'the file is padded with NUL bytes: cut them off'
          : 'give one document, with nothing after it'
    return fail('json-trailing-data', start, `expected the end of the document, found ${found}`, hint)
  }

  function unexpected(start: number, expected: string, hint: string): DrawauditError {
    if (start >= text.length) {
      return fail('json-syntax', start, `expected ${expected}, found the end of the text`, cutOff)
    }
    for (const [form, found, remedy] of slips) {
      if (matchAt(form, text, start) !== undefined) {
        return fail('json-syntax', start, `expected ${expected}, found ${found}`, remedy)
      }
    }
    const word = matchAt(/[A-Za-z_$][\w$]*/y, text, start)
    const found = word === undefined ? describeCharacter(text, start) : shorten(word)
    return fail('json-syntax', start, `expected ${expected}, found ${found}`, hint)
  }

  function fail(code: ErrorCode, start: number, message: string, hint: string): DrawauditError {
    const path = containers.flatMap(({ names, name, index }) => (names === undefined ? index : (name ?? [])))
    return new DrawauditError(code, message, {
      hint,
      where: { ...placeOf(text, start), pointer: pointerOf(path) },
    })
  }
}

const cutOff = 'the text is cut off: give all of it'
const numberKinds = { integer: 'an integer', decimal: 'an integer or a plain decimal', any: 'a number' }
const noComments = 'JSON has no comments: remove it'
const commentForm = /\/[/*]|#/y

/** Common non-JSON syntax: its form, its name, what to do. */
const slips: readonly (readonly [form: RegExp, found: string, remedy: string])[] = [
  [commentForm, 'a comment', noComments],
  [/(?<=,[ \t\r\n]*)[\]}]/y, 'a trailing comma', 'remove the comma before the closing bracket'],
  [/['`\u2018-\u201f\u00ab\u00bb]/y, 'another quotation mark than "', 'use straight double quotes'],
  [/</y, '"<", as at the start of a web page', 'look at what the address really returns'],
  [/\0/y, 'U+0000', 'the text may be UTF-16: save it as UTF-8'],
]

/** Why a number is not valid; the first matching form counts. */
const numberSlips: readonly (readonly [form: RegExp, slip: string])[] = [
  [/NaN|Infinity/, 'not a number that JSON has'],
  [/^-(?![0-9.])/, 'no digit after the minus sign'],
  [/^\+/, 'a plus sign'],
  [/^-?0[xXoObB]/, 'not in base ten'],
  [/^-?0[0-9]/, 'a leading zero'],
  [/^-?0(?:\.0*)?$/, 'zero has one form, 0'],
  [/^-?\./, 'no digit before the point'],
  [/\.(?![0-9])/, 'no digit after the point'],
  [/^-?[0-9.]+[eE]/, 'an exponent'],
  [/^-?[0-9]+\.[0-9]+$/, 'a fraction'],
]

function matchAt(form: RegExp, text: string, start: number): string | undefined {
  form.lastIndex = start
  return form.exec(text)?.[0]
}

/** Value of a hex digit, or -1, which makes an OR negative. */
function hexValue(unit: number): number {
  if (unit >= zero && unit <= nine) return unit - zero
  const lower = unit | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

function isLetter(unit: number): boolean {
  const lower = unit | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

/** Line and column of a character, both from 1. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (const end of text.slice(0, at).matchAll(/\r\n?|\n/g)) {
    line += 1
    start = end.index + end[0].length
  }
  return { line, column: at - start + 1 }
}

function excerpt(text: string): string {
  return JSON.stringify(shorten(text))
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57).replace(/[\ud800-\udbff]$/, '')}...`
}
