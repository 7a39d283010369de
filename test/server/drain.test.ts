import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { failingStore, get, send, sendRaw, sendText, start, view, type Started } from './start.js'

const ask = `GET ${view('audit')} HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n\r\n`

/** A connection on which one request was answered. */
async function keep(server: Started): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  socket.write(ask)
  await once(socket, 'data')
  return socket
}

const refusesConnections = async ({ port }: Started): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  const [error] = (await Promise.race([once(socket, 'error'), once(socket, 'connect')])) as [Error?]
  socket.destroy()
  return error !== undefined && 'code' in error && error.code === 'ECONNREFUSED'
}

await t.test('no response is cut, whoever keeps a connection is told, and then nobody gets in', async t => {
  const server = await start(t)
  const whole = (await get(server, view('audit'))).body
  let answered = 0
  let isDrained = false
  const accepted = new Set<Socket>()
  const used = new Set<Socket>()
  let asked = 0
  server.api.http.on('connection', socket => accepted.add(socket))
  server.api.http.on('request', ({ socket }) => {
    used.add(socket)
    asked += 1
  })
  const closing: boolean[] = []
  const loads = Array.from({ length: 8 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (;;) {
      try {
        const { status, body, headers } = await send(server, view('audit'), {
          headers: { Accept: 'application/json' },
          agent,
        })
        if (status !== 200 || body !== whole) t.fail(`${status} with ${body.length} bytes`)
        answered += 1
        closing.push(headers['connection'] === 'close')
      } catch (error) {
        agent.destroy()
        return error
      }
    }
  })
  while (answered < 100) await once(server.api.http, 'request')
  t.notOk(closing.includes(true), 'connections are kept')

  const drained = server.api.drain(5000).then(() => (isDrained = true))
  const before = answered
  closing.length = 0
  const ready = await send(server, '/readyz')
  t.equal(ready.status, 503)
  t.equal(ready.body, '{"status":"unavailable","reason":"draining"}')
  t.equal(ready.headers['retry-after'], '1')
  t.equal(ready.headers['connection'], 'close')
  t.equal((await send(server, '/livez')).status, 200, 'it lives')
  const late = await sendText(server, ask)
  t.equal(late.status, 200, 'whoever comes in this moment is answered')
  t.equal(late.headers['connection'], 'close')

  const errors = await Promise.all(loads)
  for (const error of errors) {
    // Reset: the system had taken the connection, and the server had not.
    t.match(error, { code: /^(ECONNREFUSED|ECONNRESET)$/ }, 'a new connection is refused')
  }
  await drained
  t.ok(isDrained)
  t.ok(answered > before)
  t.equal(answered, asked - 3, 'every request that arrived was answered')
  t.strictSame(used.size, accepted.size, 'every connection that was accepted was served')
  // Those that were on their way when it began were not told yet.
  t.ok(closing.filter(isClosing => !isClosing).length <= 8)
  t.ok(await refusesConnections(server))
})

await t.test('idle connections end', async t => {
  const server = await start(t)
  const sockets = await Promise.all([keep(server), keep(server), keep(server)])
  const closed = sockets.map(socket => once(socket.resume(), 'close'))
  const startedAt = performance.now()
  await server.api.drain(10_000)
  await Promise.all(closed)
  t.ok(performance.now() - startedAt < 2000, 'at once')
})

await t.test('a request that takes long is waited for', async t => {
  let release = (): void => undefined
  const released = new Promise<void>(resolve => (release = resolve))
  let entered = (): void => undefined
  const reading = new Promise<void>(resolve => (entered = resolve))
  const server: Started = await start(t, {
    store: {
      ...failingStore(new Error('x')),
      generation: () => 1,
      async readRaffle(id) {
        entered()
        await released
        return server.store.readRaffle(id)
      },
    },
  })
  const answer = sendText(server, ask)
  await reading
  let isDrained = false
  const drained = server.api.drain(10_000).then(() => (isDrained = true))
  const closing = once(server.api.http, 'close')
  // No event says that it does not listen any more.
  while (server.api.http.listening) await setTimeout(10)
  t.ok(await refusesConnections(server))
  t.notOk(isDrained)
  release()
  const { status, headers } = await answer
  t.equal(status, 200)
  t.equal(headers['connection'], 'close', 'although it came before the end began')
  await closing
  await drained
})

await t.test('the deadline cuts what is stuck', async t => {
  const server = await start(t, {
    store: {
      ...failingStore(new Error('x')),
      generation: () => 1,
      readRaffle: () => new Promise(() => undefined),
    },
  })
  const sizes = [ask, ask.slice(0, -2), 'G', '']
  const stuck = sizes.map(text => sendRaw(server, text, 5000))
  await once(server.api.http, 'request')
  const startedAt = performance.now()
  await server.api.drain(900)
  const took = performance.now() - startedAt
  t.ok(took >= 850 && took < 3000, `${took} ms`)
  for (const { text, closed } of await Promise.all(stuck)) {
    t.equal(text, '', 'nothing, rather than half a response')
    t.ok(closed)
  }
})

await t.test('a deadline of nothing', async t => {
  const server = await start(t)
  const socket = await keep(server)
  const stuck = sendRaw(server, 'GET / HT', 5000)
  const closed = once(socket.resume(), 'close')
  const startedAt = performance.now()
  await server.api.drain(0)
  t.ok(performance.now() - startedAt < 450)
  await closed
  t.ok((await stuck).closed)
})
