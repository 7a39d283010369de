/**
 * The order in which the search tries things: most common practice first.
 *
 * @packageDocumentation
 */
import type { HmacAlgorithm } from '../../core/hmac.js'
import type { FormName } from '../formulas/forms.js'
import { searchedHashes, type SearchedHash } from '../formulas/formula.js'
import type { Walk } from './walk.js'

/** How all parts of a message are written. `mixed`: each hex value as text or as bytes. */
export interface WritingStyle {
  readonly hex: FormName | 'mixed'
  readonly integer: FormName
}

/** A set of messages to hash. */
export interface MessagePlan {
  readonly algorithm: SearchedHash
  /** Whether each value in turn is the key of an HMAC. */
  readonly isKeyed: boolean
  /** Whether the digest, as bytes or hex text, is hashed again. */
  readonly again?: 'bytes' | 'hex'
  /** Number of parts of a message. */
  readonly size: number
  readonly order: Walk['order']
  readonly style: WritingStyle
  readonly separators: readonly string[]
  /** Number of values used, the likely ones. */
  readonly pool: number
  /** Whether one part is a small constant that the page may not show. */
  readonly hasConstant?: boolean
  /** Whether one part is made of lists or values: their text, their hash. */
  readonly hasMade?: boolean
  /** Made parts are bytes if values are text, and vice versa. */
  readonly madeAs?: 'other'
  /** The HMAC key consists of this many joined values; the message is one value. */
  readonly keyParts?: number
  /** Whether the key is the hash of a value. */
  readonly hasMadeKey?: boolean
  /** HKDF of one value, with others as salt and info. */
  readonly isDerived?: true
  /** Whether the turn counter follows a word: `prize-1`. */
  readonly hasTag?: boolean
  /** The first part is repeated at the end, as in RFC 3797. */
  readonly isAround?: true
  /** The message's hex digits are hashed as text. */
  readonly isSpelled?: true
}

/** Most common first. */
export const separators = [':', '', '|', '-', ',', '_', '.', '/', ' ', '\n', '+', '&', ';', '::', ', ', '#']

/** Parts that pages omit. */
export const constants = ['prize-0', 'prize-1', '0', '1', 'winner', 'raffle', 'draw', 'prize', 'seed']

/** Words before a turn counter. */
export const tags = ['prize', 'draw', 'winner', 'p', 'w', 'round', 'pick', 'index'].flatMap(word =>
  ['-', '', '_', ':'].map(between => word + between),
)

/** For plans with many messages. */
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

/** One plan per size and style. */
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

/** The hash of one value. */
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

/** Solidity's encoding: values in 32-byte words. */
const packed: WritingStyle = { hex: 'bytes', integer: 'be32' }
const packedOnes: readonly MessagePlan[] = [
  ...[1, 2, 3].map(size =>
    plan({ size, order: 'any', pool: 10, style: packed, algorithm: 'keccak-256', separators: [''] }),
  ),
  ...[2, 3].map(size =>
    plan({ size, order: 'any', pool: 10, style: bytes, algorithm: 'keccak-256', separators: [''] }),
  ),
]

/** `client:nonce:0` under the server seed: games number the hashes of a bet from 0. */
const cursors: readonly MessagePlan[] = plans([2, 3], [text], {
  order: 'given',
  pool: 8,
  isKeyed: true,
  hasConstant: true,
  separators: [':', '-', '|', '_'],
})

/** A few values in any order, many in published order. */
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

/** The turn both before and after a value. */
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

/** Hex digits of joined texts. */
const spelledOnes: readonly MessagePlan[] = plans([2, 3], [text], { order: 'any', pool: 12, isSpelled: true })

/** Other encodings of values, other algorithms, and parts that pages omit. */
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

/** More values in any order, and digests of a few hashed again. */
const longer: readonly MessagePlan[] = [
  ...[2, 3].flatMap(size => again.map(again => plan({ size, order: 'any', pool: 9, again }))),
  ...plans([5], common, { order: 'any', pool: 9 }),
  ...plans([4], [text], { order: 'any', pool: 8, isKeyed: true }),
  ...otherHashes.flatMap(algorithm => plans([3], common, { order: 'any', pool: 9, algorithm })),
  ...otherMacs.map(algorithm => plan({ size: 2, order: 'any', pool: 9, algorithm, isKeyed: true })),
]

/** Slow plans that rarely succeed. */
const longest: readonly MessagePlan[] = [
  ...plans([4], binary, { order: 'any', pool: 9 }),
  ...plans([5, 6], [mixed], { order: 'any', pool: 7 }),
  ...plans([6], common, { order: 'any', pool: 8 }),
  ...plans([5], [text], { order: 'any', pool: 8, isKeyed: true }),
  ...plans([4], common, { order: 'any', pool: 8, hasConstant: true }),
]

/** Levels of the search, each a list of plans. After each level, results are tried on what was found. */
export const levels: readonly (readonly MessagePlan[])[] = [single, usual, unusual, longer, longest]

const ofLength: ReadonlyMap<number, SearchedHash> = new Map([
  [64, 'sha512'],
  [20, 'sha1'],
  [16, 'md5'],
])

/**
 * One copy of the plan per hash with a digest of one of these lengths: 64 bytes are not SHA-256. Plans of
 * other hashes than SHA-256 are unchanged.
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
