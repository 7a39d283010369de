import { createHash } from 'node:crypto'
import t from 'tap'
import { parseWebhookEvent, type WebhookEvent } from '../../src/model/webhook-event.js'
import { random } from '../../src/cli/shared/random.js'
import type { AuditDraw } from '../../src/model/audit-record.js'
import { native } from '../../src/native/engine.js'
import { announce } from '../../src/operator/announce.js'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { drawRaffle } from '../../src/operator/draw-raffle.js'
import { publish } from '../../src/operator/publish.js'
import { replaceWinner } from '../../src/operator/replace-winner.js'
import type { DeliveryState, EndpointRow } from '../../src/store/outbox.js'
import { checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import type { Store } from '../../src/store/store.js'
import { sample } from '../server/start.js'
import { claim, endpoint, endpointId, write } from '../store/contract/outbox.js'
import { chain, drawAt, goTo, raffleId, readView, roundOf, setUp, sign } from './stage.js'

const apiUrl = 'https://raffles.example/api/v1'

/** Where the record of a raffle is, by the digest of what is served of it now. */
async function auditUrl(store: Store, id = raffleId): Promise<string> {
  const { audit } = (await store.readRaffle(id)) ?? {}
  const digest = createHash('md5')
    .update(audit?.body ?? '')
    .digest('hex')
  return `${apiUrl}/raffles/${id}/audit?etag=${digest}`
}

async function subscribe(store: Store, ...endpoints: readonly EndpointRow[]): Promise<void> {
  await write(store, async outbox => {
    await outbox.writeWebhookSettings({ apiUrl })
    for (const one of endpoints) await outbox.writeEndpoint(one)
  })
}

/** What is queued for an endpoint, in the order in which it happened. */
async function queued(store: Store, n = 1): Promise<readonly WebhookEvent[]> {
  const taken = await claim(store, `reader ${Math.random()}`, n, Date.UTC(2027), 1000)
  return taken
    .toSorted((one, other) => one.number - other.number)
    .map(({ body }) => parseWebhookEvent(JSON.parse(Buffer.from(body).toString())))
}

const sampleDraws = sample.draws as unknown as readonly [AuditDraw, AuditDraw]

const typesOf = (events: readonly WebhookEvent[]): readonly string[] => events.map(({ type }) => type)

async function states(store: Store, n: number): Promise<readonly DeliveryState[]> {
  const rows = await store.outbox.listDeliveries({ endpoint: endpointId(n), limit: 1000 })
  return rows.map(({ state }) => state)
}

async function readDraws(
  store: Store,
): Promise<{ readonly draws: readonly AuditDraw[]; readonly etag: string }> {
  const audit = (await store.readRaffle(raffleId))?.audit
  const { draws } = readView(audit) as { draws: readonly AuditDraw[] }
  return { draws, etag: audit?.etag ?? '' }
}

const aboutDraw = ({ draw_id, winner_entry_id, signature_hash }: AuditDraw, audit_url: string) => ({
  raffle_id: raffleId,
  draw_id,
  winner_entry_id,
  signature_hash,
  audit_url,
})

await t.test('a whole ceremony', async t => {
  const stage = await setUp(t)
  const { store, desk } = stage
  await subscribe(store, endpoint(1))
  await goTo(stage, 'sealed')
  t.strictSame(await queued(store), [], 'nobody is told of a commitment or a seal')
  stage.setClock(drawAt + 3)
  await stage.draw()
  const { draws, etag } = await readDraws(store)
  const timestamp = '2026-09-01T13:15:03+00:00'
  const url = await auditUrl(store)
  t.strictSame(await queued(store), [
    ...draws.map(draw => ({ type: 'draw.completed', timestamp, data: aboutDraw(draw, url) })),
    {
      type: 'audit.published',
      timestamp,
      data: { raffle_id: raffleId, total_draws: 3, audit_url: url, audit_etag: etag },
    },
  ])
  await stage.draw()
  t.strictSame(await queued(store), [], 'drawn before')

  stage.setClock(drawAt + 100)
  const winner = draws[1]?.winner_entry_id ?? ''
  await replaceWinner(desk, raffleId, winner, 'did not answer')
  const { draws: after } = await readDraws(store)
  t.not(after[1]?.winner_entry_id, winner)
  const urlAfter = await auditUrl(store)
  t.not(urlAfter, url, 'no cache has seen it')
  t.not(after[1]?.signature_hash, draws[1]?.signature_hash)
  t.strictSame(await queued(store), [
    {
      type: 'draw.replaced',
      timestamp: '2026-09-01T13:16:40+00:00',
      data: after.flatMap((draw, index) =>
        index === 1 ? { ...aboutDraw(draw, urlAfter), reason: 'did not answer' } : [],
      )[0],
    },
  ])
  await replaceWinner(desk, raffleId, winner, 'did not answer')
  t.strictSame(await queued(store), [], 'replaced before')

  stage.setClock(drawAt + 200)
  const reason = '“fraud” '.repeat(1000)
  await cancelRaffle(desk, raffleId, reason, { althoughDrawn: true })
  const [cancelled, ...more] = await queued(store)
  t.match(cancelled, {
    type: 'raffle.cancelled',
    timestamp: '2026-09-01T13:18:20+00:00',
    data: { raffle_id: raffleId, reason: `${reason.slice(0, 2000)}…` },
  })
  t.strictSame(more, [])
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
})

await t.test('the ids of events are their own, and no event is queued twice', async t => {
  const stage = await setUp(t)
  await subscribe(stage.store, endpoint(1), endpoint(2))
  await goTo(stage, 'drawn')
  const rows = await stage.store.outbox.listDeliveries({ limit: 100 })
  t.equal(rows.length, 8)
  t.equal(new Set(rows.map(({ messageId }) => messageId)).size, 4)
  for (const { messageId, raffleId: id } of rows) {
    t.match(messageId, /^msg_[0-9a-f]{32}$/)
    t.equal(id, raffleId)
  }
})

await t.test('without settings nothing is kept, and the ceremony is what it is', async t => {
  const stage = await setUp(t)
  const { store } = stage
  await write(store, outbox => outbox.writeEndpoint(endpoint(1)))
  await goTo(stage, 'drawn')
  t.strictSame(await queued(store), [])
  t.equal(await write(store, outbox => outbox.redeliver(endpointId(1), { since: 0 }, 0)), 0)
  t.equal((await stage.verify()).verdict, 'proven')
})

await t.test('who is told: by state and by what they want', async t => {
  const stage = await setUp(t)
  const { store } = stage
  await subscribe(
    store,
    endpoint(1, { state: 'unconfirmed' }),
    endpoint(2, { state: 'paused' }),
    endpoint(3, { state: 'disabled' }),
    endpoint(4, { events: ['audit.published', 'raffle.cancelled'] }),
    endpoint(5, { events: ['draw.replaced'] }),
    endpoint(6, { events: [] }),
  )
  await goTo(stage, 'drawn')
  await cancelRaffle(stage.desk, raffleId, 'a reason', { althoughDrawn: true })
  const counts = await Promise.all([1, 2, 3, 4, 5, 6].map(async n => (await states(store, n)).length))
  t.strictSame(counts, [0, 5, 0, 2, 0, 0])
  t.strictSame(typesOf(await queued(store, 4)), ['audit.published', 'raffle.cancelled'])
  t.strictSame(typesOf(await queued(store, 2)), [], 'not while it is paused')
  await write(store, outbox => outbox.writeEndpoint(endpoint(2)))
  t.equal((await queued(store, 2)).length, 5)
  const count = await write(store, outbox => outbox.redeliver(endpointId(1), { since: 0 }, 0))
  t.equal(count, 5, 'what happened before an endpoint was confirmed can be asked for')
})

await t.test('where nobody listens yet, events are kept for those who will', async t => {
  const stage = await setUp(t)
  const { store } = stage
  await subscribe(store)
  await goTo(stage, 'drawn')
  await write(store, outbox => outbox.writeEndpoint(endpoint(1)))
  t.strictSame(await queued(store), [])
  t.equal(await write(store, outbox => outbox.redeliver(endpointId(1), { since: 0 }, 0)), 4)
  t.strictSame(typesOf(await queued(store)), [
    'draw.completed',
    'draw.completed',
    'draw.completed',
    'audit.published',
  ])
})

await t.test('what fails leaves neither draw nor event', async t => {
  const stage = await setUp(t)
  const { store } = stage
  await subscribe(store, endpoint(1))
  await goTo(stage, 'sealed')
  stage.setClock(drawAt + 3)
  let isBroken = true
  const desk = {
    ...stage.desk,
    random(length: number): Uint8Array {
      // The ids of events are the last thing that is made.
      if (isBroken) throw new Error('no randomness')
      return stage.desk.random(length)
    },
  }
  const draw = () => drawRaffle(desk, raffleId, () => Promise.resolve(sign(roundOf(chain))))
  await t.rejects(draw(), /^no randomness$/)
  t.strictSame(await queued(store), [])
  t.equal((await readDraws(store)).draws.length, 0)
  isBroken = false
  t.match(await draw(), { signed: true })
  t.equal((await readDraws(store)).draws.length, 3)
  t.equal((await queued(store)).length, 4, 'once, although it was tried twice')
  t.equal((await stage.verify()).verdict, 'proven')
})

await t.test('too much that is outstanding is held, and no draw fails', async t => {
  const { store } = await setUp(t)
  await subscribe(store, endpoint(1), endpoint(2))
  const cancelled = { type: 'raffle.cancelled' as const, raffleId, reason: 'a reason' }
  const tell = (mostPending: number) =>
    store.transact(transaction =>
      announce(transaction, [cancelled, cancelled], new Date(0), random, mostPending),
    )
  await tell(3)
  t.strictSame(await states(store, 1), ['pending', 'pending'])
  t.strictSame(await states(store, 2), ['held', 'pending'])
  await tell(3)
  t.equal(await store.outbox.countPending(100), 3)
  t.strictSame(await states(store, 2), ['held', 'held', 'held', 'pending'])
  await tell(5)
  t.equal(await store.outbox.countPending(100), 5)
  t.equal(
    await write(store, outbox => outbox.redeliver(endpointId(2), { since: 0 }, 0)),
    6,
    'what was held, and what waits',
  )
})

await t.test('a large event', async t => {
  const { store } = await setUp(t)
  await subscribe(store, endpoint(1))
  const [draw] = sampleDraws
  const tell = (length: number) => {
    const long = { ...draw, winner_entry_id: 'x'.repeat(length) }
    const event = { type: 'draw.replaced' as const, raffleId, draw: long, reason: '\u0001'.repeat(5000) }
    return store.transact(transaction => announce(transaction, [event], new Date(0), random))
  }
  await tell(7000)
  await t.rejects(tell(20_000), {
    code: 'webhook-event',
    message: /^the event draw.replaced of raffle .* bytes/,
  })
  const events = await queued(store)
  t.equal(events.length, 1)
  t.match(events, [{ data: { reason: `${'\u0001'.repeat(2000)}…` } }])
})

await t.test('records of a draw system of its own', async t => {
  const { store } = await setUp(t, { bare: true })
  await subscribe(store, endpoint(1))
  const now = new Date('2026-09-01T08:00:00Z')
  const put = (record: unknown, more: object = {}) =>
    publish(store, [{ file: 'x.json', read: () => record }], { now, random, ...more })
  const [first, second] = sampleDraws
  const about = async (draw: AuditDraw) => ({
    ...aboutDraw(draw, await auditUrl(store, sample.raffle_id)),
    raffle_id: sample.raffle_id,
  })
  const timestamp = '2026-09-01T08:00:00+00:00'
  await put({ ...sample, total_draws: 1, draws: [first] })
  t.strictSame(await queued(store), [{ type: 'draw.completed', timestamp, data: await about(first) }])
  await put({ ...sample, total_draws: 1, draws: [first] })
  t.strictSame(await queued(store), [], 'unchanged')
  await put({ ...sample, total_draws: 2, draws: [first, second] })
  t.strictSame(await queued(store), [{ type: 'draw.completed', timestamp, data: await about(second) }])
  const other = { ...first, winner_entry_id: 'another' }
  const changed = { ...sample, total_draws: 2, draws: [other, second] }
  await t.rejects(put(changed), Error)
  t.strictSame(await queued(store), [], 'refused')
  await put(changed, { replace: { reason: 'it was the wrong one' } })
  t.strictSame(await queued(store), [
    { type: 'draw.replaced', timestamp, data: { ...(await about(other)), reason: 'it was the wrong one' } },
  ])
  await put(
    { ...sample, total_draws: 2, draws: [first, second] },
    { replace: { reason: 'it was right before' } },
  )
  t.match(await queued(store), [{ type: 'draw.replaced', data: { reason: 'it was right before' } }])
  await put({ ...sample, total_draws: 1, draws: [first] }, { replace: { reason: 'the second was void' } })
  t.strictSame(await queued(store), [], 'nothing is said of a draw that is no more')
  const documents = [sample, { raffle_id: 'x' }].map((value, n) => ({ file: `${n}.json`, read: () => value }))
  await t.rejects(publish(store, documents, { now, random }), Error)
  t.strictSame(await queued(store), [], 'all documents or none')
})
