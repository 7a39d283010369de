// What the rules compute with, on node:crypto alone; Keccak-256, which Node's OpenSSL may lack, is written out.
import { createCipheriv, createHash, createHmac } from 'node:crypto'

const hash = name => data => createHash(name).update(data).digest()
export const sha256 = hash('sha256')
export const sha512 = hash('sha512')
export const sha1 = hash('sha1')
export const md5 = hash('md5')
export const hmac = (key, message, name = 'sha256') => createHmac(name, key).update(message).digest()

export const hex = bytes => bytes.toString('hex')

/** How pages show bytes. */
export const showAs = {
  lower: hex,
  upper: bytes => hex(bytes).toUpperCase(),
  '0x': bytes => `0x${hex(bytes)}`,
  base64: bytes => bytes.toString('base64'),
}

/** All bytes as a big-endian number. */
export const big = bytes => BigInt(`0x${hex(bytes)}`)
export const little = bytes => big(Buffer.from(bytes).reverse())
export const modulo = (number, count) => Number(number % BigInt(count))
export const u32 = number => number32(number, 'writeUInt32BE')
export const u32le = number => number32(number, 'writeUInt32LE')

function number32(number, write) {
  const bytes = Buffer.alloc(4)
  bytes[write](number)
  return bytes
}

/** The number as 32 bytes, big-endian, as Ethereum's contracts have it. */
export const word = number => Buffer.from(BigInt(number).toString(16).padStart(64, '0'), 'hex')

/** Bytes and texts, one after the other, with a separator between. */
export function join(parts, separator = '') {
  return Buffer.concat(
    parts.flatMap((part, index) => [Buffer.from(index === 0 ? '' : separator), Buffer.from(part)]),
  )
}

/** How a number is taken from a digest. */
export const numbers = {
  all: big,
  little,
  first8: digest => BigInt(`0x${hex(digest).slice(0, 8)}`),
  first13: digest => BigInt(`0x${hex(digest).slice(0, 13)}`),
  first15: digest => BigInt(`0x${hex(digest).slice(0, 15)}`),
  first16: digest => BigInt(`0x${hex(digest).slice(0, 16)}`),
  last8: digest => BigInt(`0x${hex(digest).slice(-8)}`),
  last16: digest => BigInt(`0x${hex(digest).slice(-16)}`),
}

export function xor(values) {
  return values.reduce((sum, value) => Buffer.from(sum.map((byte, index) => byte ^ value[index])))
}

/** The root of a tree of pairs; a lone node is paired with itself. */
export function merkleRoot(leaves) {
  let nodes = leaves
  while (nodes.length > 1) {
    const above = []
    for (let at = 0; at < nodes.length; at += 2)
      above.push(sha256(join([nodes[at], nodes[at + 1] ?? nodes[at]])))
    nodes = above
  }
  return nodes[0]
}

/** The key stream of ChaCha20 (RFC 8439), block counter 0, nonce 0. */
export function chacha20(key, length) {
  return createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}

const rotations = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
]
const mask = (1n << 64n) - 1n
const turn = (lane, by) => (by === 0 ? lane : ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & mask)

/** Round constants by the shift register of FIPS 202, section 3.2.5. */
const constants = Array.from({ length: 24 }, (_, round) => {
  let constant = 0n
  for (let bit = 0; bit < 7; bit += 1)
    if (registerBit(bit + 7 * round)) constant |= 1n << BigInt(2 ** bit - 1)
  return constant
})

function registerBit(steps) {
  let register = 1
  for (let step = 0; step < steps % 255; step += 1) register = (register << 1) ^ (register & 128 ? 0x171 : 0)
  return register & 1
}

/** Keccak-256 with the padding of before FIPS 202, as Ethereum has it. */
export function keccak256(data) {
  const rate = 136
  const padded = Buffer.alloc(Math.ceil((data.length + 1) / rate) * rate)
  Buffer.from(data).copy(padded)
  padded[data.length] ^= 1
  padded[padded.length - 1] ^= 128
  const state = Array(25).fill(0n)
  for (let block = 0; block < padded.length; block += rate) {
    for (let lane = 0; lane < rate / 8; lane += 1) state[lane] ^= padded.readBigUInt64LE(block + 8 * lane)
    for (const constant of constants) permute(state, constant)
  }
  const output = Buffer.alloc(32)
  for (let lane = 0; lane < 4; lane += 1) output.writeBigUInt64LE(state[lane], 8 * lane)
  return output
}

function permute(state, constant) {
  const sums = [0, 1, 2, 3, 4].map(x => [0, 5, 10, 15, 20].reduce((sum, row) => sum ^ state[x + row], 0n))
  const mixed = state.map((lane, at) => lane ^ sums[(at + 4) % 5] ^ turn(sums[(at + 1) % 5], 1))
  const moved = []
  for (let at = 0; at < 25; at += 1) {
    const x = at % 5
    const y = Math.floor(at / 5)
    moved[y + 5 * ((2 * x + 3 * y) % 5)] = turn(mixed[at], rotations[at])
  }
  for (let at = 0; at < 25; at += 1) {
    const row = at - (at % 5)
    state[at] = moved[at] ^ (~moved[row + ((at + 1) % 5)] & mask & moved[row + ((at + 2) % 5)])
  }
  state[0] ^= constant
}
