/**
 * Hash functions, by the engine of the run.
 *
 * @packageDocumentation
 */
import type { HashAlgorithm } from '../../core/engine.js'
import { bytes } from '../value.js'
import { plain, type Operation } from './define.js'

/** Hashes for which collisions or worse are known, with what is known. */
const weak: Readonly<Partial<Record<HashAlgorithm, string>>> = {
  md5: 'MD5 is broken: two inputs with one digest can be made in seconds',
}

function hash(algorithm: HashAlgorithm, length: number): Operation {
  return plain({
    takes: [{ kind: 'bytes' }],
    gives: { kind: 'bytes', length },
    cost: ({ bytes }) => 16 + bytes.length / 8,
    run: (context, { bytes: input }) => {
      const message = weak[algorithm]
      if (message !== undefined) context.find({ code: 'weak-hash', message })
      return bytes(context.engine.hash(algorithm, input))
    },
  })
}

export const hashOperations = { sha256: hash('sha256', 32), md5: hash('md5', 16) }
