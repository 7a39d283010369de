import { readFileSync } from 'node:fs'
import t from 'tap'
import { revokeKey, rotateKey } from '../../../src/operator/keys.js'
import { rotateSigningKey as rotateWebhookKey, rotateSecret } from '../../../src/operator/webhooks.js'
import { root } from '../../cli/run.js'
import { offer } from '../../operator/stage.js'
import { createRandom } from '../../hostile/raw-requests.js'
import { Sqlite } from '../../sqlite.js'
import { flip, listColumns } from '../../store/bit-flips.js'
import { fillStore } from '../../store/copy-stage.js'

/** `npm run campaign flips` has 10,000. */
const flips = Number(process.env['FLIPS'] ?? 300)

/** Those that docs/OPERATING.md names, as what no check can find and what does no harm. */
const harmless = new Set(
  [...readFileSync(`${root}docs/OPERATING.md`, 'utf8').matchAll(/^\| ((?:`[a-z_]+\.[a-z_]+`(?:, )?)+) \|/gm)]
    .flatMap(([, cell = '']) => cell.split(', '))
    .map(name => name.slice(1, -1)),
)

/** What the store of this test has none of: all of it is in what is hashed or signed, or opens the secrets. */
const empty = [
  'audit_version.reason',
  'beacon.previous_signature',
  'entry.nonce_hash',
  'secret_box.block_size',
  'secret_box.cost',
  'secret_box.parallelization',
  'secret_box.salt',
  'withdrawal.nonce',
]

await t.test('a bit that is turned over is found, or does no harm that is not said', async t => {
  const { file, store, desk } = await fillStore(t, { entries: 300 })
  const [endpoint] = await store.outbox.listEndpoints()
  await rotateSecret(desk, endpoint?.id ?? '', {})
  await rotateWebhookKey(desk, endpoint?.id ?? '')
  const { key } = await rotateKey(desk, offer.operator)
  await revokeKey(desk, key.keyId)
  await rotateKey(desk, offer.operator)
  await store.transact(async ({ outbox }) => {
    await outbox.writeSteadyClock({ at: 1, elapsed: 1 })
    const [row] = await outbox.listEndpoints()
    if (row !== undefined) await outbox.writeEndpoint({ ...row, events: ['draw.completed'] })
    const attempt = { at: 1, duration: 1, status: 500, error: 'remote-failed', address: '192.0.2.1' }
    const next = { state: 'delivered' } as const
    for (const { number } of await outbox.listDeliveries({ state: 'pending', limit: 10 }))
      await outbox.record('worker', { number, attempt, next })
    await outbox.claim('worker', endpoint?.id ?? '', 1, 7e14, 0)
  })
  await store.close()
  const database = new Sqlite(file)
  t.teardown(() => database.close())
  database.pragma('foreign_keys = OFF')
  const columns = listColumns(database)
  const nameOf = ({ table, column }: (typeof columns)[number]): string => `${table}.${column}`
  t.strictSame(
    columns
      .filter(({ values }) => values === 0)
      .map(nameOf)
      .toSorted(),
    empty,
  )
  const full = columns.filter(({ values }) => values > 0)
  t.strictSame(
    [...harmless].filter(name => !full.some(column => nameOf(column) === name)),
    [],
    'the document names columns that there are',
  )
  const random = createRandom(1)
  const counts = { found: 0, harmless: 0 }
  for (let count = 0; count < flips; count += 1) {
    // Each column once before any comes again.
    const column = full[count % full.length]
    if (column === undefined) throw new Error('there are no columns')
    const problem = await flip(database, column, random)
    if (problem !== undefined) counts.found += 1
    else if (harmless.has(nameOf(column))) counts.harmless += 1
    else t.fail(`${nameOf(column)}: a flip that nothing finds`)
  }
  t.equal(counts.found + counts.harmless, flips)
  t.comment(`${flips} flips in ${full.length} columns: ${counts.found} found, ${counts.harmless} harmless`)
})
