/**
 * Generators that a recipe writes out itself, in operations.
 *
 * @packageDocumentation
 */
import type { Context } from '../context.js'
import { bitOperations } from './bits.js'
import { hashNames } from './hash.js'
import { keyedHashOperations } from './keyed-hash.js'
import { merkleOperations } from './merkle.js'

/** What generators of pseudorandom numbers are made of: what goes in can be computed from what comes out. */
const arithmetic = ['multiply', 'divide', 'mod', 'power', ...Object.keys(bitOperations)]

/** What keeps whoever knows a number from computing those before and after it. */
const oneWay = [
  ...hashNames,
  ...Object.keys(keyedHashOperations),
  'shake128',
  'shake256',
  'stream_chacha20',
  ...Object.keys(merkleOperations),
]

/** Whether numbers that follow from one another by these operations are those of a generator that is written out. */
export const isGenerator = (used: ReadonlySet<string>): boolean =>
  arithmetic.some(name => used.has(name)) && !oneWay.some(name => used.has(name))

/** Leaves the finding of a generator that a recipe writes out itself. */
export function findWrittenOut(context: Context): void {
  context.find({
    code: 'weak-generator',
    message:
      'numbers follow from one another by arithmetic alone: whoever knows the state knows all that follow',
  })
}
