/**
 * Merkle roots, with which platforms commit to a list before they draw from it.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import { concatBytes, encodeHex, encodeUtf8 } from '../../core/encoding.js'
import { hashLeaf, MerkleTree } from '../../core/merkle.js'
import { basisOf, expectType, type Compiled } from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import { tellsNothing } from '../tells.js'
import { bytes, bytesOf, itemSize, itemsOf, type Type } from '../value.js'
import { plain, readNamedArguments, readWord, type Operation } from './define.js'
import { findWeakness, hashCost, hashFunctions, hashNames, type HashFunction } from './hash.js'

const bytesType = { kind: 'bytes' } as const
const listOfBytes = { kind: 'list', of: bytesType } as const

/** The root of RFC 6962 section 2.1: leaves are hashed after a 00, pairs after a 01. */
const merkleRfc6962 = plain({
  takes: [listOfBytes],
  gives: { kind: 'bytes', length: 32 },
  cost: () => 16 + hashCost(hashFunctions.sha256, 0),
  run: (context, { items }) => {
    const { sha256 } = hashFunctions
    const tree = new MerkleTree(context.engine)
    for (const item of items) {
      const data = bytesOf(item)
      // There is one pair fewer than leaves.
      context.charge(2 * turnCost + hashCost(sha256, 1 + data.length) + hashCost(sha256, 65))
      tree.append(hashLeaf(data, context.engine))
    }
    return bytes(tree.root())
  },
})

/** How the pairs of a tree are hashed. */
interface Pairing {
  readonly hash: HashFunction
  /** The fate of an unpaired last node of a level: promoted unchanged, or paired with itself. */
  readonly odd: 'promote' | 'duplicate'
  /** Operands in the given order, or the smaller one first. */
  readonly order: 'given' | 'sorted'
  /** Prefix of each pair. */
  readonly prefix: Uint8Array
  /** Joins nodes as bytes, or as lower-case hex digits. */
  readonly encode: (node: Uint8Array) => Uint8Array
}

/** The root over hashed leaves: neighbours are joined and hashed, level by level. */
const merklePairs: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['leaves', 'hash', 'odd', 'order'], args, path, name, [
    'text',
    'node_prefix',
  ])
  const leaves = compiler.read(members.leaves, [...path, 'leaves'], scope)
  expectType(leaves, listOfBytes, [...path, 'leaves'])
  const hash: HashFunction = hashFunctions[readWord(hashNames, members.hash, [...path, 'hash'])]
  const odd = readWord(['promote', 'duplicate'], members.odd, [...path, 'odd'])
  const order = readWord(['given', 'sorted'], members.order, [...path, 'order'])
  if (members.text !== undefined) readWord(['hex'], members.text, [...path, 'text'])
  const encode = members.text === undefined ? asBytes : asHex
  let prefix: Compiled | undefined
  if (members.node_prefix !== undefined) {
    prefix = compiler.read(members.node_prefix, [...path, 'node_prefix'], scope)
    expectType(prefix, bytesType, [...path, 'node_prefix'])
  }
  return {
    type: rootType(leaves.type, hash),
    ...basisOf(leaves, ...(prefix === undefined ? [] : [prefix])),
    // A list of this one's pairs has the same root, since leaves and pairs are not distinguished.
    tells: tellsNothing,
    run(environment, context) {
      const nodes = itemsOf(leaves.run(environment, context)).map(bytesOf)
      const before = prefix === undefined ? new Uint8Array() : bytesOf(prefix.run(environment, context))
      context.charge(turnCost * (1 + nodes.length))
      if (nodes.length > 1) findWeakness(hash, context)
      // The levels above the leaves have as many nodes in total.
      const size = (itemSize + hash.length + nodeSize) * nodes.length
      context.keep(size)
      const output = bytes(rootOf(nodes, { hash, odd, order, prefix: before, encode }, context))
      context.release(size)
      context.note({ name, inputs: [], output })
      return output
    },
  }
}

/** Bytes of memory for a node, without its content. */
const nodeSize = 200

function asBytes(node: Uint8Array): Uint8Array {
  return node
}

function asHex(node: Uint8Array): Uint8Array {
  return encodeUtf8(encodeHex(node))
}

/** A single leaf is the root. */
function rootType(leaves: Type, { length }: HashFunction): Type {
  const isHash = leaves.kind === 'list' && leaves.of.kind === 'bytes' && leaves.of.length === length
  return isHash ? { kind: 'bytes', length } : { kind: 'bytes' }
}

function rootOf(leaves: readonly Uint8Array[], pairing: Pairing, context: Context): Uint8Array {
  let level = leaves
  while (level.length > 1) {
    if (pairing.odd === 'duplicate') findRepetition(level, context)
    level = nextLevel(level, pairing, context)
  }
  const [root] = level
  if (root === undefined) throw new ImpossibleStep('a tree without leaves has no root')
  return root
}

function nextLevel(level: readonly Uint8Array[], pairing: Pairing, context: Context): readonly Uint8Array[] {
  const next: Uint8Array[] = []
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]]
    if (left === undefined) continue
    if (right !== undefined) next.push(hashPair(left, right, pairing, context))
    else next.push(pairing.odd === 'promote' ? left : hashPair(left, left, pairing, context))
  }
  return next
}

function hashPair(left: Uint8Array, right: Uint8Array, pairing: Pairing, context: Context): Uint8Array {
  const { hash, order, prefix, encode } = pairing
  const length = (encode === asHex ? 2 : 1) * (left.length + right.length)
  context.charge(2 * turnCost + length / 3 + hashCost(hash, prefix.length + length))
  const isSwapped = order === 'sorted' && compareBytes(left, right) > 0
  const [first, second] = isSwapped ? [right, left] : [left, right]
  return context.engine.hash(hash.algorithm, concatBytes(prefix, encode(first), encode(second)))
}

/** Lexicographic byte order. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const index = a.findIndex((byte, index) => byte !== b[index])
  return index === -1 ? a.length - b.length : (a[index] ?? 0) - (b[index] ?? -1)
}

/**
 * CVE-2012-2459: a node paired with itself could also be in the list twice. Two nodes alone are no such pair.
 */
function findRepetition(level: readonly Uint8Array[], context: Context): void {
  const [last, other] = [level.at(-1), level.at(-2)]
  if (last === undefined || other === undefined || level.length === 2) return
  context.charge(last.length / 16)
  if (level.length % 2 === 1) {
    context.find({ code: 'merkle-duplicate', message: selfPaired })
  } else if (equalBytes(last, other)) {
    context.find({ code: 'merkle-duplicate', message: repeated })
  }
}

const selfPaired =
  'the last node of a level is paired with itself: the list with its last leaves repeated has the same root'
const repeated = 'the last leaves are repeated: the list without the repetition has the same root'

export const merkleOperations = { merkle_rfc6962: merkleRfc6962, merkle_pairs: merklePairs }
