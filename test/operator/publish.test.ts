import { createHash } from 'node:crypto'
import t from 'tap'
import { random } from '../../src/cli/shared/random.js'
import { DrawauditError } from '../../src/errors.js'
import {
  publish,
  RefusedError,
  type PublishedDocument,
  type PublishOptions,
} from '../../src/operator/publish.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'

const id = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const other = '59638a53-01d5-4ea0-96bc-887c4448c4f3'
const now = new Date('2026-09-01T08:00:00.789Z')
const later = new Date('2026-09-02T08:00:00Z')

/** Draw number n of a raffle with 142 entries. */
const draw = (n: number, changes: object = {}) => ({
  draw_id: `00000000-0000-4000-8000-00000000000${n}`,
  prize_name: `Prize ${n}`,
  drawn_at_utc: `2026-08-31T18:45:0${n}+00:00`,
  total_entries: 143 - n,
  rng_seed_hash: `sha256:${String(n).repeat(64)}`,
  winner_entry_id: `entry-${n}`,
  signature_hash: `sha256:${'ab'.repeat(31)}0${n}`,
  ...changes,
})

const record = (...draws: readonly object[]) => ({ raffle_id: id, total_draws: draws.length, draws })
const flat = (n: number, changes: object = {}) => ({ raffle_id: id, ...draw(n), ...changes })

const statistics = {
  raffle_id: id,
  total_entries: 142,
  paid_entries: 120,
  free_entries: 22,
  max_entries: 500,
  updated_at: '2026-08-31T18:00:00+00:00',
}

interface Context {
  readonly store: Store
  readonly file: string
  /** Publishes values, each as a file of its own. */
  readonly put: (
    values: readonly unknown[],
    options?: Partial<PublishOptions>,
  ) => Promise<readonly PublishedDocument[]>
  /** The errors that keep them from being published. */
  readonly refuse: (
    values: readonly unknown[],
    options?: Partial<PublishOptions>,
  ) => Promise<readonly DrawauditError[]>
  readonly audit: (raffle?: string) => Promise<unknown>
  readonly statistics: () => Promise<unknown>
  readonly history: () => Promise<{ version: number; published_at: string; reason: string | null }[]>
}

async function open(test: Pick<typeof t, 'testdir' | 'teardown'>): Promise<Context> {
  const file = `${test.testdir()}/raffles.db`
  const store = await openSqliteStore(file, { access: 'write', create: true })
  test.teardown(() => store.close())
  const put: Context['put'] = (values, options = {}) =>
    publish(
      store,
      values.map((value, index) => ({ file: `${index}.json`, read: () => value })),
      { now, random, ...options },
    )
  const body = (view: { readonly body: Uint8Array } | undefined): unknown =>
    view && JSON.parse(Buffer.from(view.body).toString())
  return {
    store,
    file,
    put,
    refuse: async (values, options) => {
      const error: unknown = await put(values, options).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (error instanceof RefusedError) return error.refusals
      throw new Error('nothing was refused', { cause: error })
    },
    audit: async (raffle = id) => body((await store.readRaffle(raffle))?.audit),
    statistics: async () => body((await store.readRaffle(id))?.statistics),
    history: async () =>
      (
        body(await store.readAuditHistory(id)) as {
          versions: { version: number; published_at: string; reason: string | null }[]
        }
      ).versions,
  }
}

const codes = (refusals: readonly DrawauditError[]): readonly string[] => refusals.map(({ code }) => code)
const outcomes = (published: readonly PublishedDocument[]): readonly string[] =>
  published.map(({ outcome }) => outcome)

await t.test('a record of either shape is published in the complete one', async t => {
  const { put, audit, history, store } = await open(t)
  const published = await put([record(draw(1), draw(2)), { ...flat(3), raffle_id: other.toUpperCase() }])
  t.strictSame(published, [
    { file: '0.json', raffle_id: id, view: 'audit', notes: [], outcome: 'published' },
    { file: '1.json', raffle_id: other, view: 'audit', notes: [], outcome: 'published' },
  ])
  t.strictSame(await audit(), record(draw(1), draw(2)))
  t.strictSame(await audit(other), { raffle_id: other, total_draws: 1, draws: [draw(3)] })
  t.match(await history(), [{ version: 1, published_at: '2026-09-01T08:00:00+00:00', reason: null }])
  t.strictSame(await store.listRaffles({ limit: 10 }), [
    { raffleId: id, totalDraws: 2, changedAt: '2026-09-01T08:00:00+00:00' },
    { raffleId: other, totalDraws: 1, changedAt: '2026-09-01T08:00:00+00:00' },
  ])
})

