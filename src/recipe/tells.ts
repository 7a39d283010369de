/**
 * What a value tells: the published values that nobody can change without changing it. A hash of a whole list fixes
 * the list; one of its first item, of its length or of a sum of it fixes next to nothing. So a commitment is believed
 * only for what every operation on the way to it keeps.
 *
 * @packageDocumentation
 */
import type { Type } from './value.js'

export interface Tells {
  /** Names of published values; of a beacon's round and of a row's column with a dot. */
  readonly values: ReadonlySet<string>
  /** Those of them that are lists whose order could not be another either. */
  readonly order: ReadonlySet<string>
}

export const tellsNothing: Tells = { values: new Set(), order: new Set() }

/** A name tells what it stands for. */
export function tellsOf(name: string, type: Type): Tells {
  const values = new Set([name])
  return { values, order: type.kind === 'list' ? values : tellsNothing.order }
}

/** What several values together tell. */
export function allTold(...parts: readonly (Tells | undefined)[]): Tells {
  const known = parts.filter(part => part !== undefined)
  return {
    values: new Set(known.flatMap(({ values }) => [...values])),
    order: new Set(known.flatMap(({ order }) => [...order])),
  }
}

/** The same with every list in whatever order. */
export function toldInAnyOrder(tells: Tells | undefined): Tells {
  return { values: tells?.values ?? tellsNothing.values, order: tellsNothing.order }
}

/** Whether a value tells all of what a name stands for: of a row, each column. */
export function isTold(name: string, type: Type, tells: Tells | undefined): boolean {
  if (tells === undefined) return false
  if (tells.values.has(name)) return true
  return (
    type.kind === 'row' && Object.keys(type.columns).every(column => tells.values.has(`${name}.${column}`))
  )
}

/**
 * Operations of whose arguments none could have been another, as far as anybody can find one: the hashes that are not
 * broken, and what only writes a value in another way.
 */
const faithful: ReadonlySet<string> = new Set([
  'bytes_utf8',
  'bytes_hex',
  'bytes_base64',
  'bytes_base64url',
  'bytes_be',
  'bytes_le',
  'bytes_prefixed',
  'text_hex',
  'text_base64',
  'text_base64url',
  'text_utf8',
  'text_decimal',
  'text_base',
  'text_float',
  'text_time',
  'text_json',
  'text_jcs',
  'concat',
  'join',
  'split',
  'reverse',
  'pad_start',
  'pad_end',
  'sha256',
  'sha512',
  'sha3_256',
  'sha3_512',
  'keccak256',
  'blake2b_256',
  'blake2b_512',
  'blake3',
  'hmac',
  'hkdf',
  'hash_chain',
  'integer_be',
  'integer_le',
  'integer_hex',
  'integer_decimal',
  'merkle_rfc6962',
])

/** What is known of an argument. */
interface Argument {
  readonly tells?: Tells
  readonly items?: readonly Argument[]
}

/** What the result of an operation tells of what its arguments tell. */
export function toldBy(operation: string, args: readonly Argument[]): Tells {
  const isFaithful = faithful.has(operation) || (operation === 'flatten' && args.every(isOneList))
  return isFaithful ? allTold(...args.map(({ tells }) => tells)) : tellsNothing
}

/** Lists that the recipe writes one after the other, and at most one of any length: where that begins and ends is known. */
function isOneList({ items }: Argument): boolean {
  return items !== undefined && items.filter(item => item.items === undefined).length <= 1
}
