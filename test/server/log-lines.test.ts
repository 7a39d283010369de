// What the service writes into its log: of requests, and of failures.
import { pino } from 'pino'
import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import { createAccessLog } from '../../src/server/journal.js'
import { createMetrics } from '../../src/server/metrics.js'
import { Outage } from '../../src/server/outage.js'

const start = () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: line => void lines.push(JSON.parse(line) as (typeof lines)[0]) })
  return { log, lines }
}

await t.test('a request', async t => {
  const { log, lines } = start()
  const metrics = createMetrics('1.2.3')
  const journal = createAccessLog(log, metrics)
  const ended = { id: 'an-id', route: 'audit', status: 200, bytes: 7 } as never as Parameters<
    typeof journal
  >[0]
  journal({ ...ended, ms: 12.345678 })
  t.match(lines, [{ msg: 'request', level: 30, route: 'audit', status: 200, ms: 12.346, bytes: 7 }])
  t.match(await metrics.registry.metrics(), /_sum\{route="audit"\} 0\.01234567/, 'in seconds')
  log.level = 'warn'
  journal({ ...ended, ms: 1 })
  t.equal(lines.length, 1, 'the level may be changed')
})

await t.test('a store that is away is said once, and that it is there again', t => {
  const { log, lines } = start()
  const outage = new Outage(log)
  outage.end()
  t.strictSame(lines, [])
  const away = new DrawauditError('store-unavailable', 'no such file', { hint: 'look at it' })
  outage.report(away, 'an-id')
  outage.report(away, 'another')
  outage.end()
  outage.end()
  t.match(lines, [
    {
      level: 40,
      msg: 'the store cannot be read',
      code: 'store-unavailable',
      reason: 'no such file',
      hint: 'look at it',
    },
    { level: 40, msg: 'the store can be read again' },
  ])
  t.equal(lines.length, 2)
  outage.report(away)
  t.equal(lines.length, 3)
  t.end()
})

await t.test('what is damaged, and what is a defect, is said each time', t => {
  const { log, lines } = start()
  const outage = new Outage(log)
  outage.report(new DrawauditError('store-damaged', 'a view is'), 'an-id')
  outage.report(new DrawauditError('internal', 'of ours'), 'an-id')
  outage.report(new TypeError('not a function'))
  t.match(lines, [
    { level: 50, msg: 'the store cannot be read', id: 'an-id', err: { message: 'a view is' } },
    { level: 50, msg: 'a defect', id: 'an-id', err: { message: 'of ours' } },
    { level: 50, msg: 'a defect', err: { message: 'not a function' } },
  ])
  t.notOk('id' in (lines[2] ?? {}))
  t.end()
})
