import { copyFileSync, rmSync } from 'node:fs'
import t from 'tap'
import { encodeEnvelope, type Envelope } from '../../src/core/dsse.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { generateKey, revokeKey, rotateKey } from '../../src/operator/keys.js'
import { describeWithdrawn, issueAll, issueOne, withdrawEntry } from '../../src/operator/receipts.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { encodeChainInfo } from '../../src/core/beacon-json.js'
import { parseReceipt } from '../../src/model/receipt.js'
import { parseTrust } from '../../src/model/trust.js'
import { portable } from '../../src/core/portable.js'
import { native } from '../../src/native/engine.js'
import { adoptStore } from '../../src/operator/adopt-store.js'
import { isWorthNoting } from '../../src/operator/compare-journal.js'
import { journalOf, readJournal } from '../../src/operator/journal.js'
import { backupSqliteStore, checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import { Sqlite } from '../sqlite.js'
import { verifyBundle } from '../../src/verify/bundle/verify-bundle.js'
import {
  chain,
  close,
  drawAt,
  failure,
  goTo,
  list,
  noon,
  offer,
  operator,
  raffleId,
  setUp,
  type Stage,
} from './stage.js'

/** A raffle with its entries and a key for receipts. */
async function open(test: Parameters<typeof setUp>[0]): Promise<Stage> {
  const stage = await setUp(test)
  await generateKey(stage.desk, operator, 'receipts')
  await goTo(stage, 'imported')
  return stage
}

const bytesOf = (envelope: Envelope): string => JSON.stringify(encodeEnvelope(envelope))

async function judge(stage: Stage, envelope: Envelope) {
  const { store, desk } = stage
  const trust = parseTrust({ ...(await store.readTrust()), beacons: [encodeChainInfo(chain)] })
  const bundle = await stage.bundle()
  const entries = []
  const pages = (await store.readEntries(raffleId))!
  for await (const page of pages) for (const { id, kind } of page) entries.push([id, kind] as const)
  const { subjects } = verifyBundle({ ...bundle, entries }, trust, {
    now: desk.now(),
    receipt: { envelope },
    require: ['reproducible'],
  })
  const { claims, verdict, findings } = subjects[0]!
  const claim = claims.find(({ id }) => id === 'receipt.honoured')!
  return { ending: `${claim.status} ${claim.code}`, verdict, findings: findings.map(({ code }) => code) }
}

await t.test('an id gets one receipt, and a retry the same bytes', async t => {
  const stage = await open(t)
  stage.setClock(noon + 60)
  const first = await issueOne(stage.desk, raffleId, 'ticket-7')
  t.equal(first.issued, true)
  t.match(parseReceipt(first.receipt.payload), {
    entry_id: 'ticket-7',
    kind: 'paid',
    operator,
    raffle_id: raffleId,
  })
  stage.setClock(noon + 120)
  const again = await issueOne(stage.desk, raffleId, 'ticket-7', { kind: 'paid' })
  t.strictSame([again.issued, bytesOf(again.receipt)], [false, bytesOf(first.receipt)])
  const other = { code: 'entries-invalid' }
  await t.rejects(issueOne(stage.desk, raffleId, 'ticket-7', { kind: 'free' }), other)
  await t.rejects(
    issueOne(stage.desk, raffleId, 'ticket-7', { kind: 'paid', nonceHash: 'ab'.repeat(32) }),
    other,
  )
  await t.rejects(issueOne(stage.desk, raffleId, 'ticket-8', { kind: 'free' }), other, 'of another kind')
  await t.rejects(issueOne(stage.desk, raffleId, 'nothing'), other)
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  await t.rejects(issueOne(stage.desk, raffleId, 'ticket-8'), { code: 'raffle-state' })
  const late = await issueOne(stage.desk, raffleId, 'ticket-7')
  t.equal(bytesOf(late.receipt), bytesOf(first.receipt), 'also when the list is sealed')
})

await t.test('receipts are honoured by the bundle of the raffle', async t => {
  const stage = await open(t)
  const { receipt } = await issueOne(stage.desk, raffleId, 'ticket-7')
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  stage.setClock(drawAt)
  await stage.draw()
  t.strictSame(await judge(stage, receipt), {
    ending: 'proven receipt-honoured',
    verdict: 'proven',
    findings: [],
  })
})

await t.test('receipts need a key of their own', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  await t.rejects(issueOne(stage.desk, raffleId, 'ticket-7'), { code: 'signing-key', hint: /--use receipts/ })
  const key = await generateKey(stage.desk, operator, 'receipts')
  await t.rejects(generateKey(stage.desk, operator, 'receipts'), { code: 'signing-key' })
  const { receipt } = await issueOne(stage.desk, raffleId, 'ticket-7')
  t.equal(receipt.keyId, key.keyId)
  const [published] = (await stage.store.readTrust()).operators!
  t.strictSame(published?.keys.map(({ use = 'statements' }) => use).sort(), ['receipts', 'statements'])
  const { key: next, before } = await rotateKey(stage.desk, operator, 'receipts')
  t.equal(before?.keyId, key.keyId)
  t.ok(before!.validUntil! > parseReceipt(receipt.payload).issued_at_utc, 'after the last receipt')
  stage.setClock(noon + 60)
  t.equal((await issueOne(stage.desk, raffleId, 'ticket-8')).receipt.keyId, next.keyId)
  await revokeKey(stage.desk, next.keyId)
  await t.rejects(issueOne(stage.desk, raffleId, 'ticket-9'), { code: 'signing-key' })
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
})

