import fc from 'fast-check'
import t from 'tap'
import type { AuditDraw } from '../../src/model/audit-record.js'
import { isReason } from '../../src/model/audit-record.js'
import { compareDraws, listDraws } from '../../src/model/draw-changes.js'

const runs = process.env['SLOW'] === '1' ? 20_000 : 200

const drawOf = (n: number, changes: Partial<AuditDraw> = {}): AuditDraw => ({
  draw_id: `11234567-89ab-cdef-0123-${String(n).padStart(12, '0')}`,
  prize_name: `Prize ${n}`,
  drawn_at_utc: '2026-11-20T16:15:00+00:00',
  total_entries: 100 - n,
  rng_seed_hash: `sha256:${'ab'.repeat(32)}`,
  winner_entry_id: `entry ${n}`,
  signature_hash: `sha256:${'cd'.repeat(32)}`,
  ...changes,
})
const [one, two, three, four] = [drawOf(1), drawOf(2), drawOf(3), drawOf(4)]
const said = (before: readonly AuditDraw[], now: readonly AuditDraw[]): readonly string[] =>
  compareDraws(before, now).map(
    ({ draw_id, member, old, new: found }) => `${Number(draw_id.slice(-12))} ${member} ${old} ${found}`,
  )

await t.test('what became of draws', t => {
  const other = drawOf(2, { winner_entry_id: 'another', total_entries: 7 })
  t.strictSame(said([], []), [])
  t.strictSame(said([one, two], [one, two, three]), [], 'what comes after is new')
  t.strictSame(said([one, two], [one, other]), ['2 winner_entry_id entry 2 another', '2 total_entries 98 7'])
  t.strictSame(said([one, two, three], [one, three]), ['2 draw "Prize 2", won by entry "entry 2" null'])
  t.strictSame(said([one, two], [two, one]), ['1 place 1 2', '2 place 2 1'])
  t.strictSame(said([one, two], [three, one, two]), ['1 place 1 2', '2 place 2 3'])
  t.strictSame(
    said([one, two, three], [three, four, one]),
    ['2 draw "Prize 2", won by entry "entry 2" null', '1 place 1 2', '3 place 2 1'],
    'those that are left, among themselves',
  )
  t.strictSame(said([one, two], [one, two, other]), [
    '2 winner_entry_id entry 2 another',
    '2 total_entries 98 7',
  ])
  t.strictSame(said([one, two], [one, two, two]), [], 'twice the same')
  t.end()
})

await t.test('draws are compared in one spelling', t => {
  const spelt = {
    ...one,
    draw_id: one.draw_id.toUpperCase(),
    drawn_at_utc: '2026-11-20T17:15:00.00+01:00',
    rng_seed_hash: one.rng_seed_hash.slice('sha256:'.length).toUpperCase(),
  }
  const record = { raffle_id: 'X', draws: [spelt], unknown: [] }
  t.strictSame(listDraws(record), [one])
  t.end()
})

await t.test('property: nothing changed exactly when the draws of before begin those of now', t => {
  const draws = fc.uniqueArray(fc.constantFrom(one, two, three, four, drawOf(2, { prize_name: 'x' })), {
    selector: ({ draw_id }) => draw_id,
  })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(draws, draws, (before, now) => {
        const begins = before.every((draw, index) => now[index] === draw)
        return (compareDraws(before, now).length === 0) === begins
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

await t.test('what is no reason', t => {
  for (const text of ['', ' ', '\n', '\u200b', '-', '…', '\u2060.', '👍']) t.notOk(isReason(text), text)
  for (const text of ['a', '7', ' typo ', 'Irrtum', '訂正', 'ошибка']) t.ok(isReason(text), text)
  t.end()
})
