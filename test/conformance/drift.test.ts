import fc from 'fast-check'
import t from 'tap'
import { compareWithLock, type DriftInput } from '../../src/conformance/drift.js'
import { parseHistory, type AuditHistory } from '../../src/conformance/history.js'
import { parseAuditRecord, type AuditDraw, type AuditRecord } from '../../src/model/audit-record.js'
import { createLock, digestRecord, lookUp, withSeen, type LockedRaffle } from '../../src/model/lock.js'
import { createReport, decideSubject } from '../../src/verify/verdict.js'
import { sample, start } from '../server/start.js'
import { subjectOf } from '../verify/report.js'

const numRuns = process.env['SLOW'] === '1' ? 5_000 : 67

const base = 'https://raffles.example/api/v1'
const id = sample.raffle_id
const at = '2026-09-01T08:00:00+00:00'

const record = parseAuditRecord(sample) as AuditRecord
const [first, second, third] = record.draws as [AuditDraw, AuditDraw, AuditDraw]
const fourth: AuditDraw = {
  ...third,
  draw_id: '11234567-89ab-cdef-0123-456789abcdef',
  prize_name: 'Mug (4th Prize)',
  winner_entry_id: '10001',
}
const otherWinner: AuditDraw = { ...second, winner_entry_id: '10999' }

const recordOf = (...draws: readonly AuditDraw[]): AuditRecord => ({
  ...record,
  total_draws: draws.length,
  draws,
})

/** What someone has seen who saw these records, one after the other. */
function sawOf(...records: readonly AuditRecord[]): LockedRaffle {
  const lock = records.reduce(
    (lock, one) => withSeen(lock, base, id, { record: one }, new Date(at)),
    createLock(),
  )
  return lookUp(lock, base, id)!
}

type Version = readonly [record: AuditRecord, reason?: string | null]

/** A history as a service writes it. */
function answerOf(
  ...versions: readonly Version[]
): Record<string, unknown> & { versions: Record<string, unknown>[] } {
  return {
    raffle_id: id,
    total_versions: versions.length,
    versions: versions.map(([{ raffle_id, draws }, reason = null], index) => ({
      version: index + 1,
      published_at: at,
      reason,
      etag: '"0"',
      record: { raffle_id, total_draws: draws.length, draws },
    })),
  }
}

function historyOf(...versions: readonly Version[]): AuditHistory {
  const history = parseHistory(answerOf(...versions), id)
  if (history === undefined) throw new Error('no history')
  return history
}

/** A comparison with its claims in their order. */
function compare(
  seen: LockedRaffle | undefined,
  record: DriftInput['record'],
  history?: DriftInput['history'],
  signed?: DriftInput['signed'],
) {
  const drift = compareWithLock({ seen, record, history, ...(signed && { signed }) })
  const { changed, recorded, findings, accept } = drift
  return { claims: [changed, recorded], findings, accept: accept !== undefined, taken: accept?.correction }
}

type Drift = ReturnType<typeof compare>

const codesOf = ({ claims }: Drift): readonly string[] =>
  claims.map(({ status, code }) => `${status} ${code}`)
const findingsOf = ({ findings }: Drift): readonly string[] => findings.map(({ code }) => code)

/** How the two claims end, and whether the lock takes the record over. */
function endsAs(
  test: Pick<typeof t, 'strictSame' | 'equal'>,
  drift: Drift,
  kept: string,
  recorded: string,
  accept: boolean,
  what = kept,
): void {
  test.strictSame(
    drift.claims.map(({ id }) => id),
    ['drift.changed', 'drift.recorded'],
  )
  test.strictSame([...codesOf(drift), drift.accept], [kept, recorded, accept], what)
  // What ends as it should has to fit into a report too.
  const { claims, findings } = drift
  const subject = decideSubject({
    source: base,
    kind: 'raffle',
    claims,
    findings,
    who_could_choose: 'unknown',
  })
  test.equal(
    subjectOf(createReport([subject])).verdict === 'refuted',
    `${kept} ${recorded}`.includes('refuted '),
  )
}

const none = 'not-applicable rule-not-applicable'
const complete = 'proven history-complete'
const unsteady = 'not-provable rule-unsteady'