await t.test('the bodies are made when it is published, in the order of the specification', async t => {
  const { put, store } = await open(t)
  const mixed = Object.fromEntries(Object.entries(draw(1)).reverse())
  await put([
    { draws: [mixed], total_draws: 1, raffle_id: id },
    Object.fromEntries(Object.entries(statistics).reverse()),
  ])
  const raffle = await store.readRaffle(id)
  const history = await store.readAuditHistory(id)
  const text = JSON.stringify(record(draw(1)))
  t.equal(Buffer.from(raffle?.audit.body ?? []).toString(), text)
  t.equal(Buffer.from(raffle?.statistics?.body ?? []).toString(), JSON.stringify(statistics))
  t.equal(raffle?.totalEntries, 142)
  t.equal(raffle?.totalDraws, 1)
  t.match(Buffer.from(history?.body ?? []).toString(), `"record":${text}}`)
  for (const view of [raffle?.audit, raffle?.statistics, history]) {
    t.equal(
      view?.etag,
      `"${createHash('md5')
        .update(view?.body ?? '')
        .digest('hex')}"`,
    )
  }
  const [version] = (
    JSON.parse(Buffer.from(history?.body ?? []).toString()) as { versions: { etag: string }[] }
  ).versions
  t.equal(version?.etag, raffle?.audit.etag)
})

await t.test('hashes and ids are normalised, everything else is kept as it is', async t => {
  const { put, audit } = await open(t)
  const spelled = draw(1, {
    draw_id: draw(1).draw_id.replace('0000-4', 'ABCD-4'),
    prize_name: ' Weekend “in” Bath\u2028 ',
    drawn_at_utc: '2026-08-31T18:45:01.250+00:00',
    rng_seed_hash: 'AB'.repeat(32),
    signature_hash: 'cd'.repeat(32),
    winner_entry_id: 'Entry-É',
  })
  await put([{ ...record(spelled), raffle_id: id.toUpperCase() }])
  const written = {
    ...spelled,
    draw_id: spelled.draw_id.toLowerCase(),
    rng_seed_hash: `sha256:${'ab'.repeat(32)}`,
    signature_hash: `sha256:${'cd'.repeat(32)}`,
  }
  t.strictSame(await audit(), record(written))
  t.strictSame(outcomes(await put([record(written), record(spelled)])), ['unchanged', 'unchanged'])
})

await t.test('all or nothing, and every refusal is told', async t => {
  const { store, put } = await open(t)
  await put([record(draw(1))])
  const generation = store.generation()
  const broken = new DrawauditError('json-syntax', 'expected a value', { where: { line: 1, column: 4 } })
  const values: readonly unknown[] = [
    { ...record(draw(1)), raffle_id: other },
    { ...statistics, raffle_id: other },
    record(draw(1, { prize_name: 'Another' })),
    { ...record(draw(1, { winner_entry_id: 7 })), raffle_id: other },
    { ...record(draw(1), draw(1)), raffle_id: other },
    { ...statistics, total_entries: -1 },
    { ...statistics, max_entries: 1 },
    { lottery: 1 },
    [record(draw(1))],
    null,
    'text',
  ]
  const publications = [
    ...values.map((value, index) => ({ file: 'all.ndjson', line: index + 1, read: () => value })),
    {
      file: 'broken.json',
      read: () => {
        throw broken
      },
    },
  ]
  const error = await publish(store, publications, { now, random }).catch((reason: unknown) => reason)
  t.ok(error instanceof RefusedError)
  const { refusals } = error as RefusedError
  t.strictSame(
    refusals.map(({ code, where }) => [code, where]),
    [
      ['record-changed', { pointer: '/draws/0', file: 'all.ndjson', line: 3 }],
      ['record-schema', { pointer: '/draws/0/winner_entry_id', file: 'all.ndjson', line: 4 }],
      ['record-inconsistent', { file: 'all.ndjson', line: 5 }],
      ['statistics-schema', { pointer: '/total_entries', file: 'all.ndjson', line: 6 }],
      ['statistics-inconsistent', { pointer: '/max_entries', file: 'all.ndjson', line: 7 }],
      ['document-unknown', { file: 'all.ndjson', line: 8 }],
      ['document-unknown', { file: 'all.ndjson', line: 9 }],
      ['document-unknown', { file: 'all.ndjson', line: 10 }],
      ['document-unknown', { file: 'all.ndjson', line: 11 }],
      ['json-syntax', { file: 'broken.json', line: 1, column: 4 }],
    ],
  )
  for (const { message, hint } of refusals.slice(0, -1)) {
    t.ok(hint, message)
    t.notMatch(message, /\.$|^[A-Z]/)
  }
  t.equal(await store.readRaffle(other), undefined, 'nothing was written')
  t.equal(store.generation(), generation, 'and nothing was committed')

  const crash = (): never => {
    throw new TypeError('a defect')
  }
  const good = { file: '0.json', read: () => ({ ...record(draw(1)), raffle_id: other }) }
  await t.rejects(publish(store, [good, { file: '1.json', read: crash }], { now, random }), TypeError)
  t.equal(await store.readRaffle(other), undefined, 'nor after a defect')
  t.strictSame(await publish(store, [], { now, random }), [])
  t.equal(outcomes(await put([{ ...record(draw(1)), raffle_id: other }]))[0], 'published', 'it works on')
})

