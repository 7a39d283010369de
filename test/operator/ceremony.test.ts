import t from 'tap'
import { createRaffle } from '../../src/operator/create-raffle.js'
import type { Desk } from '../../src/operator/desk.js'
import { generateKey } from '../../src/operator/keys.js'
import { issueOne } from '../../src/operator/receipts.js'
import { replaceWinner } from '../../src/operator/replace-winner.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { patience } from '../../src/operator/steps.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'
import { chain, close, drawAt, goTo, noon, offer, operator, raffleId, readView, setUp } from './stage.js'

await t.test('a whole ceremony verifies, with its record', async t => {
  const stage = await setUp(t)
  const { commitment, signed } = await createRaffle(stage.desk, offer)
  t.equal(signed, true)
  t.match(commitment, {
    sequence: 0,
    previous: null,
    issued_at_utc: '2026-09-01T12:00:00+00:00',
    entries_close_at_utc: '2026-09-01T13:00:00+00:00',
    draw_at_utc: '2026-09-01T13:15:00+00:00',
    beacon: { chain_hash: chain.chainHash, round: (drawAt - noon + 86_400) / 3 + 1 },
    supersedes: null,
  })
  t.strictSame(await stage.importText(`id,kind\n`), {
    added: 0,
    alreadyThere: 0,
    totalEntries: 0,
    paidEntries: 0,
    freeEntries: 0,
    leftOut: 0,
  })
  await goTo(stage, 'imported')
  t.match(readView((await stage.store.readRaffle(raffleId))?.statistics), {
    total_entries: 142,
    paid_entries: 114,
    free_entries: 28,
    max_entries: 500,
  })
  stage.setClock(close + 10)
  const sealed = await sealRaffle(stage.desk, raffleId)
  t.match(sealed, {
    signed: true,
    margin: 890,
    seal: { total_entries: 142, paid_entries: 114, free_entries: 28 },
  })
  stage.setClock(drawAt)
  const drawn = await stage.draw()
  t.equal(drawn.draws.length, 3)
  const report = await stage.verify()
  t.strictSame([report.verdict, report.subjects[0]?.level], ['proven', 3])
  t.strictSame(
    (
      readView((await stage.store.readRaffle(raffleId))?.audit) as { draws: { winner_entry_id: string }[] }
    ).draws.map(({ winner_entry_id }) => winner_entry_id),
    drawn.winners.map(({ winner_entry_id }) => winner_entry_id),
  )
  const { replacement } = await replaceWinner(
    stage.desk,
    raffleId,
    drawn.winners[1]?.winner_entry_id ?? '',
    'did not answer',
  )
  t.match(replacement, { position: 2, attempt: 1, reason: 'did not answer', total_entries: 139, sequence: 5 })
  const again = await stage.verify()
  t.equal(again.verdict, 'proven')
})

await t.test('a step that another process discarded is noted again, but not for ever', async t => {
  const stage = await setUp(t)
  await createRaffle(stage.desk, offer)
  const entries = 2 * patience
  await stage.importText(Array.from({ length: entries }, (_, index) => `${index + 1},paid\n`).join(''))
  const other = await openSqliteStore(stage.file, { access: 'write' })
  t.teardown(() => other.close())
  await generateKey(stage.desk, operator, 'receipts')
  let made = 0
  /** A desk beside which another process makes a receipt whenever something is noted. */
  const disturb = (times: number): Desk => {
    const store = Object.create(stage.store) as Store
    store.transact = async (work, options) => {
      const done = await stage.store.transact(work, options)
      const { statements = [] } = (await stage.store.ceremonies.readCeremony(raffleId)) ?? {}
      if (statements.some(({ signature }) => signature === undefined) && times-- > 0)
        await issueOne({ ...stage.desk, store: other }, raffleId, String(++made))
      return done
    }
    return { ...stage.desk, store }
  }
  stage.setClock(close)
  await t.rejects(sealRaffle(disturb(patience), raffleId), { code: 'store-busy' })
  t.match(await sealRaffle(disturb(patience - 1), raffleId), {
    signed: true,
    seal: { total_entries: entries },
  })
})

await t.test('a list says of a draw what the service itself finds, and of others nothing', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  t.notOk('level' in ((await stage.store.readSummary(raffleId)) ?? {}))
  stage.setClock(drawAt)
  await stage.draw()
  t.match(await stage.store.readSummary(raffleId), { state: 'drawn', level: 3 })
})