await t.test('nothing was seen before', t => {
  const drift = compare(undefined, record)
  endsAs(t, drift, 'not-applicable seen-first', 'not-applicable seen-first', true)
  t.strictSame(findingsOf(drift), ['draw-new', 'draw-new', 'draw-new'])
  t.match(drift.findings[0]?.message, '"iPhone 15 Pro (1st Prize)", won by entry "10133"')
  endsAs(
    t,
    compare(undefined, record, historyOf()),
    'not-applicable seen-first',
    'not-applicable seen-first',
    true,
  )
  endsAs(
    t,
    compare(undefined, 'unknown-raffle'),
    'not-applicable seen-first',
    'not-applicable seen-first',
    false,
  )
  t.end()
})

await t.test('nothing changed, or draws were added at the end', t => {
  endsAs(t, compare(sawOf(record), record), 'proven draws-kept', none, true)
  endsAs(t, compare(sawOf(recordOf()), recordOf()), 'proven draws-kept', none, true)
  const added = compare(sawOf(recordOf(first)), record)
  endsAs(t, added, 'proven draws-kept', none, true)
  t.strictSame(
    added.findings.map(({ code, message }) => [
      code,
      message.includes(second.draw_id) || message.includes(third.draw_id),
    ]),
    [
      ['draw-new', true],
      ['draw-new', true],
    ],
  )
  const flat = parseAuditRecord({ ...first, raffle_id: id.toUpperCase() }) as AuditRecord
  endsAs(t, compare(sawOf(recordOf(first)), flat), 'proven draws-kept', none, true)
  t.end()
})

await t.test('of very many new draws the first are named', t => {
  const draws = Array.from({ length: 50 }, (_, n) => ({
    ...first,
    draw_id: `11234567-89ab-cdef-0123-${String(n).padStart(12, '0')}`,
    prize_name: 'x'.repeat(100_000),
  }))
  const { findings } = compare(undefined, recordOf(...draws))
  t.equal(findings.length, 11)
  t.ok(JSON.stringify(findings).length < 10_000)
  t.end()
})

await t.test('a draw that says something else', t => {
  const drift = compare(sawOf(record), recordOf(first, otherWinner, third))
  endsAs(t, drift, 'refuted draw-changed', none, false)
  const [claim] = drift.claims
  const change = `draw ${second.draw_id}: winner_entry_id "${second.winner_entry_id}" → "10999"`
  t.match(claim?.message, `${change}; it shows no history`)
  t.equal(claim?.expected, `draw ${second.draw_id}: winner_entry_id "${second.winner_entry_id}"`)
  t.equal(claim?.found, `draw ${second.draw_id}: winner_entry_id "10999"`)
  t.strictSame(findingsOf(drift), [])
  t.end()
})

await t.test('a draw that went', t => {
  const cases: readonly (readonly [now: AuditRecord, missing: AuditDraw])[] = [
    [recordOf(first, second), third],
    [recordOf(second, third), first],
    [recordOf(), first],
    [recordOf(first, fourth, third), second],
  ]
  for (const [now, missing] of cases) {
    const drift = compare(sawOf(record), now)
    endsAs(t, drift, 'refuted draw-vanished', none, false)
    const { draw_id, prize_name, winner_entry_id } = missing
    const what = `"${prize_name}", won by entry "${winner_entry_id}"`
    t.match(drift.claims[0]?.message, `draw ${draw_id}: is gone (${what})`)
    t.match(drift.claims[0]?.expected, what)
    t.match(drift.claims[0]?.found, `draw ${draw_id}: nothing`)
  }
  t.strictSame(findingsOf(compare(sawOf(record), recordOf(first, fourth, third))), ['draw-new'])
  t.end()
})

await t.test('the order of the draws counts', t => {
  const inserted = compare(sawOf(record), recordOf(first, fourth, second, third))
  endsAs(t, inserted, 'refuted draw-changed', none, false)
  t.match(
    inserted.claims[0]?.message,
    `draw ${second.draw_id}: place 2 → 3; draw ${third.draw_id}: place 3 → 4`,
  )
  t.strictSame(findingsOf(inserted), ['draw-new'])
  const swapped = compare(sawOf(record), recordOf(second, first, third))
  endsAs(t, swapped, 'refuted draw-changed', none, false)
  t.match(
    swapped.claims[0]?.message,
    `draw ${first.draw_id}: place 1 → 2; draw ${second.draw_id}: place 2 → 1`,
  )
  t.end()
})

