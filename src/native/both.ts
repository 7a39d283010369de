/**
 * Combines two engines that must agree.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import { unlessUnsupported, type Engine } from '../core/engine.js'
import { chainHashes } from '../core/hash-chain.js'
import { DrawauditError } from '../errors.js'

/** Max bytes of an input shown in a message. */
const shown = 64

/**
 * An engine that asks `a` and `b` and answers only if they agree. If one does not support an operation, the
 * other answers alone.
 *
 * @returns an engine that otherwise throws DrawauditError `engine-disagreement` with the operation and the
 * beginning of each input: one of the two is defective, and no verdict may rest on it.
 *
 * @example
 * ```js
 * const engine = both(native, portable)
 * verifyPublished(parsePublishedDraw(read('draw.json')), parseRecipe(read('recipe.json')), { engine }).verdict // not-provable
 * ```
 */
export function both(a: Engine, b: Engine): Engine {
  const disagree = (operation: string, inputs: Readonly<Record<string, Uint8Array>>): never => {
    const list = Object.entries(inputs).map(([name, bytes]) => `${name} ${describeBytes(bytes)}`)
    throw new DrawauditError(
      'engine-disagreement',
      `${a.name} and ${b.name} disagree on ${operation}: ${list.join(', ')}`,
      { hint: 'one of the two is wrong; please report this' },
    )
  }
  return {
    name: `${a.name}+${b.name}`,

    hash(algorithm, bytes) {
      const digest = a.hash(algorithm, bytes)
      if (encodeHex(digest) !== encodeHex(b.hash(algorithm, bytes))) disagree(algorithm, { bytes })
      return digest
    },

    chain(algorithm, from, times, form) {
      const digest = chainHashes(a, algorithm, from, times, form)
      if (encodeHex(digest) !== encodeHex(chainHashes(b, algorithm, from, times, form))) {
        disagree(`${times} times ${algorithm}`, { from })
      }
      return digest
    },

    verify(key, message, signature) {
      const ask = (engine: Engine): boolean => engine.verify(key, message, signature)
      const verdict = unlessUnsupported(() => ask(a))
      if (verdict === undefined) return ask(b)
      const other = unlessUnsupported(() => ask(b))
      if (other !== undefined && other !== verdict) {
        disagree(key.algorithm, { key: key.bytes, message, signature })
      }
      return verdict
    },
  }
}

function describeBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return '(empty)'
  const hex = encodeHex(bytes.subarray(0, shown))
  return bytes.length > shown ? `${hex}… (${bytes.length} bytes)` : hex
}
