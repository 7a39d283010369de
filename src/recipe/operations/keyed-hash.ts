/**
 * Constructions on hash functions: MACs, derived keys, and chains of millions of hashes.
 *
 * @packageDocumentation
 */
import { chainHashes } from '../../core/hash-chain.js'
import { hkdf as derive, hmac as authenticate, longestDerived, macLength } from '../../core/hmac.js'
import { pbkdf2 as deriveSlowly, scrypt as deriveInMemory, scryptMemory } from '../../core/password.js'
import {
  expectType,
  isArray,
  recipeError,
  type Compiled,
  type Compiler,
  type ExpressionPath,
  type NameScope,
} from '../compile.js'
import { BoundExceeded, ImpossibleStep, turnCost } from '../context.js'
import type { Expression } from '../../model/recipe.js'
import { bytes, bytesOf, integer, integerOf, type Type } from '../value.js'
import { operation, readNamedArguments, readNumber, readWord, type Operation } from './define.js'
import {
  findWeakness,
  hasCollisions,
  hashCost,
  hashFunctions,
  hashNames,
  longestOutput,
  shortestDigest,
} from './hash.js'

const bytesType = { kind: 'bytes' } as const
const integerType = { kind: 'integer' } as const

/** Hashes available for HMAC. */
const keyed = ['md5', 'sha1', 'sha256', 'sha512', 'sha3_256', 'sha3_512'] as const
type KeyedName = (typeof keyed)[number]

/** Max bytes that a MAC hashes beside the message: two blocks and a digest. */
const surplus = 2 * 136 + 64

function macCost(name: KeyedName, length: number): number {
  return 2 * hashCost(hashFunctions[name], 0) + (length + surplus) / hashFunctions[name].cost.bytesPerUnit
}

/** `{ "hmac": ["sha256", key, message] }`: RFC 2104. */
const hmac: Operation = compiler => (args, path, scope, name) => {
  if (!isArray(args) || args.length !== 3) {
    throw recipeError('recipe-type', path, `${name} takes an array of a hash, a key and a message`)
  }
  const [hashArgument, ...others] = args
  const hash = readWord(keyed, hashArgument, [...path, 0])
  const expressions = others.map((argument, index) => {
    const expression = compiler.read(argument, [...path, index + 1], scope)
    expectType(expression, bytesType, [...path, index + 1])
    return expression
  })
  const { algorithm } = hashFunctions[hash]
  const type = { kind: 'bytes', length: macLength(algorithm) } as const
  return operation(
    name,
    expressions,
    type,
    (values, context) => {
      const [key = new Uint8Array(), message = new Uint8Array()] = values.map(bytesOf)
      context.charge(turnCost + macCost(hash, key.length + message.length))
      findWeakness(hashFunctions[hash], context)
      return bytes(authenticate(context.engine, algorithm, key, message))
    },
    false,
    hasCollisions(hashFunctions[hash]),
    `hmac-${hash}`,
  )
}

/** HKDF, RFC 5869: `length` bytes derived from a key, a salt and an info. */
const hkdf: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['hash', 'key', 'salt', 'info', 'length'], args, path, name)
  const hash = readWord(keyed, members.hash, [...path, 'hash'])
  const { algorithm } = hashFunctions[hash]
  const length = readNumber(members.length, 1, longestDerived(algorithm), [...path, 'length'])
  const expressions = (['key', 'salt', 'info'] as const).map(member => {
    const expression = compiler.read(members[member], [...path, member], scope)
    expectType(expression, bytesType, [...path, member])
    return expression
  })
  return operation(
    name,
    expressions,
    { kind: 'bytes', length },
    (values, context) => {
      const [key = new Uint8Array(), salt = new Uint8Array(), info = new Uint8Array()] = values.map(bytesOf)
      const blocks = Math.ceil(length / macLength(algorithm))
      context.charge(
        turnCost +
          macCost(hash, key.length + salt.length) +
          blocks * macCost(hash, info.length + macLength(algorithm)),
      )
      findWeakness(hashFunctions[hash], context)
      return bytes(derive(context.engine, algorithm, { key, salt, info }, length))
    },
    false,
    hasCollisions(hashFunctions[hash]) || length < shortestDigest,
  )
}

/** The last of `times` hashes: the first of `from`, each other of its predecessor, as bytes or hex digits. */
const hashChain: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['from', 'times', 'hash', 'encoding'], args, path, name)
  const hash = hashFunctions[readWord(hashNames, members.hash, [...path, 'hash'])]
  const form = readWord(['bytes', 'hex'], members.encoding, [...path, 'encoding'])
  const from = compiler.read(members.from, [...path, 'from'], scope)
  expectType(from, bytesType, [...path, 'from'])
  const times = compiler.read(members.times, [...path, 'times'], scope)
  expectType(times, integerType, [...path, 'times'])
  const type = { kind: 'bytes', length: hash.length } as const
  return operation(
    name,
    [from, times],
    type,
    ([start = bytes(new Uint8Array()), count = integer(0)], context) => {
      const input = bytesOf(start)
      const steps = integerOf(count)
      if (steps < 1n) throw new ImpossibleStep(`a chain of ${steps} hashes`)
      context.charge(turnCost + hashCost(hash, input.length) + hash.step * Number(steps))
      findWeakness(hash, context)
      const { engine, progress } = context
      return bytes(chainHashes(engine, hash.algorithm, input, Number(steps), form, progress))
    },
    false,
    hasCollisions(hash),
  )
}

