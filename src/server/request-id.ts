/**
 * Random UUIDs (RFC 9562, version 4) for requests that bring none.
 *
 * @packageDocumentation
 */
import { randomFillSync } from 'node:crypto'

const size = 16
const pool = Buffer.alloc(size * 512)
let used = pool.length

const digits = Buffer.from('0123456789abcdef')
const text = Buffer.from('00000000-0000-4000-8000-000000000000')
/** Where the two digits of each byte stand in the text. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

/**
 * A new id. `crypto.randomUUID` joins twenty strings, and the header of the response joins them once more, which
 * costs a busy server three requests in a hundred.
 */
export function createRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  for (let index = 0; index < size; index++) {
    const byte = pool[used + index] ?? 0
    const place = places[index] ?? 0
    text[place] = digits[byte >> 4] ?? 0
    text[place + 1] = digits[byte & 15] ?? 0
  }
  used += size
  // The version, and the variant in the upper two bits.
  text[14] = 0x34
  text[19] = digits[8 | ((pool[used - 8] ?? 0) >> 6)] ?? 0
  return text.toString('latin1')
}
