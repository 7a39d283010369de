/**
 * Reads the entries of a list file in pieces, in constant memory and with minimal work a line.
 *
 * @packageDocumentation
 */
import { decodeUtf8, encodeUtf8 } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import {
  describeIdFault,
  lineTooLong,
  maxIdLength,
  maxLineLength,
  parseEntryLine,
  type Entry,
  type EntryKind,
} from './entry.js'

const lineFeed = 0x0a
const quote = 0x22
const backslash = 0x5c

const start = encodeUtf8('["')
const kinds = { paid: encodeUtf8('paid'), free: encodeUtf8('free') }
const ends = { paid: encodeUtf8('","paid"]\n'), free: encodeUtf8('","free"]\n') }
const kindOffset = '","'.length
/** Offsets after an id: the bracket or comma after the kind, and the digits of a nonce. */
const bracketOffset = '","paid"'.length
const nonceOffset = '","paid","'.length
const nonceLength = 64
const nonceStart = encodeUtf8(',"')
const nonceEnd = encodeUtf8('"]\n')

/**
 * The hashed leaf data of an entry, in a buffer that the next entry overwrites.
 *
 * ```
 * 00 ‖ id in UTF-8 ‖ 0A ‖ "paid" or "free"
 * 00 ‖ id in UTF-8 ‖ 0A ‖ "paid" or "free" ‖ 0A ‖ nonce_hash in hex
 * ```
 */
export class LeafBuffer {
  readonly #bytes = new Uint8Array(1 + maxIdLength + 1 + 4 + 1 + nonceLength)
  /** By length: making a view takes longer than filling it. */
  readonly #views: Uint8Array[] = []
  #idLength = 0
  #kind: EntryKind = 'paid'
  #hasNonce = false

  get kind(): EntryKind {
    return this.#kind
  }

  /** The id's bytes, until another entry is set. */
  get idBytes(): Uint8Array {
    return this.#bytes.subarray(1, 1 + this.#idLength)
  }

  /** 64 lower-case hex digits; undefined for an entry without a nonce. */
  get nonceHash(): string | undefined {
    if (!this.#hasNonce) return undefined
    const first = 2 + this.#idLength + 5
    return decodeUtf8(this.#bytes.subarray(first, first + nonceLength))
  }

  /** Whether {@link LeafBuffer.leaf} is {@link LeafBuffer.paidLeaf}. */
  get isPaidLeaf(): boolean {
    return this.#kind === 'paid' && !this.#hasNonce
  }

  /** Sets an entry with a valid id and nonce. */
  setEntry({ id, kind, nonceHash }: Entry): void {
    const length = this.#setId(id)
    this.#setEnd(length, kind, nonceHash !== undefined)
    if (nonceHash === undefined) return
    const first = 2 + length + 5
    for (let index = 0; index < nonceLength; index++) {
      this.#bytes[first + index] = nonceHash.charCodeAt(index)
    }
  }

  /** @returns its length in bytes. */
  #setId(id: string): number {
    for (let index = 0; index < id.length; index++) {
      const code = id.charCodeAt(index)
      // Encoding every id of a long list takes longer than hashing it.
      if (code > 0x7f) {
        const bytes = encodeUtf8(id)
        this.#bytes.set(bytes, 1)
        return bytes.length
      }
      this.#bytes[1 + index] = code
    }
    return id.length
  }

  /**
   * Sets the entry of the line at `at`, if it has the plain form `["id","kind"]` or
   * `["id","kind","nonce_hash"]` and a line feed, with a valid id and no escapes. `parseEntryLine` agrees on
   * such lines.
   *
   * @returns the start of the next line; 0 for any other line, or one that continues in the next piece.
   */
  setPlainLine(piece: Uint8Array, at: number): number {
    if (piece[at] !== start[0] || piece[at + 1] !== start[1]) return 0
    const bytes = this.#bytes
    const first = at + start.length
    // Its quote may stand one byte behind the longest id.
    const most = Math.min(piece.length - first, maxIdLength + 1)
    let length = 0
    let seen = 0
    for (; length < most; length += 1) {
      const byte = piece[first + length] ?? 0
      const found = classOf[byte] ?? endsId
      if (found === endsId) break
      seen |= found
      bytes[1 + length] = byte
    }
    if (length === 0 || length > maxIdLength || piece[first + length] !== quote) return 0
    if (seen === beyondAscii && !isTextOf(bytes, 1, 1 + length) && !isId(bytes.subarray(1, 1 + length)))
      return 0
    const kind = piece[first + length + kindOffset] === kinds.paid[0] ? 'paid' : 'free'
    const end = ends[kind]
    const after = first + length
    const hasNonce = piece[after + bracketOffset] === nonceStart[0]
    const compared = hasNonce ? bracketOffset : end.length
    for (let index = 0; index < compared; index++) {
      if (piece[after + index] !== end[index]) return 0
    }
    const next = hasNonce ? this.#copyNonce(piece, after + nonceOffset, length) : after + end.length
    if (next > 0) this.#setEnd(length, kind, hasNonce)
    return next
  }

  /** Copies the digits at `at` after an id and its kind; returns the start of the next line, or 0. */
  #copyNonce(piece: Uint8Array, at: number, idLength: number): number {
    if (piece[at - 1] !== nonceStart[1]) return 0
    const bytes = this.#bytes
    const offset = 2 + idLength + 5
    for (let index = 0; index < nonceLength; index++) {
      const digit = piece[at + index] ?? 0
      if (!(digit >= 0x30 && digit <= 0x39) && !(digit >= 0x61 && digit <= 0x66)) return 0
      bytes[offset + index] = digit
    }
    for (let index = 0; index < nonceEnd.length; index++) {
      if (piece[at + nonceLength + index] !== nonceEnd[index]) return 0
    }
    return at + nonceLength + nonceEnd.length
  }

