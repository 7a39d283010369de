/**
 * Syntax shared by parser and formatter of recipe text.
 *
 * @packageDocumentation
 */

/** A binary operator. */
export interface Infix {
  readonly name: string
  readonly sign: string
  /** Precedence: higher binds tighter. */
  readonly level: number
}

export const infixes: readonly Infix[] = [
  { name: 'add', sign: '+', level: 1 },
  { name: 'subtract', sign: '-', level: 1 },
  { name: 'multiply', sign: '*', level: 2 },
  { name: 'divide', sign: 'div', level: 2 },
  { name: 'mod', sign: 'mod', level: 2 },
  { name: 'power', sign: '^', level: 3 },
]

export const powerLevel = 3

/** Relations in claims. */
export const claimRelations: readonly string[] = ['=', '<', '<=']

/** Relations in conditions. */
export const relations: readonly string[] = [...claimRelations, '!=', '>', '>=']

/** Combinations of conditions, by their name in JSON; `and` binds more tightly than `or`. */
export const combinations = { any: 'or', all: 'and' } as const

/** Reserved words: a value with such a name is written with `$`. */
export const reserved: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'and',
  'or',
  'not',
  'div',
  'mod',
  'true',
  'false',
  'null',
])

/** Words that begin lines. */
export const keywords: ReadonlySet<string> = new Set([
  'recipe',
  'title',
  'source',
  'note',
  'input',
  'function',
  'let',
  'claim',
  'series',
  'commitment',
  'example',
])

/** The only version; it is not written. */
export const version = 'drawaudit/v1'

export function isWord(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
}

/** Operations with free member names. */
const freelyNamed: ReadonlySet<string> = new Set(['row', 'let'])

/** Whether a member of an operation is a new name, which is not quoted. */
export function isBinding(operation: string, member: string): boolean {
  if (freelyNamed.has(operation)) return false
  return (
    member === 'as' ||
    member === 'item' ||
    (member === 'index' && (operation === 'map' || operation === 'where'))
  )
}

/** Whether a member of an operation is a condition. */
export function isCondition(operation: string, member: string): boolean {
  return member === 'is' && (operation === 'if' || operation === 'where')
}

/** Whether a member of an operation is a type, written as in an input. */
export function isTyped(operation: string, member: string): boolean {
  return member === 'type' && !freelyNamed.has(operation)
}

/** Words that begin types. */
export const typeHeadWords: ReadonlySet<string> = new Set([
  'bytes',
  'sha256',
  'text',
  'integer',
  'float',
  'time',
  'drand',
  'list',
  'table',
])

/** Flags after the title of an input, and what follows each. */
export const flags: Readonly<Record<string, 'true' | 'either' | 'text' | 'word'>> = {
  committed: 'true',
  public: 'true',
  by: 'text',
  which: 'word',
  block: 'text',
  informational: 'true',
  distinct: 'either',
  order: 'text',
  personal: 'word',
  proof: 'text',
}

/** Max bytes, and UTF-16 units, of recipe text. */
export const longestText = 4 * 1024 * 1024
