/**
 * The audit record of the interface specification (section 2.1), in both of its shapes.
 *
 * @packageDocumentation
 */
import { normalizeSha256 } from '../core/digest.js'
import { pointerOf } from '../core/json.js'
import { findProblems, type Problem } from './schema.js'
import type { Draw, Replacement } from './statement.js'
import { validateAuditRecord } from './validators/audit-record.js'

/** One draw of a record. Hashes are as published, with or without the prefix `sha256:`. */
export interface AuditDraw {
  readonly draw_id: string
  readonly prize_name: string
  readonly drawn_at_utc: string
  readonly total_entries: number
  readonly rng_seed_hash: string
  readonly winner_entry_id: string
  readonly signature_hash: string
}

export interface AuditRecord {
  readonly raffle_id: string
  /** As published; absent in the flat shape, by the specification. */
  readonly total_draws?: number
  readonly draws: readonly AuditDraw[]
  /** Pointers of members not in the specification. */
  readonly unknown: readonly string[]
}

const recordMembers = ['raffle_id', 'total_draws', 'draws']
const drawMembers = [
  'draw_id',
  'prize_name',
  'drawn_at_utc',
  'total_entries',
  'rng_seed_hash',
  'winner_entry_id',
  'signature_hash',
]

/** Whether a document is of this kind: it has a raffle, and draws or the members of one. */
export function isAuditRecord(value: object): boolean {
  return 'raffle_id' in value && ('draws' in value || 'draw_id' in value || 'winner_entry_id' in value)
}

/**
 * Reads a record of either shape, or returns everything that its schema (schemas/audit-record.json) refuses.
 */
export function parseAuditRecord(value: object): AuditRecord | { readonly problems: readonly Problem[] } {
  const problems = findProblems(validateAuditRecord, value)
  if (problems.length > 0) return { problems }
  if (!('draws' in value)) {
    const flat = value as AuditDraw & { raffle_id: string }
    const known = ['raffle_id', ...drawMembers]
    const total: unknown = 'total_draws' in flat ? flat.total_draws : undefined
    return {
      raffle_id: flat.raffle_id,
      ...(typeof total === 'number' && { total_draws: total }),
      draws: [flat],
      unknown: unknownMembers(flat, known, []),
    }
  }
  const { raffle_id, total_draws, draws } = value as Required<AuditRecord>
  const unknown = [
    ...unknownMembers(value, recordMembers, []),
    ...draws.flatMap((draw, index) => unknownMembers(draw, drawMembers, ['draws', index])),
  ]
  return { raffle_id, total_draws, draws, unknown }
}

/** The record as a server writes it: complete shape, ids in lower case, hashes as by `normalizeSha256`. */
export function normalizeAuditRecord({ raffle_id, draws }: AuditRecord): AuditRecord {
  return {
    raffle_id: raffle_id.toLowerCase(),
    total_draws: draws.length,
    draws: draws.map(draw => ({
      draw_id: draw.draw_id.toLowerCase(),
      prize_name: draw.prize_name,
      drawn_at_utc: draw.drawn_at_utc,
      total_entries: draw.total_entries,
      rng_seed_hash: normalizeSha256(draw.rng_seed_hash),
      winner_entry_id: draw.winner_entry_id,
      signature_hash: normalizeSha256(draw.signature_hash),
    })),
    unknown: [],
  }
}

/** Whether a text can be the reason of a correction: it needs a letter or a digit. */
export function isReason(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

function unknownMembers(
  value: object,
  known: readonly string[],
  path: readonly (string | number)[],
): readonly string[] {
  return Object.keys(value)
    .filter(name => !known.includes(name))
    .map(name => pointerOf([...path, name]))
}

/**
 * A signed draw in the form of the record: winner, time and signature from the latest pick, the rest from the
 * draw.
 *
 * @param signatureHash - hash of the pick's signature, `sha256:` and hex digits.
 */
export function describeSignedDraw(
  { draw_id, prize_name, total_entries, rng_seed_hash }: Draw,
  { drawn_at_utc, winner_entry_id }: Draw | Replacement,
  signatureHash: string,
): AuditDraw {
  return {
    ...{ draw_id, prize_name, drawn_at_utc, total_entries, rng_seed_hash, winner_entry_id },
    signature_hash: signatureHash,
  }
}
