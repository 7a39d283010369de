/**
 * Limits the heap of the process, which V8 would otherwise let grow far beyond need.
 *
 * @packageDocumentation
 */
import { statSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { decodeJson, parseJson, type JsonValue } from '../../core/json.js'
import type { DocumentSource } from '../../io/files.js'

/**
 * Makes V8 collect garbage when the heap has grown by a tenth, not when it has doubled: documents from strangers
 * may be large. To be called once the program is loaded, since loading makes most of the garbage of a small run.
 */
export function spareMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=10')
}

/** Undoes {@link spareMemory}: V8's code cache depends on its flags, and the next start has the default ones. */
export function restoreFlags(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--heap-growing-percent=0')
}

/** Bytes from which a document is large compared with the program. */
const largeDocument = 4 * 1024 * 1024

/**
 * Calls {@link spareMemory} if an argument is a large file: before the program is loaded, although that slows
 * loading.
 */
export function spareMemoryFor(args: readonly string[]): void {
  if (args.some(isLargeFile)) spareMemory()
}

function isLargeFile(path: string): boolean {
  try {
    return statSync(path).size >= largeDocument
  } catch {
    // Reading the file will report the error.
    return false
  }
}

/**
 * Reads a JSON document, keeping only its value in memory.
 *
 * @throws DrawauditError as `Source.read` and `parseJson` do.
 */
export function readJson(source: DocumentSource): JsonValue {
  return parseJson(readText(source))
}

/**
 * The text of a document. A function of its own, so that the bytes can be collected when it returns.
 *
 * @throws DrawauditError as `Source.read` and `decodeJson` do.
 */
export function readText(source: DocumentSource): string {
  return decodeJson(source.read())
}
