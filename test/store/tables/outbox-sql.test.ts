import type Driver from 'better-sqlite3'
import t from 'tap'
import { dialect } from '../../../src/store/sqlite/sql.js'
import { migrationSteps } from '../../../src/store/tables/migrations.js'
import { createOutboxSql } from '../../../src/store/tables/outbox-sql.js'
import { Sqlite } from '../../sqlite.js'

/** How SQLite carries out a statement. */
function explain(database: Driver.Database, text: string): string {
  const statement = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
  const places = Array.from(text.matchAll(/\?/g), () => 1)
  const names = Object.fromEntries(Array.from(text.matchAll(/@(\w+)/g), ([, name = '']) => [name, 1]))
  return statement
    .all(...places, names)
    .map(({ detail }) => detail)
    .join('\n')
}

void t.test('no statement goes through all deliveries, attempts or messages', t => {
  const database = new Sqlite(':memory:')
  for (const { both, sqlite } of migrationSteps) database.exec(both + sqlite)
  const outboxSql = createOutboxSql(dialect)
  for (const [name, text] of Object.entries(outboxSql)) {
    const plan = explain(database, text)
    t.notMatch(plan, /SCAN webhook_(delivery|attempt|message)\b/, name)
    if (!['deliveriesOf'].includes(name)) t.notMatch(plan, /TEMP B-TREE/, `${name} sorts nothing`)
  }
  // What finds a scan, finds one.
  t.match(explain(database, 'SELECT * FROM webhook_delivery WHERE due < 5'), 'SCAN webhook_delivery')
  t.match(explain(database, outboxSql.due), 'USING INDEX webhook_delivery_due (endpoint=?)')
  t.match(explain(database, outboxSql.claimable), 'webhook_delivery_due (endpoint=? AND due<?)')
  t.match(explain(database, outboxSql.freeClaims), 'webhook_delivery_claim (worker=?)')
  t.match(explain(database, outboxSql.countPending), 'webhook_delivery_state (state=?)')
  t.match(explain(database, outboxSql.pruneDeliveries), 'webhook_delivery_settled (settled_at<?)')
  database.close()
  t.end()
})
