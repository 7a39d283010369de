/**
 * Reads an operator's list of entries: CSV or NDJSON, line by line, of any length.
 *
 * @packageDocumentation
 */
import { decodeUtf8 } from '../core/encoding.js'
import { parseJson } from '../core/json.js'
import { DrawauditError } from '../errors.js'
import { maxLineLength, parseEntry, type Entry, type EntryKind, type EntryProblem } from '../model/entry.js'
import type { NumberedEntry } from '../store/ceremonies.js'

/** An entry, or why a line is not one. Lines are counted from 1. */
export type EntryLine = NumberedEntry | { readonly line: number; readonly problem: string }

export interface EntryFormat {
  /** By default NDJSON if the list begins with a bracket or a brace, else CSV. */
  readonly form?: 'csv' | 'ndjson'
  /** Kind of entries without one of their own; if left out, they are malformed. */
  readonly kind?: EntryKind
}

/**
 * Reads a list of entries. Blank lines are skipped.
 *
 * - CSV (RFC 4180, commas): `id,kind,nonce_hash`, `id,kind`, or `id` alone; a first line with these names,
 *   or with `entry_id`, `name`, `ticket` or their plural in place of `id`, is a header. Below a header with
 *   nonce_hash an empty field means no nonce.
 * - NDJSON: `["id","kind"]`, `["id","kind","nonce_hash"]`, or `{"id":"…","kind":"…","nonce_hash":"…"}`, of which the
 * last two members may be absent.
 *
 * @param pieces - its bytes.
 */
export async function* readEntryLines(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { form, kind }: EntryFormat = {},
): AsyncGenerator<readonly EntryLine[]> {
  let line = 0
  let read: ((text: string) => Entry | EntryProblem) | undefined
  for await (const texts of splitLines(pieces)) {
    const batch: EntryLine[] = []
    for (const given of texts) {
      line += 1
      if (given === undefined) {
        batch.push({ line, problem: `the line is longer than ${maxLineLength} bytes, or not UTF-8` })
        continue
      }
      // Spreadsheets write a byte order mark.
      const text = line === 1 && given.startsWith('\uFEFF') ? given.slice(1) : given
      if (text.trim() === '') continue
      if (read === undefined) {
        const hasNonces = isHeader(text) && /nonce_hash/i.test(text)
        read = (form ?? guessForm(text)) === 'csv' ? createCsvReader(kind, hasNonces) : createJsonReader(kind)
        if (isHeader(text)) continue
      }
      const entry = read(text)
      batch.push('problem' in entry ? { line, problem: entry.problem } : { line, ...entry })
    }
    yield batch
  }
}

const guessForm = (text: string): 'csv' | 'ndjson' => (/^\s*[[{]/.test(text) ? 'ndjson' : 'csv')

/** No entry has the kind `kind`; an entry with the id `id` needs a kind. */
export const isHeader = (text: string): boolean =>
  /^"?(?:(?:entry[_ ])?id|names?|tickets?)"?(,"?kind"?(,"?nonce_hash"?)?)?$/i.test(text.trim())

/** @param hasNonces - from the header: an empty field means no nonce. */
function createCsvReader(
  kind: EntryKind | undefined,
  hasNonces: boolean,
): (text: string) => Entry | EntryProblem {
  return text => {
    const fields = splitFields(text)
    if (fields === undefined)
      return { problem: 'a quotation mark is out of place, or not closed on its line' }
    if (fields.length > 3) return { problem: `expected id,kind,nonce_hash, found ${fields.length} fields` }
    if (fields[2] !== '') return checkEntry(fields, kind)
    if (hasNonces) return checkEntry(fields.slice(0, 2), kind)
    return { problem: 'expected id,kind or id,kind,nonce_hash, found 3 fields, of which the last is empty' }
  }
}

/** Fields of a line by RFC 4180. A field with a line break is unterminated on its line. */
function splitFields(text: string): string[] | undefined {
  if (!text.includes('"')) return text.split(',')
  const fields: string[] = []
  let rest = `${text},`
  while (rest !== '') {
    const match = /^(?:"((?:[^"]|"")*)"|([^",]*)),/.exec(rest)
    if (match === null) return undefined
    const [whole, quoted, plain = ''] = match
    fields.push(quoted?.replaceAll('""', '"') ?? plain)
    rest = rest.slice(whole.length)
  }
  return fields
}

const jsonLimits = { bytes: maxLineLength, depth: 2, values: 16 }

function createJsonReader(kind: EntryKind | undefined): (text: string) => Entry | EntryProblem {
  return text => {
    try {
      const value = parseJson(text, { limits: jsonLimits })
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return parseEntry(value)
      const { id, kind: given, nonce_hash: nonceHash, ...others } = value as Readonly<Record<string, unknown>>
      const [other] = Object.keys(others)
      if (other !== undefined) return { problem: `${JSON.stringify(other)} is not a member of an entry` }
      return checkEntry([id, given, ...(nonceHash === undefined ? [] : [nonceHash])], kind)
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      return { problem: error.message }
    }
  }
}

function checkEntry(fields: readonly unknown[], kind: EntryKind | undefined): Entry | EntryProblem {
  const [id, given = kind, ...nonce] = fields
  if (given === undefined) return { problem: 'the kind is missing: say it for all of the list with --kind' }
  return parseEntry([id, given, ...nonce])
}

/** Lines in batches, without line endings; undefined for one that is too long or not UTF-8. */
async function* splitLines(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly (string | undefined)[]> {
  let rest = Buffer.alloc(0)
  // In a line that is too long: the rest of it is dropped.
  let skipping = false
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece])
    const end = bytes.lastIndexOf(0x0a) + 1
    const lines = end === 0 ? [] : decodeLines(bytes.subarray(0, end - 1))
    if (skipping && lines.length > 0) {
      lines[0] = undefined
      skipping = false
    }
    rest = bytes.subarray(end)
    if (rest.length > maxLineLength) {
      skipping = true
      rest = Buffer.alloc(0)
    }
    if (lines.length > 0) yield lines
  }
  if (skipping) yield [undefined]
  else if (rest.length > 0) yield decodeLines(rest)
}

function decodeLines(bytes: Uint8Array): (string | undefined)[] {
  const whole = tryDecode(bytes)
  if (whole !== undefined) {
    return whole.split('\n').map(line => (line.length > maxLineLength ? undefined : trimEnd(line)))
  }
  // One of the lines is not UTF-8: find out which.
  const lines: (string | undefined)[] = []
  for (let start = 0; start <= bytes.length;) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline === -1 ? bytes.length : newline
    const line = tryDecode(bytes.subarray(start, end))
    lines.push(line === undefined || line.length > maxLineLength ? undefined : trimEnd(line))
    start = end + 1
  }
  return lines
}

const trimEnd = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

function tryDecode(bytes: Uint8Array): string | undefined {
  try {
    return decodeUtf8(bytes)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
