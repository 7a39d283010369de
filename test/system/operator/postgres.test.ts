import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { encodeEnvelope } from '../../../src/core/dsse.js'
import { parseBundle } from '../../../src/model/bundle.js'
import { parseWebhookEvent } from '../../../src/model/webhook-event.js'
import { native } from '../../../src/native/engine.js'
import { cancelRaffle } from '../../../src/operator/cancel-raffle.js'
import { createLog } from '../../../src/operator/create-log.js'
import { createRaffle } from '../../../src/operator/create-raffle.js'
import { addToken } from '../../../src/operator/desk-tokens.js'
import { EntriesRefusedError } from '../../../src/operator/import-entries.js'
import { generateKey } from '../../../src/operator/keys.js'
import { readStatus } from '../../../src/operator/raffle-status.js'
import { issueOne, withdrawEntry } from '../../../src/operator/receipts.js'
import { replaceWinner } from '../../../src/operator/replace-winner.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../../src/operator/sequence-log.js'
import { stampStatements } from '../../../src/operator/stamp-statements.js'
import { addEndpoint, confirmEndpoint } from '../../../src/operator/webhooks.js'
import { checkPostgresStore } from '../../../src/store/postgres/maintenance.js'
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.js'
import { openDesk } from '../../desk/open-desk.js'
import { race } from '../../desk/races.js'
import { createDatabase, noPostgres, query } from '../../postgres.js'
import { createWay } from '../../postgres-way.js'
import { Children } from '../../operator/children.js'
import { checkHistoryOf } from '../../operator/log-history.js'
import { perform, setUpPlayer } from '../../operator/log-play.js'
import type { Orders } from '../../operator/log-racer.js'
import {
  close,
  drawAt,
  failure,
  goTo,
  list,
  noon,
  offer,
  operator,
  raffleId,
  readView,
  setUp,
  type Stage,
} from '../../operator/stage.js'

const { startAuthority } = await import('../../../scripts/time-stamp-authority.js')

type Test = Parameters<typeof createDatabase>[0] & Parameters<typeof setUp>[0]

const other = '59638a53-01d5-4ea0-96bc-887c4448c4f3'
const origin = 'raffles.example/log'

async function open(test: Test, options: { url?: string; file?: string; bare?: boolean } = {}) {
  const { url = await createDatabase(test), ...more } = options
  const store = await openPostgresStore(url, { access: 'write', create: true })
  return { ...(await setUp(test, { ...more, store })), url }
}

/** Does a step again for as long as somebody else is at work. */
async function untilDone<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'store-busy') throw error
    }
  }
}

