/**
 * Bytes modulo a limit without building the number: the search does it for every candidate.
 *
 * @packageDocumentation
 */

/** Max modulus for which a remainder times 2^16 is an exact double. */
const largestFast = 2 ** 37

/** Max modulus for which it stays within 31 bits. */
const largestSmall = 2 ** 15

/**
 * The hex digits of bytes as one big-endian number, modulo.
 *
 * @param start - index of the first of `count` digits.
 * @returns -1 if there are too few bytes.
 */
export function foldDigits(bytes: Uint8Array, start: number, count: number, modulus: number): number {
  const end = start + count
  if (start < 0 || end > 2 * bytes.length) return -1
  if (modulus > largestFast) return foldLarge(bytes, start, count, modulus)
  if (modulus <= largestSmall && start % 4 === 0) return foldSmall(bytes, start >> 1, count, modulus)
  let rest = 0
  let place = start
  if (place % 2 === 1 && place < end) {
    rest = ((bytes[place >> 1] ?? 0) & 15) % modulus
    place += 1
  }
  for (; place + 4 <= end; place += 4) {
    rest = (rest * 65536 + (bytes[place >> 1] ?? 0) * 256 + (bytes[(place >> 1) + 1] ?? 0)) % modulus
  }
  for (; place + 2 <= end; place += 2) rest = (rest * 256 + (bytes[place >> 1] ?? 0)) % modulus
  return place < end ? (rest * 16 + ((bytes[place >> 1] ?? 0) >> 4)) % modulus : rest
}

/** The same for a small modulus and whole bytes, in a fifth of the time. */
function foldSmall(bytes: Uint8Array, start: number, count: number, modulus: number): number {
  let rest = 0
  let place = start
  for (let left = count; left > 0; left -= 4, place += 2) {
    const pair = ((bytes[place] ?? 0) << 8) | (bytes[place + 1] ?? 0)
    const taken = left >= 4 ? 4 : left
    rest = ((rest << (4 * taken)) | (pair >> (16 - 4 * taken))) % modulus
  }
  return rest
}

function foldLarge(bytes: Uint8Array, start: number, count: number, modulus: number): number {
  let number = 0n
  for (let place = start; place < start + count; place += 1) {
    const byte = bytes[place >> 1] ?? 0
    number = (number << 4n) | BigInt(place % 2 === 0 ? byte >> 4 : byte & 15)
  }
  return Number(number % BigInt(modulus))
}

/** `count` bytes from `start` as a little-endian number, modulo; -1 if there are too few bytes. */
export function foldLittle(bytes: Uint8Array, start: number, count: number, modulus: number): number {
  if (start + count > bytes.length) return -1
  return foldDigits(bytes.slice(start, start + count).reverse(), 0, 2 * count, modulus)
}
