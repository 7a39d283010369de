/**
 * The closed set of operations. A new one goes into one of the files here and its row into docs/RECIPES.md.
 *
 * @packageDocumentation
 */
import { Compiler, type Reader } from '../compile.js'
import { beaconOperations } from './beacon.js'
import { byteOperations } from './bytes.js'
import { hashOperations } from './hash.js'
import { listOperations } from './list.js'
import { numberOperations } from './number.js'

const operations = {
  ...byteOperations,
  ...hashOperations,
  ...numberOperations,
  ...listOperations,
  ...beaconOperations,
}

/** Every operation's name, in the order of docs/RECIPES.md. */
export const operationNames: readonly string[] = Object.keys(operations)

/** A compiler that knows all operations. */
export function createCompiler(): Compiler {
  const readers = new Map<string, Reader>()
  const compiler = new Compiler(readers)
  for (const [name, operation] of Object.entries(operations)) readers.set(name, operation(compiler))
  return compiler
}
