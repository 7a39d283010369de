import { dirname, join } from 'node:path'
import Driver from 'better-sqlite3'
import t from 'tap'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { checkSqliteStore, migrateSqliteStore } from '../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { foldText, groupKey } from '../../src/store/summaries.js'
import { drawAt, goTo, operator, raffleId, setUp } from '../operator/stage.js'

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

await t.test('what lists show follows the ceremony', async t => {
  const stage = await setUp(t)
  const about = { raffleId, name: 'Summer raffle', operator, sameName: 1, totalDraws: 0 }
  await goTo(stage, 'created')
  t.match(await stage.store.listSummaries({ limit: 9 }), [{ ...about, state: 'open', totalEntries: 0 }])

  await cancelRaffle(stage.desk, raffleId, 'no prizes')
  const [cancelled] = await stage.store.listSummaries({ limit: 9 })
  t.equal(cancelled?.state, 'cancelled')
  t.equal(cancelled?.level, undefined)
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
  t.strictSame((await checkSqliteStore(sealed.file)).problems, [])
})

await t.test('a level is what the published evidence gives, not what was hoped for', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  // A time of the key that leaves out what was signed with it: no auditor would take those statements.
  const database = new Driver(stage.file)
  database.prepare('UPDATE signing_key SET valid_from = ?').run('2026-09-01T13:00:00+00:00')
  database.close()
  stage.setClock(drawAt + 3)
  await stage.draw()
  const [row] = await stage.store.listSummaries({ limit: 9 })
  t.equal(row?.state, 'drawn')
  t.equal(row?.level, 0)
})

await t.test('a store of the version before gets the list of what it has', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'drawn')
  await stage.store.transact(async transaction => {
    for (const index of [2, 1]) {
      const record = { raffle_id: idOf(index), draws: [], unknown: [] }
      await transaction.writeAuditRecord(record, { publishedAt: '2026-09-01T08:00:00+00:00' })
    }
  })
  const before = await stage.store.listSummaries({ limit: 9 })
  const database = new Driver(stage.file)
  database.exec('DROP TABLE raffle_summary; PRAGMA user_version = 4')
  database.close()
  t.match(await migrateSqliteStore(stage.file), { from: 4 })
  const store = await openSqliteStore(stage.file, { access: 'read' })
  t.teardown(() => store.close())
  const after = await store.listSummaries({ limit: 9 })
  t.strictSame(
    after.map(({ raffleId: id }) => id),
    [raffleId, idOf(2), idOf(1)],
  )
  t.strictSame(
    after,
    before.map(row => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'level'))),
    'nothing was checked when it was migrated',
  )
  t.strictSame((await checkSqliteStore(stage.file)).problems, [])
})

await t.test('a line in the list that is not what was signed is found', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  for (const [index, sql] of [
    `UPDATE raffle_summary SET name = 'Winter raffle'`,
    `UPDATE raffle_summary SET operator = 'Somebody else'`,
    `UPDATE raffle_summary SET state = 'drawn'`,
    `UPDATE raffle_summary SET group_key = 'x'`,
    `UPDATE raffle_summary SET name = NULL, operator = NULL, state = 'unsigned'`,
    'DELETE FROM raffle_summary',
  ].entries()) {
    const file = join(dirname(stage.file), `copy-${index}.db`)
    const database = new Driver(stage.file)
    database.exec(`VACUUM INTO '${file}'`)
    database.close()
    const copy = new Driver(file)
    copy.exec(sql)
    copy.close()
    const { problems } = await checkSqliteStore(file)
    t.strictSame(problems, [`raffle ${raffleId}: its line in the list is not what was signed`], sql)
  }
})

await t.test('a raffle that was not published has no line', async t => {
  const { store } = await setUp(t)
  await t.rejects(
    store.transact(transaction =>
      transaction.writeSummary(idOf(1), { name: 'x', operator: 'y', state: 'open' }),
    ),
    { code: 'internal' },
  )
  t.strictSame(await store.listSummaries({ limit: 9 }), [])
})

await t.test('a search goes through all raffles in turns, each once, in their order', async t => {
  const stage = await setUp(t)
  const total = 12_345
  const database = new Driver(stage.file)
  const raffle = database.prepare('INSERT INTO raffle VALUES (?, 0, NULL, ?)')
  const summary = database.prepare(
    `INSERT INTO raffle_summary (raffle_id, name, operator, state, group_key) VALUES (?, ?, 'Op', 'open', ?)`,
  )
  database.transaction(() => {
    for (let index = 0; index < total; index++) {
      const name = `Raffle ${index % 4000}${index % 1000 === 7 ? ' of the needle' : ''}`
      raffle.run(idOf(index), '2026-09-01T08:00:00+00:00')
      summary.run(idOf(index), name, groupKey({ name, operator: 'Op' }))
    }
  })()
  database.close()
  const { store } = stage
  let turns = 0
  const takeTurn = (): Promise<void> => {
    turns += 1
    return Promise.resolve()
  }
  t.strictSame(await store.listSummaries({ q: 'nothing at all', limit: 9, takeTurn }), [])
  t.equal(turns, 3, 'five thousand in a turn')
  const needles = await store.listSummaries({ q: 'NEEDLE', limit: 100 })
  t.equal(needles.length, 13)
  t.equal(new Set(needles.map(({ raffleId: id }) => id)).size, 13)
  const counts = new Map(needles.map(({ name, sameName }) => [name, sameName]))
  t.strictSame(
    counts,
    new Map([7, 1007, 2007, 3007].map(number => [`Raffle ${number} of the needle`, number === 7 ? 4 : 3])),
  )

  const shown: string[] = []
  for (let after: string | undefined; ;) {
    const page = await store.listSummaries({
      q: 'raffle',
      limit: 1000,
      ...(after !== undefined && { after }),
    })
    shown.push(...page.map(({ raffleId: id }) => id))
    after = page.at(-1)?.raffleId
    if (after === undefined) break
  }
  const all = await store.listSummaries({ limit: total + 1 })
  t.strictSame(
    shown,
    all.map(({ raffleId: id }) => id),
  )
  t.equal(new Set(shown).size, total)
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
  for (const name of ['', '\u{10fffd}']) t.not(groupKey({ name, operator: '' }), groupKey(undefined))
  t.end()
})
