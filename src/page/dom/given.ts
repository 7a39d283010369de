/**
 * Files that a reader gives: their roles, and which are checked together.
 *
 * @packageDocumentation
 */
import type { CheckRequest } from '../messages.js'

/** The role of a file. */
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

/** A file that the reader gave or that is embedded in the page. */
export interface GivenFile {
  readonly name: string
  readonly role: FileRole
  readonly content: ArrayBuffer | string
  /** The ticket in a proof. */
  readonly ticket?: string
  /** Whether it came in the link with the receipt; it is removed together with it. */
  readonly isLinked?: boolean
  /** Nonce of a receipt's entrant, in hex. */
  readonly nonce?: string
}

/**
 * Adds a file. It replaces the one with the same role, except that observations, time-stamps and log pieces
 * accumulate.
 */
export function addGiven(before: readonly GivenFile[], next: GivenFile): readonly GivenFile[] {
  return ['observation', 'timestamp', 'entries'].includes(next.role)
    ? [...before, next]
    : [...before.filter(({ role }) => role !== next.role && role !== 'unknown'), next]
}

/** Removes the receipt and the files that came with it, since only one ticket is looked up at a time. */
export const withoutReceipt = (given: readonly GivenFile[]): readonly GivenFile[] =>
  given.filter(({ role, isLinked }) => role !== 'receipt' && isLinked !== true)

/** Adds the reader's nonce to the receipt. */
export const withNonce = (given: readonly GivenFile[], nonce: string): readonly GivenFile[] =>
  given.map(one => (one.role === 'receipt' ? { ...one, nonce } : one))

/** The input besides the document: keys, observations, time-stamps, a receipt, a beacon round. */
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
 * The check to run; undefined if there is no document.
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
  // An unidentified file is checked if there is no other document; the check then reports what is wrong with
  // it.
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
