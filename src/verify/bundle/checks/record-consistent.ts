/**
 * `record.consistent`
 *
 * @packageDocumentation
 */
import type { AuditDraw } from '../../../model/audit-record.js'
import { speak, type Ending, type Evidence } from './evidence.js'

const { proven, refuted, notProvable, notApplicable } = speak('the record agrees with itself')

/** `total_draws` is the number of draws, and neither a draw nor a winner stands twice. */
export function checkRecordConsistent({ record }: Pick<Evidence, 'record'>): Ending {
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
  const winner = firstRepeated(draws, ({ winner_entry_id }) => winner_entry_id)
  if (winner !== undefined) return refuted('record-winner-repeated', `entry ${winner} won twice`)
  return proven('record-consistent')
}

/** The first value that two draws have in common. */
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
