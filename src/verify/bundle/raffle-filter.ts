/**
 * Finds the entries of one raffle in a log of millions without decoding them.
 *
 * @packageDocumentation
 */
import { concatBytes, encodeBase64, encodeUtf8 } from '../../core/encoding.js'

const backslash = 0x5c

/**
 * Whether bytes may be an envelope whose payload names `raffleId`; false is certain. A text has three base64
 * forms, by its offset; only JSON escapes can hide them, so entries with escapes must be read.
 */
export function createRaffleFilter(raffleId: string): (bytes: Uint8Array) => boolean {
  const search = createSearch(encodeForms(encodeUtf8(raffleId)))
  return bytes => search(bytes) || bytes.includes(backslash)
}

/** Three base64 strings, one of which occurs in the base64 of any bytes that contain `text`. */
function encodeForms(text: Uint8Array): readonly Uint8Array[] {
  return [0, 1, 2].map(shift => {
    const base64 = encodeBase64(concatBytes(new Uint8Array(shift), text)).replace(/=+$/, '')
    // Digits at the edges mix in bits of neighbouring bytes.
    const first = shift === 0 ? 0 : shift + 1
    const isWhole = (shift + text.length) % 3 === 0
    return encodeUtf8(base64.slice(first, isWhole ? undefined : -1))
  })
}

/**
 * Wu and Manber's multi-pattern search with blocks of two bytes: it inspects few bytes if there is no match.
 */
function createSearch(patterns: readonly Uint8Array[]): (bytes: Uint8Array) => boolean {
  const length = Math.min(...patterns.map(pattern => pattern.length))
  const last = length - 1
  const shifts = new Uint8Array(0x10000).fill(last)
  for (const pattern of patterns) {
    for (let end = 1; end <= last; end += 1) {
      const block = ((pattern[end - 1] ?? 0) << 8) | (pattern[end] ?? 0)
      shifts[block] = Math.min(shifts[block] ?? 0, last - end)
    }
  }
  const standsAt = (bytes: Uint8Array, start: number): boolean =>
    patterns.some(pattern => {
      for (let at = 0; at < length; at += 1) if (bytes[start + at] !== pattern[at]) return false
      return true
    })
  return bytes => {
    for (let end = last; end < bytes.length;) {
      const shift = shifts[((bytes[end - 1] ?? 0) << 8) | (bytes[end] ?? 0)] ?? 0
      if (shift > 0) end += shift
      else if (standsAt(bytes, end - last)) return true
      else end += 1
    }
    return false
  }
}
