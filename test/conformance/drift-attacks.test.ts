// What a service may try after its draws were seen, each against a real server, and how it ends.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Claim, Report } from '../../src/model/report.js'
import { renderAnnotations } from '../../src/render/github.js'
import { renderHtml } from '../../src/render/html.js'
import { renderJson } from '../../src/render/json.js'
import { renderJunit } from '../../src/render/junit.js'
import { renderMarkdown } from '../../src/render/markdown.js'
import { renderSarif } from '../../src/render/sarif.js'
import { renderText } from '../../src/render/text.js'
import { sample, start } from '../server/start.js'
import { startFree, watch, type FreeAnswer, type FreeRequest } from './watch.js'

const raffle = sample.raffle_id
const other = '11234567-89ab-cdef-0123-456789abcdef'
type DrawJson = Record<string, unknown>
interface RecordJson {
  readonly raffle_id: string
  readonly total_draws: number
  readonly draws: readonly DrawJson[]
}
const [first, second, third] = sample.draws as [DrawJson, DrawJson, DrawJson]
const honest = sample as RecordJson
const recordOf = (...draws: readonly DrawJson[]): RecordJson => ({
  raffle_id: raffle,
  total_draws: draws.length,
  draws,
})
/** The sample with another second draw. */
const withSecond = (change: DrawJson): RecordJson => recordOf(first, { ...second, ...change }, third)
const corrected = withSecond({ winner_entry_id: '10999' })

type Version = readonly [record: RecordJson, reason: string | null, at?: string]

const historyOf = (...versions: readonly Version[]): object => ({
  raffle_id: raffle,
  total_versions: versions.length,
  versions: versions.map(([record, reason, at = new Date().toISOString()], index) => ({
    version: index + 1,
    published_at: at,
    reason,
    record,
  })),
})

const ok = (body: unknown): FreeAnswer => ({ body })
const missing: FreeAnswer = { status: 404, body: { error: { code: 'NOT_FOUND', message: 'nothing' } } }

/** A record that is answered however it is asked for, and a history. */
const says =
  (record: unknown, history: FreeAnswer = missing) =>
  ({ view }: FreeRequest): FreeAnswer =>
    view === 'audit' ? ok(record) : view === 'audit/history' ? history : missing

interface Looked {
  readonly report: Report
  readonly changed: Claim
  readonly recorded: Claim
  readonly findings: readonly string[]
  /** Of the lock file, before and after. */
  readonly lock: readonly [before: string | undefined, after: string | undefined]
}

/** A service that is looked at, and then answers otherwise. */
async function open(
  test: Parameters<typeof startFree>[0] & Pick<typeof t, 'testdir'>,
  seen: unknown = honest,
) {
  let answer: (request: FreeRequest) => FreeAnswer = says(seen)
  const { url } = await startFree(test, request => answer(request))
  const lock = join(test.testdir(), 'lock.json')
  const read = (): string | undefined => (existsSync(lock) ? readFileSync(lock, 'utf8') : undefined)
  const look = async (next?: (request: FreeRequest) => FreeAnswer): Promise<Looked> => {
    if (next !== undefined) answer = next
    const before = read()
    const report = await watch(url, { raffle, lock })
    const [subject] = report.subjects
    const find = (id: string): Claim => {
      const found = subject?.claims.find(claim => claim.id === id)
      if (found === undefined) throw new Error(`there is no claim ${id}`)
      return found
    }
    const findings = (subject?.findings ?? []).map(({ code, message }) => `${code} ${message}`)
    return {
      report,
      changed: find('drift.changed'),
      recorded: find('drift.recorded'),
      findings,
      lock: [before, read()],
    }
  }
  return { look }
}

const endOf = ({ changed: { status, code } }: Looked): string => `${status} ${code}`

