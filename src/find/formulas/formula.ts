/**
 * The formula of a digest: a message of parts, a hash, an optional key.
 *
 * @packageDocumentation
 */
import { concatBytes, encodeUtf8, hexDigits } from '../../core/encoding.js'
import type { Engine, HashAlgorithm } from '../../core/engine.js'
import { hkdf, hmac, macLength, type HmacAlgorithm } from '../../core/hmac.js'
import type { Expression } from '../../model/recipe.js'
import type { Form } from './forms.js'
import { partsOf, type Case } from '../values/scope.js'

/** Hashes that the search tries; others of the recipe language are too rare for the time they take. */
export const searchedHashes = [
  'sha1',
  'sha256',
  'sha512',
  'sha3-256',
  'sha3-512',
  'keccak-256',
  'blake2b-256',
  'blake2b-512',
  'blake3',
  'md5',
] as const satisfies readonly HashAlgorithm[]

/** One of {@link searchedHashes}. */
export type SearchedHash = (typeof searchedHashes)[number]

/** How a digest is made, independent of a draw's values. */
export interface DigestFormula {
  readonly algorithm: SearchedHash
  /** Key of an HMAC. */
  readonly key?: Form
  readonly parts: readonly Form[]
  readonly separator: string
  /** HKDF (RFC 5869) with the message as input key. */
  readonly derived?: Derivation
  /** Whether the message's hex digits are hashed as text. */
  readonly isSpelled?: true
  /** Whether the digest, as bytes or hex text, is hashed again. */
  readonly again?: 'bytes' | 'hex'
  /** Whether the digest is hashed repeatedly. */
  readonly chain?: HashChain
  /** Root of a tree over a list, which is the digest; there are no parts then. */
  readonly root?: Form
  /** Number of bytes kept of the digest. */
  readonly length?: number
}

/** Salt and info of HKDF, possibly empty; the output has the hash's length. */
export interface Derivation {
  readonly salt?: Form
  readonly info?: Form
}

/** Number of hashes: a published number, or one more or less. */
export interface HashChain {
  /** Form in which each link is hashed. */
  readonly encoding: 'bytes' | 'hex'
  readonly reference: string
  readonly says: string
  readonly times: Expression
  readonly count: (at: Case) => number | undefined
}

/** Name of the hash in the recipe language. */
export function operationOf(algorithm: SearchedHash): string {
  return algorithm === 'keccak-256' ? 'keccak256' : algorithm.replace('-', '_')
}

/** The digest in a case; undefined if a value is missing there. */
export function computeDigest(formula: DigestFormula, at: Case, engine: Engine): Uint8Array | undefined {
  const { algorithm, again, length, chain, root } = formula
  if (root !== undefined) return root.bytes(at)
  const message = writeMessage(formula, at)
  if (formula.derived !== undefined) {
    const derived = message && derive(formula.derived, message, algorithm as HmacAlgorithm, at, engine)
    return derived === undefined || length === undefined ? derived : derived.subarray(0, length)
  }
  const key = formula.key?.bytes(at)
  if (message === undefined || (formula.key !== undefined && key === undefined)) return undefined
  const first =
    key === undefined
      ? engine.hash(algorithm, message)
      : hmac(engine, algorithm as HmacAlgorithm, key, message)
  if (chain !== undefined) return followChain(chain, first, algorithm, at, engine)
  const last =
    again === undefined ? first : engine.hash(algorithm, again === 'hex' ? hexDigits(first) : first)
  return length === undefined ? last : last.subarray(0, length)
}

function derive(
  { salt, info }: Derivation,
  key: Uint8Array,
  algorithm: HmacAlgorithm,
  at: Case,
  engine: Engine,
): Uint8Array | undefined {
  const [saltBytes, infoBytes] = [salt, info].map(form => (form === undefined ? nothing : form.bytes(at)))
  if (saltBytes === undefined || infoBytes === undefined) return undefined
  return hkdf(engine, algorithm, { key, salt: saltBytes, info: infoBytes }, macLength(algorithm))
}

const nothing = new Uint8Array()

function followChain(
  { encoding, count }: HashChain,
  first: Uint8Array,
  algorithm: SearchedHash,
  at: Case,
  engine: Engine,
): Uint8Array | undefined {
  const times = count(at)
  if (times === undefined || times < 1) return undefined
  let link = first
  for (let done = 1; done < times; done += 1) {
    link = engine.hash(algorithm, encoding === 'hex' ? hexDigits(link) : link)
  }
  return link
}

