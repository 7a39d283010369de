/**
 * What a digest is made of: a message of parts, a hash, perhaps a key.
 *
 * @packageDocumentation
 */
import { concatBytes, hexDigits } from '../core/encoding.js'
import type { Engine, HashAlgorithm } from '../core/engine.js'
import { hmac, type HmacAlgorithm } from '../core/hmac.js'
import type { Expression } from '../model/recipe.js'
import type { Form } from './forms.js'
import type { Case } from './scope.js'
import { utf8 } from './shape.js'

export interface DigestFormula {
  readonly algorithm: HashAlgorithm
  /** Of an HMAC. */
  readonly key?: Form
  readonly parts: readonly Form[]
  readonly separator: string
  /** The digest, or its hex text, is hashed once more. */
  readonly again?: 'bytes' | 'hex'
  /** Bytes that are kept of the digest. */
  readonly length?: number
}

/** What the recipe language calls a hash. */
export function operationOf(algorithm: HashAlgorithm): string {
  return algorithm === 'keccak-256' ? 'keccak256' : algorithm.replace('-', '_')
}

/** The digest in a case; undefined where a value is missing there. */
export function computeDigest(formula: DigestFormula, at: Case, engine: Engine): Uint8Array | undefined {
  const separator = utf8(formula.separator)
  const pieces: Uint8Array[] = []
  for (const [index, part] of formula.parts.entries()) {
    const bytes = part.bytes(at)
    if (bytes === undefined) return undefined
    if (index > 0) pieces.push(separator)
    pieces.push(bytes)
  }
  const message = concatBytes(...pieces)
  const key = formula.key?.bytes(at)
  if (formula.key !== undefined && key === undefined) return undefined
  const first =
    key === undefined
      ? engine.hash(formula.algorithm, message)
      : hmac(engine, formula.algorithm as HmacAlgorithm, key, message)
  const last = formula.again === undefined ? first : engine.hash(formula.algorithm, formula.again === 'hex' ? hexDigits(first) : first) // prettier-ignore
  return formula.length === undefined ? last : last.subarray(0, formula.length)
}

/** The digest as an expression that gives bytes. */
export function expressDigest(formula: DigestFormula): Expression {
  const message = expressMessage(formula)
  const hash = operationOf(formula.algorithm)
  const first: Expression = formula.key === undefined ? { [hash]: message } : { hmac: [hash, formula.key.expression, message] } // prettier-ignore
  const last: Expression =
    formula.again === undefined
      ? first
      : { [hash]: formula.again === 'hex' ? { bytes_utf8: { text_hex: first } } : first }
  return formula.length === undefined ? last : { slice: [last, 0, formula.length] }
}

function expressMessage({ parts, separator }: DigestFormula): Expression {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only.expression
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  if (texts.length === parts.length && separator !== '') return { bytes_utf8: { join: [texts, separator] } }
  const pieces = parts.flatMap(({ expression }, index) =>
    index === 0 || separator === '' ? [expression] : [{ bytes_utf8: separator }, expression],
  )
  return { concat: pieces }
}

const titles: Readonly<Record<HashAlgorithm, string>> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha512: 'SHA-512',
  'sha3-256': 'SHA3-256',
  'sha3-512': 'SHA3-512',
  'keccak-256': 'Keccak-256',
  'blake2b-256': 'BLAKE2b-256',
  'blake2b-512': 'BLAKE2b-512',
  blake3: 'BLAKE3',
  md5: 'MD5',
}

/** `SHA-256 of seed as bytes, prize tag`. */
export function describeDigest({ algorithm, key, parts, separator, again, length }: DigestFormula): string {
  const joined = parts.map(({ says }) => says).join(', ')
  const between = parts.length < 2 ? '' : separator === '' ? ', nothing between' : `, ${JSON.stringify(separator)} between` // prettier-ignore
  const name = titles[algorithm]
  const hash = key === undefined ? `${name} of ${joined}${between}` : `HMAC-${name} under ${key.says} of ${joined}${between}` // prettier-ignore
  const twice = again === undefined ? '' : again === 'hex' ? `, its hex text hashed again` : ', hashed again'
  return `${hash}${twice}${length === undefined ? '' : `, its first ${length} bytes`}`
}

/** The values that a formula uses, by reference. */
export function referencesOf({ key, parts }: DigestFormula): readonly string[] {
  return [...parts, ...(key ? [key] : [])].flatMap(({ reference }) =>
    reference === undefined ? [] : [reference],
  )
}
