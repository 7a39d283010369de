import t from 'tap'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { replaceWinner } from '../../src/operator/replace-winner.js'
import { readStatus } from '../../src/operator/raffle-status.js'
import { publish, RefusedError } from '../../src/operator/publish.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { DrawauditError } from '../../src/errors.js'
import {
  chain,
  close,
  drawAt,
  failure,
  goTo,
  list,
  noon,
  offer,
  raffleId,
  readView,
  roundOf,
  setUp,
  sign,
} from './stage.js'

const other = '59638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('a raffle that cannot be is not committed to', async t => {
  const { desk, store } = await setUp(t)
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ name: ' ' }, /name of the raffle is empty/],
    [{ name: 'a\nb' }, /control characters/],
    [{ prizes: [] }, /no prize/],
    [{ prizes: [{ prizeName: '' }] }, /name of a prize/],
    [{ prizes: ['a', 'b'].map(prizeName => ({ prizeName, drawId: other })) }, /same draw id/],
    [{ prizes: [{ prizeName: 'a', drawId: 'x' }] }, /not a UUID/],
    [{ maxEntries: 2 }, /3 prizes and at most 2 entries/],
    [{ drawAt: close + 29 }, /less than 30 s after/],
    [{ entriesCloseAt: noon, drawAt }, /not after now/],
    [{ entriesCloseAt: close + 0.5 }, /whole seconds/],
    [{ raffleId: 'x' }, /not a UUID/],
    [{ supersedes: other }, /is not in this store/],
    [
      { prizes: Array.from({ length: 400 }, (_, n) => ({ prizeName: `Prize ${n}` })) },
      /at most 48000 bytes, found/,
    ],
  ]
  for (const [change, message] of cases) {
    const error = await failure(createRaffle(desk, { ...offer, ...change }))
    t.match(error, { code: 'raffle-invalid', message, hint: /\w/ })
  }
  t.strictSame(await store.ceremonies.readDigests(), [], 'nothing was signed')
  t.strictSame(await store.listRaffles({ limit: 10 }), [])
})

await t.test('the same raffle again is the same, another one is refused', async t => {
  const { desk, store } = await setUp(t)
  const first = await createRaffle(desk, offer)
  t.strictSame(await createRaffle(desk, { ...offer, drawAt }), { ...first, signed: false })
  const changes: readonly object[] = [
    { name: 'Winter raffle' },
    { prizes: offer.prizes.slice(1) },
    { prizes: [{ prizeName: 'Car' }, ...offer.prizes.slice(1)] },
    { prizes: [{ ...offer.prizes[0], drawId: other }, ...offer.prizes.slice(1)] },
    { maxEntries: 501 },
    { entriesCloseAt: close + 1, drawAt },
    { drawAt: drawAt + 1 },
    { chain: null },
    { operator: 'Someone else' },
  ]
  for (const change of changes) {
    t.match(await failure(createRaffle(desk, { ...offer, ...change })), { code: 'raffle-exists' })
  }
  t.equal((await store.ceremonies.readDigests()).length, 1)
  const { raffle_id: fresh } = (await createRaffle(desk, { ...offer, raffleId: other, drawAt: close + 30 }))
    .commitment
  t.equal(fresh, other)
})

await t.test('what is published by hand and what is signed stay apart', async t => {
  const stage = await setUp(t)
  const statistics = {
    raffle_id: other,
    total_entries: 1,
    paid_entries: 1,
    free_entries: 0,
    max_entries: 2,
    updated_at: '2026-09-01T12:00:00+00:00',
  }
  const put = (raffle: string) =>
    publish(stage.store, [{ file: 'x.json', read: () => ({ ...statistics, raffle_id: raffle }) }], {
      now: stage.desk.now(),
      random: stage.desk.random,
      replace: { reason: 'a slip' },
    })
  await put(other)
  t.match(await failure(createRaffle(stage.desk, { ...offer, raffleId: other })), {
    code: 'raffle-exists',
    message: /published without the protocol/,
  })
  await goTo(stage, 'created')
  const before = await stage.store.readRaffle(raffleId)
  const refused: unknown = await put(raffleId).catch((error: unknown) => error)
  t.ok(refused instanceof RefusedError)
  t.equal(refused instanceof RefusedError && refused.refusals[0]?.code, 'record-signed')
  t.strictSame(await stage.store.readRaffle(raffleId), before)
  t.match(readView(before?.audit), { total_draws: 0, draws: [] }, 'public from its commitment on')
  t.match(readView(await stage.store.readStatements(raffleId)), { raffle_id: raffleId, total_statements: 1 })
})

