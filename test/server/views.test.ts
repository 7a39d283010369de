import t from 'tap'
import { random } from '../../src/cli/shared/random.js'
import { publish } from '../../src/operator/publish.js'
import { get, readError, sample, sampleStatistics, send, start, tagOf, view, type Started } from './start.js'

const now = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/
const other = '0b9a3c1e-6f0d-4f0a-9a57-3c1d2a7d6c11'
const otherView = (name: string): string => `/api/v1/raffles/${other}/${name}`
const json = (text: string): unknown => JSON.parse(text)
/** What `JSON.stringify` makes of the members in the order in which the specification shows them. */
const text = JSON.stringify

const revalidate = 'public, max-age=0, must-revalidate'

await t.test('the three views of the specification', async t => {
  const server = await start(t)
  const audit = await get(server, view('audit'))
  t.equal(audit.status, 200)
  t.equal(audit.body, text(sample), 'in the order of the specification')
  t.equal(audit.headers['cache-control'], 'public, max-age=3600')
  t.equal(audit.headers['etag'], tagOf(audit.body))

  const statistics = await get(server, view('entries/stats'))
  t.equal(statistics.status, 200)
  t.equal(statistics.body, text(sampleStatistics), 'in the order of the specification')
  t.equal(statistics.headers['cache-control'], revalidate)

  const odds = await get(server, view('odds?entries=5'))
  t.equal(odds.status, 200)
  const { as_of } = json(odds.body) as { as_of: string }
  t.match(as_of, now)
  t.ok(Math.abs(Date.now() - Date.parse(as_of)) < 5000)
  t.equal(
    odds.body,
    `{"raffle_id":"${sample.raffle_id}","entrant_entries":5,"total_entries":142,` +
      `"ratio":"5 in 142","probability":0.035211,"as_of":"${as_of}"}`,
  )
  t.equal(odds.headers['cache-control'], 'no-store')
  t.notOk(odds.headers['etag'])
})

await t.test('what is published while the server runs is served', async t => {
  const server = await start(t)
  t.equal((await get(server, view('entries/stats'))).status, 200)
  await server.publish({ ...sampleStatistics, total_entries: 143, paid_entries: 121 })
  t.match(json((await get(server, view('entries/stats'))).body), { total_entries: 143 })
  t.match(json((await get(server, view('odds?entries=143'))).body), { ratio: '143 in 143' })
})

/** The header fields that do not change from one request to the next. */
const stable = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  date: '',
  'x-request-id': '',
  'x-ratelimit-remaining': '',
})

await t.test('HEAD says what GET says, without the body', async t => {
  const server = await start(t)
  const headers = { Accept: 'application/json' }
  for (const name of ['audit', 'entries/stats', 'odds?entries=1', 'audit/history', 'nothing']) {
    const head = await send(server, view(name), { method: 'HEAD', headers })
    const whole = await get(server, view(name))
    t.equal(head.status, whole.status)
    t.equal(head.body, '')
    t.strictSame(stable(head.headers), stable(whole.headers))
  }
})

await t.test('a raffle without a draw', async t => {
  const server = await start(t, {}, [
    sampleStatistics,
    { raffle_id: other, total_draws: 0, draws: [] },
    // More of the same, to be told apart from.
    { ...sample, raffle_id: '11111111-2222-4333-8444-555555555555' },
  ])
  const audit = await get(server, view('audit'))
  t.equal(audit.status, 200, 'of which there are statistics')
  t.equal(audit.body, `{"raffle_id":"${sample.raffle_id}","total_draws":0,"draws":[]}`)
  t.equal(audit.headers['cache-control'], revalidate)
  t.equal(audit.headers['etag'], tagOf(audit.body))

  const history = await get(server, view('audit/history'))
  t.equal(history.body, `{"raffle_id":"${sample.raffle_id}","total_versions":0,"versions":[]}`)

  const empty = await get(server, otherView('audit'))
  t.equal(empty.status, 200, 'of which an empty record was published')
  t.equal(empty.body, `{"raffle_id":"${other}","total_draws":0,"draws":[]}`)
  t.equal(empty.headers['cache-control'], revalidate)

  await server.publish({ ...sample, raffle_id: other })
  const drawn = await get(server, otherView('audit'))
  t.match(json(drawn.body), { total_draws: 3 })
  t.equal(drawn.headers['cache-control'], 'public, max-age=3600', 'once there is a draw')
})