await t.test('draws are added at the end, and what was published stays', async t => {
  const { put, refuse, audit, history } = await open(t)
  t.strictSame(outcomes(await put([record()])), ['published'])
  t.strictSame(outcomes(await put([record()])), ['unchanged'])
  t.strictSame(outcomes(await put([record(draw(1))])), ['published'])
  t.strictSame(outcomes(await put([record(draw(1), draw(2))], { now: later })), ['added'])
  t.strictSame(outcomes(await put([record(draw(1), draw(2))])), ['unchanged'])
  t.match(await history(), [
    { version: 1, reason: null },
    { version: 2, reason: null },
    { version: 3, reason: null, published_at: '2026-09-02T08:00:00+00:00' },
  ])
  const changes: readonly (readonly [name: string, value: object, pointer: string])[] = [
    ['changed', record(draw(1), draw(2, { winner_entry_id: 'entry-9' })), '/draws/1'],
    ['changed and added', record(draw(1), draw(2, { prize_name: 'x' }), draw(3)), '/draws/1'],
    ['removed at the end', record(draw(1)), '/draws/1'],
    ['removed at the start', record(draw(2)), '/draws/0'],
    ['all removed', record(), '/draws/0'],
    ['another order', record(draw(2), draw(1)), '/draws/0'],
    ['added at the start', record(draw(3), draw(1), draw(2)), '/draws/0'],
  ]
  for (const [name, value, pointer] of changes) {
    const [refusal, ...rest] = await refuse([value])
    t.equal(refusal?.code, 'record-changed', name)
    t.equal(refusal?.where.pointer, pointer, name)
    t.match(refusal?.message, draw(pointer === '/draws/0' ? 1 : 2).draw_id, name)
    t.match(refusal?.hint, '--replace')
    t.strictSame(rest, [])
  }
  t.strictSame(await audit(), record(draw(1), draw(2)))
  t.equal((await history()).length, 3)
})

await t.test('--replace changes it, and the history keeps what was there', async t => {
  const { put, audit, history, store } = await open(t)
  await put([record(draw(1), draw(2))])
  const changed = record(draw(1, { winner_entry_id: 'entry-9' }))
  const reason = 'the winner was not “eligible”'
  const options = { now: later, replace: { reason } }
  t.strictSame(outcomes(await put([changed], options)), ['replaced'])
  t.strictSame(await audit(), changed)
  t.equal((await store.readRaffle(id))?.totalDraws, 1)
  t.strictSame(outcomes(await put([changed], options)), ['unchanged'], 'nothing to replace')
  t.strictSame(outcomes(await put([record(...changed.draws, draw(3))], options)), ['added'])
  t.strictSame(outcomes(await put([record()], { now: later, replace: { reason: 'void' } })), ['replaced'])
  const versions = await history()
  t.match(versions, [
    { version: 1, reason: null, published_at: '2026-09-01T08:00:00+00:00', record: record(draw(1), draw(2)) },
    { version: 2, reason, published_at: '2026-09-02T08:00:00+00:00', record: changed },
    { version: 3, reason: null, record: record(...changed.draws, draw(3)) },
    { version: 4, reason: 'void', record: record() },
  ])
  t.equal(versions.length, 4)
  t.strictSame(await audit(), record())
})

