import t from 'tap'
import { loadSqlite } from '../../src/io/sqlite.js'
import { get, sample, start, view } from './start.js'

/** Another raffle, which is not damaged. */
const other = { ...sample, raffle_id: '11111111-2222-4333-8444-555555555555' }

await t.test('a view that is not what was stored is not served; others are', async t => {
  const server = await start(t, {}, [sample, other])
  const Sqlite = await loadSqlite()
  const database = new Sqlite(server.file)
  t.teardown(() => database.close())
  const { changes } = database
    .prepare(
      `UPDATE view SET body = CAST(replace(CAST(body AS TEXT), '142', '143') AS BLOB) WHERE raffle_id = ? AND name = 'audit'`,
    )
    .run(sample.raffle_id)
  t.equal(changes, 1)

  const damaged = await get(server, view('audit'))
  t.equal(damaged.status, 503)
  t.notMatch(damaged.body, '143')
  t.match(
    server.logs.find(({ msg }) => msg === 'the store cannot be read'),
    { err: { code: 'store-damaged' } },
  )
  const whole = await get(server, view('audit').replace(sample.raffle_id, other.raffle_id))
  t.equal(whole.status, 200)
  t.strictSame(JSON.parse(whole.body), other)
})
