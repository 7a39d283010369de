/**
 * Sources that hold one JSON document, or one on each line (NDJSON).
 *
 * @packageDocumentation
 */
import { parseJson } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import type { Publication } from '../operator/publish.js'
import type { Source } from './files.js'

/** The documents of a source; what is wrong with one is thrown when that one is read. */
export function* readDocuments(source: Source): Generator<Publication> {
  const bytes = source.read()
  const file = source.name
  const whole = attempt(() => parseJson(bytes))
  if (!(whole instanceof DrawauditError) || whole.code !== 'json-trailing-data') {
    yield { file, read: () => unwrap(whole) }
    return
  }
  let line = 0
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline === -1 ? bytes.length : newline
    const text = bytes.subarray(start, end)
    start = end + 1
    line += 1
    if (!text.every(isSpace)) yield { file, line, read: () => parseJson(text) }
  }
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d

function attempt<T>(action: () => T): T | DrawauditError {
  try {
    return action()
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
}

function unwrap<T>(result: T | DrawauditError): T {
  if (result instanceof DrawauditError) throw result
  return result
}
