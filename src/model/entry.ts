/**
 * One entry of a raffle: its rules, its leaf in the tree, its line in a list file.
 *
 * @packageDocumentation
 */
import { concatBytes, describeCharacter, encodeUtf8, isWellFormed } from '../core/encoding.js'
import { parseJson, type JsonLimits } from '../core/json.js'
import { DrawauditError } from '../errors.js'

/** How a ticket was obtained; both kinds have the same chance. */
export type EntryKind = 'paid' | 'free'

/** One ticket in the pool. */
export interface Entry {
  /** 1 to 128 bytes of well-formed UTF-8, without control characters. */
  readonly id: string
  /** Whether the entry was paid for. */
  readonly kind: EntryKind
  /** 64 lower-case hex digits: the hash of the buyer's 16-byte nonce. Absent matches only absent. */
  readonly nonceHash?: string
}

/** Why an entry is invalid: one line, lower case, no full stop, contains text from outside. */
export interface EntryProblem {
  readonly problem: string
}

/** Max length of an id in bytes. */
export const maxIdLength = 128

/** Max length of {@link encodeLeaf} in bytes. */
export const maxLeafLength = maxIdLength + '\npaid\n'.length + 64

/**
 * Max length of a list file's line in bytes: the longest entry with every character escaped needs a third of
 * it.
 */
export const maxLineLength = 4096

/** The problem of a longer line. */
export const lineTooLong = `the line has more than ${maxLineLength} bytes`

const lineLimits: Partial<JsonLimits> = { depth: 2, values: 16 }

/** Why an entry id is invalid: `the id is empty`; undefined for a valid one. */
export function describeIdFault(id: string): string | undefined {
  if (id === '') return 'the id is empty'
  const control = id.search(/\p{Cc}/u)
  if (control !== -1) return `the id has the control character ${describeCharacter(id, control)}`
  if (!isWellFormed(id)) return 'the id has a lone surrogate'
  // A UTF-16 code unit takes at most 3 bytes.
  if (3 * id.length <= maxIdLength) return undefined
  const length = id.length > maxIdLength ? id.length : encodeUtf8(id).length
  return length > maxIdLength ? `the id has more than ${maxIdLength} bytes` : undefined
}

/** Why a nonce hash is invalid; undefined for 64 lower-case hex digits. */
export function describeNonceFault(nonceHash: unknown): string | undefined {
  if (typeof nonceHash !== 'string') return 'the nonce_hash is not text'
  if (/^[0-9a-f]{64}$/.test(nonceHash)) return undefined
  const found = /^[0-9a-f]{64}$/i.test(nonceHash) ? 'has upper-case digits' : 'is something else'
  return `the nonce_hash ${found}: expected 64 lower-case hex digits`
}

/** Reads `[id, kind]` or `[id, kind, nonce_hash]`, as in a bundle or on a line of a list file. */
export function parseEntry(value: unknown): Entry | EntryProblem {
  if (!Array.isArray(value) || (value.length !== 2 && value.length !== 3)) {
    return { problem: 'expected an array [id, kind] or [id, kind, nonce_hash]' }
  }
  const [id, kind, nonceHash] = value as readonly unknown[]
  if (typeof id !== 'string') return { problem: 'the id is not text' }
  if (kind !== 'paid' && kind !== 'free') {
    const found = typeof kind === 'string' ? `, but ${JSON.stringify(kind.slice(0, 40))}` : ''
    return { problem: `the kind is neither "paid" nor "free"${found}` }
  }
  const problem = describeIdFault(id) ?? (value.length === 3 ? describeNonceFault(nonceHash) : undefined)
  if (problem !== undefined) return { problem }
  return typeof nonceHash === 'string' ? { id, kind, nonceHash } : { id, kind }
}

/**
 * Reads one line of a list file: `["12345678","paid"]`. Any JSON spelling of this array is accepted,
 * optionally with a nonce_hash, including white space and escapes; the carriage return of a Windows line end
 * is white space too.
 *
 * @param line - without its line feed.
 */
export function parseEntryLine(line: Uint8Array | string): Entry | EntryProblem {
  if (line.length > maxLineLength) return { problem: lineTooLong }
  try {
    return parseEntry(parseJson(line, { limits: lineLimits }))
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return { problem: error.message }
  }
}

/** A line of a list file, including its line feed: `["12345678","paid"]`. */
export function formatEntryLine(entry: Entry): string {
  return `${JSON.stringify(listParts(entry))}\n`
}

/** An entry in list form. */
export type EntryParts = readonly [id: string, kind: EntryKind, nonceHash?: string | undefined]

/** The list form of an entry. */
export function listParts({ id, kind, nonceHash }: Entry): EntryParts {
  return nonceHash === undefined ? [id, kind] : [id, kind, nonceHash]
}

/**
 * The hashed leaf data of an entry. Ids have no line feed, so different entries have different bytes.
 *
 * ```
 * id in UTF-8 ‖ 0A ‖ "paid" or "free"
 * id in UTF-8 ‖ 0A ‖ "paid" or "free" ‖ 0A ‖ nonce_hash in hex
 * ```
 *
 * @throws DrawauditError `text-invalid` for a lone surrogate.
 */
export function encodeLeaf({ id, kind, nonceHash }: Entry): Uint8Array {
  const end = nonceHash === undefined ? kind : `${kind}\n${nonceHash}`
  return concatBytes(encodeUtf8(id), Uint8Array.of(0x0a), encodeUtf8(end))
}
