/**
 * `record.consistent`
 *
 * @packageDocumentation
 */
import type { AuditDraw } from '../../../model/audit-record.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'

const { proven, refuted, notProvable, notApplicable } = speak('the record agrees with itself')

/**
 * `total_draws` is the number of draws, no draw is a duplicate, and nobody wins again after leaving the pool;
 * drawing with replacement is allowed.
 */
export function checkRecordConsistent({ record }: Pick<Evidence, 'record'>): BundleClaimResult {
  if (record === undefined) return notApplicable('record-not-given', 'no record was given')
  if ('problems' in record) return notProvable('schema-invalid', 'its form has to be mended first')
  const { total_draws, draws } = record
  if (total_draws !== undefined && total_draws !== draws.length) {
    return refuted('record-total', 'total_draws is not the number of draws', {
      expected: String(draws.length),
      found: String(total_draws),
    })
  }
  const draw = firstRepeated(draws, ({ draw_id }) => draw_id.toLowerCase())
  if (draw !== undefined) return refuted('record-draw-repeated', `two draws have the id ${draw}`)
  const again = findWinnersAgain(draws).find(({ hadLeft }) => hadLeft)
  if (again !== undefined) return refuted('record-winner-repeated', `entry ${again.winner} won twice`)
  return proven('record-consistent')
}

/** An entry that has won before. */
export interface WinnerAgain {
  readonly winner: string
  /** Whether the pool has shrunk by one from each draw to the next since then: winners leave it. */
  readonly hadLeft: boolean
}

/** Each draw whose winner had won an earlier one, with the pools in between. */
export function findWinnersAgain(draws: readonly AuditDraw[]): readonly WinnerAgain[] {
  // Index since which the pool has shrunk by one each time, and the last draw won by each entry.
  let falling = 0
  const last = new Map<string, number>()
  const again: WinnerAgain[] = []
  draws.forEach(({ winner_entry_id: winner, total_entries }, index) => {
    if (index > 0 && total_entries !== (draws[index - 1]?.total_entries ?? 0) - 1) falling = index
    const before = last.get(winner)
    if (before !== undefined) again.push({ winner, hadLeft: before >= falling })
    last.set(winner, index)
  })
  return again
}

/** The first value that two draws share. */
export function firstRepeated(
  draws: readonly AuditDraw[],
  valueOf: (draw: AuditDraw) => string,
): string | undefined {
  const seen = new Set<string>()
  for (const draw of draws) {
    const value = valueOf(draw)
    if (seen.has(value)) return value
    seen.add(value)
  }
  return undefined
}
