/**
 * Memory of the process, which would otherwise be given back only when there is far more of it than is needed.
 *
 * @packageDocumentation
 */
import { statSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { decodeJson, parseJson, type JsonValue } from '../../core/json.js'
import type { DocumentSource } from '../../io/files.js'

/**
 * Has garbage collected before the heap grows by a tenth, and not when it has doubled: for documents of strangers, which
 * may be large. Once the program is loaded, which is what makes most of the garbage of a small one.
 */
export function spareMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=10')
}

/** Ends {@link spareMemory}: V8 keeps what it compiled for the flags that it has, and another start has the usual ones. */
export function restoreFlags(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--heap-growing-percent=0')
}

/** Documents of fewer bytes are small beside the program. */
const largeDocument = 4 * 1024 * 1024

/** {@link spareMemory} where an argument is a large file: before the program is loaded, which then takes longer. */
export function spareMemoryFor(args: readonly string[]): void {
  if (args.some(isLargeFile)) spareMemory()
}

function isLargeFile(path: string): boolean {
  try {
    return statSync(path).size >= largeDocument
  } catch {
    // Whoever reads it says why it cannot be read.
    return false
  }
}

/**
 * Reads a document of which nothing stays but the value.
 *
 * @throws DrawauditError as `Source.read` and `parseJson` do.
 */
export function readJson(source: DocumentSource): JsonValue {
  return parseJson(readText(source))
}

/**
 * The text of a document. A function that has ended does not hold the bytes any more.
 *
 * @throws DrawauditError as `Source.read` and `decodeJson` do.
 */
export function readText(source: DocumentSource): string {
  return decodeJson(source.read())
}
