import t from 'tap'
import { describeChanges, describeNew, describeOld } from '../../src/conformance/describe-changes.js'
import type { DrawChange } from '../../src/model/draw-changes.js'

const draw_id = 'a'
const describe = (...changes: readonly DrawChange[]): readonly string[] =>
  [describeChanges, describeOld, describeNew].map(one => one(changes))
const change = (old: DrawChange['old'], now: DrawChange['new']): DrawChange => ({
  draw_id,
  member: 'prize_name',
  old,
  new: now,
})

await t.test('a change as what it was, and what it is', t => {
  const cases: readonly (readonly [changes: readonly DrawChange[], said: readonly string[]])[] = [
    [
      [change('Phone', 'Mug')],
      ['draw a: prize_name "Phone" → "Mug"', 'draw a: prize_name "Phone"', 'draw a: prize_name "Mug"'],
    ],
    [[{ ...change(2, 3), member: 'place' }], ['draw a: place 2 → 3', 'draw a: place 2', 'draw a: place 3']],
    [
      [{ ...change('Phone', null), member: 'draw' }],
      ['draw a: is gone (Phone)', 'draw a: Phone', 'draw a: nothing'],
    ],
    // What nobody could tell apart is written by its code points.
    [
      [change('Caf\u00e9', 'Cafe\u0301')],
      [
        'draw a: prize_name "Caf\\u{e9}" → "Cafe\\u{301}"',
        'draw a: prize_name "Caf\\u{e9}"',
        'draw a: prize_name "Cafe\\u{301}"',
      ],
    ],
    [
      [
        change('x', 'y'),
        { ...change(1, 2), draw_id: 'b' },
        { ...change('1', '2'), member: 'winner_entry_id' },
      ],
      [
        'draw a: prize_name "x" → "y", winner_entry_id "1" → "2"; draw b: prize_name 1 → 2',
        'draw a: prize_name "x", winner_entry_id "1"; draw b: prize_name 1',
        'draw a: prize_name "y", winner_entry_id "2"; draw b: prize_name 2',
      ],
    ],
  ]
  for (const [changes, said] of cases) t.strictSame(describe(...changes), said)
  t.end()
})

await t.test('of long texts that begin alike, what is different is shown', t => {
  const [said] = describe(change(`${'x'.repeat(101)}old`, `${'x'.repeat(101)}new`))
  t.equal(said, `draw a: prize_name "…${'x'.repeat(50)}old" → "…${'x'.repeat(50)}new"`)
  const [whole] = describe(change(`${'x'.repeat(100)}old`, `${'x'.repeat(100)}new`))
  t.equal(whole, `draw a: prize_name "${'x'.repeat(100)}old" → "${'x'.repeat(100)}new"`)
  const gone = (length: number) => describe({ ...change('y'.repeat(length), null), member: 'draw' })[1]
  t.equal(gone(200), `draw a: ${'y'.repeat(200)}`)
  t.equal(gone(201), `draw a: ${'y'.repeat(200)}…`)
  t.end()
})

await t.test('of many changes the first are named, and the others counted', t => {
  const many = (count: number): string =>
    describeChanges(
      Array.from({ length: count }, (_, old) => ({ ...change(old, old + 1), draw_id: `${old}` })),
    )
  t.match(many(12), /; draw 11: prize_name 11 → 12$/)
  t.match(many(13), /; draw 11: prize_name 11 → 12; and 1 more change$/)
  t.match(many(14), /; and 2 more changes$/)
  t.end()
})
