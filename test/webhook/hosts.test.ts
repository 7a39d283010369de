import t from 'tap'
import { Hosts, type HostLimits } from '../../src/webhook/hosts.js'

const limits: HostLimits = { total: 100, perHost: 6, perEndpoint: 4, rate: 10, failures: 3 }
const create = (changes: Partial<HostLimits> = {}) => new Hosts({ ...limits, ...changes }, () => 0.5)

await t.test('who has not answered yet gets one at a time, and then more', t => {
  const hosts = create()
  t.equal(hosts.free('a', 'host', 0), 1)
  hosts.begin('a', 'host', 0)
  t.equal(hosts.free('a', 'host', 0), 0)
  hosts.end('a', 'host', 10, true)
  t.equal(hosts.free('a', 'host', 10), 4)
  t.end()
})

await t.test('the endpoints of one host share its places, and leave one another some', t => {
  const hosts = create({ rate: 100 })
  for (const id of ['a', 'b']) {
    hosts.begin(id, 'host', 0)
    hosts.end(id, 'host', 1, true)
  }
  for (let count = 0; count < 4; count += 1) hosts.begin('a', 'host', 2)
  t.equal(hosts.free('a', 'host', 2), 0, 'its own are taken')
  t.equal(hosts.free('b', 'host', 2), 2, 'the rest of the host is for others')
  t.equal(hosts.free('c', 'elsewhere', 2), 1)
  t.end()
})

await t.test('a host gets so many a second, whatever waits', t => {
  const hosts = create({ total: 1000, rate: 10, perHost: 1000, perEndpoint: 1000 })
  let begun = 0
  const times: number[] = []
  for (let now = 0; now <= 3000; now += 5) {
    const free = hosts.free('a', 'host', now)
    for (let count = 0; count < free; count += 1) {
      hosts.begin('a', 'host', now)
      hosts.end('a', 'host', now, true)
      begun += 1
      times.push(now)
    }
    if (free === 0) t.ok(hosts.opens('host', now) > now)
  }
  t.equal(begun, 10 + 30, 'what it may have at once, and ten a second')
  const most = Math.max(...times.map(from => times.filter(at => at >= from && at < from + 1000).length))
  t.ok(most <= 20, `never more than twice the rate in a second: ${most}`)
  t.end()
})

await t.test('who fails again and again is left alone, longer each time', t => {
  const hosts = create({ rate: 1000 })
  const pauses: number[] = []
  for (let count = 0; count < 12; count += 1) {
    t.equal(hosts.free('a', 'host', count), 1, 'one, to see whether it is back')
    hosts.begin('a', 'host', count)
    pauses.push(hosts.end('a', 'host', count, false))
  }
  t.strictSame(
    pauses,
    [0, 0, 30, 60, 120, 240, 480, 600, 600, 600, 600, 600].map(seconds => seconds * 1000),
  )
  hosts.begin('a', 'host', 20)
  t.equal(hosts.end('a', 'host', 20, true), 0)
  t.equal(hosts.free('a', 'host', 20), 4, 'one answer, and all is well')
  hosts.begin('a', 'host', 21)
  t.equal(hosts.end('a', 'host', 21, false), 0, 'and it begins anew')
  t.end()
})

await t.test('what is not known any more is forgotten, unless something is under way', t => {
  const hosts = create()
  for (const id of ['a', 'b']) {
    hosts.begin(id, id, 0)
    hosts.end(id, id, 0, true)
  }
  hosts.begin('b', 'b', 1)
  hosts.keep(new Set(), new Set())
  t.equal(hosts.free('a', 'a', 1), 1, 'that it answered is forgotten')
  t.equal(hosts.free('b', 'b', 1), 3, 'this one is still waited for')
  t.end()
})

await t.test('what is promised to others is not free', t => {
  const hosts = create({ total: 12 })
  t.equal(hosts.free('a', 'host', 0, { host: 5, total: 5 }), 1)
  t.equal(hosts.free('a', 'host', 0, { host: 6, total: 6 }), 0, 'the host has no more')
  t.equal(hosts.free('a', 'elsewhere', 0, { host: 0, total: 12 }), 0, 'nor this worker')
  const slow = create({ total: 100, rate: 3, perHost: 100, perEndpoint: 100 })
  slow.begin('a', 'host', 0)
  slow.end('a', 'host', 0, true)
  t.equal(slow.free('a', 'host', 0, { host: 1, total: 1 }), 1, 'of two that it may have this second')
  t.equal(slow.free('a', 'host', 0, { host: 2, total: 2 }), 0)
  for (let count = 0; count < 12; count += 1) hosts.begin(`e${count}`, `h${count}`, 0)
  t.equal(hosts.free('a', 'elsewhere', 0), 0)
  hosts.end('e3', 'h3', 1, true)
  t.equal(hosts.free('a', 'elsewhere', 1), 1)
  t.end()
})

await t.test('a host that nobody is told at any more is forgotten, with all that it had', t => {
  const hosts = create({ rate: 2 })
  for (const id of ['a', 'b']) {
    hosts.begin(id, 'host', 0)
    hosts.end(id, 'host', 0, true)
  }
  t.equal(hosts.free('a', 'host', 0), 0)
  hosts.keep(new Set(['a']), new Set(['host']))
  t.equal(hosts.free('a', 'host', 0), 0, 'an endpoint is left, so it still has had its share')
  hosts.keep(new Set(), new Set())
  t.equal(hosts.free('a', 'host', 0), 1, 'who comes back begins anew')
  t.end()
})

await t.test('a host is open at once, and again when it has its next attempt', t => {
  const hosts = create({ rate: 4 })
  t.equal(hosts.opens('host', 100), 100)
  for (let count = 0; count < 4; count += 1) hosts.begin(`e${count}`, 'host', 100)
  t.equal(hosts.opens('host', 100), 350)
  t.equal(hosts.opens('host', 225), 350)
  t.equal(hosts.opens('host', 350), 350)
  t.end()
})

await t.test('pauses differ by up to a tenth, so that not all come back together', t => {
  for (const [random, pause] of [
    [0, 27_000],
    [0.5, 30_000],
    [1, 33_000],
  ] as const) {
    const hosts = new Hosts({ ...limits, failures: 1 }, () => random)
    hosts.begin('a', 'host', 0)
    t.equal(hosts.end('a', 'host', 0, false), pause)
  }
  t.end()
})