await t.test('nothing replaces what was published without a reason, whoever calls', async t => {
  const { put, audit, history } = await open(t)
  await put([record(draw(1), draw(2))])
  const changed = record(draw(1, { winner_entry_id: 'entry-9' }))
  const replacing: readonly unknown[] = [
    true,
    {},
    { reason: undefined },
    { reason: null },
    { reason: 7 },
    { reason: '' },
    { reason: ' \n\u200b' },
    { reason: '-.…' },
  ]
  for (const replace of replacing) {
    await t.rejects(
      put([changed], { replace: replace as { reason: string } }),
      { code: 'usage', message: /needs a reason/ },
      JSON.stringify(replace),
    )
  }
  t.strictSame(await audit(), record(draw(1), draw(2)))
  t.equal((await history()).length, 1)
  const [refusal] = await put([changed], { olderStatistics: true }).then(
    () => [],
    (error: unknown) => (error instanceof RefusedError ? error.refusals : []),
  )
  t.equal(refusal?.code, 'record-changed', 'leave to replace statistics is none to replace a record')
})

await t.test('flat records of one raffle add up', async t => {
  const { put, refuse, audit, history } = await open(t)
  t.strictSame(outcomes(await put([flat(1), flat(2), flat(1)])), ['published', 'added', 'unchanged'])
  t.strictSame(outcomes(await put([flat(3)])), ['added'])
  t.strictSame(await audit(), record(draw(1), draw(2), draw(3)))

  const changed = flat(2, { prize_name: 'Another', draw_id: draw(2).draw_id.toUpperCase() })
  const [refusal] = await refuse([changed])
  t.equal(refusal?.code, 'record-changed')
  t.equal(refusal?.where.pointer, '')
  t.match(refusal?.message, draw(2).draw_id)
  t.strictSame(outcomes(await put([changed], { replace: { reason: 'a slip' } })), ['replaced'])
  t.strictSame(await audit(), record(draw(1), draw(2, { prize_name: 'Another' }), draw(3)))
  t.strictSame(
    (await history()).map(({ reason }) => reason),
    [null, null, null, 'a slip'],
  )
  t.strictSame(outcomes(await put([flat(4)], { replace: { reason: 'none' } })), ['added'])
  t.equal((await history()).at(-1)?.reason, null, 'what only adds replaces nothing')
})

await t.test('documents of one call see each other', async t => {
  const { put, refuse, audit, history } = await open(t)
  t.strictSame(
    outcomes(await put([record(draw(1)), record(draw(1)), record(draw(1), draw(2)), statistics, statistics])),
    ['published', 'unchanged', 'added', 'published', 'unchanged'],
  )
  t.equal((await history()).length, 2)
  t.strictSame(codes(await refuse([record(draw(1), draw(2), draw(3)), record(draw(1))])), ['record-changed'])
  t.strictSame(await audit(), record(draw(1), draw(2)))
})

await t.test('members that the specification does not name are noted, and not published', async t => {
  const { put, audit, statistics: read } = await open(t)
  const value = { ...record({ ...draw(1), 'a/b': 1 }), note: 'x', toString: 'x' }
  const published = await put([value, { ...statistics, 'p~q': 1, toString: 'x', hasOwnProperty: 1 }])
  t.strictSame(
    published.map(({ notes }) => notes),
    [
      ['/note', '/toString', '/draws/0/a~1b'],
      ['/p~0q', '/toString', '/hasOwnProperty'],
    ].map(pointers =>
      pointers.map(pointer => `${pointer} is not in the specification, and is not published`),
    ),
  )
  t.strictSame(await audit(), record(draw(1)))
  t.strictSame(await read(), statistics)
  t.strictSame(outcomes(await put([record(draw(1)), statistics])), ['unchanged', 'unchanged'])
  const [one] = await put([flat(1, { extra: null })])
  t.match(one, { outcome: 'unchanged', notes: ['/extra is not in the specification, and is not published'] })
})

