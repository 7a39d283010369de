/**
 * What is built on hash functions: MACs, derived keys, and chains of millions of hashes.
 *
 * @packageDocumentation
 */
import { chainHashes } from '../../core/hash-chain.js'
import { hkdf as derive, hmac as authenticate, longestDerived, macLength } from '../../core/hmac.js'
import { expectType, isArray, recipeError } from '../compile.js'
import { ImpossibleStep, turnCost } from '../context.js'
import { bytes, bytesOf, integer, integerOf } from '../value.js'
import { operation, readMembers, readNumber, readWord, type Operation } from './define.js'
import { findWeakness, hashCost, hashFunctions, hashNames, isBroken } from './hash.js'

const bytesType = { kind: 'bytes' } as const
const integerType = { kind: 'integer' } as const

/** The hashes that HMAC is used with. */
const keyed = ['md5', 'sha1', 'sha256', 'sha512', 'sha3_256', 'sha3_512'] as const
type KeyedName = (typeof keyed)[number]

/** Bytes that a MAC hashes beside the message: two blocks and a digest, at most. */
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
    isBroken(hashFunctions[hash]),
  )
}

/** Bytes of which nobody finds two inputs with the same ones. */
const shortestDigest = 32

/** HKDF, RFC 5869: `length` bytes derived from a key, a salt and what they are for. */
const hkdf: Operation = compiler => (args, path, scope, name) => {
  const members = readMembers(['hash', 'key', 'salt', 'info', 'length'], args, path, name)
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
    isBroken(hashFunctions[hash]) || length < shortestDigest,
  )
}

/** The last of `times` hashes: the first of `from`, each other of the one before, as bytes or as hex digits. */
const hashChain: Operation = compiler => (args, path, scope, name) => {
  const members = readMembers(['from', 'times', 'hash', 'encoding'], args, path, name)
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
    isBroken(hash),
  )
}

export const keyedHashOperations = { hmac, hkdf, hash_chain: hashChain }
