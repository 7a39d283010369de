import t from 'tap'
import { dueAfter, schedule } from '../../src/webhook/retry.js'

const hour = 3600

await t.test('the schedule is that of Standard Webhooks', t => {
  t.strictSame(schedule, [0, 5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour])
  const delays = schedule.map((_, index) => dueAfter({ attempts: index + 1, at: 0, random: 0.5 }))
  t.strictSame(delays, [...schedule.slice(1).map(seconds => seconds * 1000), undefined])
  t.end()
})

await t.test('delays differ by up to a tenth', t => {
  t.equal(dueAfter({ attempts: 2, at: 1000, random: 0 }), 1000 + 270_000)
  t.equal(dueAfter({ attempts: 2, at: 1000, random: 1 }), 1000 + 330_000)
  t.end()
})

await t.test('who asks for more time gets it, and not more than a day', t => {
  const due = (retryAfter: number) => dueAfter({ attempts: 1, at: 0, random: 0.5, retryAfter })
  t.equal(due(0), 5000)
  t.equal(due(3), 5000)
  t.equal(due(60), 60_000)
  t.equal(due(31_536_000), 24 * hour * 1000)
  t.equal(dueAfter({ attempts: 10, at: 0, random: 0.5, retryAfter: 60 }), undefined, 'the last is the last')
  t.end()
})