await t.test('a raffle without statistics', async t => {
  const server = await start(t, {}, [sample])
  t.equal((await get(server, view('audit'))).status, 200)
  for (const name of ['entries/stats', 'odds?entries=1']) {
    const missing = await get(server, view(name))
    t.equal(missing.status, 404)
    t.match(readError(missing), {
      code: 'NOT_FOUND',
      message: `no entry statistics of raffle ${sample.raffle_id}`,
    })
  }
  t.equal((await get(server, view('odds?entries=0'))).status, 400, 'the parameter is looked at first')
})

await t.test('hashes are served with the prefix and in lower case, ids in lower case', async t => {
  const bare = (value: unknown): string => String(value).slice('sha256:'.length).toUpperCase()
  const shouted = {
    raffle_id: sample.raffle_id.toUpperCase(),
    total_draws: 3,
    draws: sample.draws.map(draw => ({
      ...draw,
      draw_id: String(draw['draw_id']).toUpperCase(),
      rng_seed_hash: bare(draw['rng_seed_hash']),
      signature_hash: bare(draw['signature_hash']),
    })),
  }
  const server = await start(t, {}, [
    shouted,
    { ...sampleStatistics, raffle_id: shouted.raffle_id, updated_at: '2026-08-31T18:00:00.999999999+00:00' },
  ])
  t.equal((await get(server, view('audit'))).body, text(sample))
  t.equal(
    (await get(server, view('entries/stats'))).body,
    text(sampleStatistics),
    'times are whole seconds, cut off',
  )
})

await t.test('members in another order and members of nobody', async t => {
  const reversed = (value: object): object => Object.fromEntries(Object.entries(value).toReversed())
  const record = { ...sample, extra: 1, draws: sample.draws.map(draw => reversed({ ...draw, note: 'x' })) }
  const server = await start(t, {}, [reversed(record), reversed({ ...sampleStatistics, extra: 1 })])
  t.equal((await get(server, view('audit'))).body, text(sample))
  t.equal((await get(server, view('entries/stats'))).body, text(sampleStatistics))
})

await t.test('the flat shape is served as a list', async t => {
  const [draw] = sample.draws
  const server = await start(t, {}, [{ raffle_id: sample.raffle_id, ...draw }])
  t.equal(
    (await get(server, view('audit'))).body,
    text({ raffle_id: sample.raffle_id, total_draws: 1, draws: [draw] }),
  )
})

await t.test('a prize is served with every character that it has', async t => {
  const prize_name = '𝒑rize "№ 1" \\ <b>\u2028\u0000é'
  const record = { ...sample, total_draws: 1, draws: [{ ...sample.draws[0], prize_name }] }
  const server = await start(t, {}, [record])
  t.equal((await get(server, view('audit'))).body, text(record))
  t.match(json((await get(server, view('audit/history'))).body), { versions: [{ record }] })
})

await t.test('a long record is served whole', async t => {
  const draws = Array.from({ length: 500 }, (_, index) => ({
    ...sample.draws[0],
    draw_id: `476b5d83-fd9e-46a4-8359-${String(index).padStart(12, '0')}`,
    prize_name: `Prize № ${index}`,
    winner_entry_id: String(10_000 + index),
    total_entries: 1000 - index,
  }))
  const record = { raffle_id: sample.raffle_id, total_draws: draws.length, draws }
  const server = await start(t, {}, [record])
  t.equal((await get(server, view('audit'))).body, text(record))
})

await t.test('a raffle id in upper case is answered in lower case', async t => {
  const server = await start(t)
  const shouted = (name: string): string => `/api/v1/raffles/${sample.raffle_id.toUpperCase()}/${name}`
  for (const name of ['audit', 'entries/stats', 'audit/history']) {
    t.equal((await get(server, shouted(name))).body, (await get(server, view(name))).body)
  }
  t.match(json((await get(server, shouted('odds?entries=1'))).body), { raffle_id: sample.raffle_id })
  t.match(readError(await get(server, otherView('audit').replace(other, other.toUpperCase()))), {
    code: 'NOT_FOUND',
    message: `there is no raffle ${other}`,
  })
})

