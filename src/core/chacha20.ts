/**
 * The ChaCha20 block function, for draws that take random numbers from its key stream.
 *
 * @packageDocumentation
 */

/** Size of a key stream block, in bytes. */
export const chacha20BlockSize = 64

/** "expand 32-byte k" */
const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const

/** The words of the state that each quarter round mixes: four columns, then four diagonals. */
const quarterRounds = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

/** Number of blocks for one key and nonce: the counter has the bits that the nonce leaves. */
export function chacha20Blocks(nonce: Uint8Array): bigint {
  return nonce.length === 12 ? 1n << 32n : 1n << 64n
}

/**
 * A block of key stream, 64 bytes.
 *
 * ```
 * state  constants 16 bytes ‖ key 32 ‖ counter, little-endian ‖ nonce
 * ```
 *
 * @param key - 32 bytes.
 * @param counter - of the block, from 0 to below {@link chacha20Blocks}.
 * @param nonce - 12 bytes as in RFC 8439, with a counter of 4, or 8 bytes as in Bernstein's ChaCha20, with one of 8.
 * @throws RangeError for any other size.
 */
export function chacha20Block(key: Uint8Array, counter: bigint, nonce: Uint8Array): Uint8Array {
  if (key.length !== 32) throw new RangeError('a key has 32 bytes')
  if (nonce.length !== 8 && nonce.length !== 12) throw new RangeError('a nonce has 8 or 12 bytes')
  if (counter < 0n || counter >= chacha20Blocks(nonce)) throw new RangeError('no such block')
  const block = new Uint8Array(chacha20BlockSize)
  const view = new DataView(block.buffer)
  constants.forEach((word, index) => {
    view.setUint32(4 * index, word, true)
  })
  block.set(key, 16)
  view.setBigUint64(48, counter, true)
  block.set(nonce, 64 - nonce.length)
  const first = Uint32Array.from({ length: 16 }, (_, index) => view.getUint32(4 * index, true))
  const state = first.slice()
  for (let round = 0; round < 10; round++) {
    for (const [a, b, c, d] of quarterRounds) mix(state, a, b, c, d)
  }
  first.forEach((word, index) => {
    view.setUint32(4 * index, word + (state[index] ?? 0), true)
  })
  return block
}

/** A quarter round, RFC 8439 section 2.1. */
function mix(state: Uint32Array, ia: number, ib: number, ic: number, id: number): void {
  let a = state[ia] ?? 0
  let b = state[ib] ?? 0
  let c = state[ic] ?? 0
  let d = state[id] ?? 0
  a = (a + b) | 0
  d = rotate(d ^ a, 16)
  c = (c + d) | 0
  b = rotate(b ^ c, 12)
  a = (a + b) | 0
  d = rotate(d ^ a, 8)
  c = (c + d) | 0
  b = rotate(b ^ c, 7)
  state[ia] = a
  state[ib] = b
  state[ic] = c
  state[id] = d
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}
