/**
 * Changes of published draws: each changed member, old and new.
 *
 * @packageDocumentation
 */
import { normalizeTime } from '../core/time.js'
import { normalizeAuditRecord, type AuditDraw, type AuditRecord } from './audit-record.js'

/** The members of a draw that can change; its id identifies it. */
const members = [
  'winner_entry_id',
  'prize_name',
  'drawn_at_utc',
  'total_entries',
  'rng_seed_hash',
  'signature_hash',
] as const

/** A changed member of a draw. */
export interface DrawChange {
  readonly draw_id: string
  /** `draw`: the whole draw is gone. `place`: its place among the draws changed, counted from 1. */
  readonly member: (typeof members)[number] | 'draw' | 'place'
  readonly old: string | number
  /** Null for a draw that is gone. */
  readonly new: string | number | null
}

/**
 * The draws of a record in a form for comparison: ids, hashes and times in one spelling, whatever the shape
 * of the record. Members not in the specification are left out.
 */
export function listDraws(record: AuditRecord): readonly AuditDraw[] {
  return normalizeAuditRecord(record).draws.map(draw => ({
    ...draw,
    drawn_at_utc: normalizeTime(draw.drawn_at_utc),
  }))
}

/**
 * Compares draws with their earlier state, by id; new ones count only if they precede old ones.
 *
 * @param before - as from {@link listDraws}, with distinct ids.
 * @param now - likewise; duplicates of an id must be equal.
 * @returns the changes in the order of `before`; empty if there are none.
 */
export function compareDraws(before: readonly AuditDraw[], now: readonly AuditDraw[]): readonly DrawChange[] {
  const found = new Map<string, AuditDraw[]>()
  for (const draw of now) found.set(draw.draw_id, [...(found.get(draw.draw_id) ?? []), draw])
  const changes = before.flatMap((draw): readonly DrawChange[] => {
    const { draw_id, prize_name, winner_entry_id } = draw
    const there = found.get(draw_id)
    if (there !== undefined) return there.flatMap(one => compareDraw(draw, one))
    const old = `${JSON.stringify(prize_name)}, won by entry ${JSON.stringify(winner_entry_id)}`
    return [{ draw_id, member: 'draw', old, new: null }]
  })
  return [...changes, ...comparePlaces(before, now, found)]
}

function compareDraw(before: AuditDraw, now: AuditDraw): readonly DrawChange[] {
  const { draw_id } = before
  return members.flatMap(member =>
    before[member] === now[member] ? [] : [{ draw_id, member, old: before[member], new: now[member] }],
  )
}

/** If a draw is gone, the others are compared as if it had never existed; new ones do not count. */
function comparePlaces(
  before: readonly AuditDraw[],
  now: readonly AuditDraw[],
  found: ReadonlyMap<string, unknown>,
): readonly DrawChange[] {
  const left = before.filter(({ draw_id }) => found.has(draw_id))
  const known = new Set(left.map(({ draw_id }) => draw_id))
  const isWhole = left.length === before.length
  const places = new Map<string, number>()
  const counted = isWhole ? now : now.filter(({ draw_id }) => known.has(draw_id))
  for (const [index, { draw_id }] of counted.entries())
    if (!places.has(draw_id)) places.set(draw_id, index + 1)
  return left.flatMap(({ draw_id }, index): readonly DrawChange[] => {
    const place = places.get(draw_id) ?? index + 1
    return place === index + 1 ? [] : [{ draw_id, member: 'place', old: index + 1, new: place }]
  })
}
