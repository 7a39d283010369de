/**
 * Converts the times of a record to the specification's spelling: another offset breaks the schema, but
 * changes no draw.
 *
 * @packageDocumentation
 */
import { normalizeTime } from '../core/time.js'

/** The record, of either shape, with every valid `drawn_at_utc` in UTC. */
export function withUtcTimes(record: object): object {
  const { draws } = record as { readonly draws?: unknown }
  const list: unknown = Array.isArray(draws)
    ? draws.map((draw: unknown) => (typeof draw === 'object' && draw !== null ? withUtcTime(draw) : draw))
    : undefined
  return list === undefined ? withUtcTime(record) : { ...record, draws: list }
}

function withUtcTime(draw: object): object {
  const { drawn_at_utc: time } = draw as { readonly drawn_at_utc?: unknown }
  return typeof time === 'string' ? { ...draw, drawn_at_utc: normalizeTime(time) } : draw
}
