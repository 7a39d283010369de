/**
 * Addresses and identifiers, as text and as bytes. Only canonical text is accepted, except for upper case in
 * Bech32.
 *
 * @packageDocumentation
 */
import { decodeHex, encodeHex } from '../../core/encoding.js'
import type { Expression } from '../../model/recipe.js'
import { expectType, isArray, recipeError, type ExpressionPath } from '../compile.js'
import { ImpossibleStep, turnCost } from '../context.js'
import {
  decodeBase58,
  decodeBase58Check,
  decodeSs58,
  encodeBase58,
  encodeBase58Check,
  encodeSs58,
  mostSs58Prefix,
} from '../encodings/base58.js'
import { decodeBech32, encodeBech32, isBech32Prefix, type Bech32Form } from '../encodings/bech32.js'
import { decodeUlid, encodeUlid } from '../encodings/ulid.js'
import { bytes, bytesOf, text, textOf, type Type, type Value } from '../value.js'
import { operation, plain, readNamedArguments, readNumber, readWord, type Operation } from './define.js'
import { hashCost, hashFunctions } from './hash.js'

const bytesType = { kind: 'bytes' } as const
const textType = { kind: 'text' } as const

/** Quadratic in the length. */
const base58Cost = (length: number): number => 8 + 2 * length + length ** 2 / 32

/** The hashed part of a checksum is short in comparison. */
const checkCost = (length: number): number => base58Cost(length) + 2 * hashCost(hashFunctions.sha256, length)

const textBase58 = plain({
  takes: [bytesType],
  gives: textType,
  cost: ({ bytes }) => base58Cost(bytes.length),
  run: (_, { bytes: input }) => text(encodeBase58(input)),
})

const bytesBase58 = plain({
  takes: [textType],
  gives: bytesType,
  cost: ({ text }) => base58Cost(text.length),
  run: (_, { text: input }) => bytes(decodeBase58(input)),
})

const textBase58Check = plain({
  takes: [bytesType],
  gives: textType,
  cost: ({ bytes }) => checkCost(bytes.length + 4),
  run: ({ engine }, { bytes: input }) => text(encodeBase58Check(engine, input)),
})

const bytesBase58Check = plain({
  takes: [textType],
  gives: bytesType,
  cost: ({ text }) => checkCost(text.length),
  run: ({ engine }, { text: input }) => bytes(decodeBase58Check(engine, input)),
})

/** An address and its network number, a literal in the recipe. */
const ss58 =
  (
    takes: Type,
    gives: Type,
    run: (engine: Parameters<typeof encodeSs58>[0], value: Value, prefix: number) => Value,
  ): Operation =>
  compiler =>
  (args, path, scope, name) => {
    if (!isArray(args) || args.length !== 2) {
      const what = takes.kind === 'bytes' ? 'bytes' : 'an address'
      throw recipeError('recipe-type', path, `${name} takes an array of ${what} and the prefix of a network`)
    }
    const [source = '', prefixArgument] = args
    const expression = compiler.read(source, [...path, 0], scope)
    expectType(expression, takes, [...path, 0])
    const prefix = readNumber(prefixArgument, 0, mostSs58Prefix, [...path, 1])
    return operation(name, [expression], gives, ([value = text('')], context) => {
      const length = value.kind === 'bytes' ? value.bytes.length : textOf(value).length
      context.charge(turnCost + base58Cost(length) + hashCost(hashFunctions.blake2b_512, length))
      return run(context.engine, value, prefix)
    })
  }

const textSs58 = ss58(bytesType, textType, (engine, value, prefix) =>
  text(encodeSs58(engine, bytesOf(value), prefix)),
)

const bytesSs58 = ss58(textType, bytesType, (engine, value, prefix) =>
  bytes(decodeSs58(engine, textOf(value), prefix)),
)

/** `{ "text": …, "prefix": "bc", "checksum": "bech32", "values": 1 }`: all but the first are literals. */
const bech32 =
  (member: 'text' | 'bytes', gives: Type, run: (value: Value, form: Bech32Form) => Value): Operation =>
  compiler =>
  (args, path, scope, name) => {
    const members = readNamedArguments([member, 'prefix', 'checksum', 'values'], args, path, name)
    const expression = compiler.read(members[member], [...path, member], scope)
    expectType(expression, { kind: member }, [...path, member])
    const form: Bech32Form = {
      prefix: readPrefix(members.prefix, [...path, 'prefix']),
      checksum: readWord(['bech32', 'bech32m'], members.checksum, [...path, 'checksum']),
      values: readNumber(members.values, 0, 82, [...path, 'values']),
    }
    return operation(name, [expression], gives, ([value = text('')], context) => {
      const length = value.kind === 'bytes' ? value.bytes.length : textOf(value).length
      context.charge(turnCost + 100 + length)
      return run(value, form)
    })
  }

function readPrefix(prefix: Expression, path: ExpressionPath): string {
  if (typeof prefix === 'string' && isBech32Prefix(prefix) && !prefix.startsWith('$')) return prefix
  throw recipeError(
    'recipe-type',
    path,
    'expected what stands before the 1, without capital letters, written in the recipe',
  )
}

const textBech32 = bech32('bytes', textType, (value, form) => text(encodeBech32(bytesOf(value), form)))

const bytesBech32 = bech32('text', bytesType, (value, form) => bytes(decodeBech32(textOf(value), form)))

function expectSixteen(input: Uint8Array): Uint8Array {
  if (input.length === 16) return input
  throw new ImpossibleStep(`expected 16 bytes, found ${input.length}`)
}

const uuidForm = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/

/** RFC 9562 section 4, lower case, any version. */
const textUuid = plain({
  takes: [bytesType],
  gives: { kind: 'text', length: 36 },
  cost: () => 40,
  run: (_, { bytes: input }) => {
    const hex = encodeHex(expectSixteen(input))
    return text(
      [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
    )
  },
})

const bytesUuid = plain({
  takes: [textType],
  gives: { kind: 'bytes', length: 16 },
  cost: () => 40,
  run: (_, { text: input }) => {
    const groups = uuidForm.exec(input)
    if (groups === null) {
      throw new ImpossibleStep('expected a UUID like f81d4fae-7dec-11d0-a765-00a0c91e6bf6, in small letters')
    }
    return bytes(decodeHex(groups.slice(1).join('')))
  },
})

const textUlid = plain({
  takes: [bytesType],
  gives: { kind: 'text', length: 26 },
  cost: () => 100,
  run: (_, { bytes: input }) => text(encodeUlid(expectSixteen(input))),
})

const bytesUlid = plain({
  takes: [textType],
  gives: { kind: 'bytes', length: 16 },
  cost: () => 100,
  run: (_, { text: input }) => bytes(decodeUlid(input)),
})

export const encodingOperations = {
  text_base58: textBase58,
  bytes_base58: bytesBase58,
  text_base58check: textBase58Check,
  bytes_base58check: bytesBase58Check,
  text_bech32: textBech32,
  bytes_bech32: bytesBech32,
  text_ss58: textSs58,
  bytes_ss58: bytesSs58,
  text_uuid: textUuid,
  bytes_uuid: bytesUuid,
  text_ulid: textUlid,
  bytes_ulid: bytesUlid,
}
