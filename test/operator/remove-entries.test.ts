import t from 'tap'
import { hashNonce } from '../../src/model/receipt.js'
import { native } from '../../src/native/engine.js'
import { generateKey } from '../../src/operator/keys.js'
import { readStatus } from '../../src/operator/raffle-status.js'
import { issueOne, removeEntries } from '../../src/operator/receipts.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import { close, goTo, operator, raffleId, setUp } from './stage.js'

const nonce = new Uint8Array(16).fill(3)

await t.test('a wrong list is taken out, all of it or nothing, and its ids are not used again', async t => {
  const stage = await setUp(t)
  const { desk, store } = stage
  const state = async () => {
    const { paidEntries, freeEntries, removed } = await readStatus(store.ceremonies, raffleId, desk.now())
    return [paidEntries, freeEntries, removed.map(({ reason, count }) => `${count} ${reason}`)]
  }
  await goTo(stage, 'imported')
  await stage.importText('wrong-1,paid\nwrong-2,free\nwrong-3,paid\n')
  t.strictSame(await state(), [116, 29, []])
  const ids = ['wrong-1', 'wrong-2', 'wrong-1']
  await t.rejects(removeEntries(desk, raffleId, [...ids, 'nobody'], 'other raffle'), {
    code: 'entries-invalid',
    message: /no entry "nobody"/,
  })
  await t.rejects(removeEntries(desk, raffleId, ids, ' '), { code: 'raffle-invalid' })
  t.strictSame(await state(), [116, 29, []], 'none of them')
  const first = await removeEntries(desk, raffleId, ids, 'other raffle')
  t.match(first, { totalEntries: 143, removed: [{ changed: true }, { changed: true }] })
  t.equal(first.removed.length, 2, 'each once')
  const again = await removeEntries(desk, raffleId, [...ids, 'wrong-3'], 'refund')
  t.match(again.removed, [
    { changed: false, withdrawal: { reason: 'other raffle' } },
    { changed: false },
    { changed: true, withdrawal: { reason: 'refund' } },
  ])
  t.strictSame(await state(), [114, 28, ['2 other raffle', '1 refund']])
  const statistics = (await store.readRaffle(raffleId))?.statistics
  t.match(JSON.parse(Buffer.from(statistics!.body).toString()), { total_entries: 142, paid_entries: 114 })
  await t.rejects(stage.importText('wrong-2,free\n'), { code: 'entries-invalid', message: /was withdrawn/ })
  stage.setClock(close)
  const { seal } = await sealRaffle(desk, raffleId)
  t.match(seal, { total_entries: 142, withdrawn: undefined }, 'nobody holds a receipt of them')
  await t.rejects(removeEntries(desk, raffleId, ['ticket-1'], 'late'), { code: 'raffle-state' })
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
})

await t.test('an entry with a receipt is withdrawn, with the nonce of its buyer or without', async t => {
  const stage = await setUp(t)
  const { desk } = stage
  await generateKey(desk, operator, 'receipts')
  await goTo(stage, 'imported')
  await stage.importText(`with,paid,${hashNonce(nonce)}\n`)
  for (const id of ['with', 'ticket-1']) await issueOne(desk, raffleId, id)
  await t.rejects(removeEntries(desk, raffleId, ['with'], 'refund', new Uint8Array(16)), {
    code: 'entries-invalid',
  })
  t.match((await removeEntries(desk, raffleId, ['with'], 'refund', nonce)).removed, [
    { changed: true, withdrawal: { nonce, digest: /^[0-9a-f]{64}$/ } },
  ])
  await removeEntries(desk, raffleId, ['ticket-1', 'ticket-2'], 'refund')
  stage.setClock(close)
  const { seal } = await sealRaffle(desk, raffleId)
  t.match(seal.withdrawn, { count: 2, consented: 1 })
})
