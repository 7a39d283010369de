/**
 * Hash functions, by the engine of the run.
 *
 * @packageDocumentation
 */
import type { HashAlgorithm } from '../../core/engine.js'
import type { Context } from '../context.js'
import { bytes } from '../value.js'
import { plain, type Operation } from './define.js'

/** A hash function as recipes name it. */
export interface HashFunction {
  readonly algorithm: HashAlgorithm
  /** Bytes of a digest. */
  readonly length: number
  /** Units of work of a short input, and bytes of a long one that cost a unit. */
  readonly cost: { readonly short: number; readonly bytesPerUnit: number }
  /** Units of work of a step in a chain, which makes no values on the way. */
  readonly step: number
}

/** Measured on the portable engine, as all costs are. */
export const hashFunctions = {
  sha1: { algorithm: 'sha1', length: 20, cost: { short: 16, bytesPerUnit: 8 }, step: 10 },
  sha256: { algorithm: 'sha256', length: 32, cost: { short: 16, bytesPerUnit: 8 }, step: 8 },
  sha512: { algorithm: 'sha512', length: 64, cost: { short: 28, bytesPerUnit: 6 }, step: 40 },
  sha3_256: { algorithm: 'sha3-256', length: 32, cost: { short: 64, bytesPerUnit: 2 }, step: 64 },
  sha3_512: { algorithm: 'sha3-512', length: 64, cost: { short: 64, bytesPerUnit: 1 }, step: 128 },
  keccak256: { algorithm: 'keccak-256', length: 32, cost: { short: 64, bytesPerUnit: 2 }, step: 64 },
  md5: { algorithm: 'md5', length: 16, cost: { short: 16, bytesPerUnit: 8 }, step: 10 },
  blake2b_256: { algorithm: 'blake2b-256', length: 32, cost: { short: 52, bytesPerUnit: 2 }, step: 52 },
  blake2b_512: { algorithm: 'blake2b-512', length: 64, cost: { short: 52, bytesPerUnit: 2 }, step: 52 },
  blake3: { algorithm: 'blake3', length: 32, cost: { short: 28, bytesPerUnit: 4 }, step: 20 },
} as const satisfies Record<string, HashFunction>

/** The name of a hash function in a recipe. */
export type HashName = keyof typeof hashFunctions

/** Every {@link HashName}. */
export const hashNames = Object.keys(hashFunctions) as readonly HashName[]

/** Units of work of a hash of so many bytes. */
export function hashCost({ cost }: HashFunction, length: number): number {
  return cost.short + length / cost.bytesPerUnit
}

/** Hashes for which collisions or worse are known, with what is known. */
const weak: Readonly<Partial<Record<HashAlgorithm, string>>> = {
  md5: 'MD5 is broken: two inputs with one digest can be made in seconds',
  sha1: 'SHA-1 is broken: two inputs with one digest can be made by whoever pays for the computing',
}

/** Two inputs with one digest can be found. */
export function isBroken({ algorithm }: HashFunction): boolean {
  return weak[algorithm] !== undefined
}

/** Leaves the finding of a hash that is known to be weak. */
export function findWeakness({ algorithm }: HashFunction, context: Context): void {
  const message = weak[algorithm]
  if (message !== undefined) context.find({ code: 'weak-hash', message })
}

function hash(name: HashName): Operation {
  const definition = hashFunctions[name]
  return plain({
    takes: [{ kind: 'bytes' }],
    gives: { kind: 'bytes', length: definition.length },
    cost: ({ bytes }) => hashCost(definition, bytes.length),
    run: (context, { bytes: input }) => {
      findWeakness(definition, context)
      return bytes(context.engine.hash(definition.algorithm, input))
    },
  })
}

const notCryptographic = 'FNV-1a is no cryptographic hash: an input with a wanted value is found at once'

/** FNV-1a (Fowler, Noll, Vo) of 32 bits: each byte is mixed in, then multiplied by 0x01000193. */
const fnv1a32 = plain({
  takes: [{ kind: 'bytes' }],
  gives: { kind: 'integer' },
  cost: ({ bytes }) => 8 + bytes.length / 8,
  run: (context, { bytes: input }) => {
    context.find({ code: 'weak-hash', message: notCryptographic })
    let state = 0x811c9dc5
    for (const byte of input) state = Math.imul(state ^ byte, 0x01000193)
    return { kind: 'integer', integer: BigInt(state >>> 0), below: 1n << 32n }
  },
})

/** FNV-1a of 64 bits: the same with the prime 2^40 + 0x1b3, in two halves so that products stay exact. */
const fnv1a64 = plain({
  takes: [{ kind: 'bytes' }],
  gives: { kind: 'integer' },
  cost: ({ bytes }) => 8 + bytes.length / 8,
  run: (context, { bytes: input }) => {
    context.find({ code: 'weak-hash', message: notCryptographic })
    let [high, low] = [0xcbf29ce4, 0x84222325]
    for (const byte of input) {
      const mixed = (low ^ byte) >>> 0
      const product = mixed * 0x1b3
      // 2^40 times the lower half: its 24 lowest bits come into the higher one, 8 bits up.
      high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + (mixed << 8)) >>> 0
      low = product >>> 0
    }
    return { kind: 'integer', integer: (BigInt(high) << 32n) | BigInt(low), below: 1n << 64n }
  },
})

export const hashOperations = {
  sha1: hash('sha1'),
  sha256: hash('sha256'),
  sha512: hash('sha512'),
  sha3_256: hash('sha3_256'),
  sha3_512: hash('sha3_512'),
  keccak256: hash('keccak256'),
  md5: hash('md5'),
  blake2b_256: hash('blake2b_256'),
  blake2b_512: hash('blake2b_512'),
  blake3: hash('blake3'),
  fnv1a_32: fnv1a32,
  fnv1a_64: fnv1a64,
}