await t.test('a record that contradicts itself is refused', async t => {
  const { put, refuse, audit } = await open(t)
  const cases: readonly (readonly [value: object, message: RegExp])[] = [
    [{ ...record(draw(1)), total_draws: 2 }, /^total_draws is not the number of draws: expected 1, found 2$/],
    [flat(1, { total_draws: 3 }), /^total_draws is not the number of draws: expected 1, found 3$/],
    [record(draw(1), draw(2, { draw_id: draw(1).draw_id })), /^two draws have the id 0/],
    [record(draw(1), draw(2, { winner_entry_id: 'entry-1' })), /^entry entry-1 won twice$/],
  ]
  for (const [value, message] of cases) {
    const [refusal, ...rest] = await refuse([value])
    t.equal(refusal?.code, 'record-inconsistent', String(message))
    t.match(refusal?.message, message)
    t.strictSame(rest, [])
  }
  t.strictSame(
    codes(
      await refuse(
        cases.map(([value]) => value),
        { replace: { reason: 'a slip' } },
      ),
    ),
    [...cases.map(() => 'record-inconsistent')],
  )
  await put([flat(1)])
  const [added] = await refuse([flat(2, { winner_entry_id: 'entry-1' })])
  t.equal(added?.code, 'record-inconsistent', 'a winner of before')
  t.match(added?.message, /^entry entry-1 won twice$/)
  t.strictSame(
    codes(await refuse([flat(2), flat(3, { winner_entry_id: 'entry-2' })])),
    ['record-inconsistent'],
    'a winner of the same call',
  )
  t.strictSame(await audit(), record(draw(1)))
})

await t.test('what contradicts itself is named whole, whatever signs are in it', async t => {
  const { refuse } = await open(t)
  const winner = { winner_entry_id: 'row 7: entry-1' }
  const [refusal] = await refuse([record(draw(1, winner), draw(2, winner))])
  t.equal(refusal?.message, 'entry row 7: entry-1 won twice')
})

await t.test('what is only odd is noted', async t => {
  const { put } = await open(t)
  const trivial = createHash('sha256').digest('hex')
  const [whole] = await put([
    record(
      draw(1),
      draw(2, { total_entries: 142, drawn_at_utc: '2026-08-31T18:45:00+00:00' }),
      draw(3, { total_entries: 141, signature_hash: trivial, rng_seed_hash: draw(1).rng_seed_hash }),
    ),
  ])
  t.equal(whole?.outcome, 'published')
  t.match(whole?.notes, [
    /^the pool goes from 142 to 142 after draw 1/,
    /^draw 2 is dated before draw 1$/,
    /^signature_hash of draw 3 is /,
    'two draws have the same rng_seed_hash',
  ])
  const [, added] = await put([
    { ...flat(1), raffle_id: other },
    { ...flat(3), raffle_id: other },
  ])
  t.match(added, { outcome: 'added', notes: [/^the pool goes from 142 to 140 after draw 1/] })
})

