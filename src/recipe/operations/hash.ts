/**
 * Hash functions, computed by the engine of the run.
 *
 * @packageDocumentation
 */
import type { HashAlgorithm } from '../../core/engine.js'
import { hashShake, type ShakeName } from '../../core/shake.js'
import { expectType, isArray, recipeError } from '../compile.js'
import { turnCost, type Context } from '../context.js'
import { hashFunctions, type HashFunction, type HashName } from '../hash-functions.js'
import { bytes, bytesOf } from '../value.js'
import { operation, plain, readNumber, type Operation } from './define.js'

export { hashFunctions, hashNames, type HashFunction, type HashName } from '../hash-functions.js'

/** Cost of hashing `length` bytes. */
export function hashCost({ cost }: HashFunction, length: number): number {
  return cost.short + length / cost.bytesPerUnit
}

/** Max bytes of an output whose length the recipe chooses. */
export const longestOutput = 4096

/** Hashes with known collisions or worse, and what is known. */
const weak: Readonly<Partial<Record<HashAlgorithm, string>>> = {
  md5: 'MD5 is broken: two inputs with one digest can be made in seconds',
  sha1: 'SHA-1 is broken: collisions can be computed at an affordable price',
}

/** Min length of a collision-resistant digest in bytes. */
export const shortestDigest = 32

/** Whether collisions can be found: easily for a broken hash, at a price for a short digest. */
export function hasCollisions({ algorithm, length }: HashFunction): boolean {
  return weak[algorithm] !== undefined || length < shortestDigest
}

/** Reports a hash known to be weak. */
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

/** Extendable output of the length in the recipe, FIPS 202 section 6.2. */
const shake =
  (function_: ShakeName): Operation =>
  compiler =>
  (args, path, scope, name) => {
    if (!isArray(args) || args.length !== 2) {
      throw recipeError('recipe-type', path, `${name} takes an array of bytes and a length`)
    }
    const [source = '', lengthArgument] = args
    const expression = compiler.read(source, [...path, 0], scope)
    expectType(expression, { kind: 'bytes' }, [...path, 0])
    const length = readNumber(lengthArgument, 1, longestOutput, [...path, 1])
    const type = { kind: 'bytes', length } as const
    return operation(
      name,
      [expression],
      type,
      ([input = bytes(new Uint8Array())], context) => {
        const message = bytesOf(input)
        context.charge(turnCost + 64 + (message.length + length) / 2)
        return bytes(hashShake(function_, message, length))
      },
      false,
      length < shortestDigest,
    )
  }

const notCryptographic = 'FNV-1a is not a cryptographic hash: inputs for a given value are easily found'

/** FNV-1a (Fowler, Noll, Vo), 32 bits: XOR with each byte, then multiplication by 0x01000193. */
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

/** FNV-1a, 64 bits: the same with the prime 2^40 + 0x1b3, in two halves to keep products exact. */
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
      // 2^40 times the low half: its 24 lowest bits enter the high half, 8 bits up.
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
  sha224: hash('sha224'),
  sha384: hash('sha384'),
  sha512_256: hash('sha512_256'),
  ripemd160: hash('ripemd160'),
  keccak512: hash('keccak512'),
  blake256: hash('blake256'),
  shake128: shake('shake128'),
  shake256: shake('shake256'),
  fnv1a_32: fnv1a32,
  fnv1a_64: fnv1a64,
}
