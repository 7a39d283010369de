/**
 * Streams of pseudorandom generators from a seed, with a finding.
 *
 * @packageDocumentation
 */
import type { NumberGenerator } from '../../core/generators.js'
import type { Context } from '../context.js'
import type { Value, Word } from '../value.js'
import { plain, type Operation } from './define.js'

const integerType = { kind: 'integer' } as const
const streamType = { kind: 'stream' } as const

/** A pseudorandom generator: its output and its weakness. */
export interface GeneratorKind {
  /** Bits of a word; absent for floats. */
  readonly bits?: number
  /** Random bits of its floats. */
  readonly precision?: number
  readonly title: string
  readonly weakness: string
  /** Cost of a word. */
  readonly wordCost: number
}

/** An operation that creates a stream from an integer. */
export function seeded(
  kind: GeneratorKind,
  startCost: number,
  start: (seed: bigint) => NumberGenerator<Word>,
): Operation {
  return plain({
    takes: [integerType],
    gives: streamType,
    run: (context, seed) => seededStream(kind, context, startCost, () => start(seed.integer)),
  })
}

/** A stream that restarts its generator for each reader. */
export function seededStream(
  kind: GeneratorKind,
  context: Context,
  startCost: number,
  start: () => NumberGenerator<Word>,
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

export function findWeak({ weakness }: GeneratorKind, context: Context): void {
  context.find({ code: 'weak-generator', message: weakness })
}

/** The low 32 bits of a number. */
export function low32(number: bigint): number {
  return Number(BigInt.asUintN(32, number))
}

/** Converts a generator of numbers to words. */
export function asWords(next: NumberGenerator<number>): NumberGenerator<bigint> {
  return () => BigInt(next())
}
