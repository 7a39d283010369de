/**
 * What is tried in which order: what organisers do most often first.
 *
 * @packageDocumentation
 */
import type { HmacAlgorithm } from '../../core/hmac.js'
import type { FormName } from '../formulas/forms.js'
import { searchedHashes, type SearchedHash } from '../formulas/formula.js'
import type { Walk } from './walk.js'

/** One way of writing all parts of a message. `mixed`: each hex value for itself as text or as bytes. */
export interface WritingStyle {
  readonly hex: FormName | 'mixed'
  readonly integer: FormName
}

/** A kind of messages, all of which are hashed. */
export interface MessagePlan {
  readonly algorithm: SearchedHash
  /** Every value is the key of an HMAC in turn. */
  readonly isKeyed: boolean
  /** The digest, or its hex text, is hashed once more. */
  readonly again?: 'bytes' | 'hex'
  /** Parts of a message. */
  readonly size: number
  readonly order: Walk['order']
  readonly style: WritingStyle
  readonly separators: readonly string[]
  /** How many of the values take part, the likely ones. */
  readonly pool: number
  /** One part is a small constant that the page may not list. */
  readonly hasConstant?: boolean
  /** One part is made of lists or values: their text, their hash. */
  readonly hasMade?: boolean
  /** The parts that are made are bytes where values are text, and the other way round. */
  readonly madeAs?: 'other'
  /** The key of the HMAC is so many values joined, and the message is one of them. */
  readonly keyParts?: number
  /** The key is the hash of a value. */
  readonly hasMadeKey?: boolean
  /** HKDF of one value, with others as salt and info. */
  readonly isDerived?: true
  /** What counts the turns has a word before it: `prize-1`. */
  readonly hasTag?: boolean
  /** The first part stands once more at the end, as RFC 3797 has it. */
  readonly isAround?: true
  /** The hex digits of the message are hashed, as text. */
  readonly isSpelled?: true
}

/** In the order of how common they are. */
export const separators = [':', '', '|', '-', ',', '_', '.', '/', ' ', '\n', '+', '&', ';', '::', ', ', '#']

/** Parts that pages leave out. */
export const constants = ['prize-0', 'prize-1', '0', '1', 'winner', 'raffle', 'draw', 'prize', 'seed']

/** Words that pages put before what counts the turns. */
export const tags = ['prize', 'draw', 'winner', 'p', 'w', 'round', 'pick', 'index'].flatMap(word =>
  ['-', '', '_', ':'].map(between => word + between),
)

/** Of messages of which there are many. */
const commonSeparators = [':', '', '|', '-', '_', '.', ',', ', ']

const text: WritingStyle = { hex: 'text', integer: 'decimal' }
const bytes: WritingStyle = { hex: 'bytes', integer: 'decimal' }
const mixed: WritingStyle = { hex: 'mixed', integer: 'decimal' }
const common = [text, bytes]
const binary = (['be8', 'be4', 'le8', 'le4', 'be32', 'be2'] as const).map((integer): WritingStyle => ({
  hex: 'bytes',
  integer,
}))
const spelled = (['upper', 'bare', 'base64'] as const).map((hex): WritingStyle => ({
  hex,
  integer: 'decimal',
}))

const again = ['bytes', 'hex'] as const

const otherHashes: readonly SearchedHash[] = [
  'sha512',
  ...searchedHashes.filter(name => name !== 'sha256' && name !== 'sha512'),
]
const otherMacs: readonly HmacAlgorithm[] = ['sha512', 'sha1', 'md5', 'sha3-256', 'sha3-512']

type PlanOptions = Pick<MessagePlan, 'size' | 'order' | 'pool'> & Partial<MessagePlan>

function plan(given: PlanOptions): MessagePlan {
  return {
    algorithm: 'sha256',
    isKeyed: false,
    style: text,
    separators: given.size === 1 ? [''] : separators,
    ...given,
  }
}