function writeMessage(
  { parts, separator, isSpelled }: Pick<DigestFormula, 'parts' | 'separator' | 'isSpelled'>,
  at: Case,
): Uint8Array | undefined {
  const between = encodeUtf8(separator)
  const pieces: Uint8Array[] = []
  for (const [index, part] of parts.entries()) {
    const bytes = part.bytes(at)
    if (bytes === undefined) return undefined
    if (index > 0) pieces.push(between)
    pieces.push(bytes)
  }
  const message = concatBytes(...pieces)
  return isSpelled === true ? hexDigits(message) : message
}

/** Several forms joined with a separator. */
export function joinedForm(parts: readonly Form[], separator: string): Form {
  const formula = { parts, separator }
  const uses = parts.flatMap(({ reference, uses }) => uses ?? (reference === undefined ? [] : [reference]))
  const name = separator === '' ? 'nothing' : JSON.stringify(separator)
  return {
    name: 'text',
    uses,
    says: `(${parts.map(({ says }) => says).join(', ')}, ${name} between)`,
    expression: expressMessage(formula),
    bytes: at => writeMessage(formula, at),
  }
}

/** The digest as an expression of bytes. */
export function expressDigest(formula: DigestFormula): Expression {
  const { key, again, length, chain, root } = formula
  if (root !== undefined) return root.expression
  const written = expressMessage(formula)
  const message: Expression = formula.isSpelled === true ? { bytes_utf8: { text_hex: written } } : written
  const hash = operationOf(formula.algorithm)
  if (chain !== undefined) {
    return { hash_chain: { from: message, times: chain.times, hash, encoding: chain.encoding } }
  }
  if (formula.derived !== undefined) return expressDerived(formula, formula.derived, message)
  const first: Expression =
    key === undefined ? { [hash]: message } : { hmac: [hash, key.expression, message] }
  const hashedAgain = again === 'hex' ? { bytes_utf8: { text_hex: first } } : first
  const last: Expression = again === undefined ? first : { [hash]: hashedAgain }
  return length === undefined ? last : { slice: [last, 0, length] }
}

function expressDerived(
  { algorithm, length = macLength(algorithm as HmacAlgorithm) }: DigestFormula,
  { salt, info }: Derivation,
  key: Expression,
): Expression {
  const empty: Expression = { bytes_utf8: '' }
  const hash = operationOf(algorithm)
  return {
    hkdf: { hash, key, salt: salt?.expression ?? empty, info: info?.expression ?? empty, length },
  }
}

function expressMessage({ parts, separator }: Pick<DigestFormula, 'parts' | 'separator'>): Expression {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only.expression
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  if (texts.length === parts.length && separator !== '') return { bytes_utf8: { join: [texts, separator] } }
  const pieces = parts.flatMap(({ expression }, index) =>
    index === 0 || separator === '' ? [expression] : [{ bytes_utf8: separator }, expression],
  )
  return { concat: pieces }
}

const titles: Readonly<Record<SearchedHash, string>> = {
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
export function describeDigest(formula: DigestFormula): string {
  const { algorithm, key, parts, separator, again, length, chain, root } = formula
  if (root !== undefined) return root.says
  if (formula.derived !== undefined) return describeDerived(formula, formula.derived)
  const hash = key === undefined ? titles[algorithm] : `HMAC-${titles[algorithm]} under ${key.says}`
  const spelled = formula.isSpelled === true ? 'the hex digits of ' : ''
  const joined = spelled + parts.map(({ says }) => says).join(', ')
  const name = separator === '' ? 'nothing' : JSON.stringify(separator)
  const between = parts.length < 2 ? '' : `, ${name} between`
  const twice = again === undefined ? '' : again === 'hex' ? ', its hex text hashed again' : ', hashed again'
  const cut = length === undefined ? '' : `, its first ${length} bytes`
  const on =
    chain === undefined
      ? ''
      : `, hashed ${chain.says} times in all, each time as ${chain.encoding === 'hex' ? 'hex text' : 'bytes'}`
  return `${hash} of ${joined}${between}${twice}${on}${cut}`
}

function describeDerived({ algorithm, parts }: DigestFormula, { salt, info }: Derivation): string {
  const of = parts.map(({ says }) => says).join(', ')
  const given = [salt && `${salt.says} as salt`, info && `${info.says} as info`].filter(Boolean).join(' and ')
  return `HKDF-${titles[algorithm]} of ${of}${given === '' ? '' : `, with ${given}`}`
}

/** References of the values in a formula. */
export function referencesOf({ key, parts, chain, root, derived }: DigestFormula): readonly string[] {
  const forms = [...parts, key, root, derived?.salt, derived?.info].filter(form => form !== undefined)
  const ofForms = forms.flatMap(
    ({ reference, uses }) => uses ?? (reference === undefined ? [] : partsOf(reference)),
  )
  return chain === undefined ? ofForms : [...ofForms, chain.reference]
}
