/**
 * Finds values of a draw whose plain hash is published in the same draw, as nearly all platforms make
 * commitments. Every other kind of hash is left to the search.
 *
 * @packageDocumentation
 */
import { decodeHex, encodeHex, encodeUtf8 } from '../core/encoding.js'
import type { JsonValue } from '../core/json.js'
import { portable } from '../core/portable.js'
import type { Expression, InputType } from '../model/recipe.js'

/** A value as a recipe declares it. */
interface TypedValue {
  readonly name: string
  readonly value: JsonValue
  readonly type: InputType
}

/** A value and its published hash. */
export interface FoundCommitment {
  /** Name of the value. */
  readonly of: string
  /** Name of the hash. */
  readonly hash: string
  readonly computed: Expression
}

/** Finds values whose SHA-256, over their text or bytes, is among the other values. */
export function findCommitments(values: readonly TypedValue[]): readonly FoundCommitment[] {
  const hashes = values.filter(({ type }) => type.type === 'sha256')
  return values.flatMap(({ name, value, type }): readonly FoundCommitment[] => {
    if (typeof value !== 'string') return []
    return waysToHash(name, value, type).flatMap(({ bytes, computed }) => {
      const digest = encodeHex(portable.hash('sha256', bytes))
      const hash = hashes.find(other => other.name !== name && digitsOf(other.value) === digest)
      return hash === undefined ? [] : [{ of: name, hash: hash.name, computed }]
    })
  })
}

/** Hex digits of a SHA-256 digest without its prefix. */
function digitsOf(value: JsonValue): string | undefined {
  return typeof value === 'string' ? value.slice(-64).toLowerCase() : undefined
}

interface HashedValue {
  readonly bytes: Uint8Array
  readonly computed: Expression
}

function waysToHash(name: string, value: string, type: InputType): readonly HashedValue[] {
  if (type.type === 'text') {
    return [{ bytes: encodeUtf8(value), computed: { sha256: { bytes_utf8: `$${name}` } } }]
  }
  if (type.type !== 'bytes' || type.encoding === 'base64') return []
  const digits = value.slice(type.encoding === '0x' ? 2 : 0)
  const hex: Expression = { text_hex: `$${name}` }
  const asText = (text: string, written: Expression): HashedValue => ({
    bytes: encodeUtf8(text),
    computed: { sha256: { bytes_utf8: written } },
  })
  return [
    { bytes: decodeHex(digits), computed: { sha256: `$${name}` } },
    asText(digits.toLowerCase(), hex),
    ...(type.encoding === '0x' ? [asText(`0x${digits.toLowerCase()}`, { join: [['0x', hex], ''] })] : []),
  ]
}
