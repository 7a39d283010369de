/**
 * The signed statements of an operator, in five kinds (docs/PROTOCOL.md, "Statements").
 *
 * @packageDocumentation
 */
import { equalBytes } from '../core/digest.js'
import { DrawauditError } from '../errors.js'
import { describeIdFault } from './entry.js'
import { encodePayload, readPayload } from './payload.js'
import { validateStatement } from './validators/statement.js'

/** `payloadType` of a statement's envelope. */
export const statementType = 'application/vnd.drawaudit.statement.v1+json'

/** Max payload length in bytes: its envelope must fit into a log entry. */
export const longestPayload = 48_000

/** The selection method: the only one so far. */
export const selectionName = 'drawaudit-v1'

interface Common {
  /** A UUID in lower case. */
  readonly raffle_id: string
  /** 0, 1, 2, … */
  readonly sequence: number
  /** Digest of the previous payload; null in the first statement. */
  readonly previous: string | null
  /** RFC 3339, whole seconds, `+00:00`, like every time here. Only the operator's word. */
  readonly issued_at_utc: string
  readonly operator: string
}

export interface Prize {
  readonly draw_id: string
  readonly prize_name: string
  /** `sha256:` and 64 lower-case hex digits, like every digest here. */
  readonly rng_seed_hash: string
  /** The seed, 64 lower-case hex digits: present exactly if seeds are public. */
  readonly rng_seed?: string
}

export interface Commitment extends Common {
  readonly type: 'commitment'
  readonly raffle_name: string
  /** In drawing order. */
  readonly prizes: readonly Prize[]
  readonly max_entries: number
  readonly entries_close_at_utc: string
  readonly draw_at_utc: string
  readonly beacon: { readonly chain_hash: string; readonly round: number } | null
  readonly selection: typeof selectionName
  /** The cancelled raffle that this one repeats. */
  readonly supersedes: string | null
  /**
   * The seeds are in `prizes`, so that anyone with the seal and the beacon knows the winners; absent: secret.
   */
  readonly seeds?: 'public'
}

export interface Seal extends Common {
  readonly type: 'seal'
  readonly total_entries: number
  readonly paid_entries: number
  readonly free_entries: number
  readonly entries_root: string
  /** Withdrawn receipts; absent if there are none. */
  readonly withdrawn?: SealedWithdrawals
}

/** The withdrawn receipts in a seal, which prevents later withdrawals. */
export interface SealedWithdrawals {
  /** At least 1. */
  readonly count: number
  /** Number of buyers who handed over their nonces; at most `count`. */
  readonly consented: number
  readonly root: string
}

interface PickMade extends Common {
  readonly draw_id: string
  /** Position of the prize, from 1. */
  readonly position: number
  readonly drawn_at_utc: string
  /** Entries in the pool of this pick. */
  readonly total_entries: number
  /** Place in the sealed list, from 0. */
  readonly winner_index: number
  readonly winner_entry_id: string
}

export interface Draw extends PickMade {
  readonly type: 'draw'
  readonly prize_name: string
  readonly rng_seed_hash: string
  /** The revealed seed: 64 lower-case hex digits. */
  readonly rng_seed: string
}

export interface Replacement extends PickMade {
  readonly type: 'replacement'
  /** 1, 2, … for each prize. */
  readonly attempt: number
  readonly reason: string
}

export interface Cancellation extends Common {
  readonly type: 'cancellation'
  readonly reason: string
}

/** A statement of an operator about its raffle (docs/PROTOCOL.md, "Statements"). */
export type Statement = Commitment | Seal | Draw | Replacement | Cancellation

/** The payload of a statement: its RFC 8785 form. */
export function encodeStatement(statement: Statement): Uint8Array {
  return encodePayload(statement)
}

/**
 * Reads the payload of a statement.
 *
 * @param payload - of an envelope.
 * @throws DrawauditError `statement-invalid` for a payload that is too long, is not JSON, breaks its schema
 * (schemas/statement.json), names an invalid entry, or is not byte for byte its own RFC 8785 form.
 *
 * @example
 * ```js
 * parseStatement(parseBundle(read('bundle.json')).statements[0].payload).type // commitment
 * ```
 */
export function parseStatement(payload: Uint8Array): Statement {
  if (payload.length > longestPayload) {
    throw invalid(`expected at most ${longestPayload} bytes, found ${payload.length}`)
  }
  const value = readPayload(payload, validateStatement, invalid)
  const statement = value as unknown as Statement
  if ('winner_entry_id' in statement) {
    const fault = describeIdFault(statement.winner_entry_id)
    if (fault !== undefined) throw invalid(`/winner_entry_id: ${fault}`, '/winner_entry_id')
  }
  if ('withdrawn' in statement && statement.withdrawn.consented > statement.withdrawn.count) {
    throw invalid('/withdrawn/consented there are more of them than were withdrawn', '/withdrawn/consented')
  }
  if (!equalBytes(encodeStatement(statement), payload))
    throw invalid('the payload is not in its RFC 8785 form')
  return statement
}

function invalid(message: string, pointer?: string, cause?: unknown): DrawauditError {
  return new DrawauditError('statement-invalid', message, {
    hint: 'docs/PROTOCOL.md has the form of every statement',
    ...(pointer !== undefined && { where: { pointer } }),
    cause,
  })
}