await t.test('a store with a key for receipts alone signs no statement', async t => {
  const stage = await setUp(t, { bare: true })
  await generateKey(stage.desk, operator, 'receipts')
  await t.rejects(createRaffle(stage.desk, offer), { code: 'signing-key' })
})

await t.test('all entries get their receipts, and those that have one keep it', async t => {
  const stage = await open(t)
  const { receipt } = await issueOne(stage.desk, raffleId, 'ticket-7')
  const made = []
  for await (const page of issueAll(stage.desk, raffleId)) made.push(...page)
  t.equal(made.length, 141)
  t.equal(new Set([...made, receipt].map(({ payload }) => parseReceipt(payload).entry_id)).size, 142)
  for await (const page of issueAll(stage.desk, raffleId)) t.fail(`${page.length} once more`)
})

await t.test('an entry that is taken back: its place, its counts, its id, the seal', async t => {
  const stage = await open(t)
  const { receipt } = await issueOne(stage.desk, raffleId, 'ticket-7')
  const { receipt: kept } = await issueOne(stage.desk, raffleId, 'ticket-141')
  await t.rejects(withdrawEntry(stage.desk, raffleId, 'ticket-7', 'refund', new Uint8Array(16)), {
    code: 'entries-invalid',
  })
  const first = await withdrawEntry(stage.desk, raffleId, 'ticket-7', 'refund')
  t.match(first, { changed: true, totalEntries: 141, withdrawal: { entryId: 'ticket-7', reason: 'refund' } })
  const again = await withdrawEntry(stage.desk, raffleId, 'ticket-7', 'another reason')
  t.match(again, { changed: false, totalEntries: 141, withdrawal: { reason: 'refund' } })
  await withdrawEntry(stage.desk, raffleId, 'ticket-140', 'without a receipt')
  await t.rejects(withdrawEntry(stage.desk, raffleId, 'nothing', 'refund'), { code: 'entries-invalid' })
  t.equal(
    await stage.store.ceremonies.findEntry(raffleId, 'ticket-141'),
    7,
    'the last one comes in its place',
  )
  const entries = await stage.store.ceremonies.readEntries(raffleId, 0, 200)
  t.equal(entries.length, 140)
  t.strictSame(entries[7], { id: 'ticket-141', kind: 'paid' })
  const statistics = (await stage.store.readRaffle(raffleId))?.statistics
  t.match(JSON.parse(Buffer.from(statistics!.body).toString()), {
    total_entries: 140,
    paid_entries: 112,
    free_entries: 28,
  })
  for (const text of ['ticket-7,paid\n', 'ticket-7,free\n', 'new,paid\nticket-140,free\n', list]) {
    await t.rejects(stage.importText(text), { code: 'entries-invalid', message: /was withdrawn/ }, text)
  }
  await t.rejects(issueOne(stage.desk, raffleId, 'ticket-140'), { code: 'entries-invalid' })
  stage.setClock(close)
  const { seal } = await sealRaffle(stage.desk, raffleId)
  t.match(seal.withdrawn, { count: 1, consented: 0 })
  await t.rejects(withdrawEntry(stage.desk, raffleId, 'ticket-8', 'too late'), { code: 'raffle-state' })
  const late = await withdrawEntry(stage.desk, raffleId, 'ticket-7', 'again')
  t.strictSame(late, { ...again, totalEntries: 140 }, 'it is found done')
  await t.rejects(withdrawEntry(stage.desk, raffleId, 'ticket-7', 'refund', new Uint8Array(16)), {
    code: 'raffle-state',
  })
  t.equal((await stage.bundle()).withdrawn?.length, 1)
  stage.setClock(drawAt)
  await stage.draw()
  t.strictSame(await judge(stage, receipt), {
    ending: 'not-provable receipt-withdrawn',
    verdict: 'not-provable',
    findings: ['withdrawn-alone'],
  })
  t.equal((await judge(stage, kept)).ending, 'proven receipt-honoured')
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
})

await t.test('the first, the last and the only entry are taken back', async t => {
  const stage = await open(t)
  for (const id of ['ticket-0', 'ticket-141', 'ticket-140'])
    await withdrawEntry(stage.desk, raffleId, id, 'refund')
  const ids = (await stage.store.ceremonies.readEntries(raffleId, 0, 200)).map(({ id }) => id)
  t.strictSame([ids.length, new Set(ids).size], [139, 139])
  for (const [place, id] of ids.entries()) {
    t.equal(await stage.store.ceremonies.findEntry(raffleId, id), place, id)
  }
  await stage.importText('new,free\n')
  t.equal(await stage.store.ceremonies.findEntry(raffleId, 'new'), 139)
})