await t.test('what is no raffle id, and what is no raffle', async t => {
  const server = await start(t)
  const names = ['audit', 'entries/stats', 'odds?entries=1', 'audit/history']
  for (const name of names) {
    const unknown = await get(server, otherView(name))
    t.equal(unknown.status, 404)
    t.strictSame(readError(unknown).message, `there is no raffle ${other}`)
  }
  for (const id of [
    '',
    '1',
    `${other}0`,
    `{${other}}`,
    other.replaceAll('-', ''),
    'g'.repeat(36),
    '..',
    '%20',
  ]) {
    for (const name of names) {
      const bad = await get(server, `/api/v1/raffles/${id}/${name}`)
      t.equal(bad.status, 400, `${id} ${name}`)
      t.match(readError(bad), { code: 'INVALID_PARAMETER', message: /^raffle_uuid: expected a UUID/ })
    }
  }
})

const publishTotal = (server: Started, total: number): Promise<void> =>
  server.publish({
    ...sampleStatistics,
    total_entries: total,
    paid_entries: total,
    free_entries: 0,
    max_entries: total,
  })

await t.test('odds of any number of entries that there are', async t => {
  const cases: readonly (readonly [total: number, entries: number, probability: string])[] = [
    [142, 1, '0.007042'],
    [142, 71, '0.500000'],
    [142, 142, '1.000000'],
    [2_000_000, 1, '0.000001'],
    [2_000_000, 3, '0.000002'],
    [2_000_000, 1_999_999, '1.000000'],
    [2_000_001, 1, '0.000000'],
    [Number.MAX_SAFE_INTEGER, 1, '0.000000'],
    [Number.MAX_SAFE_INTEGER, 999_999_999_999_999, '0.111022'],
    [Number.MAX_SAFE_INTEGER, 1_000_000_000_000_000, '0.111022'],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '1.000000'],
  ]
  const server = await start(t, {}, [])
  for (const [total, entries, probability] of cases) {
    await publishTotal(server, total)
    const odds = await get(server, view(`odds?entries=${entries}`))
    t.equal(odds.status, 200)
    t.match(
      odds.body,
      `"entrant_entries":${entries},"total_entries":${total},"ratio":"${entries} in ${total}","probability":${probability},"as_of"`,
    )
  }
})

await t.test('the parameter entries', async t => {
  const range = 'entries: expected an integer from 1 to the total entries of the raffle'
  const refused: Readonly<Record<string, string>> = {
    '': `${range}, found none`,
    '?': `${range}, found none`,
    '?Entries=5': `${range}, found none`,
    '?entry=5': `${range}, found none`,
    '?entries=5&entries=5': `${range}, found 2 of them`,
    '?entries=1&x=1&entries=2&entries=3': `${range}, found 3 of them`,
    '?entries=5&%65ntries=6': `${range}, found 2 of them`,
    '?entries': `${range}, found ""`,
    '?entries=': `${range}, found ""`,
    '?entries=0': `${range}, found "0"`,
    '?entries=-0': `${range}, found "-0"`,
    '?entries=-1': `${range}, found "-1"`,
    '?entries=+5': `${range}, found " 5"`,
    '?entries=%2B5': `${range}, found "+5"`,
    '?entries=%205': `${range}, found " 5"`,
    '?entries=5%20': `${range}, found "5 "`,
    '?entries=5%0A': `${range}, found "5\\n"`,
    '?entries=5%00': `${range}, found "5\\u0000"`,
    '?entries=1.5': `${range}, found "1.5"`,
    '?entries=5.0': `${range}, found "5.0"`,
    '?entries=0x10': `${range}, found "0x10"`,
    '?entries=1e3': `${range}, found "1e3"`,
    '?entries=1e0': `${range}, found "1e0"`,
    '?entries=05': `${range}, found "05"`,
    '?entries=1_0': `${range}, found "1_0"`,
    '?entries=1,0': `${range}, found "1,0"`,
    '?entries=%D9%A5': `${range}, found "٥"`,
    '?entries=NaN': `${range}, found "NaN"`,
    '?entries=Infinity': `${range}, found "Infinity"`,
    '?entries=true': `${range}, found "true"`,
    '?entries[]=5': `${range}, found none`,
    '?entries=5;x': `${range}, found "5;x"`,
    '?entries=%ff': `${range}, found "\ufffd"`,
    '?entries=143': 'entries: expected an integer from 1 to 142, found 143',
    '?entries=999999999999999': 'entries: expected an integer from 1 to 142, found 999999999999999',
    '?entries=9007199254740991': 'entries: expected an integer from 1 to 142, found 9007199254740991',
    '?entries=9007199254740992': `${range}, found 9007199254740992, which is beyond 2^53 - 1`,
    '?entries=9007199254740993': `${range}, found 9007199254740993, which is beyond 2^53 - 1`,
    [`?entries=${'9'.repeat(400)}`]: `${range}, found ${'9'.repeat(40)}…, which is beyond 2^53 - 1`,
    [`?entries=${'x'.repeat(1000)}`]: `${range}, found "${'x'.repeat(40)}…"`,
  }
  const server = await start(t)
  for (const [query, message] of Object.entries(refused)) {
    const answer = await get(server, view(`odds${query}`))
    t.equal(answer.status, 400, query)
    t.match(readError(answer), { code: 'INVALID_PARAMETER' })
    t.equal(readError(answer).message, message)
    t.equal(answer.headers['cache-control'], 'no-store')
  }
  for (const query of [
    '?entries=5&unknown=1',
    '?unknown&entries=5&&=&ENTRIES=0',
    '?%65ntries=%35',
    '?&entries=5&',
    '?entries=5&__proto__=1',
  ]) {
    const answer = await get(server, view(`odds${query}`))
    t.equal(answer.status, 200, query)
    t.match(json(answer.body), { entrant_entries: 5 })
  }
  t.equal((await get(server, otherView('odds?entries=0'))).status, 400, 'before the raffle is looked for')
})

