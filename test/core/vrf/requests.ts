/** How a request to Chainlink's coordinators leads to a seed, and an output to numbers, as their contracts have it. */
import { numberToBytesBE } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { abytes } from '@noble/hashes/utils.js'
import { concatBytes } from '../../../src/core/encoding.js'

/** In bytes: a number of the Ethereum ABI. */
const wordLength = 32

/** The ABI's encoding of numbers, and of shorter values with zeros in front. */
function words(...values: readonly (Uint8Array | bigint)[]): Uint8Array {
  return concatBytes(
    ...values.map(value => {
      if (typeof value === 'bigint') return numberToBytesBE(value, wordLength)
      const wide = new Uint8Array(Math.ceil(value.length / wordLength) * wordLength)
      wide.set(value, wide.length - value.length)
      return wide
    }),
  )
}

/** What the contract's `Proof` says, without the witnesses: they spare it work and bear on nothing. */
export interface ChainlinkProof {
  /** As in `ChainlinkVrfStatement`. */
  readonly publicKey: Uint8Array
  /** As in `ChainlinkVrfStatement`. */
  readonly proof: Uint8Array
  /** 32 bytes. What the contract calls `seed`; the function was asked for {@link chainlinkSeed} of it. */
  readonly preSeed: Uint8Array
}

/**
 * Reads the 13 words of a `Proof` as a fulfilment has them in its call data: pk (2), gamma (2), c, s, seed, uWitness,
 * cGammaWitness (2), sHashWitness (2) and zInv. In version 1 the number of the block follows; leave it out.
 *
 * @returns undefined unless there are 416 bytes.
 * @throws TypeError unless `bytes` is a Uint8Array.
 */
export function parseChainlinkProof(bytes: Uint8Array): ChainlinkProof | undefined {
  abytes(bytes, undefined, 'bytes')
  if (bytes.length !== 13 * wordLength) return undefined
  return {
    publicKey: bytes.slice(0, 64),
    proof: bytes.slice(64, 192),
    preSeed: bytes.slice(192, 224),
  }
}

/** By what a request names the key: Keccak-256 of its 64 bytes. */
export function chainlinkKeyHash(publicKey: Uint8Array): Uint8Array {
  return keccak_256(abytes(publicKey, 64, 'publicKey'))
}

/** A request as its coordinator counted it. */
export interface ChainlinkRequest {
  /** 32 bytes: {@link chainlinkKeyHash}. */
  readonly keyHash: Uint8Array
  /** 20 bytes: the contract that asked. */
  readonly sender: Uint8Array
  /** Version 1: the seed that it gave. Versions 2 and 2.5: the number of its subscription. Below 2^256. */
  readonly subject: bigint
  /** How many requests it had made. */
  readonly nonce: bigint
}

/**
 * The seed that a coordinator gives out with a request, 32 bytes, before its block has a hash. `version` is 1 or 2;
 * version 2.5 is made as 2 is.
 */
export function chainlinkPreSeed(version: 1 | 2, request: ChainlinkRequest): Uint8Array {
  const keyHash = abytes(request.keyHash, wordLength, 'keyHash')
  const sender = abytes(request.sender, 20, 'sender')
  const { subject, nonce } = request
  return keccak_256(
    version === 1 ? words(keyHash, subject, sender, nonce) : words(keyHash, sender, subject, nonce),
  )
}

/** The number of a request in events, as 32 bytes. */
export function chainlinkRequestId(keyHash: Uint8Array, preSeed: Uint8Array): Uint8Array {
  return hashPair(abytes(keyHash, wordLength, 'keyHash'), abytes(preSeed, wordLength, 'preSeed'))
}

/** What the function is asked for: the request's seed and the hash of the block that it is in, 32 bytes each. */
export function chainlinkSeed(preSeed: Uint8Array, blockHash: Uint8Array): Uint8Array {
  return hashPair(abytes(preSeed, wordLength, 'preSeed'), abytes(blockHash, wordLength, 'blockHash'))
}

/** The `count` numbers of 32 bytes that versions 2 and 2.5 hand to the contract that asked. */
export function chainlinkRandomWords(output: Uint8Array, count: number): readonly Uint8Array[] {
  abytes(output, wordLength, 'output')
  return Array.from({ length: count }, (_, index) => hashPair(output, words(BigInt(index))))
}

function hashPair(first: Uint8Array, second: Uint8Array): Uint8Array {
  return keccak_256(concatBytes(first, second))
}
