import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { native } from '../../src/native/engine.js'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { replaceWinner } from '../../src/operator/replace-winner.js'
import { checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { foldText, groupKey, type ListedRaffle } from '../../src/store/summaries.js'
import { checkPublished, type Open } from './contract/published.js'
import { checkSummaries, type Fill } from './contract/summaries.js'
import { drawAt, goTo, noon, operator, raffleId, setUp } from '../operator/stage.js'
import { Sqlite } from '../sqlite.js'

await t.test('what lists show follows the ceremony', async t => {
  const stage = await setUp(t)
  const about = { raffleId, name: 'Summer raffle', operator, sameName: 1, totalDraws: 0 }
  await goTo(stage, 'created')
  t.match(await stage.store.listSummaries({ limit: 9 }), [{ ...about, state: 'open', totalEntries: 0 }])

  stage.setClock(noon + 77)
  await cancelRaffle(stage.desk, raffleId, 'no prizes')
  const [cancelled] = await stage.store.listSummaries({ limit: 9 })
  t.equal(cancelled?.state, 'cancelled')
  t.equal(cancelled?.level, undefined)
  t.equal(cancelled?.drawAt, '2026-09-01T12:01:17+00:00', 'when it ended')
})

await t.test('what lists show of a draw', async t => {
  const about = { raffleId, name: 'Summer raffle', operator, sameName: 1, totalDraws: 0 }
  const sealed = await setUp(t)
  await goTo(sealed, 'sealed')
  const [row] = await sealed.store.listSummaries({ limit: 9 })
  t.match(row, { ...about, state: 'sealed', totalEntries: 142 })
  t.equal(row?.level, undefined, 'there is nothing to check yet')
  sealed.setClock(drawAt + 3)
  await sealed.draw()
  t.match(await sealed.store.listSummaries({ limit: 9 }), [
    { ...about, state: 'drawn', level: 3, totalDraws: 3, totalEntries: 142 },
  ])
  const readWinners = async (): Promise<ListedRaffle['winners']> =>
    (await sealed.store.readSummary(raffleId))?.winners ?? []
  const drawn = await readWinners()
  t.equal(drawn.length, 3)
  const lost = drawn[1]?.ticket ?? ''
  const { replacement } = await replaceWinner(sealed.desk, raffleId, lost, 'did not answer')
  t.not(replacement.winner_entry_id, lost)
  t.strictSame(
    await readWinners(),
    drawn.with(1, { prize: drawn[1]?.prize ?? '', ticket: replacement.winner_entry_id }),
  )
  t.strictSame((await checkSqliteStore(sealed.file, native)).problems, [])
})

await t.test('a level is what the published evidence gives, not what was hoped for', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  // A time of the key that leaves out what was signed with it: no auditor would take those statements.
  const database = new Sqlite(stage.file)
  database.prepare('UPDATE signing_key SET valid_from = ?').run('2026-09-01T13:00:00+00:00')
  database.close()
  stage.setClock(drawAt + 3)
  await stage.draw()
  const [row] = await stage.store.listSummaries({ limit: 9 })
  t.equal(row?.state, 'drawn')
  t.equal(row?.level, 0)
})

await t.test('a line in the list that is not what was signed is found', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  for (const [index, sql] of [
    `UPDATE raffle_summary SET name = 'Winter raffle'`,
    `UPDATE raffle_summary SET operator = 'Somebody else'`,
    `UPDATE raffle_summary SET state = 'drawn'`,
    `UPDATE raffle_summary SET closes_at = draw_at`,
    `UPDATE raffle_summary SET draw_at = closes_at`,
    'UPDATE raffle_summary SET is_rehearsal = 1 - is_rehearsal',
    `UPDATE raffle_summary SET place_key = 'x'`,
    `UPDATE raffle_summary SET sought = place_key`,
    `UPDATE raffle_summary SET prizes = '[]'`,
    `UPDATE raffle_summary SET winners = '[{"prize":"iPhone","ticket":"1"}]'`,
    `UPDATE raffle_summary SET name = NULL, operator = NULL, place_key = NULL, state = 'unsigned',
       closes_at = NULL, draw_at = NULL, is_rehearsal = NULL`,
    'DELETE FROM raffle_summary',
  ].entries()) {
    const file = join(dirname(stage.file), `copy-${index}.db`)
    const database = new Sqlite(stage.file)
    database.exec(`VACUUM INTO '${file}'`)
    database.close()
    const copy = new Sqlite(file)
    copy.exec(sql)
    copy.close()
    const { problems } = await checkSqliteStore(file, native)
    t.strictSame(problems, [`raffle ${raffleId}: its line in the list is not what was signed`], sql)
  }
})

const folders = new WeakMap<Test, string>()

function fileOf(test: Test): string {
  const folder = folders.get(test) ?? test.testdir()
  folders.set(test, folder)
  return join(folder, 'raffles.db')
}

const open: Open = async (test, access = 'write') => {
  const store = await openSqliteStore(fileOf(test), { access, create: true })
  test.teardown(() => store.close())
  return store
}

const fill: Fill = async (test, raffles) => {
  const database = new Sqlite(fileOf(test))
  const raffle = database.prepare('INSERT INTO raffle VALUES (?, 0, NULL, ?)')
  const summary = database.prepare(
    `INSERT INTO raffle_summary (raffle_id, name, operator, state, closes_at, draw_at, is_rehearsal,
       prizes, winners, place_key, sought)
     VALUES (?, ?, ?, 'open', '2026-09-01T08:00:00+00:00', '2026-09-01T08:00:00+00:00', 0, '[]', '[]', ?, ?)`,
  )
  database.transaction(() => {
    for (const { raffleId, name, operator, groupKey: key } of raffles) {
      raffle.run(raffleId, '2026-09-01T08:00:00+00:00')
      summary.run(raffleId, name, operator, key, key)
    }
  })()
  database.close()
  await Promise.resolve()
}

await t.test('the list of an SQLite store', async t => {
  await checkSummaries(t, open, fill)
})

await t.test('what is published in an SQLite store', async t => {
  await checkPublished(t, open)
})

await t.test('names are compared by what is seen of them', t => {
  const same = [
    'Summer raffle',
    ' summer  RAFFLE ',
    'Sum\u200bmer\u00a0raffle',
    'Ｓummer raﬄe',
    'Summer\traffle',
  ]
  for (const text of same) t.equal(foldText(text), 'summer raffle', JSON.stringify(text))
  t.not(foldText('Summer raffle 2'), foldText('Summer raffle'))
  t.equal(foldText('\u001f\u{10fffd}\ud800'), '', 'nothing that keys are made with')
  t.not(groupKey({ name: 'a', operator: 'b c' }), groupKey({ name: 'a b', operator: 'c' }))
  t.end()
})