await t.test('statistics', async t => {
  const { put, refuse, statistics: read, store } = await open(t)
  const schema: readonly (readonly [changes: object, pointer: string])[] = [
    [{ total_entries: '142' }, '/total_entries'],
    [{ paid_entries: -1 }, '/paid_entries'],
    [{ free_entries: 1.5 }, '/free_entries'],
    [{ max_entries: 2 ** 53 }, '/max_entries'],
    [{ max_entries: undefined }, '/max_entries'],
    [{ updated_at: '2026-08-31T18:00:00Z' }, '/updated_at'],
    [{ updated_at: '2026-02-30T18:00:00+00:00' }, '/updated_at'],
    [{ raffle_id: 'x' }, '/raffle_id'],
  ]
  for (const [changes, pointer] of schema) {
    const value = JSON.parse(JSON.stringify({ ...statistics, ...changes })) as object
    const [refusal] = await refuse([value])
    t.equal(refusal?.code, 'statistics-schema', JSON.stringify(changes))
    t.equal(refusal?.where.pointer, pointer)
  }
  const [sum, capacity] = await refuse([
    { ...statistics, total_entries: 143 },
    { ...statistics, max_entries: 141 },
  ])
  t.match(sum, {
    code: 'statistics-inconsistent',
    message: '120 paid and 22 free entries are not 143 in total',
    where: { pointer: '/total_entries', file: '0.json' },
  })
  t.match(capacity, {
    code: 'statistics-inconsistent',
    message: '142 entries, and at most 141',
    where: { file: '1.json' },
  })
  // Doubles would call these two equal.
  const huge = {
    ...statistics,
    total_entries: 2 ** 53 - 1,
    paid_entries: 2 ** 53 - 1,
    free_entries: 1,
    max_entries: 2 ** 53 - 1,
  }
  t.strictSame(codes(await refuse([huge], { replace: { reason: 'a slip' } })), ['statistics-inconsistent'])
  t.equal(await store.readRaffle(id), undefined)

  const given = { ...statistics, raffle_id: id.toUpperCase(), updated_at: '2026-08-31T18:00:00.987+00:00' }
  t.strictSame(await put([given]), [
    { file: '0.json', raffle_id: id, view: 'statistics', notes: [], outcome: 'published' },
  ])
  t.strictSame(await read(), statistics)
  t.strictSame(outcomes(await put([given, statistics])), ['unchanged', 'unchanged'])

  const next = {
    ...statistics,
    total_entries: 150,
    paid_entries: 128,
    updated_at: '2026-08-31T18:00:01+00:00',
  }
  t.strictSame(outcomes(await put([next])), ['replaced'], 'newer ones go before the older')
  t.equal((await store.readRaffle(id))?.totalEntries, 150)
  const [older] = await refuse([statistics])
  t.match(older, { code: 'statistics-older', where: { pointer: '/updated_at' }, hint: /--replace/ })
  t.match(older?.message, '2026-08-31T18:00:00+00:00')
  t.match(older?.message, '2026-08-31T18:00:01+00:00')
  t.strictSame(await read(), next)
  t.strictSame(outcomes(await put([statistics], { replace: { reason: 'a slip' } })), ['replaced'])
  t.strictSame(await read(), statistics)
  await put([next])
  t.strictSame(outcomes(await put([statistics], { olderStatistics: true })), ['replaced'])
  t.strictSame(outcomes(await put([{ ...statistics, max_entries: 600 }])), ['replaced'], 'of the same time')
  const none = { ...statistics, total_entries: 0, paid_entries: 0, free_entries: 0, max_entries: 0 }
  t.strictSame(outcomes(await put([none])), ['replaced'])
  t.equal((await store.readRaffle(id))?.totalEntries, 0)
})

await t.test('a raffle with statistics only, and then its record', async t => {
  const { put, audit, history, store } = await open(t)
  await put([statistics])
  t.strictSame(await audit(), record())
  t.strictSame(await history(), [])
  t.equal((await store.readRaffle(id))?.totalDraws, 0)
  t.strictSame(outcomes(await put([flat(1)])), ['published'])
  t.strictSame(await audit(), record(draw(1)))
  t.match(await history(), [{ version: 1, reason: null }])
  t.match(await store.readRaffle(id), { totalDraws: 1, totalEntries: 142 })
  t.strictSame(outcomes(await put([{ ...statistics, max_entries: 501 }])), ['replaced'])
  t.match(await store.readRaffle(id), { totalDraws: 1, totalEntries: 142 })
  t.equal((await history()).length, 1, 'statistics are no version of the record')
})

await t.test('two writers at once', async t => {
  const { store, file, audit, put } = await open(t)
  const second = await openSqliteStore(file, { access: 'write' })
  t.teardown(() => second.close())
  const document = (value: object) => [{ file: 'x.json', read: () => value }]
  const first = publish(store, document(flat(1)), { now, random })
  // It waits for its turn, and lets the first, in the same process, go on meanwhile.
  t.strictSame(outcomes(await publish(second, document(flat(1)), { now, random })), ['unchanged'])
  await first
  t.strictSame(await audit(), record(draw(1)))

  // What one has not committed yet, the other does not see.
  let proceed: () => void = () => undefined
  const gate = new Promise<void>(resolve => (proceed = resolve))
  const slow = store.transact(async transaction => {
    await transaction.writeAuditRecord(
      { raffle_id: id, draws: [draw(1), draw(2)], unknown: [] },
      { publishedAt: '2026-09-01T08:00:00+00:00' },
    )
    await gate
    throw new Error('given up')
  })
  t.equal((await second.readRaffle(id))?.totalDraws, 1)
  proceed()
  await t.rejects(slow, /given up/)
  t.equal((await second.readRaffle(id))?.totalDraws, 1)
  t.equal(
    await second.readRaffle(id).then(raffle => raffle?.audit.etag),
    (await store.readRaffle(id))?.audit.etag,
  )

  t.strictSame(outcomes(await publish(second, document(flat(2)), { now, random })), ['added'])
  t.strictSame(outcomes(await put([flat(3)])), ['added'], 'on top of what the other one wrote')
  t.strictSame(await audit(), record(draw(1), draw(2), draw(3)))
})
