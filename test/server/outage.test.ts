import { pino } from 'pino'
import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import { Outage } from '../../src/server/outage.js'

void t.test('a store that is away is said once, and once when it is back; damage every time', t => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: text => lines.push(JSON.parse(text) as Record<string, unknown>) })
  const outage = new Outage(log)
  const away = new DrawauditError('store-unavailable', 'the database cannot be reached', { hint: 'look' })
  outage.end()
  t.strictSame(lines, [], 'it was never away')
  for (let left = 100; left > 0; left -= 1) outage.report(away, 'an id')
  t.match(lines, [{ level: 40, code: 'store-unavailable', reason: away.message, hint: 'look' }])
  t.equal(lines.length, 1)
  outage.end()
  outage.end()
  t.equal(lines.length, 2)
  t.match(lines[1], { level: 40, msg: 'the store can be read again' })
  outage.report(away)
  t.equal(lines.length, 3, 'the next time too')
  for (const error of [
    new DrawauditError('store-damaged', 'a view is not what was stored'),
    new Error('a bug'),
  ]) {
    outage.report(error, 'one')
    outage.report(error, 'two')
  }
  t.match(lines.slice(3), [
    { level: 50, id: 'one', msg: 'the store cannot be read', err: { code: 'store-damaged' } },
    { level: 50, id: 'two' },
    { level: 50, id: 'one', msg: 'a defect' },
    { level: 50, id: 'two' },
  ])
  t.end()
})