await t.test('an unknown query parameter is ignored', async t => {
  const server = await start(t)
  for (const name of ['audit', 'entries/stats', 'audit/history']) {
    const plain = await get(server, view(name))
    for (const query of ['?', '?a=b', '?entries=0', '?entries=all&%zz']) {
      const answer = await get(server, view(name) + query)
      t.equal(answer.status, 200)
      t.equal(answer.body, plain.body)
    }
  }
})

await t.test('a raffle with no entries', async t => {
  const server = await start(t, {}, [])
  await publishTotal(server, 0)
  t.match(json((await get(server, view('entries/stats'))).body), { total_entries: 0 })
  const odds = await get(server, view('odds?entries=1'))
  t.equal(odds.status, 400)
  t.equal(readError(odds).message, 'entries: the raffle has no entries yet')
})

await t.test('the history of a record', async t => {
  const server = await start(t, {}, [])
  const first = { ...sample, total_draws: 1, draws: sample.draws.slice(0, 1) }
  const replaced = { ...sample, draws: sample.draws.with(1, { ...sample.draws[1], prize_name: 'A cake' }) }
  const steps = [
    { record: first, at: '2026-09-01T08:00:00Z', reason: null },
    { record: sample, at: '2026-09-01T08:00:01.987Z', reason: null },
    { record: replaced, at: '2026-09-02T00:00:00Z', reason: 'the "prize" was named wrong' },
    { record: first, at: '2026-09-03T00:00:00Z', reason: 'it was named right' },
  ]
  const versions: object[] = []
  const tags = new Set<string>()
  for (const [index, { record, at, reason }] of steps.entries()) {
    await publish(server.store, [{ file: 'x', read: () => record }], {
      now: new Date(at),
      random,
      ...(reason !== null && { replace: { reason } }),
    })
    await server.publish()
    const audit = await get(server, view('audit'))
    versions.push({
      version: index + 1,
      published_at: `${at.slice(0, 19)}+00:00`,
      reason,
      etag: audit.headers['etag'],
      record,
    })
    const history = await get(server, view('audit/history'))
    t.equal(history.body, text({ raffle_id: sample.raffle_id, total_versions: index + 1, versions }))
    t.equal(history.headers['cache-control'], revalidate)
    tags.add(history.headers['etag'] ?? '')
    t.equal(audit.body, text(record), 'the last is the current one')
  }
  t.equal(tags.size, steps.length)

  await server.publish(first)
  t.equal(
    (await get(server, view('audit/history'))).headers['etag'],
    [...tags].at(-1),
    'nothing new, no version',
  )
})
