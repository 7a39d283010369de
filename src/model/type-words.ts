/**
 * The types of published values in words, for questions and messages.
 *
 * @packageDocumentation
 */
import type { InputType } from './recipe.js'

/** The types offered to a person. */
export const typeWords = [
  'text',
  'integer',
  'float',
  'time',
  'sha256',
  'hex bytes',
  'base64 bytes',
  'drand default',
  'drand quicknet',
] as const

export type TypeWord = (typeof typeWords)[number]

const typesByWord: Readonly<Record<TypeWord, InputType>> = {
  text: { type: 'text' },
  integer: { type: 'integer' },
  float: { type: 'float' },
  time: { type: 'time' },
  sha256: { type: 'sha256' },
  'hex bytes': { type: 'bytes', encoding: 'hex' },
  'base64 bytes': { type: 'bytes', encoding: 'base64' },
  'drand default': { type: 'drand', chain: 'default' },
  'drand quicknet': { type: 'drand', chain: 'quicknet' },
}

/** The type for words such as `text` or `list of text`; undefined for other words. */
export function readTypeWords(words: string): InputType | undefined {
  const [, inner] = /^list of (.*)$/.exec(words.trim()) ?? []
  if (inner !== undefined) {
    const of = readTypeWords(inner)
    return of && { type: 'list', of }
  }
  const word = typeWords.find(one => one === words.trim())
  return word && typesByWord[word]
}

/** A type in words. */
export function describeInputType(type: InputType): string {
  switch (type.type) {
    case 'bytes':
      return `${type.encoding} bytes`
    case 'drand':
      return typeof type.chain === 'string' ? `drand ${type.chain}` : 'drand of another chain'
    case 'list':
      return `list of ${describeInputType(type.of)}`
    case 'table':
      return `table of ${Object.keys(type.columns).join(', ')}`
    default:
      return type.type
  }
}