await t.test('sealing', async t => {
  const stage = await setUp(t)
  const seal = () => sealRaffle(stage.desk, raffleId)
  t.match(await failure(seal()), { code: 'raffle-missing' })
  await goTo(stage, 'imported')
  t.match(await failure(seal()), { code: 'raffle-early', message: /in 1 h/, hint: /seal after that/ })
  stage.setClock(close - 1)
  t.match(await failure(seal()), { code: 'raffle-early', message: /in 1 s/ })
  t.match(await failure(stage.draw()), { code: 'raffle-state', hint: /raffle seal/ })
  stage.setClock(close)
  await stage.importText('late,free\n')
  const first = await seal()
  t.match(first, { signed: true, margin: 900, seal: { total_entries: 143 } })
  stage.setClock(drawAt + 100)
  t.strictSame(await seal(), { ...first, signed: false }, 'a second seal is the first one')
  t.match(await failure(stage.importText('later,free\n')), { code: 'raffle-state', hint: /raffle cancel/ })
})

await t.test('a list can be sealed until the round of its draw, which may come a little later', async t => {
  const stage = await setUp(t)
  // Rounds come every three seconds: the first one after that is due two seconds later.
  await createRaffle(stage.desk, { ...offer, drawAt: drawAt + 1 })
  await stage.importText(list)
  stage.setClock(drawAt + 2)
  t.match(await sealRaffle(stage.desk, raffleId), { signed: true, margin: 1 })
})

await t.test('a list that is sealed too late, or not at all', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  stage.setClock(drawAt)
  const error = await failure(sealRaffle(stage.desk, raffleId))
  t.match(error, {
    code: 'raffle-late',
    message: /before 2026-09-01T13:15:00/,
    hint: /raffle cancel .*--supersedes/,
  })
  t.match(await failure(stage.draw()), { code: 'raffle-late', hint: /--supersedes/ })
  let asked = 0
  // The first question is answered before the list is hashed, the second after.
  const slow = { ...stage.desk, now: () => new Date(((asked += 1) === 1 ? drawAt - 1 : drawAt) * 1000) }
  t.match(await failure(sealRaffle(slow, raffleId)), { code: 'raffle-late' })
  t.equal((await readStatus(stage.store.ceremonies, raffleId, stage.desk.now())).state, 'missed')
  await cancelRaffle(stage.desk, raffleId, 'the list was not sealed in time')
  const again = { ...offer, raffleId: other, entriesCloseAt: drawAt + 3600, supersedes: raffleId }
  t.match((await createRaffle(stage.desk, again)).commitment, { supersedes: raffleId })
})

await t.test('fewer entries than prizes', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  await stage.importText('a,paid\nb,paid\n')
  stage.setClock(close)
  const error = await failure(sealRaffle(stage.desk, raffleId))
  t.match(error, {
    code: 'raffle-state',
    message: /fewer entries \(2\) than prizes \(3\)/,
    hint: /import more.*or cancel it/,
  })
  await stage.importText('c,free\n')
  t.equal((await sealRaffle(stage.desk, raffleId)).seal.total_entries, 3)
  stage.setClock(drawAt)
  const { winners } = await stage.draw()
  t.strictSame(winners.map(({ winner_entry_id }) => winner_entry_id).toSorted(), ['a', 'b', 'c'])
  t.equal((await stage.verify()).verdict, 'proven')
  t.match(await failure(replaceWinner(stage.desk, raffleId, 'a', 'did not answer')), {
    code: 'raffle-state',
    message: /no one left/,
  })
})