/** A plan for each size in each style. */
function plans(
  sizes: readonly number[],
  styles: readonly WritingStyle[],
  given: Omit<PlanOptions, 'size' | 'style'>,
): readonly MessagePlan[] {
  return sizes.flatMap(size => styles.map(style => plan({ ...given, size, style })))
}

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const oneValue: PlanOptions = { size: 1, order: 'given', pool: 64 }

/** One value, hashed. */
const single: readonly MessagePlan[] = [
  ...common.map(style => plan({ ...oneValue, pool: 0, style, hasMade: true })),
  ...[...common, ...spelled, ...binary].flatMap(style => [
    plan({ ...oneValue, style }),
    ...again.map(again => plan({ ...oneValue, style, again })),
  ]),
  ...otherHashes.flatMap(algorithm =>
    [...common, ...spelled].map(style => plan({ ...oneValue, style, algorithm })),
  ),
]

/** What contracts hash: values in words of 32 bytes, one after the other. */
const packed: WritingStyle = { hex: 'bytes', integer: 'be32' }
const packedOnes: readonly MessagePlan[] = [
  ...[1, 2, 3].map(size =>
    plan({ size, order: 'any', pool: 10, style: packed, algorithm: 'keccak-256', separators: [''] }),
  ),
  ...[2, 3].map(size =>
    plan({ size, order: 'any', pool: 10, style: bytes, algorithm: 'keccak-256', separators: [''] }),
  ),
]

/** `client:nonce:0` under the server seed: games count the hashes that one bet takes, from 0. */
const cursors: readonly MessagePlan[] = plans([2, 3], [text], {
  order: 'given',
  pool: 8,
  isKeyed: true,
  hasConstant: true,
  separators: [':', '-', '|', '_'],
})

/** A few values in any order, many in the order in which they were published. */
const usual: readonly MessagePlan[] = [
  ...plans([2], common, { order: 'any', pool: 14 }),
  ...plans([1], common, { order: 'any', pool: 12, isKeyed: true }),
  ...(['sha256', 'sha512'] as const).flatMap(algorithm =>
    plans([2, 3], [text], {
      order: 'given',
      pool: 8,
      isKeyed: true,
      separators: [':', '-', '|', '', '_'],
      algorithm,
    }),
  ),
  ...packedOnes,
  ...plans([3], common, { order: 'any', pool: 14 }),
  ...plans([2], common, { order: 'any', pool: 12, isKeyed: true }),
  ...cursors,
  ...plans([1], common, { order: 'any', pool: 8, isKeyed: true, hasMadeKey: true, hasConstant: true }),
  ...plans([2], common, { order: 'any', pool: 7, hasMade: true }),
  ...plans([2, 3], common, { order: 'any', pool: 7, hasTag: true }),
  ...plans([1], [bytes, text, mixed], { order: 'any', pool: 8, isDerived: true }),
  ...plans([2], common, { order: 'any', pool: 7, hasMade: true, madeAs: 'other' }),
  ...plans(range(4, 8), common, { order: 'given', pool: 12 }),
  ...plans(range(4, 12), common, { order: 'run', pool: 64 }),
  ...plans(range(3, 8), common, { order: 'given', pool: 9, isKeyed: true }),
  ...plans(range(3, 12), [text], { order: 'run', pool: 20, isKeyed: true }),
]

/** The turn before and behind a value. */
const around: readonly MessagePlan[] = (['md5', 'sha256'] as const).flatMap(algorithm =>
  (['be2', 'be4', 'decimal'] as const).map(integer =>
    plan({
      size: 2,
      order: 'any',
      pool: 12,
      algorithm,
      style: { hex: 'text', integer },
      separators: integer === 'decimal' ? separators : [''],
      isAround: true,
    }),
  ),
)

/** Hex digits of texts that are joined. */
const spelledOnes: readonly MessagePlan[] = plans([2, 3], [text], { order: 'any', pool: 12, isSpelled: true })

