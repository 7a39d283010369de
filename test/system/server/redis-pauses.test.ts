import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { pino } from 'pino'
import t from 'tap'
import { openSharedCounts } from '../../../src/server/shared-counts.js'

await t.test('a Redis that is away is asked again after a second, then every two', async t => {
  let asked = 0
  const server = createServer(socket => {
    asked += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo

  // Pauses are noted, and end at once.
  const pauses: number[] = []
  const real = globalThis.setTimeout
  t.teardown(() => {
    globalThis.setTimeout = real
  })
  const shorten = (work: () => void, milliseconds = 0): NodeJS.Timeout => {
    const isPause = new Error().stack?.includes('#lose') === true
    if (isPause) pauses.push(milliseconds)
    return real(work, isPause ? 0 : milliseconds)
  }
  globalThis.setTimeout = Object.assign(shorten, real)
  const counts = await openSharedCounts({ url: `redis://127.0.0.1:${port}`, log: pino({ level: 'silent' }) })
  counts.connect()
  while (pauses.length < 6) await new Promise(resolve => real(resolve, 10))
  await counts.close()
  t.strictSame(pauses.slice(0, 6), [1000, 2000, 2000, 2000, 2000, 2000])
  t.ok(asked >= 6, `${asked} connections`)
})