await t.test('drawing before the round, and with a clock that is wrong', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  stage.setClock(drawAt - 100)
  const early = new DrawauditError('remote-early', 'not out yet')
  t.match(await failure(stage.draw(() => Promise.reject(early))), {
    code: 'raffle-early',
    message: /in 1 min 40 s/,
    hint: /--wait/,
  })
  t.match(await failure(stage.draw()), {
    code: 'clock-wrong',
    message: /is out/,
    hint: /slow by 1 min 40 s at least/,
  })
  stage.setClock(drawAt + 30)
  t.equal(await failure(stage.draw(() => Promise.reject(early))), early, 'relays may be late')
  stage.setClock(drawAt + 300)
  t.match(await failure(stage.draw(() => Promise.reject(early))), {
    code: 'clock-wrong',
    message: /due 5 min ago/,
    hint: /clock is fast/,
  })
  const down = new DrawauditError('remote-unreachable', 'no relay')
  t.equal(await failure(stage.draw(() => Promise.reject(down))), down)
  stage.setClock(close - 10)
  t.match(await failure(cancelRaffle(stage.desk, raffleId, 'x')), {
    code: 'clock-wrong',
    message: /last statement of this raffle was issued at 2026-09-01T13:00:00/,
    hint: /set the clock/,
  })
  t.equal((await stage.store.ceremonies.readDigests()).length, 2, 'nothing was signed')
  t.notOk(JSON.stringify(await stage.bundle()).includes('beacon"'), 'and no seed revealed')
})

await t.test('a beacon that is none', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  stage.setClock(drawAt + 3)
  const good = sign(roundOf(chain))
  const bad = good.signature.with(5, 1 ^ (good.signature[5] ?? 0))
  const next = roundOf(chain) + 1
  const none = [
    [sign(next), new RegExp(`^the beacon is not round ${next - 1} of chain .*: it is round ${next}$`)],
    [{ ...good, signature: bad }, /^the beacon is not round \d+ of chain .*: \w/],
  ] as const
  for (const [beacon, message] of none) {
    t.match(await failure(stage.draw(() => Promise.resolve(beacon))), {
      code: 'beacon-invalid',
      message,
      hint: /another relay/,
    })
  }
  const first = await stage.draw()
  t.equal(first.signed, true)
  stage.setClock(drawAt + 1000)
  t.strictSame(
    await stage.draw(() => Promise.reject(new Error('not asked'))),
    { ...first, signed: false },
    'a second draw is the first one',
  )
})

await t.test('without a beacon', async t => {
  const stage = await setUp(t)
  await createRaffle(stage.desk, { ...offer, chain: null })
  await stage.importText(list)
  stage.setClock(drawAt - 1)
  await sealRaffle(stage.desk, raffleId)
  const fetch = () => Promise.reject(new Error('not asked'))
  t.match(await failure(stage.draw(fetch)), { code: 'raffle-early', message: /in 1 s/ })
  stage.setClock(drawAt)
  await stage.draw(fetch)
  const report = await stage.verify()
  t.strictSame([report.verdict, report.subjects[0]?.level], ['proven', 3])
})

await t.test('replacing winners', async t => {
  const stage = await setUp(t)
  const replace = (winner: string, reason = 'did not answer') =>
    replaceWinner(stage.desk, raffleId, winner, reason)
  await goTo(stage, 'sealed')
  t.match(await failure(replace('ticket-1')), { code: 'raffle-state', hint: /raffle draw/ })
  stage.setClock(drawAt)
  const { winners } = await stage.draw()
  const first = winners[0]?.winner_entry_id ?? ''
  t.match(await failure(replace('nobody')), {
    code: 'raffle-state',
    message: /"nobody" is not a winner/,
    hint: new RegExp(`"${first}"`),
  })
  t.match(await failure(replace(first, ' ')), { code: 'raffle-invalid' })
  stage.setClock(drawAt + 86_400)
  const one = await replace(first)
  t.match(one, { signed: true, replacement: { position: 1, attempt: 1, total_entries: 139 } })
  t.strictSame(await replace(first), { ...one, signed: false }, 'made again it replaces nobody else')
  const two = await replace(one.replacement.winner_entry_id, 'is an employee')
  t.match(two, { signed: true, replacement: { position: 1, attempt: 2, total_entries: 138 } })
  const { draws } = readView((await stage.store.readRaffle(raffleId))?.audit) as { draws: object[] }
  t.match(draws[0], {
    winner_entry_id: two.replacement.winner_entry_id,
    drawn_at_utc: '2026-09-02T13:15:00+00:00',
    total_entries: 142,
  })
  const { versions } = readView(await stage.store.readAuditHistory(raffleId)) as {
    versions: { reason: unknown }[]
  }
  t.strictSame(
    versions.map(({ reason }) => reason),
    [null, 'did not answer', 'is an employee'],
  )
  t.equal((await stage.verify()).verdict, 'proven')
  t.match(await readStatus(stage.store.ceremonies, raffleId, stage.desk.now()), {
    state: 'drawn',
    winners: [{ entryId: two.replacement.winner_entry_id }, {}, {}],
  })
})