/** Ends some of the connections to a database. */
const cut = (url: string): Promise<readonly unknown[]> =>
  query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.3`,
  )

await t.test('a whole ceremony in a database', { skip: noPostgres }, async t => {
  const stage = await open(t)
  const { desk, store } = stage
  await createLog(desk, origin)
  const allow = { http: false, anyPort: false, networks: [] }
  const apiUrl = 'https://raffles.example/api/v1'
  const { endpoint } = await addEndpoint(desk, { url: 'https://subscriber.example/hook', allow, apiUrl })
  await confirmEndpoint(desk, endpoint.id)
  await goTo(stage, 'drawn')
  const { winners } = await stage.draw()
  t.match(readView((await store.readRaffle(raffleId))?.statistics), { total_entries: 142, paid_entries: 114 })
  const winner = winners[1]?.winner_entry_id ?? ''
  const { replacement } = await replaceWinner(desk, raffleId, winner, 'did not answer')
  t.match(replacement, { position: 2, attempt: 1, sequence: 5 })
  t.strictSame(await sequenceLog(desk).then(done => done?.head.size), 6)
  const report = await stage.verify()
  t.strictSame([report.verdict, report.subjects[0]?.level], ['proven', 3])
  t.equal((await stage.bundle()).log?.proofs.length, 6, 'with every statement in the log')
  t.match(await store.readEntryProof(raffleId, 'ticket-77'), { index: 77, total_entries: 142 })
  t.equal(await store.readEntryProof(raffleId, 'ticket-142'), undefined)

  await createRaffle(desk, { ...offer, raffleId: other, entriesCloseAt: drawAt + 3600 })
  await cancelRaffle(desk, other, 'too few')
  t.equal((await readStatus(store.ceremonies, other, desk.now())).state, 'cancelled')
  t.strictSame(await store.ceremonies.listCeremonies('', 10), [raffleId, other])
  const deliveries = await store.outbox.listDeliveries({ endpoint: endpoint.id, limit: 10 })
  const events = await store.transact(async ({ outbox }) => {
    await outbox.beat('reader', 0, 8e14)
    return outbox.claim('reader', endpoint.id, 10, 7e14)
  })
  t.strictSame(
    events.map(({ body }) => parseWebhookEvent(JSON.parse(Buffer.from(body).toString())).type),
    [
      'draw.completed',
      'draw.completed',
      'draw.completed',
      'audit.published',
      'draw.replaced',
      'raffle.cancelled',
    ],
    'all of it is told, in its order',
  )
  t.equal(deliveries.length, 6)
})

await t.test('the clock of the database', { skip: noPostgres }, async t => {
  const { desk, store } = await open(t)
  const other = (await store.readClock()) ?? new Date(0)
  t.ok(Math.abs(other.getTime() - Date.now()) < 5000)
  for (const [ahead, relation] of [
    [3600, 'ahead of'],
    [-3600, 'behind'],
  ] as const) {
    const now = () => new Date(Date.now() + 1000 * ahead)
    const wrong = { ...desk, now, otherClock: store.readClock }
    const entriesCloseAt = Math.floor(Date.now() / 1000) + 86_400
    t.match(await failure(createRaffle(wrong, { ...offer, entriesCloseAt })), {
      code: 'clock-wrong',
      message: new RegExp(`(1 h|59 min 59 s) ${relation} that of the database`),
    })
  }
  t.strictSame(await store.ceremonies.readDigests(), [])
})

await t.test('imports', { skip: noPostgres }, async t => {
  const stage = await open(t)
  await goTo(stage, 'created')
  const strange = ["it's", 'a "b"', 'back\\slash', '{x,NULL}', 'Łódź 🎟', '\u{10fffe}0', '\ue000', '$1 ? @id']
  const text = strange.map(id => `${JSON.stringify([id, 'free'])}\n`).join('')
  t.match(await stage.importText(text), { added: strange.length, freeEntries: strange.length })
  const { ceremonies } = stage.store
  t.strictSame(
    (await ceremonies.readEntries(raffleId, 0, 100)).map(({ id }) => id),
    strange,
  )
  for (const [place, id] of strange.entries()) t.equal(await ceremonies.findEntry(raffleId, id), place, id)
  t.match(await stage.importText(`["new-2","free"]\n${text}["new-1","paid"]\n`), {
    added: 2,
    alreadyThere: strange.length,
  })
  t.equal(await ceremonies.findEntry(raffleId, 'new-1'), strange.length + 1)

  const bad = ['c,paid', 'd', 'new-1,paid', 'new-1,paid', 'c,paid', 'new-2,paid'].join('\n')
  const error = await failure(stage.importText(bad))
  t.ok(error instanceof EntriesRefusedError)
  t.match(error, {
    totalProblems: 4,
    problems: [
      { line: 2, problem: /kind is missing/ },
      { line: 4, problem: '"new-1" is also on line 3' },
      { line: 5, problem: '"c" is also on line 1' },
      { line: 6, problem: '"new-2" is in the raffle with the other kind' },
    ],
  })
  t.match(await failure(stage.importText('x,paid\n'.repeat(1000))), { totalProblems: 999 })
  t.equal((await ceremonies.readCeremony(raffleId))?.freeEntries, strange.length + 1, 'nothing was imported')
  t.match(await stage.importText(list), { added: 142 })
})

await t.test(
  'two instances at once: one signs, the other finds it done or busy',
  { skip: noPostgres },
  async t => {
    const one = await open(t)
    await goTo(one, 'imported')
    const two = await open(t, { url: one.url, file: one.file, bare: true })
    for (const stage of [one, two]) stage.setClock(close)
    const ended = await Promise.allSettled([one, two].map(({ desk }) => sealRaffle(desk, raffleId)))
    t.equal(ended.filter(end => end.status === 'fulfilled' && end.value.signed).length, 1)
    for (const end of ended) {
      if (end.status === 'rejected') t.match(end.reason, { code: 'store-busy' })
      else t.equal(end.value.seal.total_entries, 142)
    }
    t.equal((await one.bundle()).statements.length, 2)
  },
)

await t.test('receipts and time-stamps of two instances at once', { skip: noPostgres }, async t => {
  const one = await open(t)
  await generateKey(one.desk, operator, 'receipts')
  await goTo(one, 'imported')
  const two = await open(t, { url: one.url, file: one.file, bare: true })
  const authority = await startAuthority(join(t.testdirName, 'authority'))
  t.teardown(authority.close)
  const stages = [one, two] as const
  // Of the one or the other, whoever asks.
  one.setClock(noon + 60)
  two.setClock(noon + 120)
  const ids = ['ticket-0', 'ticket-1', 'ticket-2', 'ticket-3', 'ticket-4', 'ticket-5']
  for (const id of ids) {
    const both = await Promise.all(stages.map(({ desk }) => issueOne(desk, raffleId, id)))
    t.equal(both.filter(({ issued }) => issued).length, 1, `${id} is issued once`)
    t.equal(new Set(both.map(({ receipt }) => JSON.stringify(encodeEnvelope(receipt)))).size, 1, id)
  }
  const stamp = ({ desk }: Stage) => stampStatements(desk, raffleId, [authority.url], { env: {} })
  const stamped = (await Promise.all(stages.map(stamp))).flat()
  t.strictSame(
    stamped.map(({ fault }) => fault),
    stamped.map(() => undefined),
  )
  t.equal((await one.store.ceremonies.readTokens(raffleId)).length, 1, 'one of each authority')
  t.equal(parseBundle(await one.bundle()).timestamps?.length, 1)

  for (const stage of stages) stage.setClock(close)
  const late = Array.from({ length: 12 }, (_, at) => `ticket-${at + 20}`)
  const sealing = untilDone(() => sealRaffle(one.desk, raffleId))
  const racing = Promise.allSettled(
    late.map(async (id, at) => {
      await setTimeout(at * 15)
      return untilDone(async () =>
        at % 3 === 0 ? withdrawEntry(two.desk, raffleId, id, 'refunded') : issueOne(two.desk, raffleId, id),
      )
    }),
  )
  const { seal } = await sealing
  const ended = await racing
  let issued = 0
  for (const [at, end] of ended.entries()) {
    const id = late[at] ?? ''
    const isIn = (await one.store.readEntryProof(raffleId, id)) !== undefined
    if (end.status === 'rejected') t.match(end.reason, { code: 'raffle-state' }, id)
    else issued += 1
    t.equal(isIn, end.status === 'rejected' || at % 3 !== 0, `${id} is in the list, or was withdrawn`)
    const row = await one.store.ceremonies.readReceipt(raffleId, id)
    if (row !== undefined) t.ok(row.issuedAt <= seal.issued_at_utc, `${id} before the seal`)
    t.equal(row !== undefined, end.status === 'fulfilled' && at % 3 !== 0, id)
  }
  const withdrawn = ended.filter((end, at) => end.status === 'fulfilled' && at % 3 === 0).length
  t.equal(seal.total_entries, 142 - withdrawn)
  t.equal(seal.withdrawn, undefined, 'nobody had a receipt of those')
  t.comment(`${issued} of ${late.length} were before the seal`)
  t.match(await failure(issueOne(two.desk, raffleId, 'ticket-60')), { code: 'raffle-state' })
  one.setClock(drawAt + 3)
  await one.draw()
  t.equal((await one.verify()).verdict, 'proven')
})

for (const isOfficeFirst of [true, false]) {
  const title = `two desks on one database, ${isOfficeFirst ? 'the office first' : 'the office amid the shops'}`
  await t.test(title, { skip: noPostgres }, async t => {
    const one = await open(t)
    await generateKey(one.desk, operator, 'receipts')
    const two = await open(t, { url: one.url, file: `${one.file}-two`, bare: true })
    const tokens = await Promise.all(
      (['shop', 'rival', 'office'] as const).map(name =>
        addToken(one.desk, name, [name === 'office' ? 'ceremony' : 'entries']),
      ),
    )
    const [shop = '', rival = '', office = ''] = tokens.map(({ text }) => text)
    const [near, far] = await Promise.all(
      [one, two].map(({ desk }) => openDesk(t, { ...desk, isShared: true })),
    )
    if (near === undefined || far === undefined) throw new Error('no desks')
    await race(t, {
      ...{ desks: [near.ask, far.ask], store: one.store, shop, rival, office, raffleId, isOfficeFirst },
      setClock(seconds) {
        one.setClock(seconds)
        two.setClock(seconds)
      },
    })
    t.strictSame((await checkPostgresStore(one.url, native)).problems, [])
    const said = [...near.logs, ...far.logs]
    t.notOk(
      said.some(({ status }) => status === 500),
      'nothing fails in a way of which nobody thought',
    )
  })
}

await t.test('a desk that never hears of its commit', { skip: noPostgres }, async t => {
  const way = await createWay(t, await createDatabase(t))
  const stage = await open(t, { url: way.url })
  await generateKey(stage.desk, operator, 'receipts')
  const { text: token } = await addToken(stage.desk, 'all', ['entries', 'ceremony'])
  await createRaffle(stage.desk, { ...offer, prizes: [{ prizeName: 'Mug' }] })
  const { ask } = await openDesk(t, { ...stage.desk, isShared: true })
  const path = `/v1/raffles/${raffleId}`
  const entries = ['1', '2'].map(id => ({ id, kind: 'paid' }))
  const sale = { token, body: { entries }, headers: { 'idempotency-key': 'k' } }
  /** Asks again as a shop does: what it was told first, and then. */
  const insist = async (call: string, asked: Parameters<typeof ask>[1]) => {
    way.loseCommit()
    return [await ask(call, asked), await ask(call, asked)] as const
  }
  const [lost, sold] = await insist(`POST ${path}/entries`, sale)
  t.match([lost.status, lost.headers.get('retry-after')], [503, '5'])
  t.match(sold, { status: 200, body: { added: 2, total_entries: 2 } })
  t.equal(sold.headers.get('idempotent-replayed'), 'true', 'it had been done')
  t.equal((await ask(`POST ${path}/entries`, sale)).text, sold.text)
  const refunds = await insist(`DELETE ${path}/entries/1`, { token, body: { reason: 'refund' } })
  t.match(refunds, [{ status: 503 }, { status: 200, body: { changed: false, total_entries: 1 } }])
  stage.setClock(close)
  const seals = await insist(`POST ${path}/seal`, { token })
  t.match(seals, [
    { status: 503 },
    { status: 200, body: { seal: { total_entries: 1, withdrawn: { count: 1 } } } },
  ])
  t.equal((await stage.bundle()).statements.length, 2)
})

await t.test('a step that is cut anywhere is done again', { skip: noPostgres }, async t => {
  const stage: Stage & { url: string } = await open(t)
  const again = async <T>(step: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        t.equal((error as { code?: unknown }).code, 'store-unavailable')
      }
    }
  }
  const done = new AbortController()
  let cuts = 0
  const cutting = (async () => {
    while (!done.signal.aborted) {
      await setTimeout(Math.random() * 20)
      cuts += (await cut(stage.url)).length
    }
  })()
  await again(() => createRaffle(stage.desk, offer))
  await again(() => stage.importText(list))
  stage.setClock(close)
  await again(() => sealRaffle(stage.desk, raffleId))
  stage.setClock(drawAt + 3)
  const { winners } = await again(() => stage.draw())
  await again(() => replaceWinner(stage.desk, raffleId, winners[0]?.winner_entry_id ?? '', 'no answer'))
  done.abort()
  await cutting
  const { statements } = await again(() => stage.bundle())
  t.equal(statements.length, 6, 'each statement once')
  t.equal((await again(() => stage.verify())).verdict, 'proven')
  t.comment(`${cuts} connections were cut`)
})

for (const withCuts of [false, true]) {
  const title = `four processes draw and sequence on one database${withCuts ? ' that loses connections' : ''}`
  await t.test(title, { skip: noPostgres, timeout: 120_000 }, async t => {
    const url = await createDatabase(t)
    const folder = t.testdir()
    const file = join(folder, 'journal')
    const store = await openPostgresStore(url, { access: 'write', create: true })
    t.teardown(() => store.close())
    await perform(setUpPlayer(store, file), ['key', 'log', 'witness'])
    const children = new Children<Orders>('log-racer.ts', folder)
    t.teardown(() => {
      children.end()
    })
    const running = [1, 2, 3, 4].map(number => children.start({ file, url, number, time: 4000 }))
    const done = new AbortController()
    const cutting = (async () => {
      while (withCuts && !done.signal.aborted) {
        await setTimeout(100)
        await cut(url)
      }
    })()
    const outputs = await Promise.all(running.map(({ ended }) => ended)).finally(() => {
      done.abort()
    })
    await cutting
    const counts = outputs.map(({ output }) => output.trim().split(' ').map(Number))
    for (const [raffles = 0] of counts) t.ok(raffles > 0, `${raffles} raffles by one process`)
    const fresh = await openPostgresStore(url, { access: 'read' })
    t.teardown(() => fresh.close())
    t.strictSame(await checkHistoryOf(fresh, file), [], 'one history')
    const total = counts.reduce((sum, [raffles = 0]) => sum + raffles, 0)
    t.equal(await fresh.log.countEntries(), 4 * total, 'with every statement of every raffle')
    const [row] = await query<{ deadlocks: string }>(
      url,
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    t.equal(row?.deadlocks, '0')
  })
}
