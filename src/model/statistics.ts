/**
 * The entry statistics of the interface specification (section 2.2).
 *
 * @packageDocumentation
 */
import { findProblems, type Problem } from './schema.js'
import { validateStatistics } from './validators/statistics.js'

export interface Statistics {
  readonly raffle_id: string
  readonly total_entries: number
  readonly paid_entries: number
  readonly free_entries: number
  readonly max_entries: number
  readonly updated_at: string
}

/** Whether a document is of this kind: it has a raffle, and counts that an audit record lacks. */
export function isStatistics(value: object): boolean {
  return (
    'raffle_id' in value && ('max_entries' in value || 'paid_entries' in value || 'free_entries' in value)
  )
}

/** Reads statistics, or returns everything that their schema (schemas/statistics.json) refuses. */
export function parseStatistics(value: object): Statistics | { readonly problems: readonly Problem[] } {
  const problems = findProblems(validateStatistics, value)
  return problems.length > 0 ? { problems } : (value as Statistics)
}

/** The statistics as a server writes them: id in lower case, whole seconds, no other members. */
export function normalizeStatistics(statistics: Statistics): Statistics {
  return {
    raffle_id: statistics.raffle_id.toLowerCase(),
    total_entries: statistics.total_entries,
    paid_entries: statistics.paid_entries,
    free_entries: statistics.free_entries,
    max_entries: statistics.max_entries,
    updated_at: statistics.updated_at.replace(/\.\d+/, ''),
  }
}
