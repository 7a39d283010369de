/**
 * The closed set of operations. A new one goes into a file here and a row of docs/RECIPES.md.
 *
 * @packageDocumentation
 */
import type { ArgumentReader } from '../compile.js'
import { ExpressionReader } from '../read-expression.js'
import { beaconOperations } from './beacon.js'
import { bitOperations } from './bits.js'
import { byteOperations } from './bytes.js'
import { chooseOperations } from './choose.js'
import { conditionOperations } from './condition.js'
import { csvOperations } from './csv.js'
import { encodingOperations } from './encodings.js'
import { floatOperations } from './float.js'
import { generatorOperations } from './generator.js'
import { hashOperations } from './hash.js'
import { jsonOperations } from './json.js'
import { keyedHashOperations } from './keyed-hash.js'
import { listOperations } from './list.js'
import { merkleOperations } from './merkle.js'
import { nameOperations } from './names.js'
import { numberOperations } from './number.js'
import { numpyOperations } from './numpy.js'
import { pieceOperations } from './pieces.js'
import { platformOperations } from './platform.js'
import { pythonOperations } from './python.js'
import { recutOperations } from './recut.js'
import { sortOperations } from './sort.js'
import { streamOperations } from './stream.js'
import { textOperations } from './text.js'
import { walkOperations } from './walk.js'

const operations = {
  ...byteOperations,
  ...textOperations,
  ...pieceOperations,
  ...encodingOperations,
  ...jsonOperations,
  ...csvOperations,
  ...hashOperations,
  ...keyedHashOperations,
  ...numberOperations,
  ...bitOperations,
  ...floatOperations,
  ...nameOperations,
  ...conditionOperations,
  ...listOperations,
  ...walkOperations,
  ...sortOperations,
  ...chooseOperations,
  ...merkleOperations,
  ...streamOperations,
  ...recutOperations,
  ...generatorOperations,
  ...pythonOperations,
  ...platformOperations,
  ...numpyOperations,
  ...beaconOperations,
}

/** Every operation's name, in the order of docs/RECIPES.md. */
export const operationNames: readonly string[] = Object.keys(operations)

/** A compiler with all operations. */
export function createCompiler(): ExpressionReader {
  const readers = new Map<string, ArgumentReader>()
  const compiler = new ExpressionReader(readers)
  for (const [name, operation] of Object.entries(operations)) readers.set(name, operation(compiler))
  return compiler
}