  /** The message of the entry's leaf hash. */
  leaf(): Uint8Array {
    return this.#leafOf(this.#kind, this.#hasNonce ? 1 + nonceLength : 0)
  }

  /** The message of the leaf hash of the id as a paid entry without nonce: one hash for each id. */
  paidLeaf(): Uint8Array {
    return this.#leafOf('paid', 0)
  }

  #setEnd(idLength: number, kind: EntryKind, hasNonce: boolean): void {
    this.#idLength = idLength
    this.#kind = kind
    this.#hasNonce = hasNonce
    this.#bytes[1 + idLength] = lineFeed
    if (hasNonce) this.#bytes[2 + idLength + 4] = lineFeed
  }

  #leafOf(kind: EntryKind, more: number): Uint8Array {
    const offset = 2 + this.#idLength
    const text = kinds[kind]
    for (let index = 0; index < text.length; index++) this.#bytes[offset + index] = text[index] ?? 0
    const length = offset + text.length + more
    return (this.#views[length] ??= this.#bytes.subarray(0, length))
  }
}

/** Of a byte in an id: ASCII that stands for itself, or part of another character, or what no plain id goes on with. */
const beyondAscii = 1
const endsId = 2
const classOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte > 0x7f) return beyondAscii
  return byte < 0x20 || byte === 0x7f || byte === quote || byte === backslash ? endsId : 0
})

/**
 * Whether bytes without ASCII control characters are certainly an id: well-formed UTF-8 (RFC 3629, section 4) without the
 * controls from U+0080 to U+009F. False for some others that are: then {@link isId} decides, which takes longer than
 * hashing.
 */
function isTextOf(bytes: Uint8Array, from: number, end: number): boolean {
  let at = from
  while (at < end) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) {
      at += 1
      continue
    }
    const second = bytes[at + 1] ?? 0
    // No overlong forms, no surrogates, nothing beyond U+10FFFF; U+FEFF, which a decoder may drop, is left to it.
    if (lead < 0xc2 || lead > 0xf4) return false
    const [low, high] = [lowestSecond[lead] ?? 0x80, lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf]
    if (second < low || second > high || (lead === 0xef && second === 0xbb)) return false
    const more = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    if (at + more > end) return false
    for (let index = 2; index < more; index += 1) if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return false
    at += more
  }
  return true
}

/** The least second byte of a character by its first, where it is not 80: of C2 that of U+00A0, past the controls. */
const lowestSecond: Readonly<Record<number, number>> = { 0xc2: 0xa0, 0xe0: 0xa0, 0xf0: 0x90 }

function isId(bytes: Uint8Array): boolean {
  try {
    return describeIdFault(decodeUtf8(bytes)) === undefined
  } catch (error) {
    if (error instanceof DrawauditError) return false
    throw error
  }
}

/** Why a list file cannot be read further. */
export interface LineFault {
  /** From 1. */
  readonly line: number
  /** One line, lower case, no full stop, contains text from outside. */
  readonly problem: string
}

/**
 * Splits a list file into entries, from pieces of any length. Every line is an entry; the last line feed is
 * optional. Stops at the first fault.
 */
export class EntryLines {
  readonly #leaf: LeafBuffer
  readonly #onEntry: () => void
  /** The beginning of a line that continues in the next piece. */
  readonly #rest = new Uint8Array(maxLineLength)
  #restLength = 0
  #lines = 0
  #fault: LineFault | undefined

  /**
   * @param leaf - buffer for every entry.
   * @param onEntry - called after each entry.
   */
  constructor(leaf: LeafBuffer, onEntry: () => void) {
    this.#leaf = leaf
    this.#onEntry = onEntry
  }

  /** The first malformed line. Nothing after it is read. */
  get fault(): LineFault | undefined {
    return this.#fault
  }

  /** Reads the next piece. It is not kept. */
  add(piece: Uint8Array): void {
    let at = this.#restLength > 0 ? this.#finishLine(piece) : 0
    while (at < piece.length && this.#fault === undefined) {
      const next = this.#leaf.setPlainLine(piece, at)
      if (next > 0) {
        this.#lines += 1
        this.#onEntry()
        at = next
      } else {
        const end = piece.indexOf(lineFeed, at)
        if (end === -1) {
          this.#keep(piece.subarray(at))
          return
        }
        this.#readLine(piece.subarray(at, end))
        at = end + 1
      }
    }
  }

  /** Reads the rest after the last line feed: call it after the last piece. */
  end(): void {
    if (this.#fault === undefined && this.#restLength > 0) this.#readRest()
  }

  /** Completes the current line; returns the start of the next one. */
  #finishLine(piece: Uint8Array): number {
    const end = piece.indexOf(lineFeed)
    this.#keep(end === -1 ? piece : piece.subarray(0, end))
    if (end === -1) return piece.length
    if (this.#fault === undefined) this.#readRest()
    return end + 1
  }

  #keep(bytes: Uint8Array): void {
    if (this.#fault !== undefined) return
    const length = this.#restLength + bytes.length
    if (length > maxLineLength) {
      this.#fault = { line: this.#lines + 1, problem: lineTooLong }
    } else {
      this.#rest.set(bytes, this.#restLength)
      this.#restLength = length
    }
  }

  #readRest(): void {
    this.#readLine(this.#rest.subarray(0, this.#restLength))
    this.#restLength = 0
  }

  #readLine(bytes: Uint8Array): void {
    this.#lines += 1
    const entry = parseEntryLine(bytes)
    if ('problem' in entry) {
      this.#fault = { line: this.#lines, problem: entry.problem }
    } else {
      this.#leaf.setEntry(entry)
      this.#onEntry()
    }
  }
}
