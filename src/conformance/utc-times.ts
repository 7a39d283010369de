/**
 * Times of a record in the one spelling of the specification: another offset breaks its schema, and changes no draw.
 *
 * @packageDocumentation
 */
import { normalizeTime } from '../core/time.js'

/** The same record, of either shape, with every `drawn_at_utc` that is a time in UTC. */
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
