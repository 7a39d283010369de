/**
 * The protocol once more, written from docs/PROTOCOL.md and not from src/: what both say the same is less likely to
 * be a mistake of one. Nothing here is fast, and nothing here checks its input.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

/** JSON that one may change. */
export type Json = null | boolean | number | string | Json[] | Members
export interface Members {
  [name: string]: Json
}

export type Entry = [id: string, kind: string, nonceHash?: string]

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
export const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
export const unbase64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))
export const utf8 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'utf8'))
export const digest = (bytes: Uint8Array): string => `sha256:${hex(sha256(bytes))}`
export { sha256 }

/** RFC 3339 in UTC, whole seconds, and back. */
export const utc = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00')
export const seconds = (time: string): number => Date.parse(time) / 1000

/** RFC 8785 for what a statement may hold: names in the order of their UTF-16 code units. */
export function jcs(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(jcs).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map(name => `${JSON.stringify(name)}:${jcs(value[name]!)}`).join(',')}}`
}

/** `length` bytes, the number as big-endian. */
export function integer(value: number, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256)
}

/** DSSE: what is signed. */
export function pae(type: string, payload: Uint8Array): Uint8Array {
  const bytes = utf8(type)
  return concatBytes(utf8(`DSSEv1 ${bytes.length} `), bytes, utf8(` ${payload.length} `), payload)
}

export const keyIdOf = (publicKey: Uint8Array): string => hex(sha256(publicKey))

/** By key and message: most raffles here begin with the same statements. */
const signatures = new Map<string, Uint8Array>()

export function sign(message: Uint8Array, secretKey: Uint8Array): Uint8Array {
  const asked = `${hex(secretKey)} ${hex(sha256(message))}`
  const signature = signatures.get(asked) ?? ed25519.sign(message, secretKey)
  signatures.set(asked, signature)
  return signature.slice()
}

/** RFC 6962: hash of a leaf. */
export const hashLeaf = (data: Uint8Array): Uint8Array => sha256(concatBytes(Uint8Array.of(0), data))

/** That of an entry of a raffle. */
export const leafHash = (entry: Entry): Uint8Array => hashLeaf(utf8(entry.join('\n')))

const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concatBytes(Uint8Array.of(1), left, right))

/** The largest power of two below a size. */
function half(size: number): number {
  let k = 1
  while (k * 2 < size) k *= 2
  return k
}

/** RFC 6962, section 2.1. */
export function treeRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array())
  if (leaves.length === 1) return leaves[0]!
  const k = half(leaves.length)
  return nodeHash(treeRoot(leaves.slice(0, k)), treeRoot(leaves.slice(k)))
}

/** RFC 6962, section 2.1.1. */
export function treePath(index: number, leaves: readonly Uint8Array[]): readonly Uint8Array[] {
  if (leaves.length <= 1) return []
  const k = half(leaves.length)
  return index < k
    ? [...treePath(index, leaves.slice(0, k)), treeRoot(leaves.slice(k))]
    : [...treePath(index - k, leaves.slice(k)), treeRoot(leaves.slice(0, k))]
}

/** The root to which a path leads. */
export function rootOfPath(
  index: number,
  size: number,
  leaf: Uint8Array,
  path: readonly Uint8Array[],
): Uint8Array {
  if (size === 1) return leaf
  const k = half(size)
  const inner = path.slice(0, -1)
  return index < k
    ? nodeHash(rootOfPath(index, k, leaf, inner), path.at(-1)!)
    : nodeHash(path.at(-1)!, rootOfPath(index - k, size - k, leaf, inner))
}

export interface PickOf {
  readonly seed: Uint8Array
  readonly sealDigest: Uint8Array
  readonly position: number
  readonly attempt: number
  readonly randomness: Uint8Array
  readonly pool: number
  /** Places that were picked before. */
  readonly taken: readonly number[]
}

/** The draw: the place in the sealed list. */
export function pickIndex({ seed, sealDigest, position, attempt, randomness, pool, taken }: PickOf): number {
  const R = hmac(
    sha256,
    seed,
    concatBytes(
      utf8('drawaudit/v1/draw'),
      Uint8Array.of(0),
      sealDigest,
      integer(position, 4),
      integer(attempt, 4),
      randomness,
    ),
  )
  const most = (2n ** 64n / BigInt(pool)) * BigInt(pool)
  for (let i = 0; ; i += 1) {
    const x = BigInt(`0x${hex(hmac(sha256, R, integer(i, 4)).subarray(0, 8))}`)
    if (x >= most) continue
    let j = Number(x % BigInt(pool))
    for (const w of [...taken].sort((a, b) => a - b)) if (w <= j) j += 1
    return j
  }
}

/** Numbers that look random and are the same every time. */
export interface Random {
  /** From 0 to below a bound. */
  readonly below: (bound: number) => number
  /** From one to another, both included. */
  readonly between: (least: number, most: number) => number
  readonly bytes: (length: number) => Uint8Array
  readonly uuid: () => string
  readonly one: <T>(of: readonly T[]) => T
}

export function createRandom(seed: string): Random {
  let count = 0
  const block = () => sha256(utf8(`${seed}/${(count += 1)}`))
  const below = (bound: number) => Number(BigInt(`0x${hex(block().subarray(0, 8))}`) % BigInt(bound))
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    bytes: length => Uint8Array.from({ length }, () => block()[0]!),
    uuid: () => {
      const digits = hex(block())
      return [
        digits.slice(0, 8),
        digits.slice(8, 12),
        `4${digits.slice(13, 16)}`,
        `a${digits.slice(17, 20)}`,
        digits.slice(20, 32),
      ].join('-')
    },
    one: of => of[below(of.length)]!,
  }
}
