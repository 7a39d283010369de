/**
 * The signed statements of an operator, in five kinds (docs/PROTOCOL.md, "Statements").
 *
 * @packageDocumentation
 */
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
  /** Name of the operator, as in the trust file. */
  readonly operator: string
}

/** A prize, and the hash of the secret seed that its draw will use. */
export interface Prize {
  /** A UUID in lower case. */
  readonly draw_id: string
  /** Name of the prize, for people. */
  readonly prize_name: string
  /** `sha256:` and 64 lower-case hex digits, like every digest here. */
  readonly rng_seed_hash: string
  /** The seed, 64 lower-case hex digits: present exactly if seeds are public. */
  readonly rng_seed?: string
}

/** The rules of a raffle, signed before its entries close: statement 0. */
export interface Commitment extends Common {
  /** The first statement of a raffle. */
  readonly type: 'commitment'
  /** Name of the raffle, for people. */
  readonly raffle_name: string
  /** In drawing order. */
  readonly prizes: readonly Prize[]
  /** The list may have no more entries. */
  readonly max_entries: number
  /** No entry is accepted from then on. */
  readonly entries_close_at_utc: string
  /** Planned time of the draw. */
  readonly draw_at_utc: string
  /** The drand round whose randomness the draw uses; null for a raffle without one. */
  readonly beacon: {
    /** 64 lower-case hex digits. */
    readonly chain_hash: string
    /** From 1. */
    readonly round: number
  } | null
  /** How the winners are computed from seed, randomness and list. */
  readonly selection: typeof selectionName
  /** The cancelled raffle that this one repeats. */
  readonly supersedes: string | null
  /**
   * The seeds are in `prizes`, so that anyone with the seal and the beacon knows the winners; absent: secret.
   */
  readonly seeds?: 'public'
}

/** The closed list of entries, signed before the randomness of the draw exists. */
export interface Seal extends Common {
  /** The list of entries, closed. */
  readonly type: 'seal'
  /** Number of entries in the list. */
  readonly total_entries: number
  /** Number of entries of kind `paid`. */
  readonly paid_entries: number
  /** Number of entries of kind `free`. */
  readonly free_entries: number
  /** RFC 6962 root over the entries, as `sha256:…`. */
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
  /** RFC 6962 root over the withdrawn receipts, as `sha256:…`. */
  readonly root: string
}

interface PickMade extends Common {
  /** Id of the prize in the commitment. */
  readonly draw_id: string
  /** Position of the prize, from 1. */
  readonly position: number
  /** When the winner was picked. */
  readonly drawn_at_utc: string
  /** Entries in the pool of this pick. */
  readonly total_entries: number
  /** Place in the sealed list, from 0. */
  readonly winner_index: number
  /** Id of the winning entry. */
  readonly winner_entry_id: string
}

/** The winner of one prize, with the revealed seed. */
export interface Draw extends PickMade {
  /** The winner of one prize. */
  readonly type: 'draw'
  /** Name of the prize, as in the commitment. */
  readonly prize_name: string
  /** SHA-256 of the seed, as in the commitment. */
  readonly rng_seed_hash: string
  /** The revealed seed: 64 lower-case hex digits. */
  readonly rng_seed: string
}

/** Another winner of a prize already drawn, picked by the same rule. */
export interface Replacement extends PickMade {
  /** Another winner of a prize already drawn. */
  readonly type: 'replacement'
  /** 1, 2, … for each prize. */
  readonly attempt: number
  /** Why the winner was replaced, for people. */
  readonly reason: string
}

/** The end of a raffle without further draws. */
export interface Cancellation extends Common {
  /** The end of a raffle without further draws. */
  readonly type: 'cancellation'
  /** Why the raffle was cancelled, for people. */
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
  return statement
}

function invalid(message: string, pointer?: string, cause?: unknown): DrawauditError {
  return new DrawauditError('statement-invalid', message, {
    hint: 'docs/PROTOCOL.md has the form of every statement',
    ...(pointer !== undefined && { where: { pointer } }),
    cause,
  })
}