/** The same draw with other values and what is said of that. */
const changes: readonly (readonly [what: string, change: DrawJson, says: string])[] = [
  ['another winner', { winner_entry_id: '10999' }, 'winner_entry_id "10602" → "10999"'],
  ['a winner with a space', { winner_entry_id: '10602 ' }, 'winner_entry_id "10602" → "10602 "'],
  ['a winner in other digits', { winner_entry_id: '１０６０２' }, 'winner_entry_id "10602" → "１０６０２"'],
  ['another prize', { prize_name: 'A mug (2nd Prize)' }, `→ "A mug (2nd Prize)"`],
  [
    'a prize that looks the same',
    { prize_name: `${String(second['prize_name'])}\u200b` },
    'prize_name "AirPods Pro (2nd Prize)" → "AirPods Pro (2nd Prize)\u200b"',
  ],
  ['a second later', { drawn_at_utc: '2026-11-20T20:00:01+00:00' }, '→ "2026-11-20T20:00:01+00:00"'],
  ['a nanosecond', { drawn_at_utc: '2026-11-20T20:00:00.000000001+00:00' }, '.000000001+00:00"'],
  ['another pool', { total_entries: 9000 }, 'total_entries 141 → 9000'],
  ['another seed', { rng_seed_hash: `sha256:${'ab'.repeat(32)}` }, 'rng_seed_hash "sha256:'],
  ['another signature', { signature_hash: 'cd'.repeat(32) }, `→ "sha256:${'cd'.repeat(32)}"`],
  [
    'several at once',
    { winner_entry_id: '1', total_entries: 7 },
    'winner_entry_id "10602" → "1", total_entries 141 → 7',
  ],
]

await t.test('a member that says something else is refuted, old → new', async t => {
  for (const [what, change, says_] of changes) {
    const { look } = await open(t)
    const seen = await look()
    t.strictSame([seen.report.exit_code, endOf(seen)], [0, 'not-applicable seen-first'])
    const looked = await look(says(withSecond(change)))
    t.strictSame([looked.report.exit_code, endOf(looked)], [1, 'refuted draw-changed'], what)
    t.ok(looked.changed.message.includes(`draw ${String(second['draw_id'])}: `), what)
    t.ok(looked.changed.message.includes(says_), `${what}: ${looked.changed.message}`)
    t.equal(looked.lock[1], looked.lock[0], 'the lock keeps what was seen')
    t.match(looked.report.subjects[0]?.headline, /^Refuted: draw .* → /)
    const again = await look()
    t.equal(again.report.exit_code, 1, 'and again')
  }
})

