/**
 * Files that a reader gives: what each is, and what is checked together.
 *
 * @packageDocumentation
 */
import type { CheckRequest } from '../messages.js'

/** What a file is for. */
export type FileRole =
  | 'document'
  | 'record'
  | 'trust'
  | 'proof'
  | 'observation'
  | 'receipt'
  | 'timestamp'
  | 'round'
  | 'checkpoint'
  | 'entries'
  | 'unknown'

/** A file that was given, or that the page was made with. */
export interface GivenFile {
  readonly name: string
  readonly role: FileRole
  readonly content: ArrayBuffer | string
  /** The ticket that a proof is of. */
  readonly ticket?: string
  /** It came in the link with the receipt, and goes with it. */
  readonly isLinked?: boolean
  /** What the entrant of a receipt drew, in hex. */
  readonly nonce?: string
}

/** As src/model/receipt.ts has it, which the script of the page does without. */
const receiptType = 'application/vnd.drawaudit.receipt.v1+json'

/** Larger files are read in the worker alone, so they are documents. */
const largestBeside = 4 * 1024 * 1024

/** Reads what is needed to tell what a file is; whether it is right, the check says. */
export function recognize(name: string, bytes: ArrayBuffer): GivenFile {
  if (bytes.byteLength > largestBeside) return { name, role: 'document', content: bytes }
  if (isTimestamp(bytes)) return { name, role: 'timestamp', content: bytes }
  const read = readJson(bytes)
  // Of a list, which only observations come as, the first tells.
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

/** DER begins so, and its base64; PEM says what it is. */
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
    // The check says what is wrong with it.
    return undefined
  }
}

/** One more file: it takes the place of the one of its kind, but observations, time-stamps and pieces of a log add up. */
export function addGiven(before: readonly GivenFile[], next: GivenFile): readonly GivenFile[] {
  return ['observation', 'timestamp', 'entries'].includes(next.role)
    ? [...before, next]
    : [...before.filter(({ role }) => role !== next.role && role !== 'unknown'), next]
}

/** Without the receipt, and what came with it: one ticket is asked about at a time. */
export const withoutReceipt = (given: readonly GivenFile[]): readonly GivenFile[] =>
  given.filter(({ role, isLinked }) => role !== 'receipt' && isLinked !== true)

/** The receipt with the nonce that the reader gave. */
export const withNonce = (given: readonly GivenFile[], nonce: string): readonly GivenFile[] =>
  given.map(one => (one.role === 'receipt' ? { ...one, nonce } : one))

/** What goes with a document: keys, what others saw, time-stamps, a receipt, a round of the beacon. */
export function besideOf(
  given: readonly GivenFile[],
): Pick<CheckRequest, 'trust' | 'observations' | 'timestamps' | 'rounds' | 'receipt'> {
  const textsOf = (role: FileRole): readonly string[] =>
    given.filter(one => one.role === role).map(({ content }) => decodeContent(content))
  const [trust] = textsOf('trust')
  const receipt = given.find(({ role }) => role === 'receipt')
  return {
    ...{ observations: textsOf('observation'), rounds: textsOf('round') },
    timestamps: given.flatMap(({ role, content }) =>
      role === 'timestamp' && typeof content !== 'string' ? [content] : [],
    ),
    ...(trust !== undefined && { trust }),
    ...(receipt && {
      receipt: {
        envelope: decodeContent(receipt.content),
        ...(receipt.nonce !== undefined && { nonce: receipt.nonce }),
      },
    }),
  }
}

/**
 * What to check; undefined while there is nothing but what goes with something else.
 *
 * @param now - milliseconds since 1970.
 */
export function requestOf(
  given: readonly GivenFile[],
  now: number,
  ticket?: string,
): CheckRequest | undefined {
  const find = (role: FileRole): GivenFile | undefined => given.find(one => one.role === role)
  const [evidence, record, proof] = [find('document'), find('record'), find('proof')]
  // What nobody recognises is checked where there is nothing else, and then says what is wrong with it.
  const document = evidence ?? record ?? find('unknown')
  if (document === undefined) return undefined
  const { receipt, ...beside } = besideOf(given)
  const id = ticket ?? proof?.ticket
  return {
    document: document.content,
    trustFrom: beside.trust === undefined ? 'none' : 'file',
    now,
    ...beside,
    ...(evidence && record && { record: decodeContent(record.content), isRecordChosen: true }),
    ...(receipt
      ? { receipt: { ...receipt, ...(proof && { proof: decodeContent(proof.content) }) } }
      : id !== undefined && {
          ticket: { id, ...(proof?.ticket === id && { proof: decodeContent(proof.content) }) },
        }),
  }
}

export function decodeContent(content: ArrayBuffer | string): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}
