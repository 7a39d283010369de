/**
 * Identifies files that a reader gives.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import type { GivenFile } from './given.js'

/** Copied from src/model/receipt.ts, which the page's script does not load. */
const receiptType = 'application/vnd.drawaudit.receipt.v1+json'

/** Max bytes of a file other than a document; larger files are parsed in the worker alone. */
const largestBeside = 4 * 1024 * 1024

/** Reads and identifies files. A folder that was dropped cannot be read, nor a file that is gone. */
export async function recognizeFiles(
  files: readonly File[],
): Promise<{ readonly given: readonly GivenFile[]; readonly notices: readonly string[] }> {
  const notices: string[] = []
  const given: GivenFile[] = []
  for (const file of files) {
    const bytes = await readFile(file)
    if (bytes === undefined) notices.push(labels.unreadableFile(file.name))
    else given.push(recognize(file.name, bytes))
  }
  return { given, notices }
}

/** @returns undefined if it cannot be read. */
export const readFile = (file: File): Promise<ArrayBuffer | undefined> =>
  file.arrayBuffer().catch(() => undefined)

/** Identifies a file by a few members. The check finds out whether it is correct. */
export function recognize(name: string, bytes: ArrayBuffer): GivenFile {
  if (bytes.byteLength > largestBeside) return { name, role: 'document', content: bytes }
  if (isTimestamp(bytes)) return { name, role: 'timestamp', content: bytes }
  const read = readJson(bytes)
  // Only observations come as a list; the first one identifies it.
  const value: unknown = Array.isArray(read) ? read[0] : read
  if (typeof value !== 'object' || value === null) return { name, role: 'unknown', content: bytes }
  const content = new TextDecoder().decode(bytes)
  if ('trust' in value) return { name, role: 'trust', content }
  if ('payload' in value) {
    const isReceipt = 'payloadType' in value && value.payloadType === receiptType
    return { name, role: isReceipt ? 'receipt' : 'observation', content }
  }
  const ticket = 'entry_id' in value ? value.entry_id : undefined
  if ('inclusion' in value && typeof ticket === 'string') return { name, role: 'proof', content, ticket }
  if ('round' in value && 'signature' in value) return { name, role: 'round', content }
  const isRecord = 'raffle_id' in value && ('draws' in value || 'signature_hash' in value)
  const isDraw = 'bundle' in value || ('recipe' in value && !('claims' in value))
  return { name, role: isRecord ? 'record' : isDraw ? 'document' : 'unknown', content: bytes }
}

/** Detects a time-stamp in DER, base64 of DER, or PEM. */
function isTimestamp(bytes: ArrayBuffer): boolean {
  const [first = 0, second = 0] = new Uint8Array(bytes)
  if (first === 0x30 && second >= 0x80) return true
  const text = new TextDecoder().decode(bytes.slice(0, 100)).trimStart()
  return /^(?:MI[A-Z0-9a-z+/]{9}|-----BEGIN )/.test(text)
}

function readJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    // The check reports what is wrong with it.
    return undefined
  }
}