await t.test('draws that go, come back or change places', async t => {
  const fourth = { ...third, draw_id: other, winner_entry_id: '10001' }
  const cases: readonly (readonly [what: string, now: unknown, end: string, message: RegExp])[] = [
    ['a draw went', recordOf(first, second), 'draw-vanished', /is gone \("/],
    ['all went', recordOf(), 'draw-vanished', /is gone.*is gone.*is gone/],
    ['another with its prize', recordOf(first, second, fourth), 'draw-vanished', /is gone/],
    ['another id', withSecond({ draw_id: other }), 'draw-vanished', /is gone/],
    ['another order', recordOf(second, first, third), 'draw-changed', /place 1 → 2.*place 2 → 1/],
    ['one before them', recordOf(fourth, first, second, third), 'draw-changed', /place 1 → 2/],
    [
      'a draw twice, once with another winner',
      recordOf(first, second, third, { ...second, winner_entry_id: '10999' }),
      'draw-changed',
      /"10602" → "10999"/,
    ],
    ['another raffle', { ...honest, raffle_id: other }, 'record-vanished', /is about raffle 1123/],
  ]
  for (const [what, now, code, message] of cases) {
    const { look } = await open(t)
    await look()
    const looked = await look(says(now))
    t.strictSame([looked.report.exit_code, endOf(looked)], [1, `refuted ${code}`], what)
    t.match(looked.changed.message, message, what)
    t.equal(looked.lock[1], looked.lock[0], what)
  }
  for (const status of [404, 410]) {
    const { look } = await open(t)
    await look()
    const looked = await look(() => ({ status, body: { error: { code: 'GONE', message: 'gone' } } }))
    t.strictSame([looked.report.exit_code, endOf(looked)], [1, 'refuted record-vanished'], `status ${status}`)
  }
})

await t.test('another spelling is no change', async t => {
  const upper = (draw: DrawJson): DrawJson => ({
    ...draw,
    draw_id: String(draw['draw_id']).toUpperCase(),
    rng_seed_hash: String(draw['rng_seed_hash']).replace('sha256:', 'SHA256:').toUpperCase(),
    signature_hash: String(draw['signature_hash']).replace('sha256:', ''),
  })
  const at = (offset: string) => (draw: DrawJson) => ({
    ...draw,
    drawn_at_utc: String(draw['drawn_at_utc']).replace('+00:00', offset),
  })
  const later = (draw: DrawJson): DrawJson => ({
    ...draw,
    drawn_at_utc: new Date(Date.parse(String(draw['drawn_at_utc'])) + 2 * 3_600_000)
      .toISOString()
      .replace('.000Z', '+02:00'),
  })
  const cases: readonly (readonly [what: string, now: unknown])[] = [
    ['upper case', { ...honest, raffle_id: raffle.toUpperCase(), draws: honest.draws.map(upper) }],
    ['the offset Z', { ...honest, draws: honest.draws.map(at('Z')) }],
    ['another offset', { ...honest, draws: honest.draws.map(later) }],
    ['zeros in the fraction', { ...honest, draws: honest.draws.map(at('.000+00:00')) }],
    ['more members', { ...honest, note: 1, draws: honest.draws.map(draw => ({ ...draw, note: 'x' })) }],
    ['members in another order', { draws: honest.draws, total_draws: 3, raffle_id: raffle }],
    ['another total', { ...honest, total_draws: 4 }],
  ]
  for (const [what, now] of cases) {
    const { look } = await open(t)
    await look()
    const looked = await look(says(now))
    t.equal(endOf(looked), 'proven draws-kept', what)
    t.equal(looked.lock[1], looked.lock[0], what)
    t.notOk(
      looked.findings.some(finding => finding.startsWith('draw-new')),
      what,
    )
  }
  const one = recordOf(first)
  const flat = { raffle_id: raffle, ...first }
  for (const [before, now] of [
    [one, flat],
    [flat, one],
  ]) {
    const { look } = await open(t, before)
    await look()
    t.equal(endOf(await look(says(now))), 'proven draws-kept', 'moved between shapes')
  }
})

await t.test('a service that shows not everybody the same', async t => {
  const tagOf = (record: unknown): string => `"${record === honest ? 'old' : 'new'}"`
  const served = (record: unknown): FreeAnswer => ({ body: record, headers: { ETag: tagOf(record) } })
  const audit =
    (answer: (request: FreeRequest) => FreeAnswer) =>
    (request: FreeRequest): FreeAnswer =>
      request.view === 'audit' ? answer(request) : missing
  const cases: readonly (readonly [
    what: string,
    answer: (request: FreeRequest) => FreeAnswer,
    end: string,
    message: RegExp,
  ])[] = [
    [
      'whoever has the old record is told that nothing changed',
      ({ headers }) => (headers['if-none-match'] === '"old"' ? { status: 304 } : served(corrected)),
      'refuted draw-changed',
      /"10602" → "10999"/,
    ],
    [
      'whoever asks again gets another record',
      ({ headers }) => served(headers['if-none-match'] === undefined ? honest : corrected),
      'refuted draw-changed',
      /"10602" → "10999"; it shows no history, asked whether it is still what it was/,
    ],
    [
      'whoever asks for the media type of the service gets another record',
      ({ headers }) => served(headers.accept?.includes('vnd') === true ? corrected : honest),
      'refuted draw-changed',
      /, asked for as its own media type/,
    ],
    [
      'one answer says this and the next says that',
      ({ count }) => served(count % 2 === 0 ? honest : corrected),
      'not-provable rule-unsteady',
      /"10602" → "10999".*so it is in 1 of \d answers, and not in the others/,
    ],
  ]
  for (const [what, answer, end, message] of cases) {
    const { look } = await open(t)
    await look()
    const looked = await look(audit(answer))
    t.equal(endOf(looked), end, what)
    t.equal(looked.report.exit_code, end.startsWith('refuted') ? 1 : 3, what)
    t.match(looked.changed.message, message, what)
    t.equal(looked.lock[1], looked.lock[0], what)
  }
  const { look } = await open(t)
  await look()
  const plain = await look(says(honest, missing))
  t.equal(endOf(plain), 'proven draws-kept')
  const refusing = await look(({ view, headers }) =>
    view === 'audit' && headers.accept?.includes('vnd') !== true ? ok(honest) : { status: 406 },
  )
  t.equal(endOf(refusing), 'proven draws-kept', 'a media type that is refused is no change')
})

const reason = 'the second prize went to a ticket that was refunded'

const sarif = (report: Report): string => renderSarif(report, { version: '1.0.0' })

/** A rendering as a reader has it: without line breaks, and with what is escaped as it was. */
const readable = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('\\"', '"')
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#x22;', '"')

await t.test('a reason in the history is shown for ever, and neither proves nor refutes', async t => {
  const { look } = await open(t)
  await look()
  const good = historyOf([honest, null], [corrected, reason])
  const looked = await look(says(corrected, ok(good)))
  t.strictSame(
    [looked.report.exit_code, endOf(looked), looked.recorded.status],
    [3, 'not-provable correction-recorded', 'proven'],
  )
  t.not(looked.lock[1], looked.lock[0], 'the lock takes it over')
  const change = `draw ${String(second['draw_id'])}: winner_entry_id "10602" → "10999"`
  for (const render of [renderText, renderJson, renderMarkdown, renderJunit, sarif, renderHtml]) {
    const text = readable(render(looked.report))
    for (const said of ['record-corrected', '"10602" → "10999"', reason])
      t.ok(text.includes(said), `${render.name}: ${said}`)
  }
  t.ok(readable(renderAnnotations(looked.report)).includes(change))
  t.match(renderText(looked.report, { brief: true }), / \(record-corrected\)\n/)
  t.match(looked.report.subjects[0]?.headline, /^A draw was changed, and nobody signed that\. Well formed/)
  const next = await look()
  t.strictSame([next.report.exit_code, endOf(next)], [0, 'proven draws-kept'])
  t.match(next.report.subjects[0]?.headline, /^Says what it said when it was seen last\. Well formed/)
  t.match(renderText(next.report, { brief: true }), / \(record-corrected\)\n/)
  t.match(next.findings.join('\n'), new RegExp(`record-corrected .*"10602" → "10999".*${reason}`))

  const gone = await look(says(corrected))
  t.strictSame(
    [gone.report.exit_code, `${gone.recorded.status} ${gone.recorded.code}`],
    [1, 'refuted history-incomplete'],
    'a history cannot be taken back',
  )
  t.match(gone.findings.join('\n'), new RegExp(`no longer shows it.*${reason}`))
  const silenced = await look(says(corrected, ok(historyOf([corrected, null]))))
  t.equal(`${silenced.recorded.status} ${silenced.recorded.code}`, 'refuted history-incomplete')
  const back = await look(says(honest, ok(good)))
  t.strictSame(
    [back.report.exit_code, endOf(back)],
    [1, 'refuted draw-changed'].with(0, 3).with(1, 'not-provable rule-unsteady'),
  )
  const flip = await look(says(honest, ok(historyOf([honest, null], [corrected, reason], [honest, ' ']))))
  t.strictSame([flip.report.exit_code, endOf(flip)], [1, 'refuted draw-changed'], 'back without a reason')
})

await t.test('a history that does not say why', async t => {
  const zero = '\u200b \u2060.,-'
  const cases: readonly (readonly [what: string, history: FreeAnswer, end: string, message: RegExp])[] = [
    ['none', missing, 'refuted draw-changed', /shows no history/],
    ['an error of the service', { status: 500, body: {} }, 'refuted draw-changed', /shows no history/],
    ['nobody may see it', { status: 403, body: {} }, 'refuted draw-changed', /shows no history/],
    [
      'no reason',
      ok(historyOf([honest, null], [corrected, null])),
      'refuted draw-changed',
      /gives no reason/,
    ],
    [
      'nothing but signs',
      ok(historyOf([honest, null], [corrected, zero])),
      'refuted draw-changed',
      /gives no reason/,
    ],
    [
      'what was seen never was',
      ok(historyOf([corrected, null])),
      'refuted draw-changed',
      /does not show the record that was seen last/,
    ],
    [
      'it is not the record of now',
      ok(historyOf([honest, null], [withSecond({ winner_entry_id: '3' }), reason])),
      'refuted draw-changed',
      /does not show the record that it answers now/,
    ],
    [
      'that of another raffle',
      ok({ ...historyOf([honest, null], [corrected, reason]), raffle_id: other }),
      'refuted draw-changed',
      /shows no history/,
    ],
    [
      'a reason in another version',
      ok(historyOf([honest, null], [recordOf(first, second, third), reason], [corrected, null])),
      'refuted draw-changed',
      /gives no reason/,
    ],
    [
      'a proxy that does not reach it',
      { status: 503, body: '' },
      'not-provable correction-unread',
      /"10602" → "10999"; the history could not be read/,
    ],
    [
      'a page, of which nobody knows whose it is',
      { body: '<html>' },
      'not-provable correction-unread',
      /the history could not be read/,
    ],
    [
      'no answer',
      'hang',
      'not-provable correction-unread',
      /"10602" → "10999"; the history could not be read/,
    ],
  ]
  for (const [what, history, end, message] of cases) {
    const { look } = await open(t)
    await look()
    const looked = await look(says(corrected, history))
    t.equal(endOf(looked), end, what)
    // That a draw changed is known: it is not the network alone that keeps it from being decided.
    t.equal(looked.report.exit_code, end.startsWith('refuted') ? 1 : 3, what)
    t.match(looked.changed.message, message, what)
    t.equal(looked.lock[1], looked.lock[0], what)
  }
})

await t.test('a history that says otherwise than the record', async t => {
  const { look } = await open(t)
  await look()
  const hidden = await look(says(honest, ok(historyOf([honest, null], [corrected, reason]))))
  t.strictSame([hidden.report.exit_code, endOf(hidden)], [3, 'proven draws-kept'])
  t.equal(`${hidden.recorded.status} ${hidden.recorded.code}`, 'not-provable rule-unsteady')
  t.match(hidden.findings.join('\n'), '"10602" → "10999"', 'and the correction is shown')

  const backdated = await look(
    says(corrected, ok(historyOf([honest, null], [corrected, reason, '2026-01-01T00:00:00+00:00']))),
  )
  t.equal(endOf(backdated), 'not-provable correction-recorded')
  t.match(backdated.findings.join('\n'), /what that replaces was first seen after it, at 20/)
})

await t.test('whoever looks for the first time is shown what was corrected before', async t => {
  const { look } = await open(t)
  const silent = withSecond({ winner_entry_id: '3' })
  const looked = await look(
    says(corrected, ok(historyOf([honest, null], [silent, null], [corrected, reason]))),
  )
  t.equal(looked.report.exit_code, 0)
  const told = looked.findings.filter(finding => finding.startsWith('record-corrected'))
  t.equal(told.length, 2)
  t.match(told[0], /"3" → "10999".*the reason given/)
  t.match(told[1], /"10602" → "3".*no reason is given/)
})

await t.test('what a service sends does not reach a terminal as it is', async t => {
  const { look } = await open(t)
  await look()
  const nasty = '\u001b[2J\u202e10999'
  const history = ok(
    historyOf([honest, null], [withSecond({ winner_entry_id: nasty }), `\u001b]0;x\u0007${reason}`]),
  )
  const { report } = await look(says(withSecond({ winner_entry_id: nasty }), history))
  for (const text of [renderText(report), renderMarkdown(report), renderAnnotations(report)]) {
    t.notMatch(text, /[^\P{Cc}\n]|\u202e/u)
  }
})

await t.test('where long texts differ is shown', async t => {
  const long = 'x'.repeat(5000)
  const { look } = await open(t, withSecond({ prize_name: `${long} a car` }))
  await look()
  const { changed } = await look(says(withSecond({ prize_name: `${long} a cap` })))
  t.match(changed.message, /prize_name "…x+ a car" → "…x+ a cap"/)
  t.ok(changed.message.length < 1000)
})

await t.test('of very many changes the first are named, and the rest counted', async t => {
  const many = Array.from({ length: 500 }, (_, n) => ({
    ...first,
    draw_id: `11234567-89ab-cdef-0123-${String(n).padStart(12, '0')}`,
    winner_entry_id: `a${n}`,
  }))
  const { look } = await open(t, recordOf(...many))
  await look()
  const now = many.map(draw => ({ ...draw, winner_entry_id: draw.winner_entry_id.replace('a', 'b') }))
  const { changed } = await look(says(recordOf(...now)))
  t.match(changed.message, /"a0" → "b0".*"a11" → "b11"; and 488 more changes/)
  t.ok(changed.message.length < 3000)
})

await t.test('a record with one draw twice is never put into a lock', async t => {
  const { look } = await open(t, recordOf(first, second, { ...second, winner_entry_id: '10999' }))
  const looked = await look()
  t.equal(looked.lock[1], undefined)
  t.equal(looked.report.exit_code, 1, 'and contradicts itself')
  const good = await look(says(honest))
  t.strictSame([good.report.exit_code, endOf(good)], [0, 'not-applicable seen-first'])
})

await t.test('our own server is not accused for what it said before the first draw', async t => {
  const statistics = {
    raffle_id: raffle,
    total_entries: 142,
    paid_entries: 120,
    free_entries: 22,
    max_entries: 500,
    updated_at: '2026-08-31T18:00:00+00:00',
  }
  const server = await start(t, {}, [statistics])
  const lock = join(t.testdir(), 'lock.json')
  const look = async () => watch(`${server.url}/api/v1`, { raffle, lock })
  t.equal((await look()).exit_code, 0)
  await server.publish(recordOf(first))
  t.equal((await look()).exit_code, 0)
  await server.publish(honest)
  const report = await look()
  t.equal(report.exit_code, 0, JSON.stringify(report.subjects[0]?.claims))
  t.match(
    report.subjects[0]?.claims.find(({ id }) => id === 'drift.recorded'),
    { code: 'history-complete' },
  )
})