await t.test('a record that went', t => {
  const drift = compare(sawOf(record), 'unknown-raffle')
  endsAs(t, drift, 'refuted record-vanished', none, false)
  t.match(drift.claims[0]?.expected, digestRecord(record))
  t.equal(drift.claims[0]?.found, 'no record')
  endsAs(t, compare(sawOf(recordOf()), 'unknown-raffle'), 'refuted record-vanished', none, false)
  t.end()
})

const corrected = recordOf(first, otherWinner, third)

await t.test('a correction that the history shows, with its reason', t => {
  const drift = compare(
    sawOf(record),
    corrected,
    historyOf([record], [corrected, 'entry 10602 was not paid']),
  )
  endsAs(t, drift, 'not-provable correction-recorded', complete, true)
  const change = `draw ${second.draw_id}: winner_entry_id "${second.winner_entry_id}" → "10999"`
  t.match(drift.claims[0]?.message, `${change}; the service gives a reason, and no trusted key signed it`)
  t.strictSame(drift.findings, [
    {
      code: 'record-corrected',
      message: `the record was corrected at ${at}, the service says: ${change}; the reason given: "entry 10602 was not paid"`,
    },
  ])
  t.strictSame(drift.taken, {
    changes: [
      {
        draw_id: second.draw_id,
        member: 'winner_entry_id',
        old: second.winner_entry_id,
        new: '10999',
      },
    ],
    reasons: ['entry 10602 was not paid'],
    signed: false,
  })
  const longer = historyOf(
    [recordOf(first)],
    [record],
    [recordOf(first, second), 'the third draw was void'],
    [recordOf(first, second, fourth)],
    [recordOf(first, otherWinner, fourth), 'a typing error'],
  )
  const seen = sawOf(recordOf(first), record)
  const two = compare(seen, recordOf(first, otherWinner, fourth), longer)
  endsAs(t, two, 'not-provable correction-recorded', complete, true)
  t.strictSame(findingsOf(two), ['record-corrected', 'record-corrected', 'draw-new'])
  t.end()
})

await t.test('a correction that the history does not show as it has to', t => {
  const cases: readonly (readonly [
    what: string,
    because: RegExp,
    recorded: string,
    ...versions: readonly Version[],
  ])[] = [
    ['no reason', /no reason for the change/, complete, [record], [corrected]],
    ['an empty reason', /no reason for the change/, complete, [record], [corrected, ' \n ']],
    [
      'a reason for something else',
      /no reason for the change/,
      complete,
      [record],
      [recordOf(first, second, third, fourth), 'one more prize'],
      [corrected],
    ],
    [
      'an older version that is not what was seen',
      /not show the record that was seen last/,
      'refuted history-incomplete',
      [recordOf(first, { ...second, winner_entry_id: '1' }, third)],
      [corrected, 'why'],
    ],
    [
      'only the record of now',
      /not show the record that was seen last/,
      'refuted history-incomplete',
      [corrected, 'why'],
    ],
    ['not the record of now', /not show the record that it answers now/, unsteady, [record]],
    ['nothing', /not show the record that it answers now/, 'refuted history-incomplete'],
    [
      'another end',
      /not end with the record that it answers now/,
      unsteady,
      [record],
      [corrected, 'why'],
      [recordOf(first), 'why'],
    ],
    [
      'versions in another order',
      /not show the record that was seen last|not end with/,
      unsteady,
      [corrected],
      [recordOf(otherWinner)],
      [record],
      [recordOf(), 'why'],
    ],
  ]
  for (const [what, because, recorded, ...versions] of cases) {
    const drift = compare(sawOf(record), corrected, historyOf(...versions))
    endsAs(t, drift, 'refuted draw-changed', recorded, false, what)
    t.match(drift.claims[0]?.message, because, what)
  }
  t.end()
})

