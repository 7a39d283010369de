/**
 * Log files that a reader gives: the checkpoint, and the entries in pieces.
 *
 * @packageDocumentation
 */
import type { LogRequest } from '../messages.js'
import { countEntries } from '../read-log.js'
import { decodeContent, type GivenFile } from './given.js'

/** Identifies a file of a log; undefined for any other file. */
export function recognizeLog(name: string, content: ArrayBuffer): GivenFile | undefined {
  if (isEntries(content)) return { name, role: 'entries', content }
  const start = new TextDecoder().decode(content.slice(0, 1000))
  return /^.+\n\d+\n[\w+/]{43}=\n/.test(start) ? { name, role: 'checkpoint', content } : undefined
}

/** Entries are JSON statements, each after its length in two bytes. */
function isEntries(bytes: ArrayBuffer): boolean {
  const [high = 0, low = 0, first] = new Uint8Array(bytes)
  return first === 0x7b && 2 + (high << 8) + low <= bytes.byteLength
}

/**
 * Full pieces by name, then the last, partial one; its name contains its length. Undefined without a
 * checkpoint.
 */
export function readLogFiles(given: readonly GivenFile[]): LogRequest | undefined {
  const checkpoint = given.find(({ role }) => role === 'checkpoint')
  if (checkpoint === undefined) return undefined
  const pieces = given.flatMap(({ name, role, content }) =>
    role === 'entries' && typeof content !== 'string'
      ? [{ name, content, count: countEntries(new Uint8Array(content)) }]
      : [],
  )
  pieces.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  return { checkpoint: decodeContent(checkpoint.content), entries: pieces.map(({ content }) => content) }
}