/** Other ways of writing values, other algorithms, and parts that pages leave out. */
const unusual: readonly MessagePlan[] = [
  ...around,
  ...spelledOnes,
  ...plans([1, 2], common, { order: 'any', pool: 7, hasTag: true, isKeyed: true }),
  ...plans([1], [text], { order: 'any', pool: 8, keyParts: 2, separators }),
  ...plans([2, 3], [text], { order: 'given', pool: 8, isKeyed: true, hasConstant: true }),
  ...plans([4], common, { order: 'any', pool: 8, hasTag: true, separators: commonSeparators }),
  ...plans([2, 3, 4], common, { order: 'any', pool: 8, hasConstant: true }),
  ...plans([4], common, { order: 'any', pool: 10 }),
  ...plans(range(2, 4), [mixed], { order: 'any', pool: 8 }),
  ...plans([3], common, { order: 'any', pool: 8, isKeyed: true }),
  ...plans([3], common, { order: 'any', pool: 6, hasMade: true }),
  ...plans([1, 2], common, { order: 'any', pool: 6, isKeyed: true, hasMade: true }),
  ...plans([4, 5], common, { order: 'given', pool: 6, hasMade: true }),
  ...plans([2, 3], [...binary, ...spelled], { order: 'any', pool: 10 }),
  ...plans(range(4, 6), binary, { order: 'given', pool: 10 }),
  ...otherMacs.flatMap(algorithm => [
    ...plans([1], common, { order: 'any', pool: 12, algorithm, isKeyed: true }),
    ...plans(range(2, 5), [text], { order: 'given', pool: 8, algorithm, isKeyed: true }),
  ]),
  ...otherHashes.flatMap(algorithm => [
    ...plans([1], common, { order: 'any', pool: 0, algorithm, hasMade: true }),
    ...plans([2], common, { order: 'any', pool: 10, algorithm }),
    ...plans(range(3, 6), common, { order: 'given', pool: 9, algorithm }),
  ]),
]

/** More values in any order, and the digests of a few hashed again. */
const longer: readonly MessagePlan[] = [
  ...[2, 3].flatMap(size => again.map(again => plan({ size, order: 'any', pool: 9, again }))),
  ...plans([5], common, { order: 'any', pool: 9 }),
  ...plans([4], [text], { order: 'any', pool: 8, isKeyed: true }),
  ...otherHashes.flatMap(algorithm => plans([3], common, { order: 'any', pool: 9, algorithm })),
  ...otherMacs.map(algorithm => plan({ size: 2, order: 'any', pool: 9, algorithm, isKeyed: true })),
]

/** What takes long and is hardly ever right. */
const longest: readonly MessagePlan[] = [
  ...plans([4], binary, { order: 'any', pool: 9 }),
  ...plans([5, 6], [mixed], { order: 'any', pool: 7 }),
  ...plans([6], common, { order: 'any', pool: 8 }),
  ...plans([5], [text], { order: 'any', pool: 8, isKeyed: true }),
  ...plans([4], common, { order: 'any', pool: 8, hasConstant: true }),
]

/** The levels of the search, each a list of plans. Between two levels results are tried on what was found. */
export const levels: readonly (readonly MessagePlan[])[] = [single, usual, unusual, longer, longest]

const ofLength: ReadonlyMap<number, SearchedHash> = new Map([
  [64, 'sha512'],
  [20, 'sha1'],
  [16, 'md5'],
])

/**
 * A plan, once for each hash that gives digests of one of these lengths: what has 64 bytes is no SHA-256. Other plans than
 * those of SHA-256 stay as they are.
 */
export function withLengths(plan: MessagePlan, lengths: ReadonlySet<number>): readonly MessagePlan[] {
  if (plan.algorithm !== 'sha256' || lengths.size === 0) return [plan]
  const others = [...lengths].flatMap(length => ofLength.get(length) ?? [])
  const isPlain = [...lengths].some(length => length <= 32)
  return [...(isPlain ? [plan] : []), ...others.map(algorithm => ({ ...plan, algorithm }))]
}

/** With one or two further values in any order. */
export const plansOfEntries: readonly MessagePlan[] = [...usual, ...spelledOnes].filter(
  ({ size, order, hasMade, algorithm }) =>
    order === 'any' && size <= 3 && hasMade !== true && algorithm === 'sha256',
)
