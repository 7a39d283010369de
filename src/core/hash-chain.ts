/**
 * Chains of millions of hashes: they make a result slow to compute, or link the seeds of many draws.
 *
 * @packageDocumentation
 */
import { hexDigits } from './encoding.js'
import type { DigestForm, Engine, HashAlgorithm } from './engine.js'

/** Steps between two calls of `progress`. */
const batch = 50_000

/**
 * The last of `times` digests, at least one: the first of `from`, each other of its predecessor.
 *
 * @param progress - called with the number done, after every 50,000 and at the end.
 */
export function chainHashes(
  engine: Engine,
  algorithm: HashAlgorithm,
  from: Uint8Array,
  times: number,
  form: DigestForm,
  progress?: (done: number, total: number) => void,
): Uint8Array {
  let digest = from
  for (let done = 0; done < times;) {
    const steps = Math.min(batch, times - done)
    const input = done === 0 ? from : nextInput(digest, form)
    digest = engine.chain?.(algorithm, input, steps, form) ?? repeat(engine, algorithm, input, steps, form)
    done += steps
    progress?.(done, times)
  }
  return digest
}

function repeat(
  engine: Engine,
  algorithm: HashAlgorithm,
  from: Uint8Array,
  times: number,
  form: DigestForm,
): Uint8Array {
  let digest = engine.hash(algorithm, from)
  for (let done = 1; done < times; done += 1) digest = engine.hash(algorithm, nextInput(digest, form))
  return digest
}

function nextInput(digest: Uint8Array, form: DigestForm): Uint8Array {
  return form === 'hex' ? hexDigits(digest) : digest
}