await t.test('cancelling at any time, and nothing follows', async t => {
  for (const point of ['created', 'imported', 'sealed', 'drawn'] as const) {
    const stage = await setUp(t, { file: `${t.testdir()}/${point}.db` })
    t.match(await failure(cancelRaffle(stage.desk, raffleId, 'x')), { code: 'raffle-missing' })
    await goTo(stage, point)
    const althoughDrawn = point === 'drawn'
    if (althoughDrawn) {
      t.match(await failure(cancelRaffle(stage.desk, raffleId, 'too few')), {
        code: 'raffle-state',
        hint: /--although-drawn/,
      })
    }
    t.strictSame(await cancelRaffle(stage.desk, raffleId, 'too few', { althoughDrawn }), {
      reason: 'too few',
      signed: true,
    })
    t.strictSame(await cancelRaffle(stage.desk, raffleId, 'other'), { reason: 'too few', signed: false })
    stage.setClock(drawAt + 10)
    for (const step of [
      () => sealRaffle(stage.desk, raffleId),
      () => stage.draw(),
      () => stage.importText('z,paid\n'),
      () => replaceWinner(stage.desk, raffleId, 'ticket-1', 'x'),
    ]) {
      t.match(await failure(step()), {
        code: 'raffle-state',
        message: /cancelled: too few/,
        hint: /--supersedes/,
      })
    }
    t.equal((await readStatus(stage.store.ceremonies, raffleId, stage.desk.now())).state, 'cancelled')
    t.equal((await stage.bundle()).statements.length, { created: 2, imported: 2, sealed: 3, drawn: 6 }[point])
  }
})

await t.test('what comes next is said at every point', async t => {
  const stage = await setUp(t)
  const next = async () => {
    const status = await readStatus(stage.store.ceremonies, raffleId, stage.desk.now())
    return [status.state, ...status.next.map(({ command }) => command?.split(' ').slice(2, 3).join())]
  }
  await goTo(stage, 'created')
  t.strictSame(await next(), ['open', 'import', 'seal'])
  stage.setClock(close)
  t.strictSame(await next(), ['closed', 'import', 'seal'])
  await stage.importText(list)
  t.strictSame(await next(), ['closed', 'seal', 'import'])
  await sealRaffle(stage.desk, raffleId)
  t.strictSame(await next(), ['sealed', 'draw'])
  stage.setClock(drawAt)
  t.strictSame(await next(), ['due', 'draw'])
  await stage.draw()
  t.strictSame(await next(), ['drawn', 'bundle', '', 'replace'], 'the second is drawaudit serve')
  stage.setClock(noon)
  const { notes } = await readStatus(stage.store.ceremonies, raffleId, stage.desk.now())
  t.match(notes, [/after now: look at the clock/])
})

await t.test('two at once: one signs, the other finds it done or busy', async t => {
  const one = await setUp(t)
  await goTo(one, 'imported')
  const two = await setUp(t, { file: one.file, bare: true })
  for (const stage of [one, two]) stage.setClock(close)
  const ended = await Promise.allSettled([one, two].map(({ desk }) => sealRaffle(desk, raffleId)))
  const signed = ended.filter(end => end.status === 'fulfilled' && end.value.signed)
  t.equal(signed.length, 1)
  for (const end of ended) {
    if (end.status === 'rejected') t.match(end.reason, { code: 'store-busy' })
    else t.equal(end.value.seal.total_entries, 142)
  }
  t.equal((await one.bundle()).statements.length, 2)
})