/** Cost of a PBKDF2 iteration, for each output digest. */
const iterationCost = { md5: 32, sha1: 24, sha256: 24, sha512: 64, sha3_256: 144, sha3_512: 144 } as const

function pbkdf2Cost(name: KeyedName, input: number, iterations: number, length: number): number {
  const { algorithm, cost } = hashFunctions[name]
  const blocks = Math.ceil(length / macLength(algorithm))
  return 300 + input / cost.bytesPerUnit + blocks * (iterations + 1) * iterationCost[name]
}

/** PBKDF2, RFC 8018 section 5.2: `length` bytes derived from a password and a salt. */
const pbkdf2: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['hash', 'password', 'salt', 'iterations', 'length'], args, path, name)
  const hash = readWord(keyed, members.hash, [...path, 'hash'])
  const { algorithm } = hashFunctions[hash]
  const length = readNumber(members.length, 1, longestOutput, [...path, 'length'])
  const read = reader(compiler, members, path, scope)
  const expressions = [read('password', bytesType), read('salt', bytesType), read('iterations', integerType)]
  return operation(
    name,
    expressions,
    { kind: 'bytes', length },
    ([first = none, second = none, third = integer(0)], context) => {
      const [password, salt, iterations] = [bytesOf(first), bytesOf(second), integerOf(third)]
      if (iterations < 1n) throw new ImpossibleStep(`a key of ${iterations} iterations`)
      const times = Number(iterations)
      context.charge(turnCost + pbkdf2Cost(hash, password.length + salt.length, times, length))
      findWeakness(hashFunctions[hash], context)
      return bytes(deriveSlowly(algorithm, { password, salt }, times, length))
    },
    false,
    hasCollisions(hashFunctions[hash]) || length < shortestDigest,
  )
}

/** Max bytes of memory for scrypt: a third of the limit for a draw's values. */
const mostScryptMemory = 40 * 1024 * 1024

/** scrypt, RFC 7914: `length` bytes derived from a password and a salt. */
const scrypt: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['password', 'salt', 'n', 'r', 'p', 'length'], args, path, name)
  const length = readNumber(members.length, 1, longestOutput, [...path, 'length'])
  const read = reader(compiler, members, path, scope)
  const expressions = [
    read('password', bytesType),
    read('salt', bytesType),
    ...(['n', 'r', 'p'] as const).map(member => read(member, integerType)),
  ]
  return operation(
    name,
    expressions,
    { kind: 'bytes', length },
    ([first = none, second = none, ...costs], context) => {
      const [password, salt] = [bytesOf(first), bytesOf(second)]
      const cost = readCost(costs.map(integerOf))
      const { n, r, p } = cost
      const memory = scryptMemory(cost)
      context.charge(
        turnCost +
          pbkdf2Cost('sha256', password.length + salt.length, 1, 128 * r * p) +
          8 * n * r * p +
          pbkdf2Cost('sha256', password.length + 128 * r * p, 1, length),
      )
      if (memory > mostScryptMemory) {
        throw new BoundExceeded(
          `scrypt with N of ${n} and r of ${r} fills more memory than drawaudit gives it`,
        )
      }
      context.keep(memory)
      const derived = deriveInMemory({ password, salt }, cost, length)
      context.release(memory)
      return bytes(derived)
    },
    false,
    length < shortestDigest,
  )
}

/** RFC 7914 section 2. */
function readCost([n = 0n, r = 0n, p = 0n]: readonly bigint[]): Record<'n' | 'r' | 'p', number> {
  if (n < 2n || (n & (n - 1n)) !== 0n)
    throw new ImpossibleStep(`N is ${n}, but must be a power of two, at least 2`)
  if (r < 1n) throw new ImpossibleStep(`a block size of ${r}`)
  if (p < 1n) throw new ImpossibleStep(`a parallelization of ${p}`)
  // N must be less than 2^(16 · r): within the limits only r = 1 can violate this.
  if (r === 1n && n >= 65_536n) throw new ImpossibleStep(`N is ${n}, but must be less than 65536 if r is 1`)
  return { n: Number(n), r: Number(r), p: Number(p) }
}

const none = bytes(new Uint8Array())

/** Compiles the typed members of an operation. */
const reader =
  <M extends string>(
    compiler: Compiler,
    members: Readonly<Partial<Record<M, Expression>>>,
    path: ExpressionPath,
    scope: NameScope,
  ) =>
  (member: M, type: Type): Compiled => {
    const expression = compiler.read(members[member] ?? '', [...path, member], scope)
    expectType(expression, type, [...path, member])
    return expression
  }

export const keyedHashOperations = { hmac, hkdf, pbkdf2, scrypt, hash_chain: hashChain }