await t.test(
  'an answer that is older than the end of the history refutes nothing, and is not taken over',
  t => {
    const seen = sawOf(recordOf(first), recordOf(first, second))
    const history = historyOf([recordOf(first)], [recordOf(first, second)], [record])
    const drift = compare(seen, recordOf(first), history)
    endsAs(t, drift, unsteady, unsteady, false)
    t.match(drift.claims[0]?.message, 'may be an old copy')
    t.ok(drift.claims[0]?.expected)
    // With nothing that was seen at its end, the history is no excuse.
    endsAs(
      t,
      compare(sawOf(record), recordOf(first), historyOf([recordOf(first)], [corrected, 'why'])),
      'refuted draw-vanished',
      'refuted history-incomplete',
      false,
    )
    t.end()
  },
)

await t.test('a history has to show every record that was seen, in that order', t => {
  const seen = sawOf(recordOf(first), recordOf(first, second), record)
  const cases: readonly (readonly [
    recorded: string,
    because: RegExp | undefined,
    ...versions: readonly Version[],
  ])[] = [
    [complete, undefined, [recordOf(first)], [recordOf(first, second)], [record]],
    [complete, undefined, [recordOf()], [recordOf(first)], [corrected], [recordOf(first, second)], [record]],
    ['refuted history-incomplete', /not among its versions/, [record]],
    ['refuted history-incomplete', /not among its versions/],
    ['refuted history-incomplete', /not among its versions/, [recordOf(first)], [recordOf(first, second)]],
    ['refuted history-incomplete', /another order/, [recordOf(first, second)], [recordOf(first)], [record]],
  ]
  for (const [recorded, because, ...versions] of cases) {
    const drift = compare(seen, record, historyOf(...versions))
    endsAs(t, drift, 'proven draws-kept', recorded, because === undefined)
    if (because !== undefined) {
      t.match(drift.claims[1]?.message, because)
      t.match(drift.claims[1]?.expected, /^the record sha256:/)
    }
  }
  const back = sawOf(record, corrected, record)
  endsAs(
    t,
    compare(back, record, historyOf([record], [corrected, 'a'])),
    'proven draws-kept',
    'refuted history-incomplete',
    false,
  )
  endsAs(
    t,
    compare(back, record, historyOf([record], [corrected, 'a'], [record, 'b'])),
    'proven draws-kept',
    complete,
    true,
  )
  const many = compare(seen, record, historyOf(...Array.from({ length: 8 }, (): Version => [corrected])))
  t.match(many.claims[1]?.found, /(sha256:\w+, ){4}sha256:\w+ and 3 more$/)
  t.end()
})

await t.test('what could not be read decides nothing', t => {
  const fault = { code: 'remote-timeout', because: 'no complete answer in 10 seconds' } as const
  endsAs(t, compare(sawOf(record), fault), 'not-provable remote-timeout', none, false)
  endsAs(t, compare(undefined, fault), 'not-provable remote-timeout', 'not-applicable seen-first', false)
  endsAs(t, compare(sawOf(record), record, fault), 'proven draws-kept', 'not-provable remote-timeout', true)
  const changed = compare(sawOf(record), corrected, fault)
  endsAs(t, changed, 'not-provable correction-unread', 'not-provable remote-timeout', false)
  t.match(changed.claims[0]?.message, /→ "10999"; no complete answer in 10 seconds/)
  t.ok(changed.claims[0]?.found)
  t.end()
})

await t.test('what is no history of the raffle', t => {
  const good = answerOf([recordOf(first)], [record, 'why'])
  const version = good.versions[1]!
  const withVersion = (change: object): object => ({
    ...good,
    versions: [good.versions[0], { ...version, ...change }],
  })
  const other = '11234567-89ab-cdef-0123-456789abcdef'
  t.equal(parseHistory(good, id.toUpperCase())?.versions.length, 2)
  const lenient = { ...withVersion({ more: 1, etag: undefined }), extra: [], total_versions: undefined }
  t.equal(parseHistory(lenient, id)?.versions[1]?.reason, 'why')
  t.equal(parseHistory(withVersion({ reason: undefined }), id)?.versions[1]?.reason, undefined)
  const bad: readonly unknown[] = [
    null,
    undefined,
    'history',
    7,
    [],
    {},
    { ...good, raffle_id: other },
    { ...good, raffle_id: undefined },
    { ...good, versions: {} },
    { ...good, total_versions: 3 },
    { ...good, total_versions: '2' },
    { ...good, versions: [null, version] },
    { ...good, versions: good.versions.toReversed() },
    { ...good, versions: [version, version] },
    withVersion({ version: '2' }),
    withVersion({ version: 3 }),
    withVersion({ published_at: 'yesterday' }),
    withVersion({ published_at: undefined }),
    withVersion({ reason: 7 }),
    withVersion({ record: null }),
    withVersion({ record: [] }),
    withVersion({ record: { ...sample, draws: [{ ...sample.draws[0], winner_entry_id: 10133 }] } }),
    withVersion({ record: { ...sample, raffle_id: other } }),
    Object.create(good),
  ]
  for (const [index, value] of bad.entries()) t.equal(parseHistory(value, id), undefined, `bad ${index}`)
  t.end()
})

