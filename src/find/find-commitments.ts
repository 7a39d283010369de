/**
 * Hashes that one draw has of its own values: the few ways of hashing one value that hardly any platform leaves. All
 * others are for the search.
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

/** A value and the hash of it that was published. */
export interface FoundCommitment {
  /** The value. */
  readonly of: string
  /** The name of its hash. */
  readonly hash: string
  readonly computed: Expression
}

/** The values whose SHA-256, of their text or their bytes, is among them. */
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

/** The digits of a SHA-256 digest, without what may stand before them. */
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
