import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { answerCounts, PrimaryCounts } from '../../src/server/primary-counts.js'
import { RateLimiter } from '../../src/server/rate-limit.js'

/** Both ends of a stream between processes. */
async function connectPair(test: Test): Promise<readonly [Socket, Socket]> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ours = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [theirs] = (await once(server, 'connection')) as [Socket]
  test.teardown(() => {
    ours.destroy()
    theirs.destroy()
    server.close()
  })
  return [ours, theirs]
}

const createLimiters = () => ({
  requests: new RateLimiter(3),
  pieces: new RateLimiter(300),
  visits: new RateLimiter(30),
})

await t.test('two processes count together, each kind apart', async t => {
  const limiters = createLimiters()
  const processes: PrimaryCounts[] = []
  for (let number = 0; number < 2; number += 1) {
    const [ours, theirs] = await connectPair(t)
    answerCounts(theirs, limiters)
    processes.push(new PrimaryCounts(ours))
  }
  const [one, two] = processes.map(counts => counts.createLimiter('requests', 3))
  const address = { high: 0xffffffff, low: 1 }
  const left: number[] = []
  for (const limiter of [one, two, one, two]) left.push((await limiter!.consume(address, 0)).remaining)
  t.strictSame(left, [2, 1, 0, -1])
  t.equal((await two!.peek(address, 0)).remaining, -1)
  t.equal((await one!.peek({ high: 1, low: 0xffffffff }, 0)).remaining, 3, 'another address')
  const visits = processes[0]!.createLimiter('visits', 30)
  const { remaining, resetsIn } = await visits.consume(address, 0)
  t.equal(remaining, 29)
  t.ok(resetsIn > 59_000 && resetsIn <= 60_000)
  t.equal(visits.limit, 30)
})

await t.test('many that are asked at once are answered in their order, however they come', async t => {
  const [ours, theirs] = await connectPair(t)
  answerCounts(theirs, createLimiters())
  const limiter = new PrimaryCounts(ours).createLimiter('pieces', 300)
  const asked = Array.from({ length: 1000 }, async (_, index) =>
    limiter.consume({ high: 0, low: index % 7 }, 0),
  )
  const counts = new Map<number, number>()
  for (const [index, allowance] of (await Promise.all(asked)).entries()) {
    const low = index % 7
    const count = (counts.get(low) ?? 0) + 1
    counts.set(low, count)
    if (allowance.remaining !== 300 - count) t.fail(`${index}: ${allowance.remaining}`)
  }
  t.equal(counts.get(0), 143)
  // A question that comes in pieces is one question.
  const parts = Buffer.from([0, 9, 0, 0, 0, 9, 0, 0, 0])
  const [raw, end] = await connectPair(t)
  answerCounts(end, createLimiters())
  for (const byte of parts) {
    raw.write(Buffer.from([byte]))
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  const [answer] = (await once(raw, 'data')) as [Buffer]
  t.equal(answer.readDoubleLE(0), 2)
})

await t.test('where nobody counts any more, whoever waits is told', async t => {
  const [ours, theirs] = await connectPair(t)
  const counts = new PrimaryCounts(ours)
  const asked = counts.createLimiter('requests', 3).consume({ high: 0, low: 0 }, 0)
  theirs.destroy()
  await t.rejects(Promise.resolve(asked), { message: 'nobody counts requests' })
  counts.close()
})