await t.test('a record of another raffle is no record of this one', t => {
  const answered = '11234567-89ab-cdef-0123-456789abcdef'
  const drift = compare(sawOf(record), { asked: id, answered })
  endsAs(t, drift, 'refuted record-vanished', none, false)
  t.match(drift.claims[0]?.message, new RegExp(`: the answer is about raffle ${answered}$`))
  t.equal(drift.claims[0]?.found, `a record of raffle ${answered}`)
  const unseen = compare(undefined, { asked: id, answered })
  endsAs(t, unseen, 'not-provable rule-undecided', 'not-applicable seen-first', false)
  t.match(unseen.claims[0]?.message, new RegExp(`: the answer is about raffle ${answered}$`))
  t.end()
})

await t.test('what was signed excuses a change, never that a draw is gone or stands elsewhere', t => {
  const steps = [{ draw: second }, { draw: otherWinner, reason: 'not paid' }]
  const signed = () => [steps]
  const excused = compare(sawOf(record), corrected, undefined, signed)
  endsAs(t, excused, 'proven correction-signed', none, true)
  t.match(excused.claims[0]?.message, /; the organiser signed that, and why$/)
  t.strictSame(excused.taken?.reasons, ['not paid'])
  t.strictSame(findingsOf(excused), ['record-corrected'])
  const cases = [
    ['refuted draw-vanished', recordOf(first, third), signed],
    [
      'refuted draw-changed',
      recordOf(second, first, third),
      () => [first, second].map(draw => [{ draw }, { draw, reason: 'moved' }]),
    ],
    ['refuted draw-changed', corrected, () => [[steps[0]!]]],
    ['refuted draw-changed', corrected, () => [[steps[1]!]]],
    ['refuted draw-changed', corrected, () => [steps.toReversed()]],
    ['refuted draw-changed', corrected, () => [[steps[0]!, { draw: otherWinner }]]],
    ['refuted draw-changed', corrected, () => [[{ draw: third }], []]],
    ['refuted draw-changed', corrected, () => []],
  ] as const
  for (const [ends, now, signed] of cases)
    endsAs(t, compare(sawOf(record), now, undefined, signed), ends, none, false)
  t.end()
})

await t.test('a bundle that could not be read leaves a change open', t => {
  const fault = { code: 'remote-timeout', because: 'the bundle could not be read' } as const
  const drift = compare(sawOf(record), corrected, undefined, () => fault)
  endsAs(t, drift, 'not-provable correction-unread', none, false)
  t.match(drift.claims[0]?.message, /→ "10999"; the bundle could not be read$/)
  t.end()
})

await t.test('a correction that was taken over is told as long as the history does not show it', t => {
  const told = compare(sawOf(record), corrected, historyOf([record], [corrected, 'not paid']))
  const lock = withSeen(createLock(), base, id, { record }, new Date(at))
  const later = new Date('2026-09-02T08:00:00Z')
  const seen = lookUp(
    withSeen(lock, base, id, { record: corrected, correction: told.taken! }, later),
    base,
    id,
  )!
  const shown = compare(seen, corrected, historyOf([record], [corrected, 'not paid']))
  endsAs(t, shown, 'proven draws-kept', complete, true)
  t.strictSame(
    shown.findings.map(({ message }) => message),
    told.findings.map(({ message }) => message),
    'once, in the words of the history',
  )
  const gone = compare(seen, corrected)
  endsAs(t, gone, 'proven draws-kept', 'refuted history-incomplete', false)
  t.match(
    gone.findings[0]?.message,
    /the service said so, but no longer shows it; the reason given: "not paid"$/,
  )
  const [, claim] = gone.claims
  t.equal(claim?.expected, `the correction that was first seen at ${seen.records[1]?.first_seen ?? ''}`)
  t.equal(claim?.found, 'no history')
  const empty = compare(seen, corrected, historyOf())
  endsAs(t, empty, 'proven draws-kept', 'refuted history-incomplete', false)
  t.equal(empty.claims[1]?.found, 'no version')
  t.end()
})

