/**
 * What is tried in which order: what organisers do most often first.
 *
 * @packageDocumentation
 */
import { hashAlgorithms, type HashAlgorithm } from '../core/engine.js'
import type { HmacAlgorithm } from '../core/hmac.js'
import type { FormName } from './forms.js'
import type { Walk } from './walk.js'

/** One way of writing all parts of a message. `mixed`: each hex value for itself as text or as bytes. */
export interface Style {
  readonly hex: FormName | 'mixed'
  readonly integer: FormName
}

export interface Plan {
  readonly algorithm: HashAlgorithm
  /** Every value is the key of an HMAC in turn. */
  readonly isKeyed: boolean
  readonly again?: 'bytes' | 'hex'
  readonly size: number
  readonly order: Walk['order']
  readonly style: Style
  readonly separators: readonly string[]
  /** How many of the values take part, the likely ones. */
  readonly pool: number
  /** One part is a small constant that the page may not list. */
  readonly hasConstant?: boolean
}

/** In the order of how common they are. */
export const separators = [':', '', '|', '-', ',', '_', '.', '/', ' ', '\n', '+', '&', ';', '::', ', ']

/** Parts that pages leave out. */
export const constants = ['prize-0', 'prize-1', '0', '1', 'winner', 'raffle', 'draw', 'prize', 'seed']

const text: Style = { hex: 'text', integer: 'decimal' }
const bytes: Style = { hex: 'bytes', integer: 'decimal' }
const binary: readonly Style[] = (['be8', 'be4', 'le8', 'le4', 'be32'] as const).map(integer => ({ hex: 'bytes', integer })) // prettier-ignore
const spelled: readonly Style[] = (['upper', 'bare', 'base64'] as const).map(hex => ({
  hex,
  integer: 'decimal',
}))
const mixed: Style = { hex: 'mixed', integer: 'decimal' }

const otherHashes: readonly HashAlgorithm[] = ['sha512', ...hashAlgorithms.filter(name => name !== 'sha256' && name !== 'sha512')] // prettier-ignore
const otherMacs: readonly HmacAlgorithm[] = ['sha512', 'sha1', 'md5', 'sha3-256', 'sha3-512']

type Given = Pick<Plan, 'size' | 'order' | 'pool'> & Partial<Plan>

function plan(given: Given): Plan {
  return {
    algorithm: 'sha256',
    isKeyed: false,
    style: text,
    separators: given.size === 1 ? [''] : separators,
    ...given,
  }
}

const sizes = (first: number, last: number): readonly number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index) // prettier-ignore

/** The levels of the search, each a list of plans. Between two levels results are tried on what was found. */
export const levels: readonly (readonly Plan[])[] = [
  // One value, hashed.
  [
    ...[text, bytes, ...spelled, ...binary].flatMap(style => [
      plan({ size: 1, order: 'given', pool: 64, style }),
      ...(['bytes', 'hex'] as const).map(again => plan({ size: 1, order: 'given', pool: 64, style, again })),
    ]),
    ...otherHashes.flatMap(algorithm =>
      [text, bytes, ...spelled].map(style => plan({ size: 1, order: 'given', pool: 64, style, algorithm })),
    ),
  ],
  // A few values in any order, many in the order in which they were published.
  [
    ...[2, 3].flatMap(size => [text, bytes].map(style => plan({ size, order: 'any', pool: 14, style }))),
    ...[1, 2].flatMap(size =>
      [text, bytes].map(style => plan({ size, order: 'any', pool: 12, style, isKeyed: true })),
    ),
    ...sizes(4, 8).flatMap(size =>
      [text, bytes].map(style => plan({ size, order: 'given', pool: 12, style })),
    ),
    ...sizes(4, 12).flatMap(size =>
      [text, bytes].map(style => plan({ size, order: 'run', pool: 64, style })),
    ),
    ...sizes(3, 8).flatMap(size =>
      [text, bytes].map(style => plan({ size, order: 'given', pool: 9, style, isKeyed: true })),
    ),
    ...sizes(3, 12).flatMap(size => plan({ size, order: 'run', pool: 20, isKeyed: true })),
  ],
  [
    ...[4].flatMap(size => [text, bytes].map(style => plan({ size, order: 'any', pool: 10, style }))),
    ...[2, 3].flatMap(size =>
      [...binary, ...spelled].map(style => plan({ size, order: 'any', pool: 10, style })),
    ),
    ...sizes(4, 6).flatMap(size => binary.map(style => plan({ size, order: 'given', pool: 10, style }))),
    ...sizes(2, 4).map(size => plan({ size, order: 'any', pool: 8, style: mixed })),
    ...otherHashes.flatMap(algorithm => [
      ...[text, bytes].map(style => plan({ size: 2, order: 'any', pool: 10, style, algorithm })),
      ...sizes(3, 6).flatMap(size =>
        [text, bytes].map(style => plan({ size, order: 'given', pool: 9, style, algorithm })),
      ),
    ]),
    ...otherMacs.flatMap(algorithm => [
      ...[text, bytes].map(style =>
        plan({ size: 1, order: 'any', pool: 12, style, algorithm, isKeyed: true }),
      ),
      ...sizes(2, 5).map(size => plan({ size, order: 'given', pool: 8, algorithm, isKeyed: true })),
    ]),
    ...[1, 2, 3].flatMap(size =>
      [text, bytes].map(style => plan({ size: size + 1, order: 'any', pool: 8, style, hasConstant: true })),
    ),
    ...[text, bytes].map(style => plan({ size: 3, order: 'any', pool: 8, style, isKeyed: true })),
  ],
  [
    ...[2, 3].flatMap(size =>
      (['bytes', 'hex'] as const).map(again => plan({ size, order: 'any', pool: 9, again })),
    ),
    ...[text, bytes].map(style => plan({ size: 5, order: 'any', pool: 9, style })),
    plan({ size: 4, order: 'any', pool: 8, isKeyed: true }),
    ...otherHashes.flatMap(algorithm =>
      [text, bytes].map(style => plan({ size: 3, order: 'any', pool: 9, style, algorithm })),
    ),
    ...otherMacs.map(algorithm => plan({ size: 2, order: 'any', pool: 9, algorithm, isKeyed: true })),
  ],
  [
    ...binary.map(style => plan({ size: 4, order: 'any', pool: 9, style })),
    ...sizes(5, 6).map(size => plan({ size, order: 'any', pool: 7, style: mixed })),
    ...[text, bytes].map(style => plan({ size: 6, order: 'any', pool: 8, style })),
    plan({ size: 5, order: 'any', pool: 8, isKeyed: true }),
    ...[text, bytes].map(style => plan({ size: 4, order: 'any', pool: 8, style, hasConstant: true })),
  ],
]
