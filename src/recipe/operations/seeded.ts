/**
 * A stream that a pseudorandom generator makes of a seed, with the finding that it is no more than that.
 *
 * @packageDocumentation
 */
import type { Generator } from '../../core/generators.js'
import type { Context } from '../context.js'
import type { Value, Word } from '../value.js'
import { plain, type Operation } from './define.js'

const integerType = { kind: 'integer' } as const
const streamType = { kind: 'stream' } as const

/** A pseudorandom generator: what it gives, and what is wrong with it. */
export interface Kind {
  /** Missing where it gives floats. */
  readonly bits?: number
  /** Of its floats, random bits. */
  readonly precision?: number
  readonly title: string
  readonly weakness: string
  /** Units of work for each word. */
  readonly wordCost: number
}

/** An operation that makes a stream of one integer. */
export function seeded(kind: Kind, startCost: number, start: (seed: bigint) => Generator<Word>): Operation {
  return plain({
    takes: [integerType],
    gives: streamType,
    run: (context, seed) => seededStream(kind, context, startCost, () => start(seed.integer)),
  })
}

/** A stream that starts its generator anew for each reader. */
export function seededStream(
  kind: Kind,
  context: Context,
  startCost: number,
  start: () => Generator<Word>,
): Extract<Value, { kind: 'stream' }> {
  findWeak(kind, context)
  return {
    kind: 'stream',
    stream: {
      ...(kind.bits !== undefined && { bits: kind.bits }),
      ...(kind.precision !== undefined && { precision: kind.precision }),
      title: kind.title,
      open(budget) {
        budget.charge(startCost)
        const next = start()
        return () => {
          budget.charge(kind.wordCost)
          return next()
        }
      },
    },
  }
}

export function findWeak({ weakness }: Kind, context: Context): void {
  context.find({ code: 'weak-generator', message: weakness })
}

/** Of a number of any size the low 32 bits. */
export function low32(number: bigint): number {
  return Number(BigInt.asUintN(32, number))
}

/** Words of bits from a generator of numbers. */
export function asWords(next: Generator<number>): Generator<bigint> {
  return () => BigInt(next())
}