await t.test('property: draws are kept exactly when the seen ones begin the record', t => {
  const pool = [first, second, third, fourth, otherWinner]
  const draws = fc.uniqueArray(fc.constantFrom(...pool), {
    maxLength: 5,
    selector: ({ draw_id }) => draw_id,
  })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(draws, draws, fc.boolean(), (before, after, extend) => {
        const isNew = ({ draw_id }: AuditDraw): boolean => before.every(draw => draw.draw_id !== draw_id)
        const now = extend ? [...before, ...after.filter(isNew)] : after
        const { claims, accept } = compare(sawOf(recordOf(...before)), recordOf(...now))
        const kept = before.every((draw, index) => now[index] === draw)
        return claims[0]?.status === (kept ? 'proven' : 'refuted') && accept === kept
      }),
      { numRuns },
    )
  })
  t.end()
})

await t.test(
  'property: a change with a reason in the history is never refuted and never proven, one without is refuted',
  t => {
    const pool = [first, second, third, fourth, otherWinner]
    const records = fc.array(
      fc.uniqueArray(fc.constantFrom(...pool), { maxLength: 4, selector: ({ draw_id }) => draw_id }),
      {
        minLength: 2,
        maxLength: 6,
      },
    )
    t.doesNotThrow(() => {
      fc.assert(
        fc.property(records, fc.nat(), (lists, pick) => {
          const versions = lists.map(draws => recordOf(...draws))
          const last = versions.at(-1)!
          const seenAt = pick % (versions.length - 1)
          const seen = sawOf(versions[seenAt]!)
          const reasoned = compare(seen, last, historyOf(...versions.map((one): Version => [one, 'why'])))
          const silent = compare(seen, last, historyOf(...versions.map((one): Version => [one])))
          const kept = versions[seenAt]!.draws.every((draw, index) => last.draws[index] === draw)
          return (
            reasoned.accept &&
            codesOf(reasoned).join() ===
              `${kept ? 'proven draws-kept' : 'not-provable correction-recorded'},${complete}` &&
            silent.claims[0]?.status === (kept ? 'proven' : 'refuted')
          )
        }),
        { numRuns },
      )
    })
    t.end()
  },
)

await t.test('the history of our own server', async t => {
  const server = await start(t)
  const read = async (path: string): Promise<object> => {
    const response = await fetch(`${server.url}/api/v1/raffles/${id}/${path}`, {
      headers: { Accept: 'application/json' },
    })
    return (await response.json()) as object
  }
  const compareNow = async (seen: LockedRaffle): Promise<[Drift, AuditRecord]> => {
    const record = parseAuditRecord(await read('audit')) as AuditRecord
    const history = parseHistory(await read('audit/history'), id)
    return [compare(seen, record, history), record]
  }
  const [before, published] = await compareNow(sawOf(record))
  endsAs(t, before, 'proven draws-kept', complete, true)
  await server.publish({
    ...sample,
    draws: [sample.draws[0], { ...sample.draws[1], winner_entry_id: '1' }, sample.draws[2]],
  })
  const [after, now] = await compareNow(sawOf(published))
  endsAs(t, after, 'not-provable correction-recorded', complete, true)
  t.strictSame(findingsOf(after), ['record-corrected'])
  const [again] = await compareNow(sawOf(published, now))
  endsAs(t, again, 'proven draws-kept', complete, true)
  t.strictSame(findingsOf(again), ['record-corrected'], 'and is shown for ever')
  const [unseen] = await compareNow(sawOf(recordOf(fourth)))
  endsAs(t, unseen, 'refuted draw-vanished', 'refuted history-incomplete', false)
})
