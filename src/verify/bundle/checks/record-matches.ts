/**
 * `record.matches`
 *
 * @packageDocumentation
 */
import { formatSha256, normalizeSha256 } from '../../../core/digest.js'
import { pointerOf } from '../../../core/pointer.js'
import { parseTime } from '../../../core/time.js'
import type { AuditDraw } from '../../../model/audit-record.js'
import type { Draw } from '../../../model/statement.js'
import { isStatement, type StatementChain, type PickStatement } from '../chain.js'
import { tellApart } from '../../look-alike.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'

const { proven, refuted, notProvable, notApplicable } = speak('the record says what was signed')

/** Every field of the record equals the signed statements; digests and UUIDs in any accepted spelling. */
export function checkRecordMatches({ record, chain, engine }: Evidence): BundleClaimResult {
  if (record === undefined) return notApplicable('record-not-given', 'no record was given')
  if ('problems' in record) return notProvable('schema-invalid', 'its form has to be mended first')
  const { commitment } = chain
  const raffleId = chain.links.map(({ statement }) => statement).find(isStatement)?.raffle_id
  if (raffleId === undefined || commitment === undefined) {
    return notProvable('evidence-missing', 'there is no commitment to compare it with')
  }
  if (record.raffle_id.toLowerCase() !== raffleId) {
    return refuted('values-differ', describeOther('/raffle_id'), {
      expected: raffleId,
      found: record.raffle_id.toLowerCase(),
      pointer: '/raffle_id',
    })
  }
  const prizes = commitment.prizes.length
  if (record.total_draws === undefined && prizes > 1) {
    return notProvable('record-partial', `it shows one draw of ${prizes}`)
  }
  for (const [index, draw] of record.draws.entries()) {
    const made = chain.draws[index]
    const pointer = record.total_draws === undefined ? [] : ['draws', index]
    if (made === undefined) {
      const why = `nobody signed the draw ${pointerOf(pointer)} of the record`
      return chain.drawn || chain.cancellation !== undefined
        ? refuted('values-differ', why)
        : notProvable('evidence-missing', why)
    }
    for (const [member, expected, found] of compareDraw(draw, made, latestOf(made, chain), chain, engine)) {
      if (expected === found) continue
      const { because, ...values } = tellApart(expected, found)
      const at = pointerOf([...pointer, member])
      const why = [describeOther(at), because].filter(part => part !== undefined).join(': ')
      return refuted('values-differ', why, { ...values, pointer: at })
    }
  }
  if (record.draws.length < chain.draws.length) {
    const values = { expected: String(chain.draws.length), found: String(record.draws.length) }
    return refuted('values-differ', 'the record leaves out draws that were signed', values)
  }
  return proven('values-equal')
}

const describeOther = (pointer: string): string =>
  `the record says something else than was signed at ${pointer}`

/** The draw, or the latest replacement of its winner. */
function latestOf(draw: Draw, { picks }: StatementChain): PickStatement {
  return picks.filter(({ position }) => position === draw.position).at(-1) ?? draw
}

type ComparedMember = readonly [member: string, expected: string, found: string]

function compareDraw(
  found: AuditDraw,
  draw: Draw,
  latest: PickStatement,
  { links }: StatementChain,
  engine: Evidence['engine'],
): readonly ComparedMember[] {
  const signature =
    links.find(({ statement }) => statement === latest)?.envelope.signature ?? new Uint8Array()
  const instant = (time: string): string => String(parseTime(time))
  const sameTime = instant(found.drawn_at_utc) === instant(latest.drawn_at_utc)
  return [
    ['draw_id', draw.draw_id, found.draw_id.toLowerCase()],
    ['prize_name', draw.prize_name, found.prize_name],
    ['drawn_at_utc', latest.drawn_at_utc, sameTime ? latest.drawn_at_utc : found.drawn_at_utc],
    ['total_entries', String(draw.total_entries), String(found.total_entries)],
    ['rng_seed_hash', draw.rng_seed_hash, normalizeSha256(found.rng_seed_hash)],
    ['winner_entry_id', latest.winner_entry_id, found.winner_entry_id],
    ['signature_hash', formatSha256(engine.hash('sha256', signature)), normalizeSha256(found.signature_hash)],
  ]
}
