import pg from 'pg'
import t from 'tap'
import { openPostgresStore } from '../../../../src/store/postgres/postgres-store.js'
import { createSql, dialect } from '../../../../src/store/postgres/sql.js'
import { createOutboxSql, sharedOutboxSql } from '../../../../src/store/tables/outbox-sql.js'
import { createDatabase, noPostgres } from '../../../postgres.js'

/** Much of everything, of which little is pending. */
const fill = `
  INSERT INTO webhook_endpoint (id, origin, path, allow_http, allow_any_port, networks, state, created_at, changed_at, secret, public_key, private_key,
    not_before)
    SELECT 'ep_' || n, 'https://subscriber.example', '', 0, 0, '[]', 'active', n, n, '', decode(lpad(to_hex(n), 4, '0'), 'hex'), '', 0
    FROM generate_series(1, 100) AS n;
  INSERT INTO webhook_message (id, type, raffle_id, created_at, body, digest, is_needed)
    SELECT 'msg_' || n, 'raffle.cancelled', 'r', n, '', '', 0 FROM generate_series(1, 20000) AS n;
  INSERT INTO webhook_delivery (message, endpoint, state, attempts, due, created_at, settled_at)
    SELECT n, 1 + n % 100, CASE WHEN n % 50 = 0 THEN 'pending' ELSE 'delivered' END, 1, n, n,
      CASE WHEN n % 50 = 0 THEN NULL ELSE n END
    FROM generate_series(1, 19000) AS n;
  INSERT INTO webhook_attempt (delivery, at, duration) SELECT n, n, 1 FROM generate_series(1, 19000) AS n;
  ANALYZE`

await t.test(
  'no statement goes through all deliveries, attempts or messages',
  { skip: noPostgres },
  async t => {
    const url = await createDatabase(t)
    await (await openPostgresStore(url, { access: 'write', create: true })).close()
    const client = new pg.Client(url)
    await client.connect()
    t.teardown(() => client.end())
    await client.query(fill)
    const sql = createSql({
      query: ({ text, values }) => client.query(`EXPLAIN ${text}`, values),
    })
    // Those that say how much is found, without a name too.
    const some: Readonly<Record<string, string>> = { since: '19990', limit: '100', '': '10000' }
    async function explain(text: string): Promise<string> {
      const places = [...text.matchAll(/(?:\?|@(\w+))(::\w+\[\])?/g)]
      const values = places.map(([, name = '', isList]) =>
        isList === undefined ? (some[name] ?? '1') : ['1'],
      )
      const named = places.some(([, name]) => name !== undefined)
      const given = named
        ? Object.fromEntries(places.map(([, name = ''], n) => [name, values[n] ?? '1']))
        : values
      const rows = await sql.all<Record<string, string>>(text, given)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    }
    const outboxSql = createOutboxSql(dialect)
    for (const [name, text] of Object.entries({ ...outboxSql, ...sharedOutboxSql })) {
      t.notMatch(await explain(text), /Seq Scan on webhook_(?:delivery|attempt|message)\b/, name)
    }
    // What finds a scan, finds one.
    t.match(await explain('SELECT * FROM webhook_attempt WHERE duration < 5'), 'Seq Scan on webhook_attempt')
    t.match(await explain(sharedOutboxSql.claim), 'webhook_delivery_due')
    t.match(await explain(outboxSql.due), 'webhook_delivery_due')
  },
)
