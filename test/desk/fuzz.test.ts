// Raw requests from a seed against one desk, which is as it was when they are over, and its store too; `npm run campaign
// requests` sends many more of them.
import { writeFileSync } from 'node:fs'
import t from 'tap'
import { random } from '../../src/cli/shared/random.js'
import { native } from '../../src/native/engine.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { createDesk } from '../../src/operator/desk.js'
import { addToken } from '../../src/operator/desk-tokens.js'
import { journalOf } from '../../src/operator/journal.js'
import { generateKey } from '../../src/operator/keys.js'
import { openDatabase } from '../../src/store/sqlite/database.js'
import { checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { bombard } from '../hostile/bombard.js'
import { createDeskGrammar } from '../hostile/desk-requests.js'
import { operator, raffleId } from '../operator/stage.js'
import { runServer } from '../server/raw.js'

const folder = t.testdir()
writeFileSync(`${folder}/secrets.key`, `${'09'.repeat(32)}\n`, { mode: 0o600 })
const file = `${folder}/raffles.db`
const quiet = 'aaaaaaaa-01d5-4ea0-96bc-887c4448c4f3'

const store = await openSqliteStore(file, { access: 'write', create: true })
const desk = createDesk({
  store,
  journal: journalOf(file),
  unlock: () => ({ key: new Uint8Array(32).fill(9) }),
  now: () => new Date(),
  random,
  engine: native,
})
await generateKey(desk, operator)
await generateKey(desk, operator, 'receipts')
const { text: shop } = await addToken(desk, 'shop', ['entries'])
const { text: office } = await addToken(desk, 'office', ['ceremony'])
for (const id of [raffleId, quiet]) {
  await createRaffle(desk, {
    raffleId: id,
    name: 'Summer raffle',
    operator,
    prizes: [{ prizeName: 'Mug' }],
    maxEntries: 100_000,
    entriesCloseAt: Date.parse('2036-11-20T16:00:00Z') / 1000,
    chain: null,
  })
}
await store.close()

const args = [
  'desk',
  'serve',
  '--store',
  file,
  '--port',
  '0',
  '--beacon',
  'none',
  '--rate-limit',
  '1000000000',
]
await bombard(t, await runServer(t, [...args, '--key-file', `${folder}/secrets.key`]), {
  grammar: createDeskGrammar({ raffleId, shop, office }),
  total: Number(process.env['REQUESTS'] ?? 1000),
  formatGood: id =>
    `GET /v1/raffles/${quiet} HTTP/1.1\r\nHost: desk\r\nAuthorization: Bearer ${shop}\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`,
  allowed: new Set([200, 201, 400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 422, 431]),
  secrets: [shop, office],
})

await t.test('its store is sound, and every entry in it has a receipt', async t => {
  t.strictSame((await checkSqliteStore(file)).problems, [])
  const database = await openDatabase(file, { access: 'read' })
  const count = (sql: string): unknown => Object.values(database.prepare(sql).get() as object)[0]
  t.ok(Number(count('SELECT count(*) FROM entry_place')) >= 50, 'what was valid was sold')
  t.equal(
    count(`SELECT count(*) FROM entry_place AS listed WHERE NOT EXISTS
      (SELECT 1 FROM receipt AS has WHERE has.ceremony = listed.ceremony AND has.id = listed.id)`),
    0,
  )
  t.equal(
    count('SELECT count(*) FROM statement WHERE sequence > 0'),
    0,
    'nothing was sealed, drawn or cancelled',
  )
  database.close()
})
