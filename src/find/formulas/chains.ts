/**
 * One value for several turns: hashed again for each turn.
 *
 * @packageDocumentation
 */
import { hexDigits } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import type { Expression } from '../../model/recipe.js'
import { operationOf, type SearchedHash } from './formula.js'

/** How turns derive their bytes from one value. */
export interface TurnChain {
  readonly says: string
  readonly read: (first: Uint8Array, turn: number, engine: Engine) => Uint8Array
  /** The bytes of a turn. */
  readonly express: (first: Expression) => Expression
}

const algorithms: readonly SearchedHash[] = ['sha256', 'keccak-256', 'sha512', 'sha1', 'md5']

/** The first turn takes the value or its hash; each later one the hash of the turn before. */
export const chains: readonly TurnChain[] = algorithms.flatMap(algorithm =>
  (['bytes', 'hex'] as const).flatMap(encoding => [0, 1].map(first => chainOf(algorithm, encoding, first))),
)

/** Chains that begin with the value itself: each link is the hash of the one before. */
export function linksOf(): readonly TurnChain[] {
  return algorithms.flatMap(algorithm =>
    (['bytes', 'hex'] as const).map(encoding => chainOf(algorithm, encoding, 0)),
  )
}

/** Chains tried on every hash; one that begins with the value itself shows only from the second turn on. */
export const usualChains: readonly TurnChain[] = (['bytes', 'hex'] as const).flatMap(encoding =>
  [0, 1].map(first => chainOf('sha256', encoding, first)),
)

function chainOf(algorithm: SearchedHash, encoding: 'bytes' | 'hex', first: number): TurnChain {
  const hash = operationOf(algorithm)
  const as = encoding === 'hex' ? 'as hex text, ' : ''
  return {
    says: `${as}hashed by ${hash} once more in each turn, ${first === 0 ? 'from the second on' : 'from the first on'}`,
    read: (value, turn, engine) => {
      let link = value
      for (let count = turn + first; count > 0; count -= 1) {
        link = engine.hash(algorithm, encoding === 'hex' ? hexDigits(link) : link)
      }
      return link
    },
    express: value => {
      const from: Expression = encoding === 'hex' ? { bytes_utf8: { text_hex: value } } : value
      const times: Expression = first === 0 ? '$turn' : { add: ['$turn', 1] }
      const hashed: Expression = { hash_chain: { from, times, hash, encoding } }
      return first === 0 ? { if: { is: ['$turn', '=', 0], then: value, else: hashed } } : hashed
    },
  }
}