await t.test('an older copy issues nothing, and its list is drawn', async t => {
  const stage = await open(t)
  const { desk, file } = stage
  await issueOne(desk, raffleId, 'ticket-7')
  const older = `${file}.older`
  await backupSqliteStore(file, older)
  await issueOne(desk, raffleId, 'ticket-8')
  await stage.store.close()
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  copyFileSync(older, file)
  const back = await setUp(t, { file, bare: true })
  const refused = await failure(issueOne(back.desk, raffleId, 'ticket-9'))
  t.match(refused, { code: 'store-rolled-back', message: /2 receipts or more .* knows of 1/ })
  t.equal((await failure(withdrawEntry(back.desk, raffleId, 'ticket-9', 'refund'))).code, 'store-rolled-back')
  t.equal((await issueOne(back.desk, raffleId, 'ticket-7')).issued, false, 'what it has it gives again')

  const adopt = () => back.store.transact(transaction => adoptStore(journalOf(file), transaction, portable))
  t.match(await adopt(), { lost: [], lostReceipts: [raffleId] })
  t.match(await adopt(), { lostReceipts: [] })
  t.equal((await issueOne(back.desk, raffleId, 'ticket-9')).issued, true)
  back.setClock(close)
  t.equal((await sealRaffle(back.desk, raffleId)).signed, true)
})

await t.test('a store that has the receipts its journal knows of loses none when it is adopted', async t => {
  const stage = await open(t)
  for (const id of ['ticket-7', 'ticket-8', 'ticket-9']) await issueOne(stage.desk, raffleId, id)
  const file = journalOf(stage.file)
  const adopted = await stage.store.transact(transaction => adoptStore(file, transaction, portable))
  t.strictSame(adopted.lostReceipts, [])
  t.equal(readJournal(file).receipts.get(raffleId), 3, 'an older copy is found out as before')
})

await t.test('the receipts of a long list are all made, one page after the other', async t => {
  const stage = await setUp(t)
  const { store } = stage
  const desk = { ...stage.desk, engine: native }
  await generateKey(desk, operator, 'receipts')
  await createRaffle(desk, { ...offer, maxEntries: 2000 })
  await stage.importText(Array.from({ length: 1001 }, (_, at) => `t${at},paid\n`).join(''))
  const pages: number[] = []
  for await (const page of issueAll(desk, raffleId)) pages.push(page.length)
  t.strictSame(pages, [1000, 1])
  t.strictSame(await store.ceremonies.listUnreceipted(raffleId, '', 10), [])
})

await t.test('of an entry that was taken back it is said whether its buyer agreed', t => {
  const withdrawal = { entryId: 'a', withdrawnAt: '2026-09-01T12:00:00+00:00', reason: 'refund' }
  const describe = (more: object) =>
    describeWithdrawn(raffleId, { withdrawal: { ...withdrawal, ...more }, changed: true, totalEntries: 1 })
  t.match(describe({}), { consented: false, has_receipt: false })
  t.match(describe({ nonce: new Uint8Array(16) }), { consented: true, has_receipt: false })
  t.match(describe({ digest: '0'.repeat(64) }), { consented: false, has_receipt: true })
  t.end()
})

await t.test('once the list is sealed it is said what came before that', async t => {
  const stage = await open(t)
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  t.match(await failure(issueOne(stage.desk, raffleId, 'ticket-7')), {
    code: 'raffle-state',
    message: 'the list is sealed: entries are taken back, and receipts made, before that',
    hint: 'a receipt that was made before is given again: drawaudit receipt issue',
  })
})

await t.test('the journal grows with the logarithm of the receipts', t => {
  let count = 0
  let lines = 0
  for (let issued = 1; issued <= 1_000_000; issued++) {
    if (!isWorthNoting({ receipts: new Map([[raffleId, count]]) }, raffleId, issued)) continue
    count = issued
    lines += 1
  }
  t.ok(count > 990_000 && lines < 1100, `${lines} lines, the last of ${count}`)
  t.end()
})

await t.test('a lost receipt book stops no draw', async t => {
  const stage = await open(t)
  await issueOne(stage.desk, raffleId, 'ticket-7')
  await issueOne(stage.desk, raffleId, 'ticket-8')
  await withdrawEntry(stage.desk, raffleId, 'ticket-7', 'refund')
  const lose = (table: string): void => {
    const database = new Sqlite(stage.file)
    database.exec(`DELETE FROM ${table}`)
    database.close()
  }
  lose('receipt')
  stage.setClock(close)
  const { seal } = await sealRaffle(stage.desk, raffleId)
  t.match(seal.withdrawn, { count: 1 }, 'what was taken back is known without it')
  // Nor what was taken back: then nobody can say which those were.
  lose('withdrawal')
  stage.setClock(drawAt)
  await stage.draw()
  t.equal((await stage.bundle()).withdrawn, undefined)
  const { subjects } = await stage.verify()
  t.equal(subjects[0]?.verdict, 'proven')
})
