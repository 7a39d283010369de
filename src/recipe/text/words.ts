/**
 * What reader and printer of the text form have to agree on.
 *
 * @packageDocumentation
 */

/** An operation that is written between its two arguments. */
export interface Infix {
  readonly name: string
  readonly sign: string
  /** How tightly it binds: the higher, the tighter. */
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

/** What claims compare with. */
export const claimRelations: readonly string[] = ['=', '<', '<=']

/** What conditions compare with. */
export const relations: readonly string[] = [...claimRelations, '!=', '>', '>=']

/** What combines several conditions, by the name of it in JSON; `and` binds more tightly than `or`. */
export const combinations = { any: 'or', all: 'and' } as const

/** Words that are no names by themselves: a value of this name is written with `$`. */
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

/** The words that lines begin with. */
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

/** Of a recipe of the one version that there is, nobody writes it down. */
export const version = 'drawaudit/v1'

export function isWord(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
}

/** Operations whose members are called as a recipe likes. */
const freelyNamed: ReadonlySet<string> = new Set(['row', 'let'])

/** Whether a member of an operation is a new name, which is written without quotes. */
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

/** The words that types begin with. */
export const typeWords: ReadonlySet<string> = new Set([
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

/** What may stand behind the title of an input, and what follows the word. */
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

/** Bytes of a recipe as text, and UTF-16 units. */
export const longestText = 4 * 1024 * 1024
